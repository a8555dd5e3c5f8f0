package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var idempotentOneway = &lint.Rule{
	ID: "idempotent-oneway", Category: lint.Correct, Severity: diag.Error,
	What: "a method does not contradict itself: oneway has no result and no errors, a stream isn't idempotent",
	Why: `Nothing is sent back for a oneway call, so its caller never sees a result or an error.
A call that was half streamed can't be made again by a runtime, whatever the contract says.`,
	Bad: `service "Log" {
  method "Write" {
    id      = 1
    params  = { line = string }
    returns = int32
    oneway  = true
  }
}`,
	Good: `service "Log" {
  method "Write" {
    id     = 1
    params = { line = string }
    oneway = true
  }
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if m.Oneway && m.Returns != nil {
			p.Report(m, m.Returns.Type.Span, "method "+m.FullName()+" is oneway and has a result, which is never sent").Help = "take one of them out"
		}
		if m.Oneway && len(m.Errors) > 0 {
			p.Report(m, m.Errors[0].Span, "method "+m.FullName()+" is oneway and declares errors, which are never sent").Help = "take one of them out"
		}
		if m.Idempotent && (m.StreamIn() != nil || m.StreamOut() != nil) {
			p.Report(m, diag.Span{}, "method "+m.FullName()+" is idempotent and streams: a stream can't be sent again").Help = "take idempotent out"
		}
	},
}
