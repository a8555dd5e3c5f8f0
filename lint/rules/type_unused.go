package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var typeUnused = &lint.Rule{
	ID: "type-unused", Category: lint.Correct, Severity: diag.Warning,
	What: "a method reaches every message, enum and error, or it is stored",
	Why: `A type that no call carries is dead, or it is kept somewhere: then stored = true says
so, and its changes are judged by what is kept. Packages without methods, which nobody
here imports into one that has some, are left alone.`,
	Bad: `service "Users" {
  method "Get" {
    id      = 1
    returns = User
  }
}
message "User" {
  name = field(1, string)
}
message "Account" {
  id = field(1, string)
}`,
	Good: `service "Users" {
  method "Get" {
    id      = 1
    returns = User
  }
}
message "User" {
  name = field(1, string)
}
message "Account" {
  stored = true
  id     = field(1, string)
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		r := p.Shared(func() any { return reach(p.Schema) }).(*reached)
		if !r.served[pkg] {
			return
		}
		for _, m := range pkg.Messages {
			r.report(p, m, "message")
		}
		for _, e := range pkg.Enums {
			r.report(p, e, "enum")
		}
		for _, e := range pkg.Errors {
			r.report(p, e, "error")
		}
	},
}

// reached is what the methods of a schema reach, what is stored with it, and
// the packages that have methods, or are imported, however far, by one that has.
type reached struct {
	seen   map[schema.Node]bool
	todo   []*schema.Message
	served map[*schema.Package]bool
}

func reach(s *schema.Schema) *reached {
	r := &reached{seen: map[schema.Node]bool{}, served: map[*schema.Package]bool{}}
	for _, p := range s.Packages {
		for _, v := range p.Services {
			for _, m := range v.Methods {
				methodTargets(m, r.visit)
				r.serve(s, p)
			}
		}
		r.stored(p)
	}
	r.drain()
	return r
}

// drain follows the fields of what was found: with a list, so that a long chain
// needs no stack.
func (r *reached) drain() {
	for len(r.todo) > 0 {
		m := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		for _, f := range m.Fields {
			targets(&f.Type, r.visit)
		}
	}
}

func (r *reached) serve(s *schema.Schema, p *schema.Package) {
	if p == nil || r.served[p] {
		return
	}
	r.served[p] = true
	for _, i := range p.Imports {
		q, _ := s.Lookup(i.Package).(*schema.Package)
		r.serve(s, q)
	}
}

func (r *reached) visit(n schema.Node) {
	if r.seen[n] {
		return
	}
	r.seen[n] = true
	switch n := n.(type) {
	case *schema.Message:
		r.todo = append(r.todo, n)
	case *schema.Error:
		r.todo = append(r.todo, &n.Message)
	}
}

func (r *reached) stored(p *schema.Package) {
	for _, m := range p.Messages {
		if m.Stored {
			r.visit(m)
		}
	}
	for _, e := range p.Errors {
		if e.Stored {
			r.visit(e)
		}
	}
	for _, c := range p.Consts {
		targets(&c.Type, r.visit)
	}
}

func (r *reached) report(p *lint.Pass, n schema.Node, element string) {
	if !r.seen[n] {
		d := p.Report(n, diag.Span{}, element+" "+n.FullName()+" is used by no method")
		if d.Help = "take it out, or say stored = true where it is kept"; schema.PackageOf(n).Language == "gfj" {
			d.Help = "take it out, or say with an ignore where it is kept"
		}
	}
}
