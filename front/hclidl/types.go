package hclidl

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// fieldType reads the type of a field, param or result, where optional(T) may
// stand. ok is false where it is none, which is told.
func (r *reader) fieldType(at *place, e hclsyntax.Expression) (t schema.Type, p schema.Presence, ok bool) {
	c := call(e, "optional")
	if c == nil {
		t, ok = r.typeOf(at, e)
		return t, schema.Plain, ok
	}
	if !r.arguments(at, c, 1, 1, "optional(string)") {
		return t, schema.Optional, false
	}
	t, ok = r.typeOf(at, c.Args[0])
	return t, schema.Optional, ok
}

// typeOf reads a type.
func (r *reader) typeOf(at *place, e hclsyntax.Expression) (schema.Type, bool) {
	t := schema.Type{Span: r.span(exprRange(e))}
	if name, ok := nameOf(e); ok {
		return r.named(at, e, t, name)
	}
	c, isCall := bare(e).(*hclsyntax.FunctionCallExpr)
	if !isCall {
		if broken(e) {
			return t, false
		}
		d := r.errorf(exprRange(e), "the type of %s is no type", at)
		d.Help = "write a scalar, a name, or list(T), set(T), map(K, V)"
		switch bare(e).(type) {
		case *hclsyntax.BinaryOpExpr, *hclsyntax.IndexExpr:
			d.Help = "types stand in round brackets: list(T), set(T), map(K, V)"
		}
		if text, ok := r.stringOf(e); ok && text != "" {
			d.Help = "write " + text + " without quotes"
			d.Fixes = []diag.Fix{{Message: "take the quotes off", Edits: []diag.Edit{{Span: d.Span, Text: text}}}}
		}
		return t, false
	}
	ok := false
	switch c.Name {
	case "list":
		if !r.arguments(at, c, 1, 2, "list(string)") {
			return t, false
		}
		t.Kind = schema.KindList
		t.Elem, ok = r.elem(at, c.Args[0])
		if len(c.Args) == 2 {
			n, isLen := r.integer(at, "the length of a list", c.Args[1], 1, 1<<16-1)
			t.Len, ok = int(n), ok && isLen
		}
	case "set":
		if !r.arguments(at, c, 1, 1, "set(string)") {
			return t, false
		}
		t.Kind = schema.KindSet
		t.Elem, ok = r.elem(at, c.Args[0])
	case "stream":
		if !r.arguments(at, c, 1, 1, "stream(Event)") {
			return t, false
		}
		t.Kind = schema.KindStream
		t.Elem, ok = r.elem(at, c.Args[0])
	case "map":
		if !r.arguments(at, c, 2, 2, "map(string, int64)") {
			return t, false
		}
		var keyOK bool
		t.Kind = schema.KindMap
		t.Key, keyOK = r.elem(at, c.Args[0])
		t.Elem, ok = r.elem(at, c.Args[1])
		ok = ok && keyOK
	case "optional":
		r.errorf(c.NameRange, "optional stands inside a type at %s", at).Help = "it stands only around the whole type: optional(T)"
	default:
		d := r.errorf(c.NameRange, "%s is no type that takes others", c.Name)
		d.Help = "those are list, set, map, optional and stream"
		if near := diag.Nearest(c.Name, typeCalls); near != "" {
			d.Help = "did you mean " + near + "?"
			d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: d.Span, Text: near}}}}
		}
	}
	return t, ok
}

func (r *reader) elem(at *place, e hclsyntax.Expression) (*schema.Type, bool) {
	t, ok := r.typeOf(at, e)
	return &t, ok
}

func (r *reader) named(at *place, e hclsyntax.Expression, t schema.Type, name string) (schema.Type, bool) {
	if k, ok := schema.ScalarKind(name); ok {
		t.Kind = k
		return t, true
	}
	switch name {
	case "istream":
		t.Kind = schema.KindRawIn
	case "ostream":
		t.Kind = schema.KindRawOut
	case "stream":
		t.Kind = schema.KindRawStream
	case "list", "set", "map", "optional":
		d := r.errorf(exprRange(e), "%s at %s doesn't say of what", name, at)
		d.Help = "write " + map[string]string{"list": "list(string)", "set": "set(string)", "map": "map(string, int64)", "optional": "optional(string)"}[name]
		return t, false
	default:
		t.Kind, t.Name = schema.KindRef, name
	}
	return t, true
}

// arguments reports whether a call has low to high arguments.
func (r *reader) arguments(at *place, c *hclsyntax.FunctionCallExpr, low, high int, form string) bool {
	switch {
	case c.ExpandFinal:
		r.errorf(c.NameRange, "%s at %s has an ... in it", c.Name, at).Help = "write " + form
	case len(c.Args) < low:
		r.errorf(c.NameRange, "%s at %s says too little", c.Name, at).Help = "write " + form
	case len(c.Args) > high:
		r.errorf(exprRange(c.Args[high]), "%s at %s says too much", c.Name, at).Help = "write " + form
	case slices.ContainsFunc(c.Args, func(e hclsyntax.Expression) bool { return e == nil }):
	default:
		return true
	}
	return false
}
