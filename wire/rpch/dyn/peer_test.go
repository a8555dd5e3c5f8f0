package dyn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

func onWire(attr, value string) []schema.WireBlock {
	return []schema.WireBlock{{Wire: schema.Ident{Name: "rpch"}, Attrs: []schema.WireAttr{{Name: attr, Value: value}}}}
}

func TestNamesOnTheWire(t *testing.T) {
	f := methodOf([]string{"", "M", "F", "M"})
	f.On = onWire("method", "eff")
	s := link(t, &schema.Package{Decl: schema.Decl{Name: "demo.long"},
		Services: []*schema.Service{
			{Decl: schema.Decl{Name: "Base"}, On: onWire("service", "base"), Methods: []*schema.Method{f}},
			{Decl: schema.Decl{Name: "Derived"}, Extends: schema.Ident{Name: "Base"}},
		},
		Messages: []*schema.Message{{Decl: schema.Decl{Name: "M"}, On: onWire("name", "em"), Fields: []*schema.Field{field(1, "A", "int8")}}},
	})
	for _, p := range Peers() {
		b, err := p.Request(f, rec{1: rec{1: int64(1)}})
		if err != nil || !bytes.HasPrefix(b, []byte("base eff 1 0\r\n\x02\x00\x02\x00")) || !bytes.Contains(b, []byte("em{")) {
			t.Errorf("%s: %q (%v)", p.Name(), b, err)
		}
		for _, service := range []string{"base", "Derived"} { // a server of either has the method
			m, args, err := p.Serve(s, bytes.Replace(b, []byte("base"), []byte(service), 1))
			if err != nil || m != f || show(args) != "{1:{1:1}}" {
				t.Errorf("%s as %s: %v %s (%v)", p.Name(), service, m, show(args), err)
			}
		}
	}
}

// Retired and absent arguments keep their places.
func TestArguments(t *testing.T) {
	s := contract(t, "service T{void F(int8,string,float64)}")
	m := method(t, s, "F")
	m.Params[1].Retired = "gone"
	for _, p := range Peers() {
		b, err := p.Request(m, rec{2: "x"})
		if err != nil || bytes.Contains(b, []byte("x")) {
			t.Errorf("%s wrote %q (%v)", p.Name(), b, err)
		}
		if _, args, err := p.Serve(s, b); err != nil || show(args) != "{1:0 3:0}" {
			t.Errorf("%s read %s (%v)", p.Name(), show(args), err)
		}
	}
	unsupported := contract(t, "service T{bool F();void G(bytes)}")
	for _, p := range Peers() {
		if b, err := p.Reply(method(t, unsupported, "F"), rec{1: true}); err == nil {
			t.Errorf("%s wrote %q", p.Name(), b)
		}
		if b, err := p.Request(method(t, unsupported, "G"), rec{1: []byte{1}}); err == nil {
			t.Errorf("%s wrote %q", p.Name(), b)
		}
		if _, _, err := p.Receive(method(t, unsupported, "F"), make([]byte, 30)); err == nil {
			t.Errorf("%s read a bool", p.Name())
		}
	}
}

// What servers take in the request line (2.2).
func TestLines(t *testing.T) {
	s := contract(t, "service T{void F(int8)}")
	arg := "\x00\x00\x04\x00\x01\x00\x00\x00int8\x05"
	const ok, no = "{1:5}", "closed"
	for _, c := range []struct{ line, goes, node, c, us string }{
		{"T F 1 0\r\n", ok, ok, ok, ok}, {"T F 1 0\n", ok, no, ok, ok}, {"T  F 1 0\r\n", ok, no, no, no}, {"T\tF 1 0\r\n", ok, no, no, no},
		{" T F 1 0\r\n", ok, no, no, no}, {"T F 1 0 \r\n", ok, no, no, no}, {"T F 1 0 word\r\n", ok, no, no, no}, {"T F +1 0\r\n", no, ok, ok, no}, {"T F x 0\r\n", no, no, no, no},
		{"T F 1 18446744073709551615\r\n", ok, ok, ok, ok}, {"T F 1 18446744073709551616\r\n", no, ok, ok, no}, {"T F 1\r\n", no, no, no, no}, {"\r\n", no, no, no, no},
		{strings.Repeat("x", 5000) + "\r\n", no, no, no, no}, {"T F 4294967295 0\r\n", no, no, no, no},
	} {
		for p, want := range map[Peer]string{Go(): c.goes, Node(): c.node, C(): c.c, Rpcctl(): c.us} {
			_, args, err := p.Serve(s, []byte(c.line+arg))
			if got := outcome(args, err); got != want {
				t.Errorf("%.40q, %s: %s (%v), want %s", c.line, p.Name(), got, err, want)
			}
		}
	}
}

