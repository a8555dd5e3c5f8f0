// Package wanttest holds the problems that a test found in contracts against
// the comments that stand beside them: a want names one, a line without any has
// none.
package wanttest

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// A comment is "want" or "ok" behind #, // or /*. Want takes patterns in double
// quotes or backquotes; want-1 and want+2 speak of other lines, for places
// where a comment can't stand.
var (
	comment = regexp.MustCompile("(?:#|//|/\\*)[ \t]*(want([+-][0-9]+)?|ok)\\b(.*)$")
	pattern = regexp.MustCompile("^[ \t]*(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)")
	rest    = regexp.MustCompile(`^[ \t]*(\*/.*|[#}\])].*)?$`)
)

type want struct {
	text string
	re   *regexp.Regexp
	met  bool
}

type place struct {
	path string
	line int
}

// Check fails t where a problem in list has no want comment at the line where
// its span starts, where a want comment meets no problem, and where a line
// that says ok has a problem. A want is a regular expression that matches the
// message, or "code: message"; it takes one problem. Several may stand in one
// comment. Problems in files that are not given, or without a place, are
// failures. It returns the number of wants.
func Check(t testing.TB, files []*diag.File, list diag.List) int {
	t.Helper()
	wants, oks, n := map[place][]*want{}, map[place]bool{}, 0
	for _, f := range files {
		n += read(t, f, wants, oks)
	}
	for _, d := range list {
		at := place{d.Span.Path(), d.Span.Start().Line}
		if w := meet(wants[at], d); w != nil {
			w.met = true
			continue
		}
		word := "unexpected"
		if oks[at] {
			word = "the line says ok, but"
		}
		t.Errorf("%s:%d:%d: %s %s: %s: %s", at.path, at.line, d.Span.Start().Column, word, d.Severity, d.Code, d.Message)
	}
	for _, f := range files {
		for line := 1; line <= lines(f); line++ {
			for _, w := range wants[place{f.Path, line}] {
				if !w.met {
					t.Errorf("%s:%d: no problem matches %q", f.Path, line, w.text)
				}
			}
		}
	}
	return n
}

func meet(wants []*want, d diag.Diagnostic) *want {
	for _, w := range wants {
		if !w.met && (w.re.MatchString(d.Message) || w.re.MatchString(d.Code+": "+d.Message)) {
			return w
		}
	}
	return nil
}

// read enters the comments of f and returns how many wants they hold.
func read(t testing.TB, f *diag.File, wants map[place][]*want, oks map[place]bool) int {
	t.Helper()
	n := 0
	for line := 1; line <= lines(f); line++ {
		m := comment.FindStringSubmatch(string(f.Line(line)))
		switch {
		case m == nil:
			continue
		case m[1] == "ok":
			oks[place{f.Path, line}] = true
			continue
		}
		offset, _ := strconv.Atoi(m[2])
		ws, err := parse(m[3])
		if err == nil && (line+offset < 1 || line+offset > lines(f)) {
			err = fmt.Errorf("line %d is not in the file", line+offset)
		}
		if err != nil {
			t.Errorf("%s:%d: want comment: %v", f.Path, line, err)
			continue
		}
		at := place{f.Path, line + offset}
		wants[at] = append(wants[at], ws...)
		n += len(ws)
	}
	return n
}

func parse(s string) ([]*want, error) {
	var ws []*want
	for {
		m := pattern.FindStringSubmatch(s)
		if m == nil {
			break
		}
		s = s[len(m[0]):]
		text, err := strconv.Unquote(m[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m[1], err)
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		ws = append(ws, &want{text: text, re: re})
	}
	if len(ws) == 0 || !rest.MatchString(s) {
		return nil, fmt.Errorf("expected quoted patterns, got %q", s)
	}
	return ws, nil
}

// lines returns the number of the last line of f.
func lines(f *diag.File) int { return f.Pos(len(f.Text)).Line }
