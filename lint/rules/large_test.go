package rules

import (
	"fmt"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

// large makes a clean contract of n messages of five fields each.
func large(n int, name string) *schema.Schema {
	kinds := []schema.Kind{schema.KindInt32, schema.KindString, schema.KindBool, schema.KindFloat64}
	p := &schema.Package{Decl: schema.Decl{Name: "demo.large"}, Language: "hcl", Wires: []schema.Ident{{Name: "frame"}, {Name: "frame-v1"}, {Name: "rpch"}}}
	for i := range n {
		m := &schema.Message{Decl: schema.Decl{Name: fmt.Sprintf("Message%d", i)}}
		for j, k := range kinds {
			m.Fields = append(m.Fields, &schema.Field{Decl: schema.Decl{Name: fmt.Sprintf(name, j)}, Number: j + 1, Type: schema.Type{Kind: k}, Presence: schema.Plain})
		}
		next := schema.Type{Kind: schema.KindRef, Name: fmt.Sprintf("Message%d", (i+1)%n)}
		m.Fields = append(m.Fields, &schema.Field{Decl: schema.Decl{Name: "next"}, Number: 5, Type: schema.Type{Kind: schema.KindList, Elem: &next}, Presence: schema.Plain})
		p.Messages = append(p.Messages, m)
	}
	second := time.Second
	p.Services = []*schema.Service{{Decl: schema.Decl{Name: "S"}, ID: 1, Methods: []*schema.Method{{Decl: schema.Decl{Name: "F"}, ID: 1, Timeout: &second, Params: []*schema.Field{
		{Decl: schema.Decl{Name: "a"}, Number: 1, Type: schema.Type{Kind: schema.KindRef, Name: "Message0"}, Presence: schema.Plain},
	}}}}}
	s, _ := schema.Link([]*schema.Package{p}, nil)
	return s
}

func TestLarge(t *testing.T) {
	if list := lint.Run(large(20000, "field_%d"), standard(t), lint.Options{}); len(list) != 0 {
		t.Errorf("%d findings, the first: %s", len(list), list[0].Message)
	}
	if list := lint.Run(large(2000, "field%d_"), standard(t), lint.Options{}); len(list) != 8000 || list[0].Severity != diag.Warning {
		t.Errorf("%d findings, want 8000", len(list))
	}
}

func BenchmarkClean(b *testing.B) {
	s, rules := large(20000, "field_%d"), standard(b)
	b.ReportAllocs()
	for b.Loop() {
		lint.Run(s, rules, lint.Options{})
	}
}

func standard(t testing.TB) []*lint.Rule {
	picked, list := lint.Select(All(), Known(), nil, nil)
	if len(list) > 0 {
		t.Fatal(list[0].Message)
	}
	return picked
}
