package gfj

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
)

func load(t testing.TB, path string) *diag.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(filepath.ToSlash(path), text)
}

func TestRead(t *testing.T) {
	packages, list := Read([]*diag.File{load(t, "testdata/good.gfj")})
	for _, d := range list {
		t.Errorf("%v: %s", d.Span.Start(), d.Message)
	}
	golden.Equal(t, "testdata/good.golden", []byte(dump(packages[0], true)))
}

func TestBad(t *testing.T) {
	paths, _ := filepath.Glob("testdata/bad/*.gfj")
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := load(t, path)
			_, list := Read([]*diag.File{f})
			if wanttest.Check(t, []*diag.File{f}, list) == 0 {
				t.Error("no want comment")
			}
			for _, d := range list {
				if d.Help == "" {
					t.Logf("no help: %s", d.Message)
				}
			}
		})
	}
}

// TestBytes has what can't stand in a file with want comments.
func TestBytes(t *testing.T) {
	const m = "message A {\nint32 B\n}"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", " \n\t\r\n", ""},
		{"no line end", m, ""},
		{"crlf", strings.ReplaceAll(m, "\n", "\r\n") + "\r\n", ""},
		{"cr at the end", m + "\r\r\n \r", ""},
		{"cr in a comment", "// a\rb\r\r\n" + m, ""},
		{"comment to the end", m + "// /*", ""},
		{"utf-8 in a comment", "// é ☃\n" + m, ""},
		{"cr alone", "message A {\rint32 B\r}", "1:12: a carriage return stands here without a line feed"},
		{"two cr", "message A {\r\r\nint32 B\n}", "1:12: a carriage return stands here without a line feed"},
		{"bom", "\uFEFF" + m, "1:1: the file begins with a byte order mark"},
		{"utf-16", "\xFF\xFEm\x00", "1:1: the file is UTF-16|1:4: a NUL byte stands here"},
		{"nul", "message\x00A {\nint32 B\n}", "1:8: a NUL byte stands here"},
		{"zero", m + "0 any garbage", `3:2: "0" is no name`},
		{"zero file", "0 whatever", `1:1: "0" is no name`},
		{"zero after message", "message 0a", `1:9: "0a" is no name`},
		{"not ascii", "message Größe {\nint32 B\n}", `1:11: "öß" stands outside a comment`},
		{"form feed", "\f" + m, `1:1: "\f" has no meaning here`},
		{"block over lines", "/* a\nb */ " + m, "1:1: a comment begins with //"},
		{"block without end", m + "\n/* a\n}", "4:1: a comment begins with //"},
		{"long comment", "// " + strings.Repeat("x", maxLine-4) + "\n" + m, ""},
		{"longer comment", "// " + strings.Repeat("x", maxLine-3) + "\n" + m, "1:1: this line is longer than 4096 bytes"},
		{"long line", strings.Repeat(" ", maxLine) + m, "1:1: this line is longer than 4096 bytes|2:1: expected message or service, found int32|3:1: } closes nothing"},
		{"large", strings.Repeat(" ", maxFile), "1:1: the file has 10485760 bytes"},
		{"almost large", strings.Repeat(" ", maxLine-1) + "\n" + strings.Repeat("\n", maxFile-maxLine-1), ""},
		{"unclosed", "message A {", "1:12: } is missing: message A is open at the end of the file"},
		{"no body", "message A", "1:9: message A has no { after its name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := Read([]*diag.File{diag.NewFile("a.gfj", []byte(c.text))})
			var got []string
			for _, d := range list {
				got = append(got, fmt.Sprintf("%d:%d: %s", d.Span.Start().Line, d.Span.Start().Column, d.Message))
			}
			if s := strings.Join(got, "|"); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

func TestPackageName(t *testing.T) {
	for path, want := range map[string]string{
		"a/math.gfj": "math", "my-math.v2.gfj": "my_math_v2", "2d.gfj": "_2d", "größe.gfj": "gr__e",
		`c:\x\math.gfj`: "math", ".gfj": "_", "-": "_", "math": "math",
	} {
		if got := front.PackageName(path, extension); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestSeveral holds that files are packages of their own, and that two of one
// name are an error with both places.
func TestSeveral(t *testing.T) {
	file := func(path, text string) *diag.File { return diag.NewFile(path, []byte(text)) }
	packages, list := Read([]*diag.File{
		file("x/a.gfj", "message M {\nint32 A\n}"),
		file("x/b.gfj", "service S {\nM F(M)\n}"),
		file("y/a.gfj", "message M {\nint32 A\n}"),
		file("y/c.gfj", "// package: b\nmessage M {\nint32 A\n}"),
	})
	if len(list) > 0 || len(packages) != 4 {
		t.Fatal(packages, list)
	}
	_, list = schema.Link(packages, nil)
	var twice int
	for _, d := range list {
		if strings.Contains(d.Message, "is defined twice") {
			twice++
			if d.Span.Path() != "y/a.gfj" && d.Span.Path() != "y/c.gfj" || len(d.Related) != 1 || !d.Related[0].Span.Known() {
				t.Errorf("%+v", d)
			}
		}
	}
	if twice != 2 {
		t.Errorf("%d packages are defined twice, want 2: %v", twice, list)
	}
}

// TestHostile feeds a million of each token. Each takes well under a second on
// a machine of its own, and what isn't linear would take minutes: the bound
// leaves room for a machine that is busy with others.
func TestHostile(t *testing.T) {
	const bound = 4 * time.Second
	for _, token := range []string{
		"{", "}", "(", ")", ",", "message ", "message", "service A {\n", "message A {\nint32 A", "//", "//\n", "// package: a\n", "// params: a\n", "/*", "/* */",
		"/", "0", "a ", "a b\n", "{\n", "}\n", "\r", "\x00", "é", "\xff", "\n", " ", "int32 f(", "f(int32,\n", "message A\n",
	} {
		text := []byte(strings.Repeat(token, min(1_000_000, (maxFile-1)/len(token))))
		for _, before := range []string{"", "message A {\n", "service S {\nint32 F("} {
			f := diag.NewFile("a.gfj", append([]byte(before), text...))
			var list diag.List
			took := time.Hour
			for range 3 {
				start := time.Now()
				_, list = Read([]*diag.File{f})
				if took = min(took, time.Since(start)); took < bound {
					break
				}
			}
			if took > bound {
				t.Errorf("%q after %q took %v", token, before, took)
			}
			if len(list) > maxProblems {
				t.Errorf("%q after %q: %d problems", token, before, len(list))
			}
		}
	}
}
