package proto

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// token is a word, a literal or a mark of the text.
type token struct {
	extent
	kind    tokenKind
	leading extent // the comments before it
}

// tokenKind is what a token is; a mark is its own kind.
type tokenKind uint8

const (
	endOfFile tokenKind = iota
	word
	integer
	decimal
	text
)

// refusal is what the lexer and the parser panic with where they don't follow.
type refusal struct{}

// lexer takes a text apart. It refuses what it is not sure of.
type lexer struct {
	src      []byte
	at       int
	token    token
	comments []extent
	names    map[string]string // each name once, over all files that it reads
}

func (l *lexer) refuse() { panic(refusal{}) }

// next makes the token that follows the current one.
func (l *lexer) next() {
	first := int32(len(l.comments))
	src, i := l.src, l.at
	for i < len(src) {
		switch c := src[i]; c {
		case ' ', '\n', '\t', '\r', '\f', '\v': // whitespace
			i++
			continue
		case '/':
			end := skipComment(src, i)
			if end == i {
				break
			}
			if src[i+1] == '*' {
				if end++; end > len(src) {
					l.refuse() // it never ends
				}
			}
			l.comments = append(l.comments, extent{int32(i), int32(end)})
			i = end
			continue
		}
		break
	}
	l.token = token{leading: extent{first, int32(len(l.comments))}}
	l.token.from = int32(i)
	if i < len(src) {
		l.token.kind, i = l.scan(i)
	}
	l.token.to = int32(i)
	l.at = i
}

// scan returns what begins at i and where it ends.
func (l *lexer) scan(i int) (tokenKind, int) {
	src := l.src
	switch c := src[i]; {
	case c == '_' || isLetter(c):
		for i++; i < len(src) && (src[i] == '_' || isLetter(src[i]) || isDigit(src[i])); {
			i++
		}
		return word, i
	case isDigit(c) || c == '.' && i+1 < len(src) && isDigit(src[i+1]):
		return l.number(i)
	case c == '"' || c == '\'':
		for i++; i < len(src) && src[i] != c; i++ {
			if src[i] == '\\' {
				i++
			} else if src[i] == '\n' {
				l.refuse()
			}
		}
		if i >= len(src) {
			l.refuse()
		}
		return text, i + 1
	case strings.IndexByte(";,.:=-+(){}[]<>/", c) >= 0:
		return tokenKind(c), i + 1
	}
	l.refuse()
	return endOfFile, i
}

// number finds the end of a number as the compiler does: letters belong to it.
func (l *lexer) number(i int) (tokenKind, int) {
	kind, hex, sign := integer, l.src[i] == '0' && i+1 < len(l.src) && l.src[i+1]|0x20 == 'x', false
	for ; i < len(l.src); i++ {
		c := l.src[i]
		if (c == '-' || c == '+') && sign {
			sign = false
			continue
		}
		if c != '.' && c != '_' && !isDigit(c) && !isLetter(c) {
			break
		}
		sign = c|0x20 == 'e'
		if !hex && (sign || c == '.') {
			kind = decimal
		}
	}
	return kind, i
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// raw is the text of the current token.
func (l *lexer) raw() []byte { return l.src[l.token.from:l.token.to] }

// is reports whether the current token is that word.
func (l *lexer) is(w string) bool { return l.token.kind == word && string(l.raw()) == w }

// name returns b as a string, the same each time.
func (l *lexer) name(b []byte) string {
	s, known := l.names[string(b)]
	if !known {
		s = string(b)
		l.names[s] = s
	}
	return s
}

// size is the value of the current integer.
func (l *lexer) size() uint64 {
	s, base := string(l.raw()), 10
	if len(s) > 1 && s[0] == '0' {
		if base = 8; s[1]|0x20 == 'x' {
			s, base = s[2:], 16
		}
	}
	n, err := strconv.ParseUint(s, base, 64)
	if err != nil {
		l.refuse()
	}
	return n
}

// float is the value of the current decimal.
func (l *lexer) float() float64 {
	s := string(l.raw())
	x, err := strconv.ParseFloat(s, 64)
	if strings.Contains(s, "_") || err != nil && !math.IsInf(x, 1) {
		l.refuse()
	}
	return x
}

// unquoted is the value of the current text.
func (l *lexer) unquoted() string {
	b := l.src[l.token.from+1 : l.token.to-1]
	if !utf8.Valid(b) {
		l.refuse()
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return l.name(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		i++
		at := strings.IndexByte(`abfnrtv\'"?`, b[i])
		if at < 0 {
			l.refuse()
		}
		out = append(out, "\a\b\f\n\r\t\v\\'\"?"[at])
	}
	return string(out)
}

// fractional is a number that was written as a fraction, as a literal.
func fractional(at extent, x float64) literal {
	v := literal{extent: at, kind: schema.NumberValue, text: fraction(x)}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		v.kind = schema.NameValue
	}
	return v
}
