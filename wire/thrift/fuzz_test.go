package thrift

import (
	"bytes"
	"testing"
)

// FuzzSkip holds that nothing panics, that a reader never goes beyond its bytes and
// that what is read past in one go is read past in two.
func FuzzSkip(f *testing.F) {
	for p, v := range vectors {
		f.Add(p == Compact, unhex(f, tidy(v)))
	}
	f.Add(true, []byte{0x1b, 0xff, 0xff, 0xff, 0xff, 0x07, 0x88})
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := Binary
		if compact {
			p = Compact
		}
		r := NewReader(p, b)
		r.Skip(Struct)
		if r.Offset() > len(b) || r.Left() < 0 {
			t.Fatalf("%d of %d bytes read", r.Offset(), len(b))
		}
		if r.Err() != nil {
			return
		}
		n := r.Offset()
		r = NewReader(p, b)
		outer := r.Begin()
		for {
			typ, _ := r.Field()
			if typ == Stop {
				break
			}
			r.Skip(typ)
		}
		r.End(outer)
		if r.Err() != nil || r.Offset() != n || r.last != 0 || r.depth != 0 {
			t.Fatalf("%d bytes, then %d (%v)", n, r.Offset(), r.Err())
		}
	})
}

// FuzzMessage holds that what is a message is written as it was, but for forms that
// are longer than they must be, and that its beginning is recognised.
func FuzzMessage(f *testing.F) {
	f.Add(false, []byte("\x80\x01\x00\x01\x00\x00\x00\x03add\x00\x00\x00\x07\x00"))
	f.Add(true, []byte("\x82\x21\x07\x03add\x00"))
	f.Add(false, []byte("\x00\x00\x00\x03add\x01\x00\x00\x00\x07\x00"))
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := Binary
		if compact {
			p = Compact
		}
		m, rest, ok, err := ParseMessage(p, b, 1<<16, false)
		if !ok {
			if err == nil && len(b) > 1<<16 {
				t.Fatal("a message without end")
			}
			return
		}
		if len(m)+len(rest) != len(b) {
			t.Fatalf("%d and %d of %d bytes", len(m), len(rest), len(b))
		}
		if form, _ := Sniff(m, false); form != (Form{p, false}) {
			t.Fatalf("%x is taken for %v", m[:4], form)
		}
		r := NewReader(p, m)
		h := r.Message(false)
		w := NewWriter(p, nil)
		w.Message(h.Type, string(h.Name), h.Seq)
		if head := r.Offset(); len(w.Bytes()) == head && p == Compact && !bytes.Equal(w.Bytes(), m[:head]) {
			t.Fatalf("%x is written as %x", m[:head], w.Bytes())
		}
	})
}

func FuzzAppError(f *testing.F) {
	f.Add(false, []byte("\x0b\x00\x01\x00\x00\x00\x02no\x08\x00\x02\x00\x00\x00\x01\x00"))
	f.Add(true, []byte("\x18\x02no\x15\x02\x00"))
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := Binary
		if compact {
			p = Compact
		}
		r := NewReader(p, b)
		e := ReadAppError(&r)
		if r.Err() != nil {
			return
		}
		w := NewWriter(p, nil)
		e.Write(&w)
		again := NewReader(p, w.Bytes())
		if got := ReadAppError(&again); *got != *e || again.Err() != nil {
			t.Fatalf("%v comes back as %v", e, got)
		}
	})
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x03abcz"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, rest, ok, err := ParseFrame(b, 1000)
		if ok && (err != nil || len(m) > 1000 || FrameHead+len(m)+len(rest) != len(b)) {
			t.Fatalf("%d and %d of %d bytes (%v)", len(m), len(rest), len(b), err)
		}
	})
}
