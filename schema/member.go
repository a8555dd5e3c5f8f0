package schema

import "strings"

// Fields, params, oneofs and enum values are most of a contract, and few are ever
// asked for by their full names. So those names are made when they are asked for,
// and the index holds what members stand in.

// FullName returns the name of the package.
func (p *Package) FullName() string { return p.full }

// FullName returns the dotted name with its package, once Link ran.
func (s *Service) FullName() string { return s.full }

// FullName returns the dotted name with its package, once Link ran.
func (m *Method) FullName() string { return m.full }

// FullName returns the dotted name with its package, once Link ran; of a message
// made for params or a result its method's.
func (m *Message) FullName() string { return m.full }

// FullName returns the dotted name with its package, once Link ran.
func (e *Enum) FullName() string { return e.full }

// FullName returns the dotted name with its package, once Link ran.
func (c *Const) FullName() string { return c.full }

// FullName returns the dotted name with its package, once Link ran. That of a
// result is its method's.
func (f *Field) FullName() string {
	if f.full != "" || f.Parent == nil {
		return f.full
	}
	return join(f.Parent.FullName(), f.Name)
}

// FullName returns the dotted name with its package, once Link ran.
func (o *OneOf) FullName() string {
	if o.Parent == nil {
		return ""
	}
	return join(o.Parent.full, o.Name)
}

// FullName returns the dotted name with its package, once Link ran.
func (v *EnumValue) FullName() string {
	if v.Parent == nil {
		return ""
	}
	return join(v.Parent.full, v.Name)
}

// Lookup returns the package, service, method, message, field, enum, value,
// error or constant of that full name, or nil. Where a name is taken twice
// (a Link error) it returns one of them.
func (s *Schema) Lookup(fullName string) Node {
	if n := s.byName[fullName]; n != nil {
		return n
	}
	return s.member(fullName)
}

func (s *Schema) member(fullName string) Node {
	dot := max(strings.LastIndexByte(fullName, '.'), 0)
	outer, name := s.byName[fullName[:dot]], strings.TrimPrefix(fullName[dot:], ".")
	switch outer := outer.(type) {
	case *Message:
		return outer.member(name)
	case *Error:
		return outer.member(name)
	case *Enum:
		return named(outer.Values, name)
	case *Method:
		return named(outer.Params, name)
	}
	return nil
}

func (m *Message) member(name string) Node {
	if o := named(m.OneOfs, name); o != nil {
		return o
	}
	return named(m.Fields, name)
}

// member is a pointer to an N that stands in an element.
type member[N any] interface {
	*N
	Node
}

// named returns the first of that name, nil where none has it.
func named[N any, P member[N]](list []P, name string) Node {
	for _, n := range list {
		if n.Base().Name == name {
			return n
		}
	}
	return nil
}

// apart reports members of one list that have one name.
func apart[N any, P member[N]](l *linker, list []P) {
	const few = 16
	if len(list) > few {
		first := make(map[string]P, len(list))
		for _, n := range list {
			if old, taken := first[n.Base().Name]; taken {
				l.clash(n, old)
			} else {
				first[n.Base().Name] = n
			}
		}
		return
	}
	for i, n := range list {
		if old := named(list[:i], n.Base().Name); old != nil {
			l.clash(n, old)
		}
	}
}
