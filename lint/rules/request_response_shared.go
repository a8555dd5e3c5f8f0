package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var requestResponseShared = &lint.Rule{
	ID: "request-response-shared", Category: lint.Evolve, Severity: diag.Warning, Buf: "RPC_REQUEST_RESPONSE_UNIQUE",
	What: "a message that is a whole request or response is so for one method, one way",
	Why: `What one method needs next, the other gets too: the field is added for both, or the
message has to be taken apart, which changes both. Looked at are methods whose only
param is a message, and results.`,
	Bad: `service "Users" {
  method "Get" {
    id      = 1
    params  = { user = User }
    returns = User
  }
}
message "User" {
  name = field(1, string)
}`,
	Good: `service "Users" {
  method "Get" {
    id      = 1
    params  = { request = GetRequest }
    returns = User
  }
}
message "GetRequest" {
  id = field(1, string)
}
message "User" {
  name = field(1, string)
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		first := map[*schema.Message]*schema.Field{}
		use := func(m *schema.Method, f *schema.Field) {
			msg := f.Type.Message()
			if msg == nil {
				return
			}
			before, taken := first[msg]
			if !taken {
				first[msg] = f
				return
			}
			d := p.Report(f, f.Type.Span, "message "+msg.FullName()+" is "+side(f)+" and "+side(before)+" as well")
			d.Related = []diag.Related{{Message: "the other use is here", Span: before.Type.Span}}
			d.Help = "give each a message of its own"
		}
		for _, s := range pkg.Services {
			for _, m := range s.Methods {
				if len(m.Params) == 1 {
					use(m, m.Params[0])
				}
				if m.Returns != nil {
					use(m, m.Returns)
				}
			}
		}
	},
}

// side says which side of which method a param or result is.
func side(f *schema.Field) string {
	m, ok := f.Parent.(*schema.Method)
	if ok && m.Returns == f {
		return "the response of " + m.FullName()
	}
	return "the request of " + f.Parent.FullName()
}
