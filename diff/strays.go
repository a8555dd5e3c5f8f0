package diff

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// strays are the elements that found no partner under their own name.
type strays struct {
	services stray[schema.Service]
	methods  stray[schema.Method]
	messages stray[schema.Message]
	enums    stray[schema.Enum]
	errors   stray[schema.Error]

	looks    map[schema.Node]*look
	children map[string][]schema.Node // old strays by the full name of the message they are nested in
	fresh    []schema.Node            // old sides of pairs whose fields haven't been followed yet
}

type stray[N any] struct{ old, new []*N }

func (s *stray[N]) hopeful() bool { return len(s.old) > 0 && len(s.new) > 0 }

// matchStrays pairs renamed and moved services, then methods, then messages,
// enums and errors: by was across packages, with the message they are nested
// in, by the places that use them, and by their shape and members.
func (d *differ) matchStrays() {
	s := &d.strays
	s.looks = map[schema.Node]*look{}
	byWas(d, &s.services)
	byShape(d, &s.services)
	for _, p := range d.old.Packages {
		for _, v := range p.Services {
			if n, ok := d.partner[v].(*schema.Service); ok {
				d.matchMethods(v, n)
			}
		}
	}
	d.moveMethods()
	if !s.messages.hopeful() && !s.enums.hopeful() && !s.errors.hopeful() {
		return
	}
	d.followRenamed()
	byWas(d, &s.messages)
	byWas(d, &s.enums)
	byWas(d, &s.errors)
	s.fresh = d.matched()
	d.followUses()
	byShape(d, &s.messages)
	byShape(d, &s.enums)
	byShape(d, &s.errors)
	d.followUses()
}

