package thrift

import (
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// TestDocs holds docs/thrift.md to what is read: its example links, and each of
// our annotations stands in it.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/thrift.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```thrift\n")
	example, _, _ = strings.Cut(example, "```")
	s, list := linked(diag.NewFile("store.thrift", []byte(example)))
	if list.HasErrors() || s.Lookup("demo.store.Store.put") == nil {
		t.Errorf("%v", errorsOf(list))
	}
	p := &parser{doc: &document{pkg: &schema.Package{}}}
	method := &schema.Method{Returns: &schema.Field{}}
	message := &schema.Message{OneOfs: []*schema.OneOf{{}}}
	for _, words := range []map[string]meaning{
		{"was": nil, "name": nil, "doc": nil}, p.packageWords(), p.serviceWords(&schema.Service{}), p.methodWords(method),
		p.messageWords(message, nil), p.messageWords(message, &schema.Error{}), p.enumWords(&schema.Enum{}), p.fieldWords(&schema.Field{}),
	} {
		for word := range words {
			if !strings.Contains(string(page), "`"+ours+word+"`") && !strings.Contains(string(page), "`"+ours+word+".") {
				t.Errorf("docs/thrift.md doesn't speak of %s%s", ours, word)
			}
		}
	}
}
