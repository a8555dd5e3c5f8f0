package golang_test

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/generate/golang"
)

// TestComposite holds that constants which are lists, maps and messages are
// functions that make them, in code that compiles.
func TestComposite(t *testing.T) {
	s := text(t, `
package "c" {}
message "Inner" {
  n    = field(1, int32)
  past = field(2, int32, { retired = "unused" })
}
message "Point" {
  x     = field(1, int32)
  label = field(2, optional(string))
  inner = field(3, Inner)
  oneof "body" {
    text = field(4, string)
    blob = field(5, bytes)
  }
}
enum "Color" {
  RED = 0
}
const "PRIMES" {
  type  = list(int32)
  value = [2, 3, 5]
}
const "PAIR" {
  type  = list(Color, 2)
  value = [RED, RED]
}
const "TABLE" {
  type  = map(int64, list(string))
  value = { "-1" = ["a"], "2" = [] }
}
const "ORIGIN" {
  type  = Point
  value = { x = 1, label = "a", inner = { n = 2, past = 3 }, text = "t" }
}
`)
	files, problems := run(s, golang.Options{Module: module + "c"})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	check(t, module+"c", files)
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Content)
	}
	for _, want := range []string{
		"[]int32{2, 3, 5}", "[2]Color{", `map[int64][]string{-1: []string{"a"}, 2: []string{}}`, `&Inner{N: 2}`, `Text: "t"`,
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no %s in\n%s", want, all.String())
		}
	}
}
