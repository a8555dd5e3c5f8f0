package dyn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// A rule says what a change of a contract does on this wire, by peer. What was
// executed on the implementations stands here as what their models have to do.
type rule struct {
	number   int
	name     string
	old, new string // the file: see file
	runs     []run
	also     func(t *testing.T, old, new *schema.Schema)
}

// run carries a value of M's message.
type run struct {
	way   string // "old>new" or "new>old", "reply " before it for a result
	value rec
	want  string // what every peer makes of it, but …
	but   map[string]string
}

// file is a .proto file: syntax 2 or 3, the fields of the message In, which M takes
// and returns, and what else there is.
func file(syntax int, fields string, more ...string) string {
	return fmt.Sprintf("syntax = \"proto%d\"; package demo;\nmessage In { %s }\n%s\nservice S { rpc M(In) returns (In); }\n", syntax, fields, strings.Join(more, "\n"))
}

func by(java, golang, cpp, ours string) map[string]string {
	return map[string]string{javaPeer: java, goPeer: golang, cppPeer: cpp, ourPeer: ours}
}

const color3, color2 = "enum E { A = 0; B = 1; }", "enum E { A = 0; B = 1; }"

var rules = []rule{
	{number: 1, name: "add an optional field", old: file(3, "string a = 1;"), new: file(3, "string a = 1; int32 b = 2; E e = 3; repeated int32 l = 4;", color3),
		runs: []run{
			{"old>new", rec{1: "x"}, `{"a":"x"}`, map[string]string{javaPeer: `{"a":"x","e":"A","l":[]}`}},
			{"new>old", rec{1: "x", 2: int64(5), 3: int64(1)}, `{"a":"x"}`, nil},
		}},
	{number: 2, name: "add a required field", old: file(2, "optional string a = 1;"), new: file(2, "optional string a = 1; required int32 b = 2;"),
		runs: []run{
			{"old>new", rec{1: "x"}, "", by(`{"a":"x"}`, `{"a":"x"}`, "refused 1003", "refused 1003")},
			{"reply old>new", rec{1: "x"}, "", by(`{"a":"x"}`, "refused 2002", "refused 2002", "refused 2002")},
			{"new>old", rec{1: "x", 2: int64(5)}, `{"a":"x"}`, nil},
		}},
	{number: 3, name: "required to optional", old: file(2, "required string a = 1; optional int32 b = 2;"), new: file(2, "optional string a = 1; optional int32 b = 2;"),
		runs: []run{
			{"old>new", rec{1: "x"}, `{"a":"x"}`, nil},
			{"new>old", rec{2: int64(1)}, "", by(`{"b":1}`, `{"b":1}`, "refused 1003", "refused 1003")},
			{"reply new>old", rec{2: int64(1)}, "", by(`{"b":1}`, "refused 2002", "refused 2002", "refused 2002")},
		}},
	{number: 4, name: "optional to required", old: file(2, "optional string a = 1; optional int32 b = 2;"), new: file(2, "required string a = 1; optional int32 b = 2;"),
		runs: []run{
			{"old>new", rec{2: int64(1)}, "", by(`{"b":1}`, `{"b":1}`, "refused 1003", "refused 1003")},
			{"new>old", rec{1: "x"}, `{"a":"x"}`, nil},
		},
		also: func(t *testing.T, _, new *schema.Schema) { // a null required field passes Java's encoder alone
			for _, p := range Peers() {
				if _, err := p.Write(message(t, new, "In"), rec{2: int64(1)}); (err == nil) != (p.Name() == javaPeer) {
					t.Errorf("%s: %v", p.Name(), err)
				}
			}
		}},
	{number: 5, name: "remove a field", old: file(3, "string a = 1; int32 b = 2;"), new: file(3, "string a = 1;"),
		runs: []run{
			{"old>new", rec{1: "x", 2: int64(5)}, `{"a":"x"}`, nil},
			{"new>old", rec{1: "x"}, `{"a":"x"}`, nil},
		}},
	{number: 6, name: "change a default", old: file(2, "optional int32 a = 1 [default = 3]; optional int32 b = 2;"), new: file(2, "optional int32 a = 1 [default = 4]; optional int32 b = 2;"),
		runs: []run{ // none travels, so that each side uses its own
			{"old>new", rec{2: int64(1)}, `{"b":1}`, nil},
			{"new>old", rec{2: int64(1)}, `{"b":1}`, nil},
			{"old>new", rec{1: int64(3)}, `{"a":3}`, nil},
		}},
	{number: 7, name: "rename a field", old: file(3, "string a = 1;"), new: file(3, "string z = 1;"),
		runs: []run{{"old>new", rec{1: "x"}, `{"z":"x"}`, nil}, {"new>old", rec{1: "x"}, `{"a":"x"}`, nil}}},
	{number: 8, name: "change a field's number", old: file(3, "string a = 1;"), new: file(3, "string a = 2;"),
		runs: []run{{"old>new", rec{1: "x"}, `{}`, nil}, {"new>old", rec{2: "x"}, `{}`, nil}}},
	{number: 9, name: "reuse a number with the same wire type", old: file(3, "int32 age = 1;"), new: file(3, "int64 weight = 1;"),
		runs: []run{{"old>new", rec{1: int64(7)}, `{"weight":"7"}`, nil}, {"new>old", rec{1: int64(7)}, `{"age":7}`, nil}}},
	{number: 10, name: "reuse a number with another wire type", old: file(3, "int32 age = 1;"), new: file(3, "string name = 1;"),
		runs: []run{{"old>new", rec{1: int64(7)}, `{}`, nil}, {"new>old", rec{1: "x"}, `{}`, nil}}},
	{number: 11, name: "insert a field where numbers are counted", old: file(3, "int32 a = 1; int32 b = 2;"), new: file(3, "int32 x = 1; int32 a = 2; int32 b = 3;"),
		runs: []run{
			{"old>new", rec{1: int64(10), 2: int64(20)}, `{"x":10,"a":20}`, nil},
			{"new>old", rec{1: int64(1), 2: int64(10), 3: int64(20)}, `{"a":1,"b":10}`, nil},
		}},
	{number: 12, name: "int32 to int64", old: file(3, "int32 a = 1; uint32 b = 2;"), new: file(3, "int64 a = 1; uint64 b = 2;"),
		runs: []run{
			{"old>new", rec{1: int64(-1), 2: uint64(1<<32 - 1)}, `{"a":"-1","b":"4294967295"}`, nil},
			{"new>old", rec{1: int64(1<<32 + 5), 2: uint64(1<<32 + 5)}, `{"a":5,"b":5}`, nil},
		}},
	{number: 13, name: "int64 to int32", old: file(3, "int64 a = 1;"), new: file(3, "int32 a = 1;"),
		runs: []run{{"old>new", rec{1: int64(1<<32 + 5)}, `{"a":5}`, nil}, {"new>old", rec{1: int64(-7)}, `{"a":"-7"}`, nil}}},
	{number: 14, name: "signed to unsigned", old: file(3, "int32 a = 1; int64 b = 2;"), new: file(3, "uint32 a = 1; uint64 b = 2;"),
		runs: []run{
			{"old>new", rec{1: int64(5), 2: int64(5)}, `{"a":5,"b":"5"}`, nil},
			{"old>new", rec{1: int64(-1), 2: int64(-1)}, `{"a":4294967295,"b":"18446744073709551615"}`, nil},
			{"new>old", rec{1: uint64(1<<32 - 1), 2: uint64(1<<64 - 1)}, `{"a":-1,"b":"-1"}`, nil},
		}},
	{number: 15, name: "int32 to sint32", old: file(3, "int32 a = 1;"), new: file(3, "sint32 a = 1;"),
		runs: []run{{"old>new", rec{1: int64(5)}, `{"a":-3}`, nil}, {"new>old", rec{1: int64(-3)}, `{"a":5}`, nil}}},
	{number: 16, name: "bool to int", old: file(3, "bool a = 1;"), new: file(3, "int32 a = 1;"),
		runs: []run{
			{"old>new", rec{1: true}, `{"a":1}`, nil},
			{"new>old", rec{1: int64(256)}, `{"a":true}`, nil},
			{"new>old", rec{1: int64(-2)}, `{"a":true}`, nil},
		}},
	{number: 17, name: "int32 to enum", old: file(2, "optional int32 e = 1; optional int32 f = 2;"), new: file(2, "optional E e = 1; optional int32 f = 2;", color2),
		runs: []run{
			{"old>new", rec{1: int64(1)}, `{"e":"B"}`, nil},
			{"new>old", rec{1: int64(1)}, `{"e":1}`, nil},
			{"old>new", rec{1: int64(7), 2: int64(2)}, "", by(`{"f":2}`, `{"e":7,"f":2}`, `{"f":2}`, "refused 1003")},
		}},
	{number: 18, name: "add a value to an enum", old: file(2, "optional E e = 1; repeated E l = 2; map<int32, E> m = 3;", color2), new: file(2, "optional E e = 1; repeated E l = 2; map<int32, E> m = 3;", "enum E { A = 0; B = 1; C = 2; }"),
		runs: []run{
			{"old>new", rec{1: int64(1), 2: list{int64(0)}, 3: ent{{Key: int64(1), Value: int64(1)}}}, `{"e":"B","l":["A"],"m":{"1":"B"}}`, nil},
			{"new>old", rec{1: int64(2)}, "", by(`{"l":[],"m":{}}`, `{"e":2}`, `{}`, "refused 1003")},
			{"new>old", rec{2: list{int64(1), int64(2)}}, "", by(`{"e":"A","l":["B",null],"m":{}}`, `{"l":["B",2]}`, `{"l":["B"]}`, "refused 1003")},
			{"new>old", rec{3: ent{{Key: int64(1), Value: int64(2)}}}, "", by("refused 2001", `{"m":{"1":2}}`, `{}`, "refused 1003")},
		}},
	{number: 19, name: "reorder an enum's constants", old: file(3, "E e = 1;", "enum E { A = 0; B = 1; C = 2; }"), new: file(3, "E e = 1;", "enum E { A = 0; C = 1; B = 2; }"),
		runs: []run{{"old>new", rec{1: int64(1)}, `{"e":"C"}`, nil}, {"new>old", rec{1: int64(1)}, `{"e":"B"}`, nil}}},
	{number: 20, name: "remove a value of an enum", old: file(3, "E e = 1; int32 f = 2;", "enum E { A = 0; B = 1; C = 2; }"), new: file(3, "E e = 1; int32 f = 2;", color3),
		runs: []run{
			{"old>new", rec{1: int64(2), 2: int64(3)}, `{"e":2,"f":3}`, map[string]string{javaPeer: `{"f":3}`}},
			{"new>old", rec{1: int64(1)}, `{"e":"B"}`, nil},
		}},
	{number: 21, name: "change an enum's first constant", old: file(2, "optional E e = 1; optional int32 f = 2;", color2), new: file(2, "optional E e = 1; optional int32 f = 2;", "enum E { B = 1; A = 0; }"),
		runs: []run{
			{"old>new", rec{2: int64(1)}, `{"f":1}`, map[string]string{javaPeer: `{"e":"B","f":1}`}},
			{"new>old", rec{2: int64(1)}, `{"f":1}`, map[string]string{javaPeer: `{"e":"A","f":1}`}},
		}},
	{number: 22, name: "change the wire type", old: file(3, "int32 a = 1; int64 b = 2; int32 c = 3; float d = 4; int64 at = 5;"),
		new: file(3, "fixed32 a = 1; sfixed64 b = 2; string c = 3; double d = 4; T at = 5;", "message T { int64 seconds = 1; int32 nanos = 2; }"),
		runs: []run{
			{"old>new", rec{1: int64(1), 2: int64(1), 3: int64(1), 4: 1.0, 5: int64(1)}, `{}`, nil},
			{"new>old", rec{1: uint64(1), 2: int64(1), 3: "x", 4: 1.0, 5: rec{1: int64(1)}}, `{}`, nil},
		}},
	{number: 23, name: "the same bits of another type", old: file(3, "fixed32 a = 1; fixed32 b = 2; fixed64 c = 3; sfixed64 d = 4;"), new: file(3, "sfixed32 a = 1; float b = 2; double c = 3; fixed64 d = 4;"),
		runs: []run{
			{"old>new", rec{1: uint64(1<<32 - 1), 2: uint64(1065353216), 3: uint64(0x3ff0000000000000), 4: int64(-1)}, `{"a":-1,"b":1,"c":1,"d":"18446744073709551615"}`, nil},
			{"new>old", rec{1: int64(-1), 2: 1.0, 3: 1.0, 4: uint64(1)}, `{"a":4294967295,"b":1065353216,"c":"4607182418800017408","d":"1"}`, nil},
		}},
	{number: 24, name: "string to bytes", old: file(3, "int32 n = 1; string a = 2;"), new: file(3, "int32 n = 1; bytes a = 2;"),
		runs: []run{
			{"old>new", rec{2: "é"}, `{"a":"w6k="}`, nil},
			{"new>old", rec{1: int64(1), 2: []byte{0xff, 'x'}}, "", by(`{"n":1,"a":"`+"\ufffd"+`x"}`, `{"n":1}`, "refused 1003", "refused 1003")},
			{"reply new>old", rec{1: int64(1), 2: []byte{0xff, 'x'}}, "", by(`{"n":1,"a":"`+"\ufffd"+`x"}`, "refused 2002", "refused 2002", "refused 2002")},
		},
		also: func(t *testing.T, _, _ *schema.Schema) { // proto2 passes them raw
			s := contract(t, file(2, "optional string a = 1;"))
			for _, p := range []Peer{Go(), Cpp()} {
				r, err := p.Read(message(t, s, "In"), []byte{0x0a, 2, 0xff, 'x'})
				if err != nil || r[1] != "\xffx" {
					t.Errorf("%s: %q %v", p.Name(), r[1], err)
				}
			}
		}},
	{number: 25, name: "bytes to string", old: file(3, "int32 n = 1; bytes a = 2;"), new: file(3, "int32 n = 1; string a = 2;"),
		runs: []run{
			{"old>new", rec{1: int64(1), 2: []byte{0xe6, 0x97}}, "", by(`{"n":1,"a":"`+"\ufffd"+`"}`, `{"n":1}`, "refused 1003", "refused 1003")},
			{"old>new", rec{2: []byte("é")}, `{"a":"é"}`, nil},
			{"new>old", rec{2: "é"}, `{"a":"w6k="}`, nil},
		}},
	{number: 26, name: "string to message", old: file(3, "string a = 1; int32 n = 2;"), new: file(3, "T a = 1; int32 n = 2;", "message T { int32 x = 1; string y = 2; }"),
		runs: []run{
			{"old>new", rec{1: "\x50\x01", 2: int64(1)}, `{"a":{},"n":1}`, nil}, // a field that T doesn't have
			{"old>new", rec{1: "abc", 2: int64(1)}, "", by("refused 2001", `{"a":{}}`, "refused 1003", "refused 1003")},
			{"new>old", rec{1: rec{1: int64(1), 2: "z"}}, `{"a":"\b\u0001\u0012\u0001z"}`, nil},
		}},
	{number: 27, name: "singular to repeated, numbers", old: file(3, "int32 a = 1; int32 n = 2;"), new: file(3, "repeated int32 a = 1; int32 n = 2;"),
		runs: []run{
			{"old>new", rec{1: int64(5)}, `{"a":[5]}`, nil},
			{"new>old", rec{1: list{int64(5), int64(6)}, 2: int64(1)}, `{"n":1}`, nil},
		},
		also: unpackedToSingular},
	{number: 28, name: "repeated to singular, numbers", old: file(3, "repeated int32 a = 1; int32 n = 2;"), new: file(3, "int32 a = 1; int32 n = 2;"),
		runs: []run{
			{"old>new", rec{1: list{int64(5), int64(6)}, 2: int64(1)}, `{"n":1}`, nil},
			{"new>old", rec{1: int64(5)}, `{"a":[5]}`, nil},
		},
		also: func(t *testing.T, old, new *schema.Schema) { unpackedToSingular(t, new, old) }},
	{number: 29, name: "singular to repeated, messages and text", old: file(3, "string a = 1; T t = 2;", "message T { int32 x = 1; int32 y = 2; }"), new: file(3, "repeated string a = 1; repeated T t = 2;", "message T { int32 x = 1; int32 y = 2; }"),
		runs: []run{
			{"old>new", rec{1: "x", 2: rec{1: int64(1)}}, `{"a":["x"],"t":[{"x":1}]}`, nil},
			{"new>old", rec{1: list{"x", "y"}, 2: list{rec{1: int64(1)}, rec{2: int64(2)}}}, `{"a":"y","t":{"x":1,"y":2}}`, map[string]string{javaPeer: `{"a":"y","t":{"y":2}}`}},
		}},
	{number: 30, name: "packed to unpacked", old: file(3, "repeated int32 a = 1; repeated double d = 2;"), new: file(3, "repeated int32 a = 1 [packed = false]; repeated double d = 2 [packed = false];"),
		runs: []run{
			{"old>new", rec{1: list{int64(5), int64(-6)}, 2: list{1.0}}, `{"a":[5,-6],"d":[1]}`, nil},
			{"new>old", rec{1: list{int64(5), int64(-6)}, 2: list{1.0}}, `{"a":[5,-6],"d":[1]}`, nil},
		}},
	{number: 31, name: "map to repeated pairs", old: file(3, "map<string, int32> m = 1;"), new: file(3, "repeated P m = 1;", "message P { string key = 1; int32 value = 2; }"),
		runs: []run{
			{"old>new", rec{1: ent{{Key: "k", Value: int64(1)}}}, `{"m":[{"key":"k","value":1}]}`, nil},
			{"new>old", rec{1: list{rec{1: "k", 2: int64(1)}, rec{1: "l", 2: int64(2)}, rec{1: "k", 2: int64(3)}}}, `{"m":{"k":3,"l":2}}`, nil},
		}},
	{number: 32, name: "move fields into a oneof", old: file(3, "string a = 1; string b = 2;"), new: file(3, "oneof o { string a = 1; string b = 2; }"),
		runs: []run{
			{"old>new", rec{1: "x", 2: "y"}, `{"b":"y"}`, nil},
			{"old>new", rec{1: "x"}, `{"a":"x"}`, nil},
			{"new>old", rec{2: "y"}, `{"b":"y"}`, nil},
		}},
	{number: 33, name: "rename a message", old: file(3, "T t = 1;", "message T { int32 x = 1; }"), new: file(3, "U t = 1;", "message U { int32 x = 1; }"),
		runs: []run{{"old>new", rec{1: rec{1: int64(1)}}, `{"t":{"x":1}}`, nil}, {"new>old", rec{1: rec{1: int64(1)}}, `{"t":{"x":1}}`, nil}}},
	{number: 34, name: "rename a service or method", old: file(3, "string a = 1;"), new: strings.Replace(file(3, "string a = 1;"), "rpc M(", "rpc m(", 1), also: renamed},
	{number: 35, name: "change the package", old: file(3, "string a = 1;"), new: strings.Replace(file(3, "string a = 1;"), "demo", "shop", 1),
		runs: []run{{"old>new", rec{1: "x"}, `{"a":"x"}`, map[string]string{cppPeer: "refused 1001"}}, {"new>old", rec{1: "x"}, `{"a":"x"}`, map[string]string{cppPeer: "refused 1001"}}},
		also: fullNames},
	{number: 36, name: "replace the request type", old: file(3, "string name = 1; int32 n = 2;"), new: file(3, "string path = 1; string n = 2; int64 size = 3;"),
		runs: []run{{"old>new", rec{1: "x", 2: int64(5)}, `{"path":"x"}`, nil}, {"new>old", rec{1: "x", 2: "y", 3: int64(1)}, `{"name":"x"}`, nil}}},
	{number: 37, name: "a method gets a param", also: paramAdded},
	{number: 38, name: "a method loses its param", also: paramAdded},
	{number: 39, name: "a result becomes void", also: resultDropped},
	{number: 40, name: "void becomes a result", also: resultDropped},
	{number: 41, name: "every field of a request optional", old: file(2, "required int32 a = 1; optional int32 b = 2;"), new: file(2, "optional int32 a = 1; optional int32 b = 2;"),
		runs: []run{
			{"new>old", rec{}, "", by("refused 2001", "refused 2001", "refused 1003", "refused 1003")},
			{"old>new", rec{1: int64(0)}, `{"a":0}`, nil},
		},
		also: emptyRequest},
	{number: 42, name: "add authentication", also: func(t *testing.T, _, _ *schema.Schema) {
		for _, code := range []int32{prpc.CodeInternal, prpc.CodeAuth} { // Java's and Go's
			for _, p := range Peers() {
				if got := failedWith(t, p, code, nil); got != fmt.Sprintf("refused %d", code) {
					t.Errorf("%s: %s", p.Name(), got)
				}
			}
		}
	}},
	{number: 43, name: "switch compression on", also: compressed},
	{number: 44, name: "switch chunking on", also: chunked},
	{number: 45, name: "an async method in Java", also: async},
	{number: 46, name: "negative error codes", also: func(t *testing.T, _, _ *schema.Schema) {
		echoed := prpc.AppendBytes(prpc.AppendTag(nil, 1, prpc.Bytes), []byte("request"))
		for name, want := range by("refused -5", `{"a":"request"}`, "refused -5", "refused -5") {
			if got := failedWith(t, peerNamed(t, name), -5, echoed); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}},
	{number: 47, name: "an attachment that is not expected", also: attached},
	{number: 48, name: "numbers as text", old: file(3, "string amount = 1;"), new: file(3, "string amount = 1;"),
		runs: []run{{"old>new", rec{1: "1,5"}, `{"amount":"1,5"}`, nil}}}, // no codec looks into them
	{number: 49, name: "shorten a timeout", old: file(3, "string a = 1;"), new: file(3, "string a = 1;"), also: func(t *testing.T, old, new *schema.Schema) {
		short := 10 * time.Millisecond
		method(t, new, "M").Timeout = &short
		for _, p := range Peers() { // nothing tells the server
			a, err := p.Request(method(t, old, "M"), rec{1: rec{1: "x"}})
			b, err2 := p.Request(method(t, new, "M"), rec{1: rec{1: "x"}})
			if err != nil || err2 != nil || string(a) != string(b) {
				t.Errorf("%s: %x %x", p.Name(), a, b)
			}
		}
	}},
}

func peerNamed(t testing.TB, name string) Peer {
	t.Helper()
	for _, p := range Peers() {
		if p.Name() == name {
			return p
		}
	}
	t.Fatalf("no peer %s", name)
	return Peer{}
}

func TestRules(t *testing.T) {
	seen := map[int]bool{}
	for _, r := range rules {
		t.Run(fmt.Sprintf("%02d %s", r.number, r.name), func(t *testing.T) {
			if seen[r.number] || r.number < 1 || r.number > 49 || len(r.runs) == 0 && r.also == nil {
				t.Fatal("no rule, or one that shows nothing")
			}
			seen[r.number] = true
			var old, new *schema.Schema
			if r.old != "" {
				old, new = contract(t, r.old), contract(t, r.new)
			}
			for _, x := range r.runs {
				for _, p := range Peers() {
					w, rd := old, new
					way, reply := strings.CutPrefix(x.way, "reply ")
					if way == "new>old" {
						w, rd = new, old
					}
					want, ok := x.but[p.Name()]
					if !ok {
						want = x.want
					}
					if p.Name() == javaPeer && !ok {
						want = withEmpty(want, rd.Lookup(rd.Packages[0].Name+".In").(*schema.Message))
					}
					got := ""
					if reply {
						got = answered(t, p, w, x.value, p, rd)
					} else {
						got = asked(t, p, w, x.value, p, rd)
					}
					if got != want {
						t.Errorf("%s %s %v: %s, want %s", p.Name(), x.way, x.value, got, want)
					}
				}
			}
			if r.also != nil {
				r.also(t, old, new)
			}
		})
	}
	if len(seen) != 49 {
		t.Errorf("%d rules of 49", len(seen))
	}
}

// withEmpty adds what Java's objects have where nothing was read: empty lists.
func withEmpty(want string, m *schema.Message) string {
	for _, f := range m.ByNumber() {
		if f.Type.Kind == schema.KindList && !strings.Contains(want, `"`+f.Name+`":`) {
			want = strings.TrimSuffix(want, "}")
			if want != "{" {
				want += ","
			}
			want += `"` + f.Name + `":[]}`
		}
	}
	return want
}
