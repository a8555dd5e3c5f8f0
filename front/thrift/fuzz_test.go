package thrift

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// FuzzRead holds, of any bytes: no panic, spans inside the file, text in each
// problem; and of what links: what Write says of it without losses reads back as
// the same.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*/*.thrift")
	cases, _ := filepath.Glob("../../testdata/cases/thrift/*/*.thrift")
	for _, path := range append(paths, cases...) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("f.thrift", text)
		packages, list := Read([]*diag.File{file})
		if len(packages) != 1 || packages[0].Name == "" {
			t.Fatalf("%d packages", len(packages))
		}
		s, more := schema.Link(packages, all.Infos())
		for _, d := range append(list, more...) {
			if d.Message == "" || d.Code == "" || d.Severity == 0 {
				t.Fatalf("%+v", d)
			}
			inside(t, file, d.Span)
			for _, r := range d.Related {
				inside(t, file, r.Span)
			}
		}
		if list.HasErrors() || more.HasErrors() {
			return
		}
		written, losses := Write(s.Packages[0])
		again, list := linked(diag.NewFile("f.thrift", written))
		if list.HasErrors() {
			t.Fatalf("%s\nis written as\n%s\nwhich has errors: %v", text, written, errorsOf(list))
		}
		if got, want := neutral(t, again), neutral(t, s); len(losses) == 0 && got != want {
			t.Fatalf("writing changed\n%s\nto\n%s\n%s", want, got, written)
		}
	})
}

func inside(t *testing.T, f *diag.File, s diag.Span) {
	t.Helper()
	if s.Path() != f.Path || !s.Known() || s.Start().Offset > s.End().Offset || s.End().Offset > len(f.Text) {
		t.Fatalf("span %+v of %d bytes", s, len(f.Text))
	}
}
