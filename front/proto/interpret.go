package proto

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// interpreter gives options their meaning: which field of which options they
// set, and to what.
type interpreter struct {
	*linker
	roots map[string]*message // by the kind of element
}

// optionMessages says what the options of an element are called, and the word
// for it among the targets of an option.
var optionMessages = map[string][2]string{
	"file": {"FileOptions", "FILE"}, "message": {"MessageOptions", "MESSAGE"}, "field": {"FieldOptions", "FIELD"},
	"extension": {"FieldOptions", "FIELD"}, "oneof": {"OneofOptions", "ONEOF"}, "enum": {"EnumOptions", "ENUM"},
	"enum value": {"EnumValueOptions", "ENUM_ENTRY"}, "service": {"ServiceOptions", "SERVICE"},
	"method": {"MethodOptions", "METHOD"}, "extension range": {"ExtensionRangeOptions", "EXTENSION_RANGE"},
}

func newInterpreter(l *linker) *interpreter {
	x := &interpreter{linker: l, roots: map[string]*message{}}
	for kind, names := range optionMessages {
		if s := l.symbols["google.protobuf."+names[0]]; s != nil {
			x.roots[kind] = s.message
		}
	}
	return x
}

// optionScope interprets the options of one file.
type optionScope struct {
	*scope
	*interpreter
}

func (x *interpreter) scopeOf(f *file) optionScope {
	return optionScope{scope: x.linker.scope(f), interpreter: x}
}

// object is a message value that options set, field by field.
type object struct {
	m       *message
	any     string // of google.protobuf.Any: the type that it holds, in brackets
	members []*member
}

// member is a field that is set; more than one value only where it is repeated.
type member struct {
	f      *field
	key    string
	values []any // schema.Value or *object
	at     diag.Span
}

func (o *object) get(f *field) *member {
	for _, m := range o.members {
		if m.f == f {
			return m
		}
	}
	return nil
}

// clash returns the other member of f's oneof that is set.
func (o *object) clash(f *field) *member {
	if f.f.OneOf == "" {
		return nil
	}
	for _, m := range o.members {
		if m.f != f && m.f.f.OneOf == f.f.OneOf && m.f.scope == f.scope {
			return m
		}
	}
	return nil
}

func (s optionScope) options() {
	for _, h := range s.scope.file.holders {
		s.holder(h)
		h.options = nil // most of what reading keeps beside the model
	}
}

// holder interprets the options of one element and puts them into the model.
func (s optionScope) holder(h *holder) {
	root := s.interpreter.roots[h.kind]
	if root == nil {
		return // someone's own descriptor.proto lacks it, and that is reported where it is used
	}
	in := &object{m: root}
	pseudo := map[string]bool{}
	for _, o := range h.options {
		if h.field != nil && (o.is("default") || o.is("json_name")) {
			if name := o.name[0].text; pseudo[name] {
				s.twice(h, o.name[0])
			} else {
				pseudo[name] = true
				s.pseudo(h, o)
			}
			continue
		}
		s.set(h, o, in, 0)
	}
	s.complete(h, in, "")
	taken := map[string]bool{"deprecated": h.kind != "file", "packed": true}
	for _, o := range h.options {
		if o.taken {
			taken[o.name[0].text] = true
		}
	}
	h.decl.Options = slices.Grow(h.decl.Options, len(in.members))
	for _, m := range in.members {
		v := m.value()
		if m.key == "features" {
			if v = unsaid(v); len(v.Fields) == 0 {
				continue
			}
		}
		if m.f.extension() {
			h.decl.Options = append(h.decl.Options, schema.Option{Name: m.f.full(), Value: v, Span: m.at})
			continue
		}
		if m.key == "deprecated" && h.kind != "file" && v.Text == "true" {
			h.decl.Deprecated = "true"
		}
		if !taken[m.key] {
			h.decl.Options = append(h.decl.Options, schema.Option{Name: "proto." + m.key, Value: v, Span: m.at})
		}
	}
}

// unsaid leaves out the features that the model says otherwise: presence, closed
// enums, packed lists and groups.
func unsaid(v schema.Value) schema.Value {
	left := v
	left.Fields = nil
	for _, f := range v.Fields {
		switch f.Name {
		case "field_presence", "enum_type", "repeated_field_encoding", "message_encoding":
		default:
			left.Fields = append(left.Fields, f)
		}
	}
	return left
}

func (s optionScope) errorf(h *holder, at diag.Span, message string) *diag.Diagnostic {
	return s.scope.file.errorf(at, h.full, h.kind+" "+h.full+": "+message)
}

// span is where a part of an option stands.
func (s optionScope) span(e extent) diag.Span { return s.scope.file.span(e) }

func (s optionScope) twice(h *holder, p namePart) {
	s.errorf(h, s.span(p.at), "option "+p.text+" is set twice").Help = "take one of them out"
}

// set sets what the rest of an option's name, from part on, says in an object.
func (s optionScope) set(h *holder, o *option, in *object, part int) {
	p := o.name[part]
	f := s.named(h, in.m, p, part == 0)
	if f == nil || !s.usable(h, f, s.span(p.at)) {
		return
	}
	m := in.get(f)
	if part == len(o.name)-1 {
		s.assign(h, in, f, s.span(p.at), o.value, false, o.span)
		return
	}
	next := o.name[part+1]
	switch {
	case f.message == nil || f.word == "map":
		s.errorf(h, s.span(next.at), p.text+" is no message, so that "+next.text+" can't be set in it").Help = "set " + p.text + " itself"
	case f.label == repeated:
		s.errorf(h, s.span(next.at), p.text+" is repeated, so that "+next.text+" can't be set in it").Help = "write { " + next.text + ": … }"
	default:
		if m == nil {
			if other := in.clash(f); other != nil {
				s.oneOf(h, s.span(p.at), f, other)
				return
			}
			m = &member{f: f, key: key(f), values: []any{&object{m: f.message}}, at: o.span}
			in.members = append(in.members, m)
		}
		if inner, ok := m.values[0].(*object); ok {
			s.set(h, o, inner, part+1)
		}
	}
}

