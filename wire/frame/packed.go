package frame

import "encoding/binary"

// maxEmpty is how many elements and messages that take no bytes one packed
// payload may hold: nothing else bounds the memory that a count asks for.
const maxEmpty = 1 << 16

// PackedReader reads a packed payload from its front. What it returns shares the
// payload's memory.
type PackedReader struct {
	b     []byte
	empty int // that may still come
}

// NewPackedReader returns a reader of b.
func NewPackedReader(b []byte) PackedReader { return PackedReader{b, maxEmpty} }

// Left returns how many bytes are left.
func (r *PackedReader) Left() int { return len(r.b) }

// End is an error where bytes are left.
func (r *PackedReader) End() error {
	if len(r.b) > 0 {
		return ErrLeft
	}
	return nil
}

// Take returns the next n bytes.
func (r *PackedReader) Take(n int) ([]byte, error) {
	if n > len(r.b) {
		return nil, ErrCut
	}
	part := r.b[:n:n]
	r.b = r.b[n:]
	return part, nil
}

// Uint32 reads a count, a member's number or another 32-bit number.
func (r *PackedReader) Uint32() (uint32, error) {
	if len(r.b) < 4 {
		return 0, ErrCut
	}
	v := binary.BigEndian.Uint32(r.b)
	r.b = r.b[4:]
	return v, nil
}

// Bool reads a bool or a presence byte.
func (r *PackedReader) Bool() (bool, error) {
	if len(r.b) < 1 {
		return false, ErrCut
	}
	v, err := Bool(r.b[0])
	r.b = r.b[1:]
	return v, err
}

// Part reads a length and as many bytes.
func (r *PackedReader) Part() (part []byte, err error) {
	part, r.b, err = Part(r.b)
	return part, err
}

// Text reads a length and text.
func (r *PackedReader) Text() (string, error) {
	part, err := r.Part()
	if err != nil {
		return "", err
	}
	return Text(part)
}

// Count reads the number of elements that follow, each of at least size bytes.
// Where size is 0 the number is bounded by [PackedReader.Taken] alone: no memory
// may be taken for it beforehand.
func (r *PackedReader) Count(size int) (n int, err error) {
	if size > 0 {
		n, r.b, err = Count(r.b, size)
		return n, err
	}
	v, err := r.Uint32()
	return int(v), err
}

// Taken counts an element or message that began when left bytes were left; too
// many that took none are an error.
func (r *PackedReader) Taken(left int) error {
	if len(r.b) == left {
		if r.empty--; r.empty < 0 {
			return ErrLong
		}
	}
	return nil
}

// Rest returns the bytes that are left, without taking them.
func (r *PackedReader) Rest() []byte { return r.b }
