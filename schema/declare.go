package schema

import "github.com/rpcctl/rpcctl/diag"

// declare gives every element of p its full name and parent, enters it into the
// index and builds what later steps read: fields by number, members of oneofs,
// params and results as messages.
func (l *linker) declare(p *Package) {
	l.enter(p, p.Name)
	for _, e := range p.Enums {
		e.Parent = p
		l.enter(e, p.full+"."+e.Name)
		for _, v := range e.Values {
			v.Parent = e
			l.enter(v, e.full+"."+v.Name)
		}
	}
	for _, m := range p.Messages {
		m.Parent = p
		l.enter(m, p.full+"."+m.Name)
		l.declareFields(m, m)
	}
	for _, e := range p.Errors {
		e.Parent = p
		l.enter(e, p.full+"."+e.Name)
		l.declareFields(&e.Message, e)
	}
	for _, c := range p.Consts {
		c.Parent = p
		l.enter(c, p.full+"."+c.Name)
	}
	for _, s := range p.Services {
		s.Parent = p
		l.enter(s, p.full+"."+s.Name)
		for _, m := range s.Methods {
			m.Parent = s
			l.enter(m, s.full+"."+m.Name)
			l.declareMethod(m)
		}
	}
}

// enter names a node. A name that is taken is an error with both places.
func (l *linker) enter(n Node, full string) {
	d := n.Base()
	d.full = full
	old, taken := l.schema.byName[full]
	if !taken {
		l.schema.byName[full] = n
		return
	}
	e := l.errorf("link", n, d.NameSpan, full+" is defined twice")
	e.Related = append(e.Related, diag.Related{Message: "first here", Span: old.Base().NameSpan})
	e.Help = "rename one of them"
}

func (l *linker) declareFields(m *Message, parent Node) {
	byName := make(map[string]*OneOf, len(m.OneOfs))
	for _, o := range m.OneOfs {
		o.Parent = m
		o.fields = nil
		l.enter(o, m.full+"."+o.Name)
		byName[o.Name] = o
	}
	for _, f := range m.Fields {
		f.Parent = parent
		l.enter(f, m.full+"."+f.Name)
		f.oneof = byName[f.OneOf]
	}
	m.byNumber = sortedByNumber(m.Fields)
	for _, f := range m.byNumber {
		if f.oneof != nil {
			f.oneof.fields = append(f.oneof.fields, f)
		}
	}
}

func (l *linker) declareMethod(m *Method) {
	for _, p := range m.Params {
		p.Parent = m
		l.enter(p, m.full+"."+p.Name)
	}
	m.request = synthetic(m, m.Params)
	if r := m.Returns; r != nil {
		r.Parent, r.full = m, m.full
		m.response = synthetic(m, []*Field{r}) // a plain message result takes its place once resolved
	} else {
		m.response = synthetic(m, nil)
	}
}

func synthetic(m *Method, fields []*Field) *Message {
	s := &Message{Decl: Decl{Name: m.Name, Span: m.Span, NameSpan: m.NameSpan, full: m.full}, Fields: fields, Parent: m}
	s.byNumber = sortedByNumber(fields)
	return s
}
