package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var rpchArgsMany = &lint.Rule{
	ID: "rpch-args-many", Category: lint.Wire, Severity: diag.Error, Wires: []string{"rpch"},
	What: "a method has at most 9 params on rpch",
	Why: `The original C server refuses a request that announces ten arguments or more: the
connection is closed, and the client sees no reason.`,
	Bad: `service "Math" {
  method "Sum" {
    params  = { a = int32, b = int32, c = int32, d = int32, e = int32, f = int32, g = int32, h = int32, i = int32, j = int32 }
    returns = int32
  }
}`,
	Good: `service "Math" {
  method "Sum" {
    params  = { terms = Terms }
    returns = int32
  }
}
message "Terms" {
  values = field(1, list(int32))
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		const most = 9
		if len(m.Params) > most && p.ServicePromises(m.Parent, "rpch") != "" {
			p.Report(m, m.Params[most].NameSpan, "method "+m.FullName()+" has "+strconv.Itoa(len(m.Params))+" params, and C servers refuse more than 9 on rpch").
				Help = "put them into a message"
		}
	},
}
