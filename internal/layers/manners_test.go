package layers

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestManners(t *testing.T) {
	found, err := Manners(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

func TestMannersFind(t *testing.T) {
	const doc = "// Package x is.\npackage x\n"
	for _, c := range []struct{ file, text, want string }{
		{"schema/a.go", doc, ""},
		{"schema/a.go", "package x\n", "schema: the package has no comment"},
		{"schema/a.go", doc + "func init() {}\n", "schema/a.go:3:1: no init: what is needed is made where it is used"},
		{"schema/a.go", doc + "func (t T) init() {}\n", ""},
		{"schema/a.go", doc + "import \"log\"\n", "schema/a.go:3:8: log is cmd's"},
		{"schema/a.go", doc + "var _ = time.Now\n", "schema/a.go:3:9: time.Now is cmd's"},
		{"schema/a.go", doc + "func f() { fmt.Println() }\n", "schema/a.go:3:12: fmt.Println is cmd's"},
		{"schema/a_test.go", doc + "func f() { fmt.Println() }\n", ""},
		{"wire/frame/a.go", doc + "var _ = time.Now\n", ""},
		{"wire/frame/a.go", doc + "func f() { os.Exit(1) }\n", "wire/frame/a.go:3:12: os.Exit is cmd's"},
		{"cmd/rpcctl/a.go", doc + "func f() { os.Exit(1) }\n", ""},
		{"internal/golden/a.go", doc + "var _ = os.Getenv\n", ""},
	} {
		found, err := Manners(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if got := strings.Join(found, "\n"); err != nil || got != c.want {
			t.Errorf("%s %q: found %q (%v), want %q", c.file, c.text, got, err, c.want)
		}
	}
}
