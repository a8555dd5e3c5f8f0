package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// TestMembers holds that members have their full names, are found by them, and
// that two of one name are reported, whatever they are.
func TestMembers(t *testing.T) {
	src := diag.NewFile("m.hcl", []byte(strings.Repeat("x", 100)))
	at := func(n int) Decl { return Decl{Span: src.Span(n, n+1), NameSpan: src.Span(n, n+1)} }
	field := func(name string, number, place int) *Field {
		f := &Field{Decl: at(place), Number: number, Presence: Plain, Type: Type{Kind: KindInt32}}
		f.Name = name
		return f
	}
	message := func(name string, fields ...*Field) *Message {
		m := &Message{Decl: at(0), Fields: fields}
		m.Name = name
		return m
	}
	oneof := func(m *Message, name string, members ...*Field) *Message {
		o := &OneOf{Decl: at(50)}
		o.Name = name
		for _, f := range members {
			f.OneOf = name
		}
		m.OneOfs, m.Fields = append(m.OneOfs, o), append(m.Fields, members...)
		return m
	}
	var many []*Field
	for i := range 40 {
		many = append(many, field(fmt.Sprintf("f%d", i%39), i+1, i))
	}
	for _, c := range []struct {
		name     string
		messages []*Message
		want     string
	}{
		{"all apart", []*Message{message("M", field("a", 1, 1), field("b", 2, 2)), message("M.N")}, ""},
		{"two fields", []*Message{message("M", field("a", 1, 1), field("a", 2, 2))}, "p.M.a is defined twice at 2, first at 1"},
		{"two of many", []*Message{message("M", many...)}, "p.M.f0 is defined twice at 39, first at 0"},
		{"a field and a oneof", []*Message{oneof(message("M", field("a", 1, 1)), "a", field("b", 2, 51))}, "p.M.a is defined twice at 50, first at 1"},
		{"a field and what is nested", []*Message{message("M", field("N", 1, 1)), message("M.N")}, "p.M.N is defined twice at 1, first at 0"},
		{"of a message that stands twice", []*Message{message("M", field("a", 1, 1)), message("M", field("a", 1, 2))}, "p.M is defined twice at 0, first at 0"},
	} {
		p := &Package{Decl: at(0), Language: "hcl", Messages: c.messages}
		p.Name = "p"
		s, list := Link([]*Package{p}, nil)
		var got []string
		for _, d := range list {
			got = append(got, fmt.Sprintf("%s at %d, first at %d", d.Message, d.Span.Start().Offset, d.Related[0].Span.Start().Offset))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if len(list) > 0 {
			continue
		}
		Walk(s, func(n Node) {
			if found := s.Lookup(n.FullName()); found != n {
				t.Errorf("%s: %s is found as %v", c.name, n.FullName(), found)
			}
		})
	}
}
