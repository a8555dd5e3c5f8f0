package diff

import (
	"sync"

	"github.com/rpcctl/rpcctl/schema"
)

// Result is what Schemas found. Its methods may be called from several
// goroutines.
type Result struct {
	Changes []Change // by package, then place in Old (added elements: in New), then kind

	old, new *schema.Schema
	partner  map[schema.Node]schema.Node // both ways; fields, values and oneofs are found through their parents

	mu     sync.Mutex
	fields map[messagePair][]Pair[schema.Field]
	values map[enumPair][]Pair[schema.EnumValue]
	near   map[schema.Node]schema.Node // see Place
}

type messagePair struct{ old, new *schema.Message }
type enumPair struct{ old, new *schema.Enum }

// Partner returns the element on the other side that n belongs with, nil where
// there is none. It answers for packages, services, methods, params, results,
// messages, oneofs, fields, enums, enum values, errors and constants of both
// sides; fields and values of messages and enums that are only paired at a
// place are Fields' and Values' to answer.
func (r *Result) Partner(n schema.Node) schema.Node {
	switch n := n.(type) {
	case *schema.Field:
		return r.fieldPartner(n)
	case *schema.EnumValue:
		return r.valuePartner(n)
	case *schema.OneOf:
		return r.oneofPartner(n)
	}
	return r.partner[n]
}

// Fields pairs the fields of two messages as if one had become the other: by
// name, then was, then number. All of old come in source order, then what only
// new has. Params and results work alike, through Method.Request and
// Method.Response. Either may be nil. Callers must not change the slice.
func (r *Result) Fields(old, new *schema.Message) []Pair[schema.Field] {
	if old == nil || new == nil || ofMethod(old) || ofMethod(new) {
		return pairs[schema.Field, *schema.Field](fieldsOf(old), fieldsOf(new), fieldNumber)
	}
	k := messagePair{old, new}
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.fields[k]
	if !ok {
		p = pairs[schema.Field, *schema.Field](old.Fields, new.Fields, fieldNumber)
		r.fields[k] = p
	}
	return p
}

// Values pairs the values of two enums: by name, then was, then number. All of
// old come in source order, then what only new has. Either may be nil. Callers
// must not change the slice.
func (r *Result) Values(old, new *schema.Enum) []Pair[schema.EnumValue] {
	if old == nil || new == nil {
		return pairs[schema.EnumValue, *schema.EnumValue](valuesOf(old), valuesOf(new), valueNumber)
	}
	k := enumPair{old, new}
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.values[k]
	if !ok {
		p = pairs[schema.EnumValue, *schema.EnumValue](old.Values, new.Values, valueNumber)
		r.values[k] = p
	}
	return p
}

// ofMethod reports whether m was made for params, a result or a stream's item:
// some of these are made anew whenever asked for, so they are not remembered.
func ofMethod(m *schema.Message) bool { _, ok := m.Parent.(*schema.Method); return ok }

func fieldsOf(m *schema.Message) []*schema.Field {
	if m == nil {
		return nil
	}
	return m.Fields
}

func valuesOf(e *schema.Enum) []*schema.EnumValue {
	if e == nil {
		return nil
	}
	return e.Values
}

func (r *Result) fieldPartner(f *schema.Field) schema.Node {
	var ps []Pair[schema.Field]
	switch parent := f.Parent.(type) {
	case *schema.Message:
		if other, ok := r.partner[parent].(*schema.Message); ok {
			ps = r.eitherWay(parent, other)
		}
	case *schema.Error:
		if other, ok := r.partner[parent].(*schema.Error); ok {
			ps = r.eitherWay(&parent.Message, &other.Message)
		}
	case *schema.Method:
		other, ok := r.partner[parent].(*schema.Method)
		if !ok {
			return nil
		}
		if f == parent.Returns {
			return node[schema.Field](other.Returns)
		}
		ps = r.eitherWay(parent.Request(), other.Request())
	}
	return otherOf(ps, f)
}

// eitherWay returns the pairs of two messages that are partners, whichever of
// them is the old one.
func (r *Result) eitherWay(a, b *schema.Message) []Pair[schema.Field] {
	if r.isOld(a) {
		return r.Fields(a, b)
	}
	return r.Fields(b, a)
}

func (r *Result) isOld(n schema.Node) bool {
	p := schema.PackageOf(n)
	return p != nil && r.old.Lookup(p.FullName()) == schema.Node(p)
}

func (r *Result) valuePartner(v *schema.EnumValue) schema.Node {
	other, ok := r.partner[v.Parent].(*schema.Enum)
	switch {
	case !ok:
		return nil
	case r.isOld(v.Parent):
		return otherOf(r.Values(v.Parent, other), v)
	}
	return otherOf(r.Values(other, v.Parent), v)
}

func (r *Result) oneofPartner(o *schema.OneOf) schema.Node {
	other, ok := r.partner[o.Parent].(*schema.Message)
	switch {
	case !ok:
		return nil
	case r.isOld(o.Parent):
		return otherOf(oneofs(o.Parent, other), o)
	}
	return otherOf(oneofs(other, o.Parent), o)
}

func otherOf[N any, P element[N]](ps []Pair[N], n P) schema.Node {
	for _, p := range ps {
		switch (*N)(n) {
		case p.Old:
			return node[N, P](p.New)
		case p.New:
			return node[N, P](p.Old)
		}
	}
	return nil
}

// node turns a pointer into a node, nil into a nil one.
func node[N any, P element[N]](n *N) schema.Node {
	if n == nil {
		return nil
	}
	return P(n)
}
