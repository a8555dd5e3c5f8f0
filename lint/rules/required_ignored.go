package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var requiredIgnored = &lint.Rule{
	ID: "required-ignored", Category: lint.Wire, Severity: diag.Note, Wires: []string{"frame", "frame-v1"},
	What: "required says nothing on a wire that can't leave a field out",
	Why: `Frame payloads always hold every field, so a reader can't tell whether a required one
was set: zero is what it sees either way. The handler has to check.`,
	Bad: `message "User" {
  name = field(1, string, { required = true })
}`,
	Good: `message "User" {
  name = field(1, string)
}`,
	Field: requiredField,
	Param: requiredField,
}

func requiredField(p *lint.Pass, f *schema.Field) {
	if f.Presence == schema.Required {
		p.Report(f, diag.Span{}, "required has no effect for "+f.FullName()+" on frame: a reader sees zero where it was not set").
			Help = "check it in the handler"
	}
}
