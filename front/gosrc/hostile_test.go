package gosrc

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
)

// TestOpeningTokens reads a million of each token that opens something: an
// error with a place, in no time to speak of.
func TestOpeningTokens(t *testing.T) {
	const n = 1_000_000
	const head = "//rpc:message\npackage p\n//rpc:message\n"
	for _, c := range []struct{ name, before, token string }{
		{"(", "const X = ", "("}, {"[ in a type", "type M struct { A ", "["}, {"[]", "type M struct { A ", "[]"}, {"{", "var X = ", "{"},
		{"*", "type M struct { A ", "*"}, {"struct", "type M ", "struct{A "}, {"map", "type M struct { A ", "map["},
		{"func", "type M struct { A ", "func("}, {"chan", "type M struct { A ", "chan "}, {"interface", "type M ", "interface{A("},
		{"unary", "const X = ", "-"}, {"binary", "const X = 1", "+1"}, {"generic", "type M struct { A ", "G["}, {"parens in a type", "type M struct { A ", "("},
		{"selector", "const X = a", ".a"}, {"call", "const X = a", "(a"}, {"quote", "type M struct { A int ", "`"}, {"comment", "", "/*"},
		{"directive", "", "//rpc:message\n"}, {"words", "//rpc:message ", "a=b "}, {"type", "", "type M struct {A int}\n"}, {"const", "const (", "A = iota\n"},
		{"field", "type M struct {", "A int\n"}, {"block", "func f() ", "{"}, {"if", "func f() {", "if x {"}, {"ellipsis", "type M struct { A ", "[..."},
	} {
		t.Run(c.name, func(t *testing.T) {
			size := min(n, (maxFile-1000)/len(c.token))
			if strings.HasSuffix(c.token, "\n") || c.name == "words" {
				size = 100_000 // these stand side by side
			}
			f := diag.NewFile("p.go", []byte(head+c.before+strings.Repeat(c.token, size)))
			start := time.Now()
			_, list := Read([]*diag.File{f})
			check(t, f, list)
			if !list.HasErrors() {
				t.Error("no error")
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Logf("%d problems in %v", len(list), took.Round(time.Millisecond))
			}
		})
	}
}

// TestSize: a file that is too large is told, not read.
func TestSize(t *testing.T) {
	f := diag.NewFile("p.go", []byte("//rpc:message\npackage p\n"+strings.Repeat("\n", maxFile)))
	if _, list := Read([]*diag.File{f}); len(list) != 1 || !strings.Contains(list[0].Message, "10 MiB") {
		t.Errorf("%v", list)
	}
}

// TestGrowth reads source whose meaning grows faster than itself, or that asks
// for work in the square of its size.
func TestGrowth(t *testing.T) {
	lines := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	const head = "//rpc:package p\npackage p\n//rpc:message\ntype M struct { X T0 `rpc:\"1\"` }\n"
	for _, c := range []struct{ name, text string }{
		{"maps of what is declared twice", lines(60, func(i int) string { return fmt.Sprintf("type T%d map[T%d]T%d", i, i+1, i+1) }) + "type T60 int"},
		{"aliases", lines(60, func(i int) string { return fmt.Sprintf("type T%d = map[T%d]T%d", i, i+1, i+1) }) + "type T60 int\ntype G[T any] struct{}\n//rpc:message\ntype N struct { X G[T0] `rpc:\"1\"` }"},
		{"instances of instances", "type T0 = G[int]\ntype P[A, B any] struct{}\ntype G[T any] struct { X *G[P[T, T]] `rpc:\"1\"`; Y *G[[]T] `rpc:\"2\"` }"},
		{"embedded twice", lines(40, func(i int) string {
			return fmt.Sprintf("type T%d struct { T%d; U%d }\ntype U%d struct { T%d }", i, i+1, i, i, i+1)
		}) + "type T40 struct{ X int }"},
		{"a line of structs", lines(10_000, func(i int) string { return fmt.Sprintf("type T%d struct { X *T%d `rpc:\"1\"` }", 10_000-i, 10_000-i-1) }) +
			"//rpc:message\ntype Last struct { X T10000 `rpc:\"1\"` }"},
		{"unknown names", lines(10_000, func(i int) string { return fmt.Sprintf("type T%d struct { X Unknown%d `rpc:\"1\"` }", i, i) }) +
			"//rpc:message\ntype Last struct {\n" + lines(10_000, func(i int) string { return fmt.Sprintf("X%d T%d `rpc:\"%d\"`", i, i, i+1) }) + "}"},
		{"enums", lines(10_000, func(i int) string { return fmt.Sprintf("//rpc:enum\ntype T%d int32\nconst C%d T%d = %d", i, i, i, i) })},
		{"constants of constants", "//rpc:enum\ntype T0 int32\nconst A0 T0 = 1\n" + lines(5000, func(i int) string { return fmt.Sprintf("const A%d T0 = A%d + A%d", i+1, i, i) })},
		{"shifts", "//rpc:enum\ntype T0 int32\nconst A T0 = 1 << 1000000000 << 1000000000\nconst B T0 = 1e1000000000"},
		{"oneofs", "type T0 struct {\n" + lines(20_000, func(i int) string { return fmt.Sprintf("X%d *int `rpc:\"%d,oneof=o%d\"`", i, i+1, i) }) + "}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := diag.NewFile("p.go", []byte(head+c.text))
			start := time.Now()
			_, list := Read([]*diag.File{f})
			check(t, f, list)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Logf("%d problems in %v", len(list), took.Round(time.Millisecond))
			}
		})
	}
}
