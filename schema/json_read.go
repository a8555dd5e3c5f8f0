package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/diag"
)

// Decode reads canonical JSON as Encode writes it. The packages are as a front
// end would hand them to Link: names are full (they begin with a dot), nothing
// is resolved. Where the text has no positions, elements stand where they stand
// in the text. It reports every problem with its place, keeps what it
// understood, and takes at most 10 MiB, nested 200 deep.
func Decode(f *diag.File) ([]*Package, diag.List) {
	fill := &filler{file: f, shapes: map[reflect.Type]*shape{}}
	tree, err := parseTree(f.Text, true)
	if err != nil {
		at := err.(*treeError)
		fill.problem(f.Span(at.start, at.end), at.message)
		return nil, fill.list
	}
	if v := version(&tree); v != nil && v.text != strconv.Itoa(FormatVersion) {
		d := fill.problem(v.span(f), "the text is of version "+v.text+", and this reads version "+strconv.Itoa(FormatVersion))
		d.Help = "use a newer rpcctl"
		return nil, fill.list
	}
	var doc jsonDoc
	fill.fill(reflect.ValueOf(&doc).Elem(), &tree, "the text")
	d := &decoder{filler: fill, files: map[string]*diag.File{}}
	return each(doc.Packages, d.pkg), d.list.Sort()
}

// version returns the version member, nil where there is none to speak of.
func version(tree *node) *node {
	for i, k := range tree.keys {
		if k.name == "version" && tree.items[i].kind == 'n' {
			return &tree.items[i]
		}
	}
	return nil
}

type decoder struct {
	*filler
	files map[string]*diag.File // that places speak of
}

func idents(names []string, at diag.Span) []Ident {
	if names == nil {
		return nil
	}
	out := make([]Ident, len(names))
	for i, n := range names {
		out[i] = Ident{Name: n, Span: at}
	}
	return out
}

// absolute marks a name as a full one.
func absolute(name string, at diag.Span) Ident {
	if name != "" {
		name = "." + name
	}
	return Ident{Name: name, Span: at}
}

// decl reads what all elements have. named says that there must be a name.
func (d *decoder) decl(j jsonDecl, named bool) Decl {
	if named && j.Name == "" && j.Node != nil {
		d.problem(j.of("name"), "an element has no name")
	}
	x := Decl{Name: j.Name, Doc: j.Doc, Deprecated: j.Deprecated, Was: idents(j.Was, j.of("was")), Span: j.self(), NameSpan: j.of("name")}
	x.Options = each(j.Options, func(o jsonOption) Option {
		return Option{Name: o.Name, Value: *d.value(&o.Value), Span: o.self()}
	})
	if j.At != "" {
		x.Span = d.place(j.At, j.of("at"))
	}
	if j.NameAt != "" {
		x.NameSpan = d.place(j.NameAt, j.of("name_at"))
	}
	return x
}

// at returns where something that has no place of its own stands: at the name,
// where the text has positions, else where the member is in the text.
func at(j *jsonDecl, x *Decl, member string) diag.Span {
	if j.NameAt != "" {
		return x.NameSpan
	}
	return j.of(member)
}

