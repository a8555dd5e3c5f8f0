package compat

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// corpus returns two releases of the npm package google-proto-files, which make
// corpus fetches, without the files that compilers refuse.
func corpus(t *testing.T) (old, new *schema.Schema) {
	if os.Getenv("RPCCTL_CORPUS") == "" {
		t.Skip("the corpus takes minutes: make corpus fetches it and runs this")
	}
	load := func(dir string) *schema.Schema {
		r, err := front.Load(front.Tree{FS: os.DirFS("../build/corpus/" + dir)}, []string{"."}, []*front.Language{proto.Language()})
		if err != nil {
			t.Fatalf("%v: is the corpus there? make corpus fetches it", err)
		}
		s, list := schema.Link(r.Packages, all.Infos())
		if list = append(r.Problems, list...); list.HasErrors() {
			i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
			t.Fatalf("%s: %v", dir, list[i])
		}
		return s
	}
	return load("before"), load("clean")
}

// TestCorpusApart judges two releases of the corpus on prpc: each method that is
// gone is told of once, alone or within what it went with; types that only met at
// a place and are equal in all that matters make no finding; each claim has its
// witness.
func TestCorpusApart(t *testing.T) {
	old, new := corpus(t)
	begin := time.Now()
	d := diff.Schemas(old, new)
	found := time.Since(begin)
	r := Judge(old, new, d, Options{Wires: knownWires(), Judge: []string{"prpc"}})
	t.Logf("%d changes found in %v, judged in %v", len(d.Changes), found.Round(time.Millisecond), (time.Since(begin) - found).Round(time.Millisecond))

	told := map[string]int{}
	methods := func(svc *schema.Service) {
		for _, m := range svc.Methods {
			told[m.FullName()]++
		}
	}
	kinds := map[diff.Kind]int{}
	var claims, witnessed, removals int
	for _, c := range r.Changes {
		kinds[c.Kind]++
		removal := false
		switch o := c.Old.(type) {
		case *schema.Package:
			if removal = c.Kind == diff.PackageRemoved; removal {
				for _, svc := range o.Services {
					methods(svc)
				}
			}
		case *schema.Service:
			if removal = c.Kind == diff.ServiceRemoved; removal {
				methods(o)
			}
		case *schema.Method:
			if removal = c.Kind == diff.MethodRemoved; removal {
				told[o.FullName()]++
			}
		}
		if removal {
			removals++
		}
		worst := Exact
		for _, f := range c.Findings {
			worst = max(worst, f.Outcomes.Worst())
			if f.Outcomes.Worst() < Reject {
				continue
			}
			claims++
			if f.Witness != nil && !f.Unwitnessed {
				witnessed++
			} else {
				t.Errorf("%s: %v without a witness", c.ID(), f.Outcomes)
			}
		}
		if of := ofMethods(c.Old); removal && of > 0 && worst < Reject {
			t.Errorf("%s: %d methods went and the verdict is %v", c.ID(), of, worst)
		}
		if o, n, ok := typesOf(&c.Change); ok && worst > Exact && equalTypes(o, n, map[[2]schema.Node]bool{}) {
			t.Errorf("%s: equal types, and the verdict is %v", c.ID(), worst)
		}
	}

	// A method is gone where neither its name nor what it became is there.
	after := map[string]bool{}
	schema.Walk(new, func(n schema.Node) {
		if m, ok := n.(*schema.Method); ok {
			after[m.FullName()] = true
		}
	})
	gone := 0
	schema.Walk(old, func(n schema.Node) {
		m, ok := n.(*schema.Method)
		if !ok {
			return
		}
		want := 0
		if !after[m.FullName()] && d.Partner(m) == nil {
			want, gone = 1, gone+1
		}
		if told[m.FullName()] != want {
			t.Errorf("%s: told of %d times as removed, want %d", m.FullName(), told[m.FullName()], want)
		}
	})
	if gone == 0 || claims == 0 {
		t.Errorf("%d methods gone, %d claims: these releases show nothing", gone, claims)
	}
	if len(r.Faults) > 0 {
		t.Errorf("faults: %.2000q", r.Faults)
	}
	t.Logf("%d methods are gone, each told of once, in %d findings", gone, removals)
	t.Logf("%d claims of reject or corrupt, %d with a witness", claims, witnessed)
	t.Logf("%v", kinds)
}

// ofMethods counts the methods of what is gone.
func ofMethods(n schema.Node) (count int) {
	switch n := n.(type) {
	case *schema.Package:
		for _, svc := range n.Services {
			count += len(svc.Methods)
		}
	case *schema.Service:
		return len(n.Methods)
	case *schema.Method:
		return 1
	}
	return count
}

// typesOf returns the two types that a change of a field's type is of.
func typesOf(c *diff.Change) (o, n *schema.Type, ok bool) {
	old, okOld := c.Old.(*schema.Field)
	new, okNew := c.New.(*schema.Field)
	if !okOld || !okNew || c.Kind != diff.FieldTypeChanged {
		return nil, nil, false
	}
	return &old.Type, &new.Type, true
}

// equalTypes is this test's own reading of what equal means: the same kinds under
// the same numbers, whatever messages and enums are called.
func equalTypes(o, n *schema.Type, seen map[[2]schema.Node]bool) bool {
	if o == nil || n == nil {
		return o == n
	}
	if o.Kind != n.Kind || !equalTypes(o.Elem, n.Elem, seen) || !equalTypes(o.Key, n.Key, seen) {
		return false
	}
	if a, b := o.Enum(), n.Enum(); a != nil && b != nil {
		return slices.EqualFunc(a.Values, b.Values, func(x, y *schema.EnumValue) bool { return x.Number == y.Number })
	}
	a, b := o.Message(), n.Message()
	if a == nil || b == nil {
		return a == b
	}
	if seen[[2]schema.Node{a, b}] {
		return true
	}
	seen[[2]schema.Node{a, b}] = true
	return slices.EqualFunc(a.Fields, b.Fields, func(x, y *schema.Field) bool {
		return x.Number == y.Number && x.Presence == y.Presence && (x.OneOf == "") == (y.OneOf == "") && equalTypes(&x.Type, &y.Type, seen)
	})
}
