package schema

import "testing"

func TestConstMisfit(t *testing.T) {
	num := func(s string) Value { return Value{Kind: NumberValue, Text: s} }
	str := func(s string) Value { return Value{Kind: StringValue, Text: s} }
	list := func(v ...Value) Value { return Value{Kind: ListValue, Items: v} }
	object := func(name string, v Value) Value {
		return Value{Kind: ObjectValue, Fields: []ValueField{{Name: name, Value: v}}}
	}
	i32, text := &Type{Kind: KindInt32}, &Type{Kind: KindString}
	m := &Message{Decl: Decl{Name: "M", full: "p.M"}, Fields: []*Field{{Decl: Decl{Name: "count"}, Type: *i32}}}
	msg := &Type{Kind: KindMessage, Name: "p.M", Target: m}
	ints, pair := &Type{Kind: KindList, Elem: i32}, &Type{Kind: KindList, Elem: i32, Len: 2}
	byNumber, byFlag := &Type{Kind: KindMap, Key: i32, Elem: ints}, &Type{Kind: KindMap, Key: &Type{Kind: KindBool}, Elem: text}
	twice := Value{Kind: ObjectValue, Fields: []ValueField{{"1", list()}, {"1", list()}}}
	for _, c := range []struct {
		t    *Type
		v    Value
		want string
	}{
		{ints, list(num("1"), num("2")), ""},
		{ints, list(), ""},
		{ints, num("1"), "want a list of int32"},
		{ints, list(num("1"), str("a")), "element 2: want a number"},
		{pair, list(num("1")), "it must have 2 elements"},
		{&Type{Kind: KindSet, Elem: text}, list(str("a")), ""},
		{byNumber, object("7", list(num("1"))), ""},
		{byNumber, object("x", list()), "it must be -2147483648 to 2147483647"},
		{byNumber, object("7", num("1")), "7: want a list of int32"},
		{byNumber, twice, `it holds "1" twice`},
		{byFlag, object("true", str("a")), ""},
		{byFlag, object("yes", str("a")), `the key "yes" is neither true nor false`},
		{msg, object("count", num("1")), ""},
		{msg, object("coun", num("1")), "p.M has no field coun; did you mean count?"},
		{msg, object("count", str("a")), "count: want a number"},
		{msg, list(), "want an object with its fields"},
	} {
		if got := (&linker{}).constMisfit(c.t, &c.v); got != c.want {
			t.Errorf("%s: %q, want %q", c.t, got, c.want)
		}
	}
}
