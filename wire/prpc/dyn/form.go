package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// encoding is how an integer is laid out.
type encoding uint8

const (
	varint encoding = iota
	zigzag
	fixed
)

func encodingOf(f *schema.Field) encoding {
	switch f.Encoding {
	case "", "varint":
		return varint
	case "zigzag":
		return zigzag
	case "fixed":
		return fixed
	}
	panic("prpc: no encoding " + f.Encoding)
}

// mapEncodings returns how keys and values of a map are laid out: only .proto can
// say it, in words that an option keeps.
func mapEncodings(f *schema.Field) (key, value encoding) {
	for i := range f.Options {
		if o := &f.Options[i]; o.Name == "proto.map" {
			for _, v := range o.Value.Fields {
				switch v.Name {
				case "key":
					key = wordEncoding(v.Value.Text)
				case "value":
					value = wordEncoding(v.Value.Text)
				}
			}
		}
	}
	return key, value
}

func wordEncoding(word string) encoding {
	switch word {
	case "sint32", "sint64":
		return zigzag
	case "fixed32", "fixed64", "sfixed32", "sfixed64":
		return fixed
	}
	return varint
}

// grouped reports whether a message field travels between two tags.
func grouped(f *schema.Field) bool {
	for i := range f.Options {
		if f.Options[i].Name == "proto.group" {
			return true
		}
	}
	return false
}

// packs reports whether a list is written packed.
func packs(f *schema.Field) bool {
	return packable(f.Type.Elem.Kind) && (f.Packed == nil || *f.Packed)
}

func packable(k schema.Kind) bool {
	return k == schema.KindBool || k == schema.KindEnum || k.Number()
}

// wireOf is the wire type of a value; ok is false where the kind has none.
func wireOf(k schema.Kind, e encoding) (t prpc.WireType, ok bool) {
	switch {
	case k == schema.KindFloat64:
		return prpc.Fixed64, true
	case k == schema.KindFloat32:
		return prpc.Fixed32, true
	case k.Integer() && e == fixed && k.Bits() == 64:
		return prpc.Fixed64, true
	case k.Integer() && e == fixed:
		return prpc.Fixed32, true
	case k.Integer(), k == schema.KindBool, k == schema.KindEnum:
		return prpc.Varint, true
	case k == schema.KindString, k == schema.KindBytes, k == schema.KindMessage:
		return prpc.Bytes, true
	}
	return 0, false
}

// keyed reports whether a map's key may be of that kind.
func keyed(k schema.Kind) bool {
	return k == schema.KindBool || k == schema.KindEnum || k == schema.KindString || k.Integer()
}

// named reports whether n is a name's number.
func named(e *schema.Enum, n int64) bool {
	for _, v := range e.Values {
		if v.Number == n {
			return true
		}
	}
	return false
}
