package rules

import (
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var timeoutOutOfRange = &lint.Rule{
	ID: "timeout-out-of-range", Category: lint.Correct, Severity: diag.Error,
	What: "a timeout is more than zero and at most an hour",
	Why: `A timeout of zero or less fails every call before it is sent; one of hours holds
connections and memory for calls whose caller is long gone.`,
	Bad: `service "Math" {
  method "Add" {
    id      = 1
    timeout = "0s"
  }
}`,
	Good: `service "Math" {
  method "Add" {
    id      = 1
    timeout = "2s"
  }
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if t := m.Timeout; t != nil && (*t <= 0 || *t > time.Hour) {
			p.Report(m, m.TimeoutSpan, "the timeout of "+m.FullName()+" is "+t.String()).Help = "write one above 0s, up to 1h; leave it out for none"
		}
	},
}
