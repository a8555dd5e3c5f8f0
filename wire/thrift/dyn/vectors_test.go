package dyn

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

func typ(k schema.Kind) schema.Type { return schema.Type{Kind: k} }

func plainField(number int, name string, t schema.Type) *schema.Field {
	return &schema.Field{Decl: schema.Decl{Name: name}, Number: number, Type: t, Presence: schema.Plain}
}

// beyond is a contract with what the language of Thrift has no words for.
func beyond(t testing.TB) *schema.Message {
	u8 := typ(schema.KindUint8)
	m := &schema.Message{Decl: schema.Decl{Name: "M"}, Fields: []*schema.Field{
		plainField(1, "u8", typ(schema.KindUint8)), plainField(2, "u16", typ(schema.KindUint16)), plainField(3, "u32", typ(schema.KindUint32)),
		plainField(4, "u64", typ(schema.KindUint64)), plainField(5, "f32", typ(schema.KindFloat32)),
		plainField(6, "fixed", schema.Type{Kind: schema.KindList, Elem: &u8, Len: 2}), plainField(7, "shut", ref("Shut")), plainField(8, "gone", typ(schema.KindInt32)),
		plainField(9, "left", typ(schema.KindString)), plainField(10, "right", typ(schema.KindInt8)), plainField(12, "set", schema.Type{Kind: schema.KindSet, Elem: &u8}),
	}, OneOfs: []*schema.OneOf{{Decl: schema.Decl{Name: "way"}}}}
	m.Fields[7].Retired = "gone"
	m.Fields[8].OneOf, m.Fields[9].OneOf = "way", "way"
	for _, f := range m.Fields[:7] {
		f.Presence = schema.Optional
	}
	m.Fields[10].Presence = schema.Optional
	s := link(t, &schema.Package{Decl: schema.Decl{Name: "p"}, Language: "hcl", Messages: []*schema.Message{m}, Enums: []*schema.Enum{
		{Decl: schema.Decl{Name: "Shut"}, Closed: true, Values: []*schema.EnumValue{{Decl: schema.Decl{Name: "S2"}, Number: 2}}},
	}})
	return message(t, s, "M")
}

func compactText(s string) string { return strings.Join(strings.Fields(s), "") }

// Every value here has its bytes, put together by hand, and comes back from them.
func TestVectors(t *testing.T) {
	m := beyond(t)
	for _, c := range []struct {
		value           rec
		binary, compact string
	}{
		{rec{}, "00", "00"},
		{rec{1: uint64(255)}, "060001 00ff 00", "14 fe03 00"},
		{rec{2: uint64(65535)}, "080002 0000ffff 00", "25 feff07 00"},
		{rec{3: uint64(math.MaxUint32)}, "0a0003 00000000ffffffff 00", "36 feffffff1f 00"},
		{rec{4: uint64(math.MaxUint64)}, "0a0004 ffffffffffffffff 00", "46 01 00"},
		{rec{5: 0.5}, "040005 3fe0000000000000 00", "57 000000000000e03f 00"},
		{rec{6: list{uint64(1), uint64(200)}}, "0f0006 06 00000002 0001 00c8 00", "69 24 02 9003 00"},
		{rec{7: int64(2)}, "080007 00000002 00", "75 04 00"},
		{rec{9: ""}, "0b0009 00000000 00", "98 00 00"},
		{rec{10: int64(-1)}, "03000a ff 00", "a3 ff 00"},
		{rec{1: uint64(0), 12: list{}}, "060001 0000 0e000c 06 00000000 00", "14 00 ba 04 00"},
	} {
		for i, p := range protocols {
			want := compactText([]string{c.binary, c.compact}[i])
			for _, peer := range Peers(p) {
				b, err := peer.Write(m, c.value)
				if err != nil || hex.EncodeToString(b) != want {
					t.Errorf("%s %s: %s is written as %x (%v), want %s", p, peer.Name(), show(c.value), b, err, want)
				}
				if r, err := peer.Read(m, unhex(t, want)); err != nil || show(r) != show(c.value) {
					t.Errorf("%s %s: %s is read as %s (%v), want %s", p, peer.Name(), want, show(r), err, show(c.value))
				}
			}
		}
	}
}

