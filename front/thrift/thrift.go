// Package thrift reads and writes Thrift's contract language, *.thrift, as
// Apache's compiler accepts it, and its dropped forms with a note where they
// change nothing.
//
// A file is (a part of) a package. The package is called what the namespace of
// rpcctl says, else that of *, go or java, else as the file. A typedef is its
// target wherever it stands, a constant its value. A union is a message with
// one oneof. Annotations are options; those that begin with rpcctl. say what the
// language has no words for: see annotate.go.
package thrift

import (
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// Language returns the front end.
func Language() *front.Language {
	return &front.Language{
		Name: "thrift", Doc: "Apache Thrift's contracts, *.thrift",
		Match: func(p string) bool { return strings.HasSuffix(p, extension) },
		Read:  Read, Load: Load, Write: Write,
		Extension: extension,
	}
}

const (
	extension = ".thrift"

	maxFile     = 10 << 20
	maxProblems = 1000    // of one file; more help nobody and cost memory
	maxElements = 100_000 // of one file: declarations, members, annotations, parts of literals
	maxDepth    = 32      // of types and literals, one in the other
)

// Read turns each file into a part of a package, in the order of files. An
// include is looked for among the files alone.
func Read(files []*diag.File) ([]*schema.Package, diag.List) {
	docs := make([]*document, len(files))
	byPath := map[string]*document{}
	for i, f := range files {
		docs[i] = parse(f)
		byPath[path.Clean(f.Path)] = docs[i]
	}
	for _, d := range docs {
		for _, i := range d.includes {
			d.include(i, byPath[path.Join(path.Dir(d.file.Path), i.imported.Source)])
		}
	}
	return finish(docs)
}

// finish resolves what the documents name, and returns their packages.
func finish(docs []*document) ([]*schema.Package, diag.List) {
	var list diag.List
	packages := make([]*schema.Package, len(docs))
	for _, d := range docs {
		d.types()
	}
	for _, d := range docs {
		d.constants()
	}
	for _, d := range docs {
		for _, f := range d.defaults {
			d.setDefault(f)
		}
	}
	for i, d := range docs {
		packages[i] = d.pkg
		list = append(list, d.list...)
	}
	return packages, list.Sort()
}

// problems collects what is wrong with one file, up to maxProblems.
type problems struct {
	file     *diag.File
	list     diag.List
	elements int
}

// add reports an error at the bytes start to end. The result is valid until the
// next call.
func (p *problems) add(start, end int, message string) *diag.Diagnostic {
	return p.addAt("parse", p.file.Span(start, end), message)
}

func (p *problems) addAt(code string, at diag.Span, message string) *diag.Diagnostic {
	switch n := len(p.list); {
	case n < maxProblems-1:
	case n == maxProblems-1:
		p.list.Add("parse", at, "the file has more problems than these")
		fallthrough
	default:
		return &diag.Diagnostic{}
	}
	return p.list.Add(code, at, message)
}

// note reports what is accepted though it changes nothing.
func (p *problems) note(at diag.Span, message, help string) {
	d := p.addAt("parse", at, message)
	d.Severity, d.Help = diag.Note, help
}

// full reports whether reading stops here.
func (p *problems) full() bool { return len(p.list) >= maxProblems || p.elements > maxElements }
