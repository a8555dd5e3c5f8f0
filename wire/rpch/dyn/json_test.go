package dyn

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rpcctl/rpcctl/schema"
)

// beyond is a message with what the IDL doesn't have.
func beyond(t testing.TB) *schema.Schema {
	t.Helper()
	ty := func(k schema.Kind, elem ...schema.Type) schema.Type {
		out := schema.Type{Kind: k}
		if len(elem) == 2 {
			out.Key = &elem[0]
		}
		if len(elem) > 0 {
			out.Elem = &elem[len(elem)-1]
		}
		return out
	}
	ref := func(name string) schema.Type { return schema.Type{Kind: schema.KindRef, Name: name} }
	s, i8, u64 := ty(schema.KindString), ty(schema.KindInt8), ty(schema.KindUint64)
	fixed := ty(schema.KindList, i8)
	fixed.Len = 2
	types := []schema.Type{
		ty(schema.KindBool), ty(schema.KindBytes), ref("Color"), ty(schema.KindList, s), ty(schema.KindSet, i8), ty(schema.KindMap, s, u64),
		ty(schema.KindMap, i8, ref("Inner")), ty(schema.KindMap, ty(schema.KindBool), s), ref("Inner"), ty(schema.KindList, ref("Inner")), fixed, ref("Shut"),
	}
	m := &schema.Message{Decl: schema.Decl{Name: "All"}}
	for i, typ := range types {
		m.Fields = append(m.Fields, &schema.Field{Decl: schema.Decl{Name: "f" + string(rune('a'+i))}, Number: i + 1, Type: typ, Presence: schema.Plain})
	}
	add := func(f schema.Field) { m.Fields = append(m.Fields, &f) }
	add(schema.Field{Decl: schema.Decl{Name: "opt"}, Number: 20, Type: ty(schema.KindInt32), Presence: schema.Optional})
	add(schema.Field{Decl: schema.Decl{Name: "optm"}, Number: 21, Type: ref("All"), Presence: schema.Optional})
	add(schema.Field{Decl: schema.Decl{Name: "one"}, Number: 22, Type: s, Presence: schema.Plain, OneOf: "choice"})
	add(schema.Field{Decl: schema.Decl{Name: "two"}, Number: 23, Type: ref("Inner"), Presence: schema.Plain, OneOf: "choice"})
	add(schema.Field{Decl: schema.Decl{Name: "renamed"}, Number: 24, Type: s, Presence: schema.Plain, JSON: "other name"})
	add(schema.Field{Decl: schema.Decl{Name: "gone"}, Number: 25, Type: s, Presence: schema.Plain, Retired: "gone"})
	m.OneOfs = []*schema.OneOf{{Decl: schema.Decl{Name: "choice"}}}
	value := func(name string, n int64) *schema.EnumValue {
		return &schema.EnumValue{Decl: schema.Decl{Name: name}, Number: n}
	}
	must := field(1, "must", "int32")
	must.Presence = schema.Required
	return link(t, &schema.Package{Decl: schema.Decl{Name: "p"},
		Enums: []*schema.Enum{
			{Decl: schema.Decl{Name: "Color"}, Values: []*schema.EnumValue{value("A", 0), value("B", 1)}},
			{Decl: schema.Decl{Name: "Shut"}, Closed: true, Values: []*schema.EnumValue{value("C", 2)}},
		},
		Messages: []*schema.Message{m,
			{Decl: schema.Decl{Name: "Inner"}, Fields: []*schema.Field{field(1, "x", "int32")}},
			{Decl: schema.Decl{Name: "Must"}, Fields: []*schema.Field{must}},
		},
	})
}

func messageOf(t testing.TB, s *schema.Schema, name string) *schema.Message {
	t.Helper()
	m, ok := s.Lookup("p." + name).(*schema.Message)
	if !ok {
		t.Fatalf("no message %s", name)
	}
	return m
}

var full = rec{1: true, 2: []byte{0, 255}, 3: int64(1), 4: list{"a", "<"}, 5: list{int64(-1), int64(2)}, 6: ent{{Key: "k", Value: uint64(1<<64 - 1)}},
	7: ent{{Key: int64(-5), Value: rec{1: int64(7)}}}, 8: ent{{Key: true, Value: "t"}}, 9: rec{1: int64(3)}, 10: list{rec{1: int64(4)}}, 11: list{int64(1), int64(2)}, 12: int64(2),
	20: int64(0), 22: "", 24: "r"}

