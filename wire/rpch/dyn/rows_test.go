package dyn

import (
	"testing"

	"github.com/rpcctl/rpcctl/schema"
)

// The tables of what a change does to old and new peers of the original: a row's
// contracts, what is sent, and what the reading side makes of it, as go / node / c.
// In an outcome ? is uninitialised or undefined.

// row is one change of a message's fields, or of arguments and names. A request
// runs from a client of one contract to a server of the other.
type row struct {
	name     string
	old, new string
	oldArgs  rec // what an old client sends; nil: that way isn't looked at
	newServe [3]string
	newArgs  rec
	oldServe [3]string
	raw      string // sent as the data of argument 1 in place of what a peer would write
}

func same(o string) [3]string { return [3]string{o, o, o} }

var closes = [3]string{"closed", "closed", "error"} // CL / CL / E3

const (
	ab  = "message M{int32 A;int32 B} service T{void F(M)}"
	abc = "message M{int32 A;int32 B;int32 C} service T{void F(M)}"
)

var one = rec{1: rec{1: int64(1), 2: int64(2)}}

var fieldRows = []row{
	{name: "rename field", old: ab, new: "message M{int32 X;int32 B} service T{void F(M)}",
		oldArgs: one, newServe: [3]string{"{1:{1:0 2:2}}", "{1:{1:? 2:2}}", "{1:{1:? 2:?}}"},
		newArgs: one, oldServe: [3]string{"{1:{1:0 2:2}}", "{1:{1:? 2:2}}", "{1:{1:? 2:?}}"}},
	{name: "rename by case only", old: ab, new: "message M{int32 a;int32 B} service T{void F(M)}",
		oldArgs: one, newServe: [3]string{"{1:{1:1 2:2}}", "{1:{1:? 2:2}}", "{1:{1:? 2:?}}"},
		newArgs: one, oldServe: [3]string{"{1:{1:1 2:2}}", "{1:{1:? 2:2}}", "{1:{1:? 2:?}}"}},
	{name: "reorder fields", old: ab, new: "message M{int32 B;int32 A} service T{void F(M)}",
		oldArgs: one, newServe: same("{1:{1:2 2:1}}"), newArgs: one, oldServe: same("{1:{1:2 2:1}}")},
	{name: "add field at end", old: ab, new: abc,
		oldArgs: one, newServe: [3]string{"{1:{1:1 2:2 3:0}}", "{1:{1:1 2:2 3:?}}", "{1:{1:1 2:2 3:?}}"},
		newArgs: rec{1: rec{1: int64(1), 2: int64(2), 3: int64(3)}}, oldServe: same("{1:{1:1 2:2}}")},
	{name: "add field elsewhere", old: ab, new: "message M{int32 A;int32 C;int32 B} service T{void F(M)}",
		oldArgs: one, newServe: [3]string{"{1:{1:1 2:0 3:2}}", "{1:{1:1 2:? 3:2}}", "{1:{1:1 2:? 3:?}}"},
		newArgs: rec{1: rec{1: int64(1), 2: int64(9), 3: int64(2)}}, oldServe: same("{1:{1:1 2:2}}")},
	{name: "remove field", old: abc, new: ab,
		oldArgs: rec{1: rec{1: int64(1), 2: int64(2), 3: int64(3)}}, newServe: same("{1:{1:1 2:2}}"),
		newArgs: one, oldServe: [3]string{"{1:{1:1 2:2 3:0}}", "{1:{1:1 2:2 3:?}}", "{1:{1:1 2:2 3:?}}"}},
	{name: "widen int, in range", old: "message M{int8 A;uint32 B;int32 C} service T{void F(M)}", new: "message M{int64 A;uint64 B;int64 C} service T{void F(M)}",
		oldArgs: rec{1: rec{1: int64(-5), 2: uint64(7), 3: int64(-9)}}, newServe: same("{1:{1:-5 2:7 3:-9}}"),
		newArgs: rec{1: rec{1: int64(-5), 2: uint64(7), 3: int64(-9)}}, oldServe: same("{1:{1:-5 2:7 3:-9}}")},
	{name: "widen int, out of the old range", old: "message M{int32 A} service T{void F(M)}", new: "message M{int64 A} service T{void F(M)}",
		raw: `{"A":3000000000}`, newArgs: rec{1: rec{1: int64(3000000000)}}, oldServe: [3]string{"closed", "{1:{1:3000000000}}", "{1:{1:2147483647}}"}},
	{name: "widen int, C cuts above 32 bits always", old: "message M{int32 A} service T{void F(M)}", new: "message M{int64 A} service T{void F(M)}",
		raw: `{"A":3000000000}`, oldArgs: rec{1: rec{}}, newServe: [3]string{"{1:{1:3000000000}}", "{1:{1:3000000000}}", "{1:{1:2147483647}}"}},
	{name: "widen int, Node rounds above 2^53", old: "message M{int32 A} service T{void F(M)}", new: "message M{int64 A} service T{void F(M)}",
		raw: `{"A":9007199254740993}`, oldArgs: rec{1: rec{}}, newServe: [3]string{"{1:{1:9007199254740993}}", "{1:{1:9007199254740992}}", "{1:{1:2147483647}}"}},
	{name: "narrow int, out of range", old: "message M{int32 A} service T{void F(M)}", new: "message M{int8 A} service T{void F(M)}",
		oldArgs: rec{1: rec{1: int64(300)}}, newServe: [3]string{"closed", "{1:{1:300}}", "{1:{1:44}}"},
		newArgs: rec{1: rec{1: int64(100)}}, oldServe: same("{1:{1:100}}")},
	{name: "int to float", old: "message M{int32 A} service T{void F(M)}", new: "message M{float64 A} service T{void F(M)}",
		oldArgs: rec{1: rec{1: int64(7)}}, newServe: same("{1:{1:7}}"),
		newArgs: rec{1: rec{1: 1.5}}, oldServe: [3]string{"closed", "{1:{1:1.5}}", "{1:{1:1}}"}},
	{name: "float64 to int32", old: "message M{float64 A} service T{void F(M)}", new: "message M{int32 A} service T{void F(M)}",
		oldArgs: rec{1: rec{1: -2.75}}, newServe: [3]string{"closed", "{1:{1:-2.75}}", "{1:{1:-2}}"},
		newArgs: rec{1: rec{1: int64(7)}}, oldServe: same("{1:{1:7}}")},
	{name: "float32 and float64", old: "message M{float32 A} service T{void F(M)}", new: "message M{float64 A} service T{void F(M)}",
		oldArgs: rec{1: rec{1: 0.5}}, newServe: same("{1:{1:0.5}}"), newArgs: rec{1: rec{1: 0.25}}, oldServe: same("{1:{1:0.25}}")},
	{name: "float64 to float32, over its maximum", old: "message M{float32 A} service T{void F(M)}", new: "message M{float64 A} service T{void F(M)}",
		newArgs: rec{1: rec{1: 1e300}}, oldServe: [3]string{"closed", "{1:{1:1e+300}}", "{1:{1:+Inf}}"}},
	{name: "number and string", old: "message M{int32 A;int32 B} service T{void F(M)}", new: "message M{string A;int32 B} service T{void F(M)}",
		oldArgs: one, newServe: [3]string{"closed", "{1:{1:1 2:2}}", "{1:{1:? 2:?}}"},
		newArgs: rec{1: rec{1: "x", 2: int64(2)}}, oldServe: [3]string{"closed", `{1:{1:"x" 2:2}}`, "{1:{1:? 2:?}}"}},
	{name: "scalar and message", old: "message M{int32 A;int32 B} service T{void F(M)}", new: "message N{int32 X} message M{N A;int32 B} service T{void F(M)}",
		oldArgs: one, newServe: [3]string{"closed", "{1:{1:1 2:2}}", "{1:{1:? 2:?}}"},
		newArgs: rec{1: rec{1: rec{1: int64(5)}, 2: int64(2)}}, oldServe: [3]string{"closed", "{1:{1:{} 2:2}}", "{1:{1:? 2:?}}"}},
	{name: "rename a nested message type", old: "message N{int32 X} message M{N A;int32 B} service T{void F(M)}", new: "message P{int32 X} message M{P A;int32 B} service T{void F(M)}",
		oldArgs: rec{1: rec{1: rec{1: int64(5)}, 2: int64(2)}}, newServe: same("{1:{1:{1:5} 2:2}}"),
		newArgs: rec{1: rec{1: rec{1: int64(5)}, 2: int64(2)}}, oldServe: same("{1:{1:{1:5} 2:2}}")},
	{name: "add or remove an unused message", old: ab, new: ab + " message Z{int32 Q}",
		oldArgs: one, newServe: same("{1:{1:1 2:2}}"), newArgs: one, oldServe: same("{1:{1:1 2:2}}")},
}

