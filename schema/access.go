package schema

import (
	"cmp"
	"slices"
)

// JSONName returns the name of the field in JSON: what the contract says, else
// its name as written.
func (f *Field) JSONName() string {
	if f.JSON != "" {
		return f.JSON
	}
	return f.Name
}

// InOneOf returns the oneof that f is a member of, nil where it is none.
func (f *Field) InOneOf() *OneOf { return f.oneof }

// ByNumber returns the fields in the order of their numbers. Callers must not
// change the slice.
func (m *Message) ByNumber() []*Field { return m.byNumber }

// Field returns the field with that number, or nil.
func (m *Message) Field(number int) *Field {
	i, ok := slices.BinarySearchFunc(m.byNumber, number, func(f *Field, n int) int { return cmp.Compare(f.Number, n) })
	if !ok {
		return nil
	}
	return m.byNumber[i]
}

// AllMethods returns the methods that callers see: those of the services that s
// extends, the farthest first, then its own.
func (s *Service) AllMethods() []*Method {
	if s.Super == nil {
		return s.Methods
	}
	var line []*Service // s and what it extends; Link takes cycles apart
	for at := s; at != nil && !slices.Contains(line, at); at = at.Super {
		line = append(line, at)
	}
	var all []*Method
	for _, at := range slices.Backward(line) {
		all = append(all, at.Methods...)
	}
	return all
}

// Request returns the params as a message, in which a field's Parent is the
// method. Streams are among its fields: wires that give them no place skip them.
func (m *Method) Request() *Message { return m.request }

// Response returns the message that a result travels as on wires that carry one
// message: the result's own message where it is a plain one, else a message with
// the result as its field 1, else (no result) one without fields. A stream result
// is such a field too.
func (m *Method) Response() *Message { return m.response }

// WrapsResult reports whether Response is a message made for a result that is
// no message itself.
func (m *Method) WrapsResult() bool {
	return m.Returns != nil && m.response != m.Returns.Type.Message()
}

// StreamIn returns the param that is a stream, nil where none is. StreamOut
// returns the result where it is one.
func (m *Method) StreamIn() *Field {
	for _, p := range m.Params {
		if p.Type.Kind.Streams() {
			return p
		}
	}
	return nil
}

// StreamOut returns the result where it is a stream, else nil.
func (m *Method) StreamOut() *Field {
	if m.Returns != nil && m.Returns.Type.Kind.Streams() {
		return m.Returns
	}
	return nil
}

// OnWire returns what the wire block of that name says of attr, or "".
func OnWire(blocks []WireBlock, wire, attr string) string {
	for _, b := range blocks {
		if b.Wire.Name != wire {
			continue
		}
		for _, a := range b.Attrs {
			if a.Name == attr {
				return a.Value
			}
		}
	}
	return ""
}

// PackageOf returns the package that n stands in, nil before Link.
func PackageOf(n Node) *Package {
	switch n := n.(type) {
	case *Package:
		return n
	case *Service:
		return n.Parent
	case *Method:
		if n.Parent != nil {
			return n.Parent.Parent
		}
	case *Message:
		return PackageOf(n.Parent)
	case *Error:
		return PackageOf(n.Parent)
	case *OneOf:
		if n.Parent != nil {
			return PackageOf(n.Parent.Parent)
		}
	case *Field:
		return PackageOf(n.Parent)
	case *Enum:
		return n.Parent
	case *EnumValue:
		if n.Parent != nil {
			return n.Parent.Parent
		}
	case *Const:
		return n.Parent
	}
	return nil
}

// PromisedBy returns the wires that a service promises: its own, else its
// package's, else none (the caller's defaults count then).
func (s *Service) PromisedBy() []Ident {
	if s.Wires != nil {
		return s.Wires
	}
	if s.Parent != nil {
		return s.Parent.Wires
	}
	return nil
}

// DefaultWires returns the wires that a package of that language promises where
// neither it nor the workspace says any.
func DefaultWires(language string) []string {
	switch language {
	case "hcl", "go":
		return []string{"frame"}
	case "gfj":
		return []string{"rpch"}
	case "proto":
		return []string{"prpc"}
	case "thrift":
		return []string{"thrift", "thrift-compact"}
	}
	return []string{"frame"}
}

// Item returns the message that one element of a typed stream travels as: the
// element's own message where it is one, else a message with the element as its
// field 1. It is nil where f is no typed stream.
func (f *Field) Item() *Message {
	if f.Type.Kind != KindStream {
		return nil
	}
	if m := f.Type.Elem.Message(); m != nil {
		return m
	}
	d := f.Decl
	d.full = f.FullName()
	item := &Field{Decl: d, Number: 1, Type: *f.Type.Elem, Presence: Plain, Parent: f.Parent}
	return &Message{Decl: d, Fields: []*Field{item}, Parent: f.Parent, byNumber: []*Field{item}}
}
