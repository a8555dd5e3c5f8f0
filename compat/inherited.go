package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Where methods are called at a service by their names alone, one that is inherited
// is called at the service that inherits it.

// service is where the side's method is called.
func (s side) service() *schema.Service {
	if s.at != nil {
		return s.at
	}
	return s.method.Parent
}

// partnerService is the service on the other side that belongs with s, or nil.
func partnerService(d *diff.Result, s *schema.Service) *schema.Service {
	x, _ := d.Partner(s).(*schema.Service)
	return x
}

// standing is the change that put the methods of a root side by side, -1 for those
// that belong together.
func (w *walk) standing() int {
	if w.root.stand.kind == "" {
		return -1
	}
	return w.find(w.root.stand.kind, w.first(w.root.stand), w.second(w.root.stand), -1)
}

// inherited returns the roots of a method that came or went where the other side
// inherits one of its name: it is called all the same. Other roots stay as they are.
func inherited(t *Table, profile string, in *judgement, r *root) []*root {
	if t.finds == nil || r.flow != Request || (r.old.method == nil) == (r.new.method == nil) {
		return []*root{r}
	}
	have, stand := r.old, changeKey{kind: diff.MethodRemoved, old: r.old.method}
	if have.method == nil {
		have, stand = r.new, changeKey{kind: diff.MethodAdded, new: r.new.method}
	}
	at := partnerService(in.d, have.service())
	found := t.finds(profile, have.method, have.service(), at)
	if found == nil || found.Parent == at {
		return []*root{r}
	}
	o, n := have.method, found
	if r.old.method == nil {
		o, n = n, o
	}
	roots := methodRoots(in.old, in.new, in.d, o, n)
	for _, x := range roots {
		x.stand, x.text = stand, have.method.FullName()+" "+string(x.flow)
		if r.old.method == nil {
			x.old.at, x.new.at = at, have.service()
		} else {
			x.old.at, x.new.at = have.service(), at
		}
	}
	return roots
}

// disinherited returns the requests of methods that a service inherits on one side
// and doesn't have on the other, although they are still somewhere.
func disinherited(t *Table, profile string, in *judgement, index changeIndex) (out []*root) {
	if t.finds == nil {
		return nil
	}
	add := func(s *schema.Service, isOld bool) {
		at := partnerService(in.d, s)
		stand, known := extendsChange(in.d, index, s, isOld)
		if s.Super == nil || at == nil || !known {
			return
		}
		for _, m := range s.AllMethods() {
			other, _ := in.d.Partner(m).(*schema.Method)
			if m.Parent == s || other == nil || t.finds(profile, m, s, at) != nil {
				continue
			}
			r := &root{use: Call, flow: Request, stand: stand, text: s.FullName() + "." + m.Name + " request"}
			a, b := side{schema: in.old, method: m, msg: m.Request(), at: s}, side{schema: in.new, method: other, msg: other.Request(), at: at}
			if !isOld {
				a.schema, b.schema = in.new, in.old
				a, b = b, a
			}
			r.old, r.new = a, b
			out = append(out, r)
		}
	}
	for _, p := range in.old.Packages {
		for _, s := range p.Services {
			add(s, true)
		}
	}
	for _, p := range in.new.Packages {
		for _, s := range p.Services {
			add(s, false)
		}
	}
	return out
}

// extendsChange is the change of what s, or a service that it inherits from, extends.
func extendsChange(d *diff.Result, index changeIndex, s *schema.Service, isOld bool) (changeKey, bool) {
	for x := s; x != nil; x = x.Super {
		k := changeKey{kind: diff.ServiceExtendsChanged, old: x, new: d.Partner(x)}
		if !isOld {
			k.old, k.new = k.new, k.old
		}
		if _, ok := index[k]; ok {
			return k, true
		}
	}
	return changeKey{}, false
}
