package dyn

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

const calls = `
exception E { 1: string why }
struct Point { 1: i32 x, 2: i32 y }
service Base { i32 Ping(1: i32 n) }
service Calc extends Base { i32 Add(1: i32 a, 2: i32 b) throws (3: E e), Point Mid(1: Point a), void Nop(), oneway void Log(1: string m) }
`

// on gives a service a wire block for both wires.
func on(s *schema.Service, attr, value string) {
	for _, p := range protocols {
		s.On = append(s.On, schema.WireBlock{Wire: schema.Ident{Name: p.String()}, Attrs: []schema.WireAttr{{Name: attr, Value: value}}})
	}
}

func service(t testing.TB, s *schema.Schema, name string) *schema.Service {
	t.Helper()
	svc, ok := s.Lookup(s.Packages[0].Name + "." + name).(*schema.Service)
	if !ok {
		t.Fatalf("no service %s", name)
	}
	return svc
}

// The bytes of whole messages, put together by hand.
func TestMessages(t *testing.T) {
	s := contract(t, calls)
	add, nop, log := method(t, s, "Calc.Add"), method(t, s, "Calc.Nop"), method(t, s, "Calc.Log")
	for i, p := range protocols {
		for _, c := range []struct {
			peer            Peer
			write           func(Peer) ([]byte, error)
			binary, compact string
		}{
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.Request(add, rec{1: int64(1), 2: int64(2)}) },
				"0000001e 80010001 00000003 416464 00000001 080001 00000001 080002 00000002 00", "0000000c 82 21 01 03 416464 15 02 15 04 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.Reply(add, rec{1: int64(3)}) },
				"00000017 80010002 00000003 416464 00000001 080000 00000003 00", "0000000b 82 41 01 03 416464 05 00 06 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.ReplyError(add, add.Errors[0], rec{1: "x"}) },
				"0000001c 80010002 00000003 416464 00000001 0c0003 0b0001 00000001 78 00 00", "0000000d 82 41 01 03 416464 3c 18 01 78 00 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.ReplyFault(add, &thrift.AppError{Code: 6, Text: "x"}) },
				"0000001f 80010003 00000003 416464 00000001 0b0001 00000001 78 080002 00000006 00", "0000000d 82 61 01 03 416464 18 01 78 15 0c 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.Request(nop, rec{}) }, "00000010 80010001 00000003 4e6f70 00000001 00", "00000008 82 21 01 03 4e6f70 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.Reply(nop, rec{}) }, "00000010 80010002 00000003 4e6f70 00000001 00", "00000008 82 41 01 03 4e6f70 00"},
			{Cpp(p), func(p Peer) ([]byte, error) { return p.Request(log, rec{1: "x"}) }, "00000018 80010004 00000003 4c6f67 00000000 0b0001 00000001 78 00", "0000000b 82 81 00 03 4c6f67 18 01 78 00"},
			{Go(p), func(p Peer) ([]byte, error) { return p.Request(log, rec{1: "x"}) }, "00000018 80010001 00000003 4c6f67 00000001 0b0001 00000001 78 00", "0000000b 82 21 01 03 4c6f67 18 01 78 00"},
			{Rpcctl(p), func(p Peer) ([]byte, error) { return p.Reply(log, rec{}) }, "", ""},
		} {
			want := compactText([]string{c.binary, c.compact}[i])
			if b, err := c.write(c.peer); err != nil || hex.EncodeToString(b) != want {
				t.Errorf("%s %s wrote %x (%v), want %s", p, c.peer.Name(), b, err, want)
			}
		}
	}
}

