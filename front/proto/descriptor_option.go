package proto

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/anypb"
)

// declared finds what options are made of: the fields and extensions of
// messages by number, and the values of enums.
type declared struct {
	fields     map[string]map[int32]*descriptorpb.FieldDescriptorProto
	extensions map[string]map[int32]string // their full names
	values     map[string]map[int32]string
}

// declarations returns what the files of the set declare, the well-known options
// where none of them does.
func (s *descriptorSet) declarations() *declared {
	s.once.Do(func() {
		d := &declared{map[string]map[int32]*descriptorpb.FieldDescriptorProto{}, map[string]map[int32]string{}, map[string]map[int32]string{}}
		for _, f := range s.files {
			d.file(f.FileDescriptorProto)
		}
		if d.fields[".google.protobuf.FieldOptions"] == nil {
			d.file(protodesc.ToFileDescriptorProto(descriptorpb.File_google_protobuf_descriptor_proto))
		}
		if d.fields[".google.protobuf.Any"] == nil {
			d.file(protodesc.ToFileDescriptorProto(anypb.File_google_protobuf_any_proto))
		}
		s.names = d
	})
	return s.names
}

func (d *declared) file(f *descriptorpb.FileDescriptorProto) {
	scope := ""
	if f.GetPackage() != "" {
		scope = "." + f.GetPackage()
	}
	d.add(scope, f.GetMessageType(), f.GetEnumType(), f.GetExtension())
}

func (d *declared) add(scope string, messages []*descriptorpb.DescriptorProto, enums []*descriptorpb.EnumDescriptorProto, extensions []*descriptorpb.FieldDescriptorProto) {
	for _, m := range messages {
		full := scope + "." + m.GetName()
		for _, f := range m.GetField() {
			d.field(full, f)
		}
		if d.fields[full] == nil {
			d.fields[full] = map[int32]*descriptorpb.FieldDescriptorProto{}
		}
		d.add(full, m.GetNestedType(), m.GetEnumType(), m.GetExtension())
	}
	for _, e := range enums {
		values := map[int32]string{}
		for _, v := range e.GetValue() {
			if _, aliased := values[v.GetNumber()]; !aliased {
				values[v.GetNumber()] = v.GetName()
			}
		}
		d.values[scope+"."+e.GetName()] = values
	}
	for _, f := range extensions {
		d.field(f.GetExtendee(), f)
		if d.extensions[f.GetExtendee()] == nil {
			d.extensions[f.GetExtendee()] = map[int32]string{}
		}
		d.extensions[f.GetExtendee()][f.GetNumber()] = strings.TrimPrefix(scope+"."+f.GetName(), ".")
	}
}

func (d *declared) field(of string, f *descriptorpb.FieldDescriptorProto) {
	if d.fields[of] == nil {
		d.fields[of] = map[int32]*descriptorpb.FieldDescriptorProto{}
	}
	d.fields[of][f.GetNumber()] = f
}

// options returns the options of an element as they are written: NAME = VALUE.
func (p *printer) options(kind string, m protobuf.Message, full string) []string {
	if !m.ProtoReflect().IsValid() {
		return nil
	}
	raw, err := protobuf.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(m)
	if err != nil {
		p.problem(full, "the options of "+orRoot(full)+" can't be read: "+err.Error())
		return nil
	}
	t := &literals{printer: p, declared: p.set.declarations(), full: orRoot(full)}
	var list []string
	for _, x := range t.split(raw, ".google.protobuf."+kind+"Options") {
		name := x.name
		switch {
		case x.extension:
			name = "(." + x.name + ")"
		case name == "uninterpreted_option":
			p.problem(full, "the options of "+orRoot(full)+" were never given a meaning").Help = "write the set with protoc or buf build, which link what they write"
			continue
		case name == "map_entry":
			continue
		}
		for _, v := range x.values {
			list = append(list, name+" = "+t.value(x.field, v, 0))
		}
	}
	return list
}

// literals prints bytes on the wire as literals.
type literals struct {
	*printer
	*declared
	full string
}

// setField is a field that a message on the wire sets.
type setField struct {
	field     *descriptorpb.FieldDescriptorProto
	name      string
	extension bool
	values    []wireValue // one, unless the field is repeated
	owned     bool        // values[0].bytes was put together here
}

