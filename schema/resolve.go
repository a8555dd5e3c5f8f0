package schema

import (
	"slices"
	"strings"
)

// resolvePackage finds what every name in p means.
func (l *linker) resolvePackage(p *Package) {
	for _, m := range p.Messages {
		l.resolveFields(p, m.Name, m.Fields)
	}
	for _, e := range p.Errors {
		l.resolveFields(p, e.Name, e.Fields)
	}
	for _, c := range p.Consts {
		l.resolve(p, "", c, &c.Type)
	}
	for _, s := range p.Services {
		if s.Extends.Name != "" {
			if s.Super, _ = l.find(p, "", s.Extends.Name).(*Service); s.Super == nil {
				l.errorf("link", s, s.Extends.Span, s.FullName()+" extends the unknown service "+s.Extends.Name)
			}
		}
		for _, m := range s.Methods {
			l.resolveMethod(p, m)
		}
	}
}

func (l *linker) resolveFields(p *Package, scope string, fields []*Field) {
	for _, f := range fields {
		l.resolve(p, scope, f, &f.Type)
	}
}

func (l *linker) resolveMethod(p *Package, m *Method) {
	l.resolveFields(p, "", m.Params)
	if r := m.Returns; r != nil {
		l.resolve(p, "", r, &r.Type)
		if t := r.Type.Message(); t != nil && r.Presence == Plain {
			m.response = t
		}
	}
	for _, ref := range m.Errors {
		if ref.Target, _ = l.find(p, "", ref.Name).(*Error); ref.Target == nil {
			l.errorf("link", m, ref.Span, m.FullName()+" declares the unknown error "+ref.Name)
			continue
		}
		ref.Name = ref.Target.full
	}
}

// resolve replaces the names in t. scope is the message that t stands in, ""
// where it stands in none.
func (l *linker) resolve(p *Package, scope string, at Node, t *Type) {
	if t.Key != nil {
		l.resolve(p, scope, at, t.Key)
	}
	if t.Elem != nil {
		l.resolve(p, scope, at, t.Elem)
	}
	if t.Kind != KindRef {
		return
	}
	switch n := l.find(p, scope, t.Name).(type) {
	case *Message:
		t.Kind, t.Name, t.Target = KindMessage, n.full, n
	case *Enum:
		t.Kind, t.Name, t.Target = KindEnum, n.full, n
	case nil:
		l.errorf("link", at, t.Span, at.FullName()+" uses the unknown type "+t.Name)
	default:
		l.errorf("link", at, t.Span, at.FullName()+" uses "+t.Name+", which is no message or enum")
	}
}

// find looks a written name up: in the message it stands in and the messages
// around that, in the package, then through the package's imports.
func (l *linker) find(p *Package, scope, name string) Node {
	for {
		if scope != "" {
			if n, ok := l.schema.byName[p.full+"."+scope+"."+name]; ok {
				return n
			}
			scope = scope[:max(strings.LastIndexByte(scope, '.'), 0)]
			continue
		}
		break
	}
	if n, ok := l.schema.byName[p.full+"."+name]; ok {
		return n
	}
	if local, rest, ok := strings.Cut(name, "."); ok {
		for _, i := range p.Imports {
			if i.Local == local && i.Package != "" {
				return l.schema.byName[i.Package+"."+rest]
			}
		}
	}
	return nil
}

func sortedByNumber(fields []*Field) []*Field {
	s := slices.Clone(fields)
	slices.SortStableFunc(s, func(a, b *Field) int { return a.Number - b.Number })
	return s
}
