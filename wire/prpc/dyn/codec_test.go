package dyn

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// kinds is a message with a field of every kind that .proto doesn't have.
func kinds(t testing.TB) *schema.Message {
	t.Helper()
	of := func(k schema.Kind) *schema.Type { return &schema.Type{Kind: k} }
	field := func(n int, name string, typ schema.Type) *schema.Field {
		return &schema.Field{Decl: schema.Decl{Name: name}, Number: n, Presence: schema.Plain, Type: typ}
	}
	m := &schema.Message{Decl: schema.Decl{Name: "Kinds"}, Fields: []*schema.Field{
		field(1, "i8", *of(schema.KindInt8)), field(2, "u16", *of(schema.KindUint16)),
		field(3, "three", schema.Type{Kind: schema.KindList, Len: 3, Elem: of(schema.KindInt16)}),
		field(4, "set", schema.Type{Kind: schema.KindSet, Elem: of(schema.KindString)}),
		field(5, "closed", schema.Type{Kind: schema.KindRef, Name: "Closed"}),
		field(6, "a", *of(schema.KindString)), field(7, "b", *of(schema.KindInt64)),
		field(8, "gone", *of(schema.KindString)), field(9, "self", schema.Type{Kind: schema.KindRef, Name: "Kinds"}),
		field(10, "f32", *of(schema.KindFloat32)), field(11, "map", schema.Type{Kind: schema.KindMap, Key: of(schema.KindInt32), Elem: of(schema.KindBytes)}),
		field(12, "fixed", *of(schema.KindInt8)),
	}, OneOfs: []*schema.OneOf{{Decl: schema.Decl{Name: "o"}}}}
	m.Fields[5].OneOf, m.Fields[6].OneOf = "o", "o"
	m.Fields[7].Retired = "no longer needed"
	m.Fields[8].Presence = schema.Optional
	m.Fields[11].Encoding = "fixed"
	e := &schema.Enum{Decl: schema.Decl{Name: "Closed"}, Closed: true, Values: []*schema.EnumValue{{Decl: schema.Decl{Name: "Z"}}, {Decl: schema.Decl{Name: "N"}, Number: -5}}}
	s, errs := schema.Link([]*schema.Package{{Decl: schema.Decl{Name: "k"}, Language: "hcl", Messages: []*schema.Message{m}, Enums: []*schema.Enum{e}}}, []*schema.WireInfo{prpc.Info()})
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	return s.Packages[0].Messages[0]
}

