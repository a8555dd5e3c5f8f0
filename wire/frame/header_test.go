package frame

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The examples of the wire's page, byte for byte.
var examples = []struct {
	name  string
	hex   string
	frame Frame
}{
	{"version 1 request", "deadbeef000000000000000100000001000000080000000300000004",
		Frame{Header: Header{Version: 1, ID: 1, Method: 1, Rest: 8}, Extensions: []byte{}, Payload: []byte{0, 0, 0, 3, 0, 0, 0, 4}}},
	{"version 1 reply", "deadbeef0000000000000001000000010000000400000007",
		Frame{Header: Header{Version: 1, ID: 1, Method: 1, Rest: 4}, Extensions: []byte{}, Payload: []byte{0, 0, 0, 7}}},
	{"checksum and timeout", "deadbef200000000000000010000000100000020020000040000000240d0100400010004000001f4000000030000000494309005",
		Frame{Header: Header{Version: 2, ID: 1, Method: 1, Rest: 32, Flags: FlagChecksum, ExtSize: 8},
			Extensions: AppendExtension32(nil, ExtTimeout, 500), Payload: []byte{0, 0, 0, 3, 0, 0, 0, 4}}},
	{"no such method", "deadbef20000000000000002000000630000002002010004000c000423061a5a0002000c6e6f206d6574686f6420393940ce16a9",
		Frame{Header: Header{Version: 2, ID: 2, Method: 99, Rest: 32, Kind: KindResponse, Flags: FlagChecksum, Status: 12, ExtSize: 16},
			Extensions: AppendExtension(nil, ExtErrorText, []byte("no method 99")), Payload: []byte{}}},
}

func TestExamples(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			b := unhex(t, e.hex)
			f, rest, ok, err := Parse(append(b, 1, 2), DefaultLimit)
			if !ok || err != nil || !bytes.Equal(rest, []byte{1, 2}) {
				t.Fatalf("ok %v, err %v, rest %x", ok, err, rest)
			}
			if f.Header != e.frame.Header || !bytes.Equal(f.Extensions, e.frame.Extensions) || !bytes.Equal(f.Payload, e.frame.Payload) {
				t.Errorf("read %+v, want %+v", f, e.frame)
			}
			if got, err := Append(nil, e.frame); err != nil || !bytes.Equal(got, b) {
				t.Errorf("wrote %x (%v), want %x", got, err, b)
			}
			for n := range len(b) {
				if _, _, ok, err := Parse(b[:n], DefaultLimit); ok || err != nil {
					t.Fatalf("%d of %d bytes: ok %v, err %v", n, len(b), ok, err)
				}
			}
		})
	}
}

func TestHello(t *testing.T) {
	want := unhex(t, "deadbeef0000000000000000ffffffff00000008deadbef200020002")
	if got := AppendHello(nil, Hello{2, 2}); !bytes.Equal(got, want) {
		t.Errorf("wrote %x, want %x", got, want)
	}
	f, _, _, err := Parse(want, 100)
	if h, ok := ParseHello(f); err != nil || !ok || h != (Hello{2, 2}) {
		t.Errorf("read %v %v %v", h, ok, err)
	}
	reply := HelloReply{Version: 2, MaxFrame: DefaultLimit, MaxStreams: 100}
	f, _, _, err = Parse(AppendHelloReply(nil, reply), 100)
	if got, err2 := ParseHelloReply(f); err != nil || err2 != nil || got != reply {
		t.Errorf("read %v, %v, %v", got, err, err2)
	}
	f.Payload = nil
	if got, err := ParseHelloReply(f); err != nil || got.Version != 1 {
		t.Errorf("an empty answer: %v, %v", got, err)
	}
	f.Payload = []byte{1}
	if _, err := ParseHelloReply(f); err == nil {
		t.Error("one byte was taken for an answer")
	}
	f.ID = 1
	if _, err := ParseHelloReply(f); err == nil {
		t.Error("another frame was taken for an answer")
	}
	if _, ok := ParseHello(f); ok {
		t.Error("another frame was taken for a hello")
	}
}

