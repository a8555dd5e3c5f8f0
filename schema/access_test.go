package schema

import (
	"fmt"
	"strings"
	"testing"
)

func TestMethodMessages(t *testing.T) {
	s := linked(t, everything(t))
	method := func(name string) *Method { return s.Lookup("demo.math.Math." + name).(*Method) }
	add, tell, pipe, both := method("Add"), method("Tell"), method("Pipe"), method("Both")
	if r := add.Request(); len(r.ByNumber()) != 2 || r.Field(7) != add.Params[1] || r.Field(2) != nil || r.FullName() != "demo.math.Math.Add" {
		t.Errorf("request %+v", r)
	}
	if r := add.Response(); !add.WrapsResult() || len(r.Fields) != 1 || r.Field(1) != add.Returns {
		t.Errorf("response %+v", r)
	}
	if r := tell.Response(); tell.WrapsResult() || len(r.Fields) != 0 {
		t.Errorf("no response %+v", r)
	}
	if tell.StreamIn() != tell.Params[0] || tell.StreamOut() != nil || add.StreamIn() != nil || pipe.StreamOut() != pipe.Returns {
		t.Error("streams")
	}
	item := tell.Params[0].Item()
	if item != s.Lookup("demo.common.Timestamp") || pipe.Params[0].Item() != nil || both.Params[0].Item() != nil {
		t.Errorf("item %+v", item)
	}
	f := &Field{Type: typ(t, "stream(int8)"), Parent: tell}
	if m := f.Item(); m.Field(1) == nil || m.Field(1).Type.Kind != KindInt8 || m.Field(1).Parent != tell {
		t.Errorf("item %+v", m)
	}
	plain := &Package{Decl: Decl{Name: "p"}, Messages: []*Message{{Decl: Decl{Name: "M"}}}, Services: []*Service{{Decl: Decl{Name: "S"},
		Methods: []*Method{{Decl: Decl{Name: "A"}, Returns: &Field{Number: 1, Presence: Plain, Type: Type{Kind: KindRef, Name: "M"}}}}}}}
	linked(t, []*Package{plain})
	if a := plain.Services[0].Methods[0]; a.WrapsResult() || a.Response() != plain.Messages[0] {
		t.Error("a plain message result is wrapped")
	}
}

func TestElements(t *testing.T) {
	s := linked(t, everything(t))
	body := s.Lookup("demo.math.Event.body").(*OneOf)
	text := s.Lookup("demo.math.Event.text").(*Field)
	if len(body.Fields()) != 2 || text.InOneOf() != body || s.Lookup("demo.math.Event.at").(*Field).InOneOf() != nil {
		t.Error("oneof")
	}
	if n := s.Lookup("demo.math.Event.blob").(*Field).JSONName() + text.JSONName(); n != "Blobtext" {
		t.Error(n)
	}
	Walk(s, func(n Node) {
		if p := PackageOf(n); p == nil || !strings.HasPrefix(n.FullName(), p.Name) {
			t.Errorf("the package of %s is %v", n.FullName(), p)
		}
		if f, ok := n.(*Field); s.Lookup(n.FullName()) != n && !(ok && f.Name == "") {
			t.Errorf("%s is not found", n.FullName())
		}
	})
	for _, n := range []Node{&Service{}, &Method{}, &Message{}, &Error{}, &OneOf{}, &Field{}, &Enum{}, &EnumValue{}, &Const{}, nil} {
		if p := PackageOf(n); p != nil {
			t.Errorf("%T before Link: %v", n, p)
		}
	}
	if got := OnWire(s.Lookup("demo.math.Event").(*Message).On, "rpch", "name"); got != "Ev" {
		t.Error(got)
	}
	if OnWire(nil, "rpch", "name") != "" || s.Lookup("demo.math.Nothing") != nil || s.Lookup("demo.math.Event.") != nil || s.Lookup("") != nil {
		t.Error("found what is not there")
	}
	if new(Field).FullName()+new(OneOf).FullName()+new(EnumValue).FullName() != "" {
		t.Error("what isn't linked has a full name")
	}
	at := s.Lookup("demo.math.Event.at").(*Field)
	var none *Field
	if got := at.TypeText() + " " + text.TypeText() + " " + none.TypeText(); got != "optional(demo.common.Timestamp) string void" {
		t.Error(got)
	}
}

