// Package schema is the model of a contract that every language is read into
// and everything else works on: plain structs, names resolved once by [Link],
// read-only afterwards and then safe for concurrent use. It also holds the
// dynamic values ([Record]) that schema-driven codecs work on, and what the
// tool knows of each wire ([WireInfo]). It imports the standard library and
// diag alone.
package schema

import (
	"time"

	"github.com/rpcctl/rpcctl/diag"
)

// Schema is a set of linked packages, in the order of their names.
type Schema struct {
	Packages []*Package

	byName map[string]Node // but for members: see Lookup
}

// Node is an element of a contract. The set is closed: *[Package], *[Service],
// *[Method], *[Message], *[OneOf], *[Field], *[Enum], *[EnumValue], *[Error],
// *[Const].
type Node interface {
	FullName() string // "demo.math.Math.Add"; set by Link
	Base() *Decl
	node()
}

// Decl is what all elements have.
type Decl struct {
	Name       string // as written; of a nested message "Outer.Inner"; of a package "demo.math"
	Doc        string // documentation, lines joined by \n, without comment marks
	Options    []Option
	Deprecated string  // the reason, "true" where none was given, "" where not deprecated
	Was        []Ident // names it had before
	Span       diag.Span
	NameSpan   diag.Span

	full string // see FullName; "" of members
}

// Base returns the declaration itself.
func (d *Decl) Base() *Decl { return d }

func (d *Decl) node() {}

// Ident is a name with the place where it was written.
type Ident struct {
	Name string
	Span diag.Span
}

// Option is a free annotation: carried untouched, for generators and rules. An
// option block's Value is an object; where its one attribute is called "value"
// the Value is that attribute's.
type Option struct {
	Name  string
	Value Value
	Span  diag.Span
}

// Package is one contract.
type Package struct {
	Decl
	Language string // what it is written in: hcl, gfj, proto, thrift, go
	Path     string // the directory or file it was read from, as people see it
	Imported bool   // loaded because another package imports it
	Partial  bool   // not all of it could be read, which is reported: Link does not report the names that it lacks
	Version  string
	Wires    []Ident // as promised by the package itself; nil where it says nothing
	Imports  []*Import
	Services []*Service
	Messages []*Message
	Enums    []*Enum
	Errors   []*Error
	Consts   []*Const
	Files    []File // what each file of it holds, nil where that is not known
}

// Import makes another package's names usable as Local.Name.
type Import struct {
	Local    string
	Source   string // as written
	Package  string // name of the package found there, set by the loader; "" where nothing was found
	Used     bool   // something of it is used that leaves no name behind, such as a typedef
	Reported bool   // the loader said why nothing was found, so that Link need not
	Modifier string // of .proto: public or weak, "" where neither
	File     string // the Path of the File that was found, where Source is another name for it
	Span     diag.Span

	SourceSpan diag.Span // of Source alone, where the language has it
}

// Service is a group of methods.
type Service struct {
	Decl
	ID      uint32  // as written, 0 where not
	Wires   []Ident // nil: those of the package
	Extends Ident   // parent service, full after Link, "" where none
	Methods []*Method
	On      []WireBlock

	IDSpan diag.Span // of what ID says, where it is written

	Parent *Package // set by Link
	Super  *Service // the service that Extends names, set by Link
}

// Method is one call. Params in source order are its positional arguments.
type Method struct {
	Decl
	ID         uint32 // as written, 0 where not
	Params     []*Field
	Returns    *Field // nil: no result. Number 1, no name
	Errors     []*ErrorRef
	Oneway     bool
	Idempotent bool
	Timeout    *time.Duration
	Compress   string
	On         []WireBlock

	IDSpan      diag.Span // of what ID says, where it is written
	TimeoutSpan diag.Span // of what Timeout says

	Parent   *Service // set by Link
	request  *Message
	response *Message
}

// ErrorRef is a declared error of a method.
type ErrorRef struct {
	Name   string // as written, full after Link
	Number int    // from 1: its place, or what thrown(N, …) says
	Span   diag.Span
	Target *Error // set by Link
}

// Message is a record of fields.
type Message struct {
	Decl
	Fields   []*Field // source order, members of oneofs among them
	OneOfs   []*OneOf
	Reserved Reserved
	Stored   bool
	On       []WireBlock

	Parent   Node // the package; for an error's body the *Error; for params and results the *Method
	byNumber []*Field
}

// Error is a declared error: a code and the fields it carries.
type Error struct {
	Message
	Code     uint32
	CodeSpan diag.Span
}

// Field is a member of a message, a param or a result.
type Field struct {
	Decl
	Number     int // from 1; in positional languages its place
	NumberSpan diag.Span
	Implicit   bool // the number was not written but counted
	Type       Type
	Presence   Presence
	Default    *Value
	OneOf      string // name of the oneof it belongs to, "" where none
	JSON       string // its JSON name where written, "" where not: see JSONName
	Encoding   string // "", varint, zigzag or fixed
	Packed     *bool
	Retired    string // why it is retired; "" where it is not
	Min, Max   *Value
	MaxLen     *Value
	Pattern    *Value

	Parent Node // *Message, *Error or *Method; set by Link
	oneof  *OneOf
}

// Presence says whether a reader can tell an absent field from a zero one.
type Presence uint8

// The presences.
const (
	Plain    Presence = 1 + iota // not tracked: absent reads as zero or the default
	Optional                     // tracked
	Required                     // tracked, and a reader refuses its absence where the wire can leave it out
)

// OneOf is a group of fields of which at most one is set.
type OneOf struct {
	Decl
	Parent *Message // set by Link
	fields []*Field
}

// Fields returns the members by number.
func (o *OneOf) Fields() []*Field { return o.fields }

// Enum is a set of named int32 numbers.
type Enum struct {
	Decl
	Values   []*EnumValue
	Closed   bool
	Reserved Reserved
	Parent   *Package // set by Link
}

// EnumValue is one name of an enum.
type EnumValue struct {
	Decl
	Number     int64 // Link refuses what is outside int32
	NumberSpan diag.Span
	Parent     *Enum // set by Link
}

// Const is a named value.
type Const struct {
	Decl
	Type   Type
	Value  Value
	Parent *Package // set by Link
}

// Reserved holds numbers and names that must not be used again.
type Reserved struct {
	Ranges []NumberRange
	Names  []Ident
}

// NumberRange is From to To, both included.
type NumberRange struct {
	From, To int64
	Span     diag.Span
}

// WireBlock is how one wire names or carries an element, where it differs from
// the wire's default.
type WireBlock struct {
	Wire  Ident
	Attrs []WireAttr
}

// WireAttr is one attribute of a wire block.
type WireAttr struct {
	Name  string
	Value string
	Span  diag.Span
}
