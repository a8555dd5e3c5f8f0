package compat

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/front/thrift"
	"github.com/rpcctl/rpcctl/schema"
)

var thriftWires = []string{"thrift", "thrift-compact"}

// thriftCase is a public case with what each profile deserves. What one writes and
// the other reads was executed with code that Apache's compiler generated.
type thriftCase struct {
	use   Use
	go_   Pair
	peers map[string]Pair // of profiles that differ from go
}

// thriftCases are judged by pairing: of calls, what a new server answers comes to an
// old client in the first.
var thriftCases = map[string]thriftCase{
	"T01": {use: Data, go_: Pair{Lossy, Lossy}},
	"T02": {use: Data, go_: Pair{Reject, Lossy}},
	"T03": {use: Data, go_: Pair{Exact, Reject}},
	"T05": {use: Data, go_: both(Exact)},
	"T06": {use: Data, go_: both(Corrupt)},
	"T08": {use: Call, go_: both(Corrupt)},
	// An old client of Go's has neither value nor error, and no way to tell: that is
	// worse than not knowing which error it was.
	"T09": {use: Call, go_: Pair{Corrupt, Exact}, peers: map[string]Pair{"java": {Doubt, Exact}, "cpp": {Doubt, Exact}, "rpcctl": {Doubt, Exact}}},
	"T11": {use: Data, go_: Pair{Exact, Doubt}, peers: map[string]Pair{"java": {Exact, Corrupt}}},
	"T12": {use: Data, go_: Pair{Doubt, Exact}, peers: map[string]Pair{"java": {Corrupt, Exact}}},
	"T14": {use: Data, go_: both(Corrupt)},
	"T15": {use: Data, go_: both(Exact), peers: map[string]Pair{"java": {Exact, Corrupt}, "rpcctl": {Exact, Reject}}},
	"T17": {use: Call, go_: both(Corrupt)},
	"T18": {use: Call, go_: both(Reject), peers: map[string]Pair{"rpcctl": {Reject, Exact}}},
	"T20": {use: Data, go_: both(Doubt)},
}

func readThrift(t *testing.T, text string) *schema.Schema {
	t.Helper()
	return read(t, thrift.Language(), "s.thrift", text)
}

// onWire is the worst of the findings of one use on one wire, by pairing.
func onWire(r *Report, wire string, u Use) Pair {
	p := Pair{Exact, Exact}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Use == u && f.Wire == wire {
				p = p.max(f.Outcomes)
			}
		}
	}
	return p
}

// thriftOutcomes judges two contracts for one profile, on both wires.
func thriftOutcomes(t *testing.T, old, new, peer string, u Use) [2]Pair {
	t.Helper()
	r := judgeBoth(t, readThrift(t, old), readThrift(t, new), Options{Peers: map[string][]string{"thrift": {peer}, "thrift-compact": {peer}}})
	return [2]Pair{onWire(r, "thrift", u), onWire(r, "thrift-compact", u)}
}

var thriftPeers = []string{"go", "java", "cpp", "rpcctl"}

