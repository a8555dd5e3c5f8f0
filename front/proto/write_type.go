package proto

import (
	"fmt"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// wordOf is a scalar's word in .proto, and whether values of the type need a
// wider one.
func wordOf(k schema.Kind, encoding string) (word string, wider bool) {
	words := map[schema.Kind][3]string{ // varint, zigzag, fixed
		schema.KindInt8: {"int32", "sint32", "sfixed32"}, schema.KindInt16: {"int32", "sint32", "sfixed32"},
		schema.KindInt32: {"int32", "sint32", "sfixed32"}, schema.KindInt64: {"int64", "sint64", "sfixed64"},
		schema.KindUint8: {"uint32", "", "fixed32"}, schema.KindUint16: {"uint32", "", "fixed32"},
		schema.KindUint32: {"uint32", "", "fixed32"}, schema.KindUint64: {"uint64", "", "fixed64"},
		schema.KindFloat32: {"float"}, schema.KindFloat64: {"double"}, schema.KindBool: {"bool"},
		schema.KindString: {"string"}, schema.KindBytes: {"bytes"},
	}
	all, ok := words[k]
	if !ok {
		panic("proto: no scalar: " + k.String())
	}
	n := 0
	switch encoding {
	case "zigzag":
		n = 1
	case "fixed":
		n = 2
	}
	return all[n], k.Integer() && k.Bits() < 32
}

// fieldType returns a field's type and whether it is repeated. What has no form
// gets a message of its own, which wrappers print.
func (w *writer) fieldType(m *schema.Message, f *schema.Field, wrappers *[]func()) (string, bool) {
	t := &f.Type
	switch t.Kind {
	case schema.KindList, schema.KindSet:
		if t.Kind == schema.KindSet {
			w.lose(f, t.Span, "is a list here: there are no sets")
		}
		if t.Len > 0 {
			w.lose(f, t.Span, fmt.Sprintf("loses its length of %d", t.Len))
		}
		if f.OneOf != "" {
			return w.wrap(m, f, t, "Value", wrappers), false
		}
		return w.inner(m, f, t.Elem, wrappers), true
	case schema.KindMap:
		if f.OneOf != "" {
			return w.wrap(m, f, t, "Value", wrappers), false
		}
		for _, o := range f.Options {
			if o.Name == "proto.map" {
				value := textOf(o.Value, "value")
				if value == "" {
					value = w.inner(m, f, t.Elem, wrappers)
				}
				return "map<" + textOf(o.Value, "key") + ", " + value + ">", false
			}
		}
		return "map<" + w.inner(m, f, t.Key, wrappers) + ", " + w.inner(m, f, t.Elem, wrappers) + ">", false
	}
	return w.inner(m, f, t, wrappers), false
}

// inner is the type of a value that is neither repeated nor a map.
func (w *writer) inner(m *schema.Message, f *schema.Field, t *schema.Type, wrappers *[]func()) string {
	switch t.Kind {
	case schema.KindMessage, schema.KindEnum:
		return w.typeName(t, m.Name)
	case schema.KindList, schema.KindSet, schema.KindMap:
		return w.wrap(m, f, t, "Item", wrappers)
	}
	encoding := f.Encoding
	if f.Type.Kind == schema.KindMap {
		encoding = ""
	}
	word, wider := wordOf(t.Kind, encoding)
	if wider {
		w.lose(f, t.Span, "is "+word+" here: there is no "+t.Kind.String())
	}
	return word
}

// wrap gives a type a nested message of its own, and returns the message's name.
func (w *writer) wrap(m *schema.Message, f *schema.Field, t *schema.Type, suffix string, wrappers *[]func()) string {
	name := camel(f.Name) + suffix
	for n := 2; w.taken[join(m.Name, name)]; n++ {
		name = fmt.Sprintf("%s%s%d", camel(f.Name), suffix, n)
	}
	w.taken[join(m.Name, name)] = true
	w.lose(f, t.Span, "has the message "+name+" for "+t.String()+": lists and maps stand at fields alone")
	held := &schema.Field{Decl: schema.Decl{Name: "values", NameSpan: f.NameSpan}, Number: 1, Type: *t, Presence: schema.Plain, Parent: f.Parent}
	inside := &schema.Message{Decl: schema.Decl{Name: join(m.Name, name)}, Fields: []*schema.Field{held}}
	about := w.about
	if f.FullName() != "" {
		about = f
	}
	*wrappers = append(*wrappers, func() {
		w.about = about
		w.open("message ", name)
		var more []func()
		w.fieldAlone(inside, held, &more)
		for _, print := range more {
			print()
		}
		w.close()
	})
	return name
}

// fieldAlone prints a field of a message that is made up here.
func (w *writer) fieldAlone(m *schema.Message, f *schema.Field, wrappers *[]func()) {
	if e := f.Type.Enum(); e != nil && e.Closed && f.Presence == schema.Plain {
		w.lose(f, f.Type.Span, "tracks presence here: its enum is closed")
		f.Presence = schema.Optional // it is a copy
	}
	text, repeats := w.fieldType(m, f, wrappers)
	label := w.label(f, f.Presence, repeats, strings.HasPrefix(text, "map<"))
	w.line(label, text, " ", f.Name, " = ", itoa(int64(f.Number)), brackets(w.fieldOptions(f, f.Presence, repeats)), ";")
}

// typeName is how a message or enum is called in scope.
func (w *writer) typeName(t *schema.Type, scope string) string {
	p := schema.PackageOf(t.Target)
	if p != nil && p != w.pkg {
		w.importOf(p, t.Target)
		if unnamed(p) {
			return w.name("."+strings.TrimPrefix(t.Name, p.Name+"."), scope)
		}
	}
	return w.name("."+w.real(t.Name), scope)
}

func isSource(i *schema.Import) bool { return strings.HasSuffix(i.Source, extension) }

// name shortens a full name that begins with a dot where that means the same in
// scope, a message of this package or "". Scalars have no dot and stay.
func (w *writer) name(full, scope string) string {
	if !strings.HasPrefix(full, ".") {
		return full
	}
	own := w.pkg.Name
	if w.noPackage() {
		own = ""
	}
	short, mine := strings.CutPrefix(full, "."+own+".")
	if own == "" {
		short, mine = full[1:], w.taken[full[1:]]
	}
	if !mine {
		short = full[1:]
	}
	head, _, _ := strings.Cut(short, ".")
	if w.methods[head] {
		return full
	}
	for s := scope; s != ""; s = s[:max(strings.LastIndexByte(s, '.'), 0)] {
		if w.taken[s+"."+head] {
			return full // something nearer has the name
		}
	}
	if mine {
		if !w.taken[head] {
			return full
		}
		return short
	}
	if w.taken[head] {
		return full
	}
	for p := own; p != ""; p = p[:max(strings.LastIndexByte(p, '.'), 0)] {
		if strings.HasPrefix(p+".", join(p[:max(strings.LastIndexByte(p, '.'), 0)], head)+".") && strings.Contains(p, ".") {
			return full // a part of our own package
		}
		for _, i := range w.pkg.Imports {
			if strings.HasPrefix(i.Package+".", p+"."+head+".") {
				return full
			}
		}
	}
	return short
}

// request returns what stands in the parentheses of a method, and prints the
// message that is made for it, if one is.
func (w *writer) request(m *schema.Method) (string, func()) {
	if len(m.Params) == 1 {
		f := m.Params[0]
		t := &f.Type
		if t.Kind == schema.KindStream && t.Elem.Kind == schema.KindMessage && f.Number == 1 {
			w.renamedParam(m, f)
			return "stream " + w.typeName(t.Elem, ""), nil
		}
		if t.Kind == schema.KindMessage && f.Presence == schema.Plain && f.Number == 1 {
			w.renamedParam(m, f)
			return w.typeName(t, ""), nil
		}
	}
	if len(m.Params) == 0 {
		w.lose(m, m.NameSpan, "takes google.protobuf.Empty here")
		return w.empty(), nil
	}
	name := schema.OnWire(m.On, "prpc", "request")
	return w.made(m, m.Params, name, "Request")
}

func (w *writer) renamedParam(m *schema.Method, f *schema.Field) {
	if f.Name != "request" {
		w.lose(f, f.NameSpan, "loses its name: a method's message has none")
	}
}

func (w *writer) empty() string {
	w.importFile("google/protobuf/empty.proto", "")
	return w.name(".google.protobuf.Empty", "")
}

// response is request for the result.
func (w *writer) response(m *schema.Method) (string, func()) {
	r := m.Returns
	switch {
	case r == nil:
		w.lose(m, m.NameSpan, "returns google.protobuf.Empty here")
		return w.empty(), nil
	case r.Type.Kind == schema.KindMessage && r.Presence == schema.Plain:
		return w.typeName(&r.Type, ""), nil
	case r.Type.Kind == schema.KindStream && r.Type.Elem.Kind == schema.KindMessage:
		return "stream " + w.typeName(r.Type.Elem, ""), nil
	}
	result := *r
	result.Name = "result"
	return w.made(m, []*schema.Field{&result}, schema.OnWire(m.On, "prpc", "response"), "Response")
}

// made is a message for params that are not one. A stream among them becomes a
// stream of such messages.
func (w *writer) made(m *schema.Method, fields []*schema.Field, name, suffix string) (string, func()) {
	if name == "" {
		name = camel1(m.Name) + suffix
	}
	for base, n := name, 2; w.taken[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	w.taken[name] = true
	w.lose(m, m.NameSpan, "has the message "+name+" here")
	stream := ""
	inside := &schema.Message{Decl: schema.Decl{Name: name}}
	for _, f := range fields {
		c := *f
		switch {
		case c.Type.Kind == schema.KindStream:
			c.Type, stream = *f.Type.Elem, "stream "
		case c.Type.Kind.Raw():
			c.Type, stream = schema.Type{Kind: schema.KindBytes, Span: f.Type.Span}, "stream "
			w.lose(f, f.Type.Span, "is a stream of messages with bytes here")
		}
		inside.Fields = append(inside.Fields, &c)
	}
	written := name
	if w.methods[name] {
		written = "." + name
		if !w.noPackage() {
			written = "." + w.pkg.Name + "." + name
		}
	}
	return stream + written, func() {
		w.open("message ", name)
		var more []func()
		for _, f := range inside.Fields {
			if f.Retired != "" {
				w.lose(f, f.NameSpan, "is a reserved number here: nothing is retired")
				w.line("reserved ", itoa(int64(f.Number)), ";")
				continue
			}
			w.doc(f.Doc)
			w.fieldAlone(inside, f, &more)
		}
		for _, print := range more {
			print()
		}
		w.close()
		w.line()
	}
}

func camel1(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