// place reads a span as spanText writes it.
func (d *decoder) place(text string, at diag.Span) diag.Span {
	left, right, ok := cutLast(text, "-")
	path, start, ok1 := cutPos(left)
	_, end, ok2 := cutPos(":" + right)
	if !ok || !ok1 || !ok2 || path == "" {
		d.problem(at, quote(text)+" is no place").Help = "a place is path:offset:line:column-offset:line:column"
		return at
	}
	if d.files[path] == nil {
		d.files[path] = diag.Elsewhere(path)
	}
	return d.files[path].Place(start, end)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// cutPos takes offset, line and column off the end of s.
func cutPos(s string) (rest string, p diag.Pos, ok bool) {
	for _, to := range []*int{&p.Column, &p.Line, &p.Offset} {
		before, number, found := cutLast(s, ":")
		n, err := strconv.Atoi(number)
		if !found || err != nil || n < 0 {
			return s, p, false
		}
		*to, s = n, before
	}
	return s, p, p.Line > 0
}

func (d *decoder) pkg(j jsonPackage) *Package {
	p := &Package{
		Decl: d.decl(j.jsonDecl, false), Language: j.Language, Path: j.Path, Imported: j.Imported, Version: j.Version,
		Services: each(j.Services, d.service), Messages: each(j.Messages, d.message), Enums: each(j.Enums, d.enum),
		Errors: each(j.Errors, d.declared), Consts: each(j.Consts, d.constant),
	}
	p.Wires = idents(j.Wires, at(&j.jsonDecl, &p.Decl, "wires"))
	if p.Path == "" {
		p.Path = d.file.Path
	}
	p.Imports = each(j.Imports, func(i jsonImport) *Import {
		return &Import{Local: i.Local, Source: i.Source, Package: i.Package, Modifier: i.Modifier, File: i.Found, Span: i.self()}
	})
	d.layout(p, j.Files)
	return p
}

func (d *decoder) service(j jsonService) *Service {
	s := &Service{Decl: d.decl(j.jsonDecl, true), ID: j.ID, Methods: each(j.Methods, d.method), On: each(j.On, d.block)}
	s.Wires = idents(j.Wires, at(&j.jsonDecl, &s.Decl, "wires"))
	s.Extends = absolute(j.Extends, at(&j.jsonDecl, &s.Decl, "extends"))
	return s
}

func (d *decoder) block(j jsonBlock) WireBlock {
	return WireBlock{Wire: Ident{Name: j.Wire, Span: j.of("wire")}, Attrs: each(j.Attrs, func(a jsonAttr) WireAttr {
		return WireAttr{Name: a.Name, Value: a.Value, Span: a.self()}
	})}
}

func (d *decoder) method(j jsonMethod) *Method {
	m := &Method{
		Decl: d.decl(j.jsonDecl, true), ID: j.ID, Oneway: j.Oneway, Idempotent: j.Idempotent, Compress: j.Compress,
		Params: each(j.Params, d.field), On: each(j.On, d.block),
	}
	m.Errors = each(j.Errors, func(t jsonThrown) *ErrorRef {
		return &ErrorRef{Name: "." + t.Name, Number: t.Number, Span: t.self()}
	})
	if j.Returns != nil {
		m.Returns = d.plainField(*j.Returns, false)
		m.Returns.Number = 1
	}
	if j.Timeout != nil {
		t, err := time.ParseDuration(*j.Timeout)
		if err != nil {
			d.problem(j.of("timeout"), "the timeout of "+j.Name+" is no duration: "+quote(*j.Timeout)).Help = `write "200ms"`
		}
		m.Timeout, m.TimeoutSpan = &t, j.of("timeout")
	}
	return m
}

func (d *decoder) message(j jsonMessage) *Message {
	m := &Message{
		Decl: d.decl(j.jsonDecl, true), Fields: each(j.Fields, d.field), Reserved: d.reserved(j.Reserved), Stored: j.Stored,
		On: each(j.On, d.block),
	}
	m.OneOfs = each(j.OneOfs, func(o jsonDecl) *OneOf { return &OneOf{Decl: d.decl(o, true)} })
	return m
}

func (d *decoder) declared(j jsonError) *Error {
	return &Error{Message: *d.message(j.jsonMessage), Code: j.Code, CodeSpan: j.of("code")}
}

func (d *decoder) field(j jsonField) *Field { return d.plainField(j, true) }

func (d *decoder) plainField(j jsonField, named bool) *Field {
	f := &Field{
		Decl: d.decl(j.jsonDecl, named), Number: j.Number, Implicit: j.Implicit, Presence: Plain,
		Default: d.value(j.Default), OneOf: j.OneOf, JSON: j.JSON, Encoding: j.Encoding, Packed: j.Packed, Retired: j.Retired,
		Min: d.value(j.Min), Max: d.value(j.Max), MaxLen: d.value(j.MaxLen), Pattern: d.value(j.Pattern),
	}
	f.NumberSpan = at(&j.jsonDecl, &f.Decl, "number")
	f.Type = d.typ(j.Type, j.of("type"), at(&j.jsonDecl, &f.Decl, "type"))
	switch j.Presence {
	case "":
	case "optional":
		f.Presence = Optional
	case "required":
		f.Presence = Required
	default:
		d.word(j.of("presence"), "presence", j.Presence, []string{"optional", "required"})
	}
	return f
}

func (d *decoder) word(at diag.Span, what, word string, known []string) {
	nearest(d.problem(at, quote(word)+" is no "+what), word, known)
}

// typ reads a type. in is where its text stands, for problems; span is what the
// type gets.
func (d *decoder) typ(text string, in, span diag.Span) Type {
	t, wrong := parseType(text)
	if wrong != "" {
		if text != "" { // a missing one is reported
			d.problem(in, "the type "+quote(text)+" can't be read: "+wrong)
		}
		t = Type{Kind: KindBool}
	}
	setSpan(&t, span)
	return t
}

func setSpan(t *Type, span diag.Span) {
	t.Span = span
	for _, inner := range []*Type{t.Key, t.Elem} {
		if inner != nil {
			setSpan(inner, span)
		}
	}
}

func (d *decoder) enum(j jsonEnum) *Enum {
	e := &Enum{Decl: d.decl(j.jsonDecl, true), Closed: j.Closed, Reserved: d.reserved(j.Reserved)}
	e.Values = each(j.Values, func(v jsonEnumValue) *EnumValue {
		x := &EnumValue{Decl: d.decl(v.jsonDecl, true), Number: v.Number}
		x.NumberSpan = at(&v.jsonDecl, &x.Decl, "number")
		return x
	})
	return e
}

func (d *decoder) constant(j jsonConst) *Const {
	c := &Const{Decl: d.decl(j.jsonDecl, true), Value: *d.value(&j.Value)}
	c.Type = d.typ(j.Type, j.of("type"), at(&j.jsonDecl, &c.Decl, "type"))
	return c
}

func (d *decoder) reserved(j *jsonReserved) Reserved {
	if j == nil {
		return Reserved{}
	}
	return Reserved{Names: idents(j.Names, j.of("names")), Ranges: each(j.Ranges, func(r jsonRange) NumberRange {
		return NumberRange{From: r.From, To: r.To, Span: r.self()}
	})}
}

func (d *decoder) value(j *jsonValue) *Value {
	if j == nil {
		return nil
	}
	v := &Value{Text: j.Text, Span: j.self(), Items: each(j.Items, func(i jsonValue) Value { return *d.value(&i) })}
	v.Fields = each(j.Fields, func(m jsonValueMember) ValueField {
		return ValueField{Name: m.Name, Value: *d.value(&m.Value)}
	})
	if kind := slices.Index(valueKinds[1:], j.Kind) + 1; kind > 0 {
		v.Kind = ValueKind(kind)
		return v
	}
	v.Kind = NullValue
	if j.Kind != "" {
		d.word(j.of("kind"), "kind of value", j.Kind, valueKinds[1:])
	}
	return v
}
