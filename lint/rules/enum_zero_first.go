package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumZeroFirst = &lint.Rule{
	ID: "enum-zero-first", Category: lint.Evolve, Severity: diag.Warning, Buf: "ENUM_FIRST_VALUE_ZERO",
	What: "the first value of an enum is 0",
	Why: `A field that is not there reads as 0 on every wire. Where 0 has no name, that is a
value which no switch expects; where it is not the first, languages differ in what they
take for the default.`,
	Bad: `enum "Color" {
  RED  = 1
  BLUE = 2
}`,
	Good: `enum "Color" {
  UNKNOWN = 0
  RED     = 1
}`,
	Enum: func(p *lint.Pass, e *schema.Enum) {
		if len(e.Values) == 0 || e.Values[0].Number == 0 {
			return
		}
		v := e.Values[0]
		p.Report(v, v.NumberSpan, "the first value of "+e.FullName()+" is "+v.Name+" = "+strconv.FormatInt(v.Number, 10)).
			Help = "put a value for 0 first, one that means not said"
	},
}
