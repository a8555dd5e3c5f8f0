package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var responseStandardName = &lint.Rule{
	ID: "response-standard-name", Category: lint.Naming, Severity: diag.Warning, Off: true, Buf: "RPC_RESPONSE_STANDARD_NAME",
	What: "a message that is a method's result is called METHODResponse or SERVICEMETHODResponse",
	Why:  whyStandardName,
	Bad: `service "Users" {
  method "Get" {
    id      = 1
    returns = User
  }
}
message "User" {
  name = field(1, string)
}`,
	Good: `service "Users" {
  method "Get" {
    id      = 1
    returns = GetResponse
  }
}
message "GetResponse" {
  name = field(1, string)
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if m.Returns != nil {
			standardName(p, m, m.Returns, "response", "Response")
		}
	},
}
