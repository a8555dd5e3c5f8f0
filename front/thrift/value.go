package thrift

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// constants gives every constant its value. One without is taken out, and
// reported.
func (d *document) constants() {
	var kept []*schema.Const
	for _, c := range d.values {
		v, ok := d.convert(c.value, &c.node.Type, c.value.span)
		if ok {
			c.node.Value = v
			kept = append(kept, c.node)
		} else {
			c.wrong = true
		}
	}
	d.pkg.Consts = kept
}

// setDefault gives a field its default. What the model has no defaults of is
// kept as an option.
func (d *document) setDefault(f *defaulted) {
	v, ok := d.convert(f.value, &f.field.Type, f.value.span)
	if !ok {
		return
	}
	composite := f.field.Type.Target != nil && f.field.Type.Target.Base() != nil && !isEnum(f.field.Type) || f.field.Type.Elem != nil
	if !composite && f.field.OneOf == "" {
		f.field.Default = &v
		return
	}
	f.field.Options = append(f.field.Options, schema.Option{Name: "thrift.default", Value: v, Span: v.Span})
	if f.field.OneOf == "" && len(v.Items)+len(v.Fields) == 0 && f.field.Presence == schema.Plain {
		return // it is what an absent one is anyway
	}
	what := "a list, set, map or struct"
	if f.field.OneOf != "" {
		what = "a member of a union"
	}
	d.note(v.Span, "the default of "+f.field.Name+" is kept as the option thrift.default alone", "readers here fill in no default for "+what)
}

func isEnum(t schema.Type) bool { _, ok := t.Target.(*schema.Enum); return ok }

// convert returns what a literal means where that type is expected; one that
// doesn't fit it is returned as it is, and Link reports it. It is false
// where the literal names what is not there.
func (d *document) convert(v literal, t *schema.Type, at diag.Span) (schema.Value, bool) {
	if d.elements++; d.elements > maxElements {
		if d.elements == maxElements+1 {
			d.addAt("link", at, "the constants of this file have more than "+"100000 parts together").Help = "name less of them in each other"
		}
		return schema.Value{}, false
	}
	switch {
	case v.kind == word && v.text != "true" && v.text != "false":
		return d.named(v, t, at)
	case v.kind == '[' || v.kind == '{':
		return d.composite(v, t, at)
	}
	k, out := t.Kind, schema.Value{Span: at, Text: v.text}
	flag := v.kind == word
	switch {
	case k == schema.KindBool && v.kind == number:
		out.Kind, out.Text = schema.BoolValue, map[bool]string{true: "true", false: "false"}[v.text != "0"]
	case flag && k.Number():
		out.Kind, out.Text = schema.NumberValue, map[bool]string{true: "1", false: "0"}[v.text == "true"]
	case flag:
		out.Kind = schema.BoolValue
	case v.kind == number && isEnum(*t):
		return d.numbered(v, t.Target.(*schema.Enum), at)
	case v.kind == number || v.kind == double:
		out.Kind = schema.NumberValue
	case k == schema.KindBytes:
		out.Kind, out.Text = schema.StringValue, base64.StdEncoding.EncodeToString([]byte(v.text))
	default:
		out.Kind = schema.StringValue
	}
	return out, true
}

// named returns the value of the constant or enum value that v names.
func (d *document) named(v literal, t *schema.Type, at diag.Span) (schema.Value, bool) {
	c, in, ok := find(d, v.text, func(d *document, name string) (*constant, bool) { c, ok := d.consts[name]; return c, ok })
	if ok {
		if c.wrong {
			return schema.Value{}, false
		}
		if c.busy {
			d.addAt("link", at, "the constant "+v.text+" has itself for a value").Help = "write the value"
			return schema.Value{}, false
		}
		c.busy = true
		defer func() { c.busy = false }()
		if in == d {
			return d.convert(c.value, t, at)
		}
		in.elements, d.elements = d.elements, in.elements // the one who asks pays
		defer func() { in.elements, d.elements = d.elements, in.elements }()
		return in.convert(c.value, t, at)
	}
	dot := strings.LastIndexByte(v.text, '.')
	if dot < 0 {
		p := d.addAt("link", at, "no constant is called "+v.text)
		if e, ok := t.Target.(*schema.Enum); ok {
			p.Help = "a value of an enum is written with the enum's name: " + e.Name + "." + v.text
		} else if near := diag.Nearest(v.text, slices.Sorted(maps.Keys(d.consts))); near != "" {
			p.Help = "did you mean " + near + "?"
		}
		return schema.Value{}, false
	}
	n, _, _ := find(d, v.text[:dot], (*document).declared)
	e, ok := n.node.(*schema.Enum)
	if !ok {
		d.addAt("link", at, "no constant and no enum value is called "+v.text).Help = "it must be in this file, or in an included one with that file's name before it"
		return schema.Value{}, false
	}
	var names []string
	for _, x := range e.Values {
		name := d.spelling(&x.Decl)
		names = append(names, name)
		if name != v.text[dot+1:] {
			continue
		}
		if t.Target == e {
			return schema.Value{Kind: schema.NameValue, Text: x.Name, Span: at}, true
		}
		return d.convert(literal{kind: number, text: itoa(x.Number), span: at}, t, at)
	}
	p := d.addAt("link", at, e.Name+" has no value "+v.text[dot+1:])
	if near := diag.Nearest(v.text[dot+1:], names); near != "" {
		p.Help = "did you mean " + near + "?"
	}
	return schema.Value{}, false
}