func TestBeyondTheIDL(t *testing.T) {
	m := messageOf(t, beyond(t), "All")
	want := `{"fa":true,"fb":"AP8=","fc":1,"fd":["a","<"],"fe":[-1,2],"ff":{"k":18446744073709551615},"fg":{"-5":{"x":7}},"fh":{"true":"t"},"fi":{"x":3},"fj":[{"x":4}],"fk":[1,2],"fl":2,"opt":0,"one":"","other name":"r","gone":""}`
	for p, text := range map[Peer]string{
		Rpcctl(): want,
		Go():     strings.ReplaceAll(want, "<", `\u003c`),
		Node():   strings.ReplaceAll(strings.ReplaceAll(want, "18446744073709551615", "18446744073709552000"), `,"gone":""`, ""),
		C():      "{\n\t\"fa\":\ttrue,\n\t\"fb\":\t\"AP8=\",\n\t\"fc\":\t1,\n\t\"fd\":\t[\"a\", \"<\"],\n\t\"fe\":\t[-1, 2],\n\t\"ff\":\t{\n\t\t\"k\":\t1.8446744073709552e+19\n\t},\n\t\"fg\":\t{\n\t\t\"-5\":\t{\n\t\t\t\"x\":\t7\n\t\t}\n\t},\n\t\"fh\":\t{\n\t\t\"true\":\t\"t\"\n\t},\n\t\"fi\":\t{\n\t\t\"x\":\t3\n\t},\n\t\"fj\":\t[{\n\t\t\t\"x\":\t4\n\t\t}],\n\t\"fk\":\t[1, 2],\n\t\"fl\":\t2,\n\t\"opt\":\t0,\n\t\"one\":\t\"\",\n\t\"other name\":\t\"r\",\n\t\"gone\":\t\"\"\n}",
	} {
		b, err := p.Write(m, full)
		if err != nil || string(b) != text {
			t.Errorf("%s wrote\n%s (%v), want\n%s", p.Name(), b, err, text)
		}
		r, err := p.Read(m, b)
		after := show(full)
		switch p.profile {
		case nodePeer:
			after = strings.ReplaceAll(after, "18446744073709551615", "1.8446744073709552e+19")
		case cPeer:
			after = strings.ReplaceAll(after, "18446744073709551615", "2147483647")
		}
		if err != nil || show(r) != after {
			t.Errorf("%s read\n%s (%v), want\n%s", p.Name(), show(r), err, after)
		}
	}
}

