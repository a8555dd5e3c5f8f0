package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentError = &lint.Rule{
	ID: "comment-error", Category: lint.Docs, Severity: diag.Warning, Buf: "",
	What: "an error has a comment",
	Why:  whyComment,
	Bad: `error "NotFound" {
  code = 4
}`,
	Good: `# NotFound is returned for ids that nobody has.
error "NotFound" {
  code = 4
}`,
	Error: func(p *lint.Pass, n *schema.Error) { needComment(p, n, "error") },
}
