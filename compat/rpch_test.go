package compat

import "testing"

// row is a change that was compiled and run in the original's three languages:
// what each makes of it, with our own runtime's verdict beside them.
type row struct {
	name     string
	old, new string
	go_      Pair
	node, c  Pair
	rpcctl   Pair
}

const (
	inArg    = "service S{\n\tint32 Do(M)\n}\n"
	inResult = "service S{\n\tM Do(int32)\n}\n"
)

func message(body string) string { return "message M{\n" + body + "\n}\n" }

func same(p Pair) [4]Pair { return [4]Pair{p, p, p, p} }

func both(o Outcome) Pair { return Pair{o, o} }

func rows() []row {
	one := func(name, old, new string, p [4]Pair) row { return row{name, old, new, p[0], p[1], p[2], p[3]} }
	arg := func(name, old, new string, p [4]Pair) row {
		return one(name, inArg+message(old), inArg+message(new), p)
	}
	doing := func(name, old, new string, p [4]Pair) row {
		return one(name, "service S{\n\t"+old+"\n}\n", "service S{\n\t"+new+"\n}\n", p)
	}
	M := message("\tint32 A")
	return []row{
		// Members of a message that is an argument.
		arg("member renamed", "\tint32 A", "\tint32 B", same(both(Corrupt))),
		arg("member renamed by case alone", "\tint32 Abc", "\tint32 ABC", [4]Pair{both(Exact), both(Corrupt), both(Corrupt), both(Exact)}),
		arg("members reordered", "\tint32 A\n\tint32 B", "\tint32 B\n\tint32 A", same(both(Exact))),
		arg("member added at the end", "\tint32 A", "\tint32 A\n\tint32 B", [4]Pair{{Exact, Lossy}, {Doubt, Lossy}, {Corrupt, Lossy}, {Exact, Lossy}}),
		arg("member added elsewhere", "\tint32 A", "\tint32 B\n\tint32 A", [4]Pair{{Exact, Lossy}, {Doubt, Lossy}, {Corrupt, Lossy}, {Exact, Lossy}}),
		arg("member removed", "\tint32 A\n\tint32 B", "\tint32 A", same(Pair{Lossy, Corrupt})),
		arg("integer widened", "\tint8 A", "\tint32 A", [4]Pair{{Exact, Reject}, {Exact, Corrupt}, {Exact, Corrupt}, {Exact, Reject}}),
		arg("uint32 to uint64", "\tuint32 A", "\tuint64 A", [4]Pair{{Exact, Reject}, {Exact, Corrupt}, {Exact, Exact}, {Exact, Reject}}),
		arg("integer narrowed", "\tint32 A", "\tint16 A", [4]Pair{{Reject, Exact}, {Corrupt, Exact}, {Corrupt, Exact}, {Reject, Exact}}),
		arg("integer to float64", "\tint32 A", "\tfloat64 A", [4]Pair{{Exact, Reject}, {Exact, Corrupt}, {Exact, Corrupt}, {Exact, Reject}}),
		arg("integer to float32", "\tint32 A", "\tfloat32 A", [4]Pair{{Corrupt, Reject}, {Corrupt, Corrupt}, {Corrupt, Corrupt}, {Corrupt, Reject}}),
		arg("float64 to integer", "\tfloat64 A", "\tint32 A", [4]Pair{{Reject, Exact}, {Corrupt, Exact}, {Corrupt, Exact}, {Reject, Exact}}),
		arg("float32 to float64", "\tfloat32 A", "\tfloat64 A", same(Pair{Exact, Corrupt})),
		arg("number to string", "\tint32 A", "\tstring A", [4]Pair{both(Reject), both(Corrupt), both(Corrupt), both(Reject)}),
		one("scalar to message", inArg+message("\tint32 A"), inArg+message("\tN A")+"message N{\n\tint32 X\n}\n", [4]Pair{both(Reject), both(Corrupt), both(Corrupt), both(Reject)}),
		one("nested message renamed", inArg+message("\tN A")+"message N{\n\tint32 X\n}\n", inArg+message("\tO A")+"message O{\n\tint32 X\n}\n", same(both(Exact))),

		// Arguments and names.
		one("message of an argument renamed", inArg+M, "service S{\n\tint32 Do(N)\n}\nmessage N{\n\tint32 A\n}\n", same(both(Reject))),
		doing("argument added", "int32 Do(int32)", "int32 Do(int32,int32)", same(both(Reject))),
		doing("argument removed", "int32 Do(int32,int32)", "int32 Do(int32)", same(both(Reject))),
		doing("arguments of two types reordered", "int32 Do(int32,string)", "int32 Do(string,int32)", same(both(Reject))),
		doing("argument of another type", "int32 Do(int32)", "int32 Do(uint32)", same(both(Reject))),
		one("builtin argument to message", "service S{\n\tint32 Do(int32)\n}\n", inArg+M, same(both(Reject))),
		doing("no arguments and void", "int32 Do()", "int32 Do(void)", same(both(Exact))),
		doing("method renamed", "int32 Do(int32)", "int32 Done(int32)", same(Pair{Reject, Reject})),
		doing("method removed", "int32 Do(int32)\n\tint32 Other()", "int32 Other()", same(Pair{Reject, Exact})),
		doing("method added", "int32 Do(int32)", "int32 Do(int32)\n\tint32 Other()", same(Pair{Exact, Reject})),
		doing("methods reordered", "int32 Do(int32)\n\tint32 Other()", "int32 Other()\n\tint32 Do(int32)", same(both(Exact))),
		one("service removed", "service S{\n\tint32 Do(int32)\n}\nservice T{\n\tint32 Do()\n}\n", "service S{\n\tint32 Do(int32)\n}\n", same(Pair{Reject, Exact})),

		// Results, which the client decides.
		doing("result of another builtin", "int32 Do()", "int64 Do()", same(both(Reject))),
		one("builtin result to message", "service S{\n\tint32 Do(int32)\n}\n", inResult+M, same(both(Reject))),
		doing("value to void", "int32 Do()", "void Do()", [4]Pair{{Corrupt, Lossy}, both(Reject), {Reject, Lossy}, both(Reject)}),
		doing("void to value", "void Do()", "int32 Do()", [4]Pair{{Lossy, Corrupt}, both(Reject), {Lossy, Reject}, both(Reject)}),
		one("message of a result renamed", inResult+M, "service S{\n\tN Do(int32)\n}\nmessage N{\n\tint32 A\n}\n", [4]Pair{both(Exact), both(Reject), both(Reject), both(Reject)}),
		one("member of a result added", inResult+M, inResult+message("\tint32 A\n\tint32 B"), [4]Pair{{Lossy, Exact}, {Lossy, Doubt}, {Lossy, Corrupt}, {Lossy, Exact}}),
		one("member of a result renamed", inResult+M, inResult+message("\tint32 B"), same(both(Corrupt))),
		one("member of a result widened", inResult+M, inResult+message("\tint64 A"), [4]Pair{{Reject, Exact}, {Corrupt, Exact}, {Exact, Exact}, {Reject, Exact}}),
		one("member of a result to string", inResult+M, inResult+message("\tstring A"), [4]Pair{both(Reject), both(Corrupt), both(Corrupt), both(Reject)}),
	}
}