// The rows of the page's table on JSON (2.6): what each peer makes of a text.
func TestJSONRows(t *testing.T) {
	s := contract(t, "message M{int32 A;string S;uint64 U;float32 F;N P} message N{int32 X}")
	m := messageOf(t, s, "M")
	rest := `,"S":"s","U":1,"F":0.5,"P":{"X":1}}`
	ok := `{1:7 2:"s" 3:1 4:0.5 5:{1:1}}`
	const garbage = "{1:? 2:? 3:? 4:? 5:?}"
	for _, c := range []struct {
		name, json           string
		goes, node, c, ourse string
	}{
		{"as written", `{"A":7` + rest, ok, ok, ok, ok},
		{"pretty", "{\n\t\"A\":\t7" + strings.ReplaceAll(rest, ",", ",\n\t"), ok, ok, ok, ok},
		{"1.0 for an integer", `{"A":7.0` + rest, "error", ok, ok, ok},
		{"an exponent", `{"A":7e0` + rest, "error", ok, ok, ok},
		{"a fraction", `{"A":7.5` + rest, "error", `{1:7.5 2:"s" 3:1 4:0.5 5:{1:1}}`, ok, "error"},
		{"out of range", `{"A":3000000000` + rest, "error", `{1:3000000000 2:"s" 3:1 4:0.5 5:{1:1}}`, `{1:2147483647 2:"s" 3:1 4:0.5 5:{1:1}}`, "error"},
		{"negative for unsigned", `{"A":7,"S":"s","U":-1,"F":0.5,"P":{"X":1}}`, "error", `{1:7 2:"s" 3:-1 4:0.5 5:{1:1}}`, `{1:7 2:"s" 3:18446744073709551615 4:0.5 5:{1:1}}`, "error"},
		{"missing field", `{` + rest[1:], `{1:0 2:"s" 3:1 4:0.5 5:{1:1}}`, `{1:? 2:"s" 3:1 4:0.5 5:{1:1}}`, garbage, `{1:0 2:"s" 3:1 4:0.5 5:{1:1}}`},
		{"missing nested field", `{"A":7,"S":"s","U":1,"F":0.5,"P":{}}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:0}}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:?}}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:?}}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:0}}`},
		{"unknown field", `{"Z":[{}],"A":7` + rest, ok, ok, ok, ok},
		{"key case", `{"a":7` + rest, ok, `{1:? 2:"s" 3:1 4:0.5 5:{1:1}}`, garbage, ok},
		{"nested twice", `{"P":{"X":1},"P":{},"A":7,"S":"s","U":1,"F":0.5}`, ok, `{1:7 2:"s" 3:1 4:0.5 5:{1:?}}`, ok, `{1:7 2:"s" 3:1 4:0.5 5:{1:0}}`},
		{"duplicate key", `{"A":1,"A":7` + rest, ok, ok, `{1:1 2:"s" 3:1 4:0.5 5:{1:1}}`, ok},
		{"null for a scalar", `{"A":null` + rest, `{1:0 2:"s" 3:1 4:0.5 5:{1:1}}`, `{1:? 2:"s" 3:1 4:0.5 5:{1:1}}`, garbage, `{1:0 2:"s" 3:1 4:0.5 5:{1:1}}`},
		{"null nested", `{"A":7,"S":"s","U":1,"F":0.5,"P":null}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:0}}`, `{1:7 2:"s" 3:1 4:0.5 5:?}`, `{1:7 2:"s" 3:1 4:0.5 5:?}`, `{1:7 2:"s" 3:1 4:0.5 5:{1:0}}`},
		{"null for the message", `null`, `{1:0 2:"" 3:0 4:0 5:{1:0}}`, garbage, garbage, `{1:0 2:"" 3:0 4:0 5:{1:0}}`},
		{"a number for the message", `5`, "error", garbage, garbage, "error"},
		{"trailing garbage", `{"A":7` + rest + "x", "error", "closed", ok, "error"},
		{"bad syntax", `{"A":7,`, "error", "closed", garbage, "error"},
		{"nothing", ``, "error", "closed", garbage, "error"},
		{"a raw control in text", "{\"A\":7,\"S\":\"\x01\",\"U\":1,\"F\":0.5,\"P\":{\"X\":1}}", "error", "closed", `{1:7 2:"\x01" 3:1 4:0.5 5:{1:1}}`, "error"},
		{"half a surrogate", `{"A":7,"S":"\ud800","U":1,"F":0.5,"P":{"X":1}}`, `{1:7 2:"�" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"�" 3:1 4:0.5 5:{1:1}}`, garbage, `{1:7 2:"�" 3:1 4:0.5 5:{1:1}}`},
		{"a pair of surrogates", `{"A":7,"S":"\ud83d\ude00","U":1,"F":0.5,"P":{"X":1}}`, `{1:7 2:"😀" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"😀" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"😀" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"😀" 3:1 4:0.5 5:{1:1}}`},
		{"NUL in text", `{"A":7,"S":"a\u0000b","U":1,"F":0.5,"P":{"X":1}}`, `{1:7 2:"a\x00b" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"a\x00b" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"a" 3:1 4:0.5 5:{1:1}}`, `{1:7 2:"a\x00b" 3:1 4:0.5 5:{1:1}}`},
		{"float over float32", `{"A":7,"S":"s","U":1,"F":1e300,"P":{"X":1}}`, "error", `{1:7 2:"s" 3:1 4:1e+300 5:{1:1}}`, `{1:7 2:"s" 3:1 4:+Inf 5:{1:1}}`, "error"},
	} {
		for p, want := range map[Peer]string{Go(): c.goes, Node(): c.node, C(): c.c, Rpcctl(): c.ourse} {
			r, err := p.Read(m, []byte(c.json))
			// a failure is silent in C from the field at fault on; here only whole or from the front
			if got := outcome(r, err); got != want {
				t.Errorf("%s, read by %s: %s (%v), want %s", c.name, p.Name(), got, err, want)
			}
		}
	}
}

