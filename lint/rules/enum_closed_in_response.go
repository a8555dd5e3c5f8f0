package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var enumClosedInResponse = &lint.Rule{
	ID: "enum-closed-in-response", Category: lint.Evolve, Severity: diag.Warning,
	What: "an enum that servers send is open",
	Why: `A reader of a closed enum refuses numbers that it doesn't know: the day a server sends
a new value, every client that was not upgraded first fails.`,
	Bad: `service "Jobs" {
  method "State" {
    id      = 1
    returns = State
  }
}
enum "State" {
  closed  = true
  UNKNOWN = 0
  DONE    = 1
}`,
	Good: `service "Jobs" {
  method "State" {
    id      = 1
    returns = State
  }
}
enum "State" {
  UNKNOWN = 0
  DONE    = 1
}`,
	Enum: func(p *lint.Pass, e *schema.Enum) {
		if !e.Closed {
			return
		}
		if p.Shared(func() any { return sentByServers(p.Schema) }).(*reached).seen[e] {
			p.Report(e, diag.Span{}, "enum "+e.FullName()+" is closed and servers send it: a new value breaks clients that don't know it").
				Help = "take closed out, and let readers expect what they don't know"
		}
	},
}

// sentByServers returns what results and errors reach.
func sentByServers(s *schema.Schema) *reached {
	r := &reached{seen: map[schema.Node]bool{}}
	for _, p := range s.Packages {
		for _, v := range p.Services {
			for _, m := range v.Methods {
				if m.Returns != nil {
					targets(&m.Returns.Type, r.visit)
				}
				for _, e := range m.Errors {
					if e.Target != nil {
						r.visit(e.Target)
					}
				}
			}
		}
	}
	r.drain()
	return r
}
