package config

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// TestProto holds what proto blocks, "PATHS|IMPORTS", name of a tree, and what is wrong with them.
func TestProto(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, p := range []string{
		"w/proto/a/a.proto", "w/proto/b.proto", "w/lib/l.proto", "w/s/one/proto/x.proto", "w/s/two/proto/y.proto", "w/s/two/README.md",
		"w/node_modules/n/proto/n.proto", "up/u.proto",
	} {
		fsys[p] = &fstest.MapFile{}
	}
	ignored := func(p string, dir bool) bool { return p == "w/s/two" }
	for _, c := range []struct{ block, want, said string }{
		{"proto|lib", "read w/proto dirs w/proto imports w/lib", ""},
		{"proto/**|", "read w/proto dirs w/proto imports ", ""},
		{"proto/**/*.proto|", "read w/proto/a/a.proto,w/proto/b.proto dirs w/proto imports ", ""},
		{"proto/a/a.proto|proto", "read w/proto/a/a.proto dirs w/proto/a imports w/proto", ""},
		{"proto,../up|.", "read w/proto,up dirs w/proto,up imports w", ""},
		{"*/*/proto|", "read w/s/one/proto dirs w/s/one/proto imports ", ""},
		{"s/two/*|", "read w/s/two/README.md,w/s/two/proto dirs w/s/two imports ", ""},
		{"node_modules/*/proto|", "read w/node_modules/n/proto dirs w/node_modules/n/proto imports ", ""},
		{"porto|", "read  dirs  imports ", `error "porto" is not there: did you mean "proto"?`},
		{"proto|lob", "read w/proto dirs w/proto imports ", `error "lob" is not there: did you mean "lib"?`},
		{"x/*|", "read  dirs  imports ", `warning "x/*" matches nothing: paths begin at the directory of the workspace file`},
		{"../../x|", "read  dirs  imports ", `error "../../x" is outside of what can be read: name a directory below`},
		{"proto|../../x", "read w/proto dirs w/proto imports ", `error "../../x" is outside of what can be read: name a directory below`},
		{"proto|lib/l.proto", "read w/proto dirs w/proto imports w/lib/l.proto", `error "lib/l.proto" is a file, where a directory is meant: name the directory that imports begin at`},
		{"proto/a,.|", "read w/proto/a,w dirs w/proto/a,w imports ", `error "proto/a" and "." are roots within each other: take one of them out, or move it to imports: what stands in both would have two names`},
	} {
		paths, imports, _ := strings.Cut(c.block, "|")
		config := &Config{Proto: []Proto{{Paths: idents(paths), Imports: idents(imports)}}}
		found, list, err := config.Expand(Tree{FS: fsys, Dir: "w", Own: true, Ignored: ignored})
		if err != nil {
			t.Fatal(err)
		}
		r := found.Proto[0]
		got := fmt.Sprintf("read %s dirs %s imports %s", strings.Join(r.Read, ","), strings.Join(r.Dirs, ","), strings.Join(r.Imports, ","))
		said := ""
		for _, d := range list {
			said += fmt.Sprintf("%s %s: %s", d.Severity, d.Message, d.Help)
		}
		if got != c.want || said != c.said {
			t.Errorf("%s: %s; %s\nwant %s; %s", c.block, got, said, c.want, c.said)
		}
		if _, list, _ := config.Expand(Tree{FS: fsys, Dir: "w"}); strings.Contains(c.said, "is not there") && list.Max() != diag.Warning {
			t.Errorf("%s in another tree: %v", c.block, list)
		}
	}
	both := &Config{Proto: []Proto{{Paths: idents("proto")}, {Paths: idents("lib,../w/proto")}}, Contracts: idents("s/**/*.proto,../up")}
	if _, list, _ := both.Expand(Tree{FS: fsys, Dir: "w", Own: true}); len(list) != 1 || len(list[0].Related) != 1 {
		t.Errorf("a root in two blocks: %v", list)
	}
	if got := strings.Join(both.Places("w"), ","); got != "up,w/lib,w/proto,w/s" {
		t.Errorf("places: %s", got)
	}
}

func idents(list string) []schema.Ident {
	var ids []schema.Ident
	for name := range strings.SplitSeq(list, ",") {
		if name != "" {
			ids = append(ids, schema.Ident{Name: name})
		}
	}
	return ids
}
