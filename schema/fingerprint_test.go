package schema

import (
	"hash/fnv"
	"slices"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/golden"
)

func TestFingerprintText(t *testing.T) {
	s := linked(t, everything(t))
	golden.Equal(t, "testdata/everything.canonical.json", fingerprintText(s.Packages[1]))
}

// TestFingerprint: what counts and what does not.
func TestFingerprint(t *testing.T) {
	print := func(edit func(common, math *Package)) [8]byte {
		parts := everything(t)
		edit(parts[0], parts[1])
		s, list := Link(parts, nil)
		if list.HasErrors() {
			t.Fatal(problems(list))
		}
		return Fingerprint(s.Lookup("demo.math.Math").(*Service))
	}
	base := print(func(_, _ *Package) {})
	unused := func(p *Package) { message("Unused", "a")(p) }
	for _, c := range []struct {
		name string
		same bool
		edit func(common, math *Package)
	}{
		{"documentation", true, func(_, p *Package) { p.Doc, p.Messages[0].Fields[0].Doc = "x", "y" }},
		{"deprecation", true, func(_, p *Package) { p.Services[1].Methods[0].Deprecated = "x" }},
		{"options", true, func(_, p *Package) { p.Options = nil }},
		{"language, version, path", true, func(_, p *Package) { p.Language, p.Version, p.Path = "go", "9.0.0", "x" }},
		{"what the import is called", true, func(_, p *Package) { p.Imports[0].Local = "c" }},
		{"order of methods", true, func(_, p *Package) { slices.Reverse(p.Services[1].Methods) }},
		{"order of services", true, func(_, p *Package) { slices.Reverse(p.Services) }},
		{"order of fields", true, func(_, p *Package) { slices.Reverse(p.Messages[0].Fields) }},
		{"order of values", true, func(_, p *Package) { slices.Reverse(p.Enums[0].Values) }},
		{"places", true, func(_, p *Package) { p.Messages[0].Fields[0].Span = diag.Span{} }},
		{"what is not reached in another package", true, func(c, _ *Package) { unused(c) }},
		{"a field's name", false, func(_, p *Package) { p.Messages[0].Fields[0].Name = "x" }},
		{"a field's number", false, func(_, p *Package) { p.Messages[0].Fields[0].Number = 99 }},
		{"a field's type", false, func(_, p *Package) { p.Messages[0].Fields[6].Type.Elem.Kind = KindInt64 }},
		{"presence", false, func(_, p *Package) { p.Messages[0].Fields[0].Presence = Required }},
		{"a method's id", false, func(_, p *Package) { p.Services[1].Methods[0].ID = 9 }},
		{"an enum value's number", false, func(_, p *Package) { p.Enums[0].Values[1].Number = 9 }},
		{"an error's code", false, func(_, p *Package) { p.Errors[0].Code = 9 }},
		{"what is reached in another package", false, func(c, _ *Package) { c.Messages[0].Fields[0].Name = "x" }},
		{"what is not reached in its own package", false, func(_, p *Package) { unused(p) }},
		{"a service beside it", false, func(_, p *Package) { p.Services[0].Methods[0].Oneway = true }},
	} {
		if got := print(c.edit) == base; got != c.same {
			t.Errorf("%s: same is %v", c.name, got)
		}
	}
}

// TestFingerprintReaches: services that are extended and errors that are
// declared count, wherever they stand.
func TestFingerprintReaches(t *testing.T) {
	print := func(edit func(lib *Package)) [8]byte {
		lib, p := other("lib", "In"), other("p")
		field := func(ty Type) []*Field { return []*Field{{Decl: Decl{Name: "a"}, Number: 1, Presence: Plain, Type: ty}} }
		lib.Errors = []*Error{{Message: Message{Decl: Decl{Name: "X"}, Fields: field(Type{Kind: KindRef, Name: "E"})}, Code: 1}}
		lib.Enums = []*Enum{{Decl: Decl{Name: "E"}, Values: []*EnumValue{{Decl: Decl{Name: "A"}}}}}
		lib.Services = []*Service{{Decl: Decl{Name: "Base"}, Methods: []*Method{{Decl: Decl{Name: "B"}, Params: field(Type{Kind: KindRef, Name: "In"})}}}}
		p.Services = []*Service{{Decl: Decl{Name: "S"}, Extends: Ident{Name: ".lib.Base"}, Methods: []*Method{{
			Decl: Decl{Name: "A"}, Errors: []*ErrorRef{{Name: ".lib.X", Number: 1}}}}}}
		edit(lib)
		linked(t, []*Package{lib, p})
		return Fingerprint(p.Services[0])
	}
	base := print(func(*Package) {})
	if print(func(lib *Package) { lib.Errors[0].Doc = "x" }) != base {
		t.Error("documentation counts")
	}
	for name, edit := range map[string]func(*Package){
		"an error":                func(lib *Package) { lib.Errors[0].Code = 2 },
		"an enum of an error":     func(lib *Package) { lib.Enums[0].Closed = true },
		"an inherited method":     func(lib *Package) { lib.Services[0].Methods[0].Oneway = true },
		"a message of such a one": func(lib *Package) { lib.Messages[0].Stored = true },
	} {
		if print(edit) == base {
			t.Errorf("%s does not count", name)
		}
	}
}

// TestCanonical has the examples of RFC 8785.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,\"\U0001f600\":5,\"\ufb33\":3}"},
		{`{"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
			"{\"literals\":[null,true,false],\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"},
		{`[ ]`, `[]`},
	} {
		if got := string(canonical([]byte(c.text))); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestMethodID(t *testing.T) {
	hash := func(name string) uint32 {
		h := fnv.New32a()
		h.Write([]byte(name))
		return h.Sum32()
	}
	service := &Service{ID: 3}
	for _, c := range []struct {
		m       *Method
		want    uint32
		derived bool
	}{
		{&Method{ID: 7, Parent: service}, 3<<16 | 7, false},
		{&Method{ID: 0xFFFFFEFF, Parent: &Service{}}, 0xFFFFFEFF, false},
		{&Method{Decl: Decl{full: "demo.math.Math.Add"}, Parent: service}, hash("demo.math.Math.Add"), true},
	} {
		if id, derived := MethodID(c.m); id != c.want || derived != c.derived {
			t.Errorf("%s: %d, %v", c.m.full, id, derived)
		}
	}
	// A name whose hash falls into the range of written ids is hashed on.
	for i := 0; ; i++ {
		name := string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + string(rune('a'+i/17576%26))
		if hash(name) >= firstDerived && hash(name) < firstReserved {
			continue
		}
		if got := derivedID(name); got != hash(name+"#") {
			t.Errorf("%s: %d", name, got)
		}
		break
	}
}
