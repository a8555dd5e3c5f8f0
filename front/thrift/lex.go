package thrift

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// kind says what a token is; punctuation is its own byte.
type kind uint8

const (
	end    kind = iota
	word        // a name, dotted or not, or a keyword
	number      // an integer, decimal or hexadecimal
	double
	text // a string with its quotes
	bad  // already reported
)

// token is a stretch of the file: text[start:end].
type token struct {
	kind       kind
	start, end int
}

// comment is one comment with its marks.
type comment struct{ start, end int }

// lexer cuts a file into tokens.
type lexer struct {
	problems
	text     []byte
	offset   int
	comments []comment // before the token that was read last
}

// next reads a token.
func (l *lexer) next() token {
	l.comments = l.comments[:0]
	for l.offset < len(l.text) && !l.full() {
		switch c, i := l.text[l.offset], l.offset; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.offset++
		case c == '#' || c == '/' && l.at(i+1) == '/':
			l.offset = l.lineEnd(i)
			l.comments = append(l.comments, comment{i, i + len(bytes.TrimRight(l.text[i:l.offset], " \t\r"))})
		case c == '/' && l.at(i+1) == '*':
			l.block()
		case isNameStart(c):
			return l.word()
		case c == '"' || c == '\'':
			return l.literal(c)
		case l.numeric(i):
			return l.number()
		case bytes.IndexByte([]byte("{}()<>[]:;,=*&"), c) >= 0:
			l.offset++
			return token{kind(c), i, i + 1}
		default:
			if t := l.junk(); t.kind == bad {
				return t
			}
		}
	}
	return token{end, len(l.text), len(l.text)}
}

func (l *lexer) at(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// lineEnd returns the offset of the line feed at or after i.
func (l *lexer) lineEnd(i int) int {
	if n := bytes.IndexByte(l.text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(l.text)
}

// block steps over a /* comment.
func (l *lexer) block() {
	i := l.offset
	n := bytes.Index(l.text[i+2:], []byte("*/"))
	if n < 0 {
		l.add(i, i+2, "this comment has no end").Help = "close it with */"
		l.offset = len(l.text)
		return
	}
	l.offset = i + 2 + n + 2
	l.comments = append(l.comments, comment{i, l.offset})
}

// word reads a name; a dot belongs to it where a letter, digit or _ follows.
func (l *lexer) word() token {
	i, j := l.offset, l.offset+1
	for j < len(l.text) && (isNamePart(l.text[j]) || l.text[j] == '.' && isNamePart(l.at(j+1))) {
		j++
	}
	l.offset = j
	return token{word, i, j}
}

// literal reads a string, which ends on its line.
func (l *lexer) literal(quote byte) token {
	i := l.offset
	for j := i + 1; j < len(l.text) && l.text[j] != '\n'; j++ {
		switch l.text[j] {
		case quote:
			l.offset = j + 1
			return token{text, i, j + 1}
		case '\\':
			j++
			if bytes.IndexByte([]byte(`rnt'"\`), l.at(j)) < 0 {
				l.add(j-1, min(j+1, len(l.text)), "this escape means nothing").Help = `a string has \r, \n, \t, \', \" and \\`
				if l.at(j) == '\n' {
					j--
				}
			}
		}
	}
	l.offset = l.lineEnd(i)
	l.add(i, l.offset, "this string has no end on its line").Help = "close it with " + string(quote) + `; a line end is written \n`
	return token{bad, i, l.offset}
}

// numeric reports whether a number begins at i.
func (l *lexer) numeric(i int) bool {
	c := l.text[i]
	if c == '+' || c == '-' {
		i++
		c = l.at(i)
	}
	return isDigit(c) || c == '.' && isDigit(l.at(i+1))
}

func (l *lexer) number() token {
	i, j := l.offset, l.offset
	digits := func() {
		for isDigit(l.at(j)) {
			j++
		}
	}
	if c := l.text[j]; c == '+' || c == '-' {
		j++
	}
	if l.at(j) == '0' && l.at(j+1) == 'x' && isHex(l.at(j+2)) {
		for j += 2; isHex(l.at(j)); j++ {
		}
		l.offset = j
		return token{number, i, j}
	}
	digits()
	k := number
	if l.at(j) == '.' && isDigit(l.at(j+1)) {
		k = double
		j++
		digits()
	}
	if c := l.at(j); c == 'e' || c == 'E' {
		sign := 0
		if c := l.at(j + 1); c == '+' || c == '-' {
			sign = 1
		}
		if isDigit(l.at(j + 1 + sign)) {
			k = double
			j += 1 + sign
			digits()
		}
	}
	l.offset = j
	return token{k, i, j}
}

// junk reports a run of bytes that no token begins with. The result is bad
// unless they are read as a blank.
func (l *lexer) junk() token {
	i := l.offset
	const mark = "\uFEFF"
	if i == 0 && bytes.HasPrefix(l.text, []byte(mark)) {
		l.offset = len(mark)
		return token{}
	}
	j := i + 1
	for j < len(l.text) && (l.text[j] == l.text[i] || l.text[i] >= utf8.RuneSelf && l.text[j] >= utf8.RuneSelf) {
		j++
	}
	l.offset = j
	shown := l.text[i:j]
	if len(shown) > 40 {
		shown = shown[:40]
	}
	d := l.add(i, j, strconv.Quote(string(shown))+" has no meaning here")
	switch c := l.text[i]; {
	case c == '/':
		d.Help = "a comment begins with //, # or /*"
	case c >= utf8.RuneSelf:
		d.Help = "outside comments and strings there is ASCII alone"
	case c == '-' || c == '+':
		d.Help = "a sign stands directly before its number"
	case c == '.':
		d.Help = "a number has digits behind its point, and a name on both sides of it"
	default:
		d.Help = "take it out"
	}
	return token{bad, i, j}
}

func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
