package schema

import (
	"math"
	"strings"
	"testing"
)

// event returns a message with most kinds of fields.
func event(t *testing.T) *Message {
	t.Helper()
	s := linked(t, everything(t))
	return s.Lookup("demo.math.Event").(*Message)
}

func typ(t *testing.T, text string) Type {
	t.Helper()
	ty, wrong := parseType(text)
	if wrong != "" {
		t.Fatal(wrong)
	}
	return ty
}

func TestEqual(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		a, b any
		want bool
	}{
		{"ints", int64(1), int64(1), true},
		{"an int and an unsigned", int64(1), uint64(1), false},
		{"texts", "a", "b", false},
		{"a text and bytes", "a", []byte("a"), false},
		{"bytes", []byte("a"), []byte("a"), true},
		{"nothing and no bytes", nil, []byte{}, false},
		{"NaN", nan, math.Float64frombits(0xFFF8000000000001), true},
		{"zeros", math.Copysign(0, -1), 0.0, true},
		{"undefined", Undefined{}, Undefined{}, true},
		{"undefined and a list", Undefined{}, []any{}, false},
		{"lists", []any{int64(1), nan}, []any{int64(1), nan}, true},
		{"lists in another order", []any{int64(1), int64(2)}, []any{int64(2), int64(1)}, false},
		{"maps in another order", []Entry{{"a", nan}, {"b", true}}, []Entry{{"b", true}, {"a", nan}}, true},
		{"maps with another value", []Entry{{"a", true}}, []Entry{{"a", false}}, false},
		{"maps with a key twice", []Entry{{"a", true}, {"b", true}}, []Entry{{"a", true}, {"a", true}}, false},
		{"maps with a key twice, left", []Entry{{"a", true}, {"a", true}}, []Entry{{"a", true}, {"b", true}}, false},
		{"records", Record{1: Record{2: []byte("x")}}, Record{1: Record{2: []byte("x")}}, true},
		{"an absent field", Record{1: int64(0)}, Record{}, false},
		{"another field", Record{1: int64(0)}, Record{2: int64(0)}, false},
	} {
		if got := Equal(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Equal(c.b, c.a); got != c.want {
			t.Errorf("%s, the other way round: %v", c.name, got)
		}
	}
	sets := func(text string, a, b []any, want bool) {
		if got := EqualAs(typ(t, text), a, b); got != want {
			t.Errorf("%s %v %v: %v", text, a, b, got)
		}
	}
	sets("set(int32)", []any{int64(1), int64(2)}, []any{int64(2), int64(1)}, true)
	sets("set(int32)", []any{int64(1), int64(2)}, []any{int64(2), int64(2)}, false)
	sets("set(float64)", []any{nan, 1.0}, []any{1.0, nan}, true)
	sets("set(float64)", []any{nan, 1.0}, []any{1.0, 1.0}, false)
	sets("set(set(int8))", []any{[]any{int64(1), int64(2)}, []any{}}, []any{[]any{}, []any{int64(2), int64(1)}}, true)
	sets("list(set(int8))", []any{[]any{int64(1), int64(2)}}, []any{[]any{int64(2), int64(1)}}, true)
	sets("list(int8)", []any{int64(1), int64(2)}, []any{int64(2), int64(1)}, false)
}

func TestZero(t *testing.T) {
	m := event(t)
	for _, f := range m.Fields {
		if z := Zero(f.Type); Valid(f.Type, z) != nil {
			t.Errorf("the zero of %s: %v", f.Type, Valid(f.Type, z))
		}
	}
	if z := Zero(typ(t, "list(list(uint8, 2), 3)")).([]any); len(z) != 3 || len(z[0].([]any)) != 2 || z[0].([]any)[1] != uint64(0) {
		t.Error(z)
	}
	if z := Zero(typ(t, "istream")); z != nil {
		t.Error(z)
	}
}