// wireValue is a value as it came: bits of a number, or bytes.
type wireValue struct {
	bits  uint64
	bytes []byte
}

// split reads the fields of a message, in the order in which they first come.
func (t *literals) split(raw []byte, message string) []*setField {
	var list []*setField
	at := map[protowire.Number]*setField{}
	for len(raw) > 0 {
		number, wire, n := protowire.ConsumeTag(raw)
		if n < 0 {
			t.unreadable(message)
			break
		}
		size := protowire.ConsumeFieldValue(number, wire, raw[n:])
		if size < 0 {
			t.unreadable(message)
			break
		}
		value := raw[n : n+size]
		raw = raw[n+size:]
		f := t.fields[message][int32(number)]
		if f == nil {
			d := t.problem(t.full, fmt.Sprintf("%s has the option %d of %s, which nothing in the set declares", t.full, number, orRoot(message)))
			d.Help = "write the set with what it imports: protoc --include_imports"
			continue
		}
		x := at[number]
		if x == nil {
			x = &setField{field: f, name: f.GetName()}
			if full, ok := t.extensions[message][int32(number)]; ok && f.Extendee != nil {
				x.name, x.extension = t.dotted(full, t.full), true
			} else {
				x.name = t.ident(x.name, t.full)
			}
			at[number], list = x, append(list, x)
		}
		if !x.take(number, wire, value) {
			t.unreadable(message)
		}
	}
	return list
}

func (t *literals) unreadable(message string) {
	t.problem(t.full, "the options of "+t.full+" can't be read: a "+orRoot(message)+" in them is broken")
}

// take adds a value as it came: a later one replaces a scalar, and adds to a message.
func (x *setField) take(number protowire.Number, wire protowire.Type, b []byte) bool {
	var v wireValue
	size := 0
	switch wire {
	case protowire.VarintType:
		v.bits, size = protowire.ConsumeVarint(b)
	case protowire.Fixed32Type:
		var n uint32
		n, size = protowire.ConsumeFixed32(b)
		v.bits = uint64(n)
	case protowire.Fixed64Type:
		v.bits, size = protowire.ConsumeFixed64(b)
	case protowire.BytesType:
		v.bytes, size = protowire.ConsumeBytes(b)
	case protowire.StartGroupType:
		v.bytes, size = protowire.ConsumeGroup(number, b)
	}
	want, aggregate := wireOf(x.field)
	repeats := x.field.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REPEATED
	switch {
	case size < 0:
		return false
	case repeats && wire == protowire.BytesType && want != protowire.BytesType && !aggregate: // packed
		for len(v.bytes) > 0 {
			n := protowire.ConsumeFieldValue(number, want, v.bytes)
			if n < 0 || !x.take(number, want, v.bytes[:n]) {
				return false
			}
			v.bytes = v.bytes[n:]
		}
		return true
	case wire != want && !(aggregate && (wire == protowire.BytesType || wire == protowire.StartGroupType)):
		return false
	case repeats || len(x.values) == 0:
		x.values = append(x.values, v)
	case aggregate:
		if !x.owned {
			x.owned, x.values[0].bytes = true, slices.Clone(x.values[0].bytes)
		}
		x.values[0].bytes = append(x.values[0].bytes, v.bytes...)
	default:
		x.values[0] = v
	}
	return true
}

// wireOf is how a field's values travel, and whether they are messages.
func wireOf(f *descriptorpb.FieldDescriptorProto) (protowire.Type, bool) {
	switch f.GetType() {
	case descriptorpb.FieldDescriptorProto_TYPE_DOUBLE, descriptorpb.FieldDescriptorProto_TYPE_FIXED64, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64:
		return protowire.Fixed64Type, false
	case descriptorpb.FieldDescriptorProto_TYPE_FLOAT, descriptorpb.FieldDescriptorProto_TYPE_FIXED32, descriptorpb.FieldDescriptorProto_TYPE_SFIXED32:
		return protowire.Fixed32Type, false
	case descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BYTES:
		return protowire.BytesType, false
	case descriptorpb.FieldDescriptorProto_TYPE_MESSAGE, descriptorpb.FieldDescriptorProto_TYPE_GROUP:
		return protowire.BytesType, true
	}
	return protowire.VarintType, false
}

