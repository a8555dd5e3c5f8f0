package front_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
)

// TestLoadRoots holds what is read of directories that a workspace names for one
// language, and of what is ignored.
func TestLoadRoots(t *testing.T) {
	const syntax = "syntax = \"proto3\";\n"
	tr := tree(
		"p/a.proto", syntax+"package a;\nimport \"t/t.proto\";\nmessage A { t.T t = 1; }\n",
		"p/h.rpc.hcl", pkg("h"),
		"p/lib/t/t.proto", syntax+"package t;\nmessage T {}\n",
		"p/lib/t/u.proto", syntax+"package u;\n",
		"p/lib/h/h.rpc.hcl", pkg("l"),
		"q/t/t.proto", syntax+"package q;\nmessage T {}\n",
		"q/gone/g.proto", syntax+"package g;\n",
		"q/gone.proto", syntax+"package h;\n",
	)
	tr.Ignored = func(p string, dir bool) bool { return p == "q/gone" && dir || p == "q/gone.proto" && !dir }
	tr.Roots = []front.Roots{{Language: "proto", Dirs: []string{"p"}, Imports: []string{"p/lib"}}}
	for _, c := range []struct {
		name, path string
		read       []string
		want       string
	}{
		{"what is read of one language", "", []string{"p"}, "a root/p t=t\nt root/p/lib/t imported\n"},
		{"what is there for imports of one", "p", nil, "h root/p\na root/p t=t\nl root/p/lib/h\nt root/p/lib/t imported\n"},
		{"the same, named", "p/lib", nil, "l root/p/lib/h\nt root/p/lib/t\nu root/p/lib/t\n"},
		{"what is ignored", "q", nil, "q root/q/t\n"},
		{"the same, named", "q/gone", nil, "g root/q/gone\n"},
		{"a file of it", "q/gone.proto", nil, "h root/q\n"},
	} {
		tr.Roots[0].Read = c.read
		var paths []string
		if c.path != "" {
			paths = []string{c.path}
		}
		r, err := front.Load(tr, paths, all.Languages())
		if err != nil {
			t.Fatal(err)
		}
		if got := say(r); got != c.want {
			t.Errorf("%s, %s: got\n%swant\n%s", c.name, c.path, got, c.want)
		}
	}
}

// TestLoadProgress holds that each file is told of once, and how many are known.
func TestLoadProgress(t *testing.T) {
	tr := tree(
		"a/a.rpc.hcl", pkg("a", "p", "../p"), "a/b.rpc.hcl", "", "p/p.proto", "import \"q/q.proto\";", "q/q.proto", "", "q/none.proto", "",
	)
	var mu sync.Mutex
	var told []string
	tr.Progress = func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, fmt.Sprintf("%d/%d", done, total))
	}
	if _, err := front.Load(tr, []string{"a"}, all.Languages()); err != nil {
		t.Fatal(err)
	}
	slices.Sort(told)
	if got := strings.Join(told, " "); got != "0/2 1/2 2/3 3/4" {
		t.Error(got)
	}
}
