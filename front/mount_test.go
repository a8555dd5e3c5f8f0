package front_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
)

// TestMounts holds what imports of other trees bring, and where they end.
func TestMounts(t *testing.T) {
	second := tree("in/s.rpc.hcl", pkg("s", "t", "x.zip", "l", "../lib", "up", "../../a"), "lib/l.rpc.hcl", pkg("l"))
	second.Display = func(p string) string { return "second/" + p }
	third := tree("t.gfj", "message T {\n    int32 A\n}\n", "u.gfj", "message U {\n    int32 A\n}\n")
	third.Display = nil
	var asked []string
	open := func(root, id string, tr front.Tree, err error) func(dir, source string) (front.Imported, error) {
		return func(dir, source string) (front.Imported, error) {
			asked = append(asked, dir+" "+source)
			return front.Imported{Tree: tr, Root: root, ID: id}, err
		}
	}
	second.Import = open("t.gfj", "third", third, nil)
	first := tree("a/a.rpc.hcl", pkg("a", "s", "git:v1:in"), "a/b/b.rpc.hcl", pkg("b", "s", "../v@1", "dir", "c@2"), "a/b/c@2/c.rpc.hcl", pkg("c"))
	first.Import = open("in", "second", second, nil)
	const want = `s second/in imported t=t l=l up=
l second/lib imported
t t.gfj imported
a root/a s=s
b root/a/b s=s dir=c
c root/a/b/c@2
second/in/s.rpc.hcl:9:12: import-missing: import up leaves the tree that contracts are read from
`
	r, err := front.Load(first, []string{"a"}, all.Languages())
	if err != nil {
		t.Fatal(err)
	}
	if got := say(r); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := strings.Join(asked, ", "); got != "a git:v1:in, a/b ../v@1, in x.zip" {
		t.Errorf("asked for %s", got)
	}
	first.Import = open("", "", front.Tree{}, errors.New("no such thing"))
	r, _ = front.Load(first, []string{"a"}, all.Languages())
	if got := say(r); strings.Count(got, "can't be read: ") != 2 || !strings.Contains(got, "root/a/a.rpc.hcl:3:12: import-missing: import s can't be read: git:v1:in: no such thing\n") {
		t.Error(got)
	}
}

// TestMountsEnd holds that trees which import each other without end are bounded.
func TestMountsEnd(t *testing.T) {
	n := 0
	var next func(dir, source string) (front.Imported, error)
	next = func(dir, source string) (front.Imported, error) {
		n++
		tr := tree("p.rpc.hcl", pkg(fmt.Sprintf("p%d", n), "x", "x.zip"))
		tr.Import = next
		return front.Imported{Tree: tr, Root: ".", ID: fmt.Sprint(n)}, nil
	}
	first := tree("p.rpc.hcl", pkg("p", "x", "x.zip"))
	first.Import = next
	r, err := front.Load(first, []string{"."}, all.Languages())
	if err != nil || len(r.Packages) != 65 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Message, "one archive or revision too many") {
		t.Errorf("%v, %d packages, %v", err, len(r.Packages), r.Problems)
	}
}

// TestImportedFile holds what an import that names a file brings.
func TestImportedFile(t *testing.T) {
	gfj := func(name string) string { return "message " + name + " {\n    int32 A\n}\n" }
	tr := tree(
		"a/a.rpc.hcl", pkg("a", "one", "../g/one.gfj", "two", "../g/two.gfj", "h", "../h/h.rpc.hcl", "p", "../p/b.proto", "none", "../g/none.gfj", "text", "../g/text.md"),
		"g/one.gfj", gfj("One"), "g/two.gfj", gfj("Two"), "g/text.md", "",
		"h/h.rpc.hcl", "message \"H\" {}\n", "h/more.rpc.hcl", pkg("h"),
		"p/a.proto", "syntax = \"proto3\";\npackage x;\n", "p/b.proto", "syntax = \"proto3\";\npackage y;\n",
	)
	const problems = `root/a/a.rpc.hcl:15:12: import-missing: import none names root/g/none.gfj, which is no directory
root/a/a.rpc.hcl:18:12: import-missing: import text names root/g/text.md, which is no directory
`
	const uses = "a root/a one=one two=two h=h p=y none= text=\n"
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"a"}, uses + "one root/g/one.gfj imported\ntwo root/g/two.gfj imported\nh root/h imported\ny root/p imported\n" + problems},
		// What is named alone beside it is no reason to read nothing else.
		{[]string{"a", "g/one.gfj", "p/a.proto"}, uses + "one root/g/one.gfj\ntwo root/g/two.gfj imported\nh root/h imported\nx root/p\ny root/p imported\n" + problems},
	} {
		r, err := front.Load(tr, c.paths, all.Languages())
		if err != nil {
			t.Fatal(err)
		}
		if got := say(r); got != c.want {
			t.Errorf("%q: got\n%s", c.paths, got)
		}
	}
}
