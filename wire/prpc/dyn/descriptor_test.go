package dyn

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/rpcctl/rpcctl/schema"
)

// described is a package as protobuf-go sees it.
type described struct{ protoreflect.FileDescriptor }

// describe builds the descriptors of p in edition 2023, where each field says its
// features.
func describe(p *schema.Package) (described, error) {
	file := &descriptorpb.FileDescriptorProto{
		Name: proto.String(p.Name + ".proto"), Package: proto.String(p.Name),
		Syntax: proto.String("editions"), Edition: descriptorpb.Edition_EDITION_2023.Enum(),
	}
	for _, e := range p.Enums {
		file.EnumType = append(file.EnumType, describeEnum(e))
	}
	for _, m := range p.Messages {
		file.MessageType = append(file.MessageType, describeMessage(m))
	}
	fd, err := protodesc.NewFile(file, nil)
	return described{fd}, err
}

func describeEnum(e *schema.Enum) *descriptorpb.EnumDescriptorProto {
	kind := descriptorpb.FeatureSet_OPEN
	if e.Closed {
		kind = descriptorpb.FeatureSet_CLOSED
	}
	out := &descriptorpb.EnumDescriptorProto{Name: proto.String(e.Name), Options: &descriptorpb.EnumOptions{Features: &descriptorpb.FeatureSet{EnumType: kind.Enum()}}}
	for _, v := range e.Values {
		out.Value = append(out.Value, &descriptorpb.EnumValueDescriptorProto{Name: proto.String(e.Name + "_" + v.Name), Number: proto.Int32(int32(v.Number))})
	}
	if !e.Closed { // its first has to be 0
		zero := slices.IndexFunc(out.Value, func(v *descriptorpb.EnumValueDescriptorProto) bool { return v.GetNumber() == 0 })
		if zero < 0 {
			out.Value = append(out.Value, &descriptorpb.EnumValueDescriptorProto{Name: proto.String(e.Name + "_NONE"), Number: proto.Int32(0)})
			zero = len(out.Value) - 1
		}
		out.Value[0], out.Value[zero] = out.Value[zero], out.Value[0]
	}
	return out
}

func describeMessage(m *schema.Message) *descriptorpb.DescriptorProto {
	out := &descriptorpb.DescriptorProto{Name: proto.String(m.Name)}
	var oneofs []*schema.OneOf // with a member that isn't retired
	for _, o := range m.OneOfs {
		if !slices.ContainsFunc(o.Fields(), func(f *schema.Field) bool { return f.Retired == "" }) {
			continue
		}
		oneofs = append(oneofs, o)
		out.OneofDecl = append(out.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String(o.Name)})
	}
	for _, f := range m.Fields {
		if f.Retired != "" {
			continue
		}
		d := &descriptorpb.FieldDescriptorProto{Name: proto.String(f.Name), Number: proto.Int32(int32(f.Number))}
		set := &descriptorpb.FeatureSet{}
		d.Options = &descriptorpb.FieldOptions{Features: set}
		t, e := &f.Type, encodingOf(f)
		switch t.Kind {
		case schema.KindList, schema.KindSet:
			d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			t = t.Elem
			set.RepeatedFieldEncoding = descriptorpb.FeatureSet_EXPANDED.Enum()
			if packs(f) {
				set.RepeatedFieldEncoding = descriptorpb.FeatureSet_PACKED.Enum()
			}
		case schema.KindMap:
			d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			d.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
			entry := describeEntry(f)
			d.TypeName = proto.String("." + m.FullName() + "." + entry.GetName())
			out.NestedType = append(out.NestedType, entry)
			out.Field = append(out.Field, d)
			d.Options = nil
			continue
		default:
			d.Label = descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()
			closed := t.Enum() != nil && t.Enum().Closed
			switch {
			case f.InOneOf() != nil:
				at := slices.IndexFunc(oneofs, func(o *schema.OneOf) bool { return o.Name == f.OneOf })
				d.OneofIndex = proto.Int32(int32(at))
			case f.Presence == schema.Required:
				set.FieldPresence = descriptorpb.FeatureSet_LEGACY_REQUIRED.Enum()
			case f.Presence == schema.Plain && t.Kind != schema.KindMessage && !closed:
				set.FieldPresence = descriptorpb.FeatureSet_IMPLICIT.Enum()
			}
		}
		if grouped(f) {
			set.MessageEncoding = descriptorpb.FeatureSet_DELIMITED.Enum()
		}
		describeType(d, t, e)
		out.Field = append(out.Field, d)
	}
	return out
}

func describeEntry(f *schema.Field) *descriptorpb.DescriptorProto {
	name := ""
	for _, word := range strings.Split(f.Name, "_") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	ke, ve := mapEncodings(f)
	optional := descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()
	key := &descriptorpb.FieldDescriptorProto{Name: proto.String("key"), Number: proto.Int32(1), Label: optional}
	value := &descriptorpb.FieldDescriptorProto{Name: proto.String("value"), Number: proto.Int32(2), Label: optional}
	describeType(key, f.Type.Key, ke)
	describeType(value, f.Type.Elem, ve)
	return &descriptorpb.DescriptorProto{
		Name: proto.String(name + "Entry"), Field: []*descriptorpb.FieldDescriptorProto{key, value},
		Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)},
	}
}

