package gosrc

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// TestDocs holds docs/go.md to what is: its example reads and links without a
// problem, and every directive and every word is in it.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/go.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := bytes.Cut(text, []byte("```go\n"))
	example, _, closed := bytes.Cut(rest, []byte("```\n"))
	if !ok || !closed {
		t.Fatal("docs/go.md has no example")
	}
	s, list := link(diag.NewFile("docs/go.md", example))
	for _, d := range list {
		t.Errorf("%d: %s", d.Span.Start().Line, d.Message)
	}
	if len(s.Packages) != 1 || len(s.Packages[0].Messages) != 2 || len(s.Packages[0].Enums) != 1 {
		t.Error("the example isn't read whole")
	}
	for _, k := range kinds {
		_, row, ok := strings.Cut(string(text), "| `//rpc:"+k.name)
		row, _, _ = strings.Cut(row, "\n")
		if !ok {
			t.Errorf("//rpc:%s is not in docs/go.md", k.name)
		}
		for _, key := range k.keys {
			if key != k.first && key != k.second && !strings.Contains(row, "`"+key) {
				t.Errorf("the word %s of //rpc:%s is not in docs/go.md", key, k.name)
			}
		}
	}
	for _, word := range gotag.Options() {
		if !bytes.Contains(text, []byte("`"+word)) {
			t.Errorf("the word %s of tags is not in docs/go.md", word)
		}
	}
}
