package thrift

import (
	"bytes"
	"strings"
)

// documentation returns what the comments directly above the current token say:
// a run of lines without an empty one between, each alone on its line, or a
// /** comment just before it. Lines that speak to the tool are left out.
func (p *parser) documentation() string {
	if len(p.comments) == 0 {
		return ""
	}
	below, first := p.tok.start, len(p.comments)
	for first > 0 {
		c := p.comments[first-1]
		breaks := bytes.Count(p.text[c.end:below], []byte{'\n'})
		block := bytes.HasPrefix(p.text[c.start:], []byte("/**"))
		near := block && breaks == 0 && below == p.tok.start
		if breaks > 1 || breaks == 0 && !near || !near && !p.alone(c, first-1) {
			break
		}
		first--
		below = c.start
	}
	var lines []string
	for _, c := range p.comments[first:] {
		lines = append(lines, p.lines(c)...)
	}
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	return strings.ToValidUTF8(text, "\uFFFD")
}

// alone reports whether nothing but blanks stands before the comment on its line.
func (p *parser) alone(c comment, n int) bool {
	since := p.previous.end
	if n > 0 {
		since = p.comments[n-1].end
	}
	return since == 0 || bytes.IndexByte(p.text[since:c.start], '\n') >= 0
}

// lines returns the lines of a comment without its marks.
func (p *parser) lines(c comment) []string {
	s := string(p.text[c.start:c.end])
	if strings.HasPrefix(s, "/*") {
		var lines []string
		for line := range strings.SplitSeq(strings.Trim(strings.TrimSuffix(s[2:], "*/"), "*"), "\n") {
			line = strings.Trim(line, " \t\r")
			if rest, ok := strings.CutPrefix(line, "*"); ok && len(lines) > 0 {
				line = strings.TrimPrefix(rest, " ")
			}
			if !strings.HasPrefix(line, "rpcctl:") {
				lines = append(lines, line)
			}
		}
		for len(lines) > 0 && lines[0] == "" {
			lines = lines[1:]
		}
		for len(lines) > 0 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		return lines
	}
	if s[0] == '#' {
		s = s[1:]
	} else {
		s = strings.TrimPrefix(s[2:], "/")
	}
	s = strings.TrimPrefix(s, " ")
	if strings.HasPrefix(s, "rpcctl:") {
		return nil
	}
	return []string{s}
}
