package thrift

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func load(t testing.TB, path string) *diag.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(filepath.ToSlash(path), text)
}

// linked reads and links files; the list has what both found.
func linked(files ...*diag.File) (*schema.Schema, diag.List) {
	packages, list := Read(files)
	s, more := schema.Link(packages, all.Infos())
	return s, append(list, more...).Sort()
}

func errorsOf(list diag.List) []string {
	var out []string
	for _, d := range list {
		if d.Severity == diag.Error {
			out = append(out, fmt.Sprintf("%d:%d: %s", d.Span.Start().Line, d.Span.Start().Column, d.Message))
		}
	}
	return out
}

// TestRead holds what the model of a file with everything is, places included.
func TestRead(t *testing.T) {
	s, list := linked(load(t, "testdata/good/everything.thrift"))
	for _, d := range list {
		if d.Severity > diag.Note {
			t.Errorf("%v: %s", d.Span.Start(), d.Message)
		}
	}
	text, err := schema.Encode(s, schema.EncodeOptions{Positions: true})
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/good/everything.golden", text)
}

// TestBad holds the problems of broken contracts, with their places.
func TestBad(t *testing.T) {
	paths, _ := filepath.Glob("testdata/bad/*.thrift")
	if len(paths) == 0 {
		t.Fatal("no contracts")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := load(t, path)
			_, list := linked(f)
			if wanttest.Check(t, []*diag.File{f}, list) == 0 {
				t.Error("no want comment")
			}
		})
	}
}

// TestCases holds that the contracts of the public cases read and link.
func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/cases/thrift/*/*.thrift")
	if len(paths) != 28 {
		t.Errorf("%d contracts, want 28", len(paths))
	}
	for _, path := range paths {
		if _, list := linked(load(t, path)); list.HasErrors() {
			t.Errorf("%s: %v", path, errorsOf(list))
		}
	}
}

// TestTypedefIsItsTarget holds that a typedef that comes in between changes nothing.
func TestTypedefIsItsTarget(t *testing.T) {
	var sides []*schema.Schema
	for _, side := range []string{"old", "new"} {
		f := load(t, "../../testdata/cases/thrift/T05-typedef-introduced/"+side+".thrift")
		s, list := linked(diag.NewFile("c.thrift", f.Text))
		if len(list) > 0 {
			t.Fatal(list)
		}
		sides = append(sides, s)
	}
	for _, c := range diff.Schemas(sides[0], sides[1]).Changes {
		t.Errorf("%s %s", c.Kind, c.Subject)
	}
}

// TestBytes has what can't stand in a file with want comments.
func TestBytes(t *testing.T) {
	const m = "struct A {\n1: i32 B\n}"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", " \n\t\r\n", ""},
		{"crlf", strings.ReplaceAll(m, "\n", "\r\n") + "\r\n", ""},
		{"cr", strings.ReplaceAll(m, "\n", "\r"), ""},
		{"bom", "\uFEFF" + m, ""},
		{"comment to the end", m + "// /*", ""},
		{"comment without end", m + "\n/* }", "4:1: this comment has no end"},
		{"utf-8", "// é ☃\n/* é */ const string S = 'é'\n" + m, ""},
		{"nul", m + "\x00", `3:2: "\x00" has no meaning here`},
		{"not ascii", "struct Größe {}", `1:10: "öß" has no meaning here`},
		{"not utf-8", "const string S = '\xff'", "1:18: the value of f.S does not fit string: it is not UTF-8"},
		{"string without end", "const string S = 'a", "1:18: this string has no end on its line"},
		{"string over lines", "const string S = 'a\n'\n" + m, "1:18: this string has no end on its line|2:1: this string has no end on its line"},
		{"escape", `const string S = "a\xb"`, "1:20: this escape means nothing"},
		{"escape at the end", "const string S = \"a\\", "1:18: this string has no end on its line|1:20: this escape means nothing"},
		{"unclosed", "struct A {", "1:11: } is missing: struct A is open at the end of the file"},
		{"large", strings.Repeat(" ", maxFile+1), "1:1: the file has more than 10 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := linked(diag.NewFile("f.thrift", []byte(c.text)))
			if s := strings.Join(errorsOf(list), "|"); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

// TestPackageName holds which namespace names the package.
func TestPackageName(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "my_file",
		"namespace py x.y":                    "my_file",
		"namespace java j":                    "j",
		"namespace java j namespace go g":     "g",
		"namespace go g namespace java j":     "g",
		"namespace * s namespace go g":        "s",
		"namespace rpcctl r namespace * s":    "r",
		"namespace * s\nnamespace rpcctl r.s": "r.s",
		"java_package j.k":                    "j.k",
	} {
		packages, list := Read([]*diag.File{diag.NewFile("a/my-file.thrift", []byte(text))})
		if got := packages[0].Name; got != want || list.HasErrors() {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, list)
		}
	}
}

