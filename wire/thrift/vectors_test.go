package thrift

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
)

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// everything writes one struct with a field of each type; the vectors below were
// put together by hand from the protocols' descriptions.
func everything(w *Writer) {
	outer := w.Begin()
	w.BoolField(1, true)
	w.BoolField(2, false)
	w.Field(I8, 3)
	w.I8(-2)
	w.Field(I16, 4)
	w.I16(300)
	w.Field(I32, 5)
	w.I32(-1)
	w.Field(I64, 30)
	w.I64(1 << 40)
	w.Field(Double, 31)
	w.Double(1.5)
	w.Field(String, 32)
	w.Text("hé")
	w.Field(List, 33)
	w.List(Bool, 2)
	w.Bool(true)
	w.Bool(false)
	w.Field(Set, 34)
	w.List(I32, 15)
	for i := range int32(15) {
		w.I32(i)
	}
	w.Field(Map, 35)
	w.Map(String, I16, 1)
	w.Text("k")
	w.I16(-1)
	w.Field(Map, 36)
	w.Map(String, I16, 0)
	w.Field(Struct, 37)
	inner := w.Begin()
	w.Field(String, 1)
	w.Binary([]byte{0xFF})
	w.End(inner)
	w.BoolField(38, true)
	w.Field(I8, 5) // below the last: no delta
	w.I8(1)
	w.End(outer)
}

var vectors = map[Protocol]string{
	Binary: `02 0001 01  02 0002 00  03 0003 fe  06 0004 012c  08 0005 ffffffff
		0a 001e 0000010000000000  04 001f 3ff8000000000000  0b 0020 00000003 68c3a9
		0f 0021 02 00000002 01 00
		0e 0022 08 0000000f 00000000 00000001 00000002 00000003 00000004 00000005 00000006 00000007
			00000008 00000009 0000000a 0000000b 0000000c 0000000d 0000000e
		0d 0023 0b 06 00000001 00000001 6b ffff
		0d 0024 0b 06 00000000
		0c 0025  0b 0001 00000001 ff  00
		02 0026 01  03 0005 01  00`,
	Compact: `11  12  13 fe  14 d804  15 01  06 3c 808080808040
		17 000000000000f83f  18 03 68c3a9  19 21 01 02
		1a f5 0f 00 02 04 06 08 0a 0c 0e 10 12 14 16 18 1a 1c
		1b 01 84 01 6b 01  1b 00  1c 18 01 ff 00  11  03 0a 01  00`,
}

func tidy(s string) string { return strings.Join(strings.Fields(s), "") }

func TestWriterWritesTheVectors(t *testing.T) {
	for p, want := range vectors {
		w := NewWriter(p, []byte("x"))
		everything(&w)
		if w.Err() != nil || hex.EncodeToString(w.Bytes()[1:]) != tidy(want) {
			t.Errorf("%s: wrote\n%x (%v), want\n%s", p, w.Bytes()[1:], w.Err(), tidy(want))
		}
	}
}

