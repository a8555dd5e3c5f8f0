package proto

import (
	"bytes"
	"slices"
	"strings"
)

// parser reads the grammar of .proto, and only what it is sure of: what it
// refuses the compiler's parser is asked about, which says what is wrong. It
// must accept nothing that the other refuses. Brackets are not nested deep.
type parser struct {
	lexer
	last int32 // where the token before the current one ends
}

// newParser returns a parser for any number of files, one after the other.
func newParser() *parser {
	return &parser{lexer: lexer{names: map[string]string{}}}
}

// parse returns nil for what it refuses.
func (p *parser) parse(src []byte) (t *tree) {
	p.lexer = lexer{src: src, names: p.names}
	if bytes.IndexByte(src, 0) >= 0 {
		return nil
	}
	p.at = bomOf(src)
	defer func() {
		if r := recover(); r != nil {
			if _, refused := r.(refusal); !refused {
				panic(r)
			}
			t = nil
		}
	}()
	t = &tree{}
	p.next()
	p.file(t)
	t.comments = p.comments
	return t
}

// advance steps behind the current token.
func (p *parser) advance() {
	p.last = p.token.to
	p.next()
}

// mark steps over a mark that must be there.
func (p *parser) mark(c byte) {
	if !p.skip(c) {
		p.refuse()
	}
}

// skip steps over a mark and reports whether it was there.
func (p *parser) skip(c byte) bool {
	if p.token.kind != tokenKind(c) {
		return false
	}
	p.advance()
	return true
}

// stray steps over semicolons that end nothing, and reports whether one was there.
func (p *parser) stray() bool {
	some := false
	for p.skip(';') {
		some = true
	}
	return some
}

// since is what stands from an offset to the end of the last token.
func (p *parser) since(from int32) extent { return extent{from, p.last} }

// start is an element that begins with the current token.
func (p *parser) start() element {
	return element{extent: extent{from: p.token.from}, leading: p.token.leading}
}

func (p *parser) file(t *tree) {
	if p.is("syntax") || p.is("edition") {
		statement, to := p.token, &t.syntax
		if p.is("edition") {
			to = &t.edition
		}
		p.advance()
		p.mark('=')
		said := p.quoted()
		*to = &said
		p.mark(';')
		t.statement = p.since(statement.from)
	}
	stray := p.stray()
	for p.token.kind != endOfFile {
		p.declaration(t)
		p.stray()
		stray = false
	}
	if stray {
		p.refuse() // semicolons alone are no file
	}
}

func (p *parser) declaration(t *tree) {
	switch {
	case p.is("import"):
		t.decls = append(t.decls, p.importNode())
	case p.is("package"):
		n := &packageNode{element: p.start()}
		p.advance()
		n.name = p.qualified(false)
		p.mark(';')
		n.to = p.last
		t.decls = append(t.decls, n)
	case p.is("option"):
		t.options = append(t.options, p.optionStatement())
	case p.is("message"):
		t.decls = append(t.decls, p.message())
	case p.is("enum"):
		t.decls = append(t.decls, p.enum())
	case p.is("extend"):
		t.decls = append(t.decls, p.extend())
	case p.is("service"):
		t.decls = append(t.decls, p.service())
	default:
		p.refuse()
	}
}

func (p *parser) importNode() *importNode {
	n := &importNode{extent: p.start().extent}
	p.advance()
	if p.is("public") || p.is("weak") {
		n.modifier = p.name(p.raw())
		p.advance()
	}
	n.path = p.quoted()
	p.mark(';')
	n.to = p.last
	return n
}

func (p *parser) service() *serviceNode {
	n := &serviceNode{element: p.start()}
	p.advance()
	n.name = p.identifier()
	p.mark('{')
	for p.stray(); !p.skip('}'); p.stray() {
		switch {
		case p.is("option"):
			n.options = append(n.options, p.optionStatement())
		case p.is("rpc"):
			n.methods = append(n.methods, p.method())
		default:
			p.refuse()
		}
	}
	n.to = p.last
	return n
}

func (p *parser) method() *methodNode {
	n := &methodNode{element: p.start()}
	p.advance()
	n.name = p.identifier()
	n.in = p.carried()
	if !p.is("returns") {
		p.refuse()
	}
	p.advance()
	n.out = p.carried()
	if p.skip('{') {
		for p.stray(); !p.skip('}'); p.stray() {
			if !p.is("option") {
				p.refuse()
			}
			n.options = append(n.options, p.optionStatement())
		}
	} else {
		p.mark(';')
	}
	n.to = p.last
	return n
}

func (p *parser) carried() carriedNode {
	from := p.token.from
	p.mark('(')
	n := carriedNode{}
	if p.is("stream") {
		n.stream = true
		p.advance()
	}
	n.name = p.qualified(true)
	p.mark(')')
	n.extent = p.since(from)
	return n
}

// identifier reads one word.
func (p *parser) identifier() ident {
	n := ident{extent: p.token.extent}
	p.word()
	n.text = p.name(p.src[n.from:n.to])
	return n
}

// word steps over a word that must be there.
func (p *parser) word() {
	if p.token.kind != word {
		p.refuse()
	}
	p.advance()
}

// qualified reads words with dots between them, and before them where that may be.
func (p *parser) qualified(rooted bool) ident {
	from := p.token.from
	if rooted {
		p.skip('.')
	}
	p.word()
	for p.skip('.') {
		p.word()
	}
	at := p.since(from)
	b := p.src[at.from:at.to]
	if bytes.IndexByte(b, '/') >= 0 {
		p.refuse() // a comment within a name
	}
	if bytes.ContainsAny(b, whitespace) {
		b = bytes.Join(bytes.FieldsFunc(b, func(r rune) bool { return strings.ContainsRune(whitespace, r) }), nil)
	}
	return ident{p.name(b), at}
}

// whitespace is what may stand between tokens.
const whitespace = " \n\t\r\f\v"

// quoted reads texts, which are one where they follow each other.
func (p *parser) quoted() ident {
	if p.token.kind != text {
		p.refuse()
	}
	from, s := p.token.from, p.unquoted()
	p.advance()
	if p.token.kind == text {
		parts := []string{s}
		for ; p.token.kind == text; p.advance() {
			parts = append(parts, p.unquoted())
		}
		s = strings.Join(parts, "")
	}
	return ident{s, p.since(from)}
}

// number reads an integer; signed: that may have a minus.
func (p *parser) number(signed bool) numberNode {
	n := numberNode{extent: p.start().extent, written: true}
	n.negative = signed && p.skip('-')
	if p.token.kind != integer {
		p.refuse()
	}
	n.size = p.size()
	if n.negative && n.size > 1<<63 {
		p.refuse()
	}
	p.advance()
	n.to = p.last
	return n
}

// ranges reads ranges of numbers.
func (p *parser) ranges(signed bool) []rangeNode {
	var list []rangeNode
	for {
		n := rangeNode{extent: p.start().extent, first: p.number(signed)}
		if p.is("to") {
			if p.advance(); p.is("max") {
				n.max = true
				p.advance()
			} else {
				n.last = p.number(signed)
			}
		}
		n.to = p.last
		list = append(list, n)
		if !p.skip(',') {
			return slices.Clip(list)
		}
	}
}
