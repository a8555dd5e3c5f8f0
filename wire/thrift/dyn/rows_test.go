package dyn

import (
	"strings"

	"github.com/rpcctl/rpcctl/wire/thrift"
)

// row is something that is given to a peer: bytes to read as a message, as a
// request or as a reply, or something to write.
type row struct {
	name  string
	kind  string                 // M, R, U or P; serve; get, do, v, en or l; or what is written
	build func(w *thrift.Writer) // nil where nothing is read
}

// rows are what testdata/peers/recorded.txt has the answers of.
var rows = []row{
	{"all of M", "M", func(w *thrift.Writer) {
		in(w, func() {
			w.BoolField(1, true)
			i16(w, 2, -300)
			i32(w, 3, 1<<20)
			w.Field(thrift.I64, 4)
			w.I64(-1 << 40)
			text(w, 5, "aé")
			i32(w, 6, 1)
			ints(w, 7, thrift.List, thrift.I32, 0, 1)
			ints(w, 9, thrift.Set, thrift.I32, 4, 3)
			w.Field(thrift.Struct, 10)
			in(w, func() { text(w, 2, "b") })
			ints(w, 14, thrift.List, thrift.Bool, 1, 0)
			w.Field(thrift.Double, 18)
			w.Double(2.5)
			i32(w, 19, 6)
		})
	}},
	{"an enum's number without a name", "M", fields(func(w *thrift.Writer) { i32(w, 6, 7) })},
	{"the same in a list", "M", fields(func(w *thrift.Writer) { ints(w, 7, thrift.List, thrift.I32, 0, 7, 1) })},
	{"the same in a set", "M", fields(func(w *thrift.Writer) { ints(w, 16, thrift.Set, thrift.I32, 0, 7) })},
	{"the same in a map", "M", fields(func(w *thrift.Writer) { dict(w, 8, "k", 7, "j", 1) })},
	{"an element twice", "M", fields(func(w *thrift.Writer) { ints(w, 9, thrift.Set, thrift.I32, 3, 3, 4) })},
	{"a key twice", "M", fields(func(w *thrift.Writer) { dict(w, 17, "k", 1, "k", 2) })},
	{"text of one bad byte", "M", fields(func(w *thrift.Writer) { text(w, 5, "a\xffb") })},
	{"text that is cut", "M", fields(func(w *thrift.Writer) { text(w, 5, "\xe2\x82b\xf0\x9f\x98") })},
	{"text that is too long", "M", fields(func(w *thrift.Writer) { text(w, 5, "\xc0\x80\xed\xa0\x80") })},
	{"another type", "M", fields(func(w *thrift.Writer) { text(w, 3, "x"); i32(w, 5, 1); w.BoolField(18, true); i32(w, 1, 1) })},
	{"a list where a set is", "M", fields(func(w *thrift.Writer) { ints(w, 9, thrift.List, thrift.I32, 3); i32(w, 3, 1) })},
	{"i64 elements for i32", "M", fields(func(w *thrift.Writer) { ints(w, 12, thrift.List, thrift.I64, 1, 2) })},
	{"long i64 elements for i32", "M", fields(func(w *thrift.Writer) { ints(w, 12, thrift.List, thrift.I64, 1<<32+1, -1<<50, 1<<62) })},
	{"i32 elements for i64", "M", fields(func(w *thrift.Writer) { ints(w, 13, thrift.List, thrift.I32, 1, -2) })},
	{"i32 elements for i64, and more", "M", fields(func(w *thrift.Writer) {
		ints(w, 13, thrift.List, thrift.I32, 1, -2)
		text(w, 5, strings.Repeat("a", 40))
	})},
	{"i32 elements for i16", "M", fields(func(w *thrift.Writer) { ints(w, 11, thrift.List, thrift.I32, 70000, -1) })},
	{"i16 elements for i32", "M", fields(func(w *thrift.Writer) { ints(w, 12, thrift.List, thrift.I16, 1, -1) })},
	{"i8 elements for bool", "M", fields(func(w *thrift.Writer) { ints(w, 14, thrift.List, thrift.I8, 0, 1, 2, -1) })},
	{"no elements of another type", "M", fields(func(w *thrift.Writer) { ints(w, 12, thrift.List, thrift.String) })},
	{"a field twice", "M", fields(func(w *thrift.Writer) { i32(w, 3, 1); i32(w, 3, 2) })},
	{"an enum's field twice", "M", fields(func(w *thrift.Writer) { i32(w, 6, 1); i32(w, 6, 7) })},
	{"the default", "M", fields(func(w *thrift.Writer) { i32(w, 19, 5) })},
	{"two members of a union", "M", fields(func(w *thrift.Writer) {
		w.Field(thrift.Struct, 10)
		in(w, func() { i32(w, 1, 1); text(w, 2, "b") })
		i32(w, 3, 9)
	})},
	{"no member of a union", "M", fields(func(w *thrift.Writer) { w.Field(thrift.Struct, 10); in(w, func() {}); i32(w, 3, 9) })},
	{"an unknown member of a union", "M", fields(func(w *thrift.Writer) { w.Field(thrift.Struct, 10); in(w, func() { i32(w, 4, 1) }); i32(w, 3, 9) })},
	{"a member of another type", "M", fields(func(w *thrift.Writer) { w.Field(thrift.Struct, 10); in(w, func() { i32(w, 2, 1) }); i32(w, 3, 9) })},
	{"a union's enum without a name", "M", fields(func(w *thrift.Writer) { w.Field(thrift.Struct, 10); in(w, func() { i32(w, 3, 7) }); i32(w, 3, 9) })},
	{"a union alone", "U", fields(func(w *thrift.Writer) { text(w, 2, "b") })},
	{"required", "R", fields(func(w *thrift.Writer) { text(w, 1, ""); i32(w, 2, 0); i32(w, 3, 0) })},
	{"required text is missing", "R", fields(func(w *thrift.Writer) { i32(w, 2, 0); i32(w, 3, 0) })},
	{"a required number is missing", "R", fields(func(w *thrift.Writer) { text(w, 1, ""); i32(w, 3, 0) })},
	{"a required field of another type", "R", fields(func(w *thrift.Writer) { i32(w, 1, 1); i32(w, 2, 0); i32(w, 3, 0) })},
	{"a required enum without a name", "R", fields(func(w *thrift.Writer) { text(w, 1, ""); i32(w, 2, 0); i32(w, 3, 7) })},
	{"required is missing inside", "M", fields(func(w *thrift.Writer) { w.Field(thrift.Struct, 15); in(w, func() { i32(w, 2, 0) }) })},
	{"nothing", "P", fields(func(*thrift.Writer) {})},
	{"unknown fields", "P", fields(func(w *thrift.Writer) {
		w.BoolField(101, true)
		dict(w, 102, "k", 1)
		ints(w, 103, thrift.Set, thrift.I64, 1<<40)
		w.Field(thrift.Struct, 104)
		in(w, func() { w.BoolField(1, false); ints(w, 2, thrift.List, thrift.Bool, 1, 0) })
		i32(w, 1, 5)
	})},
	{"cut", "P", func(w *thrift.Writer) { w.Begin(); i32(w, 1, 5) }},

	{"a call", "serve", call(thrift.Call, "Get", func(w *thrift.Writer) { i32(w, 1, 5) })},
	{"an argument of another type", "serve", call(thrift.Call, "Get", func(w *thrift.Writer) { text(w, 1, "x") })},
	{"an unknown method", "serve", call(thrift.Call, "Nope", func(w *thrift.Writer) { i32(w, 1, 5) })},
	{"a service's name before the method's", "serve", call(thrift.Call, "S:Get", func(w *thrift.Writer) { i32(w, 1, 5) })},
	{"a call of a oneway method", "serve", call(thrift.Call, "O", func(w *thrift.Writer) { text(w, 1, "m") })},
	{"a oneway call", "serve", call(thrift.Oneway, "O", func(w *thrift.Writer) { text(w, 1, "m") })},
	{"a oneway call of another method", "serve", call(thrift.Oneway, "Get", func(w *thrift.Writer) { i32(w, 1, 5) })},
	{"a reply as a request", "serve", call(thrift.Reply, "Get", func(w *thrift.Writer) { i32(w, 1, 5) })},
	{"arguments that lack what is required", "serve", call(thrift.Call, "Do", func(w *thrift.Writer) { w.Field(thrift.Struct, 1); in(w, func() { i32(w, 2, 0) }) })},
	{"no arguments", "serve", call(thrift.Call, "V", func(*thrift.Writer) {})},

	{"a result", "get", call(thrift.Reply, "Get", func(w *thrift.Writer) { text(w, 0, "ok") })},
	{"a declared error", "get", call(thrift.Reply, "Get", func(w *thrift.Writer) { w.Field(thrift.Struct, 1); in(w, func() { text(w, 1, "no") }) })},
	{"an error that isn't declared", "get", call(thrift.Reply, "Get", func(w *thrift.Writer) { w.Field(thrift.Struct, 2); in(w, func() { text(w, 1, "no") }) })},
	{"a result and an error", "get", call(thrift.Reply, "Get", func(w *thrift.Writer) {
		text(w, 0, "ok")
		w.Field(thrift.Struct, 1)
		in(w, func() {})
	})},
	{"a result of another type", "get", call(thrift.Reply, "Get", func(w *thrift.Writer) { i32(w, 0, 5) })},
	{"an application exception", "get", func(w *thrift.Writer) {
		w.Message(thrift.Exception, "Get", 1)
		(&thrift.AppError{Code: thrift.CodeInternal, Text: "no"}).Write(w)
	}},
	{"neither", "get", call(thrift.Reply, "Get", func(*thrift.Writer) {})},
	{"no struct", "do", call(thrift.Reply, "Do", func(*thrift.Writer) {})},
	{"a struct", "do", call(thrift.Reply, "Do", func(w *thrift.Writer) { w.Field(thrift.Struct, 0); in(w, func() { i32(w, 1, 5) }) })},
	{"no list", "l", call(thrift.Reply, "L", func(*thrift.Writer) {})},
	{"no enum", "en", call(thrift.Reply, "En", func(*thrift.Writer) {})},
	{"an enum", "en", call(thrift.Reply, "En", func(w *thrift.Writer) { i32(w, 0, 1) })},
	{"an enum without a name", "en", call(thrift.Reply, "En", func(w *thrift.Writer) { i32(w, 0, 7) })},
	{"void", "v", call(thrift.Reply, "V", func(*thrift.Writer) {})},
	{"void, and a result", "v", call(thrift.Reply, "V", func(w *thrift.Writer) { i32(w, 0, 7) })},
	{"void, and a declared error", "v", call(thrift.Reply, "V", func(w *thrift.Writer) { w.Field(thrift.Struct, 1); in(w, func() {}) })},
	{"void, and an error that isn't declared", "v", call(thrift.Reply, "V", func(w *thrift.Writer) { w.Field(thrift.Struct, 2); in(w, func() {}) })},
	{"the sequence id of another call", "get", func(w *thrift.Writer) { w.Message(thrift.Reply, "Get", 2); in(w, func() { text(w, 0, "ok") }) }},
	{"the name of another method", "get", call(thrift.Reply, "Got", func(w *thrift.Writer) { text(w, 0, "ok") })},

	{"fields that nobody set", "wP", nil},
	{"an optional field with its default", "wM5", nil},
	{"a union that nobody set", "wU", nil},
	{"required fields that nobody set", "wR", nil},
	{"a oneway request", "wO", nil},
	{"a request", "wGet", nil},
}

