package drawn

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// spice gives a field what only protobuf has. What doesn't fit its type is fit's to
// take away.
func (d *drawer) spice(f *schema.Field) {
	switch d.IntN(10) {
	case 0, 1:
		f.Encoding = d.encoding()
	case 2, 3:
		f.Packed = new(bool)
	case 4:
		if f.Type.Kind != schema.KindRef && f.Type.Kind != schema.KindList && f.Type.Kind != schema.KindSet && f.Type.Kind != schema.KindMap && d.one(3) {
			f.Presence, f.Default = schema.Required, nil
		}
	case 5:
		f.Options = append(f.Options, group())
	case 6, 7:
		f.Options = append(f.Options, d.mapForm(f))
	}
}

func (d *drawer) encoding() string { return []string{"varint", "zigzag", "fixed"}[d.IntN(3)] }

func group() schema.Option {
	return schema.Option{Name: groupOption, Value: schema.Value{Kind: schema.BoolValue, Text: "true"}}
}

const (
	groupOption = "proto.group"
	mapOption   = "proto.map"
)

// mapForm says how a map's keys and values are laid out.
func (d *drawer) mapForm(f *schema.Field) schema.Option {
	word := func() schema.Value {
		return schema.Value{Kind: schema.StringValue, Text: []string{"", "sint32", "fixed32"}[d.IntN(3)]}
	}
	return schema.Option{Name: mapOption, Value: schema.Value{Kind: schema.ObjectValue, Fields: []schema.ValueField{
		{Name: "key", Value: word()}, {Name: "value", Value: word()},
	}}}
}

// fit takes from all fields what protobuf has no form for, where the shape is
// protobuf's.
func (d *drawer) fit() {
	if !d.shape.Protobuf {
		return
	}
	for _, m := range d.pkg.Messages {
		d.fitFields(m.Fields)
	}
	for _, e := range d.pkg.Errors {
		d.fitFields(e.Fields)
	}
	for _, s := range d.pkg.Services {
		for _, m := range s.Methods {
			d.fitFields(m.Params)
			if m.Returns != nil {
				d.fitFields([]*schema.Field{m.Returns})
			}
		}
	}
}

func (d *drawer) fitFields(fs []*schema.Field) {
	for _, f := range fs {
		if f.OneOf != "" && f.Type.Elem != nil {
			f.Type, f.Default = schema.Type{Kind: schema.KindInt64}, nil
		}
		f.Type = fitting(f.Type)
		t := &f.Type
		if t.Elem != nil && t.Kind != schema.KindMap {
			t = t.Elem
		}
		if f.OneOf != "" || f.Type.Elem != nil && f.Presence == schema.Required {
			f.Presence = schema.Plain
		}
		if !t.Kind.Integer() || f.Encoding == "zigzag" && !t.Kind.Signed() {
			f.Encoding = ""
		}
		if f.Type.Elem == nil || f.Type.Kind == schema.KindMap || t.Kind != schema.KindBool && !t.Kind.Number() && !d.isEnum(t.Name) {
			f.Packed = nil
		}
		message := t.Kind == schema.KindRef && !d.isEnum(t.Name)
		f.Options = slices.DeleteFunc(f.Options, func(o schema.Option) bool {
			return o.Name == groupOption && (!message || f.Type.Len > 0) || o.Name == mapOption && (t.Kind != schema.KindMap || !mapped(t, o))
		})
	}
}

// mapped reports whether a map's keys and values can be laid out as an option says.
func mapped(t *schema.Type, o schema.Option) bool {
	for i, of := range []*schema.Type{t.Key, t.Elem} {
		switch o.Value.Fields[i].Value.Text {
		case "sint32":
			if of.Kind != schema.KindInt32 {
				return false
			}
		case "fixed32":
			if of.Kind != schema.KindUint32 {
				return false
			}
		}
	}
	return true
}

func (d *drawer) isEnum(name string) bool {
	return slices.ContainsFunc(d.pkg.Enums, func(e *schema.Enum) bool { return e.Name == name })
}

// fitting returns t without lists in lists and maps, and with keys that a map can
// have.
func fitting(t schema.Type) schema.Type {
	if t.Elem != nil && t.Elem.Elem != nil {
		t.Elem = &schema.Type{Kind: schema.KindString}
	}
	if t.Key != nil && (t.Key.Kind == schema.KindUint8 || t.Key.Kind == schema.KindRef) {
		t.Key = &schema.Type{Kind: schema.KindUint32}
	}
	return t
}

var protobufEdits = []edit{
	{"change how a field is written", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil {
			return false
		}
		f.Encoding = d.encoding()
		return true
	}},
	{"pack a list or not", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Type.Elem == nil {
			return false
		}
		if f.Packed == nil {
			f.Packed = new(bool)
		} else {
			f.Packed = nil
		}
		return true
	}},
	{"require a field or no longer", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil || f.Type.Elem != nil || f.Type.Kind == schema.KindRef || f.OneOf != "" {
			return false
		}
		f.Default = nil
		if f.Presence == schema.Required {
			f.Presence = schema.Optional
		} else {
			f.Presence = schema.Required
		}
		return true
	}},
	{"make a group or no longer", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Type.Kind != schema.KindRef {
			return false
		}
		return d.toggle(f, group())
	}},
	{"change how a map is written", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Type.Kind != schema.KindMap {
			return false
		}
		return d.toggle(f, d.mapForm(f))
	}},
	{"make a list of a field or no longer", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil {
			return false
		}
		f.Default = nil
		switch {
		case f.Type.Kind == schema.KindMap:
			return false
		case f.Type.Elem != nil:
			if f.Type = *f.Type.Elem; f.Type.Kind == schema.KindRef && f.OneOf == "" {
				f.Presence = schema.Optional // a plain message may hold itself
			}
		default:
			t := f.Type
			f.Type = schema.Type{Kind: schema.KindList, Elem: &t}
		}
		return true
	}},
}

// toggle takes an option from a field that has it, or gives it one.
func (d *drawer) toggle(f *schema.Field, o schema.Option) bool {
	i := slices.IndexFunc(f.Options, func(x schema.Option) bool { return x.Name == o.Name })
	if i >= 0 {
		f.Options = slices.Delete(f.Options, i, i+1)
	} else {
		f.Options = append(f.Options, o)
	}
	return true
}
