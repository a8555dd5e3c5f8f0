package jsonmap

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
)

// contract has a message of one field of each kind.
func contract(t testing.TB) *schema.Message {
	t.Helper()
	p := &schema.Package{Decl: schema.Decl{Name: "p"}, Enums: []*schema.Enum{{
		Decl:   schema.Decl{Name: "K"},
		Values: []*schema.EnumValue{{Decl: schema.Decl{Name: "NONE"}}, {Decl: schema.Decl{Name: "RED"}, Number: 1}},
	}}}
	m := &schema.Message{Decl: schema.Decl{Name: "M"}, OneOfs: []*schema.OneOf{{Decl: schema.Decl{Name: "one"}}}}
	add := func(name string, t schema.Type, presence schema.Presence, oneof string) {
		m.Fields = append(m.Fields, &schema.Field{Decl: schema.Decl{Name: name}, Number: len(m.Fields) + 1, Type: t, Presence: presence, OneOf: oneof})
	}
	i32, str := schema.Type{Kind: schema.KindInt32}, schema.Type{Kind: schema.KindString}
	add("i32", i32, schema.Plain, "")
	add("i64", schema.Type{Kind: schema.KindInt64}, schema.Plain, "")
	add("f32", schema.Type{Kind: schema.KindFloat32}, schema.Plain, "")
	add("b", schema.Type{Kind: schema.KindBool}, schema.Plain, "")
	add("blob", schema.Type{Kind: schema.KindBytes}, schema.Plain, "")
	add("k", schema.Type{Kind: schema.KindRef, Name: "K"}, schema.Plain, "")
	add("list", schema.Type{Kind: schema.KindList, Elem: &schema.Type{Kind: schema.KindRef, Name: "K"}}, schema.Plain, "")
	add("map", schema.Type{Kind: schema.KindMap, Key: &i32, Elem: &str}, schema.Plain, "")
	add("opt", i32, schema.Optional, "")
	add("x", i32, schema.Plain, "one")
	add("y", str, schema.Plain, "one")
	add("self", schema.Type{Kind: schema.KindRef, Name: "M"}, schema.Optional, "")
	m.Fields[1].JSON = "bigNumber"
	p.Messages = []*schema.Message{m}
	if _, errs := schema.Link([]*schema.Package{p}, nil); errs.HasErrors() {
		t.Fatal(errs)
	}
	return m
}