func TestReaderReadsTheVectors(t *testing.T) {
	for p, text := range vectors {
		r := NewReader(p, unhex(t, tidy(text)))
		check := func(ok bool, what string) {
			t.Helper()
			if !ok || r.Err() != nil {
				t.Fatalf("%s: %s (%v)", p, what, r.Err())
			}
		}
		field := func(want Type, number int16) {
			t.Helper()
			typ, id := r.Field()
			check(typ == want && id == number, want.String())
		}
		outer := r.Begin()
		field(Bool, 1)
		check(r.Bool(), "true")
		field(Bool, 2)
		check(!r.Bool(), "false")
		field(I8, 3)
		check(r.I8() == -2, "i8")
		field(I16, 4)
		check(r.I16() == 300, "i16")
		field(I32, 5)
		check(r.I32() == -1, "i32")
		field(I64, 30)
		check(r.I64() == 1<<40, "i64")
		field(Double, 31)
		check(r.Double() == 1.5, "double")
		field(String, 32)
		check(string(r.Text()) == "hé", "string")
		field(List, 33)
		elem, n := r.List()
		check(elem == Bool && n == 2 && r.Bool() && !r.Bool(), "list")
		field(Set, 34)
		elem, n = r.List()
		check(elem == I32 && n == 15, "set")
		for i := range int32(15) {
			check(r.I32() == i, "an element")
		}
		field(Map, 35)
		k, v, n := r.Map()
		check(k == String && v == I16 && n == 1 && string(r.Text()) == "k" && r.I16() == -1, "map")
		field(Map, 36)
		_, _, n = r.Map()
		check(n == 0, "empty map")
		field(Struct, 37)
		inner := r.Begin()
		field(String, 1)
		check(bytes.Equal(r.Text(), []byte{0xFF}), "bytes")
		field(Stop, 0)
		r.End(inner)
		field(Bool, 38)
		check(r.Bool(), "true")
		field(I8, 5)
		check(r.I8() == 1, "i8")
		field(Stop, 0)
		r.End(outer)
		check(r.Left() == 0, "left over")

		r = NewReader(p, unhex(t, tidy(text)))
		r.Skip(Struct)
		check(r.Left() == 0, "skipped")
	}
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		p    Protocol
		old  bool
		hex  string
		want Header
	}{
		{Binary, false, "80010001 00000003 616464 00000007", Header{Call, []byte("add"), 7}},
		{Binary, false, "80010004 00000003 616464 ffffffff", Header{Oneway, []byte("add"), -1}},
		{Binary, true, "00000003 616464 02 00000007", Header{Reply, []byte("add"), 7}},
		{Compact, false, "82 21 07 03 616464", Header{Call, []byte("add"), 7}},
		{Compact, false, "82 61 ffffffff0f 03 616464", Header{Exception, []byte("add"), -1}},
		{Compact, false, "82 81 ac02 08 43616c633a616464", Header{Oneway, []byte("Calc:add"), 300}},
	} {
		b := unhex(t, c.hex)
		r := NewReader(c.p, b)
		h := r.Message(c.old)
		if r.Err() != nil || h.Type != c.want.Type || h.Seq != c.want.Seq || string(h.Name) != string(c.want.Name) || r.Left() != 0 {
			t.Errorf("%x: %v (%v)", b, h, r.Err())
		}
		w := NewWriter(c.p, nil)
		w.Message(h.Type, string(h.Name), h.Seq)
		if !c.old && !bytes.Equal(w.Bytes(), b) {
			t.Errorf("wrote %x, want %x", w.Bytes(), b)
		}
	}
	for text, p := range map[string]Protocol{
		"00000003 616464 01 00000007": Binary, "80020001 00000003 616464 00000007": Binary, "80010005 00000000 00000000": Binary,
		"82 22 07 03 616464": Compact, "81 21 07 03 616464": Compact, "82 01 07 03 616464": Compact, "82 21 ffffffffff0f 03 616464": Compact,
	} {
		r := NewReader(p, unhex(t, text))
		if h := r.Message(false); r.Err() == nil {
			t.Errorf("%s is a message: %v", text, h)
		}
	}
}

func TestAppError(t *testing.T) {
	for p, want := range map[Protocol]string{Binary: "0b0001000000026e6f 080002 00000001 00", Compact: "18026e6f 1502 00"} {
		w := NewWriter(p, nil)
		(&AppError{CodeUnknownMethod, "no"}).Write(&w)
		if hex.EncodeToString(w.Bytes()) != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: wrote %x, want %s", p, w.Bytes(), want)
		}
		r := NewReader(p, w.Bytes())
		if e := ReadAppError(&r); *e != (AppError{CodeUnknownMethod, "no"}) || r.Err() != nil || r.Left() != 0 {
			t.Errorf("%s: read %v (%v)", p, e, r.Err())
		}
	}
}

// Whatever lies about its size is refused before memory is taken, and nothing
// that is cut is read.
func TestLies(t *testing.T) {
	for _, c := range []struct {
		p     Protocol
		hex   string
		fault Fault
	}{
		{Binary, "0f0001 08 7fffffff 00000000", Cut}, {Binary, "0f0001 08 ffffffff", NegativeSize}, {Binary, "0f0001 08 00000002 00000000 00", Cut},
		{Binary, "0b0001 80000000", NegativeSize}, {Binary, "0b0001 00000004 616263", Cut}, {Binary, "0d0001 0b0b 10000000 00", Cut},
		{Binary, "0f0001 00 00000001 00", InvalidData}, {Binary, "0f0001 11 00000001 00", InvalidData}, {Binary, "050001 00", InvalidData}, {Binary, "08", Cut}, {Binary, "", Cut},
		{Compact, "19 f5 ffffffff07", Cut}, {Compact, "19 f5 ffffffff0f", NegativeSize}, {Compact, "19 f5 ffffffffffffffffff01", InvalidData}, {Compact, "19 f5 ffffffffffffffffffff01", InvalidData},
		{Compact, "18 05 6162", Cut}, {Compact, "1b 05", Cut}, {Compact, "1b 05 88 00", Cut}, {Compact, "19 10 00", InvalidData}, {Compact, "1e 00", InvalidData}, {Compact, "1c", Cut},
		{Compact, "06 feff03 00 f6 00 00", InvalidData}, // the number of a field runs over
		{Compact, "16 80", Cut},
	} {
		r := NewReader(c.p, unhex(t, c.hex))
		r.Skip(Struct)
		var e *Error
		if !errors.As(r.Err(), &e) || e.Fault != c.fault || e.Offset > len(c.hex) {
			t.Errorf("%s %s: %v, want fault %d", c.p, c.hex, r.Err(), c.fault)
		}
	}
	for _, c := range []struct {
		p    Protocol
		in   string // what a level begins with
		deep int    // how many are read past
	}{{Binary, "0c0001", 63}, {Compact, "1c", 63}} {
		nested := func(n int) []byte {
			return append(bytes.Repeat(unhex(t, c.in), n), make([]byte, n+1)...)
		}
		r := NewReader(c.p, nested(c.deep))
		if r.Skip(Struct); r.Err() != nil {
			t.Errorf("%s: %v", c.p, r.Err())
		}
		r = NewReader(c.p, nested(c.deep+1))
		var e *Error
		if r.Skip(Struct); !errors.As(r.Err(), &e) || e.Fault != DepthLimit {
			t.Errorf("%s: %v", c.p, r.Err())
		}
	}
	lists := append([]byte{byte(List), 0, 1}, bytes.Repeat([]byte{byte(List), 0, 0, 0, 1}, 100_000)...)
	r := NewReader(Binary, lists)
	if r.Skip(Struct); r.Err() == nil {
		t.Error("100,000 lists in one another")
	}
}