// Every peer reads what it wrote, over both transports, and to a method that it
// inherits.
func TestCallsComeThrough(t *testing.T) {
	for _, transport := range []string{"framed", "buffered"} {
		s := contract(t, calls)
		on(service(t, s, "Calc"), "transport", transport)
		for _, p := range protocols {
			for _, peer := range Peers(p) {
				for _, c := range []struct {
					method       string
					args, result rec
				}{{"Calc.Add", rec{1: int64(1), 2: int64(-2)}, rec{1: int64(-1)}}, {"Calc.Mid", rec{1: rec{1: int64(1), 2: int64(2)}}, rec{1: int64(0), 2: int64(1)}}, {"Calc.Nop", rec{}, rec{}}, {"Base.Ping", rec{1: int64(4)}, rec{1: int64(5)}}} {
					peer := peer.Of(service(t, s, "Calc"))
					m := method(t, s, c.method)
					b, err := peer.Request(m, c.args)
					if framed := len(b) > 0 && b[0] == 0; err != nil || framed != (transport == "framed") {
						t.Fatalf("%s %s: %x (%v)", transport, peer.Name(), b, err)
					}
					ran, args, err := peer.Serve(s, b)
					if ran != m || outcome(args, err) != show(c.args) {
						t.Errorf("%s %s %s: %s (%v)", p, peer.Name(), c.method, show(args), err)
					}
					if b, err = peer.Reply(m, c.result); err != nil {
						t.Fatal(err)
					}
					if r, e, err := peer.Receive(m, b); e != nil || outcome(r, err) != show(c.result) {
						t.Errorf("%s %s %s: %s %v (%v)", p, peer.Name(), c.method, show(r), e, err)
					}
				}
				add := method(t, s, "Calc.Add")
				b, err := peer.ReplyError(add, add.Errors[0], rec{1: "why"})
				if err != nil {
					t.Fatal(err)
				}
				if r, e, err := peer.Receive(add, b); e != add.Errors[0] || outcome(r, err) != `(1:"why")` {
					t.Errorf("%s: %s %v (%v)", peer.Name(), show(r), e, err)
				}
			}
		}
	}
}

// A server of ours takes both transports; the others wait for the one that they
// have, or misread it.
func TestOtherTransports(t *testing.T) {
	framed, buffered := contract(t, calls), contract(t, calls)
	on(service(t, buffered, "Calc"), "transport", "buffered")
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			want := "closed"
			if !peer.Modelled() {
				want = "()"
			}
			for _, c := range [][2]*schema.Schema{{framed, buffered}, {buffered, framed}} {
				b, err := peer.Request(method(t, c[0], "Calc.Nop"), rec{})
				if err != nil {
					t.Fatal(err)
				}
				if _, args, err := peer.Serve(c[1], b); outcome(args, err) != want {
					t.Errorf("%s served %x: %s (%v)", peer.Name(), b, show(args), err)
				}
				if b, err = peer.Reply(method(t, c[0], "Calc.Nop"), rec{}); err != nil {
					t.Fatal(err)
				}
				if r, _, err := peer.Receive(method(t, c[1], "Calc.Nop"), b); outcome(r, err) != want {
					t.Errorf("%s received %x: %s (%v)", peer.Name(), b, show(r), err)
				}
			}
			b, err := peer.Request(method(t, framed, "Calc.Nop"), rec{})
			if err != nil {
				t.Fatal(err)
			}
			for n := range b {
				if _, _, err := peer.Serve(framed, b[:n]); outcome(nil, err) != "closed" {
					t.Errorf("%s served %d of %d bytes: %v", peer.Name(), n, len(b), err)
				}
			}
			other := Rpcctl(thrift.Binary + thrift.Compact - p)
			if _, _, err := other.Serve(framed, b); outcome(nil, err) != "closed" {
				t.Errorf("%s is served as %s: %v", p, other.protocol, err)
			}
		}
	}
}

const shared = `
service A { i32 Get(1: i32 n) }
service B { string Get(1: string s), void Only() }
`

