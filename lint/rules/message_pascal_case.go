package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var messagePascalCase = &lint.Rule{
	ID: "message-pascal-case", Category: lint.Naming, Severity: diag.Warning, Buf: "MESSAGE_PASCAL_CASE",
	What:    "the name of a message is PascalCase",
	Why:     whyCase,
	Bad:     `message "two_numbers" {}`,
	Good:    `message "TwoNumbers" {}`,
	Message: func(p *lint.Pass, n *schema.Message) { pascalCase(p, n, "message") },
}
