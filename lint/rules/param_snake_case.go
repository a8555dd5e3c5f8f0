package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var paramSnakeCase = &lint.Rule{
	ID: "param-snake-case", Category: lint.Naming, Severity: diag.Warning,
	Languages: []string{"hcl", "proto", "thrift", "go"},
	What:      "the name of a param is lower_snake_case",
	Why:       whyCase,
	Bad: `service "Users" {
  method "Get" {
    params = { userID = string }
  }
}`,
	Good: `service "Users" {
  method "Get" {
    params = { user_id = string }
  }
}`,
	Param: func(p *lint.Pass, f *schema.Field) {
		if !snake(f.Name) {
			wrongCase(p, f, "param", "lower_snake_case", toSnake(f.Name))
		}
	},
}