func TestValid(t *testing.T) {
	m := event(t)
	message := Type{Kind: KindMessage, Name: m.full, Target: m}
	enum := m.Field(2).Type
	for _, c := range []struct {
		t    Type
		v    any
		want string
	}{
		{typ(t, "int8"), int64(-128), ""},
		{typ(t, "int8"), int64(128), "128 is out of range for int8"},
		{typ(t, "int64"), int64(math.MinInt64), ""},
		{typ(t, "int8"), 1, "int is no int8"},
		{typ(t, "uint16"), uint64(65536), "65536 is out of range for uint16"},
		{typ(t, "uint64"), uint64(math.MaxUint64), ""},
		{typ(t, "float32"), 0.1, "0.1 is no float32"},
		{typ(t, "float32"), math.NaN(), ""},
		{typ(t, "float32"), math.Inf(1), ""},
		{typ(t, "string"), "\xff", "text is not UTF-8"},
		{typ(t, "bytes"), "x", "string is no bytes"},
		{typ(t, "bool"), nil, "<nil> is no bool"},
		{typ(t, "bool"), Undefined{}, ""},
		{enum, int64(77), ""},
		{enum, int64(math.MaxInt32 + 1), "2147483648 is out of range for demo.math.Event.Color"},
		{typ(t, "list(int8, 2)"), []any{int64(1)}, "1 elements are no list(int8, 2)"},
		{typ(t, "list(list(int8))"), []any{[]any{int64(1), true}}, "[0][1]: bool is no int8"},
		{typ(t, "set(int8)"), []any{int64(1), int64(2), int64(1)}, "[2]: an element stands twice in the set"},
		{typ(t, "map(string, int8)"), []Entry{{"a", int64(1)}, {"a", int64(1)}}, "the key a stands twice"},
		{typ(t, "map(string, int8)"), []Entry{{"a", "b"}}, "{a}: string is no int8"},
		{typ(t, "map(string, int8)"), []Entry{{true, int64(1)}}, "{key}: bool is no string"},
		{message, Record{3: []any{"a"}, 6: "x"}, ""},
		{message, Record{1: Record{1: "x"}}, ".at.unix_ms: string is no int64"},
		{message, Record{6: "x", 7: []byte{}}, "text and blob of oneof body are both set"},
		{message, Record{99: "x"}, "demo.math.Event has no field of a number that is set"},
		{message, int64(1), "int64 is no demo.math.Event"},
	} {
		got := ""
		if err := Valid(c.t, c.v); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v as %s: %q, want %q", c.v, c.t, got, c.want)
		}
	}
}

func TestRecordJSON(t *testing.T) {
	m := event(t)
	got := string(RecordJSON(m, Record{
		9: float64(float32(0.1)), 1: Record{1: int64(1) << 60}, 2: int64(1), 3: []any{"a\"<>\n", "\xff"},
		4: []Entry{{"k", []any{[]any{int64(-1)}}}}, 7: []byte("hi"), 8: int64(-5), 77: Undefined{}, 78: uint64(1),
	}))
	want := `{"at":{"unix_ms":"1152921504606846976"},"color":"RED","tags":["a\"<>\n","�"],"counts":{"k":[["-1"]]},` +
		`"blob":"aGk=","m":-5,"old":0.1,"#77":{"$undefined":true},"#78":"1"}`
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, c := range []struct {
		text string
		v    any
		want string
	}{
		{"float64", math.Inf(-1), `"-inf"`}, {"float64", math.Inf(1), `"inf"`}, {"float32", math.NaN(), `"nan"`}, {"float64", 1e300, `1e+300`},
		{"float64", 2.5, `2.5`}, {"uint32", uint64(7), `7`}, {"uint64", uint64(7), `"7"`}, {"bool", true, `true`}, {"bool", nil, `null`},
		{"map(int32, bool)", []Entry{{int64(5), true}}, `{"5":true}`}, {"map(uint64, bool)", []Entry{{uint64(5), true}}, `{"5":true}`},
		{"map(bool, bool)", []Entry{{false, true}}, `{"false":true}`},
	} {
		if got := string(ValueJSON(typ(t, c.text), c.v)); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	if got := string(ValueJSON(m.Field(2).Type, int64(44))); got != "44" {
		t.Errorf("a number without a name: %s", got)
	}
}

func TestWalk(t *testing.T) {
	s := linked(t, everything(t))
	var names []string
	kinds := map[string]int{}
	Walk(s, func(n Node) {
		kind := "?"
		switch n := n.(type) {
		case *Package:
			kind = "package"
		case *Service:
			kind = "service"
		case *Method:
			kind = "method"
		case *Message:
			kind = "message"
		case *OneOf:
			kind = "oneof"
		case *Field:
			kind = "field"
			if m, ok := n.Parent.(*Method); ok {
				kind = "param"
				if m.Returns == n {
					kind = "result"
				}
			}
		case *Enum:
			kind = "enum"
		case *EnumValue:
			kind = "value"
		case *Error:
			kind = "error"
		case *Const:
			kind = "const"
		}
		kinds[kind]++
		names = append(names, n.Base().Name)
	})
	want := map[string]int{"package": 2, "service": 2, "method": 6, "param": 6, "result": 3, "message": 2, "oneof": 1, "field": 11,
		"enum": 1, "value": 3, "error": 1, "const": 1}
	for k, n := range want {
		if kinds[k] != n {
			t.Errorf("%d of %s, want %d", kinds[k], k, n)
		}
	}
	if kinds["?"] != 0 || len(kinds) != len(want) {
		t.Error(kinds)
	}
	text := strings.Join(names, " ")
	if !strings.HasPrefix(text, "demo.common Timestamp unix_ms demo.math Base Ping Math Add a b  Tell in Pipe in ") {
		t.Error(text)
	}
	if n := testing.AllocsPerRun(10, func() { Walk(s, func(Node) {}) }); n > 0 {
		t.Errorf("a walk allocates %v times", n)
	}
}
