package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var paramsMany = &lint.Rule{
	ID: "params-many", Category: lint.Evolve, Severity: diag.Warning, Wires: []string{"frame-v1", "rpch"},
	What: "a method has at most 3 params where they are positional",
	Why: `Positional arguments can't grow: one more is another call, which servers that don't
know it refuse. A message as the only param can grow.`,
	Bad: `service "Users" {
  method "Find" {
    id     = 1
    params = { name = string, age = int32, city = string, limit = int32 }
  }
}`,
	Good: `service "Users" {
  method "Find" {
    id     = 1
    params = { filter = Filter }
  }
}
message "Filter" {
  name  = field(1, string)
  age   = field(2, int32)
  city  = field(3, string)
  limit = field(4, int32)
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		const most = 3
		if len(m.Params) <= most {
			return
		}
		if wire := p.ServicePromises(m.Parent, "frame-v1", "rpch"); wire != "" {
			p.Report(m, m.Params[most].NameSpan, "method "+m.FullName()+" has "+strconv.Itoa(len(m.Params))+" params, which are positional on "+wire).
				Help = "put them into a message, which can grow"
		}
	},
}
