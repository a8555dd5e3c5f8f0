package hclsrc

import (
	"bytes"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// Doc returns the documentation of the element that starts at offset: the run of
// comment lines directly above, each alone on its line, without comment marks.
// Lines that begin with "rpcctl:" are left out, and a comment at the end of
// another element's line is none.
func Doc(f *diag.File, offset int) string {
	at := f.Pos(offset)
	if len(bytes.TrimSpace(f.Text[offset-at.Column+1:offset])) > 0 {
		return "" // something else stands before it on its line
	}
	first := commentsAbove(f, at.Line)
	if first == at.Line {
		return ""
	}
	var lines []string
	for n := first; n < at.Line; n++ {
		line := bytes.TrimSpace(f.Line(n))
		if !bytes.HasPrefix(line, []byte("/*")) {
			lines = keep(lines, strings.TrimPrefix(unmark(string(line)), " "))
			continue
		}
		last := n
		for last+1 < at.Line && !bytes.HasSuffix(bytes.TrimSpace(f.Line(last)), []byte("*/")) {
			last++
		}
		lines = append(lines, block(f, n, last)...)
		n = last
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// commentsAbove returns the first line of the run of comments that ends above line.
func commentsAbove(f *diag.File, line int) int {
	for line > 1 {
		above := bytes.TrimSpace(f.Line(line - 1))
		switch {
		case bytes.HasPrefix(above, []byte("#")), bytes.HasPrefix(above, []byte("//")):
			line--
		case bytes.HasSuffix(above, []byte("*/")):
			start := blockStart(f, line-1)
			if start == 0 {
				return line
			}
			line = start
		default:
			return line
		}
	}
	return line
}

// blockStart returns the line on which the block comment that ends line starts,
// 0 where it doesn't stand alone on its lines.
func blockStart(f *diag.File, line int) int {
	for n := line; n >= 1; n-- {
		text := bytes.TrimSpace(f.Line(n))
		if n == line {
			text = text[:len(text)-2]
		}
		if bytes.Contains(text, []byte("*/")) {
			return 0
		}
		switch i := bytes.Index(text, []byte("/*")); {
		case i == 0:
			return n
		case i > 0:
			return 0
		}
	}
	return 0
}

func unmark(line string) string {
	if rest, ok := strings.CutPrefix(line, "#"); ok {
		return rest
	}
	return strings.TrimPrefix(line, "//")
}

// block returns the text of the block comment on the lines first to last,
// without a star at the start of each line.
func block(f *diag.File, first, last int) []string {
	var raw []string
	stars := true
	for n := first; n <= last; n++ {
		line := strings.TrimSpace(string(f.Line(n)))
		if n == last {
			line = strings.TrimSuffix(line, "*/")
		}
		if n == first {
			line = strings.TrimPrefix(strings.TrimPrefix(line, "/*"), "*")
		} else if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "*") {
			stars = false
		}
		raw = append(raw, line)
	}
	var lines []string
	for i, line := range raw {
		if i > 0 && stars {
			line = strings.TrimPrefix(line, "*")
		}
		line = strings.TrimSpace(line)
		if line == "" && (i == 0 || i == len(raw)-1) {
			continue
		}
		lines = keep(lines, line)
	}
	return lines
}

func keep(lines []string, line string) []string {
	if strings.HasPrefix(strings.TrimSpace(line), "rpcctl:") {
		return lines
	}
	return append(lines, strings.TrimRight(line, " \t\r"))
}

// DocLine returns the first line of the comments directly above the element that
// starts at offset, or the element's own line where there are none.
func DocLine(f *diag.File, offset int) int { return commentsAbove(f, f.Pos(offset).Line) }
