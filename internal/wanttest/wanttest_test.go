package wanttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

const text = `a = 1 # want "a is bad" "twice"
b = 2 // ok
c = 3 /* want "^link: c is bad$" */
d = 4
e = 5 # want-1 ` + "`d is \"bad\"`" + `
`

func TestCheck(t *testing.T) {
	f := diag.NewFile("x", []byte(text))
	at := func(line int, code, message string) diag.Diagnostic {
		o := f.LineStart(line)
		return diag.Diagnostic{Severity: diag.Error, Code: code, Message: message, Span: f.Span(o, o+1)}
	}
	good := diag.List{
		at(1, "link", "a is bad"), at(1, "link", "a stands twice"), at(3, "link", "c is bad"), at(4, "link", `d is "bad"`),
	}
	for _, c := range []struct {
		name string
		list diag.List
		said []string
	}{
		{"all met", good, nil},
		{"one missing", good[:3], []string{`x:4: no problem matches "d is \"bad\""`}},
		{"one more", append(good[:4:4], at(2, "link", "b is bad")), []string{"x:2:1: the line says ok, but error: link: b is bad"}},
		{"twice", append(good[:4:4], good[2]), []string{"x:3:1: unexpected error: link: c is bad"}},
		{"no place", append(good[:4:4], diag.Diagnostic{Severity: diag.Note, Message: "m"}), []string{":0:0: unexpected note: : m"}},
	} {
		r := &recorder{TB: t}
		if n := Check(r, []*diag.File{f}, c.list); n != 4 {
			t.Errorf("%s: %d wants, not 4", c.name, n)
		}
		if fmt.Sprint(r.said) != fmt.Sprint(c.said) {
			t.Errorf("%s: said\n%s\nwant\n%s", c.name, strings.Join(r.said, "\n"), strings.Join(c.said, "\n"))
		}
	}
}

func TestMalformedWant(t *testing.T) {
	for _, line := range []string{"# want", "# want a", `# want "("`, `# want "a" b`, `# want+9 "a"`} {
		r := &recorder{TB: t}
		Check(r, []*diag.File{diag.NewFile("x", []byte(line))}, nil)
		if len(r.said) != 1 || !strings.HasPrefix(r.said[0], "x:1: want comment: ") {
			t.Errorf("%s: said %q", line, r.said)
		}
	}
}