const (
	add  = "service T{int32 F(int32,string)}"
	take = "message M{int32 A;int32 B} service T{void F(M)}"
)

var (
	two = rec{1: int64(1), 2: "s"}
	num = rec{1: int64(1)}
)

var argumentRows = []row{
	{name: "rename message used as an argument", old: take, new: "message X{int32 A;int32 B} service T{void F(X)}", oldArgs: one, newServe: closes, newArgs: one, oldServe: closes},
	{name: "add or remove argument", old: add, new: "service T{int32 F(int32)}", oldArgs: two, newServe: closes, newArgs: num, oldServe: closes},
	{name: "reorder arguments of different types", old: add, new: "service T{int32 F(string,int32)}", oldArgs: two, newServe: closes, newArgs: rec{1: "s", 2: int64(1)}, oldServe: closes},
	{name: "swap two arguments of the same type", old: "service T{void F(int32,int32)}", new: "service T{void F(int32,int32)}",
		oldArgs: rec{1: int64(1), 2: int64(2)}, newServe: same("{1:1 2:2}"), newArgs: rec{1: int64(2), 2: int64(1)}, oldServe: same("{1:2 2:1}")},
	{name: "int32 to int64 argument", old: "service T{void F(int32)}", new: "service T{void F(int64)}", oldArgs: num, newServe: closes, newArgs: num, oldServe: closes},
	{name: "int32 to uint32 argument", old: "service T{void F(int32)}", new: "service T{void F(uint32)}", oldArgs: num, newServe: closes, newArgs: rec{1: uint64(1)}, oldServe: closes},
	{name: "int32 to float32 argument", old: "service T{void F(int32)}", new: "service T{void F(float32)}", oldArgs: num, newServe: closes, newArgs: rec{1: 1.0}, oldServe: closes},
	{name: "int32 to string argument", old: "service T{void F(int32)}", new: "service T{void F(string)}", oldArgs: num, newServe: closes, newArgs: rec{1: "1"}, oldServe: closes},
	{name: "builtin to message argument", old: "message M{int32 A;int32 B} service T{void F(int32)}", new: take, oldArgs: num, newServe: closes, newArgs: one, oldServe: closes},
	{name: "() and (void)", old: "service T{void F()}", new: "service T{void F(void)}", oldArgs: rec{}, newServe: same("{}"), newArgs: rec{}, oldServe: same("{}")},
	{name: "value to stream argument", old: "service T{void F(int32)}", new: "service T{void F(istream)}", oldArgs: num, newServe: closes, newArgs: rec{}, oldServe: closes},
	{name: "istream to stream argument", old: "service T{void F(istream)}", new: "service T{void F(stream)}", oldArgs: rec{}, newServe: [3]string{"closed"}, newArgs: rec{}, oldServe: [3]string{"{}"}},
	{name: "ostream to stream argument", old: "service T{void F(ostream)}", new: "service T{void F(stream)}", oldArgs: rec{}, newServe: [3]string{"closed"}, newArgs: rec{}, oldServe: [3]string{"{}"}},
	{name: "istream and ostream argument", old: "service T{void F(istream)}", new: "service T{void F(ostream)}", oldArgs: rec{}, newServe: [3]string{"closed"}, newArgs: rec{}, oldServe: [3]string{"closed"}},
	{name: "more than 9 arguments", old: "service T{void F(int8,int8,int8,int8,int8,int8,int8,int8,int8,int8)}", new: "service T{void F(int8,int8,int8,int8,int8,int8,int8,int8,int8,int8)}",
		oldArgs: rec{}, newServe: [3]string{"{1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0 10:0}", "{1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0 10:0}", "closed"}},
	{name: "rename or remove method", old: "service T{void F(int32)}", new: "service T{void G(int32)}", oldArgs: num, newServe: same("closed"), newArgs: num, oldServe: same("closed")},
	{name: "add method", old: "service T{void F(int32)}", new: "service T{void F(int32);void G(int32)}", oldArgs: num, newServe: same("{1:1}")},
	{name: "reorder methods and services", old: "service T{void F(int32);void G()} service U{void H()}", new: "service U{void H()} service T{void G();void F(int32)}", oldArgs: num, newServe: same("{1:1}")},
	{name: "rename or remove service", old: "service T{void F(int32)}", new: "service U{void F(int32)}", oldArgs: num, newServe: same("closed"), newArgs: num, oldServe: same("closed")},
	{name: "add service", old: "service T{void F(int32)}", new: "service T{void F(int32)} service U{void H()}", oldArgs: num, newServe: same("{1:1}")},
	{name: "move method to another service", old: "service T{void F(int32)} service U{void H()}", new: "service T{void H()} service U{void F(int32)}", oldArgs: num, newServe: same("closed"), newArgs: num, oldServe: same("closed")},
}

