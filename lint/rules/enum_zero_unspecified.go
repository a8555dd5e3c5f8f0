package rules

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumZeroUnspecified = &lint.Rule{
	ID: "enum-zero-unspecified", Category: lint.Evolve, Severity: diag.Warning, Buf: "ENUM_ZERO_VALUE_SUFFIX",
	Languages: protoOnly,
	What:      "the zero value of a .proto enum means that nothing was said",
	Why: `A reader sees 0 where the writer left the field out, or is older than the field: where 0
is a value of its own, silence reads as that value, and can't be told from it later.`,
	Bad: `syntax = "proto3";
package demo;
enum Color {
  COLOR_RED = 0;
  COLOR_BLUE = 1;
}`,
	Good: `syntax = "proto3";
package demo;
enum Color {
  COLOR_UNSPECIFIED = 0;
  COLOR_RED = 1;
  COLOR_BLUE = 2;
}`,
	EnumValue: func(p *lint.Pass, v *schema.EnumValue) {
		word := strings.ToUpper(v.Name[strings.LastIndexByte(v.Name, '_')+1:])
		if v.Number == 0 && !slices.Contains(unsaidWords, word) {
			p.Report(v, diag.Span{}, "the zero value "+v.FullName()+" is not called "+toUpperSnake(last(v.Parent.Name))+"_UNSPECIFIED or the like").
				Help = "give 0 to a value that means that nothing was said, before the first release"
		}
	},
}

// unsaidWords are what the names of values that mean nothing end in.
var unsaidWords = []string{"UNSPECIFIED", "UNKNOWN", "UNDEFINED", "UNSET", "NONE", "INVALID"}
