// Package gosrc reads and writes contracts that are annotated Go: structs with
// numbers in their tags, interfaces, constants, and a few //rpc: directives
// above them. It reads source alone, without a toolchain, so that a directory
// and a git revision of it say the same; types of other packages are found
// through go.mod and go.work in the tree that is read.
package gosrc

import (
	"bytes"
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// Language returns the front end.
func Language() *front.Language {
	return &front.Language{
		Name: "go", Doc: "annotated Go: structs, interfaces and //rpc: directives",
		Match: Match, Holds: Holds, Read: Read, ReadIn: ReadIn, ImportDir: ImportDir, Write: Write,
		Extension: ".go",
	}
}

const (
	maxFile     = 10 << 20
	maxProblems = 1000
	maxElements = 50_000
)

// Match reports whether a path may hold a contract: Go files that are no tests,
// and that go build would look at.
func Match(p string) bool {
	base := path.Base(p)
	return strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") && base[0] != '_' && base[0] != '.'
}

var mark = []byte("//rpc:")

// Holds reports whether a file may have a directive, which one file of each
// contract has: //rpc: at the beginning of a line, blanks aside.
func Holds(text []byte) bool {
	for at := 0; ; at += len(mark) {
		i := bytes.Index(text[at:], mark)
		if i < 0 {
			return false
		}
		at += i
		line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
		if len(bytes.Trim(line, " \t\uFEFF")) == 0 {
			return true
		}
	}
}

// Read turns the files of a directory into the package that their directives
// describe, none where there are no directives. Types of other packages are what
// they are called, and left to Link.
func Read(files []*diag.File) ([]*schema.Package, diag.List) { return ReadIn(front.Place{}, files) }

// ReadIn is Read for files in a tree: of other packages in it, declared types
// are what they are declared as, and embedded structs have their fields.
func ReadIn(in front.Place, files []*diag.File) ([]*schema.Package, diag.List) {
	if !holds(files) {
		return nil, nil
	}
	r := newReader(in, map[string]*reader{})
	for _, f := range files {
		r.parse(f)
	}
	if !r.choose() {
		return nil, r.list.Sort()
	}
	r.collect()
	r.contract()
	r.dangling()
	r.syntaxErrors()
	return []*schema.Package{r.pkg}, r.list.Sort()
}

func newReader(in front.Place, others map[string]*reader) *reader {
	return &reader{
		in: in, others: others,
		decls: map[string]*decl{}, consts: map[string]*constDecl{}, methods: map[string]map[string]bool{}, said: map[commentGroup][]*directive{},
		instances: map[string]bool{}, wrappers: map[string][]string{}, built: map[*decl]*built{}, byType: map[string][]*constDecl{}, enums: map[string]*decl{}, imported: map[string]*schema.Import{}, locals: map[string]bool{},
	}
}

func holds(files []*diag.File) bool {
	for _, f := range files {
		if Holds(f.Text) {
			return true
		}
	}
	return false
}
