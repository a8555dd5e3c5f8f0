package proto

import (
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// keepExtensions puts into the model, as options, what it has no form for:
// extensions (proto.extend, where they stand) and the numbers that messages
// give to them (proto.extensions).
func (f *file) keepExtensions() {
	for _, x := range f.extensions {
		to := &f.part.Decl
		if x.scope != nil {
			to = &x.scope.m.Decl
		}
		to.Options = append(to.Options, schema.Option{Name: "proto.extend", Value: x.literal(), Span: x.f.Span})
	}
	for _, m := range f.messages {
		for _, g := range m.ranges {
			v := schema.Value{Kind: schema.ObjectValue, Span: g.Span}
			add(&v, "from", schema.NumberValue, strconv.FormatInt(g.From, 10))
			add(&v, "to", schema.NumberValue, strconv.FormatInt(g.To, 10))
			addOptions(&v, g.holder.decl.Options)
			m.m.Options = append(m.m.Options, schema.Option{Name: "proto.extensions", Value: v, Span: g.Span})
		}
	}
}

// value says an extension as an object: all that a field has.
func (x *field) literal() schema.Value {
	v := schema.Value{Kind: schema.ObjectValue, Span: x.f.Span}
	extends := x.extendee.name
	if x.extends != nil {
		extends = x.extends.full
	}
	add(&v, "extends", schema.StringValue, extends)
	add(&v, "name", schema.StringValue, x.f.Name)
	add(&v, "number", schema.NumberValue, strconv.Itoa(x.f.Number))
	add(&v, "type", schema.StringValue, x.typeName())
	if x.delimited() {
		add(&v, "group", schema.BoolValue, "true")
	}
	if x.label == repeated {
		add(&v, "repeated", schema.BoolValue, "true")
	}
	if x.f.Packed != nil {
		add(&v, "packed", schema.BoolValue, strconv.FormatBool(*x.f.Packed))
	}
	if x.f.Default != nil {
		v.Fields = append(v.Fields, schema.ValueField{Name: "default", Value: *x.f.Default})
	}
	if x.f.Deprecated != "" {
		add(&v, "deprecated", schema.StringValue, x.f.Deprecated)
	}
	if x.f.Doc != "" {
		add(&v, "doc", schema.StringValue, x.f.Doc)
	}
	addOptions(&v, x.f.Options)
	return v
}

func add(v *schema.Value, name string, kind schema.ValueKind, text string) {
	v.Fields = append(v.Fields, schema.ValueField{Name: name, Value: schema.Value{Kind: kind, Text: text, Span: v.Span}})
}

func addOptions(v *schema.Value, options []schema.Option) {
	if len(options) == 0 {
		return
	}
	o := schema.Value{Kind: schema.ObjectValue, Span: v.Span}
	for _, x := range options {
		o.Fields = append(o.Fields, schema.ValueField{Name: x.Name, Value: x.Value})
	}
	v.Fields = append(v.Fields, schema.ValueField{Name: "options", Value: o})
}
