package schema

import "slices"

// declare gives every element of p its parent, and its full name where it is no
// member of another, enters it into the index and builds what later steps read: fields by number, members of oneofs,
// params and results as messages.
func (l *linker) declare(p *Package) {
	if p.Name != "" {
		l.enter(p, p.Name)
	}
	for _, e := range p.Enums {
		e.Parent = p
		l.enter(e, join(p.full, e.Name))
		for _, v := range e.Values {
			v.Parent = e
		}
		apart(l, e.Values)
	}
	for _, m := range p.Messages {
		m.Parent = p
		l.enter(m, join(p.full, m.Name))
		l.declareFields(m, m)
	}
	for _, e := range p.Errors {
		e.Parent = p
		l.enter(e, join(p.full, e.Name))
		l.declareFields(&e.Message, e)
	}
	for _, c := range p.Consts {
		c.Parent = p
		l.enter(c, join(p.full, c.Name))
	}
	for _, s := range p.Services {
		s.Parent, s.Super = p, nil
		l.enter(s, join(p.full, s.Name))
		for _, m := range s.Methods {
			m.Parent = s
			l.enter(m, join(s.full, m.Name))
			l.declareMethod(m)
		}
	}
}

// join is the full name of what stands in the element called scope; a package
// may have no name.
func join(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}

// enter names an element that is no member of another. A name that is taken is an
// error with both places.
func (l *linker) enter(n Node, full string) {
	n.Base().full = full
	if old, taken := l.schema.byName[full]; taken {
		l.clash(n, old)
		return
	}
	l.schema.byName[full] = n
}

// clash reports two elements of one full name.
func (l *linker) clash(n, old Node) {
	if ofService(n) && !ofService(old) && PackageOf(old).Language == "gfj" {
		return // in .gfj services and their methods have names of their own
	}
	at, first := n.Base().NameSpan, old.Base().NameSpan
	if at.Path() == first.Path() && at.Start().Offset < first.Start().Offset {
		at, first = first, at // kinds are entered one after the other
	}
	full := n.FullName()
	e := l.errorf("link", n, at, full+" is defined twice")
	also(e, "first here", first)
	e.Help = "rename one of them"
}

// ofService reports whether n is a service or stands in one.
func ofService(n Node) bool {
	switch n := n.(type) {
	case *Service, *Method:
		return true
	case *Field:
		return ofService(n.Parent)
	}
	return false
}

func (l *linker) declareFields(m *Message, parent Node) {
	var oneOfs map[string]*OneOf
	if len(m.OneOfs) > 0 {
		oneOfs = make(map[string]*OneOf, len(m.OneOfs))
	}
	for _, o := range m.OneOfs {
		o.Parent = m
		o.fields = nil
		if oneOfs[o.Name] == nil {
			oneOfs[o.Name] = o
		}
	}
	for _, f := range m.Fields {
		f.Parent = parent
		f.oneof = nil
		if f.OneOf != "" {
			l.joinOneOf(oneOfs, f)
		}
	}
	apart(l, m.Fields)
	m.byNumber = sortedByNumber(m.Fields)
	if len(m.OneOfs) == 0 {
		return
	}
	apart(l, m.OneOfs)
	for _, f := range m.Fields {
		if o := oneOfs[f.Name]; o != nil {
			l.clash(f, o)
		}
	}
	for _, f := range m.byNumber {
		if f.oneof != nil {
			f.oneof.fields = append(f.oneof.fields, f)
		}
	}
}

func (l *linker) joinOneOf(oneOfs map[string]*OneOf, f *Field) {
	if f.oneof = oneOfs[f.OneOf]; f.oneof == nil {
		l.errorf("link", f, f.NameSpan, f.FullName()+" is a member of the unknown oneof "+f.OneOf)
	}
}

func (l *linker) declareMethod(m *Method) {
	for _, p := range m.Params {
		p.Parent, p.oneof = m, nil
	}
	apart(l, m.Params)
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

// sortedByNumber returns the fields themselves where they are in order.
func sortedByNumber(fields []*Field) []*Field {
	byNumber := func(a, b *Field) int { return a.Number - b.Number }
	if slices.IsSortedFunc(fields, byNumber) {
		return fields
	}
	s := slices.Clone(fields)
	slices.SortStableFunc(s, byNumber)
	return s
}