// TestThriftCases judges the public cases on both wires for every profile.
func TestThriftCases(t *testing.T) {
	dirs, err := filepath.Glob("../testdata/cases/thrift/T*")
	if err != nil || len(dirs) != len(thriftCases) {
		t.Fatalf("%d cases, and %d verdicts: %v", len(dirs), len(thriftCases), err)
	}
	cells := 0
	for _, dir := range dirs {
		id, _, _ := strings.Cut(filepath.Base(dir), "-")
		c, known := thriftCases[id]
		if !known {
			t.Errorf("no verdict for %s", id)
		}
		text := func(side string) string {
			b, err := os.ReadFile(filepath.Join(dir, side+".thrift"))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		for _, peer := range thriftPeers {
			want := c.go_
			if p, other := c.peers[peer]; other {
				want = p
			}
			for i, got := range thriftOutcomes(t, text("old"), text("new"), peer, c.use) {
				if cells += 2; got != want {
					t.Errorf("%s on %s with %s peers: %v, want %v", id, thriftWires[i], peer, got, want)
				}
			}
		}
	}
	t.Logf("%d cases, %d cells: %d wires, %d profiles, both pairings", len(dirs), cells, len(thriftWires), len(thriftPeers))
}

// thriftRow is a change of what a struct S holds, or of a method, in Thrift's language.
type thriftRow struct {
	name     string
	old, new string
	use      Use
	binary   map[string]Pair // by profile; "" is go and those that aren't listed
	compact  map[string]Pair // nil: the same
}

func anyPeer(p Pair) map[string]Pair { return map[string]Pair{"": p} }

func thriftExamples() []thriftRow {
	field := func(name, old, new string, binary, compact map[string]Pair) thriftRow {
		of := func(t string) string { return "struct N { 1: i32 x }\nenum E { A = 1 }\nstruct S { " + t + " }\n" }
		return thriftRow{name, of(old), of(new), Data, binary, compact}
	}
	method := func(name, old, new string, want map[string]Pair) thriftRow {
		of := func(t string) string {
			return "exception X { 1: string m }\nexception Y { 1: i64 n }\nstruct N { 1: i32 x }\nservice S { " + t + " }\n"
		}
		return thriftRow{name, of(old), of(new), Call, want, nil}
	}
	return []thriftRow{
		field("a list's elements widened", "1: list<i32> a, 2: string b", "1: list<i64> a, 2: string b",
			map[string]Pair{"": both(Corrupt), "rpcctl": both(Reject)}, map[string]Pair{"": {Exact, Corrupt}, "rpcctl": {Exact, Reject}}),
		field("a list's elements widened, and nothing follows", "1: list<i32> a", "1: list<i64> a",
			map[string]Pair{"": {Reject, Corrupt}, "rpcctl": both(Reject)}, map[string]Pair{"": {Exact, Corrupt}, "rpcctl": {Exact, Reject}}),
		field("a map's values become text", "1: map<i32, i32> a, 2: string b", "1: map<i32, string> a, 2: string b",
			map[string]Pair{"": both(Corrupt), "rpcctl": both(Reject)}, nil),
		field("a nested list becomes a set", "1: list<list<i32>> a", "1: list<set<i32>> a", map[string]Pair{"": both(Exact), "rpcctl": both(Reject)}, nil),
		field("an enum becomes a number", "1: E a", "1: i32 a", map[string]Pair{"": {Exact, Doubt}, "java": {Exact, Corrupt}}, nil),
		field("a struct becomes text", "1: N a", "1: string a", anyPeer(both(Corrupt)), nil),
		field("a number becomes another", "1: i32 a", "2: i32 a", anyPeer(both(Corrupt)), nil),
		field("two numbers swapped", "1: i32 a, 2: i32 b", "2: i32 a, 1: i32 b", anyPeer(both(Corrupt)), nil),
		field("a field renamed", "1: i32 a", "1: i32 b", anyPeer(both(Doubt)), nil),
		field("a required field removed", "1: required i32 a, 2: i32 b", "2: i32 b", anyPeer(Pair{Lossy, Reject}), nil),
		field("a plain field becomes required", "1: i32 a", "1: required i32 a", anyPeer(both(Exact)), nil),
		field("plain text becomes required", "1: string a", "1: required string a", map[string]Pair{"": both(Exact), "java": {Reject, Exact}}, nil),
		field("an optional field becomes required", "1: optional i32 a", "1: required i32 a", anyPeer(Pair{Reject, Exact}), nil),

		method("void to a value", "void Do()", "i32 Do()", map[string]Pair{"": {Lossy, Corrupt}, "java": {Lossy, Reject}, "cpp": {Lossy, Reject}, "rpcctl": {Lossy, Reject}}),
		method("a value to a struct", "i32 Do()", "N Do()", map[string]Pair{"": {Corrupt, Reject}, "java": both(Reject), "cpp": both(Reject), "rpcctl": both(Reject)}),
		method("a method renamed", "i32 Do()", "i32 Done()", anyPeer(both(Reject))),
		method("a method removed", "i32 Do(), i32 Go()", "i32 Go()", anyPeer(Pair{Reject, Exact})),
		method("a struct's method throws", "N Do()", "N Do() throws (1: X x)", anyPeer(Pair{Doubt, Exact})),
		method("a void method throws", "void Do()", "void Do() throws (1: X x)", anyPeer(Pair{Corrupt, Exact})),
		method("an error has the number of another", "i32 Do() throws (1: X x)", "i32 Do() throws (1: Y y)", anyPeer(both(Corrupt))),
		method("an error's number changed", "i32 Do() throws (1: X x)", "i32 Do() throws (2: X x)",
			map[string]Pair{"": both(Corrupt), "java": both(Reject), "cpp": both(Reject), "rpcctl": both(Reject)}),
		method("a oneway method is answered", "oneway void Do()", "void Do()", map[string]Pair{"": both(Reject), "rpcctl": {Exact, Reject}}),
	}
}

// TestThriftRows judges what people do to Thrift's contracts, one by one, for every
// profile.
func TestThriftRows(t *testing.T) {
	for _, r := range thriftExamples() {
		for _, peer := range thriftPeers {
			for i, got := range thriftOutcomes(t, r.old, r.new, peer, r.use) {
				in := r.binary
				if i == 1 && r.compact != nil {
					in = r.compact
				}
				want, listed := in[peer]
				if !listed {
					want = in[""]
				}
				if got != want {
					t.Errorf("%s, %s with %s peers: %v, want %v", r.name, thriftWires[i], peer, got, want)
				}
			}
		}
	}
}

// TestThriftServices: a name says the method alone, so that methods are looked for at
// the service that is called.
func TestThriftServices(t *testing.T) {
	two := "service A { i32 Get(1: i32 id) }\nservice B { string Get(1: string name) }\n"
	for _, c := range []struct {
		name, new string
		want      Pair
	}{
		{"of two services with one name one changes", strings.Replace(two, "1: i32 id", "1: i64 id", 1), both(Corrupt)},
		{"a service is removed, and another has its method", "service B { string Get(1: string name) }\n", Pair{Reject, Exact}},
		{"a service is renamed", strings.Replace(two, "service A", "service C", 1), both(Exact)},
		{"a method goes to another service", "service A { i32 Put() }\nservice B { string Get(1: string name), i32 Fetch(1: i32 id) }\n", both(Reject)},
		{"nothing", two, both(Exact)},
	} {
		for _, peer := range thriftPeers {
			for i, got := range thriftOutcomes(t, two, c.new, peer, Call) {
				if got != c.want {
					t.Errorf("%s, %s with %s peers: %v, want %v", c.name, thriftWires[i], peer, got, c.want)
				}
			}
		}
	}
}

// TestThriftExtends: methods are inherited, and called at the service that inherits them.
func TestThriftExtends(t *testing.T) {
	base := "service Base { i32 Ping() }\n"
	extended, alone := base+"service S extends Base { i32 Get() }\n", base+"service S { i32 Get() }\n"
	for _, c := range []struct {
		name, old, new string
		want           Pair
	}{
		{"extends no longer", extended, alone, Pair{Reject, Exact}},
		{"extends", alone, extended, Pair{Exact, Reject}},
		{"inherits what it had", base + "service S { i32 Get(), i32 Ping() }\n", extended, both(Exact)},
		{"an inherited method changes", extended, strings.Replace(extended, "i32 Ping()", "string Ping()", 1), both(Corrupt)},
	} {
		for i, got := range thriftOutcomes(t, c.old, c.new, "go", Call) {
			if got != c.want {
				t.Errorf("%s, %s: %v, want %v", c.name, thriftWires[i], got, c.want)
			}
		}
	}
}

// TestThriftTransport: the originals speak one transport, ours takes either.
func TestThriftTransport(t *testing.T) {
	text := func(attr string) string {
		return "package \"demo\" {\n  version = \"1.0.0\"\n  wires = [thrift]\n}\nservice \"S\" {\n  wire \"thrift\" {\n    " + attr + "\n  }\n  method \"Do\" {\n    returns = int32\n  }\n}\n"
	}
	for _, c := range []struct {
		old, new      string
		foreign, ours Pair
	}{
		{`transport = "framed"`, `transport = "buffered"`, both(Reject), both(Exact)},
		{`service = "a"`, `service = "b"`, both(Reject), both(Reject)},
	} {
		for _, peer := range thriftPeers {
			want := c.foreign
			if peer == "rpcctl" {
				want = c.ours
			}
			r := judgeTexts(t, text(c.old), text(c.new), Options{Peers: map[string][]string{"thrift": {peer}}})
			if got := onWire(r, "thrift", Call); got != want {
				t.Errorf("%s to %s with %s peers: %v, want %v", c.old, c.new, peer, got, want)
			}
			if !slices.ContainsFunc(r.Changes, func(c Change) bool { return len(c.Findings) > 0 }) {
				t.Errorf("%s to %s: no finding", c.old, c.new)
			}
		}
	}
}
