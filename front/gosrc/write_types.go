package gosrc

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

func (w *writer) consts() {
	for _, c := range w.pkg.Consts {
		typ, value := "", c.Value.Text
		switch k := c.Type.Kind; {
		case k == schema.KindString:
			typ, value = "string", strconv.Quote(c.Value.Text)
		case k == schema.KindEnum:
			typ = w.typ(c, c.Type)
			for _, v := range c.Type.Enum().Values {
				if v.Name == c.Value.Text {
					value = strconv.FormatInt(v.Number, 10)
					if name := w.names[v]; name != "" {
						value = name
					}
				}
			}
			if w.names[c.Type.Enum()] == "" {
				w.lose(c, c.NameSpan, "is left out: a constant of another package's enum can't be said")
				continue
			}
		case (k.Number() || k == schema.KindBool) && c.Value.Kind != schema.StringValue:
			typ = k.String()
		default:
			w.lose(c, c.NameSpan, "is left out: Go has no such constant")
			continue
		}
		var d words
		if w.names[c] != c.Name {
			d.add("name", c.Name)
		}
		d.idents("was", c.Was)
		w.doc(c, true, true)
		d.print(w, "const")
		w.line("const %s %s = %s\n", w.names[c], typ, value)
	}
}

func (w *writer) reserved(r schema.Reserved) {
	if len(r.Ranges)+len(r.Names) == 0 {
		return
	}
	var d words
	var ids []string
	for _, g := range r.Ranges {
		ids = append(ids, g.String())
	}
	d.add("ids", strings.Join(ids, ","))
	d.idents("names", r.Names)
	d.print(w, "reserved")
}

func (w *writer) blocks(list []schema.WireBlock) {
	for _, b := range list {
		d := words{b.Wire.Name}
		for _, a := range b.Attrs {
			d.add(a.Name, a.Value)
		}
		d.print(w, "wire")
	}
}

func (w *writer) enum(e *schema.Enum) {
	w.doc(e, true, true)
	var d words
	if w.names[e] != e.Name {
		d.add("name", e.Name)
	}
	d.flag("closed", e.Closed)
	d.idents("was", e.Was)
	d.print(w, "enum")
	w.reserved(e.Reserved)
	w.line("type %s int32\n", w.names[e])
	if len(e.Values) == 0 {
		return
	}
	w.line("const (")
	for _, v := range e.Values {
		var d words
		if gotag.ValueName(w.names[e], w.names[v]) != v.Name {
			d.add("name", v.Name)
		}
		d.idents("was", v.Was)
		w.doc(v, true, len(d) > 0)
		if len(d) > 0 {
			d.print(w, "value")
		}
		w.line("%s %s = %d", w.names[v], w.names[e], v.Number)
	}
	w.line(")\n")
}

func (w *writer) message(m *schema.Message) {
	w.doc(m, true, true)
	var d words
	if w.names[m] != m.Name {
		d.add("name", m.Name)
	}
	d.flag("stored", m.Stored)
	d.idents("was", m.Was)
	d.print(w, "message")
	w.body(m, w.names[m], nil)
}

func (w *writer) declaredError(e *schema.Error) {
	w.doc(e, true, true)
	var d words
	d.id("code", e.Code)
	if e.Code == 0 {
		d.add("code", "0")
	}
	if w.names[e] != e.Name {
		d.add("name", e.Name)
	}
	d.idents("was", e.Was)
	if e.Stored {
		w.lose(e, diag.Span{}, "loses that it is stored")
	}
	d.print(w, "error")
	w.body(&e.Message, w.names[e], map[string]bool{"Error": true})
	w.line("func (e *%s) Error() string { return %q }\n", w.names[e], e.Name)
}

func (w *writer) body(m *schema.Message, name string, taken map[string]bool) {
	w.blocks(m.On)
	w.reserved(m.Reserved)
	w.line("type %s struct {", name)
	for _, o := range m.OneOfs {
		if o.Doc != "" || o.Deprecated != "" || len(o.Was) > 0 || len(o.Options) > 0 {
			w.lose(o, o.NameSpan, "loses what is said of it beside its members")
		}
	}
	if taken == nil {
		taken = map[string]bool{}
	}
	for _, f := range m.Fields {
		goName := free(taken, exported(f.Name))
		tag := w.tag(f, goName)
		w.doc(f, false, false)
		w.line("%s %s %s", goName, w.fieldType(f), tag)
	}
	w.line("}\n")
}