// value prints one value of a field.
func (t *literals) value(f *descriptorpb.FieldDescriptorProto, v wireValue, depth int) string {
	switch f.GetType() {
	case descriptorpb.FieldDescriptorProto_TYPE_DOUBLE:
		return numberText(math.Float64frombits(v.bits), 64)
	case descriptorpb.FieldDescriptorProto_TYPE_FLOAT:
		return numberText(float64(math.Float32frombits(uint32(v.bits))), 32)
	case descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BYTES:
		return quoteText(string(v.bytes))
	case descriptorpb.FieldDescriptorProto_TYPE_BOOL:
		return strconv.FormatBool(v.bits != 0)
	case descriptorpb.FieldDescriptorProto_TYPE_UINT32, descriptorpb.FieldDescriptorProto_TYPE_FIXED32:
		return strconv.FormatUint(uint64(uint32(v.bits)), 10)
	case descriptorpb.FieldDescriptorProto_TYPE_UINT64, descriptorpb.FieldDescriptorProto_TYPE_FIXED64:
		return strconv.FormatUint(v.bits, 10)
	case descriptorpb.FieldDescriptorProto_TYPE_INT32, descriptorpb.FieldDescriptorProto_TYPE_SFIXED32:
		return itoa(int64(int32(v.bits)))
	case descriptorpb.FieldDescriptorProto_TYPE_INT64, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64:
		return itoa(int64(v.bits))
	case descriptorpb.FieldDescriptorProto_TYPE_SINT32, descriptorpb.FieldDescriptorProto_TYPE_SINT64:
		return itoa(protowire.DecodeZigZag(v.bits))
	case descriptorpb.FieldDescriptorProto_TYPE_ENUM:
		if name, ok := t.values[f.GetTypeName()][int32(v.bits)]; ok {
			return t.ident(name, t.full)
		}
		t.problem(t.full, fmt.Sprintf("an option of %s is %d, which %s has no name for", t.full, int32(v.bits), orRoot(f.GetTypeName())))
		return "0"
	case descriptorpb.FieldDescriptorProto_TYPE_MESSAGE, descriptorpb.FieldDescriptorProto_TYPE_GROUP:
		return t.message(f.GetTypeName(), v.bytes, depth+1)
	}
	t.problem(t.full, "an option of "+t.full+" has no type")
	return "0"
}

// maxLiteral is how deep literals may stand in each other.
const maxLiteral = 100

func (t *literals) message(name string, raw []byte, depth int) string {
	if depth > maxLiteral {
		t.problem(t.full, fmt.Sprintf("an option of %s is nested more than %d deep", t.full, maxLiteral))
		return "{}"
	}
	if name == ".google.protobuf.Any" {
		if text, ok := t.any(raw, depth); ok {
			return text
		}
	}
	var b strings.Builder
	b.WriteString("{")
	for _, x := range t.split(raw, name) {
		word := x.name
		if x.extension {
			word = "[" + x.name + "]"
		}
		for _, v := range x.values {
			b.WriteString(" " + word + ": " + t.value(x.field, v, depth))
		}
	}
	b.WriteString(" }")
	return b.String()
}

// any prints a google.protobuf.Any as what it holds, where that is known.
func (t *literals) any(raw []byte, depth int) (string, bool) {
	a := &anypb.Any{}
	if protobuf.Unmarshal(raw, a) != nil {
		return "", false
	}
	host, name, _ := strings.Cut(a.GetTypeUrl(), "/")
	if _, known := t.fields["."+name]; !known || host != "type.googleapis.com" && host != "type.googleprod.com" {
		return "", false
	}
	return "{ [" + host + "/" + t.dotted(name, t.full) + "]: " + t.message("."+name, a.GetValue(), depth+1) + " }", true
}

// numberText writes a number of a floating-point type: whole ones as integers,
// as most people do.
func numberText(x float64, bits int) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return fraction(x)
	}
	return strconv.FormatFloat(x, 'g', -1, bits)
}
