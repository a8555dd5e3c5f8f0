package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// EncodeOptions says what Encode writes beside the contract itself.
type EncodeOptions struct {
	// Positions: the files, and where in them each element stands.
	Positions bool
	// Neutral leaves out what only says how a contract was written: its
	// language, its files, what imports are called, which numbers were counted. The same
	// contract in two languages then has the same text.
	Neutral bool
}

// Encode writes linked packages as canonical JSON, in lines that people can
// read and compare, with a line end.
// Decode reads it back. The same schema gives the same bytes.
func Encode(s *Schema, o EncodeOptions) ([]byte, error) {
	e := encoder{o}
	return marshal(jsonDoc{Version: FormatVersion, Packages: each(s.Packages, e.pkg)})
}

// EncodePackage writes one linked package as Encode would.
func EncodePackage(p *Package, o EncodeOptions) ([]byte, error) {
	e := encoder{o}
	return marshal(jsonDoc{Version: FormatVersion, Packages: []jsonPackage{e.pkg(p)}})
}

func marshal(doc jsonDoc) ([]byte, error) {
	if doc.Packages == nil {
		doc.Packages = []jsonPackage{}
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(doc); err != nil {
		return nil, err
	}
	return layOut(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

type encoder struct{ EncodeOptions }

// each maps a list; nil where it is empty.
func each[A, B any](list []A, one func(A) B) []B {
	if len(list) == 0 {
		return nil
	}
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = one(a)
	}
	return out
}

func identNames(ids []Ident) []string {
	if ids == nil {
		return nil
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = id.Name
	}
	return names
}

func (e encoder) decl(d *Decl) jsonDecl {
	j := jsonDecl{Name: d.Name, Doc: d.Doc, Deprecated: d.Deprecated, Was: identNames(d.Was)}
	j.Options = each(d.Options, func(o Option) jsonOption { return jsonOption{Name: o.Name, Value: *e.value(&o.Value)} })
	if e.Positions {
		j.At, j.NameAt = spanText(d.Span), spanText(d.NameSpan)
	}
	return j
}

// spanText is a span as text, "" where the place is unknown.
func spanText(s diag.Span) string {
	if !s.Known() {
		return ""
	}
	pos := func(p diag.Pos) string {
		return strconv.Itoa(p.Offset) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
	}
	return s.Path() + ":" + pos(s.Start()) + "-" + pos(s.End())
}

func (e encoder) pkg(p *Package) jsonPackage {
	j := jsonPackage{
		jsonDecl: e.decl(&p.Decl), Imported: p.Imported, Version: p.Version, Wires: identNames(p.Wires),
		Services: each(p.Services, e.service), Messages: each(p.Messages, e.message), Enums: each(p.Enums, e.enum),
		Errors: each(p.Errors, e.declared), Consts: each(p.Consts, e.constant), Imports: e.imports(p),
	}
	if e.Positions {
		j.Path = p.Path
	}
	if !e.Neutral {
		j.Language, j.Files = p.Language, each(p.Files, file)
	}
	return j
}

func (e encoder) imports(p *Package) []jsonImport {
	if !e.Neutral {
		return each(p.Imports, func(i *Import) jsonImport {
			return jsonImport{Local: i.Local, Source: i.Source, Package: i.Package, Modifier: i.Modifier, Found: i.File}
		})
	}
	var names []string
	for _, i := range p.Imports {
		names = append(names, i.Package)
	}
	return each(sortedUnique(names), func(name string) jsonImport { return jsonImport{Package: name} })
}

func (e encoder) service(s *Service) jsonService {
	return jsonService{
		jsonDecl: e.decl(&s.Decl), ID: s.ID, Wires: identNames(s.Wires), Extends: strings.TrimPrefix(s.Extends.Name, "."),
		Methods: each(s.Methods, e.method), On: each(s.On, e.block),
	}
}

func (e encoder) block(b WireBlock) jsonBlock {
	return jsonBlock{Wire: b.Wire.Name, Attrs: each(b.Attrs, func(a WireAttr) jsonAttr { return jsonAttr{Name: a.Name, Value: a.Value} })}
}

func (e encoder) method(m *Method) jsonMethod {
	j := jsonMethod{
		jsonDecl: e.decl(&m.Decl), ID: m.ID, Params: each(m.Params, e.field), Oneway: m.Oneway, Idempotent: m.Idempotent,
		Compress: m.Compress, On: each(m.On, e.block),
	}
	j.Errors = each(m.Errors, func(r *ErrorRef) jsonThrown {
		return jsonThrown{Name: strings.TrimPrefix(r.Name, "."), Number: r.Number}
	})
	if m.Returns != nil {
		r := e.field(m.Returns)
		r.Name, r.Number, r.Implicit = "", 0, false
		j.Returns = &r
	}
	if m.Timeout != nil {
		text := m.Timeout.String()
		j.Timeout = &text
	}
	return j
}

func (e encoder) message(m *Message) jsonMessage {
	return jsonMessage{
		jsonDecl: e.decl(&m.Decl), Fields: each(m.Fields, e.field), Reserved: e.reserved(m.Reserved), Stored: m.Stored,
		OneOfs: each(m.OneOfs, func(o *OneOf) jsonDecl { return e.decl(&o.Decl) }), On: each(m.On, e.block),
	}
}

func (e encoder) declared(x *Error) jsonError {
	return jsonError{jsonMessage: e.message(&x.Message), Code: x.Code}
}

func (e encoder) field(f *Field) jsonField {
	j := jsonField{
		jsonDecl: e.decl(&f.Decl), Number: f.Number, Implicit: f.Implicit && !e.Neutral, Type: typeText(f.Type),
		Default: e.value(f.Default), OneOf: f.OneOf, JSON: f.JSON, Encoding: f.Encoding, Packed: f.Packed, Retired: f.Retired,
		Min: e.value(f.Min), Max: e.value(f.Max), MaxLen: e.value(f.MaxLen), Pattern: e.value(f.Pattern),
	}
	switch f.Presence {
	case Optional:
		j.Presence = "optional"
	case Required:
		j.Presence = "required"
	}
	return j
}

func (e encoder) enum(x *Enum) jsonEnum {
	return jsonEnum{
		jsonDecl: e.decl(&x.Decl), Closed: x.Closed, Reserved: e.reserved(x.Reserved),
		Values: each(x.Values, func(v *EnumValue) jsonEnumValue {
			return jsonEnumValue{jsonDecl: e.decl(&v.Decl), Number: v.Number}
		}),
	}
}

func (e encoder) constant(c *Const) jsonConst {
	return jsonConst{jsonDecl: e.decl(&c.Decl), Type: typeText(c.Type), Value: *e.value(&c.Value)}
}

func (e encoder) reserved(r Reserved) *jsonReserved {
	if len(r.Ranges)+len(r.Names) == 0 {
		return nil
	}
	return &jsonReserved{
		Names:  identNames(r.Names),
		Ranges: each(r.Ranges, func(g NumberRange) jsonRange { return jsonRange{From: g.From, To: g.To} }),
	}
}

func (e encoder) value(v *Value) *jsonValue {
	if v == nil {
		return nil
	}
	j := &jsonValue{Text: v.Text, Items: each(v.Items, func(i Value) jsonValue { return *e.value(&i) })}
	if int(v.Kind) < len(valueKinds) {
		j.Kind = valueKinds[v.Kind]
	}
	j.Fields = each(v.Fields, func(f ValueField) jsonValueMember {
		return jsonValueMember{Name: f.Name, Value: *e.value(&f.Value)}
	})
	return j
}

// sortedUnique sorts names and takes repetitions and "" out.
func sortedUnique(names []string) []string {
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(s string) bool { return s == "" })
}
