package gfj

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
)

// TestWriteSame holds that what the language can say is written without a loss
// and reads back as the same.
func TestWriteSame(t *testing.T) {
	packages, _ := Read([]*diag.File{load(t, "testdata/good.gfj")})
	if _, list := schema.Link(packages, nil); list.HasErrors() {
		t.Fatal(list)
	}
	text, losses := Write(packages[0])
	for _, d := range losses {
		t.Error(d.Message)
	}
	again, list := Read([]*diag.File{diag.NewFile("w.gfj", text)})
	if list.HasErrors() {
		t.Fatal(list)
	}
	if got, want := dump(again[0], false), dump(packages[0], false); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWriteLosses holds that each thing that can't be said is one warning.
func TestWriteLosses(t *testing.T) {
	p := rich()
	if _, list := schema.Link([]*schema.Package{p}, nil); list.HasErrors() {
		for _, d := range list {
			t.Log(d.Message)
		}
		t.Fatal("the contract has errors")
	}
	text, losses := Write(p)
	var b strings.Builder
	b.Write(text)
	b.WriteString("-- losses --\n")
	seen := map[string]bool{}
	for _, d := range losses {
		if d.Severity != diag.Warning || d.Subject == "" || d.Code != "convert" {
			t.Errorf("%+v", d)
		}
		if seen[d.Message] {
			t.Errorf("twice: %s", d.Message)
		}
		seen[d.Message] = true
		fmt.Fprintf(&b, "%d: %s\n", d.Span.Start().Line, d.Message)
	}
	golden.Equal(t, "testdata/losses.golden", []byte(b.String()))
	if packages, list := Read([]*diag.File{diag.NewFile("w.gfj", text)}); list.HasErrors() {
		t.Error(list)
	} else if _, list := schema.Link(packages, nil); list.HasErrors() {
		t.Error(list)
	}
}

// line numbers the places of the contract that rich makes.
type line int

func (l *line) span() diag.Span {
	*l++
	return diag.At("r", diag.Pos{Offset: int(*l), Line: int(*l), Column: 1}, diag.Pos{Offset: int(*l), Line: int(*l), Column: 1})
}

// rich is a contract with everything that the language has not.
func rich() *schema.Package {
	var l line
	decl := func(name string) schema.Decl { s := l.span(); return schema.Decl{Name: name, Span: s, NameSpan: s} }
	typ := func(k schema.Kind) schema.Type { return schema.Type{Kind: k, Span: l.span()} }
	ref := func(name string) schema.Type { return schema.Type{Kind: schema.KindRef, Name: name, Span: l.span()} }
	of := func(k schema.Kind, elem schema.Type) schema.Type {
		return schema.Type{Kind: k, Elem: &elem, Span: l.span()}
	}
	field := func(name string, number int, t schema.Type) *schema.Field {
		return &schema.Field{Decl: decl(name), Number: number, NumberSpan: l.span(), Type: t, Presence: schema.Plain}
	}
	number := func(s string) *schema.Value {
		return &schema.Value{Kind: schema.NumberValue, Text: s, Span: l.span()}
	}
	ident := func(s string) schema.Ident { return schema.Ident{Name: s, Span: l.span()} }

	plain := &schema.Message{Decl: decl("Plain"), Stored: true, Fields: []*schema.Field{
		field("a", 1, typ(schema.KindInt32)), field("b", 5, typ(schema.KindString)), field("message", 6, typ(schema.KindString)),
	}}
	plain.Deprecated = "old"
	plain.Doc = "params: of a strange kind\n\n" + strings.Repeat("word ", 1000) + "end"
	plain.Options = []schema.Option{{Name: "x.y", Value: *number("1"), Span: l.span()}}
	plain.Reserved = schema.Reserved{Ranges: []schema.NumberRange{{From: 2, To: 4, Span: l.span()}}, Names: []schema.Ident{ident("gone")}}
	plain.Was = []schema.Ident{ident("Before")}
	f := plain.Fields[0]
	f.Default, f.Min, f.Max, f.Presence, f.Encoding, f.JSON = number("1"), number("0"), number("9"), schema.Optional, "zigzag", "aa"
	plain.Fields[1].Presence, plain.Fields[1].MaxLen = schema.Required, number("9")

	mixed := &schema.Message{Decl: decl("Outer.Mixed"), Fields: []*schema.Field{
		field("list", 1, of(schema.KindList, typ(schema.KindInt32))), field("flag", 2, typ(schema.KindBool)),
		field("raw", 3, typ(schema.KindBytes)), field("color", 4, ref("Color")), field("next", 5, ref("Outer.Mixed")),
		field("text", 6, typ(schema.KindString)), field("num", 7, typ(schema.KindInt64)),
	}}
	mixed.Fields[4].Presence = schema.Optional
	mixed.OneOfs = []*schema.OneOf{{Decl: decl("body")}}
	mixed.Fields[5].OneOf, mixed.Fields[6].OneOf = "body", "body"
	outer := &schema.Message{Decl: decl("Outer"), Fields: []*schema.Field{field("flag", 1, typ(schema.KindBool))}}
	holder := &schema.Message{Decl: decl("Holder"), Fields: []*schema.Field{field("outer", 1, ref("Outer"))}}

	color := &schema.Enum{Decl: decl("Color"), Values: []*schema.EnumValue{{Decl: decl("RED"), Number: 0}}}
	fault := &schema.Error{Message: schema.Message{Decl: decl("Fault"), Fields: []*schema.Field{field("why", 1, typ(schema.KindString))}}, Code: 7}
	limit := &schema.Const{Decl: decl("Limit"), Type: typ(schema.KindInt32), Value: *number("3")}

	result := func(t schema.Type) *schema.Field {
		return &schema.Field{Decl: schema.Decl{Span: t.Span, NameSpan: t.Span}, Number: 1, Type: t, Presence: schema.Plain}
	}
	timeout := time.Second
	full := &schema.Method{
		Decl: decl("Full"), ID: 3, Params: []*schema.Field{field("first", 1, typ(schema.KindInt32)), field("second", 2, ref("Plain"))},
		Returns: result(typ(schema.KindInt32)), Timeout: &timeout, Idempotent: true, Compress: "gzip",
		Errors: []*schema.ErrorRef{{Name: "Fault", Number: 1, Span: l.span()}},
	}
	full.Params[0].Doc = "the first"
	s := &schema.Service{Decl: decl("S"), ID: 9, Methods: []*schema.Method{
		full,
		{Decl: decl("Typed"), Returns: result(of(schema.KindStream, typ(schema.KindInt32)))},
		{Decl: decl("Listed"), Params: []*schema.Field{field("l", 1, of(schema.KindList, typ(schema.KindInt32)))}},
		{Decl: decl("OneWay"), Oneway: true},
		{Decl: decl("Raw"), Returns: result(typ(schema.KindRawIn))},
	}}
	s.Wires = []schema.Ident{ident("rpch"), ident("frame")}
	none := &schema.Service{Decl: decl("None"), Methods: []*schema.Method{
		{Decl: decl("Holds"), Params: []*schema.Field{field("h", 1, ref("Holder"))}},
	}}
	return &schema.Package{
		Decl:     schema.Decl{Name: "rich.contract", Span: l.span(), NameSpan: l.span(), Doc: "A contract."},
		Language: "hcl", Version: "1.0.0", Wires: []schema.Ident{ident("rpch"), ident("thrift"), ident("frame")},
		Messages: []*schema.Message{plain, mixed, outer, holder}, Enums: []*schema.Enum{color},
		Errors: []*schema.Error{fault}, Consts: []*schema.Const{limit}, Services: []*schema.Service{s, none},
	}
}
