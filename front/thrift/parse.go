package thrift

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// parser reads one file. After an error it goes on at the next member or, at
// the top, at the next line that begins with a keyword.
type parser struct {
	lexer
	doc      *document
	tok      token
	previous token // the one before tok
	named    int   // how strong the namespace is that named the package
	header   bool  // no definition was read
}

func parse(f *diag.File) *document {
	p := &parser{lexer: lexer{problems: problems{file: f}, text: f.Text}, header: true}
	pkg := &schema.Package{Language: "thrift", Path: f.Path}
	pkg.Name, pkg.Span, pkg.NameSpan = front.PackageName(f.Path, extension), f.Span(0, len(f.Text)), f.Span(0, 0)
	p.doc = &document{pkg: pkg, names: map[string]declared{}, typedefs: map[string]*typedef{}, consts: map[string]*constant{}, written: map[*schema.Decl]string{}}
	if len(f.Text) > maxFile {
		p.add(0, 0, "the file has more than 10 MiB").Help = "split it"
		pkg.Partial = true
	} else {
		p.advance()
		for p.tok.kind != end {
			p.top()
		}
	}
	if p.elements > maxElements {
		p.add(p.tok.start, p.tok.end, "the file has more than "+strconv.Itoa(maxElements)+" declarations, members and parts of literals").Help = "split it"
	}
	pkg.Partial = pkg.Partial || p.full()
	p.doc.problems = p.problems
	return p.doc
}

func (p *parser) advance() {
	p.previous = p.tok
	p.tok = p.next()
}

func (p *parser) word() string { return p.textOf(p.tok) }

func (p *parser) textOf(t token) string { return string(p.text[t.start:t.end]) }

// is reports whether the current token is that punctuation or keyword.
func (p *parser) is(s string) bool {
	return p.tok.kind != text && p.tok.end-p.tok.start == len(s) && string(p.text[p.tok.start:p.tok.end]) == s
}

// accept steps over that punctuation or keyword.
func (p *parser) accept(s string) bool {
	if !p.is(s) {
		return false
	}
	p.advance()
	return true
}

// separator steps over the comma or semicolon that may end a member.
func (p *parser) separator() {
	if !p.accept(",") {
		p.accept(";")
	}
}

// expect demands punctuation or a keyword.
func (p *parser) expect(s, where string) bool {
	if p.accept(s) {
		return true
	}
	p.unexpected("expected " + s + " " + where)
	return false
}

// unexpected reports the current token.
func (p *parser) unexpected(expected string) *diag.Diagnostic {
	if p.tok.kind == bad || p.full() {
		return &diag.Diagnostic{}
	}
	return p.add(p.tok.start, p.tok.end, expected+", found "+p.found())
}

func (p *parser) found() string {
	if p.tok.kind == end {
		return "the end of the file"
	}
	if s := p.word(); len(s) <= 60 {
		return s
	}
	return p.word()[:60] + "…"
}

func (p *parser) span(from, to token) diag.Span { return p.problems.file.Span(from.start, to.end) }

// element counts one.
func (p *parser) element() { p.elements++ }

// name reads the name of something that is declared.
func (p *parser) name(what string) (token, bool) {
	t, s := p.tok, p.word()
	if t.kind != word || keyword(s) {
		d := p.unexpected("expected the name of the " + what)
		if t.kind == word {
			d.Help = s + " is a word of the language: call it otherwise"
		} else {
			d.Help = "a name is of letters, digits and _ and begins with no digit"
		}
		return t, false
	}
	if strings.Contains(s, ".") {
		p.add(t.start, t.end, "the name "+s+" has a dot").Help = "what is declared has a plain name; its package stands in a namespace"
	} else if reserved(s) {
		p.add(t.start, t.end, s+" is a word that Thrift's compiler keeps for its targets").Help = "call it otherwise, such as " + s + "_"
	}
	p.advance()
	return t, true
}

func (p *parser) decl(name, from token) schema.Decl {
	return schema.Decl{Name: strings.ReplaceAll(p.textOf(name), ".", "_"), NameSpan: p.span(name, name), Span: p.span(from, name)}
}

// top reads a header or a definition.
func (p *parser) top() {
	from, doc := p.tok, p.documentation()
	ok := false
	switch s := p.word(); {
	case p.tok.kind != word:
		p.unexpected("expected a definition").Help = definitionHelp
		if p.is("}") || p.is(";") || p.is(",") {
			p.advance()
			return
		}
	case s == "include" || s == "cpp_include" || s == "namespace" || oldNamespaces[s] != "":
		if !p.header {
			p.add(from.start, from.end, s+" stands below the first definition").Help = "headers stand above all definitions"
		}
		switch s {
		case "include":
			ok = p.includeFile()
		case "cpp_include":
			ok = p.cppInclude()
		default:
			ok = p.namespace(doc)
		}
	default:
		p.header = false
		ok = p.definition(s, from, doc)
	}
	if !ok {
		p.doc.pkg.Partial = true
		p.skipTop(from)
	}
}

