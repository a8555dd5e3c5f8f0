package gfj

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// method reads a method from its opening parenthesis to its line's end.
func (p *parser) method(b *body, from, name token, above []comment) token {
	m := &schema.Method{Decl: p.decl(name, from, name)}
	if p.tok.kind != lparen {
		d := p.unexpected("expected ( after the method " + m.Name + ", found " + p.found())
		d.Help = "a method is written RESULT NAME(TYPE, TYPE)"
		p.skipLine()
		return name
	}
	p.next()
	args, names, last := p.arguments(m.Name)
	if len(names) > 0 {
		first := names[0]
		d := p.unexpectedAt(first, "an argument of "+m.Name+" has a name")
		d.Help = "the original compiler takes types alone: write the names on a line above, // params: " + p.words(names)
	}
	m.Span = p.span(from, last)
	p.lineEnd("a method", "a method has a line of its own, without a ; at its end")

	if t, void := p.typ(from); !void {
		m.Returns = &schema.Field{
			Decl:   schema.Decl{Span: t.Span, NameSpan: t.Span},
			Number: 1, Implicit: true, Presence: schema.Plain, Type: t,
		}
	}
	p.params(b, m, args)
	p.oneStream(m)
	p.document(&m.Decl, above, m)
	b.service.Methods = append(b.service.Methods, m)
	return last
}

const argsHelp = "arguments are types with commas between, in one line: NAME(TYPE, TYPE)"

// arguments reads the types in parentheses, and names where someone wrote them.
// last is the last token that it read.
func (p *parser) arguments(method string) (args, names []token, last token) {
	wanted := false // a comma stands before
	for last = p.tok; ; {
		switch p.tok.kind {
		case rparen:
			last = p.tok
			if wanted {
				p.unexpected("expected a type after the comma, found )").Help = "take the comma out: the original compiler refuses it"
			}
			p.next()
			return args, names, last
		case comma:
			if wanted || len(args) == 0 {
				p.unexpected("expected a type before this comma").Help = "take the comma out: the original compiler refuses it"
			}
			wanted, last = true, p.tok
			p.next()
		case word:
			if len(args) > 0 && !wanted {
				// a name after a type
				names, last = append(names, p.tok), p.tok
				p.next()
				if p.tok.kind == word { // no name but a type without its comma
					p.unexpected("expected , or ) in the arguments of " + method + ", found " + p.found()).Help = argsHelp
				}
				continue
			}
			if s := p.word(p.tok); isKeyword(s) {
				p.unexpected(s + " is a keyword and can be no type").Help = "a message of this name can't be declared either"
			}
			args, last, wanted = append(args, p.tok), p.tok, false
			p.next()
		case newline:
			p.unexpected("expected ) in the arguments of " + method + ", found the end of the line").Help =
				"a method stands on one line; for many arguments use a message"
			p.load()
			if p.tok.kind != word && p.tok.kind != comma && p.tok.kind != rparen || p.startsMember() {
				return args, names, last
			}
			p.faulty = true
		case open, closed, lparen, end, bad:
			p.unexpected("expected a type, a comma or ) in the arguments of " + method + ", found " + p.found()).Help = argsHelp
			if !p.skipTo(rparen) {
				return args, names, last
			}
		default:
			panic("gfj: unknown token")
		}
	}
}

// startsMember reports whether the line looks like a method or declaration.
func (p *parser) startsMember() bool {
	return p.at == 0 && p.tok.kind == word && (isKeyword(p.word(p.tok)) || p.peek(1).kind == word && p.peek(2).kind == lparen)
}

// unexpectedAt is unexpected for another token of the line.
func (p *parser) unexpectedAt(t token, message string) *diag.Diagnostic {
	now := p.tok
	p.tok = t
	d := p.unexpected(message)
	p.tok = now
	return d
}

func (p *parser) words(tokens []token) string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = p.word(t)
	}
	return strings.Join(words, ", ")
}

// params turns argument types into params called arg1, arg2 …; void alone is none.
func (p *parser) params(b *body, m *schema.Method, args []token) {
	for _, a := range args {
		t, void := p.typ(a)
		if !void {
			n := len(m.Params) + 1
			at := p.span(a, a)
			m.Params = append(m.Params, &schema.Field{
				Decl:   schema.Decl{Name: "arg" + strconv.Itoa(n), Span: at, NameSpan: at},
				Number: n, NumberSpan: at, Implicit: true, Type: t, Presence: schema.Plain,
			})
			continue
		}
		at := p.span(a, a)
		switch {
		case len(args) > 1:
			p.add(a.start, a.end, "void stands beside other arguments of "+m.Name).Help =
				"take it out: the original compiler drops all arguments of such a method and checks nothing more in the service"
		case b.void != nil:
			d := p.add(a.start, a.end, "a second method of "+b.called+" has the argument void: "+m.Name)
			d.Help = "write (): the original compiler understands (void) once in a service, and generates code that doesn't compile for the next"
			d.Related = []diag.Related{{Message: "the first", Span: *b.void}}
			d.Fixes = []diag.Fix{{Message: "write ()", Edits: []diag.Edit{{Span: at}}}}
		default:
			b.void = &at
		}
	}
}

// oneStream reports streams of a method beyond the first, its result counted
// after the arguments.
func (p *parser) oneStream(m *schema.Method) {
	var first *schema.Field
	for _, f := range append(m.Params[:len(m.Params):len(m.Params)], m.Returns) {
		if f == nil || !f.Type.Kind.Streams() {
			continue
		}
		if first == nil {
			first = f
			continue
		}
		at := f.Type.Span
		d := p.add(at.Start().Offset, at.End().Offset, m.Name+" has more than one stream")
		d.Help = "arguments and result together may have one: for both ways use stream"
		d.Related = []diag.Related{{Message: "the first", Span: first.Type.Span}}
	}
}
