package schema

import "strings"

// A was names an element that is gone: one that names a living sibling, or
// stands twice among siblings, would make two elements the heirs of one.

// wasSet holds the former names of siblings with the element that has each.
type wasSet map[string]Node

// checkWas checks n's former names. living returns the sibling of that name.
func (l *linker) checkWas(seen *wasSet, n Node, living func(name string) Node) {
	d := n.Base()
	for _, was := range d.Was {
		at := spanOf(was.Span, d.NameSpan)
		if was.Name == "" || !dotted(was.Name) {
			l.errorf("link", n, at, n.FullName()+" has the former name "+quote(was.Name)+", which is no name")
			continue
		}
		if alive := living(was.Name); alive == n {
			l.errorf("link", n, at, n.FullName()+" has its own name for a former one").Help = "take it out"
			continue
		} else if alive != nil {
			e := l.errorf("link", n, at, n.FullName()+" was "+was.Name+", but "+alive.FullName()+" is still there")
			also(e, was.Name+" is here", alive.Base().NameSpan)
			e.Help = "a was names what is gone"
			continue
		}
		if *seen == nil {
			*seen = wasSet{}
		}
		if first, ok := (*seen)[was.Name]; ok {
			e := l.errorf("link", n, at, n.FullName()+" was "+was.Name+", and so was "+first.FullName())
			also(e, first.Base().Name+" is here", first.Base().NameSpan)
			if first == n {
				e.Message = n.FullName() + " says twice that it was " + was.Name
			}
			continue
		}
		(*seen)[was.Name] = n
	}
}

// sibling returns the element called name in the scope of that full name where
// it is of a kind that is accepted.
func (l *linker) sibling(scope string, accepted func(Node) bool) func(name string) Node {
	return func(name string) Node {
		if n := l.schema.Lookup(join(scope, name)); n != nil && accepted(n) {
			return n
		}
		return nil
	}
}

func (l *linker) checkPackageWas() {
	var seen wasSet
	for _, p := range l.schema.Packages {
		l.checkWas(&seen, p, l.sibling("", func(n Node) bool { _, ok := n.(*Package); return ok }))
	}
}

// checkTopWas checks the elements that stand in the package itself. They may
// have moved here from another package: then the former name is a full one.
func (l *linker) checkTopWas(p *Package) {
	var seen wasSet
	living := func(name string) Node {
		n := l.schema.byName[join(p.full, name)]
		if !isTop(n) && strings.Contains(name, ".") {
			n = l.schema.byName[name]
		}
		if isTop(n) {
			return n
		}
		return nil
	}
	for _, e := range p.Enums {
		l.checkWas(&seen, e, living)
	}
	for _, m := range p.Messages {
		l.checkWas(&seen, m, living)
	}
	for _, e := range p.Errors {
		l.checkWas(&seen, e, living)
	}
	for _, c := range p.Consts {
		l.checkWas(&seen, c, living)
	}
	for _, s := range p.Services {
		l.checkWas(&seen, s, living)
	}
}

func isTop(n Node) bool {
	switch n.(type) {
	case *Service, *Message, *Enum, *Error, *Const:
		return true
	}
	return false
}

func (l *linker) checkFieldWas(m *Message) {
	var fields, oneofs wasSet
	living := l.sibling(m.full, func(n Node) bool {
		switch n.(type) {
		case *Field, *OneOf:
			return true
		}
		return false
	})
	for _, f := range m.Fields {
		l.checkWas(&fields, f, living)
	}
	for _, o := range m.OneOfs {
		l.checkWas(&oneofs, o, living)
	}
}

func (l *linker) checkParamWas(m *Method) {
	var seen wasSet
	for _, p := range m.Params {
		l.checkWas(&seen, p, l.sibling(m.full, func(n Node) bool { _, ok := n.(*Field); return ok }))
	}
}

func (l *linker) checkValueWas(e *Enum) {
	var seen wasSet
	for _, v := range e.Values {
		l.checkWas(&seen, v, l.sibling(e.full, func(n Node) bool { _, ok := n.(*EnumValue); return ok }))
	}
}

func (l *linker) checkMethodWas(s *Service) {
	var seen wasSet
	for _, m := range s.Methods {
		l.checkWas(&seen, m, l.sibling(s.full, func(n Node) bool { _, ok := n.(*Method); return ok }))
	}
}
