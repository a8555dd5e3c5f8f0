package thrift

import (
	"math"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// definition reads what a keyword begins.
func (p *parser) definition(what string, from token, doc string) bool {
	p.element()
	switch what {
	case "typedef":
		return p.typedef()
	case "const":
		return p.constant(from, doc)
	case "enum":
		return p.enum(from, doc)
	case "senum":
		return p.senum(from)
	case "struct", "union", "exception":
		return p.record(what, from, doc)
	case "service":
		return p.service(from, doc)
	}
	d := p.unexpected("expected a definition")
	d.Help = definitionHelp
	if near := diag.Nearest(what, append(headers, definitions...)); near != "" {
		d.Help = "did you mean " + near + "?"
	} else if what == "interaction" || what == "package" || what == "stream" || what == "sink" {
		d.Help = what + " is a word of fbthrift: Apache's language has none"
	}
	return false
}

// declare enters a type, exception or service. One name stands for one of them;
// two that Link sees it reports.
func (p *parser) declare(d *schema.Decl, node schema.Node) {
	first, taken := p.doc.names[d.Name]
	if !taken {
		p.doc.names[d.Name] = declared{node, d.NameSpan}
	} else if first.node == nil || node == nil {
		e := p.addAt("link", d.NameSpan, d.Name+" is defined twice")
		e.Related, e.Help = []diag.Related{{Message: "first here", Span: first.at}}, "rename one of them"
	}
}

func (p *parser) typedef() bool {
	p.advance()
	t, notes, ok := p.typ(0)
	if !ok {
		return false
	}
	at, ok := p.name("typedef")
	if !ok {
		return false
	}
	for _, n := range append(notes, p.annotations()...) {
		p.note(n.span, "the annotation "+n.name+" of a typedef is left out", "a typedef is its target wherever it stands")
	}
	d := p.decl(at, at)
	p.declare(&d, nil)
	if p.doc.typedefs[d.Name] == nil {
		p.doc.typedefs[d.Name] = &typedef{typ: t}
	}
	p.separator()
	return true
}

func (p *parser) constant(from token, doc string) bool {
	p.advance()
	t, _, ok := p.typ(0)
	if !ok {
		return false
	}
	at, ok := p.name("constant")
	if !ok || !p.expect("=", "after the name of the constant") {
		return false
	}
	before := len(p.list)
	v, ok := p.value(0)
	if !ok {
		return false
	}
	if len(p.list) > before { // a part of it is missing
		p.separator()
		return true
	}
	c := &schema.Const{Decl: p.decl(at, from), Type: t}
	c.Doc, c.Span = doc, p.span(from, p.previous)
	value := &constant{node: c, value: v}
	if p.doc.consts[c.Name] == nil {
		p.doc.consts[c.Name] = value
	}
	p.doc.values = append(p.doc.values, value)
	p.separator()
	return true
}

// opening reads { behind the name of a definition.
func (p *parser) opening(what, name string) bool { return p.expect("{", "after "+what+" "+name) }

// members reads what stands between braces or brackets up to closing.
func (p *parser) members(what, closing string, begin token, member func() bool) bool {
	for !p.accept(closing) {
		where := ""
		if p.tok.kind == end && !p.full() {
			where = "at the end of the file"
		} else if p.tok.kind == word && definitionWord(p.word()) && p.fresh() {
			where = "where this " + p.word() + " begins"
		}
		if where != "" {
			d := p.add(p.tok.start, p.tok.end, closing+" is missing: "+what+" is open "+where)
			d.Related, d.Help = []diag.Related{{Message: what + " begins here", Span: p.span(begin, begin)}}, "close it above"
		}
		if where != "" || p.tok.kind == end {
			p.doc.pkg.Partial = true
			return false
		}
		p.element()
		if at := p.tok; !member() {
			p.doc.pkg.Partial = true
			if !p.skipMember(at, closing) {
				return false
			}
		}
	}
	return true
}

// skipMember goes on behind the next comma or semicolon, or to what closes the
// list, or the next line. It is false where a definition begins instead, or
// what is around ends.
func (p *parser) skipMember(at token, closing string) bool {
	depth := 0
	for first := true; p.tok.kind != end; first = false {
		switch {
		case p.is("(") || p.is("{") || p.is("["):
			depth++
		case p.is(closing) && depth == 0:
			return true
		case p.is(")") || p.is("}") || p.is("]"):
			if depth == 0 && p.is("}") {
				return false // it closes what is around
			}
			depth = max(depth-1, 0)
		case p.is(",") || p.is(";"):
			if depth == 0 {
				p.advance()
				return true
			}
		case p.tok.kind == word && definitionWord(p.word()) && p.fresh():
			return false
		case depth == 0 && !(first && p.tok == at) && p.fresh():
			return true
		}
		p.advance()
	}
	return true
}

func definitionWord(s string) bool {
	switch s {
	case "struct", "union", "exception", "service", "enum", "typedef", "const", "namespace", "include":
		return true
	}
	return false
}

func (p *parser) enum(from token, doc string) bool {
	p.advance()
	at, ok := p.name("enum")
	e := &schema.Enum{Decl: p.decl(at, from)}
	if !ok || !p.opening("enum", e.Name) {
		return false
	}
	e.Doc = doc
	next := int64(0)
	ok = p.members("enum "+e.Name, "}", at, func() bool {
		doc, from := p.documentation(), p.tok
		name, ok := p.name("enum value")
		if !ok {
			return false
		}
		v := &schema.EnumValue{Decl: p.decl(name, from), Number: next}
		v.Doc, v.NumberSpan = doc, v.NameSpan
		if p.accept("=") {
			n, ok := p.integer("the number of " + v.Name)
			if !ok {
				return false
			}
			v.Number, v.NumberSpan = n, p.span(p.previous, p.previous)
		} else if next > math.MaxInt32 {
			p.add(name.start, name.end, v.Name+" would have a number above "+strconv.Itoa(math.MaxInt32)).Help = "give it one"
		}
		next = v.Number + 1
		v.Span = p.span(from, p.previous)
		p.annotate(&v.Decl, p.annotations(), nil)
		p.separator()
		e.Values = append(e.Values, v)
		return true
	})
	e.Span = p.span(from, p.previous)
	p.declare(&e.Decl, e)
	p.annotate(&e.Decl, p.annotations(), p.enumWords(e))
	p.doc.pkg.Enums = append(p.doc.pkg.Enums, e)
	return ok
}

// senum reads a form that the compiler has dropped: a string of which some
// values are listed.
func (p *parser) senum(from token) bool {
	p.advance()
	at, ok := p.name("senum")
	if !ok || !p.opening("senum", p.textOf(at)) {
		return false
	}
	ok = p.members("senum "+p.textOf(at), "}", at, func() bool {
		_, ok := p.plain("a value")
		p.separator()
		return ok
	})
	p.note(p.span(from, at), "senum is no word of Thrift any more: "+p.textOf(at)+" is a string", "write typedef string "+p.textOf(at))
	d := p.decl(at, at)
	p.declare(&d, nil)
	if p.doc.typedefs[d.Name] == nil {
		p.doc.typedefs[d.Name] = &typedef{typ: schema.Type{Kind: schema.KindString, Span: d.NameSpan}}
	}
	return ok
}

// record reads a struct, union or exception.
func (p *parser) record(what string, from token, doc string) bool {
	p.advance()
	at, ok := p.name(what)
	if !ok {
		return false
	}
	m := &schema.Message{Decl: p.decl(at, from)}
	if p.accept("xsd_all") {
		p.note(p.span(p.previous, p.previous), "xsd_all changes nothing here", "")
	}
	if !p.opening(what, m.Name) {
		return false
	}
	m.Doc = doc
	ok = p.members(what+" "+m.Name, "}", at, func() bool {
		f, ok := p.field(what + " " + m.Name)
		if ok && f != nil {
			m.Fields = append(m.Fields, f)
		}
		return ok
	})
	m.Span = p.span(from, p.previous)
	notes := p.annotations()
	if what == "exception" {
		e := &schema.Error{Message: *m}
		p.declare(&e.Decl, e)
		p.annotate(&e.Decl, notes, p.messageWords(&e.Message, e))
		p.oneofs(&e.Message)
		p.doc.pkg.Errors = append(p.doc.pkg.Errors, e)
		return ok
	}
	if what == "union" {
		p.union(m)
	}
	p.declare(&m.Decl, m)
	p.annotate(&m.Decl, notes, p.messageWords(m, nil))
	p.oneofs(m)
	p.doc.pkg.Messages = append(p.doc.pkg.Messages, m)
	return ok
}

// unionOneOf is the name of the oneof that a union is, unless rpcctl.oneof says
// another.
const unionOneOf = "value"

// union makes the fields of m the members of one oneof.
func (p *parser) union(m *schema.Message) {
	o := &schema.OneOf{Decl: schema.Decl{Name: unionOneOf, Span: m.Span, NameSpan: m.NameSpan}}
	for again := true; again; {
		again = false
		for _, f := range m.Fields {
			if f.Name == o.Name {
				o.Name += "_"
				again = true
			}
		}
	}
	for _, f := range m.Fields {
		if f.Presence == schema.Required {
			d := p.addAt("parse", f.NameSpan, f.Name+" of union "+m.Name+" is required, which the compiler ignores")
			d.Severity, d.Help = diag.Warning, "take required out: at most one field of a union is there"
		}
		f.Presence, f.OneOf = schema.Plain, o.Name
	}
	if len(m.Fields) > 0 {
		m.OneOfs = append(m.OneOfs, o)
	}
}

// oneofs makes the oneofs that the fields of m name, in the order of the first
// member. Their fields are optional to others.
func (p *parser) oneofs(m *schema.Message) {
	known := map[string]bool{}
	for _, o := range m.OneOfs {
		known[o.Name] = true
	}
	for _, f := range m.Fields {
		if f.OneOf == "" {
			continue
		}
		if f.Presence == schema.Optional {
			f.Presence = schema.Plain
		}
		if !known[f.OneOf] {
			known[f.OneOf] = true
			m.OneOfs = append(m.OneOfs, &schema.OneOf{Decl: schema.Decl{Name: f.OneOf, Span: f.Span, NameSpan: f.NameSpan}})
		}
	}
}

func (p *parser) service(from token, doc string) bool {
	p.advance()
	at, ok := p.name("service")
	s := &schema.Service{Decl: p.decl(at, from)}
	if !ok {
		return false
	}
	if p.accept("extends") {
		if p.tok.kind != word || keyword(p.word()) {
			p.unexpected("expected the name of a service")
			return false
		}
		s.Extends = schema.Ident{Name: p.word(), Span: p.span(p.tok, p.tok)}
		p.advance()
	}
	if !p.opening("service", s.Name) {
		return false
	}
	s.Doc = doc
	ok = p.members("service "+s.Name, "}", at, func() bool { return p.function(s) })
	s.Span = p.span(from, p.previous)
	p.declare(&s.Decl, s)
	p.annotate(&s.Decl, p.annotations(), p.serviceWords(s))
	p.doc.pkg.Services = append(p.doc.pkg.Services, s)
	return ok
}
