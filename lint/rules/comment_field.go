package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentField = &lint.Rule{
	ID: "comment-field", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_FIELD",
	What: "a field has a comment",
	Why:  whyComment,
	Bad: `message "User" {
  name = field(1, string)
}`,
	Good: `message "User" {
  # Name as shown to others.
  name = field(1, string)
}`,
	Field: func(p *lint.Pass, n *schema.Field) { needComment(p, n, "field") },
}
