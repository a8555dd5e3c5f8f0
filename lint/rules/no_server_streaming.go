package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var noServerStreaming = &lint.Rule{
	ID: "no-server-streaming", Category: lint.Unary, Severity: diag.Warning, Buf: "RPC_NO_SERVER_STREAMING",
	What: "no method returns a stream",
	Why:  `Proxies, retries and most peers of other languages know calls of one request and one response alone.`,
	Bad: `service "Logs" {
  method "Read" {
    id      = 1
    returns = stream(string)
  }
}`,
	Good: `service "Logs" {
  method "Read" {
    id      = 1
    returns = list(string)
  }
}`,
	Result: func(p *lint.Pass, f *schema.Field) {
		if f.Type.Kind.Streams() {
			p.Report(f, f.Type.Span, "the result of "+f.FullName()+" is a stream").Help = "return a list, or pages of one"
		}
	},
}
