package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// unchanged reports whether both contracts have the same at a root, to the last
// member, so that a run carries a contract to itself. It looks at the contracts
// alone, and knows nothing of changes.
func unchanged(t *Table, d *diff.Result, r *root) bool {
	o, n := r.old, r.new
	if o.msg == nil || n.msg == nil || !sameMessage(o.msg, n.msg, sames{}) {
		return false
	}
	if (o.err == nil) != (n.err == nil) || (o.method == nil) != (n.method == nil) {
		return false
	}
	if o.err != nil && (o.err.Name != n.err.Name || t.errorKey(o.err) != t.errorKey(n.err)) {
		return false
	}
	return o.method == nil || sameMethod(t, d, o.schema, n.schema, o.method, n.method)
}

func sameMethod(t *Table, d *diff.Result, os, ns *schema.Schema, a, b *schema.Method) bool {
	r := newRouter(t, "", d)
	return a.FullName() == b.FullName() && t.address(a) == t.address(b) && a.Oneway == b.Oneway &&
		r.route(os, side{method: b}) == a && r.route(ns, side{method: a}) == b &&
		slices.EqualFunc(a.Params, b.Params, func(x, y *schema.Field) bool { return sameField(x, y, sames{}) }) &&
		(a.Returns == nil) == (b.Returns == nil) && (a.Returns == nil || sameField(a.Returns, b.Returns, sames{})) &&
		slices.EqualFunc(a.Errors, b.Errors, func(x, y *schema.ErrorRef) bool {
			return x.Name == y.Name && x.Number == y.Number && t.errorKey(x) == t.errorKey(y)
		})
}

type sames map[[2]*schema.Message]bool

func sameMessage(a, b *schema.Message, seen sames) bool {
	k := [2]*schema.Message{a, b}
	if seen[k] {
		return true
	}
	seen[k] = true
	return a.Name == b.Name && len(a.OneOfs) == len(b.OneOfs) &&
		slices.EqualFunc(a.Fields, b.Fields, func(x, y *schema.Field) bool { return sameField(x, y, seen) })
}

func sameField(a, b *schema.Field, seen sames) bool {
	return a.Name == b.Name && a.Number == b.Number && a.Presence == b.Presence && a.Retired == b.Retired && a.Deprecated == b.Deprecated &&
		a.OneOf == b.OneOf && a.JSONName() == b.JSONName() && defaultText(a) == defaultText(b) && sameType(&a.Type, &b.Type, seen)
}

func sameType(a, b *schema.Type, seen sames) bool {
	if a.Kind != b.Kind || a.Len != b.Len || (a.Key == nil) != (b.Key == nil) || (a.Elem == nil) != (b.Elem == nil) {
		return false
	}
	if m := a.Message(); m != nil {
		return b.Message() != nil && sameMessage(m, b.Message(), seen)
	}
	if e := a.Enum(); e != nil {
		f := b.Enum()
		return f != nil && e.Name == f.Name && e.Closed == f.Closed &&
			slices.EqualFunc(e.Values, f.Values, func(x, y *schema.EnumValue) bool { return x.Name == y.Name && x.Number == y.Number })
	}
	return (a.Key == nil || sameType(a.Key, b.Key, seen)) && (a.Elem == nil || sameType(a.Elem, b.Elem, seen))
}