func TestJSONOut(t *testing.T) {
	s := contract(t, "message M{string S;float64 D;float32 F;uint64 U}")
	m := messageOf(t, s, "M")
	for _, c := range []struct {
		name              string
		value             rec
		goes, node, c, us string
	}{
		{"html", rec{1: "<&>"}, `"S":"\u003c\u0026\u003e"`, `"S":"<&>"`, "\"S\":\t\"<&>\"", `"S":"<&>"`},
		{"controls", rec{1: "\"\\\n\x01"}, `"S":"\"\\\n\u0001"`, `"S":"\"\\\n\u0001"`, "\"S\":\t\"\\\"\\\\\\n\\u0001\"", `"S":"\"\\\n\u0001"`},
		{"not UTF-8", rec{1: "a\xff"}, `"S":"a\ufffd"`, "\"S\":\"a\uFFFD\"", "\"S\":\t\"a\xff\"", ""},
		{"NUL", rec{1: "a\x00b"}, `"S":"a\u0000b"`, `"S":"a\u0000b"`, "\"S\":\t\"a\"", `"S":"a\u0000b"`},
		{"small", rec{2: 1e-7}, `"D":1e-7`, `"D":1e-7`, "\"D\":\t1e-07", `"D":1e-7`},
		{"large", rec{2: 1e21}, `"D":1e+21`, `"D":1e+21`, "\"D\":\t1e+21", `"D":1e+21`},
		{"15 digits", rec{2: 123456789012345.0}, `"D":123456789012345`, `"D":123456789012345`, "\"D\":\t123456789012345", `"D":123456789012345`},
		{"16 digits", rec{2: 1e15}, `"D":1000000000000000`, `"D":1000000000000000`, "\"D\":\t1e+15", `"D":1000000000000000`},
		{"a third", rec{2: 1.0 / 3}, `"D":0.3333333333333333`, `"D":0.3333333333333333`, "\"D\":\t0.33333333333333331", `"D":0.3333333333333333`},
		{"minus zero", rec{2: math.Copysign(0, -1)}, `"D":-0`, `"D":0`, "\"D\":\t-0", `"D":-0`},
		{"float32", rec{3: float64(float32(0.1))}, `"F":0.1`, `"F":0.10000000149011612`, "\"F\":\t0.10000000149011612", `"F":0.1`},
		{"NaN", rec{2: math.NaN()}, "", `"D":null`, "\"D\":\tnull", ""},
		{"2^53+1", rec{4: uint64(1<<53 + 1)}, `"U":9007199254740993`, `"U":9007199254740992`, "\"U\":\t9.00719925474099e+15", `"U":9007199254740993`},
		{"2^64-1", rec{4: uint64(1<<64 - 1)}, `"U":18446744073709551615`, `"U":18446744073709552000`, "\"U\":\t1.8446744073709552e+19", `"U":18446744073709551615`},
	} {
		for p, want := range map[Peer]string{Go(): c.goes, Node(): c.node, C(): c.c, Rpcctl(): c.us} {
			b, err := p.Write(m, c.value)
			if want == "" {
				if got := outcome(nil, err); got != p.unwritable() {
					t.Errorf("%s: %s wrote %s (%v)", c.name, p.Name(), b, err)
				}
				continue
			}
			if err != nil || !strings.Contains(string(b), want) {
				t.Errorf("%s: %s wrote %s (%v), want %s", c.name, p.Name(), b, err, want)
			}
		}
	}
}

