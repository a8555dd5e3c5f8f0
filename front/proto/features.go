package proto

import (
	"github.com/bufbuild/protocompile/ast"
)

// features are what editions let one choose, and what proto2 and proto3 stand
// for: words of google.protobuf.FeatureSet, each never empty.
type features struct {
	presence string // EXPLICIT, IMPLICIT, LEGACY_REQUIRED
	enum     string // OPEN, CLOSED
	repeated string // PACKED, EXPANDED
	utf8     string // VERIFY, NONE
	message  string // LENGTH_PREFIXED, DELIMITED
	json     string // ALLOW, LEGACY_BEST_EFFORT
}

// defaults returns the features of a file that says nothing of them.
func (s syntax) defaults() *features {
	switch s {
	case proto2:
		return &features{"EXPLICIT", "CLOSED", "EXPANDED", "NONE", "LENGTH_PREFIXED", "LEGACY_BEST_EFFORT"}
	case proto3:
		return &features{"IMPLICIT", "OPEN", "PACKED", "VERIFY", "LENGTH_PREFIXED", "ALLOW"}
	case editions:
		return &features{"EXPLICIT", "OPEN", "PACKED", "VERIFY", "LENGTH_PREFIXED", "ALLOW"}
	}
	panic("proto: no syntax")
}

// with returns f changed by what the options of an element say; f itself where
// they say nothing.
func (f *features) with(options []*ast.OptionNode) *features {
	own := f
	change := func(name string, v ast.ValueNode) {
		if own == f {
			c := *f
			own = &c
		}
		own.set(name, v)
	}
	for _, o := range options {
		if o.Name == nil || o.Val == nil {
			continue // of a file that doesn't parse
		}
		parts := o.Name.Parts
		if len(parts) == 0 || parts[0].IsExtension() || parts[0].Value() != "features" {
			continue
		}
		if len(parts) == 2 && !parts[1].IsExtension() {
			change(parts[1].Value(), o.Val)
		}
		if fields, ok := o.Val.Value().([]*ast.MessageFieldNode); ok && len(parts) == 1 {
			for _, m := range fields {
				change(string(m.Name.Name.AsIdentifier()), m.Val)
			}
		}
	}
	return own
}

func (f *features) set(name string, v ast.ValueNode) {
	if v == nil {
		return
	}
	word, ok := v.Value().(ast.Identifier)
	if !ok {
		return // reported where options are checked
	}
	to := map[string]*string{
		"field_presence": &f.presence, "enum_type": &f.enum, "repeated_field_encoding": &f.repeated,
		"utf8_validation": &f.utf8, "message_encoding": &f.message, "json_format": &f.json,
	}[name]
	if to != nil {
		*to = string(word)
	}
}
