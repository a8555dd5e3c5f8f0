package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentEnumValue = &lint.Rule{
	ID: "comment-enum-value", Category: lint.Docs, Severity: diag.Warning, Buf: "COMMENT_ENUM_VALUE",
	What: "an enum value has a comment",
	Why:  whyComment,
	Bad: `enum "Color" {
  NONE = 0
}`,
	Good: `enum "Color" {
  # Not painted yet.
  NONE = 0
}`,
	EnumValue: func(p *lint.Pass, n *schema.EnumValue) { needComment(p, n, "enum value") },
}