// What only our own runtime refuses.
func TestOursRefuses(t *testing.T) {
	s := beyond(t)
	all, must := messageOf(t, s, "All"), messageOf(t, s, "Must")
	for _, c := range []struct {
		m       *schema.Message
		json    string
		refused bool
	}{
		{must, `{}`, true}, {must, `{"MUST":null}`, false}, {all, strings.Repeat(`{"optm":`, 999) + "{}" + strings.Repeat("}", 999), false}, {all, strings.Repeat(`{"optm":`, 1000) + "{}" + strings.Repeat("}", 1000), true}, {must, `{"must":0}`, false}, {all, `{"fl":3}`, true}, {all, `{"fl":2}`, false}, {all, `{"fl":0}`, false},
		{all, `{"one":"a","two":{}}`, true}, {all, `{"two":{}}`, false}, {all, `{"one":"a","one":"b"}`, false}, {all, `{"fk":[1]}`, true}, {all, `{"fb":"?"}`, true},
		{all, `{"fg":{"x":{}}}`, true}, {all, `{"fh":{"1":""}}`, true}, {all, `{"fc":2147483648}`, true}, {all, `{"fc":9}`, false}, {all, `{"optm":null,"opt":null}`, false},
	} {
		if r, err := Rpcctl().Read(c.m, []byte(c.json)); (err != nil) != c.refused {
			t.Errorf("%.60s: %.60s (%v)", c.json, show(r), err)
		}
	}
	if b, err := Rpcctl().Write(all, rec{12: int64(3)}); err == nil {
		t.Errorf("a closed enum's unknown number was written: %s", b)
	}
	for _, v := range []rec{{99: true}, {1: int64(1)}, {2: "x"}, {3: int64(1) << 40}, {4: "x"}, {11: list{int64(1)}}, {5: list{int64(300)}}, {22: "a", 23: rec{}}, {9: int64(1)}, {6: list{}}, {6: ent{{Key: true, Value: uint64(1)}}}, {6: ent{{Key: "a", Value: uint64(1)}, {Key: "a", Value: uint64(1)}}}} {
		for _, p := range Peers() {
			if b, err := p.Write(all, v); err == nil {
				t.Errorf("%s wrote %v: %s", p.Name(), v, b)
			}
		}
	}
}

// Small texts don't become large values.
func TestZerosAreBounded(t *testing.T) {
	i64 := schema.Type{Kind: schema.KindInt64}
	fixed := schema.Type{Kind: schema.KindList, Len: 65535, Elem: &i64}
	ref := schema.Type{Kind: schema.KindRef, Name: "Wide"}
	s := link(t, &schema.Package{Decl: schema.Decl{Name: "p"}, Messages: []*schema.Message{
		{Decl: schema.Decl{Name: "Wide"}, Fields: []*schema.Field{{Decl: schema.Decl{Name: "f"}, Number: 1, Type: fixed, Presence: schema.Plain}}},
		{Decl: schema.Decl{Name: "Many"}, Fields: []*schema.Field{{Decl: schema.Decl{Name: "l"}, Number: 1, Type: schema.Type{Kind: schema.KindList, Elem: &ref}, Presence: schema.Plain}}},
	}})
	text := []byte(`{"l":[` + strings.Repeat("{},", 999) + "{}]}")
	for _, p := range []Peer{Go(), Rpcctl()} {
		if r, err := p.Read(messageOf(t, s, "Many"), text); err == nil {
			t.Errorf("%s: %d values of 65535 zeros", p.Name(), len(r[1].([]any)))
		}
		if _, err := p.Read(messageOf(t, s, "Many"), []byte(`{"l":[{},{}]}`)); err != nil {
			t.Errorf("%s: %v", p.Name(), err)
		}
	}
}

func TestIntegral(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "-0.0": "0", "7": "7", "7.0": "7", "7e2": "700", "1e+15": "1000000000000000", "120e-1": "12", "1.5e1": "15", "-1.8446744073709552e+19": "-18446744073709552000",
		"0e999999999": "", "1e400": "", "1e999999999999": "", "7.5": "", "1e-1": "", "123456789012345678901": "",
	} {
		if got, ok := integral(text); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", text, got, ok, want)
		}
	}
}

