package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageSameOption = &lint.Rule{
	ID: "package-same-option", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_SAME_GO_PACKAGE",
	Languages: protoOnly,
	What:      "what the files of a .proto package say of each language's package is the same in all",
	Why: `Two values of go_package, java_package and their like put one package's code into two
places, and a file that says nothing puts it where the generator pleases.`,
	Bad: `-- demo/v1/user.proto --
syntax = "proto3";
package demo.v1;
option go_package = "example.com/demo/v1";
message User {}
-- demo/v1/order.proto --
syntax = "proto3";
package demo.v1;
message Order {}`,
	Good: `-- demo/v1/user.proto --
syntax = "proto3";
package demo.v1;
option go_package = "example.com/demo/v1";
message User {}
-- demo/v1/order.proto --
syntax = "proto3";
package demo.v1;
option go_package = "example.com/demo/v1";
message Order {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		files := protoFiles(pkg)
		for _, name := range languageOptions {
			for _, f := range files[min(1, len(files)):] {
				mine, first := f.said(name), files[0].said(name)
				if mine == first {
					continue
				}
				at := firstLine(f.path)
				if o, ok := f.options["proto."+name]; ok {
					at = o.Span
				}
				d := p.Report(pkg, at, "the files of package "+pkg.Name+" differ in "+name+": "+files[0].path+" says "+first+", "+f.path+" "+mine)
				d.Related = append(d.Related, diag.Related{Message: "the other is here", Span: firstLine(files[0].path)})
				d.Help = "say the same in all files of the package"
			}
		}
	},
}

// languageOptions say what a package is called in a language.
var languageOptions = []string{
	"csharp_namespace", "go_package", "java_multiple_files", "java_package", "php_namespace", "ruby_package", "swift_prefix",
}

// said is what a file says of an option, in words.
func (f *protoFile) said(option string) string {
	o, ok := f.options["proto."+option]
	switch {
	case ok && o.Value.Text != "":
		return o.Value.Text
	case option == "java_multiple_files":
		return "false"
	}
	return "nothing"
}
