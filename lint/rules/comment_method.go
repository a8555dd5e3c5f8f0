package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentMethod = &lint.Rule{
	ID: "comment-method", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_RPC",
	What: "a method has a comment",
	Why:  whyComment,
	Bad: `service "Math" {
  # Add
  method "Add" {}
}`,
	Good: `service "Math" {
  # Add returns the sum of its terms.
  method "Add" {}
}`,
	Method: func(p *lint.Pass, n *schema.Method) { needComment(p, n, "method") },
}