// values that the original in Go and our runtime carry unchanged.
func drawAll(t *rapid.T, deep int) rec {
	n := func() int { return rapid.IntRange(0, 3).Draw(t, "n") }
	inner := func() rec { return rec{1: int64(rapid.Int32().Draw(t, "x"))} }
	text := func() string { return rapid.StringN(0, 3, -1).Draw(t, "text") }
	r := rec{1: rapid.Bool().Draw(t, "bool"), 2: append([]byte{}, rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "bytes")...), 3: int64(rapid.Int32().Draw(t, "enum")),
		9: inner(), 11: list{int64(1), int64(rapid.Int8().Draw(t, "i8"))}, 12: int64(2), 24: text()}
	texts, set, inners, longs := list{}, list{}, list{}, ent{}
	for range n() {
		texts, inners = append(texts, text()), append(inners, inner())
		if x := int64(rapid.Int8().Draw(t, "i8")); !slices.Contains(set, any(x)) {
			set = append(set, x)
			longs = append(longs, schema.Entry{Key: x, Value: inner()})
		}
	}
	r[4], r[5], r[7], r[10] = texts, set, longs, inners
	r[6], r[8] = ent{{Key: text(), Value: rapid.Uint64().Draw(t, "u64")}}, ent{{Key: rapid.Bool().Draw(t, "key"), Value: text()}}
	if rapid.Bool().Draw(t, "opt") {
		r[20] = int64(rapid.Int32().Draw(t, "opt"))
	}
	if deep > 0 && rapid.Bool().Draw(t, "optm") {
		r[21] = drawAll(t, deep-1)
	}
	switch n() {
	case 1:
		r[22] = text()
	case 2:
		r[23] = inner()
	}
	return r
}

func TestValuesComeBack(t *testing.T) {
	m := messageOf(t, beyond(t), "All")
	rapid.Check(t, func(rt *rapid.T) {
		v := drawAll(rt, 2)
		for _, p := range []Peer{Go(), Rpcctl()} {
			b, err := p.Write(m, v)
			if err != nil {
				rt.Fatal(err)
			}
			r, err := p.Read(m, b)
			if err != nil || show(r) != show(v) {
				rt.Fatalf("%s: %s\nread %s (%v)\nwant %s", p.Name(), b, show(r), err, show(v))
			}
		}
	})
}

// goStruct is what the original's generator makes of the message below, but for
// the tag that says the same.
type goStruct struct {
	A int8
	B uint64
	C float32
	D float64
	E string
	F struct{ X int32 }
}

func goContract(t testing.TB) *schema.Message {
	return messageOf(t, contract(t, "message G{int8 A;uint64 B;float32 C;float64 D;string E;H F} message H{int32 X}"), "G")
}

func (g goStruct) record() rec {
	return rec{1: int64(g.A), 2: g.B, 3: float64(g.C), 4: g.D, 5: g.E, 6: rec{1: int64(g.F.X)}}
}

func TestGoWritesAsEncodingJSON(t *testing.T) {
	m := goContract(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := goStruct{A: rapid.Int8().Draw(rt, "a"), B: rapid.Uint64().Draw(rt, "b"), C: rapid.Float32().Draw(rt, "c"), D: rapid.Float64().Draw(rt, "d"), E: rapid.String().Draw(rt, "e")}
		g.F.X = rapid.Int32().Draw(rt, "x")
		want, err := json.Marshal(g)
		got, err2 := Go().Write(m, g.record())
		if (err == nil) != (err2 == nil) || err == nil && !bytes.Equal(got, want) {
			rt.Fatalf("wrote %s (%v), want %s (%v)", got, err2, want, err)
		}
	})
}

// FuzzGoReadsAsEncodingJSON holds the model of the original in Go to what it is
// made of.
func FuzzGoReadsAsEncodingJSON(f *testing.F) {
	for _, s := range []string{
		`{"A":1,"B":18446744073709551615,"C":0.1,"D":1e300,"E":"\u003c","F":{"X":1}}`, `{"a":1,"A":2,"a":3}`, `null`, `{"A":1.0}`, `{"A":128}`, `{"C":1e39}`, `{"F":{"X":1},"F":{}}`,
		`{"E":"\ud800\u0000"}`, `{"A":null,"E":null,"F":null}`, `[1]`, `{"A":"x"}`, `{"B":-1}`, `{"f":{"x":7}}`, ` {"A" : 1 } `, `{"A":1}x`, "{\"E\":\"\xff\"}", `{"ſ":1,"K":2}`, `{"F":[]}`, `{"A":-0}`, `{"B":1e2}`,
	} {
		f.Add([]byte(s))
	}
	m := goContract(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		var g goStruct
		err := json.Unmarshal(b, &g)
		r, err2 := Go().Read(m, b)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%s: %v; encoding/json: %v", b, err2, err)
		}
		if err == nil && show(r) != show(g.record()) {
			t.Fatalf("%s: read %s, encoding/json %s", b, show(r), show(g.record()))
		}
	})
}
