package hclidl

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func seeds(f *testing.F, json bool) {
	paths, _ := filepath.Glob("testdata/*/*.rpc.hcl")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if !json {
			f.Add(text)
			continue
		}
		if packages, list := Read([]*diag.File{diag.NewFile(path, text)}); !list.HasErrors() {
			made, _ := WriteJSON(packages[0])
			f.Add(made)
		}
	}
	for _, text := range []string{"package a {", "message \"a\" {\n\ta = field(", "package\"", "a b c {}", "service \"a\" \"b\" { method \"c\" { params = { a", "message \"M\" {\n  # x\n  doc = field(1, string) # y\n}\n"} {
		f.Add([]byte(text))
	}
}

// check holds what every reader promises: nothing panics, every problem has its
// words and a place in the file, and what was understood can be linked.
func check(t *testing.T, f *diag.File) (*schema.Package, diag.List) {
	packages, list := Read([]*diag.File{f})
	for _, d := range list {
		spans := []diag.Span{d.Span}
		for _, r := range d.Related {
			spans = append(spans, r.Span)
		}
		for _, s := range spans {
			if d.Severity == 0 || d.Message == "" || d.Code == "" || !s.Known() || s.Path() != f.Path ||
				s.End().Offset < s.Start().Offset || s.End().Offset > len(f.Text) {
				t.Fatalf("bad diagnostic %+v", d)
			}
		}
	}
	if len(packages) != 1 {
		t.Fatalf("%d packages", len(packages))
	}
	return packages[0], list
}

func FuzzRead(f *testing.F) {
	seeds(f, false)
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("a.rpc.hcl", text)
		p, list := check(t, file)
		_, links := schema.Link([]*schema.Package{p}, all.Infos())
		if list.HasErrors() || links.HasErrors() {
			return
		}
		// what reads and links says the same when written and read again
		for name, write := range map[string]func(*schema.Package) ([]byte, diag.List){"b.rpc.hcl": Write, "b.rpc.hcl.json": WriteJSON} {
			made, losses := write(p)
			if len(losses) > 0 {
				t.Fatalf("losses: %v", losses)
			}
			want, _ := Read([]*diag.File{file})
			got, list := Read([]*diag.File{diag.NewFile(name, made)})
			if list.HasErrors() {
				t.Fatalf("%s: %v\n%s", name, list, made)
			}
			if name != "b.rpc.hcl" {
				asInJSON(want[0])
				asInJSON(got[0])
			}
			if d := cmp.Diff(want[0], got[0], sameModel); d != "" {
				t.Fatalf("%s (-want +got)\n%s\n%s", name, d, made)
			}
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	seeds(f, true)
	f.Add([]byte(`{"package": {"a": {"version": "1", "//": 1}}, "message": {"M": [{"a": "field(1, li\u0073t(string))"}, {}]}, "enum": {"E": {"A": 1, "values": [{"B": "value(2, {\n})"}]}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, _ := check(t, diag.NewFile("a.rpc.hcl.json", text))
		schema.Link([]*schema.Package{p}, all.Infos())
	})
}

func FuzzFormat(f *testing.F) {
	seeds(f, false)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"a.rpc.hcl", "a.rpc.hcl.json"} {
			file := diag.NewFile(name, text)
			once, list := Format(file)
			if list.HasErrors() {
				if !bytes.Equal(once, text) {
					t.Fatal("a broken file was changed")
				}
				continue
			}
			twice, list := Format(diag.NewFile(name, once))
			if list.HasErrors() || !bytes.Equal(once, twice) {
				t.Fatalf("not idempotent: %q then %q (%v)", once, twice, list)
			}
			before, problems := Read([]*diag.File{file})
			if problems.HasErrors() {
				continue
			}
			after, problems := Read([]*diag.File{diag.NewFile(name, once)})
			if problems.HasErrors() {
				t.Fatalf("broken: %v\n%s", problems, once)
			}
			if d := cmp.Diff(before, after, sameModel); d != "" {
				t.Fatalf("the contract changed (-before +after)\n%s\n%q\n%q", d, text, once)
			}
		}
	})
}
