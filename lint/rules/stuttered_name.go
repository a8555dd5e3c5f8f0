package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var stutteredName = &lint.Rule{
	ID: "stuttered-name", Category: lint.Naming, Severity: diag.Warning, Off: true,
	What: "a method does not repeat its service's name",
	Why:  `It is always read behind that name: Math.MathAdd says no more than Math.Add.`,
	Bad: `service "Math" {
  method "MathAdd" {
    id = 1
  }
}`,
	Good: `service "Math" {
  method "Add" {
    id = 1
  }
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		rest, ok := strings.CutPrefix(m.Name, m.Parent.Name)
		if ok && rest != "" && isUpper(rest[0]) {
			p.Report(m, diag.Span{}, "method "+m.FullName()+" repeats the name of its service").Help = "write " + rest
		}
	},
}