func TestFieldRows(t *testing.T)    { runRows(t, fieldRows) }
func TestArgumentRows(t *testing.T) { runRows(t, argumentRows) }

func runRows(t *testing.T, rows []row) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			old, new := contract(t, r.old), contract(t, r.new)
			if r.oldArgs != nil {
				runRow(t, "old client, new server", old, new, r.oldArgs, r.raw, r.newServe)
			}
			if r.newArgs != nil {
				runRow(t, "new client, old server", new, old, r.newArgs, r.raw, r.oldServe)
			}
		})
	}
}

// runRow sends from a client of every runtime that has the values and looks at what
// each server makes of it.
func runRow(t *testing.T, way string, client, server *schema.Schema, args rec, raw string, want [3]string) {
	var m *schema.Method // the one that the row is about: a helper has another name
	for _, svc := range client.Packages[0].Services {
		for _, x := range svc.Methods {
			if m == nil || x.Name == "F" {
				m = x
			}
		}
	}
	for _, from := range []Peer{Go(), Node(), C(), Rpcctl()} {
		request, err := from.Request(m, args)
		if err != nil { // a stream that C and Node don't have
			if !from.streams() && (m.StreamIn() != nil || m.StreamOut() != nil) {
				continue
			}
			t.Fatalf("%s: %s writes: %v", way, from.Name(), err)
		}
		if raw != "" {
			head := len("T F 1 0\r\n")
			if request, err = from.appendTLV(request[:head:head], kindMessage, "M", []byte(raw)); err != nil {
				t.Fatal(err)
			}
		}
		for i, to := range []Peer{Go(), Node(), C()} {
			if want[i] == "" {
				continue
			}
			_, got, err := to.Serve(server, request)
			if o := outcome(got, err); o != want[i] {
				t.Errorf("%s, from %s to %s: %s (%v), want %s", way, from.Name(), to.Name(), o, err, want[i])
			}
		}
	}
}