func TestRead(t *testing.T) {
	m := contract(t)
	for _, c := range []struct {
		text   string
		want   schema.Record // nil: refused by both
		strict string        // what the strict reader says, where it alone refuses
	}{
		{`{}`, schema.Record{}, ""},
		{`{"i32":7,"bigNumber":"9007199254740993","b":true}`, schema.Record{1: int64(7), 2: int64(9007199254740993), 4: true}, ""},
		{`{"i64":5}`, schema.Record{2: int64(5)}, ""},
		{`{"i32":1e2}`, schema.Record{1: int64(100)}, ""},
		{`{"i32":"12"}`, schema.Record{1: int64(12)}, ""},
		{`{"i32":1.5}`, nil, ""},
		{`{"i32":2147483648}`, nil, ""},
		{`{"i32":" 1"}`, nil, ""},
		{`{"i32":null}`, schema.Record{}, ""},
		{`{"f32":"Infinity"}`, nil, ""}, // held below: an infinity isn't compared here
		{`{"f32":0.5}`, schema.Record{3: 0.5}, ""},
		{`{"f32":1e39}`, nil, ""},
		{`{"b":"true"}`, nil, ""},
		{`{"blob":"_w"}`, schema.Record{5: []byte{0xff}}, ""},
		{`{"blob":"/w=="}`, schema.Record{5: []byte{0xff}}, ""},
		{`{"blob":"hi!"}`, nil, ""},
		{`{"k":"RED"}`, schema.Record{6: int64(1)}, ""},
		{`{"k":5}`, schema.Record{6: int64(5)}, ""},
		{`{"k":"BLUE"}`, schema.Record{}, `"BLUE" where the contract has the enum`},
		{`{"list":["RED","BLUE",0]}`, schema.Record{7: []any{int64(1), int64(0)}}, "[1]"},
		{`{"list":[null]}`, nil, ""},
		{`{"map":{"1":"a","-2":""}}`, schema.Record{8: []schema.Entry{{Key: int64(1), Value: "a"}, {Key: int64(-2), Value: ""}}}, ""},
		{`{"map":{"a":"a"}}`, nil, ""},
		{`{"map":{"1":"a","1":"b"}}`, nil, ""},
		{`{"i32":1,"i32":1}`, nil, ""},
		{`{"x":1,"y":""}`, nil, ""},
		{`{"x":0}`, schema.Record{10: int64(0)}, ""},
		{`{"self":{"opt":0}}`, schema.Record{12: schema.Record{9: int64(0)}}, ""},
		{`{"stranger":{"a":[1,{}]},"i32":1}`, schema.Record{1: int64(1)}, `unknown field "stranger"`},
		{`{`, nil, ""}, {`[]`, nil, ""}, {`null`, nil, ""}, {`{} {}`, nil, ""}, {"{\"y\":\"\xff\"}", nil, ""}, {``, nil, ""},
		{strings.Repeat(`{"self":`, 2000) + `{}` + strings.Repeat(`}`, 2000), nil, ""},
		{`{"stranger":` + strings.Repeat(`[`, 2000) + strings.Repeat(`]`, 2000) + `}`, nil, ""},
	} {
		if strings.Contains(c.text, "Infinity") {
			if r, err := Strict().Read(m, []byte(c.text)); err != nil || len(r) != 1 {
				t.Errorf("%s: %v, %v", c.text, r, err)
			}
			continue
		}
		for _, p := range Peers() {
			got, err := p.Read(m, []byte(c.text))
			refused := c.want == nil || c.strict != "" && p.Name() == "strict"
			switch {
			case refused != (err != nil):
				t.Errorf("%.60s: %s reads %v, %v", c.text, p.Name(), got, err)
			case !refused && !schema.Equal(got, c.want):
				t.Errorf("%.60s: %s reads %v, want %v", c.text, p.Name(), got, c.want)
			case err != nil && c.strict != "" && !strings.Contains(err.Error(), c.strict):
				t.Errorf("%.60s: %v, want %q in it", c.text, err, c.strict)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	m := contract(t)
	for _, c := range []struct {
		v    schema.Record
		want string // "" is refused
	}{
		{schema.Record{}, `{}`},
		{schema.Record{1: int64(0), 2: int64(0), 6: int64(0), 7: []any{}, 9: int64(0)}, `{"opt":0}`},
		{schema.Record{2: int64(-5), 4: true, 6: int64(1), 7: []any{int64(0), int64(9)}}, `{"bigNumber":"-5","b":true,"k":"RED","list":["NONE",9]}`},
		{schema.Record{8: []schema.Entry{{Key: int64(2), Value: "b"}, {Key: int64(1), Value: "a"}}}, `{"map":{"1":"a","2":"b"}}`},
		{schema.Record{10: int64(0)}, `{"x":0}`},
		{schema.Record{10: int64(0), 11: ""}, ""},
		{schema.Record{11: "\xff"}, ""},
		{schema.Record{1: "a"}, ""},
		{schema.Record{99: int64(1)}, ""},
	} {
		got, err := Strict().Write(m, c.v)
		if (err != nil) != (c.want == "") || err == nil && string(got) != c.want {
			t.Errorf("%v: %s, %v; want %s", c.v, got, err, c.want)
		}
	}
}

// No bytes make a reader panic; what is read is written and read again as the same.
func FuzzRead(f *testing.F) {
	ms := []*schema.Message{contract(f)}
	for seed := uint64(1); len(ms) < 10; seed++ {
		s, errs := schema.Link([]*schema.Package{drawn.Contract(seed, drawn.Shape{Wire: "frame", Scalars: true, Optional: true, Void: true})}, nil)
		if !errs.HasErrors() {
			ms = append(ms, s.Packages[0].Messages...)
		}
	}
	for i, m := range ms {
		vs := drawn.NewValues(uint64(i))
		for n := range 4 {
			if b, err := Strict().Write(m, vs.Message(m, n)); err == nil {
				f.Add(b, byte(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, which byte) {
		m := ms[int(which)%len(ms)]
		_, lax := Lenient().Read(m, b)
		r, err := Strict().Read(m, b)
		if err != nil {
			return
		}
		if lax != nil {
			t.Fatalf("%s: the strict reader takes it, the lenient one doesn't: %v", b, lax)
		}
		again, err := Strict().Write(m, r)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		second, err := Strict().Read(m, again)
		if err != nil {
			t.Fatalf("%s\n%s: %v", b, again, err)
		}
		third, err := Strict().Write(m, second)
		if err != nil || string(third) != string(again) {
			t.Fatalf("%s\n%s: %v", again, third, err)
		}
	})
}
