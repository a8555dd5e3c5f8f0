package proto

import (
	"bytes"
	"fmt"
	"strings"

	compiler "github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"

	"github.com/rpcctl/rpcctl/diag"
)

const (
	maxFile    = 10 << 20
	maxNesting = 200
)

// tree returns the syntax tree of a file, never nil, and reports what doesn't
// parse. What would take a parser more than the file is worth is refused before
// it is asked.
func (p *parser) tree(src *diag.File, list *diag.List) *tree {
	if len(src.Text) > maxFile {
		list.Add("parse", src.Span(0, 0), "the file has more than 10 MiB, and is not read").Help = "split it"
		return &tree{}
	}
	if at := tooDeep(src.Text); at >= 0 {
		list.Add("parse", src.Span(at, at+1), fmt.Sprintf("brackets are nested more than %d deep", maxNesting)).Help = "take some of them apart"
		return &tree{}
	}
	if t := p.parse(src.Text); t != nil {
		return t
	}
	return compilersTree(src, list)
}

// compilersTree asks the compiler's parser, which accepts a little more than
// ours and knows what is wrong, and how to go on behind that.
func compilersTree(src *diag.File, list *diag.List) (t *tree) {
	defer func() {
		if p := recover(); p != nil {
			list.Add("parse", src.Span(0, 0), fmt.Sprintf("the file can't be parsed: %v", p))
			t = &tree{}
		}
	}()
	skipped := bomOf(src.Text)
	h := reporter.NewHandler(reporter.NewReporter(func(err reporter.ErrorWithPos) error {
		if len(*list) >= maxProblems {
			return err
		}
		// The parser's ends are those of the last byte.
		d := list.Add("parse", src.Span(skipped+err.Start().Offset, skipped+err.End().Offset+1), say(err.Unwrap().Error()))
		d.Help = helpFor(d.Message)
		return nil
	}, func(reporter.ErrorWithPos) {}))
	from, _ := compiler.Parse(src.Path, bytes.NewReader(src.Text), h)
	if from == nil {
		return &tree{}
	}
	return foreignTree(src, from)
}

// bomOf returns how many bytes the compiler takes off the text before it counts:
// those of a byte order mark.
func bomOf(text []byte) int {
	const mark = "\ufeff"
	if bytes.HasPrefix(text, []byte(mark)) {
		return len(mark)
	}
	return 0
}

// say brings a message of the parser into the form of ours.
func say(text string) string {
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	if text == "" {
		return "the file doesn't parse"
	}
	return strings.ToLower(text[:1]) + text[1:]
}

func helpFor(message string) string {
	switch {
	case strings.Contains(message, "expecting ';'"):
		return "end the statement before with a ;"
	case strings.Contains(message, "unexpected $end"), strings.Contains(message, "unexpected end"):
		return "close what is open: a }, ] or ) is missing"
	}
	return "see the language's grammar for what may stand here"
}

// tooDeep returns where brackets are nested too deep, -1 where they are not.
// Brackets in texts and comments don't count.
func tooDeep(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[', '(', '<':
			if depth++; depth > maxNesting {
				return i
			}
		case '}', ']', ')', '>':
			depth = max(depth-1, 0)
		case '"', '\'':
			i = skipString(text, i)
		case '/':
			i = skipComment(text, i)
		}
	}
	return -1
}

// skipString returns where the text that begins at i ends: at its quote, or at
// the end of the line.
func skipString(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote, '\n':
			return i
		}
	}
	return i
}

// skipComment returns where the comment that begins at i ends, i where none does.
func skipComment(text []byte, i int) int {
	if i+1 >= len(text) {
		return i
	}
	end := -1
	switch text[i+1] {
	case '/':
		end = bytes.IndexByte(text[i:], '\n')
	case '*':
		if end = bytes.Index(text[i+2:], []byte("*/")); end >= 0 {
			end += 3
		}
	default:
		return i
	}
	if end < 0 {
		return len(text)
	}
	return i + end
}