func describeType(d *descriptorpb.FieldDescriptorProto, t *schema.Type, e encoding) {
	pick := func(of [3]descriptorpb.FieldDescriptorProto_Type) { d.Type = of[e].Enum() }
	switch k := t.Kind; {
	case k == schema.KindMessage:
		d.Type, d.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String("."+t.Name)
	case k == schema.KindEnum:
		d.Type, d.TypeName = descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum(), proto.String("."+t.Name)
	case k == schema.KindInt64:
		pick([3]descriptorpb.FieldDescriptorProto_Type{descriptorpb.FieldDescriptorProto_TYPE_INT64, descriptorpb.FieldDescriptorProto_TYPE_SINT64, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64})
	case k.Signed():
		pick([3]descriptorpb.FieldDescriptorProto_Type{descriptorpb.FieldDescriptorProto_TYPE_INT32, descriptorpb.FieldDescriptorProto_TYPE_SINT32, descriptorpb.FieldDescriptorProto_TYPE_SFIXED32})
	case k == schema.KindUint64:
		pick([3]descriptorpb.FieldDescriptorProto_Type{descriptorpb.FieldDescriptorProto_TYPE_UINT64, 0, descriptorpb.FieldDescriptorProto_TYPE_FIXED64})
	case k.Unsigned():
		pick([3]descriptorpb.FieldDescriptorProto_Type{descriptorpb.FieldDescriptorProto_TYPE_UINT32, 0, descriptorpb.FieldDescriptorProto_TYPE_FIXED32})
	case k == schema.KindFloat32:
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_FLOAT.Enum()
	case k == schema.KindFloat64:
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_DOUBLE.Enum()
	case k == schema.KindBool:
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum()
	case k == schema.KindString:
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum()
	case k == schema.KindBytes:
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
	default:
		panic("no protobuf type: " + t.String())
	}
}

func (d described) message(m *schema.Message) *dynamicpb.Message {
	return dynamicpb.NewMessage(d.Messages().ByName(protoreflect.Name(m.Name)))
}

// fill sets what r has in a message of protobuf-go's.
func (d described) fill(to protoreflect.Message, m *schema.Message, r schema.Record) {
	fields := to.Descriptor().Fields()
	for _, f := range m.ByNumber() {
		v, ok := r[f.Number]
		if !ok {
			continue
		}
		fd := fields.ByNumber(protoreflect.FieldNumber(f.Number))
		switch t := &f.Type; t.Kind {
		case schema.KindList, schema.KindSet:
			l := to.Mutable(fd).List()
			for _, item := range v.([]any) {
				l.Append(d.value(t.Elem, item, l.NewElement))
			}
		case schema.KindMap:
			l := to.Mutable(fd).Map()
			for _, e := range v.([]schema.Entry) {
				key := d.value(t.Key, e.Key, nil)
				l.Set(key.MapKey(), d.value(t.Elem, e.Value, l.NewValue))
			}
		default:
			to.Set(fd, d.value(t, v, func() protoreflect.Value { return to.NewField(fd) }))
		}
	}
}

func (d described) value(t *schema.Type, v any, fresh func() protoreflect.Value) protoreflect.Value {
	narrow := t.Kind.Bits() < 64
	switch x := v.(type) {
	case schema.Record:
		of := fresh()
		d.fill(of.Message(), t.Message(), x)
		return of
	case int64:
		switch {
		case t.Kind == schema.KindEnum:
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(x))
		case narrow:
			return protoreflect.ValueOfInt32(int32(x))
		}
	case uint64:
		if narrow {
			return protoreflect.ValueOfUint32(uint32(x))
		}
	case float64:
		if t.Kind == schema.KindFloat32 {
			return protoreflect.ValueOfFloat32(float32(x))
		}
	}
	return protoreflect.ValueOf(v)
}

// record returns what a message of protobuf-go's holds.
func record(from protoreflect.Message, m *schema.Message) schema.Record {
	r := schema.Record{}
	from.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		f := m.Field(int(fd.Number()))
		switch t := &f.Type; t.Kind {
		case schema.KindList, schema.KindSet:
			var items []any
			for i := range v.List().Len() {
				items = append(items, dynamicValue(t.Elem, v.List().Get(i)))
			}
			r[f.Number] = items
		case schema.KindMap:
			var entries []schema.Entry
			v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
				entries = append(entries, schema.Entry{Key: dynamicValue(t.Key, k.Value()), Value: dynamicValue(t.Elem, v)})
				return true
			})
			r[f.Number] = entries
		default:
			r[f.Number] = dynamicValue(t, v)
		}
		return true
	})
	return r
}

func dynamicValue(t *schema.Type, v protoreflect.Value) any {
	switch x := v.Interface().(type) {
	case protoreflect.Message:
		return record(x, t.Message())
	case protoreflect.EnumNumber:
		return int64(x)
	case int32:
		return int64(x)
	case uint32:
		return uint64(x)
	case float32:
		return float64(x)
	case bool, int64, uint64, float64, string, []byte:
		return x
	default:
		panic(fmt.Sprintf("no dynamic value: %T", x))
	}
}
