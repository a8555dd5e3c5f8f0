package gosrc

import (
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
