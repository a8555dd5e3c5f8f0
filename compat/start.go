package compat

import (
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// newWalk walks a root in one pairing, for one profile.
func newWalk(t *Table, profile string, d *diff.Result, index changeIndex, routes *router, r *root, p Pairing) *walk {
	w := &walk{
		table: t, profile: profile, d: d, oldWrote: r.oldWrites(p), index: index, router: routes, root: r, p: p,
		claims: map[int]*claim{}, seen: map[visit]bool{}, nodes: map[schema.Node]bool{},
	}
	w.pairs = between{d, w.oldWrote}
	w.start()
	return w
}

func (w *walk) start() {
	ws, rs := w.root.sides(w.p)
	switch w.root.flow {
	case Request:
		if w.table.payloads {
			if w.root.both() {
				w.message(-1, ws.msg, rs.msg)
				w.protoStreams(ws.msg, rs.msg)
			}
			return
		}
		w.routes()
		if w.root.both() {
			if w.router.route(rs.schema, ws) != rs.method {
				w.astray = true
				w.loose++ // another method runs, or none: nothing here is certain
			}
			w.streaming(true)
			w.message(w.standing(), ws.msg, rs.msg)
		}
	case Response:
		if !w.table.payloads {
			w.streaming(false)
		}
		if w.table.reply != nil {
			w.table.reply(w, ws, rs)
		} else if ws.method.StreamOut() == nil && rs.method.StreamOut() == nil {
			w.payload(ws, rs)
		}
	case Failure:
		if w.table.failure != nil {
			w.table.failure(w)
		}
		if w.root.both() {
			w.about(diff.ErrorRenamed, w.root.old.err.Target, w.root.new.err.Target)
			w.about(diff.ErrorCodeChanged, w.root.old.err.Target, w.root.new.err.Target)
			if w.table.row(diff.MethodErrorNumberChanged).judge != nil {
				w.change(changeKey{diff.MethodErrorNumberChanged, w.root.old.method, w.root.new.method, w.root.old.err.Name})
			}
			w.message(-1, ws.msg, rs.msg)
		} else if i := w.standing(); i >= 0 {
			v := w.table.row(diff.MethodErrorAdded).judge(&cell{walk: w, kind: diff.MethodErrorAdded})
			w.claim(w.root.stand.kind, w.first(w.root.stand), w.second(w.root.stand), i, v, nil)
		} else if e := w.root.old.err; e != nil {
			w.change(changeKey{diff.MethodErrorRemoved, w.root.old.method, w.root.new.method, e.Name})
		} else {
			w.change(changeKey{diff.MethodErrorAdded, w.root.old.method, w.root.new.method, w.root.new.err.Name})
		}
	case Upward, Downward:
		w.payload(ws, rs)
	case Stored:
		if w.root.both() {
			w.message(-1, ws.msg, rs.msg)
		} else if ws.msg != nil {
			w.unread(w.root.old.msg)
		}
	default:
		panic("compat: flow " + string(w.root.flow))
	}
}

// unread claims what becomes of a stored message that NEW doesn't have: it is told
// where the deletion is, of the message, of one around it or of the package.
func (w *walk) unread(m *schema.Message) {
	pkg := schema.PackageOf(m)
	for name := m.Name; ; {
		if around, ok := w.root.old.schema.Lookup(pkg.FullName() + "." + name).(*schema.Message); ok && w.about(diff.MessageRemoved, around, nil) {
			return
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			break
		}
		name = name[:dot]
	}
	w.about(diff.PackageRemoved, pkg, nil)
}

// payload walks a result or an item.
func (w *walk) payload(ws, rs side) {
	owner := w.standing()
	if i, ok := w.index[w.root.owner]; ok {
		owner = i
	}
	if !w.root.shapes {
		w.message(owner, ws.msg, rs.msg)
		return
	}
	v := w.table.result(w, w.root, payloadType(w.root.flow, ws), payloadType(w.root.flow, rs), ws.msg, rs.msg)
	w.claim(w.root.owner.kind, w.first(w.root.owner), w.second(w.root.owner), -1, v, nil)
}

// first and second are a change's elements in the order of writer and reader.
func (w *walk) first(k changeKey) schema.Node {
	if w.oldWrote {
		return k.old
	}
	return k.new
}

func (w *walk) second(k changeKey) schema.Node {
	if w.oldWrote {
		return k.new
	}
	return k.old
}

// about claims what the row of a kind says, where there is such a change.
func (w *walk) about(kind diff.Kind, old, new schema.Node) bool {
	return w.change(changeKey{kind: kind, old: old, new: new})
}

func (w *walk) change(k changeKey) bool {
	i, ok := w.index[k]
	if ok {
		w.claim(k.kind, w.first(k), w.second(k), i, w.ask(k.kind), nil)
	}
	return ok
}

// ask returns what a row says of a call.
func (w *walk) ask(kind diff.Kind) verdict {
	row := w.table.row(kind)
	switch {
	case row.judge != nil:
		return row.judge(&cell{walk: w, kind: kind})
	case row.Calls[w.p] > 0:
		return verdict{out: row.Calls[w.p], certain: row.Calls[w.p] == Reject}
	}
	return is(row.Writes[w.writer()])
}

// routes claims what decides whether a request finds its method.
func (w *walk) routes() {
	o, n := w.root.old.method, w.root.new.method
	switch {
	case w.standing() >= 0:
		w.change(w.root.stand)
	case n == nil:
		_ = w.about(diff.MethodRemoved, o, nil) || w.about(diff.ServiceRemoved, o.Parent, nil) || w.about(diff.PackageRemoved, o.Parent.Parent, nil)
	case o == nil:
		_ = w.about(diff.MethodAdded, nil, n) || w.about(diff.ServiceAdded, nil, n.Parent) || w.about(diff.PackageAdded, nil, n.Parent.Parent)
	default:
		for _, k := range []diff.Kind{diff.MethodRenamed, diff.MethodMoved, diff.MethodIDChanged, diff.MethodWireNameChanged, diff.MethodOnewayChanged, diff.MethodParamOrderChanged} {
			w.about(k, o, n)
		}
		for _, k := range []diff.Kind{diff.ServiceRenamed, diff.ServiceMoved, diff.ServiceIDChanged, diff.ServiceWireNameChanged} {
			w.about(k, o.Parent, n.Parent)
		}
		w.about(diff.PackageRenamed, o.Parent.Parent, n.Parent.Parent)
	}
}

// streaming claims what becomes of a call of which one side streams.
func (w *walk) streaming(up bool) {
	ws, rs := w.root.sides(w.p)
	a, b := streamShape(ws.method, up), streamShape(rs.method, up)
	unasked := up && w.table.addressed && ws.method.Oneway && (rs.method.StreamIn() != nil || rs.method.StreamOut() != nil)
	result := !up && w.table.reply == nil && (ws.method.StreamOut() == nil) != (rs.method.StreamOut() == nil)
	refused := w.table.streamless && streamed(ws.method) != streamed(rs.method)
	if a == b && !result && !unasked && !refused {
		return
	}
	// A raw stream and a typed one have the same word, and then it is a type that changed.
	owner := -1
	for _, k := range []changeKey{
		{kind: diff.MethodParamTypeChanged, old: nodeOf(w.root.old.method.StreamIn()), new: nodeOf(w.root.new.method.StreamIn())},
		{kind: diff.MethodReturnsTypeChanged, old: nodeOf(w.root.old.method.Returns), new: nodeOf(w.root.new.method.Returns)},
	} {
		if i, ok := w.index[k]; ok {
			owner = i
		}
	}
	w.claim(diff.MethodStreamingChanged, ws.method, rs.method, owner, w.table.streams(w, w.root, a, b), nil)
}

func streamed(m *schema.Method) bool { return m.StreamIn() != nil || m.StreamOut() != nil }
