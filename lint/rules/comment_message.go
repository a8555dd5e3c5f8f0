package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentMessage = &lint.Rule{
	ID: "comment-message", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_MESSAGE",
	What: "a message has a comment",
	Why:  whyComment,
	Bad:  `message "User" {}`,
	Good: `# User is someone with an account.
message "User" {}`,
	Message: func(p *lint.Pass, n *schema.Message) { needComment(p, n, "message") },
}
