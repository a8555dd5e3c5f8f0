package gfj

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// body is a declaration while it is read.
type body struct {
	what    string // message or service
	called  string // "message A", for messages to people
	name    token
	message *schema.Message
	service *schema.Service
	void    *diag.Span // the first (void) of a service
}

// declaration reads a message or service, or what was meant as one.
func (p *parser) declaration() {
	from, what, above := p.tok, p.word(p.tok), p.above
	if p.at > 0 {
		above = nil // it shares its line with another
	}
	if !isKeyword(what) {
		near := diag.Nearest(what, keywords)
		d := p.unexpected("expected message or service, found " + p.found())
		if d.Help = absent(what); d.Help == "" && near != "" {
			d.Help = "did you mean " + near + "?"
		}
		if absent(what) != "" || near == "" || p.peek(1).kind != word || p.peek(2).kind != open {
			p.lost = true
			p.skipDeclaration()
			return
		}
		what = near
	}
	p.element()
	p.next()
	name, named := p.name("the name of the " + what)
	p.lost = p.lost || !named
	if !named && !p.skipTo(open) {
		p.skipLine()
		return
	}
	b := &body{what: what, called: what, name: from}
	decl := p.decl(from, from, from)
	if named {
		b.called, b.name = what+" "+p.word(name), name
		decl = p.decl(name, from, name)
	}
	p.document(&decl, above, nil)
	if _, taken := builtin(decl.Name); what == "message" && named && (taken || decl.Name == "void") {
		d := p.add(name.start, name.end, "message "+decl.Name+" has the name of a type")
		d.Severity = diag.Warning
		d.Help = "call it otherwise: the original compiler takes it, and " + decl.Name + " means the type wherever it is used"
	}
	if what == "message" {
		b.message = &schema.Message{Decl: decl}
	} else {
		b.service = &schema.Service{Decl: decl}
	}
	if !p.opening(b) {
		p.lost = true
		return
	}
	last := p.members(b)
	switch span := p.span(from, last); {
	case !named:
	case b.message != nil:
		b.message.Span = span
		p.pkg.Messages = append(p.pkg.Messages, b.message)
	default:
		b.service.Span = span
		p.pkg.Services = append(p.pkg.Services, b.service)
	}
}

// skipDeclaration steps over something that the language doesn't have, with
// its braces where it has some.
func (p *parser) skipDeclaration() {
	opens := p.skipTo(open)
	p.skipLine()
	for opens && p.tok.kind != end && p.tok.kind != closed {
		if p.tok.kind == word && isKeyword(p.word(p.tok)) {
			return
		}
		p.skipLine()
	}
	if opens {
		p.skipLine()
	}
}

// opening reads the brace after a declaration's name. It is false where the
// declaration has no body.
func (p *parser) opening(b *body) bool {
	if p.tok.kind == newline {
		after := p.tok
		p.skipLine()
		if p.tok.kind != open {
			p.add(b.name.start, after.start, b.called+" has no { after its name").Help = lineHelp
			if p.tok.kind == closed {
				p.skipLine()
				return false
			}
			return p.tok.kind == word && !isKeyword(p.word(p.tok))
		}
		p.unexpected("{ must stand on the line of " + b.called).Help = lineHelp
	} else if p.tok.kind != open {
		d := p.unexpected("expected { after " + b.called + ", found " + p.found())
		if p.tok.kind == word {
			d.Help = "a declaration is a keyword, a name and {: there is no inheritance and there are no options"
		}
		if p.tok.kind == end || !p.skipTo(open) {
			p.skipLine()
			return p.tok.kind == word && !isKeyword(p.word(p.tok))
		}
	}
	p.next()
	if p.tok.kind != closed { // the empty body has an error of its own
		p.lineEnd("{", lineHelp)
	}
	return true
}

