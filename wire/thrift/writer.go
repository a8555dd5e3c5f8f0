package thrift

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Writer appends values in a protocol. After its first failure it does nothing:
// ask Err once, at the end.
type Writer struct {
	b       []byte
	compact bool
	last    int16 // number of the field before, in the struct that is written
	depth   int
	err     *Error
}

// NewWriter returns a writer that appends to b.
func NewWriter(p Protocol, b []byte) Writer { return Writer{b: b, compact: p == Compact} }

// Bytes returns what b has become.
func (w *Writer) Bytes() []byte { return w.b }

// Err returns why writing failed, an *[Error], or nil.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return w.err
}

// Fail makes writing fail, unless it has.
func (w *Writer) Fail(f Fault, format string, args ...any) {
	if w.err == nil {
		w.err = &Error{f, -1, fmt.Sprintf(format, args...)}
	}
}

// Begin begins a struct; what it returns is given to End.
func (w *Writer) Begin() (outer int16) {
	if w.depth++; w.depth > MaxDepth {
		w.Fail(DepthLimit, "structs nested over %d deep", MaxDepth)
	}
	outer, w.last = w.last, 0
	return outer
}

// End ends the struct that Begin began.
func (w *Writer) End(outer int16) {
	w.b = append(w.b, byte(Stop))
	w.last = outer
	w.depth--
}

// Field begins a field, whose value follows. A bool's has BoolField.
func (w *Writer) Field(t Type, id int16) {
	if w.compact {
		w.compactField(toCompact[t], id)
		return
	}
	w.b = append(w.b, byte(t), byte(uint16(id)>>8), byte(id))
}

// BoolField writes a field that is a bool.
func (w *Writer) BoolField(id int16, v bool) {
	switch {
	case !w.compact:
		w.Field(Bool, id)
		w.Bool(v)
	case v:
		w.compactField(compactTrue, id)
	default:
		w.compactField(compactFalse, id)
	}
}

// compactField writes the number as what it is above the last, where that is
// short.
func (w *Writer) compactField(t byte, id int16) {
	if delta := int(id) - int(w.last); 0 < delta && delta <= 15 {
		w.b = append(w.b, byte(delta)<<4|t)
	} else {
		w.b = append(w.b, t)
		w.zigzag(int64(id))
	}
	w.last = id
}

// List begins a list or set of n elements.
func (w *Writer) List(elem Type, n int) {
	if !w.fits(n) {
		return
	}
	if !w.compact {
		w.b = binary.BigEndian.AppendUint32(append(w.b, byte(elem)), uint32(n))
		return
	}
	if n < 15 {
		w.b = append(w.b, byte(n)<<4|toCompact[elem])
		return
	}
	w.b = binary.AppendUvarint(append(w.b, 0xF0|toCompact[elem]), uint64(n))
}

// Map begins a map of n entries, each a key and a value.
func (w *Writer) Map(key, value Type, n int) {
	if !w.fits(n) {
		return
	}
	switch {
	case !w.compact:
		w.b = binary.BigEndian.AppendUint32(append(w.b, byte(key), byte(value)), uint32(n))
	case n == 0:
		w.b = append(w.b, 0)
	default:
		w.b = append(binary.AppendUvarint(w.b, uint64(n)), toCompact[key]<<4|toCompact[value])
	}
}

// fits checks a count or length.
func (w *Writer) fits(n int) bool {
	if uint64(n) > math.MaxInt32 {
		w.Fail(SizeLimit, "%d elements or bytes are too many", n)
		return false
	}
	return true
}

// Bool writes an element that is a bool.
func (w *Writer) Bool(v bool) {
	switch {
	case v:
		w.b = append(w.b, 1)
	case w.compact:
		w.b = append(w.b, compactFalse)
	default:
		w.b = append(w.b, 0)
	}
}

// I8 writes a byte.
func (w *Writer) I8(v int8) { w.b = append(w.b, byte(v)) }

// I16 writes an i16.
func (w *Writer) I16(v int16) {
	if w.compact {
		w.zigzag(int64(v))
		return
	}
	w.b = binary.BigEndian.AppendUint16(w.b, uint16(v))
}

// I32 writes an i32.
func (w *Writer) I32(v int32) {
	if w.compact {
		w.zigzag(int64(v))
		return
	}
	w.b = binary.BigEndian.AppendUint32(w.b, uint32(v))
}

// I64 writes an i64.
func (w *Writer) I64(v int64) {
	if w.compact {
		w.zigzag(v)
		return
	}
	w.b = binary.BigEndian.AppendUint64(w.b, uint64(v))
}

func (w *Writer) zigzag(v int64) { w.b = binary.AppendUvarint(w.b, uint64(v)<<1^uint64(v>>63)) }

// Double writes a double: little endian in compact, as all peers have it.
func (w *Writer) Double(v float64) {
	if w.compact {
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v))
		return
	}
	w.b = binary.BigEndian.AppendUint64(w.b, math.Float64bits(v))
}

// Text writes a string.
func (w *Writer) Text(s string) {
	w.length(len(s))
	w.b = append(w.b, s...)
}

// Binary writes bytes.
func (w *Writer) Binary(v []byte) {
	w.length(len(v))
	w.b = append(w.b, v...)
}

func (w *Writer) length(n int) {
	switch {
	case !w.fits(n):
	case w.compact:
		w.b = binary.AppendUvarint(w.b, uint64(n))
	default:
		w.b = binary.BigEndian.AppendUint32(w.b, uint32(n))
	}
}