func key(f *field) string {
	if f.extension() {
		return "[" + f.full() + "]"
	}
	return f.f.Name
}

func (s optionScope) oneOf(h *holder, at diag.Span, f *field, other *member) {
	d := s.errorf(h, at, f.f.Name+" and "+other.f.f.Name+" are members of one oneof, "+f.f.OneOf)
	also(d, other.f.f.Name+" is set here", other.at)
	d.Help = "set one of them"
}

// named returns the field that a part of an option's name means.
func (s optionScope) named(h *holder, m *message, p namePart, first bool) *field {
	if p.extension {
		return s.extensionNamed(h, m, p.text, h.in, s.span(p.at))
	}
	f := m.field(p.text)
	if f == nil || first && p.text == "uninterpreted_option" {
		what := "option"
		if !first {
			what = "field of " + m.full
		}
		d := s.errorf(h, s.span(p.at), "there is no "+what+" "+p.text)
		names := make([]string, len(m.fields))
		for i, f := range m.fields {
			names[i] = f.f.Name
		}
		if near := diag.Nearest(p.text, names); near != "" {
			d.Help = "did you mean " + near + "?"
		} else {
			d.Help = "one of your own stands in parentheses: (" + p.text + ")"
		}
		return nil
	}
	return f
}

// extensionNamed returns the extension of m that name means.
func (s optionScope) extensionNamed(h *holder, m *message, name string, in *message, at diag.Span) *field {
	x := s.find(name, in, nil, false)
	switch {
	case x.symbol == nil:
		user := h.kind + " " + h.full
		for _, f := range s.scope.file.visible {
			if f.broken {
				return nil
			}
		}
		d := s.scope.file.errorf(at, h.full, user+" uses the unknown option ("+name+")")
		d.Help = s.optionHelp(strings.TrimPrefix(name, "."))
	case x.kind != extensionSymbol:
		d := s.errorf(h, at, "("+name+") is "+x.kind.what()+", no extension")
		also(d, "it is here", x.at)
		d.Help = "name an extension of " + m.full
	case x.field.extends == nil: // reported
	case x.field.extends.full != m.full:
		d := s.errorf(h, at, "("+name+") extends "+x.field.extends.full+", not "+m.full)
		also(d, "it is here", x.at)
		d.Help = "name an extension of " + m.full
	default:
		return x.field
	}
	return nil
}

func (s optionScope) optionHelp(name string) string {
	for p := s.scope.file.pkg; ; p = p[:max(strings.LastIndexByte(p, '.'), 0)] {
		if y := s.scope.symbols[join(p, name)]; y != nil && y.kind == extensionSymbol {
			return "import " + quoted(y.file.name) + ", where it is"
		}
		if p == "" {
			break
		}
	}
	var names []string
	for _, f := range s.scope.file.visible {
		for _, x := range f.extensions {
			names = append(names, x.full())
		}
	}
	if near := diag.Nearest(name, names); near != "" {
		return "did you mean (" + near + ")?"
	}
	return "import the file that has it"
}

// usable reports whether the options of h may have f, by what f says of its
// targets.
func (s optionScope) usable(h *holder, f *field, at diag.Span) bool {
	if f.file == nil {
		return true // made up
	}
	targets := f.file.targets[f]
	if len(targets) == 0 || slices.Contains(targets, optionMessages[h.kind][1]) {
		return true
	}
	d := s.errorf(h, at, f.full()+" is no option of a "+h.kind)
	d.Help = "it is one of: " + strings.ToLower(strings.Join(targets, ", "))
	return false
}

// complete reports required fields of options that are not set.
func (s optionScope) complete(h *holder, o *object, path string) {
	for _, f := range o.m.fields {
		if f.required && o.get(f) == nil {
			s.errorf(h, h.decl.NameSpan, "the option "+strings.TrimPrefix(path, ".")+" lacks "+f.f.Name+", which "+o.m.full+" requires").Help = "set it"
		}
	}
	for _, m := range o.members {
		for _, v := range m.values {
			if inner, ok := v.(*object); ok {
				s.complete(h, inner, path+"."+m.f.f.Name)
			}
		}
	}
}

// value turns a member into a value of the model.
func (m *member) value() schema.Value {
	one := func(v any) schema.Value {
		if o, ok := v.(*object); ok {
			return o.value(m.at)
		}
		return v.(schema.Value)
	}
	if m.f.label != repeated {
		return one(m.values[0])
	}
	list := schema.Value{Kind: schema.ListValue, Span: m.at}
	for _, v := range m.values {
		list.Items = append(list.Items, one(v))
	}
	return list
}

func (o *object) value(at diag.Span) schema.Value {
	v := schema.Value{Kind: schema.ObjectValue, Span: at}
	for _, m := range o.members {
		v.Fields = append(v.Fields, schema.ValueField{Name: m.key, Value: m.value()})
	}
	if o.any != "" {
		return schema.Value{Kind: schema.ObjectValue, Span: at, Fields: []schema.ValueField{{Name: o.any, Value: v}}}
	}
	return v
}
