package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var rpchMethodNotExported = &lint.Rule{
	ID: "rpch-method-not-exported", Category: lint.Wire, Severity: diag.Error,
	Languages: []string{"gfj"}, Wires: []string{"rpch"},
	What: "the name of a method of a gfj service begins with an upper-case letter",
	Why: `The original Go runtime asks for a Go method of that very name. One that isn't exported
can't be implemented outside of the generated package, and registering the service panics.`,
	Bad: `service Math {
	int32 add(int32, int32)
}`,
	Good: `service Math {
	int32 Add(int32, int32)
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if isUpper(m.Name[0]) {
			return
		}
		d := p.Report(m, diag.Span{}, "method "+m.FullName()+" can't be served by Go peers: its name is not exported")
		d.Help = "write " + toPascal(m.Name)
	},
}
