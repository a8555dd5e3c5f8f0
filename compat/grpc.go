package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// grpcTable judges what gRPC makes of a contract beside its payloads: the paths of
// methods, and whether either side sends one message or many.
func grpcTable() *Table {
	path := func(k diff.Kind) Row {
		return Row{On: k, Says: "reject where the path changes, corrupt where it is another method's now", Doc: "a call goes to /package.Service/Method"}
	}
	rows := []Row{
		calls(diff.PackageAdded, Exact, Reject, "an old server answers UNIMPLEMENTED"),
		calls(diff.PackageRemoved, Reject, Exact, "a new server answers UNIMPLEMENTED"),
		path(diff.PackageRenamed),
		calls(diff.PackageWireAdded, Exact, Exact, "gRPC is none of the wires"),
		calls(diff.PackageWireRemoved, Exact, Exact, "gRPC is none of the wires"),
		calls(diff.ServiceAdded, Exact, Reject, "an old server answers UNIMPLEMENTED"),
		calls(diff.ServiceRemoved, Reject, Exact, "a new server answers UNIMPLEMENTED"),
		path(diff.ServiceRenamed), path(diff.ServiceMoved),
		calls(diff.ServiceWireAdded, Exact, Exact, "gRPC is none of the wires"),
		calls(diff.ServiceWireRemoved, Exact, Exact, "gRPC is none of the wires"),
		calls(diff.ServiceIDChanged, Exact, Exact, "numbers of services don't travel"),
		calls(diff.ServiceWireNameChanged, Exact, Exact, "a wire's own name is another wire's"),
		calls(diff.ServiceExtendsChanged, Exact, Exact, "a method is called as what it was declared in; methods that came or went are judged themselves"),
		calls(diff.MethodAdded, Exact, Reject, "an old server answers UNIMPLEMENTED"),
		calls(diff.MethodRemoved, Reject, Exact, "a new server answers UNIMPLEMENTED"),
		path(diff.MethodRenamed), path(diff.MethodMoved),
		calls(diff.MethodIDChanged, Exact, Exact, "numbers of methods don't travel"),
		calls(diff.MethodWireNameChanged, Exact, Exact, "a wire's own name is another wire's"),
		{On: diff.MethodStreamingChanged, Says: "reject where many messages meet who expects one; exact where one meets who expects many", Doc: "a second message where one is expected ends the call with INTERNAL"},
		calls(diff.MethodOnewayChanged, Exact, Exact, "every call is answered"),
		calls(diff.MethodErrorAdded, Exact, Exact, "how errors travel is no part of gRPC's contract"),
		calls(diff.MethodErrorRemoved, Exact, Exact, "how errors travel is no part of gRPC's contract"),
		calls(diff.MethodErrorNumberChanged, Exact, Exact, "how errors travel is no part of gRPC's contract"),
		calls(diff.ErrorRenamed, Exact, Exact, "how errors travel is no part of gRPC's contract"),
		calls(diff.ErrorCodeChanged, Exact, Exact, "how errors travel is no part of gRPC's contract"),
	}
	return &Table{
		Wire: "grpc", Doc: "Paths and the shape of streams, for who serves .proto contracts by gRPC. What payloads hold is the wires' and json's to judge.",
		Rows: others(rows, func(k diff.Kind) Row {
			return calls(k, Exact, Exact, "it is neither in a path nor in the shape of a stream")
		}),
		rule: grpcRule,
	}
}

// others adds a row for every kind that has none.
func others(rows []Row, row func(diff.Kind) Row) []Row {
	for _, k := range diff.Kinds {
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.On == k }) {
			rows = append(rows, row(k))
		}
	}
	return rows
}

func grpcPath(m *schema.Method) string {
	return "/" + m.Parent.FullName() + "/" + m.Name
}

