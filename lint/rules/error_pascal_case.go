package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var errorPascalCase = &lint.Rule{
	ID: "error-pascal-case", Category: lint.Naming, Severity: diag.Warning, Buf: "",
	What: "the name of an error is PascalCase",
	Why:  whyCase,
	Bad: `error "not_found" {
  code = 4
}`,
	Good: `error "NotFound" {
  code = 4
}`,
	Error: func(p *lint.Pass, n *schema.Error) { pascalCase(p, n, "error") },
}
