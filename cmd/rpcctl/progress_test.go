package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// screen is what a terminal of one line shows of what was written to it.
func screen(written string) string {
	var line []rune
	at := 0
	for len(written) > 0 {
		if rest, ok := strings.CutPrefix(written, "\x1b[2K"); ok {
			line, written = nil, rest
			continue
		}
		if rest, ok := strings.CutPrefix(written, "\x1b[0K"); ok {
			line, written = line[:min(at, len(line))], rest
			continue
		}
		r, size := utf8.DecodeRuneInString(written)
		if written = written[size:]; r == '\r' {
			at = 0
			continue
		}
		for len(line) <= at {
			line = append(line, ' ')
		}
		line[at] = r
		at++
	}
	return strings.TrimRight(string(line), " ")
}

// TestProgress holds when there is a bar, what it says, and that nothing of it stays.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, func() time.Time { return now })
	at := func(d time.Duration, want string, tell func()) {
		t.Helper()
		now = time.Unix(0, 0).Add(d)
		tell()
		if got := screen(out.String()); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("after %v: %q, want %q", d, got, want)
		}
	}
	reading := p.of("reading .")
	at(0, "", func() { reading(0, 200) })
	at(999*time.Millisecond, "", func() { reading(80, 200) })
	if out.Len() > 0 {
		t.Errorf("within a second: %q", out.String())
	}
	at(1001*time.Millisecond, "reading .  50% |", func() { reading(100, 200) })
	if got := screen(out.String()); !strings.HasSuffix(got, "| (100/200)") {
		t.Errorf("%q", got)
	}
	before := out.Len()
	at(1050*time.Millisecond, "reading .  50%", func() { reading(150, 200) })
	if out.Len() != before {
		t.Error("pictures follow each other too fast")
	}
	at(1200*time.Millisecond, "reading .  75%", func() { reading(300, 400) }) // more files were found
	at(1300*time.Millisecond, "", func() { p.clear() })
	at(1500*time.Millisecond, "", func() { reading(400, 400) })
	judging := p.judging()
	at(1700*time.Millisecond, "judging frame  10%", func() { judging("frame", 1, 10) })
	at(1900*time.Millisecond, "judging rpch  20%", func() { judging("rpch", 2, 10) })
	at(2*time.Second, "", func() { p.clear(); p.clear() })
	if strings.Contains(out.String(), "\n") {
		t.Errorf("a line end stays: %q", out.String())
	}
	for i := range 100 {
		now = now.Add(time.Second)
		reading(i, 100)
	}
	p.clear()
	if got := screen(out.String()); got != "" {
		t.Errorf("%q stays", got)
	}
}

// TestNoProgress holds where there is no bar: without a terminal, and where
// people don't want one.
func TestNoProgress(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/stderr")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	none := func(string) (string, bool) { return "", false }
	for _, a := range []*app{{stderr: &bytes.Buffer{}, env: none}, {stderr: file, env: none}} {
		p := a.progressOf(time.Now)
		if p != nil || p.of("x") != nil || p.judging() != nil {
			t.Errorf("a bar in %T", a.stderr)
		}
		p.clear()
	}
	for _, c := range []struct {
		quiet      bool
		name, text string
		want       bool
	}{
		{false, "", "", true}, {true, "", "", false}, {false, "NO_COLOR", "1", false}, {false, "NO_COLOR", "", true}, {false, "CI", "true", false},
		{false, "TERM", "dumb", false}, {false, "TERM", "xterm", true},
	} {
		a := &app{quiet: c.quiet, env: func(name string) (string, bool) { return c.text, name == c.name && c.name != "" }}
		if name := c.name; name == "" {
			a.env = none
		}
		if got := a.shows(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
