package proto_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/google/go-cmp/cmp"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// compiled has the compiler make a descriptor set of files and what they import.
func compiled(t testing.TB, tree fs.FS, files ...string) *descriptorpb.FileDescriptorSet {
	t.Helper()
	c := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
			Accessor: func(p string) (io.ReadCloser, error) { return tree.Open(p) },
		}),
	}
	linked, err := c.Compile(context.Background(), files...)
	if err != nil {
		t.Fatal(err)
	}
	set := &descriptorpb.FileDescriptorSet{}
	done := map[string]bool{}
	var add func(protoreflect.FileDescriptor)
	add = func(f protoreflect.FileDescriptor) {
		if done[f.Path()] {
			return
		}
		done[f.Path()] = true
		for i := range f.Imports().Len() {
			add(f.Imports().Get(i).FileDescriptor)
		}
		if r, ok := f.(linker.Result); ok {
			set.File = append(set.File, r.FileDescriptorProto())
		} else {
			set.File = append(set.File, protodesc.ToFileDescriptorProto(f))
		}
	}
	for _, f := range linked {
		add(f)
	}
	return set
}

func marshal(t testing.TB, set *descriptorpb.FileDescriptorSet) []byte {
	t.Helper()
	data, err := protobuf.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fromSet reads and links a descriptor set.
func fromSet(t testing.TB, name string, data []byte) (*schema.Schema, front.Result, diag.List) {
	t.Helper()
	r, err := front.Load(front.Tree{FS: fstest.MapFS{name: {Data: data}}}, []string{name}, []*front.Language{proto.DescriptorSet()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	return s, r, append(r.Problems, list...)
}

// whole is a package as text, less what a descriptor set has no place for: the
// order of options, of the members of their literals and of enums among messages,
// where files are, and whether the oldest syntax was said.
func whole(t testing.TB, p *schema.Package) string {
	t.Helper()
	text, err := schema.EncodePackage(p, schema.EncodeOptions{Neutral: true})
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Packages []map[string]any }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	one := doc.Packages[0]
	delete(one, "path")
	delete(one, "imported")
	for _, key := range []string{"services", "messages", "enums"} {
		list, _ := one[key].([]any)
		slices.SortStableFunc(list, func(a, b any) int {
			return strings.Compare(a.(map[string]any)["name"].(string), b.(map[string]any)["name"].(string))
		})
	}
	var sorted func(v any)
	sorted = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				sorted(x)
			}
		case map[string]any:
			if value, _ := v["value"].(map[string]any); v["name"] == "proto.syntax" && value["kind"] == "null" {
				v["value"] = map[string]any{"kind": "string", "text": "proto2"}
			}
			for _, x := range v {
				sorted(x)
			}
			for _, key := range []string{"options", "fields", "imports"} {
				list, ok := v[key].([]any)
				if value, is := v["kind"]; !ok || key == "fields" && (!is || value != "object") {
					continue
				}
				slices.SortStableFunc(list, func(a, b any) int {
					x, _ := json.Marshal(a)
					y, _ := json.Marshal(b)
					return strings.Compare(string(x), string(y))
				})
			}
		}
	}
	sorted(one)
	out, err := json.MarshalIndent(one, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestDescriptorSetIsItsSources holds that a set is read as its sources are.
func TestDescriptorSetIsItsSources(t *testing.T) {
	valid := inMemory(t, "testdata/valid")
	// The compiler gives entries of maps the value that they lack.
	orders := valid["shop/orders.proto"]
	orders.Data = bytes.Replace(orders.Data, []byte(`weights: { key: "l" }`), []byte(`weights: { key: "l" value: 0 }`), 1)
	trees := map[string]fs.FS{"testdata/valid": valid}
	for _, p := range protoFiles(os.DirFS("../../testdata/contracts")) {
		dir := "../../testdata/contracts/" + path.Dir(p)
		trees[dir] = os.DirFS(dir)
	}
	for dir, tree := range trees {
		t.Run(path.Base(dir), func(t *testing.T) {
			files := protoFiles(tree)
			source, problems := errorsOf(t, tree)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			set, r, list := fromSet(t, "set.binpb", marshal(t, compiled(t, tree, files...)))
			for _, d := range list {
				t.Errorf("%s:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Message)
			}
			for _, p := range source.Packages {
				if p.Name == "google.protobuf" {
					continue // built in, without comments
				}
				q, _ := set.Lookup(p.Name).(*schema.Package)
				if q == nil {
					t.Errorf("package %s is not there", p.Name)
				} else if d := cmp.Diff(whole(t, p), whole(t, q)); d != "" {
					t.Errorf("%s: %s", p.Name, d)
				} else if p.Imported != q.Imported {
					t.Errorf("%s is imported: %v, and %v", p.Name, p.Imported, q.Imported)
				}
			}
			for _, f := range files {
				if r.Files["set.binpb//"+f] == nil {
					t.Errorf("%s is not kept for messages", f)
				}
			}
		})
	}
}

// TestCorpusAsSet reads every file of the corpus that compiles from its sources
// and from its descriptor set, alone with its imports.
func TestCorpusAsSet(t *testing.T) {
	dir := corpus(t)
	tree := os.DirFS(dir)
	source, _ := linked(t, dir, ".")
	files := protoFiles(tree)
	theirs, all := judge(tree, files)
	var good []string
	for _, f := range all {
		if f != nil && len(theirs[f.Path()]) == 0 {
			good = append(good, f.Path())
		}
	}
	data := marshal(t, compiled(t, tree, good...))
	set, _, list := fromSet(t, "corpus.binpb", data)
	if list.HasErrors() {
		t.Errorf("%.2000v", list)
	}
	bad := map[string]bool{} // those that clash with others are not in what was compiled
	for _, f := range files {
		bad[f] = !slices.Contains(good, f)
	}
	same, partial := 0, 0
	for _, p := range source.Packages {
		whether := p.Name == "google.protobuf" // what is built in has no comments in a set
		schema.WalkPackage(p, func(n schema.Node) { whether = whether || bad[n.Base().Span.Path()] })
		q, _ := set.Lookup(p.Name).(*schema.Package)
		switch {
		case whether || q == nil:
			partial++
		case whole(t, p) == whole(t, q):
			same++
		default:
			t.Errorf("%s: %s", p.Name, firstDifference(whole(t, p), whole(t, q)))
		}
	}
	t.Logf("%d files in a set of %d bytes: %d packages are the same, %d can't be compared", len(good), len(data), same, partial)
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return x[i] + " | " + y[min(i, len(y)-1)]
		}
	}
	return "the set says more"
}
