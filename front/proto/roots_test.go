package proto_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// TestRoots holds where imports are found, what is read, and what is only imported.
func TestRoots(t *testing.T) {
	a := "syntax = \"proto3\"; package a; import \"b/b.proto\"; message A { b.B b = 1; }\n"
	b := "syntax = \"proto3\"; package b; message B {}\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		named string
		want  string
	}{
		{"the directory named", map[string]string{"p/a/a.proto": a, "p/b/b.proto": b}, "p", "p/a a; p/b b"},
		{"above it", map[string]string{"p/a/a.proto": a, "p/b/b.proto": b, "p/c/c.proto": b}, "p/a", "p/a a; p/b b imported"},
		{"a file of it", map[string]string{"p/a/a.proto": a, "p/b/b.proto": b}, "p/a/a.proto", "p/a a; p/b b imported"},
		{"below it", map[string]string{"x/p/a/a.proto": a, "x/p/b/b.proto": b}, ".", "x/p/a a; x/p/b b"},
		{"nowhere", map[string]string{"p/a/a.proto": a}, "p", `p/a a; p/a/a.proto:1:38 the import "b/b.proto" is not there`},
		{"not above the workspace", map[string]string{"p/w/rpcctl.hcl": "", "p/w/a/a.proto": a, "p/b/b.proto": b}, "p/w/a", `p/w/a a; p/w/a/a.proto:1:38 the import "b/b.proto" is not there`},
		{"buf v1", map[string]string{"p/buf.yaml": "version: v1\n", "p/a/a.proto": a, "p/b/b.proto": b}, "p/a", "p/a a; p/b b imported"},
		{"buf v1 work", map[string]string{"buf.work.yaml": "version: v1\ndirectories: [one, two]\n", "one/buf.yaml": "version: v1\n", "one/a/a.proto": a, "two/buf.yaml": "version: v1\n", "two/b/b.proto": b}, "one", "one/a a; two/b b imported"},
		{"buf v2", map[string]string{"buf.yaml": "version: v2\nmodules:\n  - path: one\n  - path: lib/two\n", "one/a/a.proto": a, "lib/two/b/b.proto": b}, "one", "lib/two/b b imported; one/a a"},
		{"buf roots", map[string]string{"buf.yaml": "version: v1beta1\nbuild:\n  roots: [one, two]\n", "one/a/a.proto": a, "two/b/b.proto": b}, "one", "one/a a; two/b b imported"},
		{"buf v2 leaves out", map[string]string{"buf.yaml": "version: v2\nmodules:\n  - path: .\n    excludes: [old]\n", "a/a.proto": a, "b/b.proto": b, "old/b/b.proto": b}, ".", "a a; b b"},
		{"a broken buf.yaml", map[string]string{"buf.yaml": "version: [", "a/a.proto": a, "b/b.proto": b}, ".", "a a; b b; buf.yaml:1:1 buf.yaml can't be read…"},
		{"well-known", map[string]string{"a.proto": "syntax = \"proto3\"; package a; import \"google/protobuf/any.proto\"; message A { google.protobuf.Any x = 1; }"}, ".", ". a; google/protobuf google.protobuf imported"},
		{"one's own well-known", map[string]string{"a.proto": "syntax = \"proto3\"; package a; import \"google/protobuf/any.proto\"; message A { google.protobuf.Any x = 1; }", "google/protobuf/any.proto": "syntax = \"proto3\"; package google.protobuf; message Any { int32 mine = 1; }"}, ".", ". a; google/protobuf google.protobuf"},
		{"never walked", map[string]string{"a/a.proto": b, "node_modules/b.proto": b, "vendor/b.proto": b, ".hidden/b.proto": b}, ".", "a b"},
		{"two files, one package", map[string]string{"a/one.proto": "syntax = \"proto3\"; package a; message One {}", "a/two.proto": "syntax = \"proto3\"; package a; import \"a/one.proto\"; message Two { One o = 1; }"}, ".", "a a"},
		{"no package", map[string]string{"my-file.proto": "message M { optional M m = 1; }"}, ".", ". my_file"},
		{"a circle", map[string]string{"a.proto": "syntax = \"proto3\"; package a; import \"b.proto\";", "b.proto": "syntax = \"proto3\"; package b; import \"a.proto\";"}, ".", ". a; . b; b.proto:1:38 the file imports itself: a.proto → b.proto → a.proto"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := fstest.MapFS{}
			for name, text := range c.files {
				tree[name] = &fstest.MapFile{Data: []byte(text)}
			}
			r, err := front.Load(front.Tree{FS: tree}, []string{c.named}, []*front.Language{proto.Language()})
			if err != nil {
				t.Fatal(err)
			}
			s, linked := schema.Link(r.Packages, nil)
			var got []string
			for _, p := range s.Packages {
				word := p.Path + " " + p.Name
				if p.Imported {
					word += " imported"
				}
				got = append(got, word)
			}
			for _, d := range append(r.Problems, linked...) {
				if d.Code != "import-cycle" || d.Severity == diag.Error {
					got = append(got, fmt.Sprintf("%s:%d:%d %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message))
				}
			}
			want := strings.Split(c.want, "; ")
			slices.Sort(got)
			slices.Sort(want)
			if !slices.EqualFunc(got, want, func(g, w string) bool {
				return g == w || strings.HasSuffix(w, "…") && strings.HasPrefix(g, strings.TrimSuffix(w, "…"))
			}) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// TestFromHCL: a contract in HCL imports a directory of .proto files.
func TestFromHCL(t *testing.T) {
	tree := fstest.MapFS{
		"a/a.rpc.hcl": {Data: []byte("package \"a\" {}\nimport \"b\" {\n  source = \"../b\"\n}\nmessage \"A\" {\n  b = field(1, optional(b.B))\n}\n")},
		"b/b.proto":   {Data: []byte("syntax = \"proto3\"; package b; import \"b/c.proto\"; message B { C c = 1; }")},
		"b/c.proto":   {Data: []byte("syntax = \"proto3\"; package b; message C {}")},
	}
	r, err := front.Load(front.Tree{FS: tree}, []string{"a"}, []*front.Language{hclidl.Language(), proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	if list = append(list, r.Problems...); len(list) > 0 {
		t.Fatal(list)
	}
	if m, _ := s.Lookup("a.A").(*schema.Message); m == nil || m.Fields[0].Type.Message() != s.Lookup("b.B") {
		t.Error("a.A.b is not b.B")
	}
}

// TestPlaces: where lines are long, places are found another way, and are the same.
func TestPlaces(t *testing.T) {
	spans := func(text string) map[string]diag.Span {
		parts, _ := proto.Read([]*diag.File{diag.NewFile("a.proto", []byte(text))})
		s, _ := schema.Link(parts, nil)
		all := map[string]diag.Span{}
		schema.Walk(s, func(n schema.Node) {
			all[n.FullName()+"/doc "+n.Base().Doc] = n.Base().Span
			all[n.FullName()+"/name"] = n.Base().NameSpan
		})
		return all
	}
	for _, p := range protoFiles(os.DirFS("testdata/valid")) {
		text, err := os.ReadFile("testdata/valid/" + p)
		if err != nil {
			t.Fatal(err)
		}
		short, long := spans(string(text)), spans(string(text)+"//"+strings.Repeat(" ", 5000)+"\n")
		if len(short) != len(long) || len(short) < 3 {
			t.Errorf("%s: %d and %d places", p, len(short), len(long))
		}
		for name, at := range short {
			if !long[name].Equal(at) {
				t.Errorf("%s: %s is at %v and %v", p, name, at, long[name])
			}
		}
	}
}

// TestCases: the cases that verdicts are held to are read.
func TestCases(t *testing.T) {
	const dir = "../../testdata/cases/proto"
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 25 {
		t.Fatal(len(entries), err)
	}
	for _, e := range entries {
		for _, side := range []string{"old", "new"} {
			if _, list := linked(t, dir, e.Name()+"/"+side); list.HasErrors() {
				t.Errorf("%s %s: %v", e.Name(), side, list)
			}
		}
	}
}

// TestUndocumented holds that documentation is left out where nobody asks for it,
// but for that of extensions: the options that they are kept as have it.
func TestUndocumented(t *testing.T) {
	text := "// A package.\npackage a;\n// An A.\nmessage A {\n  // One.\n  optional int32 one = 1;\n  extensions 5 to 9;\n}\n" +
		"// E.\nenum E {\n  // Z.\n  Z = 0;\n}\n// S.\nservice S {\n  // M.\n  rpc M(A) returns (A);\n}\nextend A {\n  // More.\n  optional int32 more = 5;\n}\n"
	tree := fstest.MapFS{"a.proto": {Data: []byte(text)}}
	for _, left := range []bool{false, true} {
		read, err := front.Load(front.Tree{FS: tree, Undocumented: left}, []string{"."}, []*front.Language{proto.Language()})
		if err != nil || len(read.Problems) > 0 {
			t.Fatal(err, read.Problems)
		}
		s, list := schema.Link(read.Packages, nil)
		if len(list) > 0 {
			t.Fatal(list)
		}
		docs := 0
		schema.Walk(s, func(n schema.Node) {
			if n.Base().Doc != "" {
				docs++
			}
		})
		if all := 7; left && docs != 0 || !left && docs != all {
			t.Errorf("left out: %t, and %d elements are documented", left, docs)
		}
		if kept := fmt.Sprint(s.Packages[0].Options); !strings.Contains(kept, "More.") {
			t.Errorf("left out: %t, and the extension is %s", left, kept)
		}
	}
}
