package thrift

import (
	"math"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// field reads a field, param or thrown exception.
func (p *parser) field(of string) (*schema.Field, bool) {
	doc, from := p.documentation(), p.tok
	f := &schema.Field{Presence: schema.Plain}
	numbered := p.tok.kind == number
	if numbered {
		n, _ := p.integer("a number")
		f.Number, f.NumberSpan = int(max(min(n, math.MaxInt32), math.MinInt32)), p.span(from, from)
		if n < 1 || n > math.MaxInt16 {
			p.addAt("field-number-range", f.NumberSpan, "a field of "+of+" has the number "+strconv.FormatInt(n, 10)).Help =
				"a number is 1 to 32767: the compiler takes others, and peers differ in what they make of them"
			numbered = false
		}
		if !p.expect(":", "after the number") {
			return nil, false
		}
	}
	if p.accept("required") {
		f.Presence = schema.Required
	} else if p.accept("optional") {
		f.Presence = schema.Optional
	}
	t, notes, ok := p.typ(0)
	if !ok {
		return nil, false
	}
	f.Type = t
	if p.accept("&") {
		notes = append(notes, annotation{name: "thrift.reference", span: p.span(p.previous, p.previous)})
	}
	at, ok := p.name("field")
	if !ok {
		return nil, false
	}
	f.Decl = p.decl(at, from)
	f.Doc = doc
	if from.kind != number {
		p.add(from.start, at.end, f.Name+" of "+of+" has no number").Help =
			"write one before its type, such as 1: the compiler counts down from -1, and a field that is put in between changes all below it"
	}
	defaults := len(p.doc.defaults)
	if p.accept("=") {
		before := len(p.list)
		v, ok := p.value(0)
		if !ok {
			return nil, false
		}
		if len(p.list) == before { // else a part of it is missing
			p.doc.defaults = append(p.doc.defaults, &defaulted{f, v})
		}
	}
	if !p.xsd(of) {
		return nil, false
	}
	f.Span = p.span(from, p.previous)
	for _, n := range notes {
		if n.name != "thrift.reference" {
			n.name = "thrift.type." + n.name
		}
		p.keep(&f.Decl, n)
	}
	if notes := p.annotations(); notes != nil {
		p.annotate(&f.Decl, notes, p.fieldWords(f))
	}
	p.separator()
	if !numbered { // one error is enough
		p.doc.defaults = p.doc.defaults[:defaults]
		return nil, true
	}
	p.doc.fields = append(p.doc.fields, f)
	return f, true
}

// xsd reads what the compiler once wrote into XML schemas.
func (p *parser) xsd(of string) bool {
	note := func() {
		p.note(p.span(p.previous, p.previous), p.textOf(p.previous)+" changes nothing here", "")
	}
	if p.accept("xsd_optional") {
		note()
	}
	if p.accept("xsd_nillable") {
		note()
	}
	if !p.is("xsd_attrs") {
		return true
	}
	begin := p.tok
	p.advance()
	note()
	if p.elements += 100; p.elements > maxElements { // they nest
		return false
	}
	if !p.expect("{", "after xsd_attrs") {
		return false
	}
	fields, defaults := len(p.doc.fields), len(p.doc.defaults)
	defer func() { p.doc.fields, p.doc.defaults = p.doc.fields[:fields], p.doc.defaults[:defaults] }()
	return p.members("xsd_attrs", "}", begin, func() bool { _, ok := p.field(of); return ok })
}

// function reads a method.
func (p *parser) function(s *schema.Service) bool {
	doc, from := p.documentation(), p.tok
	m := &schema.Method{}
	switch {
	case p.accept("oneway"):
		m.Oneway = true
	case p.accept("async"):
		m.Oneway = true
		p.note(p.span(from, from), "async is called oneway now", "write oneway")
	}
	result := p.tok
	if !p.accept("void") {
		t, notes, ok := p.typ(0)
		if !ok {
			return false
		}
		m.Returns = &schema.Field{
			Decl: schema.Decl{Span: t.Span, NameSpan: t.Span}, Number: 1, NumberSpan: t.Span, Type: t, Presence: schema.Plain,
		}
		for _, n := range notes {
			n.name = "thrift.type." + n.name
			p.keep(&m.Returns.Decl, n)
		}
		p.doc.fields = append(p.doc.fields, m.Returns)
	}
	at, ok := p.name("method")
	if !ok {
		return false
	}
	m.Decl = p.decl(at, from)
	m.Doc = doc
	what := "method " + m.Name
	if !p.expect("(", "after "+what) {
		return false
	}
	ok = p.members(what, ")", at, func() bool {
		f, ok := p.field(what)
		if f != nil && ok {
			m.Params = append(m.Params, f)
		}
		return ok
	})
	if ok && p.accept("throws") {
		ok = p.expect("(", "after throws") && p.members("throws of "+what, ")", p.previous, func() bool { return p.thrown(m) })
	}
	if !ok {
		return false
	}
	m.Span = p.span(from, p.previous)
	if notes := p.annotations(); notes != nil {
		p.annotate(&m.Decl, notes, p.methodWords(m))
	}
	p.separator()
	switch {
	case m.Oneway && m.Returns != nil:
		d := p.addAt("parse", p.span(result, result), m.Name+" is oneway and has a result")
		d.Help = "nobody waits for it: write oneway void, or take oneway out"
	case m.Oneway && len(m.Errors) > 0:
		p.addAt("parse", m.Errors[0].Span, m.Name+" is oneway and throws").Help = "nobody waits for it: take throws out, or oneway"
	}
	s.Methods = append(s.Methods, m)
	return true
}

// thrown reads one exception of a throws. Its field name says nothing to anyone
// and isn't kept.
func (p *parser) thrown(m *schema.Method) bool {
	defaults := len(p.doc.defaults)
	f, ok := p.field("throws of method " + m.Name)
	if !ok || f == nil {
		return ok
	}
	p.doc.fields, p.doc.defaults = p.doc.fields[:len(p.doc.fields)-1], p.doc.defaults[:defaults]
	if f.Type.Kind != schema.KindRef {
		p.addAt("link", f.Type.Span, m.Name+" throws a "+f.Type.Kind.String()+", which is no exception").Help = "name an exception"
		return true
	}
	ref := &schema.ErrorRef{Name: f.Type.Name, Number: f.Number, Span: f.Type.Span}
	m.Errors = append(m.Errors, ref)
	p.doc.throws = append(p.doc.throws, thrown{m, ref})
	return true
}

// typ reads a type.
func (p *parser) typ(depth int) (t schema.Type, notes []annotation, ok bool) {
	from, s := p.tok, p.word()
	if p.tok.kind != word {
		p.unexpected("expected a type")
		return t, nil, false
	}
	if depth == maxDepth {
		p.add(from.start, from.end, "types are nested more than "+strconv.Itoa(maxDepth)+" deep").Help = "put a part of it into a struct"
		return t, nil, false
	}
	switch k, isBase := base(s); {
	case isBase:
		t.Kind = k
		p.advance()
		if s == "slist" {
			p.note(p.span(from, from), "slist is no type of Thrift any more: it is a string", "write string")
		}
	case s == "list" || s == "set" || s == "map":
		if !p.composite(&t, &notes, s, depth) {
			return t, nil, false
		}
	case keyword(s):
		d := p.unexpected("expected a type")
		if s == "void" {
			d.Help = "void is a method without a result"
		}
		return t, nil, false
	default:
		t.Kind, t.Name = schema.KindRef, s
		p.advance()
		t.Span = p.span(from, from)
		return t, nil, true // annotations behind a name are the field's
	}
	t.Span = p.span(from, p.previous)
	return t, append(notes, p.annotations()...), true
}

// composite reads list<T>, set<T> or map<K, V>.
func (p *parser) composite(t *schema.Type, notes *[]annotation, s string, depth int) bool {
	p.advance()
	t.Kind = map[string]schema.Kind{"list": schema.KindList, "set": schema.KindSet, "map": schema.KindMap}[s]
	part := func() *schema.Type {
		e, inner, ok := p.typ(depth + 1)
		for _, n := range inner {
			p.note(n.span, "the annotation "+n.name+" stands inside a type and is left out", "")
		}
		if !ok {
			return nil
		}
		return &e
	}
	if !p.cppType(notes) || !p.expect("<", "after "+s) {
		return false
	}
	if s == "map" {
		if t.Key = part(); t.Key == nil || !p.expect(",", "after the type of the keys") {
			return false
		}
	}
	if t.Elem = part(); t.Elem == nil {
		return false
	}
	return p.expect(">", "after the type of the elements") && p.cppType(notes)
}

// cppType reads cpp_type "NAME" where it stands.
func (p *parser) cppType(notes *[]annotation) bool {
	from := p.tok
	if !p.accept("cpp_type") {
		return true
	}
	s, ok := p.plain("a type of C++")
	if ok {
		at := p.span(from, p.previous)
		*notes = append(*notes, annotation{name: "cpp_type", value: &s, span: at, valueSpan: at})
		p.note(at, "cpp_type changes nothing here", "it is kept as the option thrift.type.cpp_type")
	}
	return ok
}

// integer reads a whole number.
func (p *parser) integer(what string) (int64, bool) {
	if p.tok.kind != number {
		p.unexpected("expected " + what)
		return 0, false
	}
	n, err := strconv.ParseInt(p.word(), 0, 64)
	if !isHexText(p.word()) { // 010 is ten
		n, err = strconv.ParseInt(p.word(), 10, 64)
	}
	if err != nil {
		p.add(p.tok.start, p.tok.end, p.word()+" is too large").Help = "the highest number is " + strconv.FormatInt(math.MaxInt64, 10)
		n = 0
	}
	p.advance()
	return n, true
}

func isHexText(s string) bool {
	for i := range len(s) {
		if s[i] == 'x' {
			return true
		}
	}
	return false
}
