package jsonschema

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Message says a message as an object. More members than it has are allowed:
// who wrote them may know more.
func (t *Types) Message(m *schema.Message) Object {
	o := Object{{"type", "object"}}
	o = append(o, t.decl(m)...)
	t.LoseIf(m.Stored, m, diag.Span{}, "that it is stored")
	t.LoseIf(len(m.Reserved.Ranges)+len(m.Reserved.Names) > 0, m, diag.Span{}, "what it reserves")
	t.Blocks(m, m.On)
	return append(o, t.Fields(m)...)
}

// Fields says what an object of a message's fields has.
func (t *Types) Fields(m *schema.Message) Object {
	properties := Object{}
	required := []string{}
	members := map[*schema.OneOf][]Object{}
	for _, f := range m.Fields {
		if f.Retired != "" {
			t.Lose(f, f.NameSpan, "is left out: it is retired")
			continue
		}
		properties.Add(f.JSONName(), t.Field(f))
		if f.Presence == schema.Required {
			required = append(required, f.JSONName())
		}
		if one := f.InOneOf(); one != nil {
			members[one] = append(members[one], Object{{"required", []string{f.JSONName()}}})
		}
	}
	o := Object{}
	if len(properties) > 0 {
		o.Add("properties", properties)
	}
	if len(required) > 0 {
		o.Add("required", required)
	}
	var groups []Object
	for _, one := range m.OneOfs {
		list := members[one]
		group := append(Object{{"title", one.Name}}, t.decl(one)...)
		group.Add("oneOf", append(list[:len(list):len(list)], Object{{"not", Object{{"anyOf", list}}}}))
		if len(list) > 0 {
			groups = append(groups, group)
		}
	}
	if len(groups) > 0 {
		o.Add("allOf", groups)
	}
	return o
}

// Field says a field, param or result.
func (t *Types) Field(f *schema.Field) Object {
	o := append(t.Of(&f.Type), t.decl(f)...)
	switch zero, scalar := zeroOf(&f.Type); {
	case f.Default != nil:
		o.Add("default", literal(&f.Type, *f.Default))
	case scalar && f.Presence == schema.Plain && f.OneOf == "" && isMember(f):
		o.Add("default", zero)
	}
	repeats := f.Type.Kind == schema.KindList || f.Type.Kind == schema.KindSet || f.Type.Kind == schema.KindMap
	t.LoseIf(f.Type.Kind == schema.KindMessage && f.Presence == schema.Plain && isMember(f) && f.OneOf == "", f, f.Type.Span, "that it is there always")
	t.LoseIf(repeats && f.Presence == schema.Optional, f, f.Type.Span, "that its absence is told from an empty one")
	for _, b := range t.bounds(f) {
		o.Set(b.Name, b.Value) // narrower than the type's own
	}
	return o
}

func isMember(f *schema.Field) bool {
	_, param := f.Parent.(*schema.Method)
	return !param
}

// zeroOf is what a field that is not there reads as, of the types that the
// mapping has one for.
func zeroOf(x *schema.Type) (any, bool) {
	switch k := x.Kind; {
	case k == schema.KindBool:
		return false, true
	case k.Integer() && k.Bits() == 64:
		return "0", true
	case k.Number():
		return 0, true
	case k == schema.KindString, k == schema.KindBytes:
		return "", true
	case k == schema.KindEnum:
		for _, v := range x.Enum().Values {
			if v.Number == 0 {
				return v.Name, true
			}
		}
	}
	return nil, false
}

