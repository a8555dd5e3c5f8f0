// Package gfj reads, formats and writes hgen's contract language, *.gfj: what
// the original compiler accepts, less its accidents, each of which is an error
// that says what the original makes of it.
//
// Four comment forms, which the original skips like any comment, say what the
// language can't. Each is a line of its own:
//
//	// package: demo.math    before the first declaration: the package's name,
//	//                       else it is called after its file
//	// params: a, b          above a method: the names of its arguments
//	// was: Old, Older       above anything: the names that it had before
//	// rpcctl:…              a word to the tool, no documentation
package gfj

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// Language returns the front end.
func Language() *front.Language {
	return &front.Language{
		Name: "gfj", Doc: "hgen's contracts, *.gfj, for the rpch wire",
		Match: func(p string) bool { return strings.HasSuffix(p, extension) },
		Read:  Read, Format: Format, Write: Write,
		Extension: extension,
	}
}

const (
	extension = ".gfj"

	maxFile     = 10 << 20 // the original refuses a file of this size
	maxLine     = 4096     // with its line end; the original corrupts a longer one
	maxProblems = 1000     // of one file; more help nobody and cost memory
	maxElements = 50_000   // of one file: declarations, members and methods
)

// Read turns each file into a package of its own, in the order of files. A file
// that can't be understood at all gives an empty package.
func Read(files []*diag.File) ([]*schema.Package, diag.List) {
	var list diag.List
	packages := make([]*schema.Package, 0, len(files))
	for _, f := range files {
		p := newParser(f)
		p.file()
		p.pkg.Partial = p.lost || p.full()
		packages = append(packages, p.pkg)
		list = append(list, p.problems.list...)
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
	switch n := len(p.list); {
	case n < maxProblems-1:
	case n == maxProblems-1:
		p.list.Add("parse", p.file.Span(start, start), "the file has more problems than these")
		fallthrough
	default:
		return &diag.Diagnostic{}
	}
	return p.list.Add("parse", p.file.Span(start, end), message)
}

// full reports whether reading stops here.
func (p *problems) full() bool { return len(p.list) >= maxProblems || p.elements > maxElements }
