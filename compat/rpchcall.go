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
			if !w.belong(a[i], b[i]) && v.out < Reject {
				if m := w.misplaced(a[i], b[i]); m.out > max(v.out, Exact) {
					v = m
				}
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

// misplaced judges an argument that is read as a param which isn't its partner.
func (w *walk) misplaced(a, b *schema.Field) verdict {
	fails := w.mayFail(&a.Type, &b.Type, seenShapes{})
	if a.Retired != "" {
		fails = w.zeroFails(&a.Type, &b.Type, seenShapes{})
	}
	zero := a.Retired != "" && !fails || w.readsZero(&a.Type, &b.Type, seenShapes{})
	if unread := b.Retired != "" && !fails; !zero && !unread {
		return misread
	}
	v, paired := exact, false
	for _, p := range w.pairs.fields(w.requestOf(a), w.requestOf(b)) {
		live := p.w != nil && p.w.Retired == ""
		switch {
		case p.w == a && (p.r == nil || p.r.Retired != "") && live:
			v = v.worse(is(Lossy))
		case p.r != b || b.Retired != "":
		case live:
			v, paired = v.worse(is(w.lost(p.w, b))), true // zero is taken for what stands elsewhere
		}
	}
	if !paired && b.Retired == "" && !w.oldWrote {
		return is(Corrupt)
	}
	return v
}

// readsZero reports whether whatever is written as one type is zero as another.
func (w *walk) readsZero(wt, rt *schema.Type, seen seenShapes) bool {
	wm, rm := wt.Message(), rt.Message()
	if wm == nil || rm == nil || w.lenient() {
		return false
	}
	key := [2]*schema.Message{wm, rm}
	if seen[key] {
		return true
	}
	seen[key] = true
	for _, f := range wm.Fields {
		if streams(f) || !w.written(f) {
			continue
		}
		to := w.keyed(rm, f.JSONName())
		if to == nil {
			continue
		}
		same := jsonForm(&f.Type) == jsonForm(&to.Type) && f.Type.Len == to.Type.Len
		if tracked(to) || !same || f.Retired == "" && !onlyZero(&f.Type) && !w.readsZero(&f.Type, &to.Type, seen) {
			return false
		}
	}
	return true
}

// mayFail reports whether a value of one type may be no value of another.
func (w *walk) mayFail(wt, rt *schema.Type, seen seenShapes) bool {
	wm, rm := wt.Message(), rt.Message()
	switch {
	case wt.Kind != rt.Kind || wt.Len != rt.Len || wt.Kind == schema.KindEnum && w.profile == "rpcctl":
		return true
	case wt.Key != nil && wt.Key.Kind != rt.Key.Kind:
		return true
	case wt.Elem != nil:
		return w.mayFail(wt.Elem, rt.Elem, seen)
	case wm == nil || rm == nil || seen[[2]*schema.Message{wm, rm}]:
		return false
	}
	seen[[2]*schema.Message{wm, rm}] = true
	for _, f := range wm.Fields {
		if to := w.keyed(rm, f.JSONName()); !streams(f) && w.written(f) && to != nil && w.mayFail(&f.Type, &to.Type, seen) {
			return true
		}
	}
	return false
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
