package schema

import (
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// check reports what is wrong with the elements of p now that names are known.
func (l *linker) check(p *Package) {
	l.checkPackageName(p)
	l.checkImports(p)
	l.checkWireNames(p, p.Wires)
	l.checkTopWas(p)
	for _, e := range p.Enums {
		l.checkTypeName(p, e, &e.Decl)
		l.checkEnum(e)
	}
	for _, m := range p.Messages {
		l.checkTypeName(p, m, &m.Decl)
		l.checkMessage(m, m)
	}
	for _, e := range p.Errors {
		l.checkName(e)
		l.checkMessage(&e.Message, e)
	}
	for _, c := range p.Consts {
		l.checkName(c)
		l.checkType(c, &c.Type)
		if why := l.constMisfit(&c.Type, &c.Value); why != "" {
			l.errorf("link", c, c.Value.Span, "the value of "+c.full+" does not fit "+c.Type.String()+": "+why)
		}
	}
	for _, s := range p.Services {
		l.checkService(p, s)
	}
}

// checkMessage checks the body of a message or error; at is what it belongs to.
func (l *linker) checkMessage(m *Message, at Node) {
	for _, o := range m.OneOfs {
		l.checkName(o)
		if len(o.fields) == 0 {
			d := l.errorf("link", o, o.NameSpan, "oneof "+o.FullName()+" has no members")
			d.Help = "give it members, or take it out"
		}
	}
	for _, f := range m.Fields {
		l.checkName(f)
		l.checkField(f)
	}
	l.checkNumbers(m, at)
	l.checkJSONNames(m.Fields)
	l.checkFieldWas(m)
	l.checkBlocks(at, m.On, "message")
}

// checkJSONNames reports fields or params that would have one key in JSON. Where no JSON
// name is written the names themselves do, and those clash already.
func (l *linker) checkJSONNames(fields []*Field) {
	if !slices.ContainsFunc(fields, func(f *Field) bool { return f.JSON != "" }) {
		return
	}
	if p := PackageOf(fields[0]); p != nil && p.Language == "proto" {
		return // there it depends on the syntax, and is the front end's
	}
	seen := make(map[string]*Field, len(fields))
	for _, f := range fields {
		first := seen[f.JSONName()]
		if first == nil {
			seen[f.JSONName()] = f
		} else if first.Name != f.Name {
			d := l.errorf("link", f, f.NameSpan, f.FullName()+" has the JSON name "+quote(f.JSONName())+", which is "+first.FullName()+"'s")
			also(d, first.Name+" is here", first.NameSpan)
			d.Help = "give one of them another JSON name"
		}
	}
}

// checkField checks what all fields have in common, be they members of a
// message, params or results.
func (l *linker) checkField(f *Field) {
	l.checkType(f, &f.Type)
	_, inMethod := f.Parent.(*Method)
	switch {
	case f.Type.Kind.Streams() && !inMethod:
		d := l.errorf("wire-shape-unsupported", f, f.Type.Span, f.FullName()+" is a stream, which stands only at a param or result of a method")
		d.Help = "use a list, or make it a param"
	case f.Type.Kind.Streams() && f.Presence != Plain:
		l.errorf("link", f, f.Type.Span, f.FullName()+" is a stream, which can be neither optional nor required")
	case f.OneOf != "" && f.Presence == Optional:
		d := l.errorf("link", f, f.Type.Span, f.FullName()+" is a member of oneof "+f.OneOf+" and optional")
		d.Help = "leave optional out: a member that is not set is absent anyway"
	case f.OneOf != "" && f.Presence == Required:
		l.errorf("link", f, f.NameSpan, f.FullName()+" is a member of oneof "+f.OneOf+" and required")
	}
	l.checkDefault(f)
	l.checkBounds(f)
	l.checkEncoding(f)
}

// checkType checks the shape of a type: keys, lengths, and where streams stand.
func (l *linker) checkType(at Node, t *Type) {
	switch t.Kind {
	case KindList, KindSet, KindMap, KindStream:
		l.checkElem(at, t)
	}
	if t.Key != nil && !keyKind(t.Key.Kind) && t.Key.Kind != KindRef {
		d := l.errorf("link", at, spanOf(t.Key.Span, t.Span), at.FullName()+" has a map with keys of type "+t.Key.String())
		d.Help = "a key is an integer, a bool or a string"
	}
	const most = 1<<16 - 1
	total := 1
	for e := t; e.Kind == KindList && e.Len != 0; e = e.Elem {
		if e.Len < 1 || e.Len > most {
			l.errorf("link", at, spanOf(e.Span, t.Span), at.FullName()+" has a fixed list whose length is not 1 to 65535")
			return
		}
		if total *= e.Len; total > maxFixedElements {
			l.errorf("link", at, t.Span, at.FullName()+" has fixed lists of more than 1048576 elements together")
			return
		}
	}
}

// maxFixedElements bounds what a zero value of a type takes.
const maxFixedElements = 1 << 20

func (l *linker) checkElem(at Node, t *Type) {
	if k := t.Elem.Kind; k.Streams() {
		d := l.errorf("wire-shape-unsupported", at, spanOf(t.Elem.Span, t.Span), at.FullName()+" has a "+k.String()+" inside a "+t.Kind.String())
		d.Help = "a stream stands only as a whole param or result"
		return
	}
	l.checkType(at, t.Elem)
}

func keyKind(k Kind) bool { return k.Integer() || k == KindBool || k == KindString }

// spanOf returns the first span that is known.
func spanOf(spans ...diag.Span) diag.Span {
	for _, s := range spans {
		if s.Known() {
			return s
		}
	}
	return spans[0]
}
