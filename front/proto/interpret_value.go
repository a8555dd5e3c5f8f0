package proto

import (
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// assign sets a field of an object to a literal. literal says that it stands in
// a message literal, which is freer with bools.
func (s optionScope) assign(h *holder, in *object, f *field, at diag.Span, v schema.Value, literal bool, whole diag.Span) {
	items := []schema.Value{v}
	if v.Kind == schema.ListValue {
		if f.label != repeated {
			s.errorf(h, v.Span, f.f.Name+" is not repeated, and gets a list").Help = "give it one value"
			return
		}
		items = v.Items
	}
	var values []any
	for _, item := range items {
		x, ok := s.typed(h, f, item, literal)
		if !ok {
			return
		}
		values = append(values, x)
	}
	if other := in.clash(f); other != nil {
		s.oneOf(h, at, f, other)
		return
	}
	m := in.get(f)
	switch {
	case m == nil:
		in.members = append(in.members, &member{f: f, key: key(f), values: values, at: whole})
	case f.label == repeated:
		m.values = append(m.values, values...)
	default:
		d := s.errorf(h, at, "option "+f.f.Name+" is set twice")
		also(d, "first here", m.at)
		d.Help = "take one of them out"
	}
}

// typed returns a literal as f holds it: a schema.Value, or an object.
func (s optionScope) typed(h *holder, f *field, v schema.Value, literal bool) (any, bool) {
	if f.word == "map" {
		return s.entry(h, f, v)
	}
	if f.message != nil {
		if v.Kind != schema.ObjectValue {
			s.errorf(h, v.Span, f.f.Name+" is the message "+f.message.full+", and gets "+kindOf(v)).Help = "write { … }"
			return nil, false
		}
		return s.literal(h, f.message, v)
	}
	if f.enum != nil {
		return s.enumValue(h, f.f.Name, f.enum, v, literal)
	}
	if f.word == "" {
		return nil, false // its type is unknown, and reported
	}
	x, wrong := scalar(f.word, v, literal)
	if wrong != "" {
		s.errorf(h, v.Span, f.f.Name+" is "+f.word+", and gets "+wrong).Help = "give it " + f.word
		return nil, false
	}
	return x, true
}

// entry reads a pair of a map: { key: … value: … }.
func (s optionScope) entry(h *holder, f *field, v schema.Value) (any, bool) {
	if v.Kind != schema.ObjectValue {
		s.errorf(h, v.Span, f.f.Name+" is a map, and gets "+kindOf(v)).Help = "write { key: … value: … }"
		return nil, false
	}
	k := &field{f: &schema.Field{Decl: schema.Decl{Name: "key"}}, word: f.entry.key, holder: &holder{}}
	e := &field{f: &schema.Field{Decl: schema.Decl{Name: "value"}}, word: f.entry.value, message: f.message, enum: f.enum, holder: &holder{}}
	return s.literal(h, &message{full: f.full(), fields: []*field{k, e}}, v)
}

// literal reads a message literal.
func (s optionScope) literal(h *holder, m *message, v schema.Value) (any, bool) {
	o := &object{m: m}
	before := len(s.scope.file.list)
	for _, x := range v.Fields {
		inner, bracketed := strings.CutPrefix(x.Name, "[")
		inner = strings.TrimSuffix(inner, "]")
		if strings.Contains(inner, "/") {
			return s.any(h, m, v, inner)
		}
		var f *field
		if bracketed {
			f = s.extensionNamed(h, m, inner, nil, x.Value.Span)
		} else if f = m.field(x.Name); f == nil {
			f = groupNamed(m, x.Name)
			if f == nil {
				d := s.errorf(h, x.Value.Span, m.full+" has no field "+x.Name)
				d.Help = "name one of its fields"
				names := make([]string, len(m.fields))
				for i, f := range m.fields {
					names[i] = f.f.Name
				}
				if near := diag.Nearest(x.Name, names); near != "" {
					d.Help = "did you mean " + near + "?"
				}
			}
		}
		if f == nil || !s.usable(h, f, x.Value.Span) {
			continue
		}
		s.assign(h, o, f, x.Value.Span, x.Value, true, x.Value.Span)
	}
	return o, len(s.scope.file.list) == before
}

// groupNamed finds a group by the name of its message, as the text format has it.
func groupNamed(m *message, name string) *field {
	f := m.field(strings.ToLower(name))
	if f == nil || f.message == nil || f.message.m.Name[strings.LastIndexByte(f.message.m.Name, '.')+1:] != name || f.message.parent != f.scope {
		return nil
	}
	if f.delimited() {
		return f
	}
	return nil
}

// any reads the literal of a google.protobuf.Any: [type.googleapis.com/a.B] { … }.
func (s optionScope) any(h *holder, m *message, v schema.Value, url string) (any, bool) {
	host, name, _ := strings.Cut(url, "/")
	at := v.Fields[0].Value.Span
	switch {
	case len(v.Fields) > 1:
		s.errorf(h, at, "["+url+"] stands beside other fields").Help = "a value of any type has one"
	case m.full != "google.protobuf.Any":
		s.errorf(h, at, "["+url+"] stands in a "+m.full).Help = "it stands in a google.protobuf.Any alone"
	case host != "type.googleapis.com" && host != "type.googleprod.com":
		s.errorf(h, at, "["+url+"] can't be looked up").Help = "write [type.googleapis.com/" + name + "]"
	case v.Fields[0].Value.Kind != schema.ObjectValue:
		s.errorf(h, at, "["+url+"] gets "+kindOf(v.Fields[0].Value)).Help = "write { … }"
	default:
		x := s.element(name)
		if x.symbol == nil || x.kind != messageSymbol {
			s.errorf(h, at, "["+url+"] is no known message").Help = "import the file that has it"
			return nil, false
		}
		inner, ok := s.literal(h, x.message, v.Fields[0].Value)
		if o, is := inner.(*object); is {
			o.any = "[" + url + "]"
			s.complete(h, o, o.any)
			return o, ok
		}
	}
	return nil, false
}

// kindOf names what a literal is.
func kindOf(v schema.Value) string {
	switch v.Kind {
	case schema.NameValue:
		return "the word " + v.Text
	case schema.NumberValue:
		return "the number " + v.Text
	case schema.StringValue:
		return "a text"
	case schema.ListValue:
		return "a list"
	case schema.ObjectValue:
		return "a message"
	}
	return "nothing"
}

func (s optionScope) enumValue(h *holder, name string, e *enum, v schema.Value, literal bool) (any, bool) {
	if v.Kind == schema.NumberValue && literal && !strings.ContainsAny(v.Text, ".e") {
		return v, s.refuse(h, v, name+" is an enum, and gets "+kindOf(v)) // the compiler takes names alone
	}
	if v.Kind != schema.NameValue {
		return nil, s.refuse(h, v, name+" is an enum, and gets "+kindOf(v))
	}
	if e.value(v.Text) == nil {
		d := s.errorf(h, v.Span, "enum "+e.full+" has no value "+v.Text)
		d.Help = "name one of its values"
		names := make([]string, len(e.e.Values))
		for i, x := range e.e.Values {
			names[i] = x.Name
		}
		if near := diag.Nearest(v.Text, names); near != "" {
			d.Help = "did you mean " + near + "?"
		}
		return nil, false
	}
	return v, true
}

func (s optionScope) refuse(h *holder, v schema.Value, message string) bool {
	s.errorf(h, v.Span, message).Help = "give it the name of a value"
	return false
}

// scalar returns a literal as one of a scalar type, or says what it is instead.
func scalar(word string, v schema.Value, literal bool) (schema.Value, string) {
	switch word {
	case "bool":
		if v.Kind != schema.NameValue {
			return v, kindOf(v)
		}
		switch {
		case v.Text == "true" || literal && (v.Text == "t" || v.Text == "True"):
			return schema.Value{Kind: schema.BoolValue, Text: "true", Span: v.Span}, ""
		case v.Text == "false" || literal && (v.Text == "f" || v.Text == "False"):
			return schema.Value{Kind: schema.BoolValue, Text: "false", Span: v.Span}, ""
		}
		return v, kindOf(v)
	case "string", "bytes":
		if v.Kind != schema.StringValue {
			return v, kindOf(v)
		}
		return v, ""
	case "double", "float":
		if v.Kind == schema.NameValue && (v.Text == "inf" || v.Text == "nan" || v.Text == "-inf" || v.Text == "-nan") {
			return v, ""
		}
		if v.Kind != schema.NumberValue {
			return v, kindOf(v)
		}
		return sameNumber(word, v), ""
	}
	if v.Kind != schema.NumberValue || strings.ContainsAny(v.Text, ".e") {
		return v, kindOf(v)
	}
	n, ok := new(big.Int).SetString(v.Text, 10)
	low, high := schema.IntegerRange(scalars[word].kind)
	if !ok || n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return v, kindOf(v) + ", which is out of range"
	}
	return v, ""
}

