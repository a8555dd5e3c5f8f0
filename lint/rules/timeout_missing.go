package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var timeoutMissing = &lint.Rule{
	ID: "timeout-missing", Category: lint.Evolve, Severity: diag.Warning, Wires: []string{"frame"},
	What: "a method that answers has a timeout, where the wire carries one",
	Why: `A call without a timeout waits for as long as the connection lives. Adding one later
fails callers that had come to rely on waiting. Streams and oneway methods need none.`,
	Bad: `service "Users" {
  method "Get" {
    id      = 1
    returns = string
  }
}`,
	Good: `service "Users" {
  method "Get" {
    id      = 1
    returns = string
    timeout = "2s"
  }
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if m.Timeout != nil || m.Oneway || m.StreamIn() != nil || m.StreamOut() != nil || p.ServicePromises(m.Parent, "frame") == "" {
			return
		}
		p.Report(m, diag.Span{}, "method "+m.FullName()+" has no timeout").Help = `write timeout = "5s", or what its callers can wait`
	},
}