// resultRow is a change of a result: both sides are clients.
type resultRow struct {
	name      string
	old, new  string
	newResult rec // a new server's reply to an old client
	oldClient [3]string
	oldResult rec
	newClient [3]string
}

var (
	wrong   = [3]string{"crashed", "error", "error"} // PANIC / ERR / ERR
	integer = rec{1: int64(5)}
)

var resultRows = []resultRow{
	{"int32 to int64", "service T{int32 F()}", "service T{int64 F()}", integer, wrong, integer, wrong},
	{"int32 to uint32", "service T{int32 F()}", "service T{uint32 F()}", rec{1: uint64(5)}, wrong, integer, wrong},
	{"int32 to string", "service T{int32 F()}", "service T{string F()}", rec{1: "5"}, wrong, integer, wrong},
	{"float64 to int64", "service T{float64 F()}", "service T{int64 F()}", integer, wrong, rec{1: 5.0}, wrong},
	{"builtin and message", "message M{int32 A} service T{int32 F()}", "message M{int32 A} service T{M F()}", integer, wrong, integer, wrong},
	{"value to void", "service T{int32 F()}", "service T{void F()}", rec{}, [3]string{"{1:0}", "error", "crashed"}, integer, [3]string{"{}", "error", "{}"}},
	{"message to void", "message M{int32 A;string B} service T{M F()}", "service T{void F()}", rec{}, [3]string{`{1:0 2:""}`, "error", "crashed"}, integer, [3]string{"{}", "error", "{}"}},
	{"void to value", "service T{void F()}", "service T{int32 F()}", integer, [3]string{"{}", "error", "{}"}, rec{}, [3]string{"{1:0}", "error", "crashed"}},
	{"rename result message", "message M{int32 A} service T{M F()}", "message N{int32 A} service T{N F()}", integer, [3]string{"{1:5}", "error", "error"}, integer, [3]string{"{1:5}", "error", "error"}},
	{"result field add", "message M{int32 A} service T{M F()}", "message M{int32 A;int32 B} service T{M F()}", rec{1: int64(5), 2: int64(6)}, same("{1:5}"), integer, [3]string{"{1:5 2:0}", "{1:5 2:?}", "{1:5 2:?}"}},
	{"result field rename", "message M{int32 A} service T{M F()}", "message M{int32 X} service T{M F()}", integer, [3]string{"{1:0}", "{1:?}", "{1:?}"}, integer, [3]string{"{1:0}", "{1:?}", "{1:?}"}},
	{"result field int32 to int64, in range", "message M{int32 A} service T{M F()}", "message M{int64 A} service T{M F()}", integer, same("{1:5}"), integer, same("{1:5}")},
	{"result field int32 to int64, out of range", "message M{int32 A} service T{M F()}", "message M{int64 A} service T{M F()}",
		rec{1: int64(3000000000)}, [3]string{"error", "{1:3000000000}", "{1:2147483647}"}, nil, [3]string{}},
	{"result field int and string", "message M{int32 A} service T{M F()}", "message M{string A} service T{M F()}", rec{1: "x"}, [3]string{"error", `{1:"x"}`, "{1:?}"}, integer, [3]string{"error", "{1:5}", "{1:?}"}},
	{"value to istream", "service T{string F()}", "service T{istream F()}", rec{}, [3]string{"crashed", "error", "crashed"}, rec{1: "x"}, [3]string{"crashed"}},
	{"value to stream", "service T{string F()}", "service T{stream F()}", rec{}, [3]string{"crashed", "error", "crashed"}, rec{1: "x"}, [3]string{"crashed"}},
	{"istream to stream", "service T{istream F()}", "service T{stream F()}", rec{}, [3]string{"{}"}, rec{}, [3]string{"{}"}},
	{"ostream to stream", "service T{ostream F()}", "service T{stream F()}", rec{}, [3]string{"{}"}, rec{}, [3]string{"crashed"}},
	{"istream to ostream", "service T{istream F()}", "service T{ostream F()}", rec{}, [3]string{"crashed"}, rec{}, [3]string{"{}"}},
}

