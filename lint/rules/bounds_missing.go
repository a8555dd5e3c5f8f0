package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var boundsMissing = &lint.Rule{
	ID: "bounds-missing", Category: lint.Evolve, Severity: diag.Warning, Off: true,
	What: "a string, bytes or list in a request has an upper bound",
	Why: `What has no bound is as long as a caller likes, up to what the wire carries; a bound
that comes later refuses requests which were fine before.`,
	Bad: `service "Users" {
  method "Rename" {
    id     = 1
    params = { name = string }
  }
}`,
	Good: `service "Users" {
  method "Rename" {
    id     = 1
    params = { name = field(1, string, { max_len = 200 }) }
  }
}`,
	Param: unbounded,
	Field: func(p *lint.Pass, f *schema.Field) {
		if p.Shared(func() any { return sentByClients(p.Schema) }).(*reached).seen[f.Parent] {
			unbounded(p, f)
		}
	},
}

func unbounded(p *lint.Pass, f *schema.Field) {
	switch f.Type.Kind {
	case schema.KindString, schema.KindBytes, schema.KindList, schema.KindSet, schema.KindMap:
		if f.MaxLen == nil && f.Type.Len == 0 && f.Retired == "" {
			p.Report(f, diag.Span{}, f.FullName()+" is "+f.Type.String()+" without a bound").Help = "add max_len"
		}
	}
}

// sentByClients returns what params reach.
func sentByClients(s *schema.Schema) *reached {
	r := &reached{seen: map[schema.Node]bool{}}
	for _, p := range s.Packages {
		for _, v := range p.Services {
			for _, m := range v.Methods {
				for _, f := range m.Params {
					targets(&f.Type, r.visit)
				}
			}
		}
	}
	r.drain()
	return r
}
