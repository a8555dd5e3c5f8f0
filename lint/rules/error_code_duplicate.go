package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var errorCodeDuplicate = &lint.Rule{
	ID: "error-code-duplicate", Category: lint.Correct, Severity: diag.Error,
	What: "the errors of a package have different codes",
	Why: `A wire that carries declared errors carries the code: a client finds the error by it,
and of two with one code reads the bytes of one as the other.`,
	Bad: `error "NotFound" {
  code = 4
}
error "Gone" {
  code = 4
}`,
	Good: `error "NotFound" {
  code = 4
}
error "Gone" {
  code = 5
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		collisions(pkg.Errors, func(a, b *schema.Error) bool { return a.Code == b.Code && a.Code != 0 },
			func(e *schema.Error) string { return strconv.FormatUint(uint64(e.Code), 10) },
			func(first, e *schema.Error) {
				d := p.Report(e, e.CodeSpan, "error "+e.FullName()+" has the code "+strconv.FormatUint(uint64(e.Code), 10)+", which is "+first.Name+"'s")
				d.Related = []diag.Related{{Message: first.Name + " is here", Span: first.CodeSpan}}
				d.Help = "give it a code of its own"
			})
	},
}
