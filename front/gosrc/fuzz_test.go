package gosrc

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// FuzzRead holds, of any bytes: no panic, spans inside the file, text in each
// problem, and that Link can work on what was read.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*/*.go")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("//rpc:package a.b\npackage a\n//rpc:message\ntype M struct { A int `rpc:\"1\"`; M }\nconst ( A E = iota; B )\n//rpc:enum\ntype E int"))
	f.Add([]byte("//rpc:message\n\"\ntype M struct { A [1<<600]G[G[int]]"))
	f.Add([]byte("package A\n//rpc:message\ntype M struct{ A Pair[int] `rpc:\"1\"` }\ntype Pair struct{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("f.go", text)
		packages, list := Read([]*diag.File{file})
		check(t, file, list)
		if len(packages) > 1 {
			t.Fatalf("%d packages", len(packages))
		}
		_, list = schema.Link(packages, all.Infos())
		check(t, file, list)
	})
}

// FuzzTags holds the same of any text in a field's tag.
func FuzzTags(f *testing.F) {
	for _, s := range []string{
		`rpc:"1,name=a,default='x, ''y',was=b,deprecated=no more"`, `protobuf:"bytes,1,opt,name=message,def=a,b" json:"m,omitempty"`,
		`thrift:"name,1,required"`, `rpc:"-"`, `rpc:"1,encoding=zigzag,min=1e5,max=0x1,max_len=3,packed=false"`, `rpc:"\x31"`, `rpc:"1`, `rpc`, "rpc:\"1\"\r",
	} {
		f.Add(s, "int32")
	}
	f.Fuzz(func(t *testing.T, tag, typ string) {
		file := diag.NewFile("f.go", []byte("package p\n\n//rpc:message\ntype M struct {\n\tA "+typ+" `"+tag+"`\n}\n"))
		packages, list := Read([]*diag.File{file})
		check(t, file, list)
		_, list = schema.Link(packages, all.Infos())
		check(t, file, list)
	})
}

func check(t *testing.T, f *diag.File, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Message == "" || d.Code == "" || d.Severity == 0 {
			t.Fatalf("%+v", d)
		}
		inside(t, f, d.Span)
		for _, r := range d.Related {
			inside(t, f, r.Span)
		}
		for _, x := range d.Fixes {
			for _, e := range x.Edits {
				inside(t, f, e.Span)
			}
		}
	}
}

func inside(t *testing.T, f *diag.File, s diag.Span) {
	t.Helper()
	if s.Path() != f.Path || !s.Known() || s.Start().Offset > s.End().Offset || s.End().Offset > len(f.Text) {
		t.Fatalf("span %+v of %d bytes", s, len(f.Text))
	}
}