func in(w *thrift.Writer, body func()) {
	outer := w.Begin()
	body()
	w.End(outer)
}

func fields(body func(*thrift.Writer)) func(*thrift.Writer) {
	return func(w *thrift.Writer) { in(w, func() { body(w) }) }
}

func call(t thrift.MessageType, name string, body func(*thrift.Writer)) func(*thrift.Writer) {
	return func(w *thrift.Writer) {
		w.Message(t, name, 1)
		in(w, func() { body(w) })
	}
}

func i16(w *thrift.Writer, id, v int16) {
	w.Field(thrift.I16, id)
	w.I16(v)
}

func i32(w *thrift.Writer, id int16, v int32) {
	w.Field(thrift.I32, id)
	w.I32(v)
}

func text(w *thrift.Writer, id int16, s string) {
	w.Field(thrift.String, id)
	w.Text(s)
}

// ints writes a list or set of numbers or bools.
func ints(w *thrift.Writer, id int16, container, elem thrift.Type, values ...int64) {
	w.Field(container, id)
	w.List(elem, len(values))
	for _, v := range values {
		switch elem {
		case thrift.Bool:
			w.Bool(v != 0)
		case thrift.I8:
			w.I8(int8(v))
		case thrift.I16:
			w.I16(int16(v))
		case thrift.I32:
			w.I32(int32(v))
		case thrift.I64:
			w.I64(v)
		}
	}
}

// dict writes a map of texts to numbers.
func dict(w *thrift.Writer, id int16, pairs ...any) {
	w.Field(thrift.Map, id)
	w.Map(thrift.String, thrift.I32, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		w.Text(pairs[i].(string))
		w.I32(int32(pairs[i+1].(int)))
	}
}