const definitionHelp = "a definition begins with typedef, const, enum, struct, union, exception or service"

var (
	definitions = []string{"typedef", "const", "enum", "senum", "struct", "union", "exception", "service"}
	headers     = []string{"include", "cpp_include", "namespace"}
)

// skipTop goes on to the next line that begins like a header or definition.
func (p *parser) skipTop(from token) {
	if p.tok == from {
		p.advance()
	}
	for p.tok.kind != end {
		if p.tok.kind == word && p.fresh() && (slices.Contains(definitions, p.word()) || slices.Contains(headers, p.word())) {
			return
		}
		p.advance()
	}
}

// fresh reports whether the current token is the first on its line.
func (p *parser) fresh() bool {
	for i := p.tok.start - 1; i >= 0 && p.text[i] != '\n'; i-- {
		if p.text[i] != ' ' && p.text[i] != '\t' && p.text[i] != '\r' {
			return false
		}
	}
	return true
}

// includeFile reads an include.
func (p *parser) includeFile() bool {
	from := p.tok
	p.advance()
	at := p.tok
	source, ok := p.plain("the path of the file")
	if !ok {
		return false
	}
	i := &schema.Import{Source: source, Local: strings.TrimSuffix(path.Base(source), extension), Span: p.span(from, at), SourceSpan: p.inner(at)}
	p.doc.pkg.Imports = append(p.doc.pkg.Imports, i)
	p.doc.includes = append(p.doc.includes, &include{imported: i})
	p.element()
	return true
}

func (p *parser) cppInclude() bool {
	from := p.tok
	p.advance()
	source, ok := p.plain("the path of the header")
	if ok {
		p.option(&p.doc.pkg.Decl, "thrift.cpp_include", source, p.span(from, p.previous))
		p.note(p.span(from, p.previous), "cpp_include changes nothing here", "it is kept as the option thrift.cpp_include")
	}
	return ok
}

// option adds an annotation of our own making.
func (p *parser) option(d *schema.Decl, name, value string, at diag.Span) {
	d.Options = append(d.Options, schema.Option{Name: name, Span: at, Value: schema.Value{Kind: schema.StringValue, Text: value, Span: at}})
}

// plain reads a string.
func (p *parser) plain(what string) (string, bool) {
	if p.tok.kind != text {
		p.unexpected("expected " + what + " in quotes")
		return "", false
	}
	p.advance()
	return unquote(p.textOf(p.previous)), true
}

// inner is the span of a string without its quotes.
func (p *parser) inner(t token) diag.Span { return p.problems.file.Span(t.start+1, t.end-1) }

// oldNamespaces are the forms that namespace replaced.
var oldNamespaces = map[string]string{
	"cpp_namespace": "cpp", "java_package": "java", "php_namespace": "php", "py_module": "py", "perl_package": "perl",
	"ruby_namespace": "rb", "smalltalk_category": "smalltalk.category", "smalltalk_prefix": "smalltalk.prefix",
	"cocoa_prefix": "cocoa", "csharp_namespace": "csharp", "delphi_namespace": "delphi", "xsd_namespace": "xsd",
}

// namespace reads one, in the form of today or of the first days.
func (p *parser) namespace(doc string) bool {
	p.element()
	from, scope := p.tok, oldNamespaces[p.word()]
	p.advance()
	if scope == "" {
		if p.tok.kind != word && !p.is("*") {
			p.unexpected("expected the language of the namespace").Help = "write namespace rpcctl NAME, or * for all languages"
			return false
		}
		scope = p.word()
		p.advance()
	}
	at := p.tok
	if p.tok.kind != word && !(p.tok.kind == text && oldNamespaces[p.textOf(from)] != "") {
		p.unexpected("expected the name of the namespace").Help = "a name with dots, without quotes"
		return false
	}
	name := p.word()
	if p.tok.kind == text {
		name = unquote(name)
	}
	p.advance()
	if old := p.textOf(from); old != "namespace" {
		p.note(p.span(from, at), old+" is no word of Thrift any more", "write namespace "+scope+" "+name)
	}
	notes := p.annotations()
	strength := slices.Index([]string{"java", "go", "*", "rpcctl"}, scope) + 1
	pkg := p.doc.pkg
	if strength > p.named && dotted(name) {
		p.named = strength
		pkg.Name, pkg.NameSpan, pkg.Doc = name, p.span(at, at), doc
	}
	if scope == "rpcctl" {
		p.annotate(&pkg.Decl, notes, p.packageWords())
		return true
	}
	p.option(&pkg.Decl, "thrift.namespace."+strings.ReplaceAll(scope, "*", "all"), name, p.span(from, at))
	for _, n := range notes {
		p.note(n.span, "the annotation "+n.name+" of a namespace is left out", "")
	}
	return true
}

func dotted(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !schema.Identifier(part) {
			return false
		}
	}
	return true
}