func TestIntegersOfCompact(t *testing.T) {
	for _, v := range []int64{0, -1, 1, 63, -64, 64, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64} {
		w := NewWriter(Compact, nil)
		w.I64(v)
		r := NewReader(Compact, w.Bytes())
		if got := r.I64(); got != v || r.Err() != nil || r.Left() != 0 {
			t.Errorf("%d: %x is read as %d (%v)", v, w.Bytes(), got, r.Err())
		}
		r = NewReader(Compact, w.Bytes())
		if got := r.I32(); (r.Err() == nil) != (v == int64(int32(v))) || r.Err() == nil && int64(got) != v {
			t.Errorf("%d as i32: %d (%v)", v, got, r.Err())
		}
	}
}

func TestFrames(t *testing.T) {
	b := append(BeginFrame([]byte("..")), "abc"...)
	if err := EndFrame(b, 2); err != nil || hex.EncodeToString(b[2:]) != "00000003616263" {
		t.Fatalf("%x %v", b, err)
	}
	for n := range 7 {
		if m, _, ok, err := ParseFrame(b[2:2+n], 3); ok || err != nil {
			t.Errorf("%d bytes: %q %v", n, m, err)
		}
	}
	m, rest, ok, err := ParseFrame(append(b, 'z')[2:], 3)
	if string(m) != "abc" || string(rest) != "z" || !ok || err != nil {
		t.Errorf("%q %q %v %v", m, rest, ok, err)
	}
	for _, lie := range []string{"00000004", "80000000", "ffffffff"} {
		if _, _, ok, err := ParseFrame(unhex(t, lie), 3); ok || err == nil {
			t.Errorf("%s: %v", lie, err)
		}
	}
}

func TestMessagesWithoutFrames(t *testing.T) {
	for p, body := range vectors {
		w := NewWriter(p, nil)
		w.Message(Call, "add", 1)
		b := append(w.Bytes(), unhex(t, tidy(body))...)
		for n := range b {
			if m, _, ok, err := ParseMessage(p, b[:n], 1000, false); ok || err != nil {
				t.Fatalf("%s: %d bytes of %d are a message: %x (%v)", p, n, len(b), m, err)
			}
		}
		m, rest, ok, err := ParseMessage(p, append(b, 'z'), 1000, false)
		if len(m) != len(b) || string(rest) != "z" || !ok || err != nil {
			t.Errorf("%s: %d bytes of %d, %q, %v", p, len(m), len(b), rest, err)
		}
		if _, _, ok, err := ParseMessage(p, b, len(b)-1, false); ok || err == nil {
			t.Errorf("%s: a message over the limit", p)
		}
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		hex  string
		old  bool
		form Form
		is   wire.Match
	}{
		{"80010001", false, Form{Binary, false}, wire.Yes}, {"80", false, Form{}, wire.More}, {"8002", false, Form{}, wire.No},
		{"8221", false, Form{Compact, false}, wire.Yes}, {"82", false, Form{}, wire.More}, {"8222", false, Form{}, wire.No},
		{"0000001c80010001", false, Form{Binary, true}, wire.Yes}, {"0000001c80", false, Form{}, wire.More}, {"0000001c8221", false, Form{Compact, true}, wire.Yes},
		{"00", false, Form{}, wire.More}, {"0000001c", false, Form{}, wire.More}, {"474554202f", false, Form{}, wire.No}, {"47455420", false, Form{}, wire.No},
		{"dead", false, Form{}, wire.No}, {"6c6a6800", false, Form{}, wire.No},
		{"0000000361", false, Form{}, wire.No}, {"0000000361", true, Form{Binary, false}, wire.Yes}, {"0000001c00000003", false, Form{}, wire.No}, {"0000001c00000003", true, Form{Binary, true}, wire.Yes},
	} {
		if f, m := Sniff(unhex(t, c.hex), c.old); m != c.is || m == wire.Yes && f != c.form {
			t.Errorf("%s: %v %d, want %v %d", c.hex, f, m, c.form, c.is)
		}
	}
}
