package diff

import (
	"fmt"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

type diagnostic = diag.Diagnostic

// large makes a contract of n messages of five fields, each naming the next.
func large(n int, name func(int) string) *schema.Schema {
	p := &schema.Package{Decl: schema.Decl{Name: "demo.large"}, Language: "hcl"}
	for i := range n {
		m := &schema.Message{Decl: schema.Decl{Name: name(i)}}
		for j := range 5 {
			f := &schema.Field{Decl: schema.Decl{Name: fmt.Sprintf("field_%d", j)}, Number: j + 1, Type: schema.Type{Kind: schema.KindInt32}, Presence: schema.Plain}
			if j == 4 && i+1 < n {
				f.Type = schema.Type{Kind: schema.KindList, Elem: &schema.Type{Kind: schema.KindRef, Name: name(i + 1)}}
			}
			m.Fields = append(m.Fields, f)
		}
		p.Messages = append(p.Messages, m)
	}
	s, _ := schema.Link([]*schema.Package{p}, nil)
	return s
}

func plainName(i int) string   { return fmt.Sprintf("Message%d", i) }
func renamedName(i int) string { return fmt.Sprintf("Other%d", i) }

// TestLarge would take minutes if anything compared everything with everything.
func TestLarge(t *testing.T) {
	const n = 20000
	start := time.Now()
	if got := Schemas(large(n, plainName), large(n, plainName)).Changes; len(got) != 0 {
		t.Errorf("%d changes, want none", len(got))
	}
	all := Schemas(large(n, plainName), large(n, renamedName)).Changes
	renamed := 0
	for _, c := range all {
		if c.Kind == MessageRenamed {
			renamed++
		}
	}
	if renamed < n-2 || len(all) > n+4 {
		t.Errorf("%d of %d changes are renames, want %d", renamed, len(all), n)
	}
	r := Schemas(large(n, plainName), large(n/2, plainName))
	for _, c := range r.Changes {
		r.Place(c)
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("took %v", d)
	}
}

func BenchmarkUnchanged(b *testing.B) {
	x, y := large(20000, plainName), large(20000, plainName)
	b.ReportAllocs()
	for b.Loop() {
		Schemas(x, y)
	}
}

func BenchmarkRenamed(b *testing.B) {
	x, y := large(20000, plainName), large(20000, renamedName)
	b.ReportAllocs()
	for b.Loop() {
		Schemas(x, y)
	}
}
