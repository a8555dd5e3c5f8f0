package hclsrc

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

const (
	maxAgain  = 4 << 20 // bytes of a file that are parsed again to find further problems
	maxRounds = 20      // times that one element is
)

// further finds the problems of an element behind those that were said: HCL says
// little after its first. It parses the element again without the lines that are
// at fault, as long as those hold whole brackets and can be left out.
func further(f *diag.File, start, end int, said diag.List, budget *int) diag.List {
	var more diag.List
	text := slices.Clone(f.Text[start:end])
	gone := map[int]bool{}
	for round := 0; len(said) > 0 && round < maxRounds; round++ {
		if *budget -= end - start; *budget < 0 {
			break
		}
		for _, d := range said {
			line := d.Span.Start().Line
			if !gone[line] && !leaveOut(text, f, line, start) {
				return more
			}
			gone[line] = true
		}
		part, found := parseText(text, f.Path, start)
		said = slices.DeleteFunc(convert(f, found, part), func(d diag.Diagnostic) bool { return gone[d.Span.Start().Line] })
		more = append(more, said...)
	}
	return more
}

var (
	begins = regexp.MustCompile(`^[ \t]*(?:"?[A-Za-z_][A-Za-z0-9_-]*"?[ \t]*[="{]|[})#]|//|$)`) // an attribute, a block, the end of one
	spans  = regexp.MustCompile(`<<|/\*|\*/`)                                                   // what may go on over lines
)

// leaveOut blanks a line in text, which begins at start, unless more than it
// would change its meaning: where a block begins or ends on it, or the next
// line goes on with what is on it.
func leaveOut(text []byte, f *diag.File, line, start int) bool {
	b, at := f.Line(line), f.LineStart(line)-start
	if b == nil || at < 0 || at+len(b) > len(text) || spans.Match(b) || !even(b, "{", "}") {
		return false
	}
	if !begins.Match(f.Line(line + 1)) {
		return false
	}
	for i := range b {
		text[at+i] = ' '
	}
	return true
}

func even(b []byte, open, closed string) bool {
	return bytes.Count(b, []byte(open)) == bytes.Count(b, []byte(closed))
}
