package thrift

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Reader reads values in a protocol from bytes that are all there. After its first
// failure it hands out zeros, empty containers and Stop, so that loops end: ask Err
// once, at the end. It takes no memory for what the bytes promise.
type Reader struct {
	b        []byte
	at       int
	protocol Protocol
	boolean  uint8 // compact: 1 or 2, the value of the bool field that was begun
	last     int16 // number of the field before, in the struct that is read
	depth    int
	lenient  bool
	err      *Error
}

// NewReader returns a reader of b.
func NewReader(p Protocol, b []byte) Reader { return Reader{b: b, protocol: p} }

// Lenient makes the reader one as Apache's, for models of them: what has more bits
// than its type is cut, and nobody looks at the types of elements, so that a count
// only promises one byte for each.
func (r *Reader) Lenient() { r.lenient = true }

// Err returns why reading failed, an *[Error], or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// OK reports whether nothing has failed so far.
func (r *Reader) OK() bool { return r.err == nil }

// Offset returns how many bytes have been read.
func (r *Reader) Offset() int { return r.at }

// Left returns how many bytes are left.
func (r *Reader) Left() int { return len(r.b) - r.at }

// Since returns the bytes from offset to where reading stands.
func (r *Reader) Since(offset int) []byte { return r.b[offset:r.at] }

// Fail makes reading fail at the byte at offset, unless it has.
func (r *Reader) Fail(f Fault, offset int, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{f, offset, fmt.Sprintf(format, args...)}
	}
}

// take returns the next n bytes, nil where they are not there.
func (r *Reader) take(n int) []byte {
	if r.err != nil || uint(n) > uint(len(r.b)-r.at) {
		r.Fail(Cut, r.at, "cut: %d bytes where %d are needed", len(r.b)-r.at, n)
		return nil
	}
	b := r.b[r.at : r.at+n]
	r.at += n
	return b
}

// Begin begins a struct; what it returns is given to End.
func (r *Reader) Begin() (outer int16) {
	if r.depth++; r.depth > MaxDepth {
		r.Fail(DepthLimit, r.at, "values nested over %d deep", MaxDepth)
	}
	outer, r.last = r.last, 0
	return outer
}

// End ends the struct that Begin began, after its Stop.
func (r *Reader) End(outer int16) {
	r.last = outer
	r.depth--
}

// Field begins a field; Stop is the end of the struct.
func (r *Reader) Field() (t Type, id int16) {
	at := r.at
	b := r.take(1)
	if b == nil {
		return Stop, 0
	}
	if r.protocol == Compact {
		return r.compactField(b[0])
	}
	if t = Type(b[0]); t == Stop {
		return Stop, 0
	}
	if b = r.take(2); b == nil {
		return Stop, 0
	}
	if !t.valid() {
		r.Fail(InvalidData, at, "%d is no type", b[0])
		return Stop, 0
	}
	return t, int16(binary.BigEndian.Uint16(b))
}

func (r *Reader) compactField(head byte) (t Type, id int16) {
	if head&0x0F == 0 {
		return Stop, 0 // peers don't look at the other half
	}
	at := r.at - 1
	if t = fromCompact[head&0x0F]; t == Stop {
		r.Fail(InvalidData, at, "%d is no type", head&0x0F)
		return Stop, 0
	}
	if delta := int(head >> 4); delta > 0 {
		if delta += int(r.last); delta > math.MaxInt16 && !r.lenient {
			r.Fail(InvalidData, at, "the number of a field is %d", delta)
			return Stop, 0
		}
		id = int16(delta)
	} else {
		id = r.I16()
	}
	if r.err != nil {
		return Stop, 0
	}
	if t == Bool {
		r.boolean = head & 0x0F
	}
	r.last = id
	return t, id
}

// List begins a list or set: n elements follow, of which there are bytes enough.
func (r *Reader) List() (elem Type, n int) {
	at := r.at
	b := r.take(1)
	if b == nil {
		return Stop, 0
	}
	if r.protocol == Compact {
		if elem = fromCompact[b[0]&0x0F]; elem == Stop && b[0]&0x0F != 0 {
			r.Fail(InvalidData, at, "%d is no type", b[0]&0x0F)
		}
		if n = int(b[0] >> 4); n == 15 {
			n = r.length()
		}
	} else {
		elem = Type(b[0])
		n = r.length()
	}
	return elem, r.count(at, n, r.element(at, elem, n))
}

// Map begins a map: n keys and values follow. Of an empty one compact says no
// types: they are Stop.
func (r *Reader) Map() (key, value Type, n int) {
	at := r.at
	if r.protocol == Compact {
		if n = r.length(); n == 0 {
			return Stop, Stop, 0
		}
		if b := r.take(1); b != nil {
			key, value = fromCompact[b[0]>>4], fromCompact[b[0]&0x0F]
		}
	} else if b := r.take(2); b != nil {
		key, value = Type(b[0]), Type(b[1])
		n = r.length()
	}
	return key, value, r.count(at, n, r.element(at, key, n)+r.element(at, value, n))
}

// element returns the least size of elements. Peers write what they like as the
// type of elements that are not there.
func (r *Reader) element(at int, t Type, n int) int {
	if r.lenient {
		return 1
	}
	if n > 0 && (t == Stop || !t.valid()) {
		r.Fail(InvalidData, at, "elements of %s", t)
	}
	return leastSize(r.protocol, t)
}

// count holds n elements of at least least bytes against the bytes that are left.
func (r *Reader) count(at, n, least int) int {
	if r.err == nil && n > r.Left()/least {
		r.Fail(Cut, at, "cut: %d elements counted, and %d bytes are left", n, r.Left())
	}
	if r.err != nil {
		return 0
	}
	return n
}

// length reads a count or a size in bytes.
func (r *Reader) length() int {
	at := r.at
	if r.protocol == Compact {
		x := r.Varint()
		if x > math.MaxUint32 && r.lenient {
			x &= math.MaxUint32
		}
		if x > math.MaxUint32 {
			r.Fail(InvalidData, at, "a size of %d", x)
		} else if x > math.MaxInt32 {
			r.Fail(NegativeSize, at, "a size of %d", int32(uint32(x)))
		}
		if r.err != nil {
			return 0
		}
		return int(x)
	}
	n := r.I32()
	if n < 0 {
		r.Fail(NegativeSize, at, "a size of %d", n)
		return 0
	}
	return int(n)
}

// Text returns the bytes of a string. They point into what is read.
func (r *Reader) Text() []byte {
	n := r.length()
	return r.take(n)
}