// What can't travel is refused with the way to it, and nothing is lost in silence.
func TestWriteRefuses(t *testing.T) {
	m := kinds(t)
	deep := rec{}
	for range 120 {
		deep = rec{9: deep}
	}
	for _, c := range []struct {
		v    rec
		want string
	}{
		{rec{1: int64(128)}, "Kinds.i8: 128 is outside int8"},
		{rec{2: uint64(1 << 16)}, "Kinds.u16: 65536 is outside uint16"},
		{rec{1: "x"}, "Kinds.i8: a value of Go type string where the contract has int8"},
		{rec{3: list{int64(1)}}, "Kinds.three: 1 elements where list(int16, 3) has 3"},
		{rec{3: list{int64(1), int64(2), int64(1 << 15)}}, "Kinds.three[2]: 32768 is outside int16"},
		{rec{4: list{"a", "b", "a"}}, "Kinds.set[2]: an element twice"},
		{rec{5: int64(7)}, "Kinds.closed: 7 is no number of the closed enum k.Closed"},
		{rec{5: int64(1) << 40}, "Kinds.closed: 1099511627776 is outside int32"},
		{rec{6: "x", 7: int64(1)}, "Kinds.b: a is set as well, and both are in the oneof o"},
		{rec{6: "\xff"}, "Kinds.a: text that is not UTF-8"},
		{rec{77: int64(1)}, "Kinds: no field 77"},
		{rec{9: rec{9: rec{1: int64(-129)}}}, "Kinds.self.self.i8: -129 is outside int8"},
		{rec{10: 1e300}, "Kinds.f32: 1e+300 is no float32"},
		{rec{11: ent{{Key: int64(1), Value: []byte{}}, {Key: int64(1), Value: []byte{}}}}, "Kinds.map[1]: a key twice"},
		{rec{11: ent{{Key: int64(1), Value: "x"}}}, "Kinds.map[0]: a value of Go type string where the contract has bytes"},
		{rec{11: list{}}, "Kinds.map: a value of Go type []interface {} where the contract has map(int32, bytes)"},
		{rec{9: int64(1)}, "Kinds.self: a value of Go type int64 where the contract has k.Kinds"},
	} {
		_, err := Append(nil, m, c.v)
		var e *Error
		if !errors.As(err, &e) || e.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.v, err, c.want)
		}
	}
	if _, err := Append(nil, m, deep); err == nil || !strings.Contains(err.Error(), "nested over 100 deep") {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	m := kinds(t)
	for _, c := range []struct{ b, want string }{
		{"\x08\x80\x01", "Kinds.i8: 128 is outside int8 (byte 1)"},
		{"\x10\x80\x80\x04", "Kinds.u16: 65536 is outside uint16 (byte 1)"},
		{"\x65\x80\x00\x00\x00", "Kinds.fixed: 128 is outside int8 (byte 1)"},
		{"\x1a\x01\x01", "Kinds.three: 1 elements where list(int16, 3) has 3"},
		{"\x1a\x04\x01\x80\x80\x02", "Kinds.three[0]: 32768 is outside int16 (byte 3)"},
		{"\x28\x07", "Kinds.closed: 7 is no number of the closed enum k.Closed (byte 1)"},
		{"\x32\x01\xff", "Kinds.a: text that is not UTF-8 (byte 2)"},
		{"\x4a\x02\x08\xff", "Kinds.self.i8: the bytes end within a field (byte 3)"},
		{"\x4a\x05\x08", "Kinds.self: the bytes end within a field (byte 1)"},
		{"\x5a\x02\x08\xff", "Kinds.map[0]: the bytes end within a field (byte 3)"},
		{"\x4c", "Kinds: a group doesn't end where it began (byte 0)"},
		{"\xa3\x06\x08\x01", "Kinds: the bytes end within a field (byte 0)"},
		{"\x00", "Kinds: no field has this number or wire type (byte 0)"},
		{"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "Kinds.i8: a varint has over 64 bits (byte 1)"},
	} {
		_, err := Read(m, []byte(c.b))
		var e *Error
		if !errors.As(err, &e) || e.Error() != c.want {
			t.Errorf("%x: %v, want %s", c.b, err, c.want)
		}
	}
	var nested []byte
	for range 101 {
		nested = append([]byte{0x4a}, prpc.AppendBytes(nil, nested)...)
	}
	if _, err := Read(m, nested); err == nil || !strings.Contains(err.Error(), "nested over 100 deep") {
		t.Error(err)
	}
	if _, err := Go().Read(m, nested); err != nil {
		t.Error(err)
	}
}

// What is required is missed in an entry that has no message, too.
func TestRequiredInEntry(t *testing.T) {
	s := contract(t, file(2, "map<int32, T> m = 1;", "message T { required int32 x = 1; }"))
	for name, ok := range map[string]bool{goPeer: false, javaPeer: true, cppPeer: false, ourPeer: false} {
		_, err := peerNamed(t, name).Read(message(t, s, "In"), []byte("\x0a\x02\x08\x01"))
		if (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Values are counted before there is memory for them, so that a few megabytes don't
// become gigabytes.
func TestReadCountsValues(t *testing.T) {
	s := contract(t, file(3, "repeated bool p = 1; repeated T m = 2; repeated string u = 3; map<int32, int32> e = 4;", "message T {}"))
	m := message(t, s, "In")
	p := Rpcctl()
	for name, b := range map[string][]byte{
		"packed": {0x0a, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1}, "messages": bytes.Repeat([]byte{0x12, 0}, 9),
		"strings": bytes.Repeat([]byte{0x1a, 0}, 9), "entries": bytes.Repeat([]byte{0x22, 0}, 9),
	} {
		for _, left := range []int{10, 9} { // itself and 9
			d := reader{traits: &p.traits, b: b, end: len(b), values: maxValues - left}
			if err := d.message(m, rec{}, 0); (err == nil) != (left == 10) {
				t.Errorf("%s, %d left: %v", name, left, err)
			}
		}
	}
	b := prpc.AppendBytes(prpc.AppendTag(nil, 1, prpc.Bytes), make([]byte, maxValues))
	if _, err := Read(m, b); err == nil || !strings.Contains(err.Error(), "over 4194304 values") {
		t.Error(err)
	}
}

// What is read as the wire has it, whatever wrote it.
func TestReadTakes(t *testing.T) {
	m := kinds(t)
	for _, c := range []struct{ name, b, want string }{
		{"a retired field, whatever it holds", "\x40\x01\x42\x01\xff", `{}`},
		{"the last of a oneof", "\x32\x01x\x38\x05", `{"b":"5"}`},
		{"and the first again", "\x32\x01x\x38\x05\x32\x01y", `{"a":"y"}`},
		{"elements of a set once", "\x22\x01a\x22\x01b\x22\x01a", `{"set":["a","b"]}`},
		{"a list in three parts", "\x1a\x01\x01\x18\x02\x08\x07\x1a\x01\x03", `{"i8":7,"three":[1,2,3]}`},
		{"an entry without a key or value", "\x5a\x00\x5a\x02\x08\x05", `{"map":{"0":"","5":""}}`},
		{"an entry with strangers", "\x5a\x09\x18\x01\x0a\x01x\x12\x02ab\x5a\x02\x08\x05", `{"map":{"0":"YWI=","5":""}}`},
		{"the last of two keys", "\x5a\x05\x08\x05\x12\x01a\x5a\x05\x08\x05\x12\x01b", `{"map":{"5":"Yg=="}}`},
		{"a negative number cut to 32 bits", "\x08\xff\xff\xff\xff\x0f", `{"i8":-1}`},
		{"an enum below zero", "\x28\xfb\xff\xff\xff\xff\xff\xff\xff\xff\x01", `{"closed":"N"}`},
		{"two halves of a message", "\x4a\x02\x08\x01\x08\x02\x4a\x02\x10\x03", `{"i8":2,"self":{"i8":1,"u16":3}}`},
		{"an unknown group", "\xa3\x06\x0b\x0c\x08\x01\xa4\x06\x08\x02", `{"i8":2}`},
		{"padding", padding, `{}`},
	} {
		r, err := Read(m, []byte(c.b))
		if got := string(schema.RecordJSON(m, r)); err != nil || got != c.want {
			t.Errorf("%s: %s (%v), want %s", c.name, got, err, c.want)
		}
	}
}

// Zeros of plain fields aren't written, but negative zero and what is tracked are.
func TestZeros(t *testing.T) {
	s := contract(t, file(3, "float f = 1; double d = 2; optional int32 o = 3; string s = 4; bytes b = 5; bool t = 6; E e = 7; oneof x { int32 y = 8; }", color3))
	m := message(t, s, "In")
	zeros := rec{1: 0.0, 2: 0.0, 3: int64(0), 4: "", 5: []byte{}, 6: false, 7: int64(0), 8: int64(0)}
	minus := rec{1: math.Copysign(0, -1), 2: math.Copysign(0, -1)}
	for _, p := range Peers() {
		want := "18004000"
		if p.Name() == javaPeer {
			want = "0d000000001100000000000000001800220" + "02a00300038004000"
		}
		if b, err := p.Write(m, zeros); err != nil || fmt.Sprintf("%x", b) != want {
			t.Errorf("%s: %x, %v", p.Name(), b, err)
		}
		if b, err := p.Write(m, minus); err != nil || fmt.Sprintf("%x", b) != "0d00000080110000000000000080" {
			t.Errorf("%s: %x, %v", p.Name(), b, err)
		}
	}
}

// Groups: Java's classes know none.
func TestGroups(t *testing.T) {
	s := contract(t, "syntax = \"proto2\"; package demo; message In { optional group G = 1 { optional int32 x = 1; repeated group H = 2 { optional string y = 1; } } optional int32 n = 2; }")
	m := message(t, s, "In")
	v := rec{1: rec{1: int64(5), 2: list{rec{1: "a"}, rec{}}}, 2: int64(9)}
	for _, p := range Peers() {
		b, err := p.Write(m, v)
		if p.Name() == javaPeer {
			if err == nil {
				t.Errorf("java writes %x", b)
			}
			r, err := p.Read(m, []byte("\x0b\x08\x05\x0c\x10\x09"))
			if got := string(schema.RecordJSON(m, r)); err != nil || got != `{"n":9}` {
				t.Errorf("java: %s %v", got, err)
			}
			continue
		}
		if err != nil || fmt.Sprintf("%x", b) != "0b0805130a01611413140c1009" {
			t.Errorf("%s: %x %v", p.Name(), b, err)
		}
		if r, err := p.Read(m, b); err != nil || !schema.Equal(r, v) {
			t.Errorf("%s: %v %v", p.Name(), r, err)
		}
		for n := 1; n < 11; n++ {
			if r, err := p.Read(m, b[:n]); err == nil {
				t.Errorf("%s: %d bytes are read as %v", p.Name(), n, r)
			}
		}
	}
}

// A declared error is its code to all but Go, and its fields among ours.
func TestDeclaredErrors(t *testing.T) {
	s := contract(t, file(3, "string a = 1;"))
	pkg := s.Packages[0]
	broken := &schema.Error{Message: schema.Message{Decl: schema.Decl{Name: "Broken"}, Fields: []*schema.Field{{Decl: schema.Decl{Name: "why"}, Number: 1, Presence: schema.Plain, Type: schema.Type{Kind: schema.KindString}}}}, Code: 7}
	pkg.Errors = append(pkg.Errors, broken)
	pkg.Services[0].Methods[0].Errors = []*schema.ErrorRef{{Name: "Broken", Number: 1}}
	s, errs := schema.Link([]*schema.Package{pkg}, []*schema.WireInfo{prpc.Info()})
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	m := method(t, s, "M")
	for _, from := range Peers() {
		b, err := from.ReplyError(m, m.Errors[0], rec{1: "x"})
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range Peers() {
			want := "error Broken {}"
			switch {
			case from.Name() == goPeer:
				want = "refused 2001"
			case to.Name() == goPeer:
				want = "refused 7"
			case from.Name() == ourPeer && to.Name() == ourPeer:
				want = `error Broken {"why":"x"}`
			}
			got, e, err := to.Receive(m, b)
			text := ""
			switch {
			case err != nil:
				text = refusedAs(t, err)
			case e != nil:
				text = "error " + e.Target.Name + " " + string(schema.RecordJSON(&e.Target.Message, got))
			}
			if text != want {
				t.Errorf("%s to %s: %s, want %s", from.Name(), to.Name(), text, want)
			}
		}
	}
	for _, code := range []uint32{0, 1001, 3000, 1 << 31} {
		broken.Code = code
		if _, err := Rpcctl().ReplyError(m, m.Errors[0], nil); err == nil {
			t.Errorf("code %d is answered", code)
		}
	}
}

// Params: one message goes as it is, all else as a message of the params.
func TestParams(t *testing.T) {
	of := func(k schema.Kind) schema.Type { return schema.Type{Kind: k} }
	param := func(n int, name string, typ schema.Type, p schema.Presence) *schema.Field {
		return &schema.Field{Decl: schema.Decl{Name: name}, Number: n, Presence: p, Type: typ}
	}
	msg := schema.Type{Kind: schema.KindRef, Name: "T"}
	svc := &schema.Service{Decl: schema.Decl{Name: "S"}, On: []schema.WireBlock{{Wire: schema.Ident{Name: "prpc"}, Attrs: []schema.WireAttr{{Name: "service", Value: "other"}}}}}
	for name, params := range map[string][]*schema.Field{
		"one": {param(4, "t", msg, schema.Plain)}, "maybe": {param(1, "t", msg, schema.Optional)}, "number": {param(2, "n", of(schema.KindInt32), schema.Plain)},
		"two": {param(1, "t", msg, schema.Plain), param(3, "n", of(schema.KindInt32), schema.Plain)},
	} {
		svc.Methods = append(svc.Methods, &schema.Method{Decl: schema.Decl{Name: name}, Params: params,
			On: []schema.WireBlock{{Wire: schema.Ident{Name: "prpc"}, Attrs: []schema.WireAttr{{Name: "request", Value: "R" + name}, {Name: "method", Value: name + "It"}}}}})
	}
	p := &schema.Package{Decl: schema.Decl{Name: "p"}, Services: []*schema.Service{svc}, Messages: []*schema.Message{
		{Decl: schema.Decl{Name: "T"}, Fields: []*schema.Field{param(1, "x", of(schema.KindInt32), schema.Plain)}}}}
	s, errs := schema.Link([]*schema.Package{p}, []*schema.WireInfo{prpc.Info()})
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	for name, c := range map[string]struct {
		args rec
		data string
	}{
		"one": {rec{4: rec{1: int64(5)}}, "\x08\x05"}, "maybe": {rec{1: rec{1: int64(5)}}, "\x0a\x02\x08\x05"},
		"number": {rec{2: int64(5)}, "\x10\x05"}, "two": {rec{1: rec{1: int64(5)}, 3: int64(6)}, "\x0a\x02\x08\x05\x18\x06"},
	} {
		for _, p := range Peers() {
			m := method(t, s, name)
			b, err := p.Request(m, c.args)
			if err != nil {
				t.Fatal(err)
			}
			f, _, _, err := prpc.Parse(b, prpc.DefaultLimit)
			service := "other"
			if p.Name() == cppPeer {
				service = "p.other"
			}
			if err != nil || string(f.Data) != c.data || string(f.Meta.Request.Service) != service || string(f.Meta.Request.Method) != name+"It" {
				t.Errorf("%s %s: %x %s.%s %v", p.Name(), name, f.Data, f.Meta.Request.Service, f.Meta.Request.Method, err)
			}
			ran, args, err := p.Serve(s, b)
			if err != nil || ran != m || !schema.Equal(args, c.args) {
				t.Errorf("%s %s: %v %v", p.Name(), name, args, err)
			}
			if _, err := p.Request(m, rec{9: int64(1)}); err == nil {
				t.Errorf("%s %s: a stranger is left out in silence", p.Name(), name)
			}
		}
	}
}