// What ours refuses to read, with where and why, and what the others make of it.
func TestOursRefusesToRead(t *testing.T) {
	m := beyond(t)
	for _, c := range []struct{ hex, why, others string }{
		{"060001 0100 00", "M.u8: 256 is outside uint8 (byte 3)", "(1:256)"},
		{"060001 ffff 00", "M.u8: -1 is outside uint8 (byte 3)", "(1:-1)"},
		{"080002 ffffffff 00", "M.u16: -1 is outside uint16 (byte 3)", "(2:-1)"},
		{"040005 7fefffffffffffff 00", "M.f32: 1.7976931348623157e+308 is outside float32 (byte 3)", "(5:1.7976931348623157e+308)"},
		{"0f0006 06 00000001 0001 00", "M.fixed: 1 elements where list(uint8, 2) has 2 (byte 3)", "(6:[1])"},
		{"0f0006 06 00000002 0001 0100 00", "M.fixed[1]: 256 is outside uint8 (byte 10)", "(6:[1 256])"},
		{"0f0006 0b 00000002 00000000 00000000 00", "M.fixed: elements of string where the contract has uint8 (byte 3)", ""},
		{"080007 00000003 00", "M.shut: 3 is no number of the closed enum p.Shut (byte 3)", ""},
		{"0b0009 00000001 61 03000a 01 00", "M.right: left is there as well, and both are in the oneof way (byte 8)", `(9:"a" 10:1)`},
		{"0e000c 06 00000002 0001 0001 00", "M.set[1]: an element twice (byte 10)", ""},
		{"00 00", "M: 1 bytes left over (byte 1)", "()"},
		{"060001 00", "M.u8: cut: 1 bytes where 2 are needed (byte 3)", "error"},
		{"", "M: cut: 0 bytes where 1 are needed (byte 0)", "error"},
	} {
		_, err := Rpcctl(thrift.Binary).Read(m, unhex(t, c.hex))
		if err == nil || err.Error() != c.why {
			t.Errorf("%s: %v, want %s", c.hex, err, c.why)
		}
		if c.others == "" {
			continue
		}
		for _, peer := range Peers(thrift.Binary)[:3] {
			if got := outcome(peer.Read(m, unhex(t, c.hex))); got != c.others {
				t.Errorf("%s: %s reads %s, want %s", c.hex, peer.Name(), got, c.others)
			}
		}
	}
	for text, want := range map[string]string{ // what is skipped is no fault
		"080008 00000001 00": "()", "080063 00000001 00": "()", "0a0001 0000000000000100 00": "()", "040005 3fb999999999999a 00": "(5:0.10000000149011612)",
	} {
		if got := outcome(Rpcctl(thrift.Binary).Read(m, unhex(t, text))); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

// Integers of other sizes are the same in compact, where they fit.
func TestElementsOfCompact(t *testing.T) {
	s := contract(t, "struct W { 1: list<i64> l } struct N { 1: list<i16> l } struct T { 1: list<string> l } struct B { 1: list<i8> l }")
	for _, c := range []struct {
		write, read string
		value       list
		want        string
	}{
		{"W", "N", list{int64(5), int64(-32768)}, "(1:[5 -32768])"},
		{"N", "W", list{int64(5), int64(-32768)}, "(1:[5 -32768])"},
		{"W", "N", list{int64(5), int64(32768)}, "error"},
		{"B", "N", list{int64(5)}, "error"}, {"N", "T", list{int64(5)}, "error"}, {"T", "N", list{}, "(1:[])"},
	} {
		b, err := Rpcctl(thrift.Compact).Write(message(t, s, c.write), rec{1: c.value})
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(Rpcctl(thrift.Compact).Read(message(t, s, c.read), b)); got != c.want {
			t.Errorf("%s of %s is read as %s, want %s", show(c.value), c.write, got, c.want)
		}
	}
}

func TestRefusesToWrite(t *testing.T) {
	m := beyond(t)
	for _, c := range []struct {
		value rec
		why   string
	}{
		{rec{99: true, 98: true}, "M: no field 98"},
		{rec{1: int64(1)}, "M.u8: a value of Go type int64 where the contract has uint8"},
		{rec{1: uint64(256)}, "M.u8: 256 is outside uint8"},
		{rec{1: nil}, "M.u8: a value of Go type <nil> where the contract has uint8"},
		{rec{5: 0.1}, "M.f32: 0.1 is no float32"},
		{rec{6: list{uint64(1)}}, "M.fixed: 1 elements where list(uint8, 2) has 2"},
		{rec{6: list{uint64(1), "x"}}, "M.fixed[1]: a value of Go type string where the contract has uint8"},
		{rec{7: int64(1) << 32}, ""},
		{rec{9: "a", 10: int64(1)}, "M.right: left is set as well, and both are in the oneof way"},
		{rec{9: []byte("a")}, "M.left: a value of Go type []uint8 where the contract has string"},
		{rec{10: int64(128)}, "M.right: 128 is outside int8"},
		{rec{12: list{uint64(1), uint64(1)}}, "M.set[1]: an element twice"},
	} {
		for _, peer := range Peers(thrift.Compact) {
			b, err := peer.Write(m, c.value)
			if err == nil || c.why != "" && err.Error() != c.why {
				t.Errorf("%s wrote %s: %x (%v), want %s", peer.Name(), show(c.value), b, err, c.why)
			}
		}
	}
	for value, why := range map[any]string{"\xff": "M.left: text that is not UTF-8", int64(3): "M.shut: 3 is no number of the closed enum p.Shut"} {
		v := rec{9: value}
		if _, enum := value.(int64); enum {
			v = rec{7: value}
		}
		if _, err := Rpcctl(thrift.Binary).Write(m, v); err == nil || err.Error() != why {
			t.Errorf("%v, want %s", err, why)
		}
		if _, err := Cpp(thrift.Binary).Write(m, v); err != nil {
			t.Error(err)
		}
	}
}

// What nobody set is a zero where it is always written, and left out in Java where
// it may be null. What is required must be set.
func TestWhatNobodySet(t *testing.T) {
	s := contract(t, "struct In { 1: required i32 x, 2: optional i32 y } struct M { 1: i32 n, 2: string s, 3: In a, 4: optional In b, 5: list<i32> l }")
	const whole = `(1:0 2:"" 3:(1:0) 5:[])`
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			want := whole
			if peer.Name() == "java" {
				want = "(1:0)"
			}
			b, err := peer.Write(message(t, s, "M"), rec{})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := peer.Read(message(t, s, "M"), b); outcome(r, err) != want {
				t.Errorf("%s: %s (%v), want %s", peer.Name(), show(r), err, want)
			}
			_, err = peer.Write(message(t, s, "M"), rec{3: rec{2: int64(1)}})
			if peer.Modelled() == (err != nil) || err != nil && err.Error() != "M.a.x: it is required, and not set" {
				t.Errorf("%s: %v", peer.Name(), err)
			}
		}
	}
}

