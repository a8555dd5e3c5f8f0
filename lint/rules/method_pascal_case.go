package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var methodPascalCase = &lint.Rule{
	ID: "method-pascal-case", Category: lint.Naming, Severity: diag.Warning, Buf: "RPC_PASCAL_CASE",
	What: "the name of a method is PascalCase",
	Why:  whyCase,
	Bad: `service "Math" {
  method "add_all" {}
}`,
	Good: `service "Math" {
  method "AddAll" {}
}`,
	Method: func(p *lint.Pass, n *schema.Method) { pascalCase(p, n, "method") },
}
