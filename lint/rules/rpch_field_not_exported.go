package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var rpchFieldNotExported = &lint.Rule{
	ID: "rpch-field-not-exported", Category: lint.Wire, Severity: diag.Error,
	Languages: []string{"gfj"}, Wires: []string{"rpch"},
	What: "the name of a member of a gfj message begins with an upper-case letter",
	Why: `The original Go runtime makes a struct field of the member's name as it stands, and
Go's JSON leaves out what isn't exported: {"x":7} is sent as {} and read as zero, and no
one is told.`,
	Bad: `message Point {
	int32 x
}`,
	Good: `message Point {
	int32 X
}`,
	Field: func(p *lint.Pass, f *schema.Field) {
		if isUpper(f.Name[0]) {
			return
		}
		d := p.Report(f, diag.Span{}, "member "+f.FullName()+" never travels with Go peers: its name is not exported")
		d.Help = "write " + toPascal(f.Name)
	},
}
