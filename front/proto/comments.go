package proto

import (
	"bytes"
	"strings"

	"github.com/bufbuild/protocompile/ast"
)

// doc returns the documentation of the element that begins with n: the comments
// straight above, with no empty line between. Comments that stand apart, or
// behind something, are none. Lines that begin with rpcctl: are words to the tool.
func (r *reader) doc(n ast.Node) string {
	comments := r.tree.NodeInfo(n).LeadingComments()
	if comments.Len() == 0 {
		return ""
	}
	text := r.src.Text
	next := r.begin(n)
	first := comments.Len()
	for first > 0 {
		c := comments.Index(first - 1)
		from := r.beginOf(c)
		to := from + len(c.RawText())
		if to > next || bytes.Count(text[to:next], []byte("\n")) > 1 || !aloneOnLine(text, from) {
			break
		}
		next = from
		first--
	}
	var lines []string
	for i := first; i < comments.Len(); i++ {
		lines = append(lines, commentLines(comments.Index(i).RawText())...)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
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

// commentLines takes the marks off a comment.
func commentLines(raw string) []string {
	raw = strings.TrimRight(raw, "\r\n")
	if line, ok := strings.CutPrefix(raw, "//"); ok {
		return wanted(nil, strings.TrimPrefix(line, " "))
	}
	body := strings.TrimSuffix(strings.TrimPrefix(raw, "/*"), "*/")
	var lines []string
	for i, line := range strings.Split(body, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if i > 0 {
			line = strings.TrimLeft(line, " \t")
			line = strings.TrimPrefix(line, "*")
		} else {
			line = strings.TrimLeft(line, "*") // of /**
		}
		lines = wanted(lines, strings.TrimPrefix(line, " "))
	}
	return lines
}

// wanted adds a line of documentation to lines.
func wanted(lines []string, line string) []string {
	line = strings.TrimRight(line, " \t\r")
	if strings.HasPrefix(strings.TrimSpace(line), "rpcctl:") {
		return lines
	}
	return append(lines, strings.ToValidUTF8(line, "\uFFFD"))
}