// matched lists what is paired already and may name types.
func (d *differ) matched() (all []schema.Node) {
	for _, p := range d.old.Packages {
		for _, m := range p.Messages {
			if d.partner[m] != nil {
				all = append(all, m)
			}
		}
		for _, e := range p.Errors {
			if d.partner[e] != nil {
				all = append(all, e)
			}
		}
		for _, v := range p.Services {
			for _, m := range v.Methods {
				if d.partner[m] != nil {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// byWas pairs strays whose was holds a full name, or the name that a nested
// element had in the same message.
func byWas[N any, P element[N]](d *differ, s *stray[N]) {
	find := func(in *schema.Schema, n P, was string) P {
		d := n.Base()
		if p := schema.PackageOf(n); p != nil {
			if i := strings.LastIndexByte(d.Name, '.'); i >= 0 && !strings.Contains(was, ".") {
				was = d.Name[:i+1] + was
			}
			if found, ok := in.Lookup(p.FullName() + "." + was).(P); ok {
				return found
			}
		}
		found, _ := in.Lookup(was).(P)
		return found
	}
	for _, n := range s.new {
		for _, was := range P(n).Base().Was {
			if o := find(d.old, n, was.Name); o != nil {
				d.join(o, P(n))
			}
		}
	}
	for _, o := range s.old {
		for _, was := range P(o).Base().Was {
			if n := find(d.new, o, was.Name); n != nil {
				d.join(P(o), n)
			}
		}
	}
}

// moveMethods pairs the methods that went from one surviving service to
// another: one left, one came, under the same name and with the same types.
func (d *differ) moveMethods() {
	s := &d.strays.methods
	if !s.hopeful() {
		return
	}
	left, came := map[string][]*schema.Method{}, map[string][]*schema.Method{}
	for _, o := range s.old {
		left[o.Name] = append(left[o.Name], o)
	}
	for _, n := range s.new {
		came[n.Name] = append(came[n.Name], n)
	}
	for _, o := range s.old {
		n := came[o.Name]
		if len(left[o.Name]) == 1 && len(n) == 1 && signature(o) == signature(n[0]) {
			d.pair(o, n[0])
		}
	}
}

// join pairs two strays, unless one has found its partner, and what is nested in
// them.
func (d *differ) join(old, new schema.Node) {
	if d.partner[old] != nil || d.partner[new] != nil {
		return
	}
	d.pair(old, new)
	d.strays.fresh = append(d.strays.fresh, old)
	d.followNested(old, new)
}

// followRenamed pairs what is nested in messages that was or their number has
// paired under different names.
func (d *differ) followRenamed() {
	s := &d.strays
	s.children = map[string][]schema.Node{}
	nest := func(n schema.Node) {
		if outer := outerName(n); outer != "" {
			s.children[outer] = append(s.children[outer], n)
		}
	}
	for _, m := range s.messages.old {
		nest(m)
	}
	for _, e := range s.enums.old {
		nest(e)
	}
	if len(s.children) == 0 {
		return
	}
	for _, p := range d.old.Packages {
		for _, m := range p.Messages {
			if n := d.partner[m]; n != nil {
				d.followNested(m, n)
			}
		}
	}
}

func (d *differ) followNested(old, new schema.Node) {
	for _, o := range d.strays.children[old.FullName()] {
		full := o.FullName()
		n := d.new.Lookup(new.FullName() + full[strings.LastIndexByte(full, '.'):])
		if sameElement(o, n) {
			d.join(o, n)
		}
	}
}

func sameElement(o, n schema.Node) bool {
	switch o.(type) {
	case *schema.Message:
		_, ok := n.(*schema.Message)
		return ok
	case *schema.Enum:
		_, ok := n.(*schema.Enum)
		return ok
	}
	return false
}

// outerName returns the full name of the message that n is nested in, "" where
// it is in none.
func outerName(n schema.Node) string {
	if !strings.Contains(n.Base().Name, ".") {
		return ""
	}
	full := n.FullName()
	return full[:strings.LastIndexByte(full, '.')]
}

// followUses pairs strays that stand in the same place of two elements that are
// partners, and goes on with the fields of those.
func (d *differ) followUses() {
	for len(d.strays.fresh) > 0 {
		var found []candidate
		fresh := d.strays.fresh
		d.strays.fresh = nil
		for _, o := range fresh {
			switch o := o.(type) {
			case *schema.Message:
				found = d.usesInFields(found, d.Fields(o, d.partner[o].(*schema.Message)))
			case *schema.Error:
				found = d.usesInFields(found, d.Fields(&o.Message, &d.partner[o].(*schema.Error).Message))
			case *schema.Method:
				n := d.partner[o].(*schema.Method)
				found = d.usesInFields(found, d.Fields(o.Request(), n.Request()))
				if o.Returns != nil && n.Returns != nil {
					found = d.usesInType(found, &o.Returns.Type, &n.Returns.Type)
				}
				found = d.usesInErrors(found, o, n)
			}
		}
		d.settle(found)
	}
}

func (d *differ) usesInFields(found []candidate, ps []Pair[schema.Field]) []candidate {
	for _, p := range ps {
		if p.Old != nil && p.New != nil {
			found = d.usesInType(found, &p.Old.Type, &p.New.Type)
		}
	}
	return found
}

func (d *differ) usesInType(found []candidate, o, n *schema.Type) []candidate {
	if o.Kind != n.Kind {
		return found
	}
	if o.Key != nil && n.Key != nil {
		found = d.usesInType(found, o.Key, n.Key)
	}
	if o.Elem != nil && n.Elem != nil {
		found = d.usesInType(found, o.Elem, n.Elem)
	}
	return d.candidate(found, o.Target, n.Target)
}

func (d *differ) usesInErrors(found []candidate, o, n *schema.Method) []candidate {
	for _, a := range o.Errors {
		i := slices.IndexFunc(n.Errors, func(b *schema.ErrorRef) bool { return b.Number == a.Number })
		if i >= 0 && a.Target != nil && n.Errors[i].Target != nil {
			found = d.candidate(found, a.Target, n.Errors[i].Target)
		}
	}
	return found
}

func (d *differ) candidate(found []candidate, o, n schema.Node) []candidate {
	if o == nil || n == nil || d.partner[o] != nil || d.partner[n] != nil {
		return found
	}
	return append(found, newCandidate(d.look(o), d.look(n)))
}