func TestParseRefuses(t *testing.T) {
	good := unhex(t, examples[2].hex)
	edit := func(at int, v ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[at:], v)
		return b
	}
	resum := func(b []byte) []byte {
		f, _ := Finish(append(b[:16:16], b[16:]...), 0, MaxRest) // for its header checksum
		return f
	}
	short := bytes.Clone(good)
	short[23] = 0 // no checksum flag: resum sets the length from what is there
	noRoom := resum(short[:HeaderSize])
	for _, c := range []struct {
		name  string
		bytes []byte
		limit uint32
		want  error
	}{
		{"first byte", []byte{0}, MaxRest, ErrMagic},
		{"fourth byte", []byte{0xde, 0xad, 0xbe, 0xf3}, MaxRest, ErrMagic},
		{"magic", edit(3, 0xf3), MaxRest, ErrMagic},
		{"configured limit, prefix alone", good[:PrefixSize], 31, ErrTooLarge},
		{"limit of version 1", unhex(t, examples[0].hex), 7, ErrTooLarge},
		{"hard limit", edit(16, 0x40, 0, 0, 0), 0xFFFFFFFF, ErrTooLarge},
		{"shorter than its header", edit(16, 0, 0, 0, 11)[:PrefixSize], MaxRest, ErrHeader},
		{"a bit of the header", edit(5, 1), MaxRest, ErrHeader},
		{"version byte", resum(edit(20, 3)), MaxRest, ErrHeader},
		{"too little for the extensions", noRoom, MaxRest, ErrHeader},
		{"payload checksum", edit(len(good)-5, 9), MaxRest, ErrChecksum},
	} {
		if _, _, ok, err := Parse(c.bytes, c.limit); ok || !errors.Is(err, c.want) {
			t.Errorf("%s: ok %v, err %v, want %v", c.name, ok, err, c.want)
		}
	}
	big := Begin(nil, Header{Version: 2}, make([]byte, MaxExtSize+4))
	if _, err := Finish(big, 0, MaxRest); !errors.Is(err, ErrHeader) {
		t.Errorf("too many extensions: %v", err)
	}
	if _, err := Finish(Begin(nil, Header{Version: 2}, nil), 0, 11); !errors.Is(err, ErrTooLarge) {
		t.Errorf("over the limit: %v", err)
	}
}

func TestExtensions(t *testing.T) {
	var ext []byte
	for n := range 9 {
		ext = AppendExtension(ext, uint16(n), bytes.Repeat([]byte{7}, n))
	}
	ext = AppendExtension16(ext, ExtCodec|ExtMust, CodecPacked)
	if len(ext)%4 != 0 {
		t.Fatalf("%d bytes", len(ext))
	}
	for n := range 9 {
		v, ok, err := FindExtension(ext, uint16(n))
		if err != nil || !ok || !bytes.Equal(v, bytes.Repeat([]byte{7}, n)) {
			t.Errorf("key %d: %x %v %v", n, v, ok, err)
		}
	}
	if v, ok, err := FindExtension(ext, ExtCodec|ExtMust); err != nil || !ok || len(v) != 2 {
		t.Errorf("%x %v %v", v, ok, err)
	}
	if _, ok, err := FindExtension(ext, 99); ok || err != nil {
		t.Errorf("key 99: %v %v", ok, err)
	}
	for _, bad := range []string{"0001", "00010004", "0001000400", "0001ffff00000000"} {
		if _, _, err := FindExtension(unhex(t, bad), 1); !errors.Is(err, ErrExtension) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if got := len(AppendExtension(nil, 1, make([]byte, 70000))); got != 4+0x10000 {
		t.Errorf("a value too long gives %d bytes", got)
	}
}

func TestParseIsTheInverseOfAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Frame{Header: Header{
			Version: rapid.Uint8Range(1, 2).Draw(t, "version"), ID: rapid.Uint64().Draw(t, "id"), Method: rapid.Uint32().Draw(t, "method"),
		}, Payload: rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "payload")}
		if f.Version == 2 {
			f.Kind, f.Flags = Kind(rapid.Byte().Draw(t, "kind")), Flags(rapid.Uint16().Draw(t, "flags"))
			f.Status = rapid.Uint16().Draw(t, "status")
			for range rapid.IntRange(0, 3).Draw(t, "extensions") {
				f.Extensions = AppendExtension(f.Extensions, rapid.Uint16().Draw(t, "key"), rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "value"))
			}
		}
		b, err := Append(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		got, rest, ok, err := Parse(b, MaxRest)
		if !ok || err != nil || len(rest) > 0 {
			t.Fatalf("ok %v, err %v, rest %x", ok, err, rest)
		}
		f.Rest, f.ExtSize = binary.BigEndian.Uint32(b[16:]), len(f.Extensions)
		if got.Header != f.Header || !bytes.Equal(got.Extensions, f.Extensions) || !bytes.Equal(got.Payload, f.Payload) {
			t.Fatalf("read %+v, want %+v", got, f)
		}
	})
}

func FuzzParseHeader(f *testing.F) {
	for _, e := range examples {
		f.Add(unhex(f, e.hex))
	}
	f.Add(AppendHello(nil, Hello{2, 2}))
	f.Fuzz(func(t *testing.T, b []byte) {
		fr, rest, ok, err := Parse(b, DefaultLimit)
		if !ok || err != nil {
			return
		}
		got, err := Append(nil, fr)
		if err != nil || !bytes.Equal(got, b[:len(b)-len(rest)]) {
			t.Fatalf("wrote %x (%v), read %x", got, err, b)
		}
		for ext := fr.Extensions; len(ext) > 0; {
			if _, _, ext, err = NextExtension(ext); err != nil {
				return
			}
		}
	})
}
