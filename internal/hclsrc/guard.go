// Package hclsrc reads HCL text safely for everything in rpcctl that is written
// in HCL: it refuses what would exhaust the parser, turns HCL's own diagnostics
// into the project's, and finds the comments that document an element.
package hclsrc

import (
	"fmt"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// The limits of one file. HCL's parser calls itself once and more for every
// opening token, and Go ends a program whose stack overflows; so they are
// checked by a linear scan before the parser sees the text.
const (
	MaxSize      = 10 << 20 // bytes
	MaxNesting   = 200      // brackets, blocks, templates, unary signs and conditions open at once
	MaxOperators = 1000     // operators and steps of one expression
	maxBlocks    = 100_000  // block headers: a broken one may swallow the closers of those before it
	maxNumber    = 1000     // bytes of a number
	maxPieces    = 1000     // lines and $ or % signs of one string or heredoc
	maxOdd       = 1000     // lines that are nothing: each may make the parser lose a closing brace
	maxBlankRun  = 1000     // line ends in a row inside brackets, which the parser reads again and again
)

// Guard reports why f must not be given to HCL's native parser: too large, no
// UTF-8, nested too deep. The list is empty where it may.
func Guard(f *diag.File) diag.List {
	if list := guardText(f); list != nil {
		return list
	}
	s := scanner{text: f.Text}
	s.scan()
	return s.report(f.Span)
}

// GuardJSON is Guard for HCL's JSON syntax. The expressions inside strings are
// not looked at: see GuardExpr.
func GuardJSON(f *diag.File) diag.List {
	if list := guardText(f); list != nil {
		return list
	}
	var list diag.List
	depth := 0
	for i := 0; i < len(f.Text); i++ {
		switch f.Text[i] {
		case '"':
			for i++; i < len(f.Text) && f.Text[i] != '"'; i++ {
				if f.Text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			if depth++; depth > MaxNesting {
				return tooDeep(list, f.Span(i, i+1))
			}
		case ']', '}':
			depth = max(depth-1, 0)
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			start := i
			for i+1 < len(f.Text) && isNumberByte(f.Text[i+1]) {
				i++
			}
			if i-start >= maxNumber {
				list.Add("parse", f.Span(start, i+1), longNumber)
				return list
			}
		}
	}
	return list
}

// GuardExpr is Guard for the text of one expression. span places a stretch of
// text in the file that the text stands in.
func GuardExpr(text []byte, span func(start, end int) diag.Span) diag.List {
	s := scanner{text: text, expr: true}
	s.scan()
	return s.report(span)
}

func guardText(f *diag.File) diag.List {
	var list diag.List
	if len(f.Text) > MaxSize {
		d := list.Add("parse", f.Span(0, 0), fmt.Sprintf("the file has %d bytes, and at most %d are read", len(f.Text), MaxSize))
		d.Help = "split it: the files of a directory are one package"
		return list
	}
	for i := 0; i < len(f.Text); {
		if f.Text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(f.Text[i:])
		if r == utf8.RuneError && n <= 1 {
			d := list.Add("parse", f.Span(i, i+1), fmt.Sprintf("the byte 0x%02x is no UTF-8", f.Text[i]))
			d.Help = "save the file as UTF-8"
			return list
		}
		i += n
	}
	return nil
}

const longNumber = "the number is longer than 1000 digits"

func tooDeep(list diag.List, at diag.Span) diag.List {
	d := list.Add("parse", at, fmt.Sprintf("more than %d brackets, blocks, templates, signs or conditions are open here", MaxNesting))
	d.Help = "close what is open, or nest less"
	return list
}

func isNumberByte(c byte) bool {
	return '0' <= c && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}
