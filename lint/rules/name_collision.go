package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var nameCollision = &lint.Rule{
	ID: "name-collision", Category: lint.Correct, Severity: diag.Error,
	What: "two names stay two in generated code",
	Why: `Names are brought into a language's own form, and user_id and userId become one: the
code does not compile. The original gfj compiler also makes an interface NAMEService of
each service, and C functions SERVICE_METHOD.`,
	Bad: `message "User" {
  user_id = field(1, string)
  userId  = field(2, string)
}`,
	Good: `message "User" {
  user_id  = field(1, string)
  other_id = field(2, string)
}`,
	Package: packageCollisions,
	Service: func(p *lint.Pass, s *schema.Service) {
		goCollisions(p, s.Methods)
	},
	Method: func(p *lint.Pass, m *schema.Method) {
		goCollisions(p, m.Params)
	},
	Message: func(p *lint.Pass, m *schema.Message) { bodyCollisions(p, m) },
	Error:   func(p *lint.Pass, e *schema.Error) { bodyCollisions(p, &e.Message) },
	Enum: func(p *lint.Pass, e *schema.Enum) {
		goCollisions(p, e.Values)
	},
}

func bodyCollisions(p *lint.Pass, m *schema.Message) {
	goCollisions(p, m.Fields)
}

// goCollisions reports siblings whose names become one Go name.
func goCollisions[N any, P interface {
	*N
	schema.Node
}](p *lint.Pass, all []*N) {
	if !generates(p, "go") {
		return
	}
	name := func(n *N) string { return P(n).Base().Name }
	collisions(all, func(a, b *N) bool { return sameGoName(name(a), name(b)) },
		func(n *N) string { return goName(name(n)) },
		func(first, n *N) { collide(p, P(first), P(n), goName(name(n))+" in Go") })
}

// sameGoName compares without making the names, which differ in length or in
// more than underscores and the case of letters behind them almost always.
func sameGoName(a, b string) bool {
	if a == "" || b == "" || a == b || a[0]|0x20 != b[0]|0x20 && a[0] != '_' && b[0] != '_' || a[len(a)-1]|0x20 != b[len(b)-1]|0x20 && len(a) > 1 && len(b) > 1 {
		return false
	}
	return goName(a) == goName(b)
}

func collide(p *lint.Pass, first, second schema.Node, become string) {
	name := first.Base().Name
	d := p.Report(second, second.Base().NameSpan, name+" and "+second.FullName()+" both become "+become)
	d.Related = []diag.Related{{Message: name + " is here", Span: first.Base().NameSpan}}
	d.Help = "rename one of them"
}

// packageCollisions looks at what stands at the top of a generated package.
func packageCollisions(p *lint.Pass, pkg *schema.Package) {
	top := map[string]schema.Node{}
	claim := func(name, in string, n schema.Node) {
		if first := top[in+name]; first != nil && first != n {
			collide(p, first, n, name+" in "+in)
			return
		}
		top[in+name] = n
	}
	gfj := pkg.Language == "gfj"
	isGo, isC := generates(p, "go"), generates(p, "c")
	goTop := func(n schema.Node) {
		if isGo {
			parts := strings.Split(n.Base().Name, ".")
			for i := range parts {
				if !gfj {
					parts[i] = goName(parts[i])
				}
			}
			claim(strings.Join(parts, "_"), "Go", n)
		}
	}
	for _, m := range pkg.Messages {
		goTop(m)
	}
	for _, e := range pkg.Enums {
		goTop(e)
	}
	for _, e := range pkg.Errors {
		goTop(e)
	}
	for _, s := range pkg.Services {
		if gfj && isGo {
			claim(s.Name+"Service", "Go", s)
		}
		for _, m := range s.Methods {
			if gfj && isC {
				claim(s.Name+"_"+m.Name, "C", m)
			}
		}
	}
}
