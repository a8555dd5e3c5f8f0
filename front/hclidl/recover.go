package hclidl

import (
	"regexp"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
)

var header = regexp.MustCompile(`(?m)^[ \t]*(?:service|message|enum|error|const)[ \t]+"?([A-Za-z_][A-Za-z0-9_.]*)`)

// lost reports whether the text of a file that is broken declares a name that
// was not read.
func (r *reader) lost() bool {
	if hclsrc.IsJSON(r.f.Path) {
		return true
	}
	read := map[string]bool{}
	for _, s := range r.pkg.Services {
		read[s.Name] = true
	}
	for _, m := range r.pkg.Messages {
		read[m.Name] = true
	}
	for _, e := range r.pkg.Enums {
		read[e.Name] = true
	}
	for _, e := range r.pkg.Errors {
		read[e.Name] = true
	}
	for _, c := range r.pkg.Consts {
		read[c.Name] = true
	}
	for _, m := range header.FindAllSubmatch(r.f.Text, -1) {
		if !read[string(m[1])] {
			return true
		}
	}
	return false
}

// dropConsequences removes what was said of text that the parser, whose problems
// are the first n, did not understand already: of its line, or in JSON, which may
// be one line, of the place itself.
func (r *reader) dropConsequences(n int) {
	if n == 0 {
		return
	}
	syntax, rest := r.list[:n:n], r.list[n:]
	if r.places != nil {
		r.list = append(syntax, rest.Apart(syntax)...)
		return
	}
	lines := map[int]bool{}
	for _, d := range syntax {
		lines[d.Span.Start().Line] = true
	}
	r.list = append(syntax, slices.DeleteFunc(rest, func(d diag.Diagnostic) bool { return lines[d.Span.Start().Line] })...)
}