// fieldType is the type of a struct's field: a pointer where presence is
// tracked, and for messages that hold themselves or a member of a oneof.
func (w *writer) fieldType(f *schema.Field) string {
	t := w.typ(f, f.Type)
	switch {
	case f.Presence == schema.Optional:
		return "*" + t
	case f.Type.Kind == schema.KindMessage && (f.OneOf != "" || f.Presence == schema.Required):
		return "*" + t
	case f.OneOf != "" && f.Type.Kind != schema.KindBytes && f.Type.Kind != schema.KindList && f.Type.Kind != schema.KindMap && f.Type.Kind != schema.KindSet:
		return "*" + t
	}
	return t
}

// typ is a type as Go has it; messages are values.
func (w *writer) typ(n schema.Node, t schema.Type) string {
	elem := func() string {
		e := w.typ(n, *t.Elem)
		if t.Elem.Kind == schema.KindMessage {
			return "*" + e
		}
		return e
	}
	switch k := t.Kind; k {
	case schema.KindBytes:
		return "[]byte"
	case schema.KindList:
		if t.Len > 0 {
			return "[" + strconv.Itoa(t.Len) + "]" + elem()
		}
		if t.Elem.Kind == schema.KindUint8 {
			w.lose(n, t.Span, "is bytes here: a list of uint8 is that in Go")
		}
		return "[]" + elem()
	case schema.KindSet:
		if !comparable(*t.Elem) {
			w.lose(n, t.Span, "is a list here: Go has no set of %s", t.Elem)
			return "[]" + elem()
		}
		return "map[" + elem() + "]struct{}"
	case schema.KindMap:
		return "map[" + w.typ(n, *t.Key) + "]" + elem()
	case schema.KindMessage:
		return w.reference(n, t.Target)
	case schema.KindEnum:
		return w.reference(n, t.Target)
	case schema.KindRef:
		w.lose(n, t.Span, "has the unknown type %s", t.Name)
		return "any"
	default:
		return k.String()
	}
}

// comparable reports whether a type can be a key of a map in Go.
func comparable(t schema.Type) bool {
	switch t.Kind {
	case schema.KindBytes, schema.KindSet, schema.KindMap:
		return false
	case schema.KindList:
		return t.Len > 0 && comparable(*t.Elem)
	}
	return true
}

// reference names a type of this package or another.
func (w *writer) reference(n, target schema.Node) string {
	if name := w.names[target]; name != "" {
		return name
	}
	p := schema.PackageOf(target)
	return w.foreign(n, p) + "." + typeName(target.Base().Name)
}

// tag writes what a field's tags say.
func (w *writer) tag(f *schema.Field, goName string) string {
	parts := []string{strconv.Itoa(f.Number)}
	if gotag.Snake(goName) != f.Name {
		parts = append(parts, "name="+gotag.Quote(f.Name))
	}
	json := ""
	if f.JSON != "" && f.JSON != f.Name {
		if json = " json:" + strconv.Quote(f.JSON); strings.Contains(f.JSON, ",") || f.JSON == "-" {
			parts, json = append(parts, "json="+gotag.Quote(f.JSON)), ""
		}
	}
	return tagLiteral("rpc:" + strconv.Quote(strings.Join(append(parts, w.options(f)...), ",")) + json)
}

func tagLiteral(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// options are the words of a tag that fields and params have alike.
func (w *writer) options(f *schema.Field) []string {
	var parts []string
	add := func(key, value string, set bool) {
		if set {
			parts = append(parts, key+"="+gotag.Quote(value))
		}
	}
	if f.Presence == schema.Required {
		parts = append(parts, "required")
	}
	add("oneof", f.OneOf, f.OneOf != "")
	for _, v := range []struct {
		key string
		v   *schema.Value
	}{{"default", f.Default}, {"min", f.Min}, {"max", f.Max}, {"max_len", f.MaxLen}, {"pattern", f.Pattern}} {
		if v.v != nil {
			add(v.key, v.v.Text, true)
		}
	}
	add("encoding", f.Encoding, f.Encoding != "")
	if f.Packed != nil {
		add("packed", strconv.FormatBool(*f.Packed), true)
	}
	for _, i := range f.Was {
		add("was", i.Name, true)
	}
	reason := func(key, why string) {
		if why == "true" {
			parts = append(parts, key)
		} else if why != "" {
			add(key, why, true)
		}
	}
	reason("deprecated", f.Deprecated)
	reason("retired", f.Retired)
	return parts
}
