package gosrc

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func tree(files ...string) fstest.MapFS {
	fs := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fs[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fs
}

// loaded loads a path of a tree and returns the field types of M, then errors.
func loaded(t *testing.T, fs fstest.MapFS, path string) string {
	t.Helper()
	r, err := front.Load(front.Tree{FS: fs}, []string{path}, []*front.Language{Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	var out []string
	for _, p := range s.Packages {
		for _, m := range p.Messages {
			for _, f := range m.Fields {
				if m.Name == "M" {
					out = append(out, f.Type.String())
				}
			}
		}
	}
	for _, d := range append(r.Problems, list...) {
		if d.Severity == diag.Error {
			out = append(out, d.Message+": "+d.Help)
		}
	}
	return strings.Join(out, "; ")
}

// TestImports: types of other packages are found through go.mod, go.work and
// vendor of the tree, and what can't be found is told with what to do.
func TestImports(t *testing.T) {
	use := func(imports string) string {
		return "package a\nimport " + imports + "\n//rpc:message\ntype M struct {\n\tT common.T `rpc:\"1\"`\n}\n"
	}
	const common = "//rpc:package demo.common\npackage common\n//rpc:message\ntype T struct {\n\tX int `rpc:\"1\"`\n}\n"
	for _, c := range []struct {
		name, want string
		fs         fstest.MapFS
	}{
		{"module", "demo.common.T", tree("go.mod", "module example.com/x // here\n", "a/a.go", use(`"example.com/x/common"`), "common/c.go", common)},
		{"renamed", "demo.common.T", tree("go.mod", "module \"example.com/x\"\n", "a/a.go", use(`common "example.com/x/lib/v2"`), "lib/v2/c.go", common)},
		{"workspace", "demo.common.T", tree("go.work", "go 1.26\nuse (\n\t./m // one\n\t./n\n)\n", "m/go.mod", "module example.com/m\n", "n/go.mod", "module example.com/n\n",
			"a/a.go", "package other\n", "m/a/a.go", use(`"example.com/n/common"`), "n/common/c.go", common)},
		{"vendor", "demo.common.T", tree("go.mod", "module example.com/x\n", "a/a.go", use(`"example.com/y/common"`), "vendor/example.com/y/common/c.go", common)},
		{"no module", "common.T; import common names example.com/x/common, which is not in the tree that is read: " +
			"there is no go.mod in or above this directory, which would say where it is", tree("a/a.go", use(`"example.com/x/common"`), "common/c.go", common)},
		{"another module", "common.T; import common names example.com/y/common, which is not in the tree that is read: " +
			"only packages of the module example.com/x, of modules beside it in go.work, and vendored ones are read",
			tree("go.mod", "module example.com/x\n", "a/a.go", use(`"example.com/y/common"`))},
		{"no contract", "common.T; import common finds no contract in common: mark what is used of it as a contract there",
			tree("go.mod", "module example.com/x\n", "a/a.go", use(`"example.com/x/common"`), "common/c.go", "package common\ntype T struct{}\n")},
		{"unknown type", "common.T; demo.a.M.t uses the unknown type common.T: did you mean common.U?", tree("go.mod", "module example.com/x\n",
			"a/a.go", "//rpc:package demo.a\n"+use(`"example.com/x/common"`), "common/c.go", strings.ReplaceAll(common, "type T", "type U"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "a"
			if c.fs["m/a/a.go"] != nil {
				path = "m/a"
			}
			if got := loaded(t, c.fs, path); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestElsewhere: declared types of other packages are what they are declared as,
// embedded structs have their fields, and what those refer to is found too.
func TestElsewhere(t *testing.T) {
	fs := tree("go.mod", "module example.com/x\n",
		"a/a.go", `//rpc:package demo.a
package a

import (
	"time"

	"example.com/x/common"
)

//rpc:message
type M struct {
	common.Header
	ID    common.ID            `+"`rpc:\"1\"`"+`
	IDs   common.IDs           `+"`rpc:\"2\"`"+`
	Same  common.Same          `+"`rpc:\"3\"`"+`
	Color *common.Color        `+"`rpc:\"4,default=RED\"`"+`
	When  common.When          `+"`rpc:\"5,timestamp\"`"+`
	Other common.Other         `+"`rpc:\"6\"`"+`
	Map   map[common.ID][]time.Duration `+"`rpc:\"7\"`"+`
	Name  common.Named         `+"`rpc:\"8\"`"+`
	Bad   common.Bad           `+"`rpc:\"9\"`"+`
	Loop  common.Loop          `+"`rpc:\"10\"`"+`
}
`,
		"common/c.go", `//rpc:package demo.common
package common

import (
	"time"

	"example.com/x/third"
	"example.com/x/a"
)

type ID string
type IDs []ID
type Same = T
type When time.Time
type Other []*third.U
type Bad chan int
type Loop []a.Loop

//rpc:message
type T struct{ X int `+"`rpc:\"1\"`"+` }

//rpc:message name=Renamed
type Named struct{ X int `+"`rpc:\"1\"`"+` }

//rpc:enum
type Color int32

const ColorRed Color = 1

type Header struct {
	Trace ID      `+"`rpc:\"20\"`"+`
	T     *T      `+"`rpc:\"21\"`"+`
	U     third.U `+"`rpc:\"22\"`"+`
}
`,
		"third/t.go", "//rpc:package demo.third\npackage third\n//rpc:message\ntype U struct{ X int `rpc:\"1\"` }\n",
		"a/loop.go", "package a\nimport \"example.com/x/common\"\ntype Loop = common.Loop\n",
	)
	const want = "string; demo.common.T; demo.third.U; string; list(string); demo.common.T; demo.common.Color; demo.a.Timestamp; list(demo.third.U); " +
		"map(string, list(int64)); demo.common.Renamed; field M.Bad has the type common.Bad, which is chan int, which can't be sent: use another type; to leave a field out, give it rpc:\"-\"; " +
		"field M.Loop has the type common.Loop, which is nested too deep or holds itself"
	if got := loaded(t, fs, "a"); !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSilent: Go that is no contract says nothing, whatever is wrong with it.
func TestSilent(t *testing.T) {
	for _, s := range []string{
		"package p", "", "package", "package p\n\nconst x = `\n//rpc:message\n`\n", "// a //rpc:message\npackage p",
		"package p // //rpc:message\n", "package p\n/*\n//rpc:message\n*/\n",
	} {
		packages, list := Read([]*diag.File{text(s)})
		if len(packages)+len(list) > 0 {
			t.Errorf("%q: %d packages, %v", s, len(packages), list)
		}
	}
}

// TestSyntaxElsewhere: broken Go beside a contract is a warning, in it an error.
func TestSyntaxElsewhere(t *testing.T) {
	good := diag.NewFile("a.go", []byte("package p\n//rpc:message\ntype M struct {\n\tX int `rpc:\"1\"`\n\tY U `rpc:\"2\"`\n}\n"))
	other := diag.NewFile("b.go", []byte("package p\ntype U struct{ Z int `rpc:\"1\"` }\n"))
	broken := diag.NewFile("c.go", []byte("package p\nfunc f( {\n"))
	packages, list := Read([]*diag.File{good, other, broken})
	if len(packages) != 1 || len(packages[0].Messages) != 2 || len(list) == 0 || list.Max() != diag.Warning {
		t.Errorf("%d packages, %v", len(packages), list)
	}
	broken = diag.NewFile("b.go", []byte("package p\ntype U struct{ Z int `rpc:\"1\"` }\nfunc f( {\n"))
	if _, list = Read([]*diag.File{good, broken}); !list.HasErrors() {
		t.Errorf("no error: %v", list)
	}
}
