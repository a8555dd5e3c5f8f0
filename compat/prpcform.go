package compat

import (
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

// How protobuf lays fields out, as far as it decides what a reader makes of them.

// wireType is what a tag says of the bytes that follow.
type wireType uint8

const (
	asVarint wireType = iota
	asFixed32
	asFixed64
	asSized
	asGroup
)

// unit is one value of a field: what a list, a map or the field itself holds.
type unit struct {
	t        *schema.Type
	encoding string // "", zigzag or fixed
	group    bool
}

// protoForm is how a field is written and read.
type protoForm struct {
	field *schema.Field
	key   *unit // of a map, else nil
	unit  unit  // the value, an element, or the value of a map's entry
	many  bool  // a list or set
	pack  bool  // whose elements are written packed
}

func formOf(f *schema.Field) protoForm {
	x := protoForm{field: f, unit: unit{t: &f.Type, encoding: plainEncoding(f.Encoding), group: optionOf(f, groupOption) != nil}}
	switch f.Type.Kind {
	case schema.KindMap:
		x.key, x.unit = &unit{t: f.Type.Key}, unit{t: f.Type.Elem}
		if o := optionOf(f, mapOption); o != nil {
			for _, v := range o.Value.Fields {
				switch v.Name {
				case "key":
					x.key.encoding = wordEncoding(v.Value.Text)
				case "value":
					x.unit.encoding = wordEncoding(v.Value.Text)
				}
			}
		}
	case schema.KindList, schema.KindSet:
		x.many, x.unit.t = true, f.Type.Elem
		x.pack = packable(x.unit.t.Kind) && (f.Packed == nil || *f.Packed)
	}
	return x
}

// The options that .proto keeps its own forms in.
const (
	groupOption = "proto.group"
	mapOption   = "proto.map"
)

func optionOf(f *schema.Field, name string) *schema.Option {
	for i := range f.Options {
		if f.Options[i].Name == name {
			return &f.Options[i]
		}
	}
	return nil
}

func plainEncoding(e string) string {
	if e == "varint" {
		return ""
	}
	return e
}

func wordEncoding(word string) string {
	switch word {
	case "sint32", "sint64":
		return "zigzag"
	case "fixed32", "fixed64", "sfixed32", "sfixed64":
		return "fixed"
	}
	return ""
}

// sameLayout reports whether two fields of the same type are laid out alike. Packed or
// not says nothing: readers take both.
func sameLayout(a, b *schema.Field) bool {
	x, y := formOf(a), formOf(b)
	return x.unit.encoding == y.unit.encoding && x.unit.group == y.unit.group && (x.key == nil || y.key == nil || x.key.encoding == y.key.encoding)
}

func packable(k schema.Kind) bool { return numeric(k) }

func (u *unit) wire() wireType {
	switch k := u.t.Kind; {
	case k == schema.KindMessage && u.group:
		return asGroup
	case k == schema.KindMessage, text(k):
		return asSized
	case k == schema.KindFloat64, k.Integer() && u.encoding == "fixed" && k.Bits() == 64:
		return asFixed64
	case k == schema.KindFloat32, k.Integer() && u.encoding == "fixed":
		return asFixed32
	}
	return asVarint
}

// sends is the wire type that a field's values have.
func (x *protoForm) sends() wireType {
	if x.key != nil || x.pack {
		return asSized
	}
	return x.unit.wire()
}

// takes reports whether a field reads what has that wire type. What it doesn't is
// an unknown field, for which nobody is told.
func (w *walk) takes(x *protoForm, t wireType) bool {
	switch {
	case x.field.Type.Kind.Streams():
		return false
	case x.key != nil, x.many && packable(x.unit.t.Kind) && t == asSized:
		return t == asSized
	case t == asGroup && w.profile == "java":
		return false
	}
	return x.unit.wire() == t
}

// bits is a number as it travels.
func (u *unit) bits(v any) uint64 {
	switch v := v.(type) {
	case bool:
		if v {
			return 1
		}
		return 0
	case float64:
		if u.t.Kind == schema.KindFloat32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(v)
	case uint64:
		return v
	case int64:
		switch {
		case u.encoding == "zigzag":
			return uint64(v)<<1 ^ uint64(v>>63)
		case u.wire() == asFixed32:
			return uint64(uint32(v))
		}
		return uint64(v)
	}
	panic("compat: a value that is no number")
}

// number is what travelled as bits, read as a unit's type.
func (u *unit) number(x uint64) any {
	switch k := u.t.Kind; {
	case k == schema.KindBool:
		return x != 0
	case k == schema.KindEnum:
		return int64(int32(x))
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(uint32(x)))
	case k == schema.KindFloat64:
		return math.Float64frombits(x)
	case k.Unsigned() && k.Bits() == 64:
		return x
	case k.Unsigned():
		return uint64(uint32(x))
	case u.encoding == "zigzag" && k.Bits() == 64:
		return int64(x>>1) ^ -int64(x&1)
	case u.encoding == "zigzag":
		return int64(int32(uint32(x)>>1) ^ -int32(uint32(x)&1))
	case k.Bits() == 64:
		return int64(x)
	}
	return int64(int32(x))
}

// sameOptions reports whether the options that change a field's form are the same.
func sameOptions(a, b *schema.Field) bool {
	x, y := formOf(a), formOf(b)
	if x.unit.group != y.unit.group {
		return false
	}
	return x.key == nil || y.key == nil || x.key.encoding == y.key.encoding && x.unit.encoding == y.unit.encoding
}
