package thrift

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/snapshot"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// open loads and links what a tree holds; errors end the test.
func open(t testing.TB, tree fs.FS, paths ...string) *schema.Schema {
	t.Helper()
	r, err := front.Load(front.Tree{FS: tree}, paths, []*front.Language{hclidl.Language(), gfj.Language(), snapshot.Language(), Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	if list = append(r.Problems, list...); list.HasErrors() {
		t.Fatal(errorsOf(list))
	}
	return s
}

// neutral is what a schema says. A package that promises no wires promises those
// of its language, which others say in words.
func neutral(t testing.TB, s *schema.Schema) string {
	t.Helper()
	for _, p := range s.Packages {
		if p.Wires == nil {
			for _, w := range schema.DefaultWires(p.Language) {
				p.Wires = append(p.Wires, schema.Ident{Name: w})
			}
		}
	}
	text, err := schema.Encode(s, schema.EncodeOptions{Neutral: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rewrite says every package of s in a language, and reads it back.
func rewrite(t testing.TB, s *schema.Schema, l *front.Language) (*schema.Schema, diag.List) {
	t.Helper()
	tree, losses := fstest.MapFS{}, diag.List{}
	for _, p := range s.Packages {
		text, lost := l.Write(p)
		losses = append(losses, lost...)
		dir := "."
		if l.Name == "hcl" { // an import is a directory
			dir = p.Name
		}
		tree[strings.TrimPrefix(dir+"/", "./")+p.Name+l.Extension] = &fstest.MapFile{Data: text}
	}
	return open(t, tree, "."), losses
}

// TestRoundTrip holds that thrift → json → thrift and thrift → hcl → json say the
// same without a loss.
func TestRoundTrip(t *testing.T) {
	paths, _ := filepath.Glob("testdata/good/*.thrift")
	cases, _ := filepath.Glob("../../testdata/cases/thrift/*/*.thrift")
	for _, path := range append(paths, cases...) {
		s := open(t, os.DirFS(filepath.Dir(path)), filepath.Base(path))
		want := neutral(t, s)
		for _, way := range [][]*front.Language{
			{Language()}, {snapshot.Language(), Language()}, {hclidl.Language(), snapshot.Language()}, {hclidl.Language(), Language()},
		} {
			at, names := s, "thrift"
			for _, l := range way {
				next, losses := rewrite(t, at, l)
				names += " → " + l.Name
				for _, d := range losses {
					t.Errorf("%s: %s: %s", path, names, d.Message)
				}
				at = next
			}
			if got := neutral(t, at); got != want {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", path, names, got, want)
			}
		}
	}
}

// TestRoundTripIncludes holds that names of included files are found again: in
// the contract language they are packages of directories, which is said.
func TestRoundTripIncludes(t *testing.T) {
	s := open(t, os.DirFS("../../testdata/contracts/eq-imports/thrift"), ".")
	want := neutral(t, s)
	for _, way := range [][]*front.Language{{Language()}, {hclidl.Language(), snapshot.Language()}, {hclidl.Language(), Language()}} {
		at := s
		for _, l := range way {
			next, losses := rewrite(t, at, l)
			for _, d := range losses {
				if l.Name != "hcl" || !strings.Contains(d.Message, "eq.imports: imports the package eq.common from the directory ../eq.common") {
					t.Errorf("%s: %s", l.Name, d.Message)
				}
			}
			at = next
		}
		if got := neutral(t, at); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", way[0].Name, got, want)
		}
	}
}

// TestWriteContracts holds what of the contracts of other languages is lost.
func TestWriteContracts(t *testing.T) {
	entries, err := os.ReadDir("../../testdata/contracts")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, e := range entries {
		if _, err := os.Stat("../../testdata/contracts/" + e.Name() + "/want.json"); err == nil {
			continue // one contract in several languages
		}
		tree := os.DirFS("../../testdata/contracts/" + e.Name())
		s := open(t, tree, ".")
		again, losses := rewrite(t, s, Language())
		out.WriteString("-- " + e.Name() + " --\n")
		for _, d := range losses.Sort() {
			if d.Severity != diag.Warning || d.Subject == "" || d.Code != "convert" {
				t.Errorf("%+v", d)
			}
			out.WriteString(d.Message + "\n")
		}
		if got, want := neutral(t, again), neutral(t, s); len(losses) == 0 && got != want {
			t.Errorf("%s: no loss, but got\n%s\nwant\n%s", e.Name(), got, want)
		}
	}
	golden.Equal(t, "testdata/losses.golden", out.Bytes())
}

// TestLoad holds how includes are found, and what of them is used.
func TestLoad(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	tree := fstest.MapFS{
		"api/user.thrift": file("namespace go api.user\ninclude \"common/base.thrift\"\ninclude '../api/ids.thrift'\ninclude 'gone.thrift'\n" +
			"struct User {1: ids.Id id = ids.FIRST, 2: base.Color color = base.Color.RED, 3: base.Page page}\n" +
			"service Users extends base.Base {base.Page find(1: ids.Id at) throws (1: base.Bad bad)}"),
		"api/ids.thrift":     file("typedef common.Id Id\ninclude 'x'\n"),
		"common/base.thrift": file("namespace go common\nenum Color {BLUE, RED}\nstruct Page {1: i32 n}\nexception Bad {}\nservice Base {void ping()}"),
		"other/no.thrift":    file("struct Other {1: Missing m}"),
	}
	tree["api/ids.thrift"] = file("include 'common/ids.thrift'\ntypedef ids.Id Id\nconst Id FIRST = 1")
	tree["common/ids.thrift"] = file("typedef i64 Id")
	r, err := front.Load(front.Tree{FS: tree}, []string{"api/user.thrift"}, []*front.Language{Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	if got := errorsOf(append(r.Problems, list...)); len(got) != 1 || got[0] != "4:10: the include gone was not found: gone.thrift" {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]string{"api.user.User.id": "int64", "api.user.User.color": "common.Color", "api.user.User.page": "common.Page"} {
		if f, ok := s.Lookup(name).(*schema.Field); !ok || f.Type.String() != want {
			t.Errorf("%s is %+v", name, f)
		}
	}
	if m := s.Lookup("api.user.Users.find").(*schema.Method); m.Errors[0].Target == nil || m.Parent.Super == nil || len(m.Parent.AllMethods()) != 2 {
		t.Errorf("%+v", m)
	}
	for _, p := range s.Packages {
		if p.Imported != (p.Name != "api.user") {
			t.Errorf("%s: imported %v", p.Name, p.Imported)
		}
		for _, i := range p.Imports {
			if i.Local == "ids" && !i.Used {
				t.Errorf("%s: %s is unused", p.Name, i.Local)
			}
		}
	}
	if len(r.Files) != 4 {
		t.Errorf("%d files", len(r.Files))
	}
}
