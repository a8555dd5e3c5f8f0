package gfj

import (
	"bytes"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
)

const indent = "    "

// Format writes the file in its canonical layout: four blanks before members,
// one blank line between declarations and at most one between members, comments
// where they stand, LF line ends. A file with errors isn't formatted.
func Format(f *diag.File) ([]byte, diag.List) {
	p := newParser(f)
	p.file()
	list := p.problems.list.Sort()
	if list.HasErrors() {
		return nil, list
	}
	w := &layout{lexer: newLexer(f)}
	w.free = w.comments
	for w.line(); w.tokens[0].kind != end; w.line() {
		w.statement()
	}
	if list := w.tooLong(); list != nil {
		return nil, list
	}
	return w.out.Bytes(), list
}

// layout prints the lines of a file as it reads them.
type layout struct {
	lexer
	out    bytes.Buffer
	inside bool // between braces
	fresh  bool // the line before opened the braces
	origin []int
}

// comments prints a run of comments; blank says that an empty line stood above.
func (w *layout) comments(lines []comment, blank bool) {
	w.separate(blank)
	for _, c := range lines {
		w.start(c.start)
		w.out.Write(w.text[c.start:c.end])
		w.out.WriteByte('\n')
	}
}

// separate prints the empty line that belongs before what comes next.
func (w *layout) separate(blank bool) {
	if w.out.Len() > 0 && (!w.inside || blank && !w.fresh) {
		w.origin = append(w.origin, 0)
		w.out.WriteByte('\n')
	}
	w.fresh = false
}

// start begins a line that comes from the text at offset.
func (w *layout) start(offset int) {
	w.origin = append(w.origin, offset)
	if w.inside {
		w.out.WriteString(indent)
	}
}

// statement prints the line that was read, with the comments above it.
func (w *layout) statement() {
	closes := w.tokens[0].kind == closed
	switch {
	case len(w.above) > 0:
		w.comments(w.above, w.blank)
	case !closes:
		w.separate(w.blank)
	}
	if closes {
		w.inside = false
	}
	w.start(w.tokens[0].start)
	for i, t := range w.tokens[:len(w.tokens)-1] {
		if i > 0 && blankBetween(w.tokens[i-1].kind, t.kind) {
			w.out.WriteByte(' ')
		}
		w.out.Write(w.text[t.start:t.end])
		w.inside = w.inside || t.kind == open
		w.fresh = t.kind == open
	}
	if w.trailing != (comment{}) {
		w.out.WriteByte(' ')
		w.out.Write(w.text[w.trailing.start:w.trailing.end])
	}
	w.out.WriteByte('\n')
}

func blankBetween(a, b kind) bool {
	return b != lparen && b != rparen && b != comma && a != lparen
}

// tooLong reports the lines that the layout made longer than the language allows.
func (w *layout) tooLong() diag.List {
	number := 0
	for line := range bytes.Lines(w.out.Bytes()) {
		if len(line) > maxLine {
			w.add(w.origin[number], w.origin[number], "formatted, this line is longer than "+strconv.Itoa(maxLine)+" bytes").Help =
				"make it shorter: the original compiler corrupts it"
		}
		number++
	}
	return w.problems.list
}