// numbered returns the name that an enum has for a number.
func (d *document) numbered(v literal, e *schema.Enum, at diag.Span) (schema.Value, bool) {
	for _, x := range e.Values {
		if itoa(x.Number) == v.text {
			return schema.Value{Kind: schema.NameValue, Text: x.Name, Span: at}, true
		}
	}
	d.addAt("link", at, e.Name+" has no value with the number "+v.text).Help = "name one of its values"
	return schema.Value{}, false
}

// composite returns a list or map. The keys of a map are texts in the model.
func (d *document) composite(v literal, t *schema.Type, at diag.Span) (schema.Value, bool) {
	out := schema.Value{Kind: schema.ListValue, Span: at}
	if v.kind == '{' && !(len(v.keys) == 0 && (t.Kind == schema.KindList || t.Kind == schema.KindSet)) ||
		v.kind == '[' && len(v.items) == 0 && t.Kind == schema.KindMap {
		out.Kind = schema.ObjectValue
	}
	all := true
	var seen map[string]int
	for i, item := range v.items {
		elem := t.Elem
		if elem == nil {
			elem = &schema.Type{}
		}
		name := ""
		if v.kind == '{' {
			var ok bool
			if name, elem, ok = d.member(v.keys[i], t, elem); !ok {
				all = false
				continue
			}
		}
		x, ok := d.convert(item, elem, at)
		all = all && ok
		if v.kind == '{' {
			if seen == nil {
				seen = map[string]int{}
			}
			if first, twice := seen[name]; twice {
				p := d.addAt("link", v.keys[i].span, "the key "+name+" stands twice, and the last counts")
				p.Severity, p.Help = diag.Warning, "take one out"
				out.Fields[first].Value = x
				continue
			}
			seen[name] = len(out.Fields)
			out.Fields = append(out.Fields, schema.ValueField{Name: name, Value: x})
		} else {
			out.Items = append(out.Items, x)
		}
	}
	return out, all
}

// member returns what a key of a map or struct literal is called, and the type
// that its value has.
func (d *document) member(key literal, t, elem *schema.Type) (string, *schema.Type, bool) {
	var m *schema.Message
	switch n := t.Target.(type) {
	case *schema.Message:
		m = n
	case *schema.Error:
		m = &n.Message
	}
	if m == nil {
		kind := t.Key
		if kind == nil {
			kind = &schema.Type{Kind: schema.KindString}
		}
		k, ok := d.convert(key, kind, key.span)
		if ok && (k.Kind == schema.ListValue || k.Kind == schema.ObjectValue) {
			d.addAt("link", key.span, "a key of this literal is a list or map").Help = "a key is a number, a string, true or false, or a name"
			return "", elem, false
		}
		return k.Text, elem, ok
	}
	var names []string
	for _, f := range m.Fields {
		name := d.spelling(&f.Decl)
		if name == key.text && key.kind == text {
			return f.Name, &f.Type, true
		}
		names = append(names, name)
	}
	p := d.addAt("link", key.span, m.Name+" has no field "+key.text)
	if near := diag.Nearest(key.text, names); near != "" {
		p.Help = "did you mean " + near + "?"
	} else {
		p.Help = "the keys of this literal are the names of fields, in quotes"
	}
	return "", elem, false
}
