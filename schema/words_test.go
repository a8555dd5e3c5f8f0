package schema

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// What to do about an unknown name, where none is near.
func TestUnknownNames(t *testing.T) {
	for _, test := range []struct{ typ, help string }{
		{"int", "write int32 or int64"},
		{"double", "write float64"},
		{"void", "leave returns out where there is no result"},
		{"Order", `write message "Order" { … }, or see whether the name is right`},
		{"shop.Order", `import the package that has it: import "shop" { source = "../shop" }`},
		{"other.Order", "see what the imported package has"},
		{"M.Inner", `write message "M.Inner" { … }, or see whether the name is right`},
		{"strin", "did you mean string?"},
	} {
		p := &Package{Decl: Decl{Name: "p"}, Language: "hcl", Imports: []*Import{{Local: "other", Package: "other"}}, Messages: []*Message{
			{Decl: Decl{Name: "M"}, Fields: []*Field{{Decl: Decl{Name: "f"}, Number: 1, Type: Type{Kind: KindRef, Name: test.typ}}}},
		}}
		_, list := Link([]*Package{p, {Decl: Decl{Name: "other"}, Language: "hcl"}}, nil)
		if len(list) != 1 || list[0].Help != test.help {
			t.Errorf("%s: %+v, want %s", test.typ, list, test.help)
		}
	}
}

// Of two with one name the one that stands first is the first, whatever they are.
func TestDefinedTwiceInOrder(t *testing.T) {
	f := diag.NewFile("a", []byte(strings.Repeat("x", 100)))
	p := &Package{
		Decl: Decl{Name: "p"}, Language: "hcl",
		Messages: []*Message{{Decl: Decl{Name: "M", NameSpan: f.Span(10, 11)}}},
		Enums:    []*Enum{{Decl: Decl{Name: "M", NameSpan: f.Span(50, 51)}}},
	}
	_, list := Link([]*Package{p}, nil)
	if len(list) != 1 || list[0].Span != f.Span(50, 51) || list[0].Related[0].Span != f.Span(10, 11) {
		t.Errorf("%+v", list)
	}
}
