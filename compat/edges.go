package compat

import (
	"math"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// edges returns the values of a scalar or enum that matter, plainest first.
func edges(t *schema.Type) []any {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return []any{true, false}
	case k.Signed():
		hi := int64(1)<<(k.Bits()-1) - 1
		out := []any{int64(1), int64(-1), int64(0), int64(2), hi, -hi - 1}
		for b := 8; b < k.Bits(); b *= 2 {
			out = append(out, int64(1)<<b+1, int64(1)<<(b-1), -(int64(1) << b), int64(1)<<b|2)
		}
		if k.Bits() == 64 {
			out = append(out, int64(1)<<53+1, int64(1)<<24+1)
		} else if k.Bits() == 32 {
			out = append(out, int64(1)<<24+1)
		}
		return out
	case k.Unsigned():
		hi := uint64(math.MaxUint64) >> (64 - k.Bits())
		out := []any{uint64(1), uint64(0), uint64(2), hi, hi>>1 + 1}
		for b := 8; b < k.Bits(); b *= 2 {
			out = append(out, uint64(1)<<b+1, uint64(1)<<(b-1), uint64(1)<<b|2)
		}
		if k.Bits() == 64 {
			out = append(out, uint64(1)<<53+1, uint64(1)<<24+1)
		} else if k.Bits() == 32 {
			out = append(out, uint64(1)<<24+1)
		}
		return out
	case k == schema.KindFloat32:
		return []any{1.0, 0.0, -1.5, float64(float32(0.1)), float64(math.MaxFloat32), float64(math.SmallestNonzeroFloat32), 16777216.0, math.Copysign(0, -1),
			float64(math.Float32frombits(2)), float64(math.Float32frombits(3)), float64(math.Float32frombits(7)), float64(math.Float32frombits(0x01000000)), float64(math.Float32frombits(0x01010101)), math.NaN(), math.Inf(1)}
	case k == schema.KindFloat64:
		return []any{1.0, 0.0, -1.5, 0.1, 1e300, 5e-324, 9007199254740993.0, math.Float64frombits(1 << 32), math.Float64frombits(1<<32 | 1), math.Copysign(0, -1),
			math.Float64frombits(0x0101010101010101), math.NaN(), math.Inf(-1)}
	case k == schema.KindString:
		return []any{"a", "", "ab", "é", "\x00", "\x01", "\x00\x00", "\x00\x01", "\x00\x00\x00", "abcd", "\x00\x00\x00\x00", "\x00\x00\x00\x01", "\x01\x01\x01\x01", "0", "1", "true", "12", "abcdefgh",
			"\x00\x00\x00\x00\x00\x00\x00\x01", "\x00\x01\x01", "\x00\x04\x00\x00\x00\x01", "{}", "[]", "YQ=="}
	case k == schema.KindBytes:
		return []any{[]byte("a"), []byte{}, []byte{0xff}, []byte{0}, []byte{1}, []byte{0, 0}, []byte("ab"), []byte("abc"), []byte{0, 1}, []byte{0, 0, 0, 0}, []byte{0, 0, 0, 1}, []byte{1, 1, 1, 1}, []byte("abcdefgh"),
			[]byte{0, 1, 1}, []byte{0, 4, 0, 0, 0, 1}, []byte{0, 0, 0, 0, 0, 0, 0, 1}, []byte{0, 1, 0}, []byte{0, 8, 0, 0, 0, 0, 0, 0, 0, 1}, []byte{0, 2, 0, 1}}
	case k == schema.KindEnum:
		return enumNumbers(t.Enum())
	}
	return nil
}

// enumNumbers lists what an enum names, zero last.
func enumNumbers(e *schema.Enum) (out []any) {
	for _, v := range e.Values {
		if v.Number != 0 {
			out = append(out, v.Number)
		}
	}
	if len(out) < len(e.Values) || len(out) == 0 {
		out = append(out, int64(0))
	}
	return out
}

// bit returns a number of one bit, or of any, nil where t isn't one of numbers.
func (s *source) bit(t *schema.Type) any {
	k := t.Kind
	if !k.Signed() && !k.Unsigned() && !k.Float() {
		return nil
	}
	b := uint64(1) << s.rng.IntN(k.Bits())
	if s.rng.IntN(8) == 0 {
		b = s.rng.Uint64() >> (64 - k.Bits())
	}
	switch {
	case k.Unsigned():
		return b
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(uint32(b)))
	case k == schema.KindFloat64:
		return math.Float64frombits(b)
	}
	return int64(b<<(64-k.Bits())) >> (64 - k.Bits())
}

// tags are fields of protobuf that are text as well: 1 with nothing in it, with a 1,
// and one that hardly any message has.
var tags = []string{"\n\x00", "\b\x01", "(a", "\n\x02(a"}

// formed are numbers whose second byte, where they are read as bytes, is one of
// Thrift's forms or its stop, and nothing but zeros after it.
var formed = []any{2.0, 3.0, 3.5, 3.375, 2.375, 2.75}

// edges are those of a type, and of text some that are messages where it may be read
// as one.
func (s *source) edges(t *schema.Type) []any {
	es := edges(t)
	if s.forms && t.Kind.Float() {
		return append(slices.Clip(es), formed...)
	}
	if !s.tagged || !text(t.Kind) {
		return es
	}
	out := append([]any(nil), es[:2]...)
	for _, tag := range tags {
		if t.Kind == schema.KindBytes {
			out = append(out, []byte(tag))
		} else {
			out = append(out, tag)
		}
	}
	return append(out, es[2:]...)
}
