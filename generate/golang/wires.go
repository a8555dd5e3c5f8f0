package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// wireSet says which wires code is printed for.
type wireSet struct{ frame, frameV1, rpch bool }

func (w wireSet) or(o wireSet) wireSet {
	return wireSet{w.frame || o.frame, w.frameV1 || o.frameV1, w.rpch || o.rpch}
}

func (w wireSet) and(o wireSet) wireSet {
	return wireSet{w.frame && o.frame, w.frameV1 && o.frameV1, w.rpch && o.rpch}
}

// supported are the wires that this target has codecs for.
var supported = []string{"frame", "frame-v1", "rpch"}

// add reports whether the target knows the wire.
func (w *wireSet) add(name string) bool {
	switch name {
	case "frame":
		w.frame = true
	case "frame-v1":
		w.frameV1 = true
	case "rpch":
		w.rpch = true
	default:
		return false
	}
	return true
}

// asked returns the wires of the request, nil where it leaves them to the
// packages.
func (g *generator) asked() *wireSet {
	if g.req.Wires == nil {
		return nil
	}
	var set wireSet
	for _, name := range g.req.Wires {
		if !set.add(name) {
			d := g.list.Add("go-wire", diag.Span{}, "there is no Go code for the wire "+name)
			d.Help = "known are " + strings.Join(supported, ", ")
			if near := diag.Nearest(name, supported); near != "" {
				d.Help = "did you mean " + near + "?"
			}
		}
	}
	return &set
}

// chooseWires decides what each package gets: what its services promise, and
// what the packages that import it need of it.
func (g *generator) chooseWires() {
	g.wires = map[*schema.Package]wireSet{}
	asked := g.asked()
	byName := map[string]*schema.Package{}
	for _, p := range g.req.Schema.Packages {
		byName[p.Name] = p
		if asked != nil {
			g.wires[p] = *asked
			continue
		}
		set := g.promised(p, p.Wires)
		for _, s := range p.Services {
			set = set.or(g.promised(p, s.Wires))
		}
		g.wires[p] = set
	}
	for range g.req.Schema.Packages { // an import passes its needs on, at most that often
		for _, p := range g.req.Schema.Packages {
			for _, i := range p.Imports {
				if q := byName[i.Package]; q != nil {
					g.wires[q] = g.wires[q].or(g.wires[p])
				}
			}
		}
	}
}

// promised returns the wires of a list of promises; those that have no Go code
// are warned about where the package is generated.
func (g *generator) promised(p *schema.Package, idents []schema.Ident) wireSet {
	var set wireSet
	if idents == nil && p.Wires == nil {
		for _, name := range schema.DefaultWires(p.Language) {
			set.add(name)
		}
	}
	for _, id := range idents {
		if !set.add(id.Name) && slices.Contains(g.req.Packages, p) {
			g.list = append(g.list, diag.Diagnostic{
				Severity: diag.Warning, Code: "go-wire", Subject: p.FullName(), Span: id.Span,
				Message: fmt.Sprintf("%s promises the wire %s, for which there is no Go code", p.Name, id.Name),
				Help:    "the generated code leaves it out; known are " + strings.Join(supported, ", "),
			})
		}
	}
	return set
}

// serviceWires are the wires that the methods of s get.
func (g *generator) serviceWires(s *schema.Service) wireSet {
	all := g.wires[s.Parent]
	var set wireSet
	promised := s.PromisedBy()
	for _, id := range promised {
		set.add(id.Name)
	}
	if promised == nil {
		for _, name := range schema.DefaultWires(s.Parent.Language) {
			set.add(name)
		}
	}
	return all.and(set)
}
