package proto

import (
	"math"
	"strconv"
	"strings"

	"github.com/bufbuild/protocompile/ast"

	"github.com/rpcctl/rpcctl/schema"
)

// options turns syntax into options.
func (r *reader) options(nodes []*ast.OptionNode) []*option {
	if len(nodes) == 0 {
		return nil
	}
	list := make([]*option, 0, len(nodes))
	for _, n := range nodes {
		if n.Name == nil || n.Val == nil {
			continue // of a file that doesn't parse
		}
		o := &option{value: r.value(n.Val), span: r.span(n)}
		for _, p := range n.Name.Parts {
			o.name = append(o.name, namePart{text: string(p.Name.AsIdentifier()), extension: p.IsExtension(), at: r.span(p)})
		}
		if len(o.name) > 0 {
			list = append(list, o)
		}
	}
	return list
}

func compact(o *ast.CompactOptionsNode) []*ast.OptionNode {
	if o == nil {
		return nil
	}
	return o.Options
}

// value turns a literal into one of the model. Numbers keep a point where they
// were written as fractions, so that integers can be told apart; what a bare
// word is (a bool, an enum's value) is decided when its type is known.
func (r *reader) value(n ast.ValueNode) schema.Value {
	if n == nil {
		return schema.Value{Kind: schema.NullValue}
	}
	v := schema.Value{Span: r.span(n)}
	switch x := n.Value().(type) {
	case bool:
		v.Kind, v.Text = schema.NameValue, strconv.FormatBool(x)
	case ast.Identifier:
		v.Kind, v.Text = schema.NameValue, string(x)
	case int64:
		v.Kind, v.Text = schema.NumberValue, strconv.FormatInt(x, 10)
	case uint64:
		v.Kind, v.Text = schema.NumberValue, strconv.FormatUint(x, 10)
	case float64:
		v.Kind, v.Text = schema.NumberValue, fraction(x)
		if math.IsInf(x, 0) || math.IsNaN(x) {
			v.Kind = schema.NameValue
		}
	case string:
		v.Kind, v.Text = schema.StringValue, x
	case []ast.ValueNode:
		v.Kind = schema.ListValue
		for _, item := range x {
			v.Items = append(v.Items, r.value(item))
		}
	case []*ast.MessageFieldNode:
		v.Kind = schema.ObjectValue
		for _, m := range x {
			v.Fields = append(v.Fields, schema.ValueField{Name: memberName(m.Name), Value: r.value(m.Val)})
		}
	default:
		v.Kind = schema.NullValue
	}
	return v
}

// memberName is a field's name, an extension's in brackets, a type's with its
// URL in brackets.
func memberName(n *ast.FieldReferenceNode) string {
	name := string(n.Name.AsIdentifier())
	switch {
	case n.IsAnyTypeReference():
		return "[" + string(n.URLPrefix.AsIdentifier()) + "/" + name + "]"
	case n.IsExtension():
		return "[" + name + "]"
	}
	return name
}

// fraction writes a number so that it is seen to be no integer.
func fraction(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}
