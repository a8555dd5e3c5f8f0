package rpch

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	want := "demo.T Add 2 18446744073709551615\r\n"
	l, size, err := ParseLine([]byte(want + "more"))
	if err != nil || size != len(want) || string(l.Service) != "demo.T" || string(l.Method) != "Add" || l.Args != 2 || l.Seq != 1<<64-1 {
		t.Fatalf("%+v %d %v", l, size, err)
	}
	if got := AppendLine(nil, l); string(got) != want {
		t.Errorf("wrote %q", got)
	}
	if _, size, err := ParseLine([]byte("T P 0 0\n")); err != nil || size != 8 {
		t.Errorf("LF alone: %d %v", size, err)
	}
	for n := range len(want) {
		if _, size, err := ParseLine([]byte(want[:n])); size != 0 || err != nil {
			t.Fatalf("%d bytes: %d %v", n, size, err)
		}
	}
}

func TestLineRefuses(t *testing.T) {
	for line, want := range map[string]error{
		"\r\n": ErrLine, " T A 0 0\r\n": ErrLine, "T  A 0 0\r\n": ErrLine, "T A 0 0 \r\n": ErrLine, "T A 0 0 5\r\n": ErrLine, "T A 0\r\n": ErrLine,
		"T\tA 0 0\r\n": ErrLine, "T A +1 0\r\n": ErrLine, "T A 01 0\r\n": ErrLine, "T A x 0\r\n": ErrLine, "T A 0 -1\r\n": ErrLine, "T A  0\r\n": ErrLine,
		"T A 0 18446744073709551616\r\n": ErrLine, "T A 0 0\r\r\n": ErrLine, "T A 1025 0\r\n": ErrTooLarge, "T A 18446744073709551616 0\r\n": ErrLine,
		strings.Repeat("x", MaxLine): ErrTooLarge, strings.Repeat("x", MaxLine) + "\n": ErrTooLarge,
	} {
		if l, size, err := ParseLine([]byte(line)); !errors.Is(err, want) {
			t.Errorf("%.40q: %+v %d %v, want %v", line, l, size, err, want)
		}
	}
}

func TestHeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := ResponseHead{rapid.Uint64().Draw(t, "seq"), Head{rapid.Uint16().Draw(t, "kind"), rapid.Uint16().Draw(t, "name"), rapid.Uint32().Draw(t, "data")}}
		b := AppendResponseHead(nil, h)
		got, ok, err := ParseResponseHead(b, 1<<32-1)
		if !ok || err != nil || got != h || len(b) != ResponseHeadSize {
			t.Fatalf("%x: %+v %v %v", b, got, ok, err)
		}
		if _, ok, err := ParseResponseHead(b[:rapid.IntRange(0, 15).Draw(t, "cut")], 1<<32-1); ok || err != nil {
			t.Fatalf("cut: %v %v", ok, err)
		}
	})
	b := AppendHead(nil, Head{DataLen: 11})
	if _, _, err := ParseHead(b, 10); !errors.Is(err, ErrTooLarge) {
		t.Errorf("over the limit: %v", err)
	}
	v := Value{Kind: KindBuiltin, Name: []byte("int32"), Data: []byte{1, 0, 0, 0}}
	b, err := AppendValue(nil, v)
	if err != nil || string(b) != "\x00\x00\x05\x00\x04\x00\x00\x00int32\x01\x00\x00\x00" {
		t.Errorf("%q %v", b, err)
	}
	got, rest, ok, err := ParseValue(append(b, 9), 4)
	if !ok || err != nil || string(rest) != "\x09" || got.Kind != v.Kind || !bytes.Equal(got.Name, v.Name) || !bytes.Equal(got.Data, v.Data) {
		t.Errorf("%+v %x %v %v", got, rest, ok, err)
	}
	for n := range len(b) {
		if _, _, ok, err := ParseValue(b[:n], 4); ok || err != nil {
			t.Errorf("%d bytes: %v %v", n, ok, err)
		}
	}
	if _, err := AppendValue(nil, Value{Name: make([]byte, 0x10000)}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a name too long: %v", err)
	}
}

func TestChunk(t *testing.T) {
	if got := string(AppendChunk(nil, []byte("hello world"))); got != "b\r\nhello world\r\n" {
		t.Errorf("wrote %q", got)
	}
	for text, want := range map[string]uint64{"b\r\n": 11, "0\r\n": 0, "B\n": 11, "000ff\r\n": 255, "00000000000003fd\r\n": 1021} {
		if n, size, err := ParseChunkHead([]byte(text+"x"), 1021); n != want || size != len(text) || err != nil {
			t.Errorf("%q: %d %d %v", text, n, size, err)
		}
		for i := range len(text) {
			if _, size, err := ParseChunkHead([]byte(text[:i]), 1021); size != 0 || err != nil {
				t.Errorf("%q: %d %v", text[:i], size, err)
			}
		}
	}
	for text, want := range map[string]error{
		"\r\n": ErrChunk, "\n": ErrChunk, "0x1\r\n": ErrChunk, "1;a\r\n": ErrChunk, "-1\r\n": ErrChunk, "x": ErrChunk, "1 \r\n": ErrChunk,
		"ffffffffffffffff\r\n": ErrTooLarge, "0ffffffffffffffff\r\n": ErrChunk, "00000000000000000": nil, "000000000000000000": ErrChunk, "3fe\r\n": ErrTooLarge,
	} {
		if _, _, err := ParseChunkHead([]byte(text), 1021); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an empty chunk was written")
		}
	}()
	AppendChunk(nil, nil)
}

func FuzzParseLine(f *testing.F) {
	f.Add([]byte("T Add 2 0\r\n"))
	f.Add([]byte("T Add 2 0\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, size, err := ParseLine(b)
		if err != nil || size == 0 {
			return
		}
		want := bytes.TrimRight(b[:size], "\r\n")
		if got := bytes.TrimRight(AppendLine(nil, l), "\r\n"); !bytes.Equal(got, want) {
			t.Fatalf("wrote %q, read %q", got, want)
		}
	})
}

func FuzzParseValue(f *testing.F) {
	f.Add([]byte("\x00\x00\x05\x00\x04\x00\x00\x00int32\x01\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, rest, ok, err := ParseValue(b, DefaultLimit)
		if err != nil || !ok {
			return
		}
		if got, err := AppendValue(nil, v); err != nil || !bytes.Equal(got, b[:len(b)-len(rest)]) {
			t.Fatalf("wrote %x (%v), read %x", got, err, b)
		}
	})
}

func FuzzParseChunkHead(f *testing.F) {
	f.Add([]byte("b\r\nhello world\r\n"))
	f.Add([]byte(EndChunk))
	f.Fuzz(func(t *testing.T, b []byte) {
		n, size, err := ParseChunkHead(b, DefaultLimit)
		if err == nil && size > 0 && (n > DefaultLimit || size > 18) {
			t.Fatalf("%q: %d %d", b, n, size)
		}
	})
}
