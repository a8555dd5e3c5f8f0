package emit_test

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/generate/emit"
)

func TestGoFile(t *testing.T) {
	f := emit.NewGoFile("example.com/gen/math", "math", []string{"Code generated.", "source: a\nb"}, "wire")
	f.Doc("Package math is about\n\nnumbers.")
	f.Comment("line one\n\n\ttab */ and //\r\x00")
	f.P("var a ", emit.Ident{Path: "math", Name: "Pi"}, " // ", 42)
	f.P("type b ", emit.Ident{Path: "example.com/wire", Name: "Conn"})
	f.P("type c ", emit.Ident{Path: "example.com/other/wire", Name: "Conn"})
	f.P("type d ", emit.Ident{Path: "example.com/gen/math", Name: "Own"})
	f.P("type e ", emit.Ident{Path: "math/rand/v2", Name: "Rand"})
	f.P("type f ", emit.Ident{Path: "example.com/my-pkg", Name: "X"})
	f.P("type g ", emit.Ident{Name: "Bare"})
	got, err := f.Content()
	if err != nil {
		t.Fatal(err)
	}
	const want = `// Code generated.
// source: a b

// Package math is about
//
// numbers.
package math

import (
	"math"
	randv2 "math/rand/v2"

	my_pkg "example.com/my-pkg"
	wire2 "example.com/other/wire"
	wire1 "example.com/wire"
)

// line one
//
//	tab */ and //
var a math.Pi // 42
type b wire1.Conn
type c wire2.Conn
type d Own
type e randv2.Rand
type f my_pkg.X
type g Bare
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGoFileBroken(t *testing.T) {
	f := emit.NewGoFile("a", "a", nil)
	if !f.Empty() {
		t.Error("a new file isn't empty")
	}
	f.P("func {")
	if _, err := f.Content(); f.Empty() || err == nil || !strings.Contains(err.Error(), "func {") {
		t.Errorf("%v", err)
	}
}

func TestPackageName(t *testing.T) {
	for in, want := range map[string]string{
		"demo.math": "math", "demo.math.v1": "mathv1", "math/rand/v2": "randv2", "v1": "v1", "a.v1beta2": "av1beta2", "a.v": "v", "a.v1x": "v1x",
		"demo.Type": "type_", "demo.func": "func_", "a.9lives": "_9lives", "a.my-pkg": "my_pkg", "": "_", "a.main": "main_", "demo._": "__",
	} {
		if got := emit.PackageName(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
