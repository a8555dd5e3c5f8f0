package proto

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// scalars says what each scalar is in the model: its kind, and its encoding
// where that is not the usual one.
var scalars = map[string]struct {
	kind     schema.Kind
	encoding string
}{
	"double": {schema.KindFloat64, ""}, "float": {schema.KindFloat32, ""},
	"int32": {schema.KindInt32, ""}, "int64": {schema.KindInt64, ""},
	"uint32": {schema.KindUint32, ""}, "uint64": {schema.KindUint64, ""},
	"sint32": {schema.KindInt32, "zigzag"}, "sint64": {schema.KindInt64, "zigzag"},
	"fixed32": {schema.KindUint32, "fixed"}, "fixed64": {schema.KindUint64, "fixed"},
	"sfixed32": {schema.KindInt32, "fixed"}, "sfixed64": {schema.KindInt64, "fixed"},
	"bool": {schema.KindBool, ""}, "string": {schema.KindString, ""}, "bytes": {schema.KindBytes, ""},
}

func (r *reader) readField(n *fieldNode, in *message, outer *features, oneOf string) *field {
	f := &field{f: &schema.Field{Decl: r.decl(n.element, n.name), OneOf: oneOf}, file: r.file, scope: in}
	at := r.span(n.typ.extent)
	word := n.typ.text
	t := schema.Type{Kind: schema.KindRef, Name: word, Span: at}
	if s, ok := scalars[word]; ok {
		t = schema.Type{Kind: s.kind, Span: at}
		f.word, f.f.Encoding = word, s.encoding
	}
	r.finishField(f, n.label, n.tag, n.options, outer)
	to := &f.f.Type
	if f.label == repeated {
		f.f.Type = schema.Type{Kind: schema.KindList, Elem: &t, Span: at}
		to = f.f.Type.Elem
	} else {
		f.f.Type = t
	}
	if f.word == "" {
		f.named = &ref{name: word, to: to, by: f, in: in}
	}
	r.setPresence(f)
	return f
}

func (r *reader) readMap(n *mapNode, in *message, depth int) *field {
	f := &field{f: &schema.Field{Decl: r.decl(n.element, n.name)}, word: "map", entry: &entry{}, file: r.file, scope: in}
	at := r.span(n.typ)
	f.entry.key, f.entry.value = n.key.text, n.value.text
	r.finishField(f, labelNode{}, n.tag, n.options, in.features)
	f.label = repeated
	key := schema.Type{Kind: scalars[f.entry.key].kind, Span: r.span(n.key.extent)}
	value := schema.Type{Kind: schema.KindRef, Name: f.entry.value, Span: r.span(n.value.extent)}
	s, scalar := scalars[f.entry.value]
	if scalar {
		value.Kind, value.Name = s.kind, ""
	}
	f.f.Type = schema.Type{Kind: schema.KindMap, Key: &key, Elem: &value, Span: at}
	if !scalar {
		f.named = &ref{name: f.entry.value, to: f.f.Type.Elem, by: f, in: in}
		f.entry.value = ""
	}
	if scalars[f.entry.key].encoding != "" || s.encoding != "" {
		// The model has one encoding for a field, and a map has two.
		v := schema.Value{Kind: schema.ObjectValue, Span: at}
		add(&v, "key", schema.StringValue, f.entry.key)
		add(&v, "value", schema.StringValue, f.entry.value)
		f.f.Options = append(f.f.Options, schema.Option{Name: "proto.map", Value: v, Span: at})
	}
	if depth+1 >= maxDepth {
		r.errorf(at, f.full(), "map "+f.full()+" stands more than 30 messages deep").Help = "move its message out"
	}
	f.f.Presence = schema.Plain
	return f
}

// finishField reads what fields, maps and groups have in common.
func (r *reader) finishField(f *field, l labelNode, tag numberNode, options []optionNode, outer *features) {
	f.features = outer.with(options)
	f.label, f.labelAt = l.label, l.from
	f.holder = plain
	if len(options) > 0 {
		f.holder = r.hold(&f.f.Decl, options, "field", f.full(), f.scope)
		f.holder.field = f
	}
	f.f.Presence = schema.Plain
	if f.word == "group" {
		if f.label == repeated {
			elem := f.f.Type
			f.f.Type = schema.Type{Kind: schema.KindList, Elem: &elem, Span: elem.Span}
		}
		r.setPresence(f)
	}
	if tag.written {
		f.f.NumberSpan = r.span(tag.extent)
		f.f.Number = int(min(tag.size, 1<<31-1))
		r.checkNumber(f, tag.size)
	} else {
		f.f.NumberSpan = f.f.NameSpan
		r.errorf(f.f.NameSpan, f.full(), "field "+f.full()+" has no number").Help = "write = and a number that no other field has"
	}
	r.readFieldOptions(f)
	r.checkField(f)
}

// readFieldOptions takes what the model says otherwise from the options.
func (r *reader) readFieldOptions(f *field) {
	if json := jsonName(f.f.Name); json != f.f.Name {
		f.f.JSON = json
	}
	if o := f.holder.find("json_name"); o != nil && o.value.Kind == schema.StringValue && !f.extension() {
		f.f.JSON, o.taken = o.value.Text, true
	}
	if f.f.JSON == f.f.Name {
		f.f.JSON = "" // what the model takes where nothing is said
	}
	for _, o := range f.holder.options {
		if o.is("targets") {
			if r.targets == nil {
				r.targets = map[*field][]string{}
			}
			r.targets[f] = append(r.targets[f], strings.TrimPrefix(o.value.Text, "TARGET_TYPE_"))
		}
	}
}

// setPresence decides on presence, as far as the type is known. A message that
// stands alone always tells absent from empty.
func (r *reader) setPresence(f *field) {
	f.f.Presence = schema.Plain
	message := f.message != nil
	f.required = f.label == required || f.label != repeated && f.features.presence == "LEGACY_REQUIRED"
	switch {
	case f.label == repeated || f.f.OneOf != "":
		f.required = false
	case f.required:
		f.f.Presence = schema.Required
	case message || f.label == optional || f.features.presence != "IMPLICIT":
		f.f.Presence = schema.Optional
	}
}

// tracked reports whether readers can tell an absent field from a zero one.
func (f *field) tracked() bool {
	return f.label != repeated && (f.f.OneOf != "" || f.f.Presence != schema.Plain || f.extension())
}

// jsonName is what a field is called in JSON where nothing else is said.
func jsonName(name string) string {
	if !strings.Contains(name, "_") {
		return name
	}
	var b []rune
	upper := false
	for _, c := range name {
		switch {
		case c == '_':
			upper = true
			continue
		case upper:
			c = unicode.ToUpper(c)
		}
		upper = false
		b = append(b, c)
	}
	return string(b)
}

// entryName is what the synthetic message of a map is called.
func entryName(name string) string {
	name = jsonName(name)
	c, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(c)) + name[size:] + "Entry"
}
