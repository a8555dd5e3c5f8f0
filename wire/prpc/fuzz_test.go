package prpc

import (
	"bytes"
	"testing"
	"time"
)

// seed adds all recorded bytes.
func seed(f *testing.F, add func([]byte)) {
	for _, v := range vectors(f) {
		add(unhex(f, v.RequestHex))
		add(unhex(f, v.ResponseHex))
	}
}

// What is read can be written and is read again as the same.
func FuzzParse(f *testing.F) {
	seed(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, b []byte) {
		var m Merger
		for len(b) > 0 {
			frame, rest, ok, err := Parse(b, 1<<20)
			if !ok {
				if err == nil && len(rest) != len(b) {
					t.Fatal("bytes are gone")
				}
				return
			}
			if len(rest) >= len(b) {
				t.Fatal("nothing was read")
			}
			b = rest
			if err != nil {
				continue
			}
			once, err := Append(nil, &frame)
			if err != nil {
				t.Fatal(err)
			}
			second, left, ok, err := Parse(once, 1<<21)
			if err != nil || !ok || len(left) > 0 {
				t.Fatalf("%x: %v %v", once, ok, err)
			}
			twice, err := Append(nil, &second)
			if err != nil || !bytes.Equal(once, twice) {
				t.Fatalf("%v\n%x\n%x", err, once, twice)
			}
			_ = frame.Verify()
			_, _, _ = m.Add(&frame, time.Time{})
		}
	})
}

func FuzzMeta(f *testing.F) {
	seed(f, func(b []byte) {
		if h, ok, err := ParseHeader(b, DefaultLimit); ok && err == nil && len(b) >= HeaderSize+h.Meta {
			f.Add(b[HeaderSize : HeaderSize+h.Meta])
		}
	})
	all := everything()
	f.Add(AppendMeta(nil, &all.Meta))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ParseMeta(b)
		once := AppendMeta(nil, &m)
		again, err2 := ParseMeta(once)
		if err != nil {
			return
		}
		if err2 != nil || !bytes.Equal(once, AppendMeta(nil, &again)) {
			t.Fatalf("%x: %v", once, err2)
		}
	})
}

// No bytes make more than the limit, and what was compressed comes out.
func FuzzDecompress(f *testing.F) {
	f.Add(unhex(f, "1f8b08000000000000ffe2d2484c220e02000000ffff"), byte(Gzip))
	f.Add(unhex(f, "2a0c0a286162960200"), byte(Snappy))
	f.Fuzz(func(t *testing.T, b []byte, how byte) {
		var c Compressor
		const limit = 1 << 16
		if out, err := c.Decompress(b, Compression(how), limit); err == nil && len(out) > limit {
			t.Fatalf("%d bytes", len(out))
		}
		squeezed, err := c.Compress(nil, b, Compression(how%4))
		if err != nil {
			t.Fatal(err)
		}
		if out, err := c.Decompress(squeezed, Compression(how%4), len(b)); err != nil || !bytes.Equal(out, b) {
			t.Fatalf("%d: %v", how%4, err)
		}
	})
}
