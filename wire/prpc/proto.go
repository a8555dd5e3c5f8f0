package prpc

import (
	"encoding/binary"
	"errors"
)

// WireType is how the value of a protobuf field is laid out.
type WireType uint8

// The wire types. 6 and 7 are none.
const (
	Varint     WireType = 0
	Fixed64    WireType = 1
	Bytes      WireType = 2
	StartGroup WireType = 3
	EndGroup   WireType = 4
	Fixed32    WireType = 5
)

// MaxFieldNumber is the highest number of a protobuf field.
const MaxFieldNumber = 1<<29 - 1

// What is wrong with bytes that should be protobuf.
var (
	ErrCut    = errors.New("the bytes end within a field")
	ErrVarint = errors.New("a varint has over 64 bits")
	ErrTag    = errors.New("no field has this number or wire type")
	ErrGroup  = errors.New("a group doesn't end where it began")
	ErrDeep   = errors.New("groups are nested too deep")
)

const maxGroups = 100 // of unknown groups within each other

// AppendVarint appends x in 1 to 10 bytes.
func AppendVarint(b []byte, x uint64) []byte {
	for x >= 0x80 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x))
}

// AppendTag appends what stands before a field's value.
func AppendTag(b []byte, number int, t WireType) []byte {
	return AppendVarint(b, uint64(number)<<3|uint64(t))
}

// AppendBytes appends v with its length before it.
func AppendBytes(b, v []byte) []byte {
	return append(AppendVarint(b, uint64(len(v))), v...)
}

// AppendLength puts the length of b[from:] before it: of a message that was
// appended before its size was known.
func AppendLength(b []byte, from int) []byte {
	n := len(b) - from
	if n < 0x80 { // the usual case: one byte
		b = append(b, 0)
		copy(b[from+1:], b[from:])
		b[from] = byte(n)
		return b
	}
	var size [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(size[:], uint64(n))
	b = append(b, size[:k]...)
	copy(b[from+k:], b[from:len(b)-k])
	copy(b[from:], size[:k])
	return b
}

// ReadVarint reads a varint at the front of b and returns how many bytes it takes.
func ReadVarint(b []byte) (x uint64, n int, err error) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1, nil
	}
	x, n = binary.Uvarint(b)
	switch {
	case n == 0:
		return 0, 0, ErrCut
	case n < 0:
		return 0, 0, ErrVarint
	}
	return x, n, nil
}

// ReadTag reads what stands before a field's value.
func ReadTag(b []byte) (number int, t WireType, n int, err error) {
	x, n, err := ReadVarint(b)
	if err != nil {
		return 0, 0, 0, err
	}
	t = WireType(x & 7)
	if x>>3 == 0 || x>>3 > MaxFieldNumber || t > Fixed32 {
		return 0, 0, 0, ErrTag
	}
	return int(x >> 3), t, n, nil
}

// ReadBytes reads a length and the bytes that it counts. v points into b.
func ReadBytes(b []byte) (v []byte, n int, err error) {
	size, n, err := ReadVarint(b)
	if err != nil {
		return nil, 0, err
	}
	if size > uint64(len(b)-n) {
		return nil, 0, ErrCut
	}
	end := n + int(size)
	return b[n:end:end], end, nil
}

// SkipValue returns how many bytes the value of a field of that number takes.
func SkipValue(b []byte, number int, t WireType) (n int, err error) {
	var open [maxGroups]int
	depth := 0
	for {
		size := 0
		switch t {
		case Varint:
			_, size, err = ReadVarint(b[n:])
		case Fixed64:
			size = 8
		case Fixed32:
			size = 4
		case Bytes:
			_, size, err = ReadBytes(b[n:])
		case StartGroup:
			if depth == maxGroups {
				return 0, ErrDeep
			}
			open[depth] = number
			depth++
		case EndGroup:
			if depth == 0 || open[depth-1] != number {
				return 0, ErrGroup
			}
			depth--
		default:
			return 0, ErrTag
		}
		if err != nil {
			return 0, err
		}
		if size > len(b)-n {
			return 0, ErrCut
		}
		if n += size; depth == 0 {
			return n, nil
		}
		if number, t, size, err = ReadTag(b[n:]); err != nil {
			return 0, err
		}
		n += size
	}
}
