package thrift

import (
	"errors"
	"strings"
	"testing"
)

// What the originals take, and a reader of ours refuses.
func TestLenient(t *testing.T) {
	for _, c := range []struct {
		name string
		p    Protocol
		hex  string
		read func(*Reader) int64
		want int64
	}{
		{"an i16 of 32 bits", Compact, "e0c508", func(r *Reader) int64 { return int64(r.I16()) }, 70000 - 65536},
		{"an i32 of 64 bits", Compact, "8280808020", func(r *Reader) int64 { return int64(r.I32()) }, 1},
		{"an integer without end", Compact, "82808080808080808080808000", func(r *Reader) int64 { return r.I64() }, 1},
		{"a size of 64 bits", Compact, "8380808010616263", func(r *Reader) int64 { return int64(len(r.Text())) }, 3},
		{"elements that take more", Binary, "0a0000000301", func(r *Reader) int64 { r.b = append(r.b, 1, 1); _, n := r.List(); return int64(n) }, 3},
		{"elements of no type", Binary, "00000000010000", func(r *Reader) int64 { _, n := r.List(); return int64(n) }, 1},
	} {
		r := NewReader(c.p, unhex(t, c.hex))
		if got := c.read(&r); r.OK() {
			t.Errorf("%s is read as %d", c.name, got)
		}
		r = NewReader(c.p, unhex(t, c.hex))
		r.Lenient()
		if got := c.read(&r); got != c.want || !r.OK() {
			t.Errorf("%s is read as %d (%v), want %d", c.name, got, r.Err(), c.want)
		}
	}
	r := NewReader(Compact, unhex(t, "06 feff03 00 f6 00 00")) // the number of a field runs over
	r.Lenient()
	if r.Skip(Struct); !r.OK() {
		t.Error(r.Err())
	}
	for _, p := range []Protocol{Binary, Compact} { // counts are held against the bytes all the same
		r := NewReader(p, unhex(t, map[Protocol]string{Binary: "08 00010000 0000", Compact: "f5 808004 0000"}[p]))
		r.Lenient()
		if _, n := r.List(); r.OK() {
			t.Errorf("%d elements in 2 bytes", n)
		}
	}
}

func TestTooMany(t *testing.T) {
	for _, p := range []Protocol{Binary, Compact} {
		for _, write := range []func(*Writer){
			func(w *Writer) { w.List(I8, 1<<31) }, func(w *Writer) { w.Map(I8, I8, 1<<31) },
		} {
			w := NewWriter(p, nil)
			write(&w)
			var e *Error
			if !errors.As(w.Err(), &e) || e.Fault != SizeLimit || len(w.Bytes()) > 0 {
				t.Errorf("%s: %x (%v)", p, w.Bytes(), w.Err())
			}
		}
		w := NewWriter(p, nil)
		for range MaxDepth + 1 {
			w.Begin()
		}
		if w.Err() == nil || !strings.Contains(w.Err().Error(), "64 deep") {
			t.Errorf("%s: %v", p, w.Err())
		}
	}
}

func TestNames(t *testing.T) {
	for p, want := range map[Protocol]string{Binary: Info().Name, Compact: InfoCompact().Name, 7: "protocol 7"} {
		if p.String() != want {
			t.Errorf("%s, want %s", p, want)
		}
	}
	for typ, want := range map[Type]string{Bool: "bool", Struct: "struct", Stop: "stop", 1: "type 1", 99: "type 99"} {
		if typ.String() != want {
			t.Errorf("%s, want %s", typ, want)
		}
	}
}
