package gfj

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// FuzzRead holds, of any bytes: no panic, spans inside the file, text in each
// problem; and of a file without errors: formatting keeps what it means and is
// idempotent, and what Write says of it without losses reads back as the same.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*/*.gfj")
	for _, path := range append(paths, "testdata/good.gfj") {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range []string{"\uFEFFmessage A {\nint8 B\n}0", "/* a\n*/ message A {\r\n int8\x00B\r\n}\r", "// package: a.b\n// was: c"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("f.gfj", text)
		packages, list := Read([]*diag.File{file})
		for _, d := range list {
			if d.Message == "" || d.Code == "" || d.Severity == 0 {
				t.Fatalf("%+v", d)
			}
			inside(t, file, d.Span)
			for _, r := range d.Related {
				inside(t, file, r.Span)
			}
		}
		if len(packages) != 1 || packages[0].Name == "" {
			t.Fatalf("%d packages", len(packages))
		}
		if list.HasErrors() {
			return
		}
		want := dump(packages[0], false)
		formatted, list := Format(file)
		if list.HasErrors() {
			return // longer lines
		}
		if got := dump(reread(t, formatted), false); got != want {
			t.Fatalf("formatting changed\n%s\nto\n%s", want, got)
		}
		if again, _ := Format(diag.NewFile("f.gfj", formatted)); !bytes.Equal(again, formatted) {
			t.Fatalf("formatted again\n%q\nis\n%q", formatted, again)
		}
		if _, list := schema.Link(packages, nil); list.HasErrors() {
			return
		}
		written, losses := Write(packages[0])
		p := reread(t, written)
		if got := dump(p, false); len(losses) == 0 && got != want {
			t.Fatalf("writing changed\n%s\nto\n%s", want, got)
		}
		if formatted, _ := Format(diag.NewFile("f.gfj", written)); !bytes.Equal(formatted, written) {
			t.Fatalf("written\n%s\nis formatted as\n%s", written, formatted)
		}
	})
}

func reread(t *testing.T, text []byte) *schema.Package {
	t.Helper()
	packages, list := Read([]*diag.File{diag.NewFile("f.gfj", text)})
	if list.HasErrors() {
		t.Fatalf("%s\ndoesn't read: %v", text, list)
	}
	return packages[0]
}

func inside(t *testing.T, f *diag.File, s diag.Span) {
	t.Helper()
	if s.Path() != f.Path || !s.Known() || s.Start().Offset > s.End().Offset || s.End().Offset > len(f.Text) {
		t.Fatalf("span %+v of %d bytes", s, len(f.Text))
	}
}
