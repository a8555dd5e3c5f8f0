package dyn

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// tree is a JSON value with its members in the order of the text.
type tree struct {
	kind    byte // 'n' null, 't' and 'f', '#' number, 's' string, '[', '{'
	text    string
	items   []tree
	members []treeMember
}

type treeMember struct {
	key   string
	value tree
}

// How many objects and arrays may stand in one another: for the C runtime and
// ours, and for the original in Go. Node has no limit; it gets Go's here.
const (
	maxTree   = 1000
	maxTreeGo = 10000
)

var errJSON = errors.New("this is no JSON")

// parseStrict reads all of b as JSON; text that is not UTF-8, and halves of
// surrogates, become U+FFFD, as Go and Node have it.
func parseStrict(b []byte, deep int) (tree, error) {
	if !json.Valid(b) {
		return tree{}, errJSON
	}
	p := parser{b: b, deep: deep}
	return p.value(0)
}

// parseLenient reads the front of b as the C runtime's parser does: what follows
// the value is ignored, so is what follows a NUL.
func parseLenient(b []byte) (tree, error) {
	s, _, _ := strings.Cut(string(b), "\x00")
	p := parser{b: []byte(s), lenient: true, deep: maxTree}
	return p.value(0)
}

type parser struct {
	b       []byte
	at      int
	lenient bool
	deep    int
}

func (p *parser) space() {
	for p.at < len(p.b) && (p.b[p.at] == ' ' || p.b[p.at] == '\t' || p.b[p.at] == '\n' || p.b[p.at] == '\r' || p.lenient && p.b[p.at] < ' ') {
		p.at++
	}
}

// next returns the byte that stands next after blanks, 0 at the end.
func (p *parser) next() byte {
	p.space()
	if p.at == len(p.b) {
		return 0
	}
	return p.b[p.at]
}

func (p *parser) word(w string, kind byte) (tree, error) {
	if !strings.HasPrefix(string(p.b[p.at:min(len(p.b), p.at+len(w))]), w) {
		return tree{}, errJSON
	}
	p.at += len(w)
	return tree{kind: kind}, nil
}

func (p *parser) value(depth int) (tree, error) {
	switch c := p.next(); {
	case (c == '[' || c == '{') && depth == p.deep:
		return tree{}, errJSON
	case c == 'n':
		return p.word("null", 'n')
	case c == 't':
		return p.word("true", 't')
	case c == 'f':
		return p.word("false", 'f')
	case c == '"':
		s, err := p.str()
		return tree{kind: 's', text: s}, err
	case c == '[':
		return p.array(depth)
	case c == '{':
		return p.object(depth)
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	}
	return tree{}, errJSON
}

// number takes the longest text that reads as one, as strtod does.
func (p *parser) number() (tree, error) {
	end := p.at
	for end < len(p.b) && end-p.at < 63 && strings.IndexByte("0123456789+-eE.", p.b[end]) >= 0 {
		end++
	}
	if !p.lenient { // valid, whatever its length
		for end < len(p.b) && strings.IndexByte("0123456789+-eE.", p.b[end]) >= 0 {
			end++
		}
	}
	for ; end > p.at; end-- {
		text := string(p.b[p.at:end])
		if _, err := strconv.ParseFloat(text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			p.at = end
			return tree{kind: '#', text: text}, nil
		}
	}
	return tree{}, errJSON
}

func (p *parser) array(depth int) (tree, error) {
	t := tree{kind: '['}
	p.at++
	if p.next() == ']' {
		p.at++
		return t, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return t, err
		}
		t.items = append(t.items, v)
		switch p.next() {
		case ',':
			p.at++
		case ']':
			p.at++
			return t, nil
		default:
			return t, errJSON
		}
	}
}

func (p *parser) object(depth int) (tree, error) {
	t := tree{kind: '{'}
	p.at++
	if p.next() == '}' {
		p.at++
		return t, nil
	}
	for {
		if p.next() != '"' {
			return t, errJSON
		}
		key, err := p.str()
		if err != nil || p.next() != ':' {
			return t, errJSON
		}
		p.at++
		v, err := p.value(depth + 1)
		if err != nil {
			return t, err
		}
		t.members = append(t.members, treeMember{key, v})
		switch p.next() {
		case ',':
			p.at++
		case '}':
			p.at++
			return t, nil
		default:
			return t, errJSON
		}
	}
}

// str reads a string, from its first quote to after its last.
func (p *parser) str() (string, error) {
	start := p.at + 1
	for end := start; end < len(p.b); end++ {
		switch p.b[end] {
		case '\\':
			end++
		case '"':
			p.at = end + 1
			if p.lenient {
				return unquoteC(p.b[start:end])
			}
			var s string
			err := json.Unmarshal(p.b[start-1:end+1], &s)
			return s, err
		}
	}
	return "", errJSON
}

// unquoteC leaves bytes as they are, resolves escapes and ends at a NUL.
func unquoteC(b []byte) (string, error) {
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		if i++; i == len(b) {
			return "", errJSON
		}
		if at := strings.IndexByte(`bfnrt"\/`, b[i]); at >= 0 {
			out = append(out, "\b\f\n\r\t\"\\/"[at])
			continue
		}
		r, n := escape(b[i:])
		if n == 0 {
			return "", errJSON
		}
		out, i = utf8.AppendRune(out, r), i+n-1
	}
	s, _, _ := strings.Cut(string(out), "\x00")
	return s, nil
}

// escape reads uXXXX, or a pair of them, from the front of b; n is 0 where there
// is none.
func escape(b []byte) (r rune, n int) {
	unit := func(b []byte) (rune, bool) {
		if len(b) < 5 || b[0] != 'u' {
			return 0, false
		}
		u, err := strconv.ParseUint(string(b[1:5]), 16, 16)
		return rune(u), err == nil
	}
	r, ok := unit(b)
	if !ok || r >= 0xDC00 && r <= 0xDFFF {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 5
	}
	if len(b) < 11 || b[5] != '\\' {
		return 0, 0
	}
	low, ok := unit(b[6:])
	if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
		return 0, 0
	}
	return r, 11
}
