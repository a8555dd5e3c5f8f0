package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var oneofSnakeCase = &lint.Rule{
	ID: "oneof-snake-case", Category: lint.Naming, Severity: diag.Warning, Buf: "ONEOF_LOWER_SNAKE_CASE",
	What: "the name of a oneof is lower_snake_case",
	Why:  whyCase,
	Bad: `message "Event" {
  oneof "EventBody" {
    text = field(1, string)
    blob = field(2, bytes)
  }
}`,
	Good: `message "Event" {
  oneof "event_body" {
    text = field(1, string)
    blob = field(2, bytes)
  }
}`,
	OneOf: func(p *lint.Pass, o *schema.OneOf) {
		if !snake(o.Name) {
			wrongCase(p, o, "oneof", "lower_snake_case", toSnake(o.Name))
		}
	},
}
