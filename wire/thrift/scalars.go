package thrift

import (
	"encoding/binary"
	"math"
)

// Bool reads a bool: the field's that was begun, or an element. In the binary
// protocol peers differ on what is neither 0 nor 1, and it is refused here.
func (r *Reader) Bool() bool {
	at := r.at
	b := r.BoolByte()
	no := byte(0)
	if r.protocol == Compact {
		no = compactFalse
	}
	if b != 1 && b != no {
		r.Fail(InvalidData, at, "%#02x is no bool", b)
	}
	return b == 1
}

// BoolByte reads the byte that stands for a bool: 1 for true; false is 0, and 2
// in compact.
func (r *Reader) BoolByte() byte {
	if r.boolean != 0 {
		b := r.boolean
		r.boolean = 0
		return b
	}
	return byte(r.I8())
}

// I8 reads a byte.
func (r *Reader) I8() int8 {
	if r.err != nil || r.at >= len(r.b) {
		r.take(1)
		return 0
	}
	b := r.b[r.at]
	r.at++
	return int8(b)
}

// I16 reads an i16.
func (r *Reader) I16() int16 {
	if r.protocol == Compact {
		return int16(r.zigzag(16))
	}
	b := r.take(2)
	if b == nil {
		return 0
	}
	return int16(binary.BigEndian.Uint16(b))
}

// I32 reads an i32.
func (r *Reader) I32() int32 {
	if r.protocol == Compact {
		return int32(r.zigzag(32))
	}
	b := r.take(4)
	if b == nil {
		return 0
	}
	return int32(binary.BigEndian.Uint32(b))
}

// I64 reads an i64.
func (r *Reader) I64() int64 {
	if r.protocol == Compact {
		return r.zigzag(64)
	}
	b := r.take(8)
	if b == nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

// zigzag reads a compact integer and refuses what has more bits.
func (r *Reader) zigzag(bits int) int64 {
	at := r.at
	u := r.Varint()
	if r.lenient && bits < 64 {
		n := int32(uint32(u)>>1) ^ -int32(u&1)
		return int64(n) << (64 - bits) >> (64 - bits)
	}
	v := int64(u>>1) ^ -int64(u&1)
	if v<<(64-bits)>>(64-bits) != v {
		r.Fail(InvalidData, at, "%d has more than %d bits", v, bits)
		return 0
	}
	return v
}

// Varint reads what integers are in the compact protocol, before they are taken
// apart: 7 bits a byte, the lowest first.
func (r *Reader) Varint() uint64 {
	if r.err != nil {
		return 0
	}
	if r.at < len(r.b) && r.b[r.at] < 0x80 {
		x := uint64(r.b[r.at])
		r.at++
		return x
	}
	x, n := binary.Uvarint(r.b[r.at:])
	if n < 0 && r.lenient {
		x, n = endless(r.b[r.at:])
	}
	switch {
	case n > 0:
		r.at += n
		return x
	case n == 0:
		r.Fail(Cut, r.at, "cut: %d bytes of an integer", r.Left())
	default:
		r.Fail(InvalidData, r.at, "an integer has more than 64 bits")
	}
	return 0
}

// endless reads an integer of any length, of which the first 64 bits count.
func endless(b []byte) (x uint64, n int) {
	for i, c := range b {
		if i*7 < 64 {
			x |= uint64(c&0x7F) << (i * 7)
		}
		if c < 0x80 {
			return x, i + 1
		}
	}
	return 0, 0
}

// Double reads a double.
func (r *Reader) Double() float64 {
	b := r.take(8)
	switch {
	case b == nil:
		return 0
	case r.protocol == Compact:
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b))
}

// Skip reads past a value of a type.
func (r *Reader) Skip(t Type) {
	switch t {
	case Bool:
		r.BoolByte()
	case I8:
		r.I8()
	case I16, I32, I64:
		if r.protocol == Compact {
			r.Varint()
			return
		}
		r.take(leastSize(Binary, t))
	case Double, UUID:
		r.take(leastSize(r.protocol, t))
	case String:
		r.Text()
	case Struct:
		outer := r.Begin()
		for {
			t, _ := r.Field()
			if t == Stop {
				break
			}
			r.Skip(t)
		}
		r.End(outer)
	case List, Set:
		elem, n := r.List()
		r.skipMany(n, elem)
	case Map:
		key, value, n := r.Map()
		r.skipMany(n, key, value)
	default:
		r.Fail(InvalidData, r.at, "%s can't be read past", t)
	}
}

// skipMany reads past n elements, each of values of the types.
func (r *Reader) skipMany(n int, types ...Type) {
	if r.depth++; r.depth > MaxDepth {
		r.Fail(DepthLimit, r.at, "values nested over %d deep", MaxDepth)
	}
	for range n {
		for _, t := range types {
			if r.Skip(t); r.err != nil {
				return
			}
		}
	}
	r.depth--
}
