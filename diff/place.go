package diff

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Place returns where a change stands on both sides. What only one side has is
// placed on the other at its nearest neighbour that both sides have: the one
// before it, else the one after, else what they stand in; a package at the one
// whose name is most like its own. A span is unknown
// where the other side has nothing left.
func (r *Result) Place(c Change) (old, new diag.Span) {
	switch {
	case c.Old == nil:
		return r.neighbour(c.New, r.old), spot(c.New, c.Kind)
	case c.New == nil:
		return spot(c.Old, c.Kind), r.neighbour(c.Old, r.new)
	}
	old, new = detail(c.Old, c, c.Key, c.From), detail(c.New, c, r.keyInNew(c), c.To)
	if !old.Known() {
		old = spot(c.Old, c.Kind)
	}
	if !new.Known() {
		new = spot(c.New, c.Kind)
	}
	return old, new
}

// keyInNew is the key of a change as NEW writes it: an error may have another
// name there.
func (r *Result) keyInNew(c Change) string {
	if e := r.partner[r.old.Lookup(c.Key)]; c.Kind == MethodErrorNumberChanged && e != nil {
		return e.FullName()
	}
	return c.Key
}

// spot is the smallest text of n that a change of that kind is about.
func spot(n schema.Node, kind Kind) diag.Span {
	at := n.Base().NameSpan
	if !at.Known() {
		at = n.Base().Span
	}
	better := func(s diag.Span) {
		if s.Known() {
			at = s
		}
	}
	switch n := n.(type) {
	case *schema.Field:
		switch kind {
		case FieldTypeChanged, FieldPresenceChanged, MethodParamTypeChanged, MethodParamPresenceChanged, MethodReturnsTypeChanged:
			better(n.Type.Span)
		case FieldNumberChanged, MethodParamNumberChanged:
			better(n.NumberSpan)
		case FieldDefaultChanged, MethodParamDefaultChanged:
			if n.Default != nil {
				better(n.Default.Span)
			}
		}
	case *schema.EnumValue:
		if kind == EnumValueNumberChanged {
			better(n.NumberSpan)
		}
	case *schema.Error:
		if kind == ErrorCodeChanged {
			better(n.CodeSpan)
		}
	}
	return at
}

// neighbour finds a place for n on the side that doesn't have it.
func (r *Result) neighbour(n schema.Node, there *schema.Schema) diag.Span {
	parent, siblings := family(n)
	if p := r.nearest(n, siblings); p != nil {
		return spot(p, "")
	}
	switch {
	case parent == nil && len(there.Packages) > 0:
		return spot(related(n, there.Packages), "")
	case parent == nil:
		return diag.Span{}
	}
	if p := r.Partner(parent); p != nil {
		return spot(p, "")
	}
	return r.neighbour(parent, there)
}

// related returns the package whose name shares most of its first words with n's.
func related(n schema.Node, packages []*schema.Package) *schema.Package {
	words, best, most := strings.Split(n.FullName(), "."), packages[0], 0
	for _, p := range packages {
		shared := 0
		for i, w := range strings.Split(p.FullName(), ".") {
			if i == len(words) || w != words[i] {
				break
			}
			shared++
		}
		if shared > most {
			best, most = p, shared
		}
	}
	return best
}

// nearest returns the partner of the sibling that is nearest to n, nil where
// none has one. It is found for a whole family at once.
func (r *Result) nearest(n schema.Node, siblings func() []schema.Node) schema.Node {
	r.mu.Lock()
	p, ok := r.near[n]
	r.mu.Unlock()
	if ok || siblings == nil {
		return p
	}
	all := siblings()
	found := make([]schema.Node, len(all))
	var last schema.Node
	for i, s := range all {
		if p := r.Partner(s); p != nil {
			last = p
		}
		found[i] = last
	}
	last = nil
	for i, s := range slices.Backward(all) {
		if p := r.Partner(s); p != nil {
			last = p
		}
		if found[i] == nil {
			found[i] = last
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.near == nil {
		r.near = make(map[schema.Node]schema.Node, len(all))
	}
	for i, s := range all {
		r.near[s] = found[i]
	}
	return r.near[n]
}

// family returns what n stands in and the elements of its kind there.
func family(n schema.Node) (parent schema.Node, siblings func() []schema.Node) {
	switch n := n.(type) {
	case *schema.Package:
		return nil, nil
	case *schema.Service:
		return n.Parent, nodes(n.Parent.Services)
	case *schema.Method:
		return n.Parent, nodes(n.Parent.Methods)
	case *schema.Message:
		p := schema.PackageOf(n)
		return p, nodes(p.Messages)
	case *schema.Error:
		p := schema.PackageOf(n)
		return p, nodes(p.Errors)
	case *schema.OneOf:
		return n.Parent, nodes(n.Parent.OneOfs)
	case *schema.Enum:
		return n.Parent, nodes(n.Parent.Enums)
	case *schema.EnumValue:
		return n.Parent, nodes(n.Parent.Values)
	case *schema.Const:
		return n.Parent, nodes(n.Parent.Consts)
	case *schema.Field:
		switch p := n.Parent.(type) {
		case *schema.Message:
			return p, nodes(p.Fields)
		case *schema.Error:
			return p, nodes(p.Fields)
		case *schema.Method:
			if n == p.Returns {
				return p, nil
			}
			return p, nodes(p.Params)
		}
	}
	panic("diff: " + n.FullName() + " stands in nothing")
}

func nodes[N any, P element[N]](ns []*N) func() []schema.Node {
	return func() []schema.Node {
		out := make([]schema.Node, len(ns))
		for i, n := range ns {
			out[i] = P(n)
		}
		return out
	}
}
