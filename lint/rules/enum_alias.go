package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumAlias = &lint.Rule{
	ID: "enum-alias", Category: lint.Correct, Severity: diag.Error, Buf: "ENUM_NO_ALLOW_ALIAS",
	What: "two values of an enum have two numbers",
	Why: `Bytes hold the number, so a reader gives back one name for both; a switch over the
names does not compile in Go. Where a name is changed, was says so without a second one.`,
	Bad: `enum "Width" {
  NONE   = 0
  NORMAL = 1
  USUAL  = 1
}`,
	Good: `enum "Width" {
  NONE   = 0
  NORMAL = 1
  WIDE   = 2
}`,
	Enum: func(p *lint.Pass, e *schema.Enum) {
		collisions(e.Values, func(a, b *schema.EnumValue) bool { return a.Number == b.Number },
			func(v *schema.EnumValue) string { return strconv.FormatInt(v.Number, 10) },
			func(first, v *schema.EnumValue) {
				d := p.Report(v, v.NumberSpan, "value "+v.FullName()+" has the number "+strconv.FormatInt(v.Number, 10)+", which is "+first.Name+"'s")
				d.Related = []diag.Related{{Message: first.Name + " is here", Span: first.NameSpan}}
				d.Help = "give it a number of its own"
			})
	},
}
