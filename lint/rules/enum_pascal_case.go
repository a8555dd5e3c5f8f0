package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumPascalCase = &lint.Rule{
	ID: "enum-pascal-case", Category: lint.Naming, Severity: diag.Warning, Buf: "ENUM_PASCAL_CASE",
	What: "the name of an enum is PascalCase",
	Why:  whyCase,
	Bad: `enum "color" {
  NONE = 0
}`,
	Good: `enum "Color" {
  NONE = 0
}`,
	Enum: func(p *lint.Pass, n *schema.Enum) { pascalCase(p, n, "enum") },
}
