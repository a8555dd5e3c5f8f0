package gfj

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// parser reads one file. The grammar is flat and lines matter, so it recovers
// at line ends: at most one syntax error is reported of each line.
type parser struct {
	lexer
	pkg    *schema.Package
	at     int   // index of tok in tokens
	tok    token // the current token
	faulty bool  // a syntax error of this line is reported
	lost   bool  // a declaration was not read
	first  int   // where the first token stands: above it is the top of the file
}

func newParser(f *diag.File) *parser {
	p := &parser{lexer: newLexer(f), pkg: &schema.Package{Language: "gfj", Path: f.Path}}
	p.first = len(p.text)
	p.pkg.Name, p.pkg.Span, p.pkg.NameSpan = front.PackageName(f.Path, extension), f.Span(0, len(f.Text)), f.Span(0, 0)
	p.lexer.free = p.freeComments
	return p
}

// file reads all declarations.
func (p *parser) file() {
	if size := len(p.problems.file.Text); size >= maxFile {
		p.add(0, 0, "the file has "+strconv.Itoa(size)+" bytes").Help =
			"split it: the original compiler refuses 10 MiB and more"
		p.lost = true
		return
	}
	p.load()
	for p.tok.kind != end {
		switch p.tok.kind {
		case word:
			p.declaration()
		case closed:
			p.unexpected("} closes nothing").Help = "take it out, or the declaration above ended too early"
			p.next()
		case newline, bad:
			p.lost = p.lost || p.tok.kind == bad
			p.skipLine()
		case open, lparen, rparen, comma:
			p.unexpected("expected message or service, found " + p.found()).Help =
				"a declaration begins with message NAME { or service NAME {"
			p.skipLine()
		default:
			panic("gfj: token of kind " + strconv.Itoa(int(p.tok.kind)))
		}
	}
}

// load goes on to the next line.
func (p *parser) load() {
	p.line()
	p.at, p.tok, p.faulty = 0, p.tokens[0], false
	if p.first == len(p.text) {
		p.first = p.tok.start
		p.above = p.packageComments(p.above)
	}
}

func (p *parser) next() {
	switch {
	case p.tok.kind == end:
	case p.at+1 < len(p.tokens):
		p.at++
		p.tok = p.tokens[p.at]
	default:
		p.load()
	}
}

// peek returns the token that stands n further on the line, its last where
// there are not so many.
func (p *parser) peek(n int) token { return p.tokens[min(p.at+n, len(p.tokens)-1)] }

// skipLine goes on to the first token of the next line.
func (p *parser) skipLine() {
	if p.tok.kind != end {
		p.load()
	}
}

const (
	nameHelp = "a name is of letters, digits and _ and begins with none of the digits"
	lineHelp = "{ ends its line, each member or method has a line of its own, and } stands alone on its line"
)

// skipTo goes on to the first token of that kind on the line, or to the line's end.
func (p *parser) skipTo(k kind) bool {
	for p.tok.kind != k && p.tok.kind != newline && p.tok.kind != end {
		p.next()
	}
	return p.tok.kind == k
}

func (p *parser) word(t token) string { return string(p.text[t.start:t.end]) }

// found names the current token for a message.
func (p *parser) found() string {
	switch p.tok.kind {
	case newline:
		return "the end of the line"
	case end:
		return "the end of the file"
	}
	if s := p.word(p.tok); len(s) <= 60 {
		return s
	}
	return p.word(p.tok)[:60] + "…"
}

// unexpected reports the current token, unless the line has its error already.
func (p *parser) unexpected(message string) *diag.Diagnostic {
	if p.faulty || p.tok.kind == bad {
		p.faulty = true
		return &diag.Diagnostic{}
	}
	p.faulty = true
	return p.add(p.tok.start, p.tok.end, message)
}

// lineEnd demands the end of the line after what. Where more stands there it is
// read as if it stood on the next line.
func (p *parser) lineEnd(what, help string) {
	if p.at == 0 {
		return // recovery went on to the next line
	}
	switch p.tok.kind {
	case newline, bad:
		p.skipLine()
	case end:
	case closed:
		p.unexpected("} must stand alone on its line").Help = lineHelp
	default:
		p.unexpected("expected the end of the line after " + what + ", found " + p.found()).Help = help
	}
}

// name reads a name that is no keyword; ok is false where none stands.
func (p *parser) name(expected string) (t token, ok bool) {
	if p.tok.kind != word {
		p.unexpected("expected " + expected + ", found " + p.found()).Help = nameHelp
		return p.tok, false
	}
	t = p.tok
	if s := p.word(t); isKeyword(s) {
		p.unexpected(s + " is a keyword and can be no name").Help = "call it otherwise: the original compiler refuses it"
	}
	p.next()
	return t, true
}

// element counts one, and reports one too many.
func (p *parser) element() {
	if p.elements++; p.elements == maxElements+1 {
		p.add(p.tok.start, p.tok.end, "the file has more than "+strconv.Itoa(maxElements)+" declarations, members and methods").Help =
			"split it into several packages"
	}
}

func (p *parser) span(from, to token) diag.Span { return p.problems.file.Span(from.start, to.end) }

func (p *parser) decl(name token, from, to token) schema.Decl {
	return schema.Decl{Name: p.word(name), NameSpan: p.span(name, name), Span: p.span(from, to)}
}
