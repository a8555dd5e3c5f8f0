package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumValuePrefix = &lint.Rule{
	ID: "enum-value-prefix", Category: lint.Naming, Severity: diag.Warning, Buf: "ENUM_VALUE_PREFIX",
	Languages: protoOnly,
	What:      "the name of a .proto enum's value begins with the name of the enum",
	Why: `Values stand in the scope that their enum stands in: a second enum of the package can't
have a value UNKNOWN, and neither can C++, where they are plain names. An enum that stands
in a message without others has the scope for itself, and is passed by.`,
	Bad: `syntax = "proto3";
package demo;
enum Color {
  UNSPECIFIED = 0;
  RED = 1;
}`,
	Good: `syntax = "proto3";
package demo;
enum Color {
  COLOR_UNSPECIFIED = 0;
  COLOR_RED = 1;
}`,
	EnumValue: func(p *lint.Pass, v *schema.EnumValue) {
		if p.Shared(func() any { return loneEnums(p.Schema) }).(map[*schema.Enum]bool)[v.Parent] {
			return
		}
		prefix := toUpperSnake(last(v.Parent.Name)) + "_"
		if !strings.HasPrefix(v.Name, prefix) {
			p.Report(v, diag.Span{}, "enum value "+v.FullName()+" does not begin with "+prefix).Help = "write " + prefix + v.Name + ": JSON and text carry the name, so only before the first release"
		}
	},
}

// loneEnums returns the enums that are the one of the message that they stand in.
func loneEnums(s *schema.Schema) map[*schema.Enum]bool {
	lone := map[*schema.Enum]bool{}
	first := map[string]*schema.Enum{} // by message
	for _, p := range s.Packages {
		for _, e := range p.Enums {
			i := strings.LastIndexByte(e.Name, '.')
			if i < 0 {
				continue
			}
			in := p.Name + "." + e.Name[:i]
			if other := first[in]; other != nil {
				delete(lone, other)
				continue
			}
			first[in], lone[e] = e, true
		}
	}
	return lone
}
