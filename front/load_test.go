package front_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func tree(files ...string) front.Tree {
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return front.Tree{FS: m, Display: func(p string) string { return "root/" + p }}
}

func load(t *testing.T, tr front.Tree, paths ...string) front.Result {
	t.Helper()
	r, err := front.Load(tr, paths, []*front.Language{hclidl.Language()})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// say writes a result on lines.
func say(r front.Result) string {
	var b strings.Builder
	for _, p := range r.Packages {
		fmt.Fprintf(&b, "%s %s", p.Name, p.Path)
		if p.Imported {
			b.WriteString(" imported")
		}
		for _, i := range p.Imports {
			fmt.Fprintf(&b, " %s=%s", i.Local, i.Package)
		}
		b.WriteString("\n")
	}
	for _, d := range r.Problems {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Code, d.Message)
	}
	for _, p := range r.Empty {
		fmt.Fprintf(&b, "empty %s\n", p)
	}
	return b.String()
}

func pkg(name string, imports ...string) string {
	s := "package \"" + name + "\" {}\n"
	for i := 0; i < len(imports); i += 2 {
		s += "import \"" + imports[i] + "\" {\n  source = \"" + imports[i+1] + "\"\n}\n"
	}
	return s
}

func TestLoad(t *testing.T) {
	tr := tree(
		"a/a.rpc.hcl", pkg("a", "b", "../b", "x", "../none", "r", "registry:x", "up", "../../y", "e", "../empty", "z", "x.zip", "abs", "/b"),
		"a/more.rpc.hcl", "message \"M\" {}\n",
		"a/README.md", "no contract",
		"a/deep/c.rpc.hcl.json", `{"package": {"c": {}}, "import": {"a": {"source": ".."}}}`,
		"a/node_modules/n.rpc.hcl", pkg("n"), "a/.git/g.rpc.hcl", pkg("g"), "a/vendor/v.rpc.hcl", pkg("v"),
		"b/b.rpc.hcl", pkg("b", "a", "../a", "d", "./d"),
		"b/d/d.rpc.hcl", pkg("d"),
		"empty/README.md", "",
		"two/one.rpc.hcl", pkg("one"), "two/two.rpc.hcl", pkg("two"),
	)
	const problems = `root/a/a.rpc.hcl:6:12: import-missing: import x names root/none, which is no directory
root/a/a.rpc.hcl:9:12: import-missing: import r has a source that can't be read here: registry
root/a/a.rpc.hcl:12:12: import-missing: import up leaves the tree that contracts are read from
root/a/a.rpc.hcl:15:12: import-missing: import e finds no contract in root/empty
root/a/a.rpc.hcl:18:12: import-missing: import z has a source that can't be read here: archives and revisions
root/a/a.rpc.hcl:21:12: import-missing: import abs has a source that is no relative path
`
	cases := []struct {
		name  string
		paths []string
		want  string
	}{
		{"a directory and what it imports", []string{"a"},
			"a root/a b=b x= r= up= e= z= abs=\nc root/a/deep a=a\nb root/b imported a=a d=d\nd root/b/d imported\n" + problems},
		{"two directories, one twice", []string{"b", "a/", "./a"},
			"a root/a b=b x= r= up= e= z= abs=\nc root/a/deep a=a\nb root/b a=a d=d\nd root/b/d\n" + problems},
		{"one file alone", []string{"two/two.rpc.hcl"}, "two root/two/two.rpc.hcl\n"},
		{"each file alone", []string{"two/two.rpc.hcl", "two/one.rpc.hcl"}, "one root/two/one.rpc.hcl\ntwo root/two/two.rpc.hcl\n"},
		{"a file and its directory", []string{"b/d/d.rpc.hcl", "b/d"}, "d root/b/d\n"},
		{"nothing there", []string{"empty", "a/README.md"}, "empty empty\nempty a/README.md\n"},
		{"hidden, but named", []string{"a/.git", "a/vendor"}, "g root/a/.git\nv root/a/vendor\n"},
		{"nothing named", nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := say(load(t, tr, c.paths...)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	r := load(t, tr, "a")
	for path, f := range r.Files {
		if f.Path != path || f.Text == nil {
			t.Errorf("file %s: %+v", path, f.Path)
		}
	}
	if len(r.Files) != 5 {
		t.Errorf("%d files", len(r.Files))
	}
}

func TestLoadNotThere(t *testing.T) {
	_, err := front.Load(tree("a/a.rpc.hcl", pkg("a")), []string{"a", "b/c"}, []*front.Language{hclidl.Language()})
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "root/b/c: file does not exist" {
		t.Errorf("got %v", err)
	}
}

func TestLoadTooLarge(t *testing.T) {
	tr := tree("a/a.rpc.hcl", pkg("a"), "a/b.rpc.hcl", "#"+strings.Repeat(" ", 10<<20))
	if got := say(load(t, tr, "a")); got != "a root/a\nroot/a/b.rpc.hcl:1:1: parse: the file has more than 10 MiB, and is not read\n" {
		t.Error(got)
	}
}

func TestLoadMath(t *testing.T) {
	r, err := front.Load(front.Tree{FS: os.DirFS("../testdata/contracts")}, []string{"math"}, []*front.Language{hclidl.Language()})
	if err != nil || len(r.Problems) > 0 || len(r.Packages) != 2 {
		t.Fatalf("%v %+v", err, r)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	if list.HasErrors() {
		t.Fatal(list)
	}
	if f, ok := s.Lookup("demo.math.Event.at").(*schema.Field); !ok || f.Type.String() != "demo.common.Timestamp" {
		t.Errorf("at is %+v", f)
	}
}

// Packages that import others say the same when they are written and loaded
// again, in both syntaxes.
func TestWrittenPackagesLoad(t *testing.T) {
	dirs, err := os.ReadDir("../testdata/contracts")
	if err != nil || len(dirs) == 0 {
		t.Fatal(err, dirs)
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) { writtenLoads(t, d.Name()) })
	}
}

func writtenLoads(t *testing.T, dir string) {
	langs := []*front.Language{hclidl.Language()}
	linked := func(tr front.Tree) []*schema.Package {
		t.Helper()
		r, err := front.Load(tr, []string{dir}, langs)
		if err != nil || len(r.Problems) > 0 {
			t.Fatal(err, r.Problems)
		}
		if _, list := schema.Link(r.Packages, all.Infos()); list.HasErrors() {
			t.Fatal(list)
		}
		return r.Packages
	}
	before := linked(front.Tree{FS: os.DirFS("../testdata/contracts")})
	if len(before) == 0 {
		t.Skip("the case is in other languages alone")
	}
	for name, write := range map[string]func(*schema.Package) ([]byte, diag.List){"x.rpc.hcl": hclidl.Write, "x.rpc.hcl.json": hclidl.WriteJSON} {
		tr := front.Tree{FS: fstest.MapFS{}}
		for _, p := range before {
			text, losses := write(p)
			if len(losses) > 0 {
				t.Error(losses)
			}
			tr.FS.(fstest.MapFS)[p.Path+"/"+name] = &fstest.MapFile{Data: text}
		}
		after := linked(tr)
		if len(after) != len(before) {
			t.Fatalf("%d packages", len(after))
		}
		for i := range before {
			// Both are linked, so their texts hold what names mean.
			want, _ := write(before[i])
			got, _ := write(after[i])
			if string(got) != string(want) {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
			}
		}
	}
}