// sameNumber writes a number as every number of its value is: 1500 and 1.5e3 are
// one to a field that holds a fraction.
func sameNumber(word string, v schema.Value) schema.Value {
	bits := 64
	if word == "float" {
		bits = 32
	}
	x, _ := strconv.ParseFloat(v.Text, bits) // out of range is infinite
	if v.Text = numberText(x, bits); math.IsInf(x, 0) {
		v.Kind = schema.NameValue
	} else {
		v.Text = number(v.Text)
	}
	return v
}

// pseudo sets default and json_name, which are written as options and are none.
func (s optionScope) pseudo(h *holder, o *option) {
	f := h.field
	if o.is("json_name") {
		switch name := o.value; {
		case name.Kind != schema.StringValue:
			s.errorf(h, name.Span, "json_name gets "+kindOf(name)).Help = "give it a text"
		case f.extension() && name.Text != "" && name.Text != jsonName(f.f.Name):
			s.errorf(h, o.span, "extensions have no json_name").Help = "take it out"
		case strings.HasPrefix(name.Text, "[") && strings.HasSuffix(name.Text, "]"):
			s.errorf(h, name.Span, "the JSON name "+quoted(name.Text)+" is one of an extension").Help = "choose one without brackets"
		}
		return
	}
	switch {
	case f.label == repeated:
		s.errorf(h, o.span, "a repeated field has no default").Help = "take it out"
	case f.message != nil:
		s.errorf(h, o.span, "a message has no default").Help = "take it out"
	default:
		x, ok := s.typed(h, f, o.value, false)
		if v, is := x.(schema.Value); ok && is {
			if f.f.OneOf != "" {
				// The model's oneofs have no defaults.
				f.f.Options = append(f.f.Options, schema.Option{Name: "proto.default", Value: v, Span: o.span})
				return
			}
			v = preset(f.word, v)
			f.f.Default = &v
		}
	}
}

// number is a number as the model writes it. Of fractions alone zero has a sign.
func number(text string) string {
	n := schema.CanonicalNumber(text)
	if n == "0" && strings.HasPrefix(text, "-") {
		return "-0"
	}
	return n
}

// preset turns a checked literal into a default of the model.
func preset(word string, v schema.Value) schema.Value {
	switch word {
	case "bytes":
		v.Text = base64.StdEncoding.EncodeToString([]byte(v.Text))
	case "float", "double":
		bits := 64
		if word == "float" {
			bits = 32
		}
		x, _ := strconv.ParseFloat(v.Text, bits) // out of range is infinite
		switch {
		case math.IsNaN(x):
			v.Kind, v.Text = schema.StringValue, "nan"
		case math.IsInf(x, 0):
			v.Kind, v.Text = schema.StringValue, fraction(x)
		default:
			v.Text = number(strconv.FormatFloat(x, 'g', -1, bits))
		}
	}
	return v
}
