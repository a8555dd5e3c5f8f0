package dyn

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// Bytes of the packed codec, by hand from the wire's page.
var packedVectors = []struct {
	name, message, hex string
	value              rec
}{
	{"number order", "Point", "00000001 00000002", rec{1: int64(1), 2: int64(2)}},
	{"a oneof at its place", "Page", "00000007 00000002 6869 00000003 00000005 00", rec{1: int64(7), 2: "hi", 3: int64(5)}},
	{"the other member, and an optional", "Page", "00000007 00000000 00000004 00000001 74 01 00000009", rec{1: int64(7), 2: "", 4: "t", 6: int64(9)}},
	{"no member", "Page", "00000000 00000000 00000000 00", rec{1: int64(0), 2: ""}},
	{"optional", "Opt", "00 01 00000001 78 01 01 01 00000003 00000004 01 00000001 fffe 00 01 00000001 09 01 0102 01 00000001 00000001 6b 00000001 76",
		rec{2: "x", 3: true, 4: rec{1: int64(3), 2: int64(4)}, 5: list{int64(-2)}, 7: []byte{9}, 8: list{uint64(1), uint64(2)}, 9: ent{{Key: "k", Value: "v"}}}},
	{"lists, the fixed ones without a count", "Lists",
		"00000001 00000005 00000001 00000001 61 00000000 00000001 00000001 ff 000100020003 00000001 78 00000000 01000001 00000001 00000001 0701 00000001 00000002 00000001 0102 00000002",
		rec{1: list{int64(5)}, 2: list{"a"}, 3: list{}, 4: list{list{int64(-1)}}, 5: list{uint64(1), uint64(2), uint64(3)}, 6: list{"x", ""}, 7: list{list{true, false}, list{false, true}},
			8: list{ent{{Key: uint64(7), Value: true}}}, 9: list{int64(2)}, 10: list{list{uint64(1), uint64(2)}}, 11: list{rec{}, rec{}}}},
	{"a retired member and what follows", "Choice", "05 00000000 00000001 7a", rec{1: uint64(5), 7: "z"}},
	{"retired fields are zeros", "Retired", "00000000 00 00000000 0000000000000000 00000000 00000000 00000000 00 00000000 00000000 00000003 00000000 00000000", rec{11: int64(3)}},
}

func TestPackedVectors(t *testing.T) {
	s := rich.link(t)
	for _, v := range packedVectors {
		m := message(t, s, v.message)
		want := strings.ReplaceAll(v.hex, " ", "")
		b, err := AppendPacked(nil, m, v.value)
		if err != nil || hex.EncodeToString(b) != want {
			t.Errorf("%s: wrote\n%x (%v), want\n%s", v.name, b, err, want)
		}
		r, err := ReadPacked(m, unhex(t, want))
		if err != nil || jsonOf(r) != jsonOf(v.value) {
			t.Errorf("%s: read %s (%v)", v.name, jsonOf(r), err)
		}
	}
}

func TestPackedReads(t *testing.T) {
	s := rich.link(t)
	for _, c := range []struct{ name, message, hex, want string }{
		{"a retired member's value is skipped", "Choice", "05 0000000b 00000002 ffff 00000001 7a", `{"1":5,"7":"z"}`},
		{"retired fields hold what isn't right", "Retired",
			"00000009 01 00000009 00000001 ff 0000000000000000 00000002 00000000 00000001 00000000 00000001 00000001 00000001 ff 00000000 00 00000002 0101 00000000 00000003 00000000 00000000", `{"11":3}`},
		{"cut", "Small", "000000", ""},
		{"text cut", "Small", "00000001 00000002 61", ""},
		{"left over", "Small", "00000001 00000000 00", ""},
		{"an unknown member", "Page", "00000000 00000000 00000009 00", ""},
		{"a presence byte 2", "Page", "00000000 00000000 00000000 02 00000000", ""},
		{"a retired presence byte 2", "Retired", "00000000 02", ""},
		{"an element twice", "Sets", "00000002 00000001 00000001", ""},
		{"a key twice", "Maps", "00000002 00000001 00000000 00000001 00000000", ""},
		{"a hostile count", "Lists", "ffffffff", ""},
		{"a hostile count of empty messages", "Lists", "00000000 00000000 00000000 00000000 000100020003 00000000 00000000 00000000 00000000 00000000 00000000 ffffffff", ""},
		{"text that is not UTF-8", "Small", "00000001 00000001 ff", ""},
		{"a closed enum's unknown number", "Choice", "05 00000006 00000002", ""},
	} {
		r, err := ReadPacked(message(t, s, c.message), unhex(t, strings.ReplaceAll(c.hex, " ", "")))
		var e *Error
		switch {
		case c.want == "" && (!errors.As(err, &e) || e.Offset < 0 || e.Path == ""):
			t.Errorf("%s: read %v (%v)", c.name, r, err)
		case c.want != "" && (err != nil || jsonOf(r) != c.want):
			t.Errorf("%s: read %v (%v), want %s", c.name, r, err, c.want)
		}
	}
}