// TestRows holds each profile to what its original did.
func TestRows(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			for _, p := range []struct {
				peer string
				want Pair
			}{{"go", r.go_}, {"node", r.node}, {"c", r.c}, {"rpcctl", r.rpcctl}} {
				got := worstOf(judgeGFJ(t, r.old, r.new, Options{Peers: map[string][]string{"rpch": {p.peer}}}), Call)
				if got != p.want {
					t.Errorf("%s: %v, want %v", p.peer, got, p.want)
				}
			}
		})
	}
}

// TestStreams: the original's streams are Go's alone.
func TestStreams(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           Pair
	}{
		{"value to stream argument", "int32 Do(int32)", "int32 Do(istream)", both(Reject)},
		{"istream to stream argument", "int32 Do(istream)", "int32 Do(stream)", Pair{Reject, Exact}},
		{"istream to ostream argument", "int32 Do(istream)", "int32 Do(ostream)", both(Reject)},
		{"value to stream result", "int32 Do()", "istream Do()", both(Reject)},
		{"istream to stream result", "istream Do()", "stream Do()", Pair{Exact, Corrupt}},
		{"ostream to stream result", "ostream Do()", "stream Do()", Pair{Lossy, Reject}}, // drained
		{"istream to ostream result", "istream Do()", "ostream Do()", Pair{Reject, Corrupt}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeGFJ(t, "service S{\n\t"+c.old+"\n}\n", "service S{\n\t"+c.new+"\n}\n", Options{})
			if got := worstOf(r, Call); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestPeers: what a peer makes worse that isn't counted stands beside the verdict.
func TestPeers(t *testing.T) {
	r := judgeGFJ(t, inArg+message("\tint32 A"), inArg+message("\tint32 A\n\tint32 B"), Options{})
	f := r.Changes[0].Findings[0]
	if f.Outcomes != (Pair{Exact, Lossy}) || len(f.Peers) != 2 || f.Peers[0].Peer != "node" || f.Peers[1].Outcomes != (Pair{Corrupt, Lossy}) {
		t.Errorf("%v beside %v", f.Outcomes, f.Peers)
	}
}
