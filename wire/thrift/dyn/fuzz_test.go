package dyn

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

const fuzzed = `
enum E { A = 0, B = 1 }
union U { 1: i32 a, 2: string b, 3: list<U> us }
exception X { 1: string m }
struct In { 1: required i32 x, 2: string y }
struct M { 1: bool b, 2: i8 f2, 3: i16 f3, 4: i32 f4, 5: i64 f5, 6: double d, 7: string s, 8: binary by, 9: E e,
  10: list<i32> li, 11: set<string> ss, 12: map<i16, bool> mb, 13: In nested, 14: U u, 15: optional M m, 16: list<list<i64>> ll,
  40: map<string, list<E>> ml, 41: list<bool> lb, 42: list<In> ls, 43: set<i8> s8 }
service S { M Get(1: M m, 2: string s) throws (1: X x), oneway void Log(1: string m) }`

// FuzzRead holds that no bytes make a reader panic, and that what ours reads it
// writes so that it is read again as the same.
func FuzzRead(f *testing.F) {
	s := contract(f, fuzzed)
	m := message(f, s, "M")
	seeds(f, s)
	t := schema.Type{Kind: schema.KindMessage, Name: m.FullName(), Target: m}
	f.Fuzz(func(tt *testing.T, compact bool, b []byte) {
		p := thrift.Binary
		if compact {
			p = thrift.Compact
		}
		for _, peer := range Peers(p) {
			v, err := peer.Read(m, b)
			if err != nil || peer.Modelled() {
				continue
			}
			again, err := peer.Write(m, v)
			back, err2 := peer.Read(m, again)
			if err != nil || err2 != nil {
				tt.Fatalf("%x\nread %s\nwrote %x (%v, %v)", b, show(v), again, err, err2)
			}
			for n, x := range v {
				if f := m.Field(n); f.Type.Kind != schema.KindMessage && f.Type.Elem == nil && !schema.EqualAs(f.Type, x, back[n]) {
					tt.Fatalf("%x\nread %s\nread again %s", b, show(v), show(back))
				}
			}
			if v2, err := peer.Read(m, again); err != nil || !schema.EqualAs(t, v2, back) {
				tt.Fatalf("%x is read as two values", again)
			}
		}
	})
}

// FuzzGoReadsAsApache holds the model of Apache's Go to what it is made of, on any
// bytes.
func FuzzGoReadsAsApache(f *testing.F) {
	s := contract(f, fuzzed)
	m := message(f, s, "M")
	seeds(f, s)
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := thrift.Binary
		if compact {
			p = thrift.Compact
		}
		ours, err := Go(p).Read(m, b)
		theirs, err2 := newOriginal(p, b).readMessage(m)
		if err != nil && (strings.Contains(err.Error(), " deep (") || strings.Contains(err.Error(), " counted, ") || strings.Contains(err.Error(), "a size of -")) {
			return // the model alone bounds these before it reads: see errNegative
		}
		if (err == nil) != (err2 == nil) || err == nil && !schema.Equal(ours, theirs) {
			t.Fatalf("%s: %x\nread     %s (%v)\noriginal %s (%v)", p, b, show(ours), err, show(theirs), err2)
		}
	})
}

// FuzzServe and FuzzReceive hold that no message makes a peer panic, and that every
// error is a refusal that says something.
func FuzzServe(f *testing.F) {
	s := contract(f, fuzzed)
	for _, p := range protocols {
		for _, peer := range Peers(p) {
			b, err := peer.Request(method(f, s, "S.Log"), rec{1: "text"})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(p == thrift.Compact, b)
			f.Add(p == thrift.Compact, b[4:])
		}
	}
	f.Add(false, []byte("\x00\x00\x00\x03Log\x01\x00\x00\x00\x07\x00"))
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := thrift.Binary
		if compact {
			p = thrift.Compact
		}
		for _, peer := range Peers(p) {
			m, _, err := peer.Serve(s, b)
			if (m == nil) != (err != nil) || err != nil && err.Error() == "" {
				t.Fatalf("%s: %v %v", peer.Name(), m, err)
			}
		}
	})
}

func FuzzReceive(f *testing.F) {
	s := contract(f, fuzzed)
	get := method(f, s, "S.Get")
	for _, p := range protocols {
		ok, err := Rpcctl(p).Reply(get, rec{7: "text", 13: rec{1: int64(1)}})
		thrown, err2 := Go(p).ReplyError(get, get.Errors[0], rec{1: "no"})
		fault, err3 := Go(p).ReplyFault(get, &thrift.AppError{Code: 6, Text: "no"})
		if err != nil || err2 != nil || err3 != nil {
			f.Fatal(err, err2, err3)
		}
		for _, b := range [][]byte{ok, thrown, fault, ok[4:]} {
			f.Add(p == thrift.Compact, b)
		}
	}
	f.Fuzz(func(t *testing.T, compact bool, b []byte) {
		p := thrift.Binary
		if compact {
			p = thrift.Compact
		}
		for _, peer := range Peers(p) {
			v, e, err := peer.Receive(get, b)
			if (v == nil) != (err != nil) || e != nil && err != nil {
				t.Fatalf("%s: %v %v %v", peer.Name(), v, e, err)
			}
		}
	})
}

func seeds(f *testing.F, s *schema.Schema) {
	v := rec{1: true, 2: int64(-1), 3: int64(300), 4: int64(-70000), 5: int64(1) << 40, 6: 1.5, 7: "é", 8: []byte{0xFF}, 9: int64(1),
		10: list{int64(1), int64(-1)}, 11: list{"a", "b"}, 12: ent{{Key: int64(1), Value: true}}, 13: rec{1: int64(7), 2: "y"}, 14: rec{2: "b"},
		15: rec{13: rec{1: int64(1)}, 14: rec{1: int64(1)}}, 16: list{list{int64(1)}, list{}}, 40: ent{{Key: "k", Value: list{int64(1)}}}, 41: list{true, false},
		42: list{rec{1: int64(1)}}, 43: list{int64(1)}}
	for _, p := range protocols {
		b, err := Go(p).Write(message(f, s, "M"), v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p == thrift.Compact, b)
	}
	for _, b := range []string{"", "\x00", "\x0d\x00\x0c\x06\x02\x7f\xff\xff\xff", "\x1b\xff\xff\xff\xff\x0f\x41", "\x19\xf5\xff\xff\xff\xff\x0f"} {
		f.Add(false, []byte(b))
		f.Add(true, []byte(b))
	}
}
