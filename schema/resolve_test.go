package schema

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// ref is a package of language hcl with message M, whose field f has that type
// as written, and what else is given.
func ref(written string, more ...func(*Package)) *Package {
	p := &Package{Decl: Decl{Name: "p"}, Language: "hcl", Messages: []*Message{{
		Decl: Decl{Name: "M"}, Fields: []*Field{{Decl: Decl{Name: "f"}, Number: 1, Presence: Optional, Type: Type{Kind: KindRef, Name: written}}},
	}}}
	for _, m := range more {
		m(p)
	}
	return p
}

func message(name string, fields ...string) func(*Package) {
	return func(p *Package) {
		m := &Message{Decl: Decl{Name: name}}
		for i, f := range fields {
			m.Fields = append(m.Fields, &Field{Decl: Decl{Name: f}, Number: i + 1, Presence: Plain, Type: Type{Kind: KindBool}})
		}
		p.Messages = append(p.Messages, m)
	}
}

func imports(local, pkg string) func(*Package) {
	return func(p *Package) {
		p.Imports = append(p.Imports, &Import{Local: local, Source: "../" + local, Package: pkg})
	}
}

func other(name string, messages ...string) *Package {
	p := &Package{Decl: Decl{Name: name}, Language: "hcl"}
	for _, m := range messages {
		message(m)(p)
	}
	return p
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []*Package
		want  string // the type, or the problems
	}{
		{"own", []*Package{ref("N", message("N"))}, "p.N"},
		{"nested before own", []*Package{ref("N", message("N"), message("M.N"))}, "p.M.N"},
		{"nested by its path", []*Package{ref("O.N", message("O"), message("O.N"))}, "p.O.N"},
		{"a field is no type", []*Package{ref("f", message("f"))}, "p.f"},
		{"a param is no type", []*Package{ref("N", message("N"), message("M.X", "N"))}, "p.N"},
		{"imported", []*Package{ref("c.T", imports("c", "d.common")), other("d.common", "T")}, "d.common.T"},
		{"imported under a dotted name", []*Package{ref("c.d.T", imports("c.d", "x")), other("x", "T")}, "x.T"},
		{"imported and nested", []*Package{ref("c.T.U", imports("c", "x")), other("x", "T", "T.U")}, "x.T.U"},
		{"full", []*Package{ref(".x.T"), other("x", "T")}, "x.T"},
		{"not by its full name", []*Package{ref("x.T"), other("x", "T")}, `p.M.f uses the unknown type x.T; import the package that has it: import "x" { source = "../x" }`},
		{"both", []*Package{ref("c.T", message("c"), message("c.T"), imports("c", "x")), other("x", "T")},
			"c.T means both p.c.T and the imported x.T; give the import another local name"},
		{"near", []*Package{ref("Mesage", message("Message"))}, "p.M.f uses the unknown type Mesage; did you mean Message?"},
		{"near a scalar", []*Package{ref("int23")}, "p.M.f uses the unknown type int23; did you mean int32?"},
		{"near a nested one", []*Package{ref("Inner2", message("M.Inner"))}, "p.M.f uses the unknown type Inner2; did you mean Inner?"},
		{"near an imported one", []*Package{ref("c.Timestanp", imports("c", "x")), other("x", "Timestamp")},
			"p.M.f uses the unknown type c.Timestanp; did you mean c.Timestamp?"},
		{"missing import", []*Package{ref("c.T", imports("c", ""))},
			`the import c of package p was not found: "../c"; check the source, or fetch what it names`},
		{"missing import, reported", []*Package{ref("c.T", imports("c", ""), func(p *Package) { p.Imports[0].Reported = true })}, "c.T"},
	} {
		s, list := Link(c.parts, nil)
		got := s.Lookup("p.M.f").(*Field).Type.String()
		if len(list) > 0 {
			got = problems(list)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func problems(list diag.List) string {
	var all []string
	for _, d := range list {
		text := d.Message
		if d.Help != "" {
			text += "; " + d.Help
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// TestDeepType: a type that no front end bounded ends in a problem.
func TestDeepType(t *testing.T) {
	p := ref("M")
	inner := Type{Kind: KindBool}
	for range 100_000 {
		e := inner
		inner = Type{Kind: KindList, Elem: &e}
	}
	p.Messages[0].Fields[0].Type = inner
	if _, list := Link([]*Package{p}, testWires()); problems(list) != "p.M.f has a type that is nested too deep; give a part of it a message of its own" {
		t.Error(problems(list))
	}
}

func TestAllMethods(t *testing.T) {
	service := func(name, extends string, methods ...string) *Service {
		s := &Service{Decl: Decl{Name: name}, Extends: Ident{Name: extends}}
		for _, m := range methods {
			s.Methods = append(s.Methods, &Method{Decl: Decl{Name: m}})
		}
		return s
	}
	p := &Package{Decl: Decl{Name: "p"}, Language: "hcl", Services: []*Service{
		service("C", "B", "e"), service("B", "A", "c", "d"), service("A", "", "a", "b"),
	}}
	if _, list := Link([]*Package{p}, testWires()); len(list) > 0 {
		t.Fatal(problems(list))
	}
	got := ""
	for _, m := range p.Services[0].AllMethods() {
		got += m.FullName() + " "
	}
	if want := "p.A.a p.A.b p.B.c p.B.d p.C.e "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLongLines: what is chained far links without deep recursion or
// quadratic work.
func TestLongLines(t *testing.T) {
	p := &Package{Decl: Decl{Name: "p"}, Language: "hcl"}
	const n = 50_000
	name := func(i int) string { return "M" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strconv.Itoa(i) }
	for i := range n {
		p.Messages = append(p.Messages, &Message{Decl: Decl{Name: name(i)}, Fields: []*Field{
			{Decl: Decl{Name: "next"}, Number: 1, Presence: Plain, Type: Type{Kind: KindRef, Name: name((i + 1) % n)}},
		}})
	}
	_, list := Link([]*Package{p}, testWires())
	if len(list) != 1 || list[0].Code != "message-cycle" || len(list[0].Message) > 2000 {
		t.Errorf("%d problems", len(list))
	}
}
