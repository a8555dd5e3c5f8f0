package proto

import (
	"math"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func (r *reader) readEnum(n *enumNode, in *message, outer *features) {
	e := &enum{e: &schema.Enum{Decl: r.decl(n.element, n.name)}, file: r.file, scope: in}
	if in != nil {
		e.e.Name = in.m.Name + "." + e.e.Name
	}
	e.full = join(r.pkg, e.e.Name)
	e.features = outer.with(n.options)
	e.e.Closed = e.features.enum == "CLOSED"
	names := map[string]bool{}
	e.holder = r.hold(&e.e.Decl, n.options, "enum", e.full, in)
	for _, d := range n.members {
		switch d := d.(type) {
		case *enumValueNode:
			r.readEnumValue(e, d)
		case *reservedNode:
			r.readReserved(&e.e.Reserved, names, d, e.full, math.MinInt32, math.MaxInt32)
		}
	}
	r.enums = append(r.enums, e)
	r.part.Enums = append(r.part.Enums, e.e)
	r.checkEnum(e)
}

func (r *reader) readEnumValue(e *enum, n *enumValueNode) {
	v := &schema.EnumValue{Decl: r.decl(n.element, n.name), NumberSpan: r.span(n.number.extent)}
	full := join(e.full, v.Name)
	number, ok := n.number.int64()
	if !ok || number != int64(int32(number)) {
		number = 0
		r.errorf(v.NumberSpan, full, "enum value "+full+" has a number that is not -2147483648 to 2147483647").Help = "choose another number"
	}
	v.Number = number
	e.e.Values = append(e.e.Values, v)
	h := r.hold(&v.Decl, n.options, "enum value", full, e.scope)
	r.checkFeaturesUse(h)
}

// readReserved reads reserved numbers and names; numbers are low to high. seen
// holds the names that the element reserved before.
func (r *reader) readReserved(to *schema.Reserved, seen map[string]bool, n *reservedNode, full string, low, high int64) {
	for _, g := range n.ranges {
		to.Ranges = append(to.Ranges, r.readRange(&g, full, low, high))
	}
	add := func(name string, at diag.Span) {
		if seen[name] {
			r.errorf(at, full, full+" reserves the name "+quoted(name)+" twice").Help = "take one of them out"
			return
		}
		seen[name] = true
		to.Names = append(to.Names, schema.Ident{Name: name, Span: at})
	}
	for _, s := range n.names {
		name, at := s.text, r.span(s.extent)
		if !schema.Identifier(name) {
			r.errorf(at, full, full+" reserves "+quoted(name)+", which is no name").Help = "a name is letters, digits and _, and does not begin with a digit"
		}
		if r.syntax == editions {
			r.errorf(at, full, full+" reserves the name "+quoted(name)+" as a text").Help = "in editions names are reserved without quotes"
		}
		add(name, at)
	}
	for _, s := range n.idents {
		at := r.span(s.extent)
		if r.syntax != editions {
			r.errorf(at, full, full+" reserves the name "+s.text+" without quotes").Help = "write " + quoted(s.text)
		}
		add(s.text, at)
	}
}

// readRange reads numbers from low to high; max is high.
func (r *reader) readRange(n *rangeNode, full string, low, high int64) schema.NumberRange {
	g := schema.NumberRange{Span: r.span(n.extent)}
	bad := func(v numberNode) {
		r.errorf(r.span(v.extent), full, full+" has a range with a number that is not "+schema.NumberRange{From: low, To: high}.String()).Help = "choose another number"
	}
	var ok1, ok2 bool
	if g.From, ok1 = n.first.int64(); !ok1 || g.From < low || g.From > high {
		bad(n.first)
		g.From, ok1 = low, false
	}
	switch {
	case n.max:
		g.To, ok2 = high, true
	case !n.last.written:
		g.To, ok2 = g.From, true
	default:
		if g.To, ok2 = n.last.int64(); !ok2 || g.To < low || g.To > high {
			bad(n.last)
			g.To, ok2 = high, false
		}
	}
	if ok1 && ok2 && g.From > g.To {
		r.errorf(g.Span, full, full+" has a range that ends before it begins: "+g.String()).Help = "turn the numbers around"
		g.To = g.From // said once
	}
	return g
}

func quoted(s string) string { return strconv.Quote(s) }
