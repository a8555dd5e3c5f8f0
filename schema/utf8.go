package schema

// ChecksUTF8 reports whether the code that protobuf's compilers make checks the text
// of a field: in proto2 it doesn't, unless a feature says so. Other languages' fields
// are always checked.
func (f *Field) ChecksUTF8() bool {
	pkg := PackageOf(f)
	if pkg == nil || pkg.Language != "proto" {
		return true
	}
	for _, options := range [][]Option{f.Options, f.Parent.Base().Options, pkg.Options} {
		for _, o := range options {
			if o.Name != "proto.features" {
				continue
			}
			for _, v := range o.Value.Fields {
				if v.Name == "utf8_validation" {
					return v.Value.Text != "NONE"
				}
			}
		}
	}
	for _, o := range pkg.Options {
		if o.Name == "proto.edition" || o.Name == "proto.syntax" && o.Value.Text == "proto3" {
			return true
		}
	}
	return false
}
