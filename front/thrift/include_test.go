package thrift

import (
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// TestSameNames holds that each file of a package looks names up in what it
// includes itself, and that files which include each other end.
func TestSameNames(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	tree := fstest.MapFS{
		"a/one.thrift":   file("namespace go p\ninclude 'ids.thrift'\nstruct One {1: ids.Id id, 2: ids.Of of}"),
		"a/ids.thrift":   file("namespace go a\ntypedef i64 Id\nstruct Of {}"),
		"b/two.thrift":   file("namespace go p\ninclude 'ids.thrift'\ninclude '../a/one.thrift'\nstruct Two {1: ids.Id id, 2: ids.Of of, 3: one.One one}"),
		"b/ids.thrift":   file("namespace go b\ntypedef string Id\nstruct Of {}"),
		"c/ring.thrift":  file("namespace go c\ninclude 'gnir.thrift'\ntypedef gnir.Back Forth\nstruct Ring {1: Forth f}"),
		"c/gnir.thrift":  file("namespace go c\ninclude 'ring.thrift'\ntypedef i32 Back\nstruct Gnir {1: ring.Ring r}"),
		"c/d/up.thrift":  file("include 'a/ids.thrift'\nstruct Up {1: ids.Id id}"),
		"c/d/bad.thrift": file("namespace go bad\ninclude '/etc/passwd'\ninclude '../../../x.thrift'"),
	}
	r, err := front.Load(front.Tree{FS: tree}, []string{"."}, []*front.Language{Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	if got := errorsOf(append(r.Problems, list...)); len(got) != 2 {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]string{
		"p.One.id": "int64", "p.Two.id": "string", "p.One.of": "a.Of", "p.Two.of": "b.Of", "p.Two.one": "p.One",
		"c.Ring.f": "int32", "c.Gnir.r": "c.Ring", "up.Up.id": "int64",
	} {
		if f, ok := s.Lookup(name).(*schema.Field); !ok || f.Type.String() != want {
			t.Errorf("%s is %+v, want %s", name, f, want)
		}
	}
}