// members reads a body up to its closing brace, and returns its last token.
func (p *parser) members(b *body) token {
	count, last := 0, b.name
	for {
		switch p.tok.kind {
		case end:
			if !p.full() {
				d := p.add(p.tok.start, p.tok.end, "} is missing: "+b.called+" is open at the end of the file")
				d.Related = []diag.Related{{Message: b.called + " begins here", Span: p.span(b.name, b.name)}}
				d.Help = "close it with a } on a line of its own"
			}
			return last
		case closed:
			last = p.tok
			switch {
			case count == 0:
				p.empty(b)
			case p.at > 0:
				p.unexpected("} must stand alone on its line").Help = lineHelp
			}
			p.next()
			p.lineEnd("}", lineHelp)
			return last
		case word:
			if isKeyword(p.word(p.tok)) && p.peek(1).kind == word && p.peek(2).kind == open {
				d := p.unexpected("} is missing: " + b.called + " is open where this " + p.word(p.tok) + " begins")
				d.Related = []diag.Related{{Message: b.called + " begins here", Span: p.span(b.name, b.name)}}
				d.Help = "close it above; messages and services can't be nested"
				return last
			}
			count++
			p.element()
			last = p.member(b)
		case newline, bad:
			count++ // something was meant to stand here
			p.skipLine()
		case open, lparen, rparen, comma:
			count++
			p.unexpected("expected a type, found " + p.found()).Help = "a member is a type and a name; a method is RESULT NAME(TYPE, TYPE)"
			p.skipLine()
		default:
			panic("gfj: unknown token")
		}
	}
}

func (p *parser) empty(b *body) {
	has := "members"
	if b.service != nil {
		has = "methods"
	}
	p.faulty = true
	p.add(b.name.start, b.name.end, b.called+" has no "+has).Help =
		"give it one or take it out: the original compiler refuses an empty " + b.what
}

// member reads a field or method with its line's end, and returns its last token.
func (p *parser) member(b *body) token {
	from, above := p.tok, p.above
	if p.at > 0 {
		above = nil
	}
	if s := p.word(from); isKeyword(s) {
		p.unexpected(s + " is a keyword and can be no type").Help = "a message of this name can't be declared either"
	}
	p.next()
	name, ok := p.name("a name after the type " + p.word(from))
	if !ok {
		p.skipLine()
		return from
	}
	if b.service != nil {
		return p.method(b, from, name, above)
	}
	if p.tok.kind == lparen {
		p.unexpected("a method can't stand in " + b.called).Help = "methods stand in a service, members in a message"
		p.skipLine()
		return name
	}
	p.field(b.message, from, name, above)
	p.lineEnd("a member", "a member is a type and a name, one to a line: there is no ; and no , at its end")
	return name
}

// field adds a member to a message.
func (p *parser) field(m *schema.Message, from, name token, above []comment) {
	f := &schema.Field{Decl: p.decl(name, from, name), Number: len(m.Fields) + 1, Implicit: true, Presence: schema.Plain}
	f.NumberSpan = f.NameSpan
	p.document(&f.Decl, above, nil)
	t, void := p.typ(from)
	switch {
	case void:
		p.add(from.start, from.end, f.Name+" of message "+m.Name+" can't be void").Help =
			"void is a method without a result: the original compiler takes it here and generates Go and C that don't compile"
		return
	case t.Kind.Streams():
		p.add(from.start, from.end, f.Name+" of message "+m.Name+" can't be a stream").Help =
			"a stream is an argument or a result of a method"
		return
	}
	f.Type = t
	m.Fields = append(m.Fields, f)
}

// typ returns the type that a word names; void has none.
func (p *parser) typ(t token) (typ schema.Type, void bool) {
	s := p.word(t)
	if s == "void" {
		return schema.Type{}, true
	}
	if k, ok := builtin(s); ok {
		return schema.Type{Kind: k, Span: p.span(t, t)}, false
	}
	return schema.Type{Kind: schema.KindRef, Name: s, Span: p.span(t, t)}, false
}