// Services that share a server are told apart by the name before the colon.
func TestSharedServers(t *testing.T) {
	s := contract(t, shared)
	a, b, only := method(t, s, "A.Get"), method(t, s, "B.Get"), method(t, s, "B.Only")
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			request, err := peer.Request(b, rec{1: "x"})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := peer.Serve(s, request); err == nil || !strings.Contains(err.Error(), `"Get" is a method of t.A and of t.B`) || outcome(nil, err) != "error" {
				t.Errorf("%s: %v", peer.Name(), err)
			}
			if m, args, err := peer.Of(b.Parent).Serve(s, request); m != b || outcome(args, err) != `(1:"x")` {
				t.Errorf("%s: %s (%v)", peer.Name(), show(args), err)
			}
			if _, _, err := peer.Of(a.Parent).Serve(s, request); err != nil && err.(*Refusal).Code == thrift.CodeUnknownMethod {
				t.Errorf("%s: %v", peer.Name(), err)
			}
			if request, err = peer.Request(only, rec{}); err != nil {
				t.Fatal(err)
			}
			if m, _, err := peer.Serve(s, request); m != only || err != nil {
				t.Errorf("%s: %v", peer.Name(), err)
			}
		}
	}
	named := contract(t, shared)
	on(service(t, named, "B"), "service", "bee")
	b = method(t, named, "B.Get")
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			request, err := peer.Request(b, rec{1: "x"})
			if err != nil || !strings.Contains(string(request), "bee:Get") {
				t.Fatalf("%s: %q (%v)", peer.Name(), request, err)
			}
			if m, args, err := peer.Serve(named, request); m != b || outcome(args, err) != `(1:"x")` {
				t.Errorf("%s: %s (%v)", peer.Name(), show(args), err)
			}
			m, _, err := peer.Of(service(t, s, "B")).Serve(s, request) // a contract without the name
			if (err == nil) != (m != nil) || peer.Modelled() != (err != nil) && err == nil {
				t.Errorf("%s: %v (%v)", peer.Name(), m, err)
			}
			reply, err := peer.Reply(b, rec{1: "y"})
			if err != nil || strings.Contains(string(reply), "bee") {
				t.Errorf("%s: %q (%v)", peer.Name(), reply, err)
			}
		}
		byName := call(thrift.Call, "B:Get", func(w *thrift.Writer) { text(w, 1, "x") })
		w := thrift.NewWriter(p, nil)
		byName(&w)
		for _, peer := range Peers(p) {
			_, _, err := peer.Serve(named, append([]byte{0, 0, 0, byte(len(w.Bytes()))}, w.Bytes()...))
			if peer.Modelled() == (err == nil) {
				t.Errorf("%s takes the service's own name: %v", peer.Name(), err)
			}
		}
	}
}

// What a client makes of replies that are none to its call.
func TestForeignReplies(t *testing.T) {
	s := contract(t, calls)
	add := method(t, s, "Calc.Add")
	for _, c := range []struct {
		name string
		hex  string
		want map[string]string
	}{
		{"a call", "0000001e 80010001 00000003 416464 00000001 080001 00000001 080002 00000002 00", map[string]string{"go": "error", "java": "error", "cpp": "error", "rpcctl": "error"}},
		{"an exception", "0000001f 80010003 00000003 416464 00000001 0b0001 00000001 78 080002 00000006 00", map[string]string{"go": "error x", "java": "error x", "cpp": "error x", "rpcctl": "error x"}},
		{"nothing", "", map[string]string{"go": "closed", "java": "closed", "cpp": "closed", "rpcctl": "closed"}},
		{"a result and an error", "0000001e 80010002 00000003 416464 00000001 080000 00000003 0c0003 00 00", map[string]string{"go": "E", "java": "(1:3)", "cpp": "(1:3)", "rpcctl": "error"}},
	} {
		for _, peer := range Peers(thrift.Binary) {
			b := unhex(t, c.hex)
			if len(b) > 4 {
				b[3] = byte(len(b) - 4)
			}
			r, e, err := peer.Receive(add, b)
			got := outcome(r, err)
			if e != nil {
				got = e.Target.Name
			}
			want, text, _ := strings.Cut(c.want[peer.Name()], " ")
			if got != want || text != "" && err.Error() != text {
				t.Errorf("%s, %s: %s (%v)", c.name, peer.Name(), got, err)
			}
		}
	}
}

// An optional field that has its default is left out by Apache's Go alone, which
// can't tell it from one that nobody set.
func TestDefaults(t *testing.T) {
	s := contract(t, `enum E { A = 0, B = 1 }
struct M { 1: optional i32 n = 5, 2: optional string s = "x", 3: optional bool b = true, 4: optional double d = 1.5, 5: optional E e = E.B, 6: i32 p = 5 }`)
	m := message(t, s, "M")
	defaults := rec{1: int64(5), 2: "x", 3: true, 4: 1.5, 5: int64(1), 6: int64(5)}
	others := rec{1: int64(6), 2: "y", 3: false, 4: 2.5, 5: int64(0), 6: int64(5)}
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			want := show(defaults)
			if peer.Name() == "go" {
				want = "(6:5)"
			}
			for v, want := range map[*rec]string{&defaults: want, &others: show(others)} {
				b, err := peer.Write(m, *v)
				if err != nil {
					t.Fatal(err)
				}
				if r, err := peer.Read(m, b); outcome(r, err) != want {
					t.Errorf("%s: %s is read as %s, want %s", peer.Name(), show(*v), show(r), want)
				}
			}
		}
	}
}
