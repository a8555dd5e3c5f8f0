package hclsrc

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// scanner walks native HCL text with the modes of HCL's lexer (code, quoted
// string, heredoc, template inside either) and counts what is open. It never
// backtracks, so a file takes time in proportion to its size.
//
// Where the text is broken it must count at least what the parser would have on
// its stack: a closer that doesn't match the innermost opener closes nothing.
type scanner struct {
	text   []byte
	pos    int
	open   []opener
	nested int // openers in open, and the unary signs and conditions pending in them
	ops    int // operators pending in open
	blocks int
	blanks int  // line ends since the last token
	odd    int  // lines of a body that are neither attribute nor block nor its end
	last   byte // the last byte of the token before, 0 at the start of a line
	why    string
	help   string
	at     [2]int
	word1  bool // the token before is a word that began a line or a block
	hint   bool // say where the outermost opener is
	expr   bool // the text is one expression: line ends outside brackets mean nothing
}

// opener is an open bracket ( [ {, a string ", a heredoc < or a template $.
type opener struct {
	kind   byte
	lines  bool // line ends mean something: a body or an object
	closed bool // a { that the lexer has seen closed while brackets in it were open
	nested int  // signs and conditions of the expression under way
	ops    int
	offset int
	pieces int    // lines and $ or % signs of a string or heredoc
	body   bool   // a { of a block
	broken bool   // a { with a line end since
	marker []byte // of a heredoc
}

func (s *scanner) report(span func(start, end int) diag.Span) diag.List {
	if s.why == "" {
		return nil
	}
	var list diag.List
	d := list.Add("parse", span(s.at[0], s.at[1]), s.why)
	d.Help = s.help
	if s.hint && len(s.open) > 0 {
		o := s.open[0].offset
		d.Related = []diag.Related{{Message: "the outermost one that is open", Span: span(o, o+1)}}
	}
	return list
}

func (s *scanner) fail(start, end int, why, help string) {
	if s.why == "" {
		s.why, s.help, s.at = why, help, [2]int{start, end}
	}
}

func (s *scanner) scan() {
	s.open = make([]opener, 0, 16)
	if bytes.HasPrefix(s.text, bom) {
		s.pos = 3
	}
	for s.why == "" && s.pos < len(s.text) {
		switch top := s.top(); {
		case top != nil && top.kind == '"':
			s.inString()
		case top != nil && top.kind == '<':
			s.inHeredoc(top)
		default:
			s.inCode()
		}
	}
}

func (s *scanner) top() *opener {
	if len(s.open) == 0 {
		return nil
	}
	return &s.open[len(s.open)-1]
}

func (s *scanner) push(o opener) {
	o.offset = s.pos
	s.open = append(s.open, o)
	s.count(1, 0)
}

// count adds what the parser keeps on its stack and fails past the limits.
func (s *scanner) count(nested, ops int) {
	s.nested += nested
	s.ops += ops
	if s.nested > MaxNesting && s.why == "" {
		d := tooDeep(nil, diag.Span{})[0]
		s.fail(s.pos, s.pos+1, d.Message, d.Help)
		s.hint = true
	}
	if s.ops > MaxOperators {
		s.fail(s.pos, s.pos+1, fmt.Sprintf("the expression has more than %d operators", MaxOperators), "write a shorter one")
	}
}

// pending counts an operator, or a sign or condition, of the expression under way.
func (s *scanner) pending(nested, ops int) {
	if top := s.top(); top != nil {
		top.nested += nested
		top.ops += ops
	}
	s.count(nested, ops)
}

// settle forgets what is pending in the innermost opener: its expression ended.
func (s *scanner) settle() {
	if top := s.top(); top != nil {
		s.nested -= top.nested
		s.ops -= top.ops
		top.nested, top.ops = 0, 0
		return
	}
	s.nested, s.ops = 0, 0
}

func (s *scanner) pop() {
	s.settle()
	s.open = s.open[:len(s.open)-1]
	s.nested--
}

func (s *scanner) inString() {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '"':
			s.pop()
			s.pos++
			s.last = '"'
			return
		case '\\':
			s.pos++
			if s.pos < len(s.text) && s.text[s.pos] != '\n' && s.text[s.pos] != '\r' {
				s.pos++
			}
		case '$', '%':
			if s.template(c) {
				return
			}
		case '\n':
			s.piece()
			s.pos++
		default:
			s.pos++
		}
	}
}

// piece counts what HCL makes a token of its own inside a text: it joins them
// one by one, which takes the square of their number.
func (s *scanner) piece() {
	top := s.top()
	if top.pieces++; top.pieces > maxPieces {
		s.fail(top.offset, top.offset+1, "the text has more than 1000 lines and $ or % signs", "write a shorter one")
		s.pos = len(s.text)
	}
}

// template reads a $ or % in a string or heredoc and reports whether it began a
// template.
func (s *scanner) template(c byte) bool {
	if s.piece(); s.why != "" {
		return true
	}
	rest := s.text[s.pos:]
	switch {
	case len(rest) > 1 && rest[1] == '{':
		if c == '%' { // %{if} stays open until its %{endif}, at most until the string ends
			s.pending(1, 0)
		}
		s.push(opener{kind: '$'})
		s.pos += 2
		s.last = '$'
		return true
	case len(rest) > 2 && rest[1] == c && rest[2] == '{':
		s.pos += 3
	default:
		s.pos++
	}
	return false
}

func (s *scanner) inHeredoc(top *opener) {
	if s.pos > 0 && s.text[s.pos-1] == '\n' {
		if end := bytes.IndexByte(s.text[s.pos:], '\n'); end >= 0 &&
			bytes.Equal(bytes.TrimSpace(s.text[s.pos:s.pos+end]), top.marker) {
			s.pop()
			s.pos += end
			s.last = '"'
			return
		}
	}
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '\n':
			s.pos++
			s.piece()
			return
		case '$', '%':
			if s.template(c) {
				return
			}
		default:
			s.pos++
		}
	}
}

// word returns the end of the identifier or number that starts at i.
func (s *scanner) word(i int) int {
	for i < len(s.text) && isWord(s.text[i]) {
		i++
	}
	return i
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c >= utf8.RuneSelf
}
