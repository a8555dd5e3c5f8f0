package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentService = &lint.Rule{
	ID: "comment-service", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_SERVICE",
	What: "a service has a comment",
	Why:  whyComment,
	Bad:  `service "Math" {}`,
	Good: `# Math does arithmetic.
service "Math" {}`,
	Service: func(p *lint.Pass, n *schema.Service) { needComment(p, n, "service") },
}
