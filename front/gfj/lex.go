package gfj

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// kind says what a token is.
type kind uint8

const (
	word   kind = 1 + iota // a name or keyword
	open                   // {
	closed                 // }
	lparen                 // (
	rparen                 // )
	comma                  // ,
	newline
	end
	bad // already reported
)

// token is a stretch of the file: text[start:end].
type token struct {
	kind       kind
	start, end int
}

// comment is one // comment with its marks.
type comment struct{ start, end int }

// lexer cuts a file into lines of tokens. Lines without a token are skipped;
// the comments that stand directly above a line are kept for it.
type lexer struct {
	problems
	text     []byte
	offset   int  // of the next line
	returned bool // a lone carriage return is reported

	tokens   []token   // of the line; the last is a newline or the end
	above    []comment // directly above the line, each alone on its line
	trailing comment   // at the end of the line; zero where none is
	blank    bool      // an empty line stands above the line and its comments
	free     func(lines []comment, blank bool)
	pending  []comment
	gap      bool
}

func newLexer(f *diag.File) lexer {
	// The original cuts these off before it looks at the file.
	return lexer{problems: problems{file: f}, text: bytes.TrimRight(f.Text, " \t\r\n")}
}

// line reads on to the next line that has a token. free, where set, is told of
// runs of comments that stand above no line.
func (l *lexer) line() {
	l.tokens, l.above, l.trailing, l.blank = l.tokens[:0], nil, comment{}, false
	for l.offset < len(l.text) && !l.full() {
		l.lex()
		switch {
		case len(l.tokens) > 0:
			l.above, l.blank = l.pending, l.gap
			l.pending, l.gap = nil, false
			l.tokens = append(l.tokens, token{newline, l.tokens[len(l.tokens)-1].end, l.tokens[len(l.tokens)-1].end})
			return
		case l.trailing != comment{}:
			l.pending = append(l.pending, l.trailing)
			l.trailing = comment{}
		default:
			l.release()
			l.gap = true
		}
	}
	l.release()
	l.tokens = append(l.tokens, token{end, len(l.text), len(l.text)})
}

// release gives up the comments read so far: they document nothing.
func (l *lexer) release() {
	if l.free != nil && len(l.pending) > 0 {
		l.free(l.pending, l.gap)
		l.gap = false
	}
	l.pending = nil
}

// lex reads one physical line into tokens and trailing.
func (l *lexer) lex() {
	start, stop := l.offset, len(l.text)
	if i := bytes.IndexByte(l.text[start:], '\n'); i >= 0 {
		stop = start + i
		l.offset = stop + 1
	} else {
		l.offset = stop
	}
	long := l.offset-start > maxLine
	if long {
		l.add(start, start+maxLine, "this line is longer than "+strconv.Itoa(maxLine)+" bytes").Help =
			"break it: the original compiler overwrites the beginning of such a line with what follows in its buffer"
		stop = start + maxLine
	} else if stop > start && l.offset > stop && l.text[stop-1] == '\r' {
		stop--
	}
	for i := start; i < stop; {
		c := l.text[i]
		switch {
		case c == ' ' || c == '\t':
			i++
		case isNameStart(c):
			j := i + 1
			for j < stop && isNamePart(l.text[j]) {
				j++
			}
			l.tokens = append(l.tokens, token{word, i, j})
			i = j
		case c == '/' && i+1 < stop && l.text[i+1] == '/':
			l.trailing = comment{i, i + len(bytes.TrimRight(l.text[i:stop], " \t\r"))}
			return
		case c == '/' && i+1 < stop && l.text[i+1] == '*':
			i = l.block(i, stop)
		case punctuation[c] != 0:
			l.tokens = append(l.tokens, token{punctuation[c], i, i + 1})
			i++
		case c == '\r':
			l.carriageReturn(i)
			stop, l.offset, long = i, i+1, false
		default:
			i = l.junk(i, stop)
		}
	}
	if long {
		l.tokens = append(l.tokens, token{bad, stop, stop})
	}
}

var punctuation = [256]kind{'{': open, '}': closed, '(': lparen, ')': rparen, ',': comma}

// block reports a /* comment and steps over it; i is where reading goes on.
func (l *lexer) block(i, stop int) int {
	length := bytes.Index(l.text[i+2:], []byte("*/"))
	after := len(l.text)
	if length >= 0 {
		after = i + 2 + length + 2
	}
	l.add(i, after, "a comment begins with //").Help = "the original compiler has no /* comments and refuses the file: write // on each line"
	if after <= stop {
		return after
	}
	l.offset = max(l.offset, after)
	return stop
}

// carriageReturn reports one without a line feed, once in a file; it is read as
// the end of a line.
func (l *lexer) carriageReturn(i int) {
	if !l.returned {
		l.add(i, i+1, "a carriage return stands here without a line feed").Help =
			"end lines with LF or CRLF: the original compiler refuses the file"
	}
	l.returned = true
}

// junk reports a run of bytes that no token begins with.
func (l *lexer) junk(i, stop int) int {
	j := i + 1
	switch c := l.text[i]; {
	case i == 0 && bytes.HasPrefix(l.text, []byte(mark)):
		j = len(mark)
	case '0' <= c && c <= '9':
		for j < stop && isNamePart(l.text[j]) {
			j++
		}
	case c >= utf8.RuneSelf:
		for j < stop && l.text[j] >= utf8.RuneSelf {
			j++
		}
	default:
		for j < stop && l.text[j] == c {
			j++
		}
	}
	message, help := junk(l.text[i:j], i == 0)
	l.add(i, j, message).Help = help
	if l.text[i] > ' ' && string(l.text[i:j]) != mark { // others are read as blanks from here on
		l.tokens = append(l.tokens, token{bad, i, j})
	}
	return j
}

func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

func isNamePart(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' }
