package hclidl

import (
	"math"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rpcctl/rpcctl/schema"
)

// string reads an attribute that must be a string.
func (r *reader) string(at *place, what string, e hclsyntax.Expression) (string, bool) {
	text, ok := r.stringOf(e)
	if !ok && !broken(e) {
		d := r.errorf(exprRange(e), "%s of %s is no string", what, at)
		d.Help = "write it in quotes; a literal ${ is $${, since nothing is evaluated"
	}
	return text, ok
}

// bool reads an attribute that must be true or false.
func (r *reader) bool(at *place, what string, e hclsyntax.Expression) bool {
	v, ok := boolOf(e)
	if !ok && !broken(e) {
		r.errorf(exprRange(e), "%s of %s is neither true nor false", what, at).Help = "write true or false, without quotes"
	}
	return v
}

// integer reads a whole number between low and high.
func (r *reader) integer(at *place, what string, e hclsyntax.Expression, low, high int64) (int64, bool) {
	text, ok := r.numberOf(e)
	if !ok {
		if !broken(e) {
			r.errorf(exprRange(e), "%s of %s is no number", what, at).Help = "write digits, without quotes"
		}
		return 0, false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil && strings.ContainsAny(text, ".eE"):
		r.errorf(exprRange(e), "%s of %s is no whole number", what, at).Help = "write its digits alone"
		return 0, false
	case err != nil || v < low || v > high:
		d := r.errorf(exprRange(e), "%s of %s is out of range", what, at)
		d.Help = "it is " + strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
		return 0, false
	}
	return v, true
}

// id reads the id of a service or method, or the code of an error.
func (r *reader) id(at *place, what string, e hclsyntax.Expression) uint32 {
	v, _ := r.integer(at, what, e, 0, math.MaxUint32)
	return uint32(v)
}

// value reads a literal. ok is false where e is none, which is told.
func (r *reader) value(at *place, what string, e hclsyntax.Expression) (schema.Value, bool) {
	v := schema.Value{Span: r.span(exprRange(e))}
	if text, ok := r.numberOf(e); ok {
		v.Kind, v.Text = schema.NumberValue, schema.CanonicalNumber(text)
		return v, true
	}
	if name, ok := nameOf(e); ok {
		v.Kind, v.Text = schema.NameValue, name
		return v, true
	}
	if text, ok := r.stringOf(e); ok {
		v.Kind, v.Text = schema.StringValue, text
		return v, true
	}
	switch e := bare(e).(type) {
	case *hclsyntax.LiteralValueExpr:
		switch {
		case !e.Val.IsKnown():
			return v, false
		case e.Val.IsNull():
			v.Kind = schema.NullValue
		case e.Val.Type() == cty.Bool:
			v.Kind, v.Text = schema.BoolValue, strconv.FormatBool(e.Val.True())
		}
		return v, v.Kind != 0
	case *hclsyntax.TupleConsExpr:
		v.Kind = schema.ListValue
		for _, item := range e.Exprs {
			if i, ok := r.value(at, what, item); ok {
				v.Items = append(v.Items, i)
			}
		}
		return v, true
	case *hclsyntax.ObjectConsExpr:
		v.Kind = schema.ObjectValue
		for _, p := range r.pairs(at, what, e) {
			if i, ok := r.value(at, what, p.value); ok {
				v.Fields = append(v.Fields, schema.ValueField{Name: p.key, Value: i})
			}
		}
		return v, true
	}
	if !broken(e) {
		d := r.errorf(exprRange(e), "%s of %s is no literal", what, at)
		d.Help = "write a number, string, bool, name, list or object; nothing is evaluated, and a literal ${ is $${"
	}
	return v, false
}

// pair is one member of an object, in source order.
type pair struct {
	key   string
	at    hcl.Range
	value hclsyntax.Expression
}

// pairs returns the members of an object, each key once.
func (r *reader) pairs(at *place, what string, e *hclsyntax.ObjectConsExpr) []pair {
	list := make([]pair, 0, len(e.Items))
	var seen map[string]hcl.Range
	if len(e.Items) > 8 {
		seen = make(map[string]hcl.Range, len(e.Items))
	}
	for _, item := range e.Items {
		k := item.KeyExpr
		if key, ok := k.(*hclsyntax.ObjectConsKeyExpr); ok {
			k = key.Wrapped
		}
		if k == nil || item.ValueExpr == nil {
			continue
		}
		g := exprRange(k)
		name, ok := r.word(k)
		if !ok {
			if text, number := r.numberOf(k); number {
				name, ok = text, true
			} else if b, isBool := boolOf(k); isBool {
				name, ok = strconv.FormatBool(b), true
			} else if l, isNull := bare(k).(*hclsyntax.LiteralValueExpr); isNull && l.Val.IsKnown() && l.Val.IsNull() {
				name, ok = "null", true
			}
		}
		if !ok {
			if !broken(k) {
				r.errorf(g, "a key in %s of %s is no name", what, at).Help = "write a name, or a string in quotes"
			}
			continue
		}
		if first, taken := find(seen, list, name); taken {
			r.twice(r.unquoted(g), r.unquoted(first), "%s stands twice in %s of %s", name, what, at)
			continue
		}
		if seen != nil {
			seen[name] = g
		}
		list = append(list, pair{name, r.unquoted(g), item.ValueExpr})
	}
	return list
}

// find looks a key up: in seen where there is one, else in the few of list.
func find(seen map[string]hcl.Range, list []pair, name string) (hcl.Range, bool) {
	if seen != nil {
		g, ok := seen[name]
		return g, ok
	}
	for _, p := range list {
		if p.key == name {
			return p.at, true
		}
	}
	return hcl.Range{}, false
}
