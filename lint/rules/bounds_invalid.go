package rules

import (
	"regexp"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var boundsInvalid = &lint.Rule{
	ID: "bounds-invalid", Category: lint.Correct, Severity: diag.Error, Buf: "PROTOVALIDATE",
	What: "the bounds of a field can be met: min isn't above max, a pattern compiles",
	Why:  `No value passes such bounds, or generated checks fail when they are first used.`,
	Bad: `message "Page" {
  size = field(1, int32, { min = 100, max = 1 })
  key  = field(2, string, { pattern = "[a-z" })
}`,
	Good: `message "Page" {
  size = field(1, int32, { min = 1, max = 100 })
  key  = field(2, string, { pattern = "^[a-z]+$" })
}`,
	Field: checkBounds,
	Param: checkBounds,
}

func checkBounds(p *lint.Pass, f *schema.Field) {
	if less(f.Max, f.Min) {
		p.Report(f, f.Min.Span, "the min of "+f.FullName()+" is "+f.Min.Text+", above its max "+f.Max.Text).Help = "swap them"
	}
	if f.Pattern == nil {
		return
	}
	if _, err := regexp.Compile(f.Pattern.Text); err != nil {
		p.Report(f, f.Pattern.Span, "the pattern of "+f.FullName()+" does not compile: "+err.Error()).Help = "patterns are RE2, as Go's regexp has them"
	}
}
