package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var frameEmptyResult = &lint.Rule{
	ID: "frame-empty-result", Category: lint.Wire, Severity: diag.Error, Wires: []string{"frame-v1"},
	What: "a result has at least one byte on frame-v1",
	Why: `A version 1 server answers a call of a method that it doesn't know with an empty
payload. A result without fields is an empty payload too, so the client takes a missing
method for success.`,
	Bad: `service "Math" {
  method "Reset" {
    id      = 1
    returns = Done
  }
}
message "Done" {}`,
	Good: `service "Math" {
  method "Reset" {
    id      = 1
    returns = Done
  }
}
message "Done" {
  ok = field(1, bool)
}`,
	Result: func(p *lint.Pass, r *schema.Field) {
		m, ok := r.Parent.(*schema.Method)
		if ok && r.Presence != schema.Optional && empty(&r.Type, 0) && p.ServicePromises(m.Parent, "frame-v1") != "" {
			p.Report(r, r.Type.Span, "the result of "+m.FullName()+" has no bytes on frame-v1, as the answer to an unknown method").
				Help = "give it a field"
		}
	},
}

// empty reports whether every value of t is zero bytes in a packed payload.
func empty(t *schema.Type, depth int) bool {
	m := t.Message()
	if t.Kind != schema.KindMessage || m == nil || depth > 32 {
		return false
	}
	for _, f := range m.Fields {
		if f.OneOf != "" || f.Presence == schema.Optional || !empty(&f.Type, depth+1) {
			return false
		}
	}
	return true
}
