package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var errorCodeRange = &lint.Rule{
	ID: "error-code-range", Category: lint.Correct, Severity: diag.Error, Languages: []string{"hcl", "go"},
	What: "an error has a code that isn't 0",
	Why:  `Code 0 is what a reply without an error has, and what a client sees where the code is missing.`,
	Bad: `error "NotFound" {
  code = 0
}`,
	Good: `error "NotFound" {
  code = 4
}`,
	Error: func(p *lint.Pass, e *schema.Error) {
		if e.Code == 0 {
			p.Report(e, e.CodeSpan, "error "+e.FullName()+" has no code, or the code 0").Help = "give it a code from 1 on"
		}
	},
}
