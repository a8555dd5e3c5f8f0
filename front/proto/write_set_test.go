package proto_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// TestWriteSet holds, for every contract in every language, that the set holds
// what Write says, with the same losses, and of .proto the model itself.
func TestWriteSet(t *testing.T) {
	dirs, _ := filepath.Glob("../../testdata/contracts/*/*")
	dirs = append(dirs, "../../testdata/contracts/names", "testdata/valid")
	dirs = slices.DeleteFunc(dirs, func(p string) bool { return strings.HasSuffix(p, "want.json") })
	tried := map[string]int{}
	for _, at := range dirs {
		t.Run(strings.TrimPrefix(at, "../../testdata/contracts/"), func(t *testing.T) {
			r, err := front.Load(front.Tree{FS: os.DirFS("../..")}, []string{repository(at)}, all.Languages())
			if err != nil {
				t.Fatal(err)
			}
			s, list := schema.Link(r.Packages, nil)
			if list = append(r.Problems, list...); list.HasErrors() {
				t.Skip("it is no contract of its own:", list[0].Message)
			}
			var own []*schema.Package
			for _, p := range s.Packages {
				if !p.Imported {
					own = append(own, p)
				}
			}
			if len(own) == 0 {
				t.Skip("there are no contracts in it")
			}
			data, losses := proto.WriteSet(s, own)
			if losses.HasErrors() {
				t.Fatal(losses)
			}
			back, _, list := fromSet(t, "set.binpb", data)
			if list.HasErrors() {
				t.Fatalf("%v", list)
			}
			tree := fstest.MapFS{}
			var said diag.List
			for _, p := range s.Packages {
				if p.Name == "google.protobuf" {
					continue
				}
				files, lost := proto.WriteFiles(p)
				said = append(said, lost...)
				for _, f := range files {
					tree[f.Path] = &fstest.MapFile{Data: f.Text}
				}
			}
			if d := cmp.Diff(said.Sort(), losses); d != "" {
				t.Error(d)
			}
			text, _ := errorsOf(t, tree)
			for _, p := range own {
				tried[p.Language]++
				q, _ := back.Lookup(p.Name).(*schema.Package)
				if q == nil || q.Imported {
					t.Fatalf("%s is not in the set", p.Name)
				}
				if p.Language == "proto" && !strings.Contains(at, "valid") {
					if d := cmp.Diff(essence(t, p), essence(t, q)); d != "" {
						t.Error(d)
					}
				}
				written, _ := text.Lookup(p.Name).(*schema.Package)
				if d := cmp.Diff(meaning(t, written), meaning(t, q)); d != "" && !slices.ContainsFunc(p.Imports, isProto) {
					t.Error(d)
				}
			}
		})
	}
	for _, language := range []string{"hcl", "gfj", "thrift", "go", "proto"} {
		if tried[language] == 0 {
			t.Errorf("no contract in %s was tried", language)
		}
	}
}

// meaning is essence with options in one order.
func meaning(t testing.TB, p *schema.Package) string {
	t.Helper()
	return whole(t, &schema.Package{Decl: schema.Decl{Name: p.Name}, Services: p.Services, Messages: p.Messages, Enums: p.Enums})
}

func isProto(i *schema.Import) bool { return strings.HasSuffix(i.Source, ".proto") }

func repository(at string) string {
	if rest, ok := strings.CutPrefix(at, "../../"); ok {
		return strings.TrimSuffix(rest, "/")
	}
	return "front/proto/" + strings.TrimSuffix(at, "/")
}

// TestSetMarksImports holds that a set says which of its files are imports, and
// has them before those that import them.
func TestSetMarksImports(t *testing.T) {
	r, err := front.Load(front.Tree{FS: os.DirFS("../../testdata/contracts/eq-imports/proto")}, []string{"."}, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	if list.HasErrors() {
		t.Fatal(list)
	}
	for _, p := range s.Packages {
		if len(p.Imports) == 0 {
			continue
		}
		data, losses := proto.WriteSet(s, []*schema.Package{p})
		if losses.HasErrors() {
			t.Fatal(losses)
		}
		set := &descriptorpb.FileDescriptorSet{}
		if err := protobuf.Unmarshal(data, set); err != nil {
			t.Fatal(err)
		}
		if n := len(set.File); n < 2 || set.File[n-1].GetPackage() != p.Name {
			t.Errorf("%d files, the last is %s", n, set.File[n-1].GetName())
		}
		back, _, _ := fromSet(t, "set.binpb", data)
		for _, q := range back.Packages {
			if q.Imported != (q.Name != p.Name) {
				t.Errorf("%s is imported: %v", q.Name, q.Imported)
			}
		}
		return
	}
	t.Error("no package imports another")
}

// TestSetOfACircle holds that packages may import each other file by file, and are
// refused in words where their files are not known.
func TestSetOfACircle(t *testing.T) {
	tree := fstest.MapFS{
		"a/one.proto": {Data: []byte(`syntax = "proto3"; package a; import "b/one.proto"; message A { b.B b = 1; }`)},
		"a/two.proto": {Data: []byte(`syntax = "proto3"; package a; message Two {}`)},
		"b/one.proto": {Data: []byte(`syntax = "proto3"; package b; import "a/two.proto"; message B { a.Two two = 1; }`)},
	}
	s, errors := errorsOf(t, tree)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	if _, list := proto.WriteSet(s, s.Packages); len(list) > 0 {
		t.Errorf("%v", list)
	}
	for _, p := range s.Packages {
		p.Files = nil
	}
	data, list := proto.WriteSet(s, s.Packages)
	if data != nil || !list.HasErrors() || !strings.Contains(list[0].Message, "cycle") || !list[0].Span.Known() {
		t.Errorf("%v", list)
	}
}
