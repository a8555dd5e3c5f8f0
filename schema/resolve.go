package schema

import "strings"

// resolvePackage finds what every name in p means.
func (l *linker) resolvePackage(p *Package) {
	for _, m := range p.Messages {
		l.resolveFields(p, m.Name, m.Fields)
	}
	for _, e := range p.Errors {
		l.resolveFields(p, "", e.Fields)
	}
	for _, c := range p.Consts {
		l.resolve(p, "", c, &c.Type, 0)
	}
	for _, s := range p.Services {
		if s.Extends.Name != "" {
			l.resolveExtends(p, s)
		}
		for _, m := range s.Methods {
			l.resolveMethod(p, m)
		}
	}
}

func (l *linker) resolveExtends(p *Package, s *Service) {
	n, known := l.find(p, "", s.Extends.Name, isService)
	if s.Super, _ = n.(*Service); s.Super != nil {
		s.Extends.Name = s.Super.full
	} else if !known {
		d := l.errorf("link", s, s.Extends.Span, s.full+" extends the unknown service "+strings.TrimPrefix(s.Extends.Name, "."))
		l.suggest(d, p, "", s.Extends.Name, isService)
	}
}

func (l *linker) resolveFields(p *Package, scope string, fields []*Field) {
	for _, f := range fields {
		l.resolve(p, scope, f, &f.Type, 0)
	}
}

func (l *linker) resolveMethod(p *Package, m *Method) {
	l.resolveFields(p, "", m.Params)
	if r := m.Returns; r != nil {
		l.resolve(p, "", r, &r.Type, 0)
		if t := r.Type.Message(); t != nil && r.Presence == Plain {
			m.response = t
		}
	}
	for _, ref := range m.Errors {
		n, known := l.find(p, "", ref.Name, isError)
		if ref.Target, _ = n.(*Error); ref.Target != nil {
			ref.Name = ref.Target.full
		} else if !known {
			d := l.errorf("link", m, ref.Span, m.full+" declares the unknown error "+strings.TrimPrefix(ref.Name, "."))
			l.suggest(d, p, "", ref.Name, isError)
		}
	}
}

// maxTypeDepth is how many types may stand one in the other.
const maxTypeDepth = 64

// resolve replaces the names in t. scope is the message that t stands in, ""
// where it stands in none.
func (l *linker) resolve(p *Package, scope string, at Node, t *Type, depth int) {
	if depth == maxTypeDepth {
		l.errorf("link", at, t.Span, at.FullName()+" has a type that is nested too deep").Help = "give a part of it a message of its own"
		*t = Type{Kind: KindBool, Span: t.Span}
		return
	}
	if t.Key != nil {
		l.resolve(p, scope, at, t.Key, depth+1)
	}
	if t.Elem != nil {
		l.resolve(p, scope, at, t.Elem, depth+1)
	}
	if t.Kind != KindRef || t.Name == "" {
		return // or the front end said why it has no name
	}
	n, known := l.find(p, scope, t.Name, isType)
	if n != nil {
		l.checkAmbiguous(p, at, t, n)
	}
	switch n := n.(type) {
	case *Message:
		t.Kind, t.Name, t.Target = KindMessage, n.full, n
	case *Enum:
		t.Kind, t.Name, t.Target = KindEnum, n.full, n
	default:
		if known {
			return
		}
		name := strings.TrimPrefix(t.Name, ".")
		if other, _ := l.find(p, scope, t.Name, isAny); other != nil {
			d := l.errorf("link", at, t.Span, at.FullName()+" uses "+name+", which is no message or enum")
			d.Help = "name a message or an enum"
			if _, ok := other.(*Error); ok {
				d.Help = "an error is what a method declares, and nothing holds one: give its fields a message of their own"
			}
			return
		}
		d := l.errorf("link", at, t.Span, at.FullName()+" uses the unknown type "+name)
		l.suggest(d, p, scope, t.Name, isType)
	}
}

// checkAmbiguous reports a name that means n here, and something else through
// an import.
func (l *linker) checkAmbiguous(p *Package, at Node, t *Type, n Node) {
	other, _ := l.findImported(p, t.Name, isType)
	if other == nil || other == n {
		return
	}
	d := l.errorf("link", at, t.Span, t.Name+" means both "+n.FullName()+" and the imported "+other.FullName())
	also(d, "the one is here", n.Base().NameSpan)
	also(d, "the other is here", other.Base().NameSpan)
	d.Help = "give the import another local name"
}

func isType(n Node) bool {
	switch n.(type) {
	case *Message, *Enum:
		return true
	}
	return false
}

func isService(n Node) bool { _, ok := n.(*Service); return ok }
func isError(n Node) bool   { _, ok := n.(*Error); return ok }
func isAny(n Node) bool     { return n != nil }

// find looks a written name up: in the message it stands in and the messages
// around that, in the package, then through the package's imports. A name that
// begins with a dot is full. Only what is wanted counts. known says that the
// name needs no report of its own: what it would stand in is missing or was not
// read as a whole.
func (l *linker) find(p *Package, scope, name string, wanted func(Node) bool) (n Node, known bool) {
	if full, ok := strings.CutPrefix(name, "."); ok {
		n := l.element(full, wanted)
		return n, n != nil
	}
	for scope != "" {
		if n := l.element(join(p.full, scope)+"."+name, wanted); n != nil {
			return n, true
		}
		scope = scope[:max(strings.LastIndexByte(scope, '.'), 0)]
	}
	if n := l.element(join(p.full, name), wanted); n != nil {
		return n, true
	}
	n, known = l.findImported(p, name, wanted)
	return n, known || p.Partial
}

// element returns what has that full name, nil where it isn't what is wanted.
func (l *linker) element(full string, wanted func(Node) bool) Node {
	n := l.schema.byName[full]
	if n == nil && wanted((*Field)(nil)) {
		n = l.schema.member(full)
	}
	if !wanted(n) {
		return nil
	}
	return n
}

func (l *linker) findImported(p *Package, name string, wanted func(Node) bool) (n Node, known bool) {
	if strings.IndexByte(name, '.') < 0 {
		return nil, false
	}
	for _, i := range p.Imports {
		rest, ok := strings.CutPrefix(name, i.Local)
		if !ok || rest == "" || rest[0] != '.' {
			continue
		}
		q := l.imported(i)
		if q == nil {
			known = true
		} else if n := l.element(join(i.Package, rest[1:]), wanted); n != nil {
			return n, true
		} else {
			known = known || q.Partial
		}
	}
	return nil, known
}

// imported returns the package that i brings, nil where none was found.
func (l *linker) imported(i *Import) *Package {
	if i.Package == "" {
		return nil
	}
	p, _ := l.schema.byName[i.Package].(*Package)
	return p
}
