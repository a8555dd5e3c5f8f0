package gosrc

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

type commentGroup = *ast.CommentGroup

// source is one file.
type source struct {
	file    *diag.File
	ast     *ast.File
	tf      *token.File
	broken  scanner.ErrorList
	imports map[string]*ast.ImportSpec // by the name that the file uses
	matters bool                       // something of the contract stands in it
}

// reader reads the files of one directory.
type reader struct {
	in     front.Place        // without FS: other packages can't be looked at
	others map[string]*reader // those that were, by directory

	list     diag.List
	elements int

	sources []*source
	pkg     *schema.Package
	said    map[commentGroup][]*directive
	all     []*directive // in source order

	decls     map[string]*decl // by name
	order     []*decl          // in source order
	consts    map[string]*constDecl
	values    []*constDecl // in source order
	byType    map[string][]*constDecl
	enums     map[string]*decl // by name in the contract
	methods   map[string]map[string]bool
	wrappers  map[string][]string       // of protoc-gen-go's oneofs, by their method isMessage_Oneof
	instances map[string]bool           // by name
	imported  map[string]*schema.Import // by path
	locals    map[string]bool
	queue     []func() // what builds the types that were reached
	built     map[*decl]*built
	suggested int
	timestamp bool // a field is a message Timestamp
	numbered  map[string]bool
}

func (r *reader) errorf(at diag.Span, format string, args ...any) *diag.Diagnostic {
	switch {
	case len(r.list) == maxProblems-1:
		r.list.Add("parse", at.Begin(), "the package has more problems than these")
		fallthrough
	case len(r.list) >= maxProblems:
		return &diag.Diagnostic{}
	}
	return r.list.Add("parse", at, fmt.Sprintf(format, args...))
}

// count counts an element, and is false where there are too many.
func (r *reader) count(s *source, n ast.Node) bool {
	if r.elements++; r.elements == maxElements {
		r.errorf(s.span(n), "the package has more than 50000 elements, and is not read further").Help = "split it"
	}
	return r.elements < maxElements
}

// parse reads one file as far as it goes.
func (r *reader) parse(f *diag.File) {
	if len(f.Text) > maxFile {
		r.errorf(f.Span(0, 0), "the file has more than 10 MiB, and is not read").Help = "split it"
		return
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	s := &source{file: f, ast: tree, imports: map[string]*ast.ImportSpec{}}
	s.broken, _ = err.(scanner.ErrorList)
	fset.Iterate(func(t *token.File) bool { s.tf = t; return false })
	if tree == nil || s.tf == nil {
		r.errorf(f.Span(0, 0), "the file can't be read as Go")
		return
	}
	for _, i := range tree.Imports {
		name := guessName(importPath(i))
		if i.Name != nil {
			name = i.Name.Name
		}
		s.imports[name] = i
	}
	r.sources = append(r.sources, s)
}

func importPath(i *ast.ImportSpec) string {
	p, _ := strconv.Unquote(i.Path.Value)
	return p
}

// guessName is what a package is called by an import without a name: the last
// part of its path, less a version and what no name can have.
func guessName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" && path.Dir(p) != "." {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".")
	return base[strings.LastIndexByte(base, '-')+1:]
}

func (s *source) offset(p token.Pos) int { return int(p) - s.tf.Base() }

func (s *source) span(n ast.Node) diag.Span { return s.between(n.Pos(), n.End()) }

func (s *source) between(from, to token.Pos) diag.Span {
	return s.file.Span(s.offset(from), s.offset(to))
}

// text is what stands at a node, cut where it is long or goes over lines.
func (s *source) text(n ast.Node) string {
	from, to := s.offset(n.Pos()), s.offset(n.End())
	from, to = max(0, min(from, len(s.file.Text))), max(0, min(to, len(s.file.Text)))
	if from >= to {
		return "nothing"
	}
	const most = 60
	text, line, more := strings.Cut(string(s.file.Text[from:min(to, from+most)]), "\n")
	if more && strings.TrimSpace(line) != "" || to-from > most {
		text = strings.TrimRight(text, " \t\r") + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// choose finds the Go package that the contract is, and leaves the files of
// others out. It is false where no comment of any file is a directive.
func (r *reader) choose() bool {
	var first, named *source
	for _, s := range r.sources {
		for _, d := range r.directives(s) {
			if first == nil {
				first = s
			}
			if d.kind == "package" && named == nil {
				named = s
			}
		}
	}
	if named == nil {
		named = first
	}
	if named == nil {
		r.unreadable()
		return false
	}
	kept := r.sources[:0]
	for _, s := range r.sources {
		if s.ast.Name.Name == named.ast.Name.Name {
			kept = append(kept, s)
			continue
		}
		for _, d := range r.all {
			if d.src == s {
				d.used = true
			}
		}
		if s.hasDirective(r) {
			d := r.errorf(s.span(s.ast.Name), "the file belongs to package %s, and the contract of this directory to %s", s.ast.Name.Name, named.ast.Name.Name)
			d.Help = "move it to a directory of its own"
		}
	}
	r.sources = kept
	r.packageOf(named)
	return true
}

// unreadable reports what Go's parser said of files that may have a directive,
// of which it handed out nothing: those that are nested too deep.
func (r *reader) unreadable() {
	for _, s := range r.sources {
		s.matters = true
	}
	r.sources = slices.DeleteFunc(r.sources, func(s *source) bool { return !Holds(s.file.Text) || s.ast.Name.Name != "" })
	r.syntaxErrors()
}

func (s *source) hasDirective(r *reader) bool {
	for _, d := range r.all {
		if d.src == s {
			return true
		}
	}
	return false
}

// syntaxErrors reports what Go's parser said: an error where the file has a
// part in the contract, else a warning.
func (r *reader) syntaxErrors() {
	for _, s := range r.sources {
		for _, e := range s.broken {
			start := min(max(e.Pos.Offset, 0), len(s.file.Text))
			end := start
			for end < len(s.file.Text) && isName(s.file.Text[end]) {
				end++
			}
			if end == start && end < len(s.file.Text) && s.file.Text[end] > ' ' && s.file.Text[end] < 0x80 {
				end++
			}
			d := r.errorf(s.file.Span(start, end), "this is no Go: %s", strings.ToLower(e.Msg[:1])+e.Msg[1:])
			d.Help = "mend it; go vet says the same"
			if !s.matters && !s.hasDirective(r) {
				d.Severity, d.Help = diag.Warning, "nothing of the contract was found in the file; if there should be, mend it"
			}
		}
	}
}

func isName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
