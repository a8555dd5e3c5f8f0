package schema

import "testing"

// What a package lacks that was not read as a whole is no error of its own: why
// it was not is reported. All else still is.
func TestPartial(t *testing.T) {
	ref := func(name string) Type { return Type{Kind: KindRef, Name: name} }
	packages := func() []*Package {
		return []*Package{
			{Decl: Decl{Name: "a"}, Language: "hcl", Partial: true, Messages: []*Message{
				{Decl: Decl{Name: "M"}, Fields: []*Field{{Decl: Decl{Name: "x"}, Number: 1, Type: ref("Lost")}, {Decl: Decl{Name: "y"}, Number: 1, Type: ref("M.Lost")}}},
				{Decl: Decl{Name: "Lost.Inner"}},
			}},
			{Decl: Decl{Name: "b"}, Language: "hcl", Imports: []*Import{{Local: "a", Package: "a"}}, Services: []*Service{
				{Decl: Decl{Name: "S"}, Extends: Ident{Name: "a.Base"}, Methods: []*Method{{Decl: Decl{Name: "F"}, Errors: []*ErrorRef{{Name: "a.E", Number: 1}, {Name: "E", Number: 2}}}}},
			}},
		}
	}
	_, list := Link(packages(), nil)
	if len(list) != 2 || list[0].Message != "a.M.y has the number 1, which is a.M.x's" || list[1].Message != "b.S.F declares the unknown error E" {
		t.Errorf("got %+v", list)
	}
	whole := packages()
	whole[0].Partial = false
	if _, list := Link(whole, nil); len(list) != 7 {
		t.Errorf("read as a whole: %d problems, want 7: %+v", len(list), list)
	}
}
