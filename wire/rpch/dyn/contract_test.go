package dyn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/schema"
)

var _ compat.Peer = Peer{}

type (
	rec  = schema.Record
	list = []any
	ent  = []schema.Entry
)

var (
	declRE   = regexp.MustCompile(`(message|service)\s+(\w+)\s*\{([^}]*)\}`)
	methodRE = regexp.MustCompile(`^(\w+)\s+(\w+)\(([^)]*)\)$`)
)

// contract links what the IDL of the recordings says; a semicolon stands for the
// end of a line.
func contract(t testing.TB, idl string) *schema.Schema {
	t.Helper()
	p := &schema.Package{Decl: schema.Decl{Name: "p"}, Language: "gfj"}
	for _, d := range declRE.FindAllStringSubmatch(idl, -1) {
		lines := strings.FieldsFunc(d[3], func(r rune) bool { return r == '\n' || r == ';' })
		m := &schema.Message{Decl: schema.Decl{Name: d[2]}}
		svc := &schema.Service{Decl: schema.Decl{Name: d[2]}}
		for _, line := range lines {
			line = strings.TrimSpace(line)
			if words := strings.Fields(line); d[1] == "message" && len(words) == 2 {
				m.Fields = append(m.Fields, field(len(m.Fields)+1, words[1], words[0]))
			} else if x := methodRE.FindStringSubmatch(line); x != nil {
				svc.Methods = append(svc.Methods, methodOf(x))
			}
		}
		if d[1] == "message" {
			p.Messages = append(p.Messages, m)
		} else {
			p.Services = append(p.Services, svc)
		}
	}
	return link(t, p)
}

func methodOf(x []string) *schema.Method {
	m := &schema.Method{Decl: schema.Decl{Name: x[2]}}
	if x[1] != "void" {
		m.Returns = field(1, "", x[1])
	}
	for i, typ := range strings.Split(x[3], ",") {
		if typ = strings.TrimSpace(typ); typ != "" && typ != "void" {
			m.Params = append(m.Params, field(i+1, fmt.Sprintf("arg%d", i+1), typ))
		}
	}
	return m
}

func link(t testing.TB, p *schema.Package) *schema.Schema {
	t.Helper()
	s, l := schema.Link([]*schema.Package{p}, nil)
	for _, d := range l {
		if d.Severity >= 3 {
			t.Fatalf("link: %s", d.Message)
		}
	}
	return s
}

func field(number int, name, typ string) *schema.Field {
	f := &schema.Field{Decl: schema.Decl{Name: name}, Number: number, Presence: schema.Plain, Type: schema.Type{Kind: schema.KindRef, Name: typ}}
	if k, ok := schema.ScalarKind(typ); ok {
		f.Type = schema.Type{Kind: k}
	}
	for _, k := range []schema.Kind{schema.KindRawIn, schema.KindRawOut, schema.KindRawStream} {
		if typ == k.String() {
			f.Type = schema.Type{Kind: k}
		}
	}
	return f
}

func method(t testing.TB, s *schema.Schema, name string) *schema.Method {
	t.Helper()
	for _, svc := range s.Packages[0].Services {
		for _, m := range svc.Methods {
			if m.Name == name {
				return m
			}
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

// show prints a value in the order of numbers, ? for what is uninitialised.
func show(v any) string {
	switch v := v.(type) {
	case schema.Undefined:
		return "?"
	case string:
		return fmt.Sprintf("%q", v)
	case []byte:
		return fmt.Sprintf("x%x", v)
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			texts[i] = show(item)
		}
		return "[" + strings.Join(texts, " ") + "]"
	case []schema.Entry:
		texts := make([]string, len(v))
		for i, e := range v {
			texts[i] = show(e.Key) + ":" + show(e.Value)
		}
		slices.Sort(texts)
		return "[" + strings.Join(texts, " ") + "]"
	case schema.Record:
		numbers := make([]int, 0, len(v))
		for n := range v {
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		texts := make([]string, len(numbers))
		for i, n := range numbers {
			texts[i] = fmt.Sprintf("%d:%s", n, show(v[n]))
		}
		return "{" + strings.Join(texts, " ") + "}"
	case nil:
		return "nil"
	}
	return fmt.Sprint(v)
}

// outcome is what a peer made of bytes: a value, or what it did instead.
func outcome(v schema.Record, err error) string {
	if err == nil {
		return show(v)
	}
	r, ok := err.(*Refusal)
	if !ok {
		return fmt.Sprintf("%T", err)
	}
	return r.Mode()
}