func (t *Types) bounds(f *schema.Field) Object {
	o := Object{}
	number := func(name string, v *schema.Value) {
		if v != nil && json.Valid([]byte(v.Text)) {
			o.Add(name, json.Number(v.Text))
		} else if v != nil {
			t.Lose(f, v.Span, "loses its "+name)
		}
	}
	if f.Type.Kind.Bits() == 64 && f.Type.Kind.Integer() {
		t.LoseIf(f.Min != nil || f.Max != nil, f, diag.Span{}, "its min and max where the number is a text")
	}
	number("minimum", f.Min)
	number("maximum", f.Max)
	if f.MaxLen != nil {
		switch n := json.Number(f.MaxLen.Text); f.Type.Kind {
		case schema.KindString:
			o.Add("maxLength", n)
		case schema.KindBytes:
			size, _ := n.Int64() // Link checked it
			o.Add("maxLength", (size+2)/3*4)
		case schema.KindMap:
			o.Add("maxProperties", n)
		default:
			o.Add("maxItems", n)
		}
	}
	if f.Pattern != nil {
		o.Add("pattern", f.Pattern.Text)
		t.LoseIf(strings.Contains(f.Pattern.Text, "(?"), f, f.Pattern.Span, "the flags of its pattern, which JSON Schema has none of")
	}
	return o
}

// literal says a default as JSON.
func literal(x *schema.Type, v schema.Value) any {
	switch v.Kind {
	case schema.NullValue:
		return nil
	case schema.BoolValue:
		return v.Text == "true"
	case schema.NumberValue:
		if x != nil && x.Kind.Integer() && x.Kind.Bits() == 64 || !json.Valid([]byte(v.Text)) {
			return v.Text
		}
		return json.Number(v.Text)
	case schema.ListValue:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, literal(elem(x), item))
		}
		return list
	case schema.ObjectValue:
		o := Object{}
		for _, f := range v.Fields {
			o.Add(f.Name, literal(member(x, f.Name), f.Value))
		}
		return o
	}
	if x != nil && x.Kind.Float() {
		switch v.Text {
		case "inf":
			return "Infinity"
		case "-inf":
			return "-Infinity"
		case "nan":
			return "NaN"
		}
	}
	return v.Text
}

func elem(x *schema.Type) *schema.Type {
	if x == nil {
		return nil
	}
	return x.Elem
}

// member is the type of an object's member: a map's values, or a field's.
func member(x *schema.Type, name string) *schema.Type {
	switch {
	case x == nil:
		return nil
	case x.Kind == schema.KindMap:
		return x.Elem
	case x.Message() != nil:
		for _, f := range x.Message().Fields {
			if f.Name == name {
				return &f.Type
			}
		}
	}
	return nil
}

// wellKnown are the messages that the mapping writes in ways of their own.
var wellKnown = map[string]Object{
	"google.protobuf.Timestamp":   {{"type", "string"}, {"format", "date-time"}},
	"google.protobuf.Duration":    {{"type", "string"}, {"pattern", `^-?[0-9]+(\.[0-9]{1,9})?s$`}},
	"google.protobuf.FieldMask":   {{"type", "string"}},
	"google.protobuf.Empty":       {{"type", "object"}},
	"google.protobuf.Struct":      {{"type", "object"}},
	"google.protobuf.Value":       {},
	"google.protobuf.ListValue":   {{"type", "array"}},
	"google.protobuf.NullValue":   {{"type", "null"}},
	"google.protobuf.Any":         {{"type", "object"}, {"properties", Object{{"@type", Object{{"type", "string"}}}}}, {"required", []string{"@type"}}},
	"google.protobuf.BoolValue":   {{"type", []string{"boolean", "null"}}},
	"google.protobuf.StringValue": {{"type", []string{"string", "null"}}},
	"google.protobuf.BytesValue":  {{"type", []string{"string", "null"}}, {"contentEncoding", "base64"}},
	"google.protobuf.Int32Value":  {{"type", []string{"integer", "null"}}, {"minimum", math.MinInt32}, {"maximum", math.MaxInt32}},
	"google.protobuf.UInt32Value": {{"type", []string{"integer", "null"}}, {"minimum", 0}, {"maximum", math.MaxUint32}},
	"google.protobuf.Int64Value":  {{"type", []string{"string", "integer", "null"}}, {"format", "int64"}},
	"google.protobuf.UInt64Value": {{"type", []string{"string", "integer", "null"}}, {"format", "uint64"}},
	"google.protobuf.FloatValue":  {{"type", []string{"number", "string", "null"}}},
	"google.protobuf.DoubleValue": {{"type", []string{"number", "string", "null"}}},
}
