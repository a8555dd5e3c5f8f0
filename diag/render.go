package diag

import (
	"io"
	"path"
	"unicode/utf16"
)

// Options says how problems are rendered. The zero value is good for all formats.
type Options struct {
	Sources Sources // for source lines and columns; a file that is not there is shown without
	Color   bool
	Limit   int // findings shown of each code, in text; 0: all

	Command string          // what found them: "lint"
	Version string          // of the tool; "" is not said
	Base    string          // from the root of the repository to where paths begin, for formats that a host of repositories reads
	FailOn  Severity        // the least that fails; 0 is Error
	Rules   map[string]Rule // what is known of codes
}

// Rule is what a code means.
type Rule struct {
	What     string // one line: what must hold
	Why      string // what goes wrong otherwise
	Category string
	Severity Severity // where nothing else is said
}

// Renderer writes a sorted list in one output format.
type Renderer func(w io.Writer, l List, o Options) error

type format struct {
	name   string
	render Renderer
}

// formats are all output formats, in the order of help texts. To add one, write
// its file here and its line.
func formats() []format {
	return []format{
		{"text", Text},
		{"json", JSON},
		{"sarif", SARIF},
		{"github", GitHub},
		{"gitlab", GitLab},
		{"junit", JUnit},
		{"markdown", Markdown},
		{"html", HTML},
	}
}

// Formats maps the name that --format takes to its renderer.
func Formats() map[string]Renderer {
	m := map[string]Renderer{}
	for _, f := range formats() {
		m[f.name] = f.render
	}
	return m
}

// FormatNames lists what Formats has, in the order of help texts.
func FormatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

func (o Options) failOn() Severity {
	if o.FailOn == 0 {
		return Error
	}
	return o.FailOn
}

// title names the run: rpcctl lint.
func (o Options) title() string {
	if o.Command == "" {
		return "rpcctl"
	}
	return "rpcctl " + o.Command
}

// fromRoot returns a path as the host of the repository knows it.
func (o Options) fromRoot(p string) string {
	if p == "" || path.IsAbs(p) {
		return p
	}
	return path.Join(o.Base, p)
}

// units returns a column as editors and hosts count it, in UTF-16 code units.
func (o Options) units(in string, p Pos) int {
	f := o.Sources[in]
	if f == nil {
		return max(p.Column, 1)
	}
	line := f.Line(p.Line)
	n := 1
	for _, r := range string(line[:min(max(p.Column-1, 0), len(line))]) {
		n += utf16.RuneLen(r)
	}
	return n
}

// end returns where a span ends, its start where that isn't known.
func (s Span) end() Pos {
	if s.End().Line < s.Start().Line {
		return s.Start()
	}
	return s.End()
}
