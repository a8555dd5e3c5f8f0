package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var deprecatedWithoutReason = &lint.Rule{
	ID: "deprecated-without-reason", Category: lint.Evolve, Severity: diag.Warning,
	What: "a deprecation says what to use instead",
	Why:  `The reason stands in generated code and in editors: it is all the help that the next reader gets.`,
	Bad: `message "User" {
  name = field(1, string, { deprecated = true })
}`,
	Good: `message "User" {
  name = field(1, string, { deprecated = "use display_name" })
}`,
	Package:   func(p *lint.Pass, n *schema.Package) { needReason(p, n) },
	Service:   func(p *lint.Pass, n *schema.Service) { needReason(p, n) },
	Method:    func(p *lint.Pass, n *schema.Method) { needReason(p, n) },
	Param:     func(p *lint.Pass, n *schema.Field) { needReason(p, n) },
	Message:   func(p *lint.Pass, n *schema.Message) { needReason(p, n) },
	OneOf:     func(p *lint.Pass, n *schema.OneOf) { needReason(p, n) },
	Field:     func(p *lint.Pass, n *schema.Field) { needReason(p, n) },
	Enum:      func(p *lint.Pass, n *schema.Enum) { needReason(p, n) },
	EnumValue: func(p *lint.Pass, n *schema.EnumValue) { needReason(p, n) },
	Error:     func(p *lint.Pass, n *schema.Error) { needReason(p, n) },
}

func needReason(p *lint.Pass, n schema.Node) {
	if n.Base().Deprecated == "true" {
		p.Report(n, diag.Span{}, n.FullName()+" is deprecated without a reason").Help = `write deprecated = "use …"`
	}
}
