package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentEnum = &lint.Rule{
	ID: "comment-enum", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_ENUM",
	What: "an enum has a comment",
	Why:  whyComment,
	Bad: `enum "Color" {
  NONE = 0
}`,
	Good: `# Color is what a wall is painted in.
enum "Color" {
  NONE = 0
}`,
	Enum: func(p *lint.Pass, n *schema.Enum) { needComment(p, n, "enum") },
}
