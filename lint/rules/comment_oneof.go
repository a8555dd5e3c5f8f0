package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentOneOf = &lint.Rule{
	ID: "comment-oneof", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_ONEOF",
	What: "a oneof has a comment",
	Why:  whyComment,
	Bad: `message "Event" {
  oneof "body" {
    text = field(1, string)
  }
}`,
	Good: `message "Event" {
  # What happened, in one form or another.
  oneof "body" {
    text = field(1, string)
  }
}`,
	OneOf: func(p *lint.Pass, n *schema.OneOf) { needComment(p, n, "oneof") },
}