// What servers and clients make of heads that don't fit (2.2, 4).
func TestHeads(t *testing.T) {
	s := contract(t, "service T{int32 F(int32);string G(string)}")
	line := []byte("T F 1 0\r\n")
	value := func(kind uint16, name, data string) []byte {
		b, err := rpch.AppendValue(line[:len(line):len(line)], rpch.Value{Kind: kind, Name: []byte(name), Data: []byte(data)})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const ok = "{1:1}"
	huge := append(bytes.Clone(line), 0, 0, 5, 0, 0xff, 0xff, 0xff, 0xff)
	for _, c := range []struct {
		name              string
		bytes             []byte
		goes, node, c, us string
	}{
		{"another kind", value(7, "int32", "\x01\x00\x00\x00"), "closed", ok, ok, "error"},
		{"more bytes", value(0, "int32", "\x01\x00\x00\x00\x09"), ok, "closed", "error", "error"},
		{"fewer bytes", value(0, "int32", "\x01\x00\x00"), "closed", "closed", "error", "error"},
		{"no name", value(0, "", "\x01\x00\x00\x00"), "closed", "closed", "crashed", "error"},
		{"a huge length", huge, "closed", "closed", "crashed", "closed"},
		{"cut", value(0, "int32", "\x01\x00\x00\x00")[:20], "closed", "closed", "closed", "closed"},
		{"bytes that follow", append(value(0, "int32", "\x01\x00\x00\x00"), "more"...), ok, ok, ok, ok},
	} {
		for p, want := range map[Peer]string{Go(): c.goes, Node(): c.node, C(): c.c, Rpcctl(): c.us} {
			_, args, err := p.Serve(s, c.bytes)
			if got := outcome(args, err); got != want {
				t.Errorf("%s, %s: %s (%v), want %s", c.name, p.Name(), got, err, want)
			}
		}
	}
	m := method(t, s, "F")
	for p, want := range map[Peer]string{Go(): "closed", Node(): "closed", C(): "crashed", Rpcctl(): "closed"} {
		reply, err := p.Reply(m, rec{1: int64(1)})
		if err != nil {
			t.Fatal(err)
		}
		if r, _, err := p.Receive(m, reply[:len(reply)-1]); outcome(r, err) != want {
			t.Errorf("a cut reply, %s: %s (%v)", p.Name(), show(r), err)
		}
		if r, _, err := p.Receive(m, reply[:10]); outcome(r, err) != "closed" {
			t.Errorf("a cut head, %s: %s (%v)", p.Name(), show(r), err)
		}
	}
}

// The C runtime's 4096 bytes (2.7).
func TestBuffersOfC(t *testing.T) {
	s := contract(t, "service T{string G(string)}")
	m := method(t, s, "G")
	fits, long := strings.Repeat("x", 4096-len("string")-8), strings.Repeat("x", 4096)
	if _, err := C().Request(m, rec{1: fits}); err != nil {
		t.Error(err)
	}
	if _, err := C().Request(m, rec{1: long}); outcome(nil, err) != "error" {
		t.Errorf("a long argument: %v", err)
	}
	b, err := Go().Request(m, rec{1: long})
	if err != nil {
		t.Fatal(err)
	}
	if _, args, err := C().Serve(s, b); outcome(args, err) != "closed" {
		t.Errorf("a long argument at the server: %v", err)
	}
	if _, _, err := Go().Serve(s, b); err != nil {
		t.Error(err)
	}
	reply, err := Go().replyText([]byte(strings.Repeat("e", 191)))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := C().Receive(m, reply); outcome(nil, err) != "crashed" {
		t.Errorf("a long error text: %v", err)
	}
}

func TestDeclaredErrors(t *testing.T) {
	f := methodOf([]string{"", "int32", "F", ""})
	f.Errors = []*schema.ErrorRef{{Name: "Bad", Number: 1}, {Name: "BadToo", Number: 2}}
	g := methodOf([]string{"", "int32", "G", ""})
	link(t, &schema.Package{Decl: schema.Decl{Name: "p"}, Services: []*schema.Service{{Decl: schema.Decl{Name: "T"}, Methods: []*schema.Method{f, g}}},
		Errors: []*schema.Error{
			{Message: schema.Message{Decl: schema.Decl{Name: "Bad"}, Fields: []*schema.Field{field(1, "a", "int32"), field(2, "s", "string")}}, Code: 1},
			{Message: schema.Message{Decl: schema.Decl{Name: "BadToo"}}, Code: 2},
		}})
	bad, too := f.Errors[0], f.Errors[1]
	for _, p := range Peers() {
		b, err := p.ReplyError(f, bad, rec{1: int64(7), 2: "x"})
		if err != nil || !bytes.HasPrefix(b[8:], []byte("\x03\x00\x00\x00")) || !bytes.HasSuffix(b, []byte(`Bad: {"a":7,"s":"x"}`)) {
			t.Errorf("%s wrote %q (%v)", p.Name(), b, err)
		}
		if r, e, err := p.Receive(f, b); err != nil || e != bad || show(r) != `{1:7 2:"x"}` {
			t.Errorf("%s read %s %v (%v)", p.Name(), show(r), e, err)
		}
		if _, e, err := p.Receive(g, b); outcome(nil, err) != "error" || e != nil || !strings.HasPrefix(err.Error(), "Bad: {") {
			t.Errorf("%s, not declared: %v (%v)", p.Name(), e, err)
		}
		if b, err = p.ReplyError(f, bad, rec{1: int64(7), 2: strings.Repeat("x", 200)}); err != nil || !bytes.HasSuffix(b, []byte("\x03\x00\x00\x00Bad")) {
			t.Errorf("%s wrote %q (%v)", p.Name(), b, err)
		}
		if r, e, err := p.Receive(f, b); err != nil || e != bad || show(r) != `{1:0 2:""}` {
			t.Errorf("%s read the name alone: %s %v (%v)", p.Name(), show(r), e, err)
		}
		b, err = p.ReplyError(f, too, nil)
		if r, e, err2 := p.Receive(f, b); err != nil || err2 != nil || e != too || len(r) > 0 {
			t.Errorf("%s: one name that begins with another: %v (%v, %v)", p.Name(), e, err, err2)
		}
		if _, err := p.ReplyError(f, &schema.ErrorRef{Name: "Gone"}, nil); err == nil {
			t.Errorf("%s wrote an unknown error", p.Name())
		}
	}
}

// Our runtime is no model, and reads what the others write.
func TestOursReadsAll(t *testing.T) {
	if Rpcctl().Modelled() || !Go().Modelled() || !Node().Modelled() || !C().Modelled() || Peers()[0] != Go() {
		t.Error("who is modelled")
	}
	s := contract(t, "message M{int64 A;uint64 B;string C} service T{M F(M,int64)}")
	m := method(t, s, "F")
	v := rec{1: int64(-1e15), 2: uint64(1e17), 3: "text"}
	for _, from := range Peers() {
		b, err := from.Request(m, rec{1: v, 2: int64(7)})
		if err != nil {
			t.Fatal(err)
		}
		if _, args, err := Rpcctl().Serve(s, b); err != nil || show(args) != show(rec{1: v, 2: int64(7)}) {
			t.Errorf("from %s: %s (%v)", from.Name(), show(args), err)
		}
		if b, err = from.Reply(m, v); err != nil {
			t.Fatal(err)
		}
		if r, _, err := Rpcctl().Receive(m, b); err != nil || show(r) != show(v) {
			t.Errorf("from %s: %s (%v)", from.Name(), show(r), err)
		}
	}
}

const fuzzIDL = `message M{int8 A;uint64 B;float32 C;string D;N E} message N{int32 X} service T{M F(M,int64,string);string G(istream,uint8);void H();float64 K(float32,float64);istream S(string)}`

func FuzzServe(f *testing.F) {
	s := contract(f, fuzzIDL)
	for _, p := range Peers() {
		for _, name := range []string{"F", "H", "K"} {
			if b, err := p.Request(method(f, s, name), rec{}); err == nil {
				f.Add(b)
			}
		}
	}
	f.Add([]byte("T G 2 0\r\n\x01\x00\x07\x00\x00\x00\x00\x00istream\x00\x00\x05\x00\x01\x00\x00\x00uint8\x07"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range Peers() {
			m, args, err := p.Serve(s, b)
			if (err == nil) != (m != nil && args != nil) {
				t.Fatalf("%s: %v %v %v", p.Name(), m, args, err)
			}
			checkRefusal(t, p, err)
		}
	})
}

func FuzzReceive(f *testing.F) {
	s := contract(f, fuzzIDL)
	for _, p := range Peers() {
		for _, name := range []string{"F", "H", "K", "S"} {
			if b, err := p.Reply(method(f, s, name), rec{}); err == nil {
				f.Add(b)
			}
		}
		if b, err := p.replyText([]byte("no")); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range Peers() {
			for _, name := range []string{"F", "G", "H", "K", "S"} {
				r, _, err := p.Receive(method(t, s, name), b)
				if err == nil && r == nil {
					t.Fatalf("%s: nothing", p.Name())
				}
				checkRefusal(t, p, err)
			}
		}
	})
}

// checkRefusal: every error has a mode, and ours never dies.
func checkRefusal(t *testing.T, p Peer, err error) {
	if err == nil {
		return
	}
	r, ok := err.(*Refusal)
	if !ok || r.Mode() == "" || r.Mode() == "crashed" && !p.Modelled() {
		t.Fatalf("%s: %T %v", p.Name(), err, err)
	}
}
