package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var noClientStreaming = &lint.Rule{
	ID: "no-client-streaming", Category: lint.Unary, Severity: diag.Warning, Buf: "RPC_NO_CLIENT_STREAMING",
	What: "no method takes a stream",
	Why:  `Proxies, retries and most peers of other languages know calls of one request and one response alone.`,
	Bad: `service "Logs" {
  method "Write" {
    id     = 1
    params = { lines = stream(string) }
  }
}`,
	Good: `service "Logs" {
  method "Write" {
    id     = 1
    params = { lines = list(string) }
  }
}`,
	Param: func(p *lint.Pass, f *schema.Field) {
		if f.Type.Kind.Streams() {
			p.Report(f, f.Type.Span, "param "+f.FullName()+" is a stream").Help = "take a list, or call several times"
		}
	},
}