func TestPromisedBy(t *testing.T) {
	p := &Package{Wires: []Ident{{Name: "rpch"}}}
	if got := (&Service{Parent: p}).PromisedBy(); len(got) != 1 || got[0].Name != "rpch" {
		t.Error(got)
	}
	if got := (&Service{Parent: p, Wires: []Ident{}}).PromisedBy(); got == nil || len(got) != 0 {
		t.Error(got)
	}
	if got := (&Service{}).PromisedBy(); got != nil {
		t.Error(got)
	}
	for language, want := range map[string]string{"hcl": "[frame]", "go": "[frame]", "gfj": "[rpch]", "proto": "[prpc]", "thrift": "[thrift thrift-compact]", "": "[frame]"} {
		if got := fmt.Sprint(DefaultWires(language)); got != want {
			t.Errorf("%s: %s", language, got)
		}
	}
}

// TestServiceLines: what only many services can break.
func TestServiceLines(t *testing.T) {
	p := other("p")
	for i := range maxExtends + 1 {
		s := &Service{Decl: Decl{Name: fmt.Sprint("S", i)}}
		if i > 0 {
			s.Extends.Name = fmt.Sprint("S", i-1)
		}
		p.Services = append(p.Services, s)
	}
	_, list := Link([]*Package{p}, testWires())
	if got := problems(list); got != "service p.S100 extends a line of more than 100 services; copy the methods that are needed" {
		t.Error(got)
	}

	// Derived ids that are the same: two names with one hash.
	a, b := collision(t)
	p = other("p")
	p.Services = []*Service{{Decl: Decl{Name: "S"}, Methods: []*Method{{Decl: Decl{Name: a}}, {Decl: Decl{Name: b}}}}}
	_, list = Link([]*Package{p}, testWires())
	if len(list) != 1 || list[0].Help != "the ids are made from the names: give one of them an id" || len(list[0].Related) != 1 {
		t.Errorf("%s and %s: %+v", a, b, list)
	}
}

// collision returns two method names of p.S with one derived id.
func collision(t *testing.T) (a, b string) {
	seen := map[uint32]string{}
	for i := range 1_000_000 {
		name := fmt.Sprintf("M%x", i)
		id := derivedID("p.S." + name)
		if first, ok := seen[id]; ok {
			return first, name
		}
		seen[id] = name
	}
	t.Fatal("no collision")
	return "", ""
}

func TestEqualAsInside(t *testing.T) {
	p := other("p")
	p.Messages = []*Message{{Decl: Decl{Name: "M"}, Fields: []*Field{
		{Decl: Decl{Name: "a"}, Number: 1, Presence: Plain, Type: typ(t, "set(int8)")},
		{Decl: Decl{Name: "b"}, Number: 2, Presence: Plain, Type: typ(t, "map(string, set(int8))")},
	}}}
	linked(t, []*Package{p})
	m := Type{Kind: KindMessage, Name: "p.M", Target: p.Messages[0]}
	x, y := []any{int64(1), int64(2)}, []any{int64(2), int64(1)}
	if !EqualAs(m, Record{1: x, 2: []Entry{{"k", x}}}, Record{1: y, 2: []Entry{{"k", y}}}) {
		t.Error("sets inside a record count their order")
	}
	if EqualAs(m, Record{1: x}, Record{1: []any{int64(2), int64(2)}}) || Equal(Record{1: x}, Record{1: y}) {
		t.Error("what differs is equal")
	}
}
