package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumValueUpperSnake = &lint.Rule{
	ID: "enum-value-upper-snake", Category: lint.Naming, Severity: diag.Warning, Buf: "ENUM_VALUE_UPPER_SNAKE_CASE",
	What: "the name of an enum value is UPPER_SNAKE_CASE",
	Why:  whyCase,
	Bad: `enum "Color" {
  None    = 0
  DarkRed = 1
}`,
	Good: `enum "Color" {
  NONE     = 0
  DARK_RED = 1
}`,
	EnumValue: func(p *lint.Pass, v *schema.EnumValue) {
		if !upperSnake(v.Name) {
			wrongCase(p, v, "enum value", "UPPER_SNAKE_CASE", toUpperSnake(v.Name))
		}
	},
}
