package proto

import (
	"math"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// options turns syntax into options.
func (r *reader) options(nodes []optionNode) []*option {
	if len(nodes) == 0 {
		return nil
	}
	list := make([]*option, 0, len(nodes))
	for _, n := range nodes {
		if n.value == nil || len(n.name) == 0 {
			continue // of a file that doesn't parse
		}
		list = append(list, &option{name: n.name, value: r.value(*n.value), span: r.span(n.extent)})
	}
	return list
}

// value turns a literal into one of the model. Numbers keep a point where they
// were written as fractions, so that integers can be told apart; what a bare
// word is (a bool, an enum's value) is decided when its type is known.
func (r *reader) value(n literal) schema.Value {
	if n.kind == schema.NullValue {
		return schema.Value{Kind: schema.NullValue}
	}
	v := schema.Value{Kind: n.kind, Text: n.text, Span: r.span(n.extent)}
	for _, item := range n.items {
		v.Items = append(v.Items, r.value(item))
	}
	for _, m := range n.members {
		v.Fields = append(v.Fields, schema.ValueField{Name: m.name, Value: r.value(m.value)})
	}
	return v
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
