package frame

import "encoding/binary"

// Cut cuts off n bytes: what packed payloads are read by.
func Cut(b []byte, n int) (part, rest []byte, err error) {
	if n > len(b) {
		return nil, nil, ErrCut
	}
	return b[:n], b[n:], nil
}

// CutUint32 cuts off a count, a member's number or another 32-bit number.
func CutUint32(b []byte) (v uint32, rest []byte, err error) {
	if len(b) < 4 {
		return 0, nil, ErrCut
	}
	return binary.BigEndian.Uint32(b), b[4:], nil
}

// CutBool cuts off a bool or a presence byte.
func CutBool(b []byte) (v bool, rest []byte, err error) {
	if len(b) < 1 {
		return false, nil, ErrCut
	}
	v, err = Bool(b[0])
	return v, b[1:], err
}

// CutText cuts off a length and text, which shares b's memory.
func CutText(b []byte) (s string, rest []byte, err error) {
	part, rest, err := Part(b)
	if err == nil {
		s, err = Text(part)
	}
	return s, rest, err
}

// MaxEmpty is how many elements a list, set or map may have whose elements take
// no bytes: nothing else bounds the memory that a packed count asks for.
const MaxEmpty = 65535

// PackedCount cuts off a number of elements of at least size bytes each, 0
// where they may take none.
func PackedCount(b []byte, size int) (n int, rest []byte, err error) {
	if size > 0 {
		return Count(b, size)
	}
	c, rest, err := CutUint32(b)
	if err == nil && c > MaxEmpty {
		return 0, nil, ErrLength
	}
	return int(c), rest, err
}
