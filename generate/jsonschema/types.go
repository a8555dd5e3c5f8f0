package jsonschema

import (
	"math"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Types says types as schemas, and remembers which elements they refer to.
type Types struct {
	Losses diag.List

	prefix string // of references: #/$defs/
	wanted []schema.Node
	known  map[string]bool
}

// NewTypes returns a Types whose definitions stand at prefix + FULL.NAME.
func NewTypes(prefix string) *Types { return &Types{prefix: prefix, known: map[string]bool{}} }

// Ref returns a reference to a message, enum or error, which Defs will define.
func (t *Types) Ref(n schema.Node) Object {
	name := n.FullName()
	if !t.known[name] {
		t.known[name] = true
		t.wanted = append(t.wanted, n)
	}
	return Object{{"$ref", t.prefix + name}}
}

// Defs returns the definitions of all elements that were referred to, and of
// those that they refer to, in the order in which they were met.
func (t *Types) Defs() Object {
	defs := Object{}
	for len(t.wanted) > 0 {
		n := t.wanted[0]
		t.wanted = t.wanted[1:]
		def, known := wellKnown[n.FullName()]
		if !known {
			def = t.define(n)
		}
		defs.Add(n.FullName(), def)
	}
	return defs
}

func (t *Types) define(n schema.Node) Object {
	switch n := n.(type) {
	case *schema.Message:
		return t.Message(n)
	case *schema.Enum:
		return t.enum(n)
	case *schema.Error:
		t.LoseIf(n.Code != 0, n, n.CodeSpan, "its code")
		return t.Message(&n.Message)
	}
	panic("jsonschema: no element that values are of: " + n.FullName())
}

// Of says a type.
func (t *Types) Of(x *schema.Type) Object {
	switch k := x.Kind; {
	case k == schema.KindBool:
		return Object{{"type", "boolean"}}
	case k.Integer() && k.Bits() < 64:
		low, high := schema.IntegerRange(k)
		return Object{{"type", "integer"}, {"minimum", low}, {"maximum", high}}
	case k == schema.KindInt64:
		return Object{{"type", []string{"string", "integer"}}, {"format", "int64"}, {"pattern", "^-?[0-9]{1,19}$"}}
	case k == schema.KindUint64:
		return Object{{"type", []string{"string", "integer"}}, {"format", "uint64"}, {"pattern", "^[0-9]{1,20}$"}, {"minimum", 0}}
	case k.Float():
		return Object{{"type", []string{"number", "string"}}, {"pattern", "^(NaN|-?Infinity)$"}}
	case k == schema.KindString:
		return Object{{"type", "string"}}
	case k == schema.KindBytes:
		return Object{{"type", "string"}, {"contentEncoding", "base64"}}
	case k == schema.KindList:
		o := Object{{"type", "array"}, {"items", t.Of(x.Elem)}}
		if x.Len > 0 {
			o = append(o, Member{"minItems", x.Len}, Member{"maxItems", x.Len})
		}
		return o
	case k == schema.KindSet:
		return Object{{"type", "array"}, {"items", t.Of(x.Elem)}, {"uniqueItems", true}}
	case k == schema.KindMap:
		o := Object{{"type", "object"}, {"additionalProperties", t.Of(x.Elem)}}
		if names := keys(x.Key); names != nil {
			o.Add("propertyNames", names)
		}
		return o
	case k == schema.KindMessage, k == schema.KindEnum:
		return t.Ref(x.Target)
	}
	panic("jsonschema: no type of a value: " + x.String())
}

// keys says what the names of an object may be that is a map; nil: all.
func keys(k *schema.Type) Object {
	switch {
	case k.Kind == schema.KindBool:
		return Object{{"enum", []string{"true", "false"}}}
	case k.Kind.Signed():
		return Object{{"pattern", "^-?[0-9]+$"}}
	case k.Kind.Unsigned():
		return Object{{"pattern", "^[0-9]+$"}}
	}
	return nil
}

// enum is one name, or where others may be met a number.
func (t *Types) enum(e *schema.Enum) Object {
	o := t.decl(e)
	names := []string{}
	var values []Object
	said := false
	for _, v := range e.Values {
		inner := t.decl(v)
		said = said || len(inner) > 0
		names = append(names, v.Name)
		values = append(values, append(Object{{"const", v.Name}}, inner...))
	}
	if !said {
		values = []Object{{{"enum", names}}}
	}
	if !e.Closed {
		values = append(values, Object{{"type", "integer"}, {"minimum", math.MinInt32}, {"maximum", math.MaxInt32}})
	}
	if e.Closed && !said {
		return append(o, values[0]...)
	}
	o.Add("anyOf", values)
	return o
}

// decl is what all elements have.
func (t *Types) decl(n schema.Node) Object {
	d := n.Base()
	o := Object{}
	if d.Doc != "" {
		o.Add("description", d.Doc)
	}
	if d.Deprecated != "" {
		o.Add("deprecated", true)
	}
	t.Decl(n)
	return o
}

// Decl lists what of an element's declaration has no word.
func (t *Types) Decl(n schema.Node) {
	d := n.Base()
	t.LoseIf(d.Deprecated != "" && d.Deprecated != "true", n, diag.Span{}, "why it is deprecated: "+d.Deprecated)
	for _, i := range d.Was {
		t.Lose(n, i.Span, "loses that it was "+i.Name)
	}
	for _, o := range d.Options {
		switch o.Name {
		case "proto.syntax", "proto.edition", "proto.package": // of the file, not of what it says
		default:
			t.Lose(n, o.Span, "loses the option "+o.Name)
		}
	}
	if e, ok := n.(*schema.Enum); ok {
		t.LoseIf(len(e.Reserved.Ranges)+len(e.Reserved.Names) > 0, n, diag.Span{}, "what it reserves")
	}
}

// Package lists what of a package has no word, once for what no JSON has.
func (t *Types) Package(p *schema.Package) {
	t.Decl(p)
	t.Lose(p, p.NameSpan, "loses its numbers: fields, methods and values have names alone in JSON, and no encodings")
	t.LoseIf(p.Deprecated == "true", p, diag.Span{}, "that it is deprecated")
	for _, i := range p.Wires {
		t.Lose(p, i.Span, "loses its promise of the wire "+i.Name)
	}
	for _, c := range p.Consts {
		t.Lose(c, c.NameSpan, "is left out: there are no constants")
	}
}

// Blocks lists what wire blocks say.
func (t *Types) Blocks(n schema.Node, blocks []schema.WireBlock) {
	for _, b := range blocks {
		t.Lose(n, b.Wire.Span, "loses what it says of the wire "+b.Wire.Name)
	}
}

// Lose lists what of n can't be said.
func (t *Types) Lose(n schema.Node, at diag.Span, what string) {
	if !at.Known() {
		at = n.Base().Span
	}
	d := t.Losses.Add("convert", at, strings.TrimSpace(n.FullName()+" "+what))
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

// LoseIf is Lose where lost.
func (t *Types) LoseIf(lost bool, n schema.Node, at diag.Span, what string) {
	if lost {
		t.Lose(n, at, "loses "+what)
	}
}
