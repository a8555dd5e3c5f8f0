package schema

import (
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// TestWireSeverity: what a promised wire can't carry is an error, what it
// carries otherwise a note, what an assumed one can't carry a warning.
func TestWireSeverity(t *testing.T) {
	find := func(language, promised, result string) diag.Severity {
		p := other("p")
		p.Language = language
		if promised != "" {
			p.Wires = []Ident{{Name: promised}}
		}
		p.Services = []*Service{{Decl: Decl{Name: "S"}, Methods: []*Method{{Decl: Decl{Name: "A"},
			Returns: &Field{Number: 1, Presence: Plain, Type: typ(t, result)}}}}}
		_, list := Link([]*Package{p}, testWires())
		return list.Max()
	}
	for _, c := range []struct {
		language, promised, result string
		want                       diag.Severity
	}{
		{"hcl", "prpc", "stream", diag.Error},
		{"hcl", "prpc", "int8", diag.Note},
		{"hcl", "prpc", "int32", 0},
		{"hcl", "", "stream", 0},
		{"hcl", "", "list(uint64, 20000)", diag.Error},
		{"proto", "", "stream", diag.Warning},
		{"proto", "prpc", "stream", diag.Error},
		{"proto", "frame", "stream", 0},
		{"gfj", "", "bool", diag.Error},
	} {
		if got := find(c.language, c.promised, c.result); got != c.want {
			t.Errorf("%s promises %q and returns %s: %v, want %v", c.language, c.promised, c.result, got, c.want)
		}
	}
}

// TestFixedPart has the example of the frame wire.
func TestFixedPart(t *testing.T) {
	field := func(name string, number int, text string, presence Presence, oneof string) *Field {
		return &Field{Decl: Decl{Name: name}, Number: number, Type: typ(t, text), Presence: presence, OneOf: oneof}
	}
	p := other("p")
	p.Messages = []*Message{{Decl: Decl{Name: "M"}, OneOfs: []*OneOf{{Decl: Decl{Name: "one"}}}, Fields: []*Field{
		field("a", 1, "int32", Plain, ""), field("s", 2, "string", Plain, ""), field("x", 3, "int32", Plain, "one"),
		field("t", 4, "string", Plain, "one"), field("o", 6, "int32", Optional, ""),
	}}}
	linked(t, []*Package{p})
	if n := p.Messages[0].FixedPart(); n != 0x0d {
		t.Errorf("%d bytes", n)
	}
	for text, want := range map[string]int{
		"bool": 1, "uint16": 2, "float64": 8, "list(list(int16, 3), 5)": 30, "list(string, 5)": 0, "list(int8)": 0, "set(int8)": 0,
		"map(int8, int8)": 0, "bytes": 0, "list(list(list(int64, 65535), 65535), 65535)": tooMuch * 65535,
	} {
		if n, fixed := typ(t, text).FixedSize(); n != want && (fixed || n != 0) {
			t.Errorf("%s: %d", text, n)
		}
	}
}

// TestKeptCodes: an error that a method declares has a code that the wire leaves
// free; each is reported once.
func TestKeptCodes(t *testing.T) {
	wires := []*WireInfo{{Name: "prpc", Errors: true, Void: true, KeptCodes: []NumberRange{{From: 0, To: 0}, {From: 1000, To: 3000}}}}
	for code, want := range map[uint32]string{
		0: "p.E has the code 0, and prpc keeps 0 for itself", 999: "", 1000: "p.E has the code 1000, and prpc keeps 1000-3000 for itself",
		3000: "p.E has the code 3000, and prpc keeps 1000-3000 for itself", 3001: "",
	} {
		p := other("p")
		p.Wires = []Ident{{Name: "prpc"}}
		p.Errors = []*Error{{Message: Message{Decl: Decl{Name: "E"}}, Code: code}}
		thrown := func() []*ErrorRef { return []*ErrorRef{{Name: "E", Number: 1}} }
		p.Services = []*Service{{Decl: Decl{Name: "S"}, Methods: []*Method{{Decl: Decl{Name: "A"}, Errors: thrown()}, {Decl: Decl{Name: "B"}, Errors: thrown()}}}}
		_, list := Link([]*Package{p}, wires)
		got := ""
		for _, d := range list {
			if d.Code == "wire-shape-unsupported" {
				got += d.Message
			}
		}
		if got != want {
			t.Errorf("code %d: %q, want %q", code, got, want)
		}
	}
}
