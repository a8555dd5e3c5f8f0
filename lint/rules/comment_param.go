package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var commentParam = &lint.Rule{
	ID: "comment-param", Category: lint.Docs, Severity: diag.Warning, Languages: []string{"hcl", "go", "proto", "thrift"},
	What: "a param has a comment",
	Why:  whyComment,
	Bad: `service "Math" {
  method "Add" {
    params = { a = int32 }
  }
}`,
	Good: `service "Math" {
  method "Add" {
    params = { a = field(1, int32, { doc = "the first term" }) }
  }
}`,
	Param: func(p *lint.Pass, n *schema.Field) { needComment(p, n, "param") },
}
