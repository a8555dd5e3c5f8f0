package hclsrc

import "bytes"

// inCode reads one token outside strings and heredocs.
func (s *scanner) inCode() {
	c := s.text[s.pos]
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
		return
	case c == '\n':
		s.lineEnd()
		s.pos++
		return
	case c == '#', c == '/' && s.at2('/'):
		s.skipTo("\n")
		return
	case c == '/' && s.at2('*'):
		start := s.pos
		s.pos += 2
		if !s.skipTo("*/") {
			s.fail(start, start+2, "the comment is never closed", "end it with */")
			return
		}
		s.pos += 2
		return
	}
	s.blanks = 0
	if s.word1 {
		s.word1 = false
		if c != '=' && c != '{' && c != '"' && c != ':' && c != '.' && !isWord(c) {
			s.oddLine()
		}
	}
	switch {
	case '0' <= c && c <= '9':
		s.number()
	case isWord(c) && c != '-':
		s.pos = s.word(s.pos)
		s.word1 = s.last == 0 || s.last == '{'
		s.last = 'a'
	default:
		s.symbol(c)
	}
}

func (s *scanner) at2(c byte) bool { return s.pos+1 < len(s.text) && s.text[s.pos+1] == c }

// skipTo moves to the next occurrence of what, or to the end.
func (s *scanner) skipTo(what string) bool {
	i := bytes.Index(s.text[s.pos:], []byte(what))
	if i < 0 {
		s.pos = len(s.text)
		return false
	}
	s.pos += i
	return true
}

// oddLine counts a line of a body that the parser must recover from.
func (s *scanner) oddLine() {
	if s.odd++; s.odd > maxOdd {
		s.fail(s.pos, s.pos, "more than 1000 lines are neither an attribute nor a block", "see whether this is a contract at all")
	}
}

func (s *scanner) lineEnd() {
	if top := s.top(); top == nil && !s.expr || top != nil && top.lines {
		if s.word1 {
			s.word1 = false
			s.oddLine()
		}
		if top != nil {
			top.broken = true
		}
		s.settle()
		s.last = 0
		return
	}
	if s.blanks++; s.blanks > maxBlankRun {
		s.fail(s.pos, s.pos, "more than 1000 lines in a row inside brackets are empty or comments", "take them out")
	}
}

func (s *scanner) number() {
	start := s.pos
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case '0' <= c && c <= '9', c == '.':
			s.pos++
		case c == 'e' || c == 'E':
			i := s.pos + 1
			if i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
				i++
			}
			if i >= len(s.text) || s.text[i] < '0' || '9' < s.text[i] {
				s.numberEnd(start)
				return
			}
			s.pos = i + 1
		default:
			s.numberEnd(start)
			return
		}
	}
	s.numberEnd(start)
}

func (s *scanner) numberEnd(start int) {
	if s.pos-start > maxNumber {
		s.fail(start, s.pos, longNumber, "")
	}
	s.last = '0'
}

func (s *scanner) symbol(c byte) {
	top := s.top()
	switch c {
	case '"':
		s.push(opener{kind: '"'})
	case '(', '[':
		if c == '[' && (s.last == 'a' || s.last == '0' || s.last == '"' || s.last == ')' || s.last == ']' || s.last == '}') {
			s.pending(0, 1) // an index or splat: the parser may call itself for each
		}
		s.push(opener{kind: c})
	case '{':
		s.brace()
	case ')', ']':
		if top != nil && top.kind == match(c) {
			s.pop()
		}
	case '}':
		s.closeBrace()
		return
	case ',':
		s.settle()
	case '-', '!', '?':
		if c == '!' && s.at2('=') {
			s.pos++
			s.pending(0, 1)
			break
		}
		s.pending(1, 0)
	case '<':
		if s.heredoc() {
			return
		}
		s.pending(0, 1)
	case '+', '*', '/', '%', '&', '|', '>', '.':
		s.pending(0, 1)
	case ':':
		if s.at2(':') {
			s.fail(s.pos, s.pos+2, ":: has no meaning here", "names are joined by one dot")
		}
	}
	s.pos++
	s.last = c
}

// brace opens a block, an object or a for expression.
func (s *scanner) brace() {
	if s.last == 'a' || s.last == '"' {
		if s.blocks++; s.blocks > maxBlocks {
			s.fail(s.pos, s.pos+1, "the file has more than 100000 blocks", "split it: the files of a directory are one package")
		}
	}
	s.push(opener{kind: '{', lines: !s.forFollows(), body: s.last == 'a' || s.last == '"'})
}

// forFollows reports whether the next word is for: then line ends inside the
// braces mean nothing.
func (s *scanner) forFollows() bool {
	for i := s.pos + 1; i < len(s.text); {
		rest := s.text[i:]
		skip := 1
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '#', bytes.HasPrefix(rest, []byte("//")):
			skip = bytes.IndexByte(rest, '\n')
		case bytes.HasPrefix(rest, []byte("/*")):
			skip = bytes.Index(rest, []byte("*/"))
		default:
			return string(s.text[i:s.word(i)]) == "for"
		}
		if skip < 0 {
			return false
		}
		i += max(skip, 1)
		if rest[0] == '/' && skip > 1 && bytes.HasPrefix(s.text[i:], []byte("*/")) {
			i += 2
		}
	}
	return false
}

// closeBrace ends a template or a brace. As in the lexer, brackets left open
// inside a template end with it.
func (s *scanner) closeBrace() {
	for i := len(s.open) - 1; i >= 0; i-- {
		switch s.open[i].kind {
		case '$':
			for len(s.open) > i {
				s.pop()
			}
			s.pos++
			s.last = '$'
			return
		case '{':
			if s.open[i].closed {
				continue
			}
			if s.open[i].closed = true; i == len(s.open)-1 {
				if s.open[i].body && s.open[i].broken && s.last != 0 {
					s.oddLine()
				}
				s.pop()
			}
			s.last = '}'
			s.pos++
			return
		}
	}
	s.last = '}'
	s.pos++
}

func match(closer byte) byte {
	if closer == ')' {
		return '('
	}
	return '['
}

// heredoc opens one where it starts at the current place.
func (s *scanner) heredoc() bool {
	i := s.pos + 1
	if i >= len(s.text) || s.text[i] != '<' {
		return false
	}
	i++
	if i < len(s.text) && s.text[i] == '-' {
		i++
	}
	end := s.word(i)
	if end == i || '0' <= s.text[i] && s.text[i] <= '9' || s.text[i] == '-' {
		return false
	}
	next := end
	if next < len(s.text) && s.text[next] == '\r' {
		next++
	}
	if next >= len(s.text) || s.text[next] != '\n' {
		return false
	}
	s.push(opener{kind: '<', marker: s.text[i:end]})
	s.pos = next + 1
	return true
}
