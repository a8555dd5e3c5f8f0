package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var thriftRequired = &lint.Rule{
	ID: "thrift-required", Category: lint.Evolve, Severity: diag.Warning, Buf: "FIELD_NOT_REQUIRED",
	Wires: []string{"thrift", "thrift-compact"},
	What:  "no field is required on thrift",
	Why: `A reader refuses a whole message that lacks a required field, so that the field can never
be left out again: not by a new client, not in what is stored, not until the last old reader
is gone. The handler can check instead, and change its mind.`,
	Bad: `message "User" {
  name = field(1, string, { required = true })
}`,
	Good: `message "User" {
  name = field(1, optional(string))
}`,
	Field: func(p *lint.Pass, f *schema.Field) {
		if f.Presence == schema.Required && f.Retired == "" {
			p.Report(f, diag.Span{}, "field "+f.FullName()+" is required, which can never be taken back on thrift").Help = "make it optional, and check it in the handler"
		}
	},
}