// Retired fields are neither written nor read.
func TestRetired(t *testing.T) {
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			if b, err := peer.Write(beyond(t), rec{8: int64(5)}); err != nil || len(b) != 1 {
				t.Errorf("%s: %x (%v)", peer.Name(), b, err)
			}
		}
	}
}

// Many elements and keys are looked up in another way than few.
func TestManyElements(t *testing.T) {
	s := contract(t, "struct M { 1: set<i32> s, 2: map<string, i32> m }")
	m := message(t, s, "M")
	var items list
	var entries ent
	for i := range int64(100) {
		items = append(items, i)
		entries = append(entries, schema.Entry{Key: string(rune('a' + i)), Value: i})
	}
	v := rec{1: items, 2: entries}
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			b, err := peer.Write(m, v)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := peer.Read(m, b); err != nil || show(r) != show(v) {
				t.Errorf("%s: %s (%v)", peer.Name(), show(r), err)
			}
			for _, twice := range []rec{{1: append(items[:100:100], int64(7))}, {2: append(entries[:100:100], entries[3])}} {
				if _, err := peer.Write(m, twice); err == nil {
					t.Errorf("%s wrote an element or key twice", peer.Name())
				}
			}
		}
	}
	b, err := Cpp(thrift.Binary).Write(m, v)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-2] = 5 // the last value
	copy(b[len(b)-6:], b[len(b)-20:len(b)-19])
	if _, err := Rpcctl(thrift.Binary).Read(m, b); err == nil {
		t.Error("bytes that were changed are read")
	}
}

func TestNesting(t *testing.T) {
	s := contract(t, "struct T { 1: optional T t, 2: optional list<T> l }")
	m := message(t, s, "T")
	nested := func(n int) rec {
		v := rec{}
		for range n - 1 {
			v = rec{1: v}
		}
		return v
	}
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			b, err := peer.Write(m, nested(thrift.MaxDepth))
			if err != nil {
				t.Fatal(err)
			}
			if r, err := peer.Read(m, b); err != nil || show(r) != show(nested(thrift.MaxDepth)) {
				t.Errorf("%s: %v", peer.Name(), err)
			}
			if _, err := peer.Write(m, nested(thrift.MaxDepth+1)); err == nil {
				t.Errorf("%s wrote structs over the limit", peer.Name())
			}
			deep := make([]byte, 0, 400)
			for range thrift.MaxDepth {
				deep = append(deep, map[thrift.Protocol]string{thrift.Binary: "\x0c\x00\x01", thrift.Compact: "\x1c"}[p]...)
			}
			deep = append(deep, make([]byte, thrift.MaxDepth+1)...)
			if _, err := peer.Read(m, deep); err == nil || !strings.Contains(err.Error(), "nested over 64 deep") {
				t.Errorf("%s read structs over the limit: %v", peer.Name(), err)
			}
		}
	}
}