func TestResultRows(t *testing.T) {
	for _, r := range resultRows {
		t.Run(r.name, func(t *testing.T) {
			old := method(t, contract(t, r.old), "F")
			new := method(t, contract(t, r.new), "F")
			runResult(t, "new server, old client", new, old, r.newResult, r.oldClient)
			runResult(t, "old server, new client", old, new, r.oldResult, r.newClient)
		})
	}
}

func runResult(t *testing.T, way string, server, client *schema.Method, result rec, want [3]string) {
	if result == nil {
		return
	}
	for _, from := range Peers() {
		reply, err := from.Reply(server, result)
		if err != nil {
			if !from.streams() && server.StreamOut() != nil {
				continue
			}
			t.Fatalf("%s: %s writes: %v", way, from.Name(), err)
		}
		for i, to := range []Peer{Go(), Node(), C()} {
			if want[i] == "" {
				continue
			}
			got, _, err := to.Receive(client, reply)
			if o := outcome(got, err); o != want[i] {
				t.Errorf("%s, from %s to %s: %s (%v), want %s", way, from.Name(), to.Name(), o, err, want[i])
			}
		}
	}
}

func TestHandlerErrorIsAlwaysKind3(t *testing.T) {
	m := method(t, contract(t, "service T{int32 F()}"), "F")
	for _, from := range Peers() {
		reply, err := from.replyText([]byte("no"))
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range Peers() {
			r, e, err := to.Receive(m, reply)
			if outcome(r, err) != "error" || e != nil || err.Error() != "no" {
				t.Errorf("from %s to %s: %v %v %v", from.Name(), to.Name(), r, e, err)
			}
		}
	}
}
