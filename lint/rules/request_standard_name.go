package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

const whyStandardName = `A message of its method's name is nobody else's: it can grow with the method, and who
reads the one finds the other.`

var requestStandardName = &lint.Rule{
	ID: "request-standard-name", Category: lint.Naming, Severity: diag.Warning, Off: true, Buf: "RPC_REQUEST_STANDARD_NAME",
	What: "a message that is a method's only param is called METHODRequest or SERVICEMETHODRequest",
	Why:  whyStandardName,
	Bad: `service "Users" {
  method "Get" {
    id     = 1
    params = { request = UserQuery }
  }
}
message "UserQuery" {
  name = field(1, string)
}`,
	Good: `service "Users" {
  method "Get" {
    id     = 1
    params = { request = GetRequest }
  }
}
message "GetRequest" {
  name = field(1, string)
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if len(m.Params) == 1 {
			standardName(p, m, m.Params[0], "request", "Request")
		}
	},
}

// standardName reports a message, or the message that a stream is of, which is
// not called after its method.
func standardName(p *lint.Pass, m *schema.Method, f *schema.Field, what, suffix string) {
	t := &f.Type
	if t.Kind == schema.KindStream {
		t = t.Elem
	}
	msg := t.Message()
	if msg == nil {
		return
	}
	short := m.Name + suffix
	if name := last(msg.Name); name != short && name != m.Parent.Name+short {
		p.Report(m, f.Type.Span, "the "+what+" of "+m.FullName()+" is called "+name).
			Help = "call it " + short + " or " + m.Parent.Name + short
	}
}