// TestParts holds that files of one namespace are one package, and that a name
// in both is an error with both places.
func TestParts(t *testing.T) {
	s, list := linked(
		diag.NewFile("x/a.thrift", []byte("namespace go p\nstruct A {1: i32 x}")),
		diag.NewFile("x/b.thrift", []byte("namespace go p\ninclude 'a.thrift'\nstruct B {1: a.A a}")),
	)
	if list.HasErrors() || len(s.Packages) != 1 || len(s.Packages[0].Messages) != 2 {
		t.Fatal(list, s.Packages)
	}
	_, list = linked(
		diag.NewFile("x/a.thrift", []byte("namespace go p\nstruct A {1: i32 x}")),
		diag.NewFile("y/b.thrift", []byte("namespace go p\nstruct A {1: i32 x}")),
	)
	if len(list) != 1 || list[0].Span.Path() != "y/b.thrift" || list[0].Related[0].Span.Path() != "x/a.thrift" {
		t.Errorf("%+v", list)
	}
}

// TestHostile feeds a million of each token. Each takes well under a second on
// a machine of its own; the bound leaves room for one that is busy with others.
func TestHostile(t *testing.T) {
	const bound = 4 * time.Second
	for _, token := range []string{
		"{", "}", "(", ")", "<", ">", "[", "]", ",", ";", ":", "=", "*", "&", "/", "//", "//\n", "/*", "/* */", "/**/", "#", "#\n", "'", "\"", "\\", "''",
		"0", "1 ", "1:", "-", ".", "\x00", "é", "\xff", "a ", "a.", "struct ", "struct A {", "struct A {}\n", "list<", "map<i32,", "1: i32 a ", "1: i32 a xsd_attrs {",
		"service S {", "void f(", "enum E {A ", "A = 1,", "const i32 a = ", "const i32 a = 1 ", "{1:", "typedef i32 a ", "typedef a a ", "include 'a' ", "namespace go a ",
		"(a=\"b\")", "throws (", "exception E ", "required ", "\n", " ",
	} {
		for _, before := range []string{"", "struct A {\n", "service S { void f(", "const list<i32> L = ", "typedef "} {
			n := min(1_000_000, (maxFile-100)/len(token))
			if before != "" {
				n /= 10
			}
			f := diag.NewFile("a.thrift", []byte(before+strings.Repeat(token, n)))
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
			} else if took > bound/4 {
				t.Logf("%q after %q took %v", token, before, took)
			}
			if len(list) > maxProblems {
				t.Errorf("%q after %q: %d problems", token, before, len(list))
			}
		}
	}
}

// TestBlowUp holds that names which stand for much, over and over, end.
func TestBlowUp(t *testing.T) {
	types, consts := "typedef list<i32> T0\n", "const i32 C0 = 1\n"
	for i := 1; i < 60; i++ {
		types += fmt.Sprintf("typedef map<T%d, T%d> T%d\n", i-1, i-1, i)
		consts += fmt.Sprintf("const list<list<i32>> C%d = [C%d, C%d]\n", i, i-1, i-1)
	}
	for name, text := range map[string]string{"types": types + "struct A {1: T59 a}", "consts": consts} {
		start := time.Now()
		_, list := linked(diag.NewFile("a.thrift", []byte(text)))
		if !list.HasErrors() || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %v, %v", name, list, time.Since(start))
		}
	}
}
