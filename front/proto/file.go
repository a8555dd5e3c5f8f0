package proto

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// file is one .proto file: its part of the model, and what linking needs beside.
type file struct {
	src    *diag.File
	path   string // in the tree that it was read from
	name   string // what importers call it
	pkg    string // as declared, "" where none is
	syntax syntax
	part   *schema.Package
	broken bool // doesn't parse: what it lacks is not reported again
	known  bool // one of the well-known files that are built in
	named  bool // not only imported

	features   *features
	imports    []*dependency
	uses       map[*file]bool // whose names it uses
	visible    []*file        // itself, what it imports, and what that imports publicly
	messages   []*message
	enums      []*enum
	extensions []*field
	declares   []string // what stands in no other, in the order of the file
	services   []*service
	holders    []*holder
	targets    map[*field][]string // of fields of options that say so: the elements that may have them
	lite       bool                // optimize_for = LITE_RUNTIME
	litePlace  diag.Span

	list diag.List
}

// errorf reports a problem of the file. Where it doesn't parse, what follows
// from that is not said.
func (f *file) errorf(at diag.Span, subject, message string) *diag.Diagnostic {
	if f.broken || f.known || len(f.list) >= maxProblems {
		return &diag.Diagnostic{}
	}
	d := f.list.Add("link", at, message)
	d.Subject = subject
	return d
}

// maxProblems is how many problems of one file are reported.
const maxProblems = 1000

// modelName returns the name in the model of what a file without a package
// calls name: the package is then called after the file.
func (f *file) modelName(name string) string {
	if f.pkg == "" {
		return f.part.Name + "." + name
	}
	return name
}

// dependency is an import.
type dependency struct {
	path     string // as written
	modifier string // public, weak or none
	at       diag.Span
	entry    *schema.Import
	target   *file // nil where it was not found
}

type syntax uint8

const (
	proto2 syntax = 1 + iota
	proto3
	editions
)

func (s syntax) String() string {
	switch s {
	case proto2:
		return "proto2"
	case proto3:
		return "proto3"
	case editions:
		return "editions"
	}
	panic("proto: no syntax")
}

// message is a message with what the model does not say of it. The synthetic
// ones of maps and oneofs are none.
type message struct {
	m         *schema.Message
	full      string // as .proto names it: without the package that a file is called after
	file      *file
	parent    *message
	fields    []*field
	oneofs    []*oneof
	ranges    []extensionRange
	features  *features
	set       bool // message_set_wire_format
	byName    map[string]*field
	names     map[string]bool // reserved, while the message is read
	extension bool            // made by a group in an extend block
}

// field finds a field by its name.
func (m *message) field(name string) *field {
	if len(m.fields) < 8 {
		for _, f := range m.fields {
			if f.f.Name == name {
				return f
			}
		}
		return nil
	}
	return m.byName[name]
}

type oneof struct {
	o *schema.OneOf
	n int // members
}

// extensionRange is a range of numbers that others may give to extensions.
type extensionRange struct {
	schema.NumberRange
	holder *holder // its options
}

type label uint8

const (
	noLabel label = iota
	optional
	required
	repeated
)

// field is a field or an extension.
type field struct {
	f        *schema.Field
	file     *file
	scope    *message // that it stands in, nil for an extension outside of messages
	word     string   // the scalar's word; "map", "group"; "message" or "enum" once resolved; "" while only named
	entry    *entry   // of a map
	named    *ref     // the type that has a name: of the field, of a map's values
	extendee *ref     // of an extension
	extends  *message
	holder   *holder
	features *features
	message  *message // the named type, once resolved
	enum     *enum
	labelAt  int32 // where the label begins
	label    label
	required bool // as the wire sees it
}

// entry is what a map holds: the words of its keys and values, as field.word.
type entry struct{ key, value string }

// full is how .proto names the field.
func (f *field) full() string {
	switch {
	case f.scope != nil:
		return join(f.scope.full, f.f.Name)
	case f.file != nil:
		return join(f.file.pkg, f.f.Name)
	}
	return f.f.Name // made up, such as the key of a map
}

// labelSpan is where the label of a field of f stands: all three have as many letters.
func (f *file) labelSpan(x *field) diag.Span {
	return f.src.Span(int(x.labelAt), int(x.labelAt)+len("repeated"))
}

func (f *field) extension() bool { return f.extendee != nil }

// delimited reports whether the field travels as a group does.
func (f *field) delimited() bool {
	return f.word == "group" || f.word == "message" && f.features.message == "DELIMITED"
}

// groupOption is how the model remembers a group.
func groupOption(at diag.Span) schema.Option {
	return schema.Option{Name: "proto.group", Value: schema.Value{Kind: schema.BoolValue, Text: "true", Span: at}, Span: at}
}

// list reports whether the field is repeated, maps aside.
func (f *field) list() bool { return f.label == repeated && f.word != "map" }

type enum struct {
	e        *schema.Enum
	full     string
	file     *file
	scope    *message
	features *features
	holder   *holder
}

func (e *enum) value(name string) *schema.EnumValue {
	for _, v := range e.e.Values {
		if v.Name == name {
			return v
		}
	}
	return nil
}

type service struct {
	s    *schema.Service
	full string
	refs []*ref
}

// ref is a name that means a type, and what gets the type.
type ref struct {
	name string
	to   *schema.Type // of an extendee, one that is in no model
	by   *field       // who uses it; nil: a method
	used string       // the method, for messages: the request of a.b.S.M
	in   *message     // the scope that it stands in
}

// user names who uses the name.
func (r *ref) user() string {
	switch {
	case r.by == nil:
		return r.used
	case r.by.extendee == r:
		return "extension " + r.by.full()
	}
	return r.by.full()
}

// holder is an element with options.
type holder struct {
	decl    *schema.Decl
	options []*option
	kind    string // of the element: file, message, field …
	full    string
	in      *message // the scope that extension names are looked up in
	field   *field   // where it is one
}

// option is one as written.
type option struct {
	name  []namePart
	value schema.Value
	span  diag.Span
	taken bool // its meaning went into the model
}

// span is where a stretch of the text is.
func (f *file) span(e extent) diag.Span { return f.src.Span(int(e.from), int(e.to)) }

// plain is the holder of what has no options. Nobody changes it.
var plain = &holder{decl: &schema.Decl{}}

// is reports whether the option has that plain name.
func (o *option) is(name string) bool {
	return len(o.name) == 1 && !o.name[0].extension && o.name[0].text == name
}

// find returns the first option of that name, nil where there is none.
func (h *holder) find(name string) *option {
	for _, o := range h.options {
		if o.is(name) {
			return o
		}
	}
	return nil
}
