package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// argument is how a param or result is known: its kind and the name of its type.
func argument(f *schema.Field) string {
	if m := f.Type.Message(); m != nil {
		return "message " + orName(m.On, "name", m.Name)
	}
	return f.Type.Kind.String()
}

// argsLayout compares the arguments of a request by their place in the source.
func argsLayout(w *walk, wm, rm *schema.Message, pairs []fieldPair) verdict {
	if w.root.flow != Request || len(w.path) > 0 || wm.Parent != schema.Node(w.writerMethod()) {
		return verdict{}
	}
	return w.args()
}

func (w *walk) writerMethod() *schema.Method {
	ws, _ := w.root.sides(w.p)
	return ws.method
}

func (w *walk) args() verdict {
	ws, rs := w.root.sides(w.p)
	a, b := ws.method.Params, rs.method.Params
	if len(a) != len(b) {
		return cut
	}
	v := verdict{}
	for i := range a {
		x, y := argument(a[i]), argument(b[i])
		renamed := a[i].Type.Message() != nil && b[i].Type.Message() != nil && w.d.Partner(a[i].Type.Target) == b[i].Type.Target
		switch {
		case x == y || y != "stream" && x == "stream" && b[i].Type.Kind.Raw() && w.profile == "go":
			if !w.belong(a[i], b[i]) && v.out < Reject && !w.swapped(a[i], b[i]) {
				v = misread
			}
		case renamed && w.belong(a[i], b[i]):
			w.renamedMessage(a[i].Type.Message(), b[i].Type.Message())
		default:
			v = cut
		}
	}
	return v
}

// renamedMessage claims that the name of a message is another.
func (w *walk) renamedMessage(a, b *schema.Message) {
	for _, k := range []diff.Kind{diff.MessageRenamed, diff.MessageWireNameChanged} {
		if w.find(k, a, b, -1) >= 0 {
			w.claim(k, a, b, -1, cut, nil)
			return
		}
	}
	w.claim(diff.MessageRenamed, a, b, -1, cut, nil)
}

// swapped reports whether two params that are no pair have one anyway, and nothing
// to tell which of them a value was for.
func (w *walk) swapped(a, b *schema.Field) bool {
	if !inert(&a.Type) || !inert(&b.Type) {
		return false
	}
	paired := 0
	for _, p := range w.pairs.fields(w.requestOf(a), w.requestOf(b)) {
		if p.w != nil && p.r != nil && (p.w == a || p.r == b) {
			paired++
		}
	}
	return paired == 2
}

// belong reports whether two params are a pair.
func (w *walk) belong(a, b *schema.Field) bool {
	for _, p := range w.pairs.fields(w.requestOf(a), w.requestOf(b)) {
		if p.w == a && p.r == b {
			return true
		}
	}
	return false
}

func (w *walk) requestOf(f *schema.Field) *schema.Message { return f.Parent.(*schema.Method).Request() }

func judgeOrder(c *cell) verdict {
	if c.root.flow != Request {
		return exact
	}
	if v := c.args(); v.out > 0 {
		return v
	}
	return exact
}

// rpchReply walks a result: which names a client compares is its own affair.
func rpchReply(w *walk, ws, rs side) {
	a, b := ws.method.Returns, rs.method.Returns
	k := w.root.owner
	if (ws.method.StreamOut() == nil) != (rs.method.StreamOut() == nil) || ws.method.StreamOut() != nil && a.Type.Kind != b.Type.Kind {
		k = changeKey{kind: diff.MethodStreamingChanged, old: w.root.old.method, new: w.root.new.method}
	}
	claim := func(v verdict) { w.claim(k.kind, w.first(k), w.second(k), -1, v, nil) }
	switch {
	case a == nil && b == nil:
		return
	case b == nil && (w.profile == "node" || w.profile == "rpcctl"):
		claim(cut)
		return
	case b == nil && a.Type.Kind.Streams():
		return // what it streams is judged by the streams
	case b == nil:
		claim(is(Lossy))
		return
	case a == nil && w.profile == "go" && b.Type.Kind.Streams():
		return
	case a == nil && w.profile == "go":
		claim(is(Corrupt))
		return
	case a == nil:
		claim(cut)
		return
	}
	x, y := argument(a), argument(b)
	messages := a.Type.Message() != nil && b.Type.Message() != nil
	same := x == y
	if w.profile == "go" {
		same = x == y || messages || a.Type.Kind.Raw() && b.Type.Kind.Raw() && x != "ostream"
	}
	partners := messages && w.d.Partner(a.Type.Target) == b.Type.Target
	switch {
	case !same && partners:
		w.renamedMessage(a.Type.Message(), b.Type.Message())
	case !same:
		claim(cut)
		return
	}
	if messages {
		w.message(w.find(k.kind, w.first(k), w.second(k), -1), a.Type.Message(), b.Type.Message())
	}
}

// rpchStreams judges two methods that stream differently, where names let them.
func rpchStreams(w *walk, r *root, a, b streaming) verdict {
	ws, rs := r.sides(w.p)
	switch {
	case a == b:
		return exact
	case b == silent:
		return is(rpchUnasked(ws.method, rs.method, r.flow == Request))
	}
	return is(rpchWaits(ws.method, rs.method))
}

// rpchUnasked: nobody reads what is sent, unless the server sends on a result
// that its reply calls a stream, which clients drain as they close it; and a
// request that is refused has no answer.
func rpchUnasked(w, r *schema.Method, up bool) Outcome {
	switch {
	case up:
		return Corrupt
	case !sameArguments(r, w):
		return Exact
	case w.StreamOut() != nil && r.StreamOut() != nil && w.StreamOut().Type.Kind == schema.KindRawStream:
		return Lossy
	}
	return Corrupt
}

// sameArguments reports whether a server takes a client's arguments by their
// number and the names of their types, as rpch-go does.
func sameArguments(client, server *schema.Method) bool {
	return slices.EqualFunc(client.Params, server.Params, func(a, b *schema.Field) bool {
		return argument(a) == argument(b) || a.Type.Kind == schema.KindRawStream && b.Type.Kind.Raw()
	})
}

// rpchWaits: who expects bytes gets the end at once, where both sides have a
// stream at that place.
func rpchWaits(w, r *schema.Method) Outcome {
	if (w.StreamOut() != nil) == (r.StreamOut() != nil) && (w.StreamIn() != nil) == (r.StreamIn() != nil) {
		return Exact
	}
	return Corrupt
}
