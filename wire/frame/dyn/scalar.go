package dyn

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// appendFixed appends a value of a fixed type.
func appendFixed(b []byte, t schema.Type, v any) ([]byte, error) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		x, ok := v.(bool)
		if !ok {
			return b, mismatch(t, v)
		}
		if x {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case k == schema.KindEnum:
		x, ok := v.(int64)
		if !ok {
			return b, mismatch(t, v)
		}
		if x != int64(int32(x)) {
			return b, faultf(-1, "%d is outside int32", x)
		}
		if !named(t.Enum(), x) {
			return b, faultf(-1, "%d is no number of the closed enum %s", x, t.Name)
		}
		return binary.BigEndian.AppendUint32(b, uint32(x)), nil
	case k.Signed():
		x, ok := v.(int64)
		if !ok {
			return b, mismatch(t, v)
		}
		if shift := 64 - k.Bits(); x<<shift>>shift != x {
			return b, faultf(-1, "%d is outside %s", x, k)
		}
		return appendUint(b, uint64(x), k.Bits()), nil
	case k.Unsigned():
		x, ok := v.(uint64)
		if !ok {
			return b, mismatch(t, v)
		}
		if shift := 64 - k.Bits(); x<<shift>>shift != x {
			return b, faultf(-1, "%d is outside %s", x, k)
		}
		return appendUint(b, x, k.Bits()), nil
	case k.Float():
		x, ok := v.(float64)
		if !ok {
			return b, mismatch(t, v)
		}
		if k == schema.KindFloat64 {
			return appendUint(b, math.Float64bits(x), 64), nil
		}
		if float64(float32(x)) != x && x == x {
			return b, faultf(-1, "%v is no float32", x)
		}
		return appendUint(b, uint64(math.Float32bits(float32(x))), 32), nil
	case k == schema.KindList:
		items, ok := v.([]any)
		if !ok {
			return b, mismatch(t, v)
		}
		if len(items) != t.Len {
			return b, faultf(-1, "%d elements where %s has %d", len(items), t, t.Len)
		}
		var err error
		for i, item := range items {
			if b, err = appendFixed(b, *t.Elem, item); err != nil {
				return b, inside(index(i), err)
			}
		}
		return b, nil
	}
	panic("frame: " + t.String() + " has no fixed size")
}

func appendUint(b []byte, x uint64, bits int) []byte {
	for shift := bits - 8; shift >= 0; shift -= 8 {
		b = append(b, byte(x>>shift))
	}
	return b
}

// readFixed reads b, which is as long as t is; at is where b stands in all that
// was read.
func readFixed(t schema.Type, b []byte, at int) (any, error) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		if b[0] > 1 {
			return nil, faultf(at, "%#02x is no bool", b[0])
		}
		return b[0] == 1, nil
	case k == schema.KindEnum:
		x := int64(int32(binary.BigEndian.Uint32(b)))
		if !named(t.Enum(), x) {
			return nil, faultf(at, "%d is no number of the closed enum %s", x, t.Name)
		}
		return x, nil
	case k.Signed():
		shift := 64 - k.Bits()
		return int64(readUint(b)) << shift >> shift, nil
	case k.Unsigned():
		return readUint(b), nil
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b))), nil
	case k == schema.KindFloat64:
		return math.Float64frombits(binary.BigEndian.Uint64(b)), nil
	case k == schema.KindList:
		n := len(b) / t.Len
		items := make([]any, t.Len)
		for i := range items {
			var err error
			if items[i], err = readFixed(*t.Elem, b[i*n:(i+1)*n], at+i*n); err != nil {
				return nil, inside(index(i), err)
			}
		}
		return items, nil
	}
	panic("frame: " + t.String() + " has no fixed size")
}

func readUint(b []byte) (x uint64) {
	for _, c := range b {
		x = x<<8 | uint64(c)
	}
	return x
}

// textOf returns the bytes of a string or bytes value.
func textOf(t schema.Type, v any) ([]byte, error) {
	switch x := v.(type) {
	case string:
		if t.Kind != schema.KindString {
			break
		}
		if !utf8.ValidString(x) {
			return nil, faultf(-1, "text that is not UTF-8")
		}
		return []byte(x), nil
	case []byte:
		if t.Kind == schema.KindBytes {
			return x, nil
		}
	}
	return nil, mismatch(t, v)
}

func readText(t schema.Type, b []byte, at int) (any, error) {
	if t.Kind == schema.KindBytes {
		return append([]byte{}, b...), nil
	}
	if !utf8.Valid(b) {
		return nil, faultf(at, "text that is not UTF-8")
	}
	return string(b), nil
}
