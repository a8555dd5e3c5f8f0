package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var servicePascalCase = &lint.Rule{
	ID: "service-pascal-case", Category: lint.Naming, Severity: diag.Warning, Buf: "SERVICE_PASCAL_CASE",
	What:    "the name of a service is PascalCase",
	Why:     whyCase,
	Bad:     `service "math_ops" {}`,
	Good:    `service "MathOps" {}`,
	Service: func(p *lint.Pass, n *schema.Service) { pascalCase(p, n, "service") },
}