// grpcRule judges changes by the methods that each is about.
func grpcRule(j *judging, _ *Aspect) func(*Change, *Row) ruling {
	served := map[*schema.Schema]map[string]*schema.Method{}
	for _, s := range []*schema.Schema{j.old, j.new} {
		served[s] = map[string]*schema.Method{}
		for _, m := range methods(s) {
			served[s][grpcPath(m)] = m
		}
	}
	var pairs [][2]*schema.Method
	for _, o := range methods(j.old) {
		n, _ := j.d.Partner(o).(*schema.Method)
		pairs = append(pairs, [2]*schema.Method{o, n})
	}
	for _, n := range methods(j.new) {
		if j.d.Partner(n) == nil {
			pairs = append(pairs, [2]*schema.Method{nil, n})
		}
	}
	return func(c *Change, row *Row) ruling {
		r := ruling{use: Call, out: Pair{Exact, Exact}}
		if row.Says == "" && row.Calls.Worst() == Exact {
			return r
		}
		for _, p := range pairs {
			if !concerns(&c.Change, p[0], p[1]) {
				continue
			}
			r.reached = append(r.reached, fullName(methodNode(p[0]), methodNode(p[1]))+" request")
			for _, way := range []Pairing{OldNew, NewOld} {
				client, server, in := p[0], p[1], j.new
				if way == NewOld {
					client, server, in = p[1], p[0], j.old
				}
				out, why := grpcCall(c.Kind, client, server, served[in])
				if out > r.out.Worst() {
					r.witness = grpcWitness(way, client, out, why, served[in])
				}
				r.out[way] = max(r.out[way], out)
			}
		}
		return r
	}
}

func methodNode(m *schema.Method) schema.Node {
	if m == nil {
		return nil
	}
	return m
}

// concerns reports whether a change is about a pair of methods: about one of
// them, or what it stands in.
func concerns(c *diff.Change, o, n *schema.Method) bool {
	about := func(m *schema.Method, at schema.Node) bool {
		return m != nil && at != nil && (at == schema.Node(m) || at == schema.Node(m.Parent) || at == schema.Node(m.Parent.Parent))
	}
	switch {
	case c.Old == nil:
		return o == nil && about(n, c.New)
	case c.New == nil:
		return n == nil && about(o, c.Old)
	}
	return o != nil && n != nil && about(o, c.Old) && about(n, c.New)
}

// grpcCall says what becomes of a client's call, and why.
func grpcCall(k diff.Kind, client, server *schema.Method, served map[string]*schema.Method) (Outcome, string) {
	switch {
	case client == nil:
		return Exact, ""
	case k == diff.MethodStreamingChanged:
		switch {
		case server == nil:
			return Exact, ""
		case sendsMany(client, true) && !sendsMany(server, true):
			return Reject, "INTERNAL: the client sends many messages, and " + grpcPath(server) + " takes one"
		case sendsMany(server, false) && !sendsMany(client, false):
			return Reject, "INTERNAL: " + grpcPath(server) + " answers with many messages, and the client takes one"
		}
		return Exact, ""
	}
	switch ran := served[grpcPath(client)]; {
	case ran == nil:
		return Reject, "UNIMPLEMENTED: there is no " + grpcPath(client)
	case ran != server:
		return Corrupt, ""
	}
	return Exact, ""
}

// sendsMany reports whether a method streams, upward or downward.
func sendsMany(m *schema.Method, up bool) bool { return streamShape(m, up) != silent }

// grpcWitness is the call that goes wrong: no gRPC is spoken here, so that it is
// what the protocol says of it.
func grpcWitness(p Pairing, m *schema.Method, out Outcome, why string, served map[string]*schema.Method) *Witness {
	w := &Witness{
		Pairing: p, Use: Call, Flow: Request, At: grpcPath(m), Wrote: schema.Record{}, wrote: m.Request(),
		Error: why, Mode: "error", Peer: "grpc", Modelled: true,
	}
	if out == Corrupt {
		ran := served[grpcPath(m)]
		w.Error, w.Mode, w.Ran, w.Read, w.read = "", "", ran.FullName(), schema.Record{}, ran.Request()
	}
	return w
}
