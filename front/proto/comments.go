package proto

import (
	"bytes"
	"strings"
)

// doc returns the documentation of an element: the comments straight above, with
// no empty line between. Comments that stand apart, or behind something, are
// none. Lines that begin with rpcctl: are words to the tool.
func (r *reader) doc(n element) string {
	if r.silent {
		return ""
	}
	comments := r.tree.comments[n.leading.from:n.leading.to]
	text, next := r.src.Text, n.from
	first := len(comments)
	for ; first > 0; first-- {
		c := comments[first-1]
		if c.to > next || bytes.Count(text[c.to:next], []byte("\n")) > 1 || !aloneOnLine(text, int(c.from)) {
			break
		}
		next = c.from
	}
	if first == len(comments) {
		return ""
	}
	said := r.buffer[:0]
	for _, c := range comments[first:] {
		said = commentLines(said, text[c.from:c.to])
	}
	r.buffer = said
	return strings.ToValidUTF8(string(bytes.Trim(said, "\n")), "\uFFFD")
}

// aloneOnLine reports whether nothing stands before offset on its line.
func aloneOnLine(text []byte, offset int) bool {
	for i := offset - 1; i >= 0 && text[i] != '\n'; i-- {
		if text[i] != ' ' && text[i] != '\t' && text[i] != '\r' {
			return false
		}
	}
	return true
}

// commentLines adds the lines of a comment without its marks to those before,
// each with a line end.
func commentLines(lines, raw []byte) []byte {
	raw = bytes.TrimRight(raw, "\r\n")
	if line, ok := bytes.CutPrefix(raw, []byte("//")); ok {
		return wanted(lines, bytes.TrimPrefix(line, []byte(" ")))
	}
	body := bytes.TrimSuffix(bytes.TrimPrefix(raw, []byte("/*")), []byte("*/"))
	first := true
	for line := range bytes.SplitSeq(body, []byte("\n")) {
		line = bytes.TrimRight(line, " \t\r")
		if first {
			line = bytes.TrimLeft(line, "*") // of /**
		} else {
			line = bytes.TrimPrefix(bytes.TrimLeft(line, " \t"), []byte("*"))
		}
		first = false
		lines = wanted(lines, bytes.TrimPrefix(line, []byte(" ")))
	}
	return lines
}

// wanted adds a line of documentation to lines.
func wanted(lines, line []byte) []byte {
	line = bytes.TrimRight(line, " \t\r")
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("rpcctl:")) {
		return lines
	}
	return append(append(lines, line...), '\n')
}
