package layers

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLayers(t *testing.T) {
	found, err := Check(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// TestCheck shows that each law can be broken, and is found broken.
func TestCheck(t *testing.T) {
	imports := func(paths ...string) string {
		return "package x\nimport (\n\"" + strings.Join(paths, "\"\n\"") + "\"\n)\n"
	}
	for _, c := range []struct{ file, text, want string }{
		{"diag/a.go", imports("os", "slices"), ""},
		{"diag/a.go", imports(Module + "/schema"), "diag/a.go imports " + Module + "/schema, which diag may not"},
		{"schema/a.go", imports(Module+"/diag", "golang.org/x/text/width"), "schema/a.go imports golang.org/x/text/width, which schema may not"},
		{"lint/rules/a.go", imports(Module+"/lint", Module+"/diff"), "lint/rules/a.go imports " + Module + "/diff, which lint/rules may not"},
		{"front/gfj/a.go", imports(Module + "/front/hclidl"), "front/gfj/a.go imports " + Module + "/front/hclidl, which front/gfj may not"},
		{"front/all/a.go", imports(Module+"/front", Module+"/front/gfj"), ""},
		{"generate/golang/a.go", imports(Module+"/generate", Module+"/wire"), "generate/golang/a.go imports " + Module + "/wire, which generate/golang may not"},
		{"wire/rpch/dyn/a.go", imports(Module+"/wire/rpch", Module+"/schema"), ""},
		{"wire/rpch/dyn/a.go", imports(Module + "/wire/frame"), "wire/rpch/dyn/a.go imports " + Module + "/wire/frame, which wire/rpch/dyn may not"},
		{"wire/rpch/a.go", imports("github.com/klauspost/compress/snappy"), ""},
		{"compat/a.go", imports("unsafe"), "compat/a.go imports unsafe, which compat may not"},
		{"compat/a_test.go", imports(Module + "/wire/frame/dyn"), ""},
		{"wire/frame/testdata/a.go", imports(Module + "/cmd/rpcctl"), ""},
		{"testdata/golden/x/a.go", imports(Module+"/wire", Module+"/wire/frame"), ""},
		{"testdata/golden/x/a.go", imports(Module + "/generate"), "testdata/golden/x/a.go imports " + Module + "/generate, which testdata/golden/x may not"},
		{"stuff/a.go", "package stuff", "stuff/a.go: folder stuff is not in the table of internal/layers"},
		{"a.go", "package x", "a.go: folder . is not in the table of internal/layers"},
		{"schema/a.go", "package util", "schema/a.go: a package named util says nothing: name it by what it holds"},
		{"schema/a.go", "pakage", "schema/a.go:1:1: expected 'package', found pakage"},
		{"bench/go.mod", "module x", ""},
	} {
		root := fstest.MapFS{c.file: {Data: []byte(c.text)}, "bench/go.mod": {}, "bench/a.go": {Data: []byte(imports("x.y/z"))}}
		found, err := Check(root)
		if got := strings.Join(found, "\n"); err != nil || got != c.want {
			t.Errorf("%s %q: found %q (%v), want %q", c.file, c.text, got, err, c.want)
		}
	}
}
