package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// runner carries values from one side of a root to the other by one peer.
type runner struct {
	peer  Peer
	table *Table
	d     *diff.Result

	fitter *fitter
}

// evidence is one run: what was written, its bytes and what became of them.
type evidence struct {
	out   Outcome
	wrote schema.Record
	bytes []byte
	read  schema.Record
	ran   *schema.Method // the method that a server ran
	err   error          // of the writer or the reader
}

// run carries v in a pairing. What it shows counts where it is sound.
func (x *runner) run(r *root, p Pairing, v schema.Record) evidence {
	w, rd := r.sides(p)
	e := x.carry(r.flow, w, rd, v)
	e.out = x.outcome(r, w, rd, &e, between{x.d, r.oldWrites(p)}, r.oldWrites(p))
	return e
}

// sound reports whether a run proves something: the writer's own side can read
// the value back.
func (x *runner) sound(r *root, p Pairing, e *evidence) bool {
	fieldless := x.table.singles && r.flow == Failure // where what is lost wasn't sent
	if e.err == nil && (e.out < Lossy || e.out < Reject && !fieldless && (e.out < Doubt || !x.undefined())) {
		return true // it went well
	}
	w, _ := r.sides(p)
	own := x.carry(r.flow, w, w, e.wrote)
	return x.outcome(r, w, w, &own, within{}, r.oldWrites(p)) == Exact
}

// carry writes v on one side and reads the bytes on the other.
func (x *runner) carry(f Flow, w, rd side, v schema.Record) evidence {
	e := evidence{wrote: v}
	if x.table.payloads && f != Stored {
		f = Upward // whatever it is, it is a message
		if rd.msg == nil {
			return e
		}
	}
	switch f {
	case Request:
		if e.bytes, e.err = x.request(w, v); e.err == nil {
			e.ran, e.read, e.err = x.serve(w, rd, e.bytes)
		}
	case Response, Failure:
		if f == Response {
			e.bytes, e.err = x.peer.Reply(w.method, v)
		} else {
			e.bytes, e.err = x.peer.ReplyError(w.method, w.err, v)
		}
		if e.err == nil {
			var failed *schema.ErrorRef
			e.read, failed, e.err = x.peer.Receive(rd.method, e.bytes)
			if e.err == nil && (failed == nil) != (f == Response) || failed != nil && failed != rd.err {
				e.ran = rd.method // a result taken for an error, or one error for another
			}
		}
	case Upward, Downward, Stored:
		if e.bytes, e.err = x.peer.Write(w.msg, v); e.err == nil {
			if rd.msg == nil {
				e.err = errGone
				break
			}
			e.read, e.err = x.peer.Read(rd.msg, e.bytes)
		}
	default:
		panic("compat: flow " + string(f))
	}
	return e
}

const (
	errGone     = goneError("no message of the reader's contract")
	errUnserved = goneError("nobody serves that service")
)

type goneError string

func (e goneError) Error() string { return string(e) }

// serverOf is a peer that can be a client or server of one service alone, on wires whose
// requests don't say at which service they call.
type serverOf interface {
	RequestAt(at *schema.Service, m *schema.Method, args schema.Record) ([]byte, error)
	ServeAt(at *schema.Service, request []byte) (*schema.Method, schema.Record, error)
}

// request writes a request for the service that the client calls.
func (x *runner) request(w side, v schema.Record) ([]byte, error) {
	if p, one := x.peer.(serverOf); one && x.table.finds != nil {
		return p.RequestAt(w.service(), w.method, v)
	}
	return x.peer.Request(w.method, v)
}

// serve reads a request as the server does that the client calls.
func (x *runner) serve(w, rd side, request []byte) (*schema.Method, schema.Record, error) {
	p, one := x.peer.(serverOf)
	if !one || x.table.finds == nil {
		return x.peer.Serve(rd.schema, request)
	}
	at := w.service()
	if w.schema != rd.schema {
		at = partnerService(x.d, at)
	}
	if at == nil {
		return nil, nil, errUnserved
	}
	return p.ServeAt(at, request)
}

func (x *runner) outcome(r *root, w, rd side, e *evidence, pairs pairing, oldWrote bool) Outcome {
	switch {
	case !x.table.payloads:
	case rd.msg == nil && r.flow != Stored, r.flow == Response && (w.method.StreamOut() != nil || rd.method.StreamOut() != nil):
		return Exact // no payload is read as another
	}
	if e.err != nil {
		if r.flow == Failure && rd.err == nil {
			return Doubt // the call failed, as it was meant to; which error it was is not known
		}
		return Reject
	}
	switch r.flow {
	case Request:
		if x.table.payloads {
			break
		}
		if e.ran == nil || e.ran != rd.method {
			return Corrupt
		}
		if o := x.streams(w, rd, true); o > Exact {
			return o
		}
	case Response, Failure:
		if e.ran != nil {
			return Corrupt
		}
		if r.flow == Response && !x.table.payloads {
			if o := x.streams(w, rd, false); o > Exact {
				return o
			}
		}
	}
	c := comparison{
		pairs: pairs, oldWrote: oldWrote, names: x.table.names, absents: x.table.absents, undefined: x.undefined(),
		singles: x.table.singles, addressed: x.table.addressed, tags: x.table.tags, fills: x.table.fills,
	}
	if r.shapes && w != rd {
		return c.shapes(r.flow, w, rd, e.wrote, e.read)
	}
	o := c.message(w.msg, rd.msg, e.wrote, e.read)
	if x.table.addressed {
		o = max(o, c.named(r, w, rd))
	}
	return o
}

// streams judges the stream that follows: bytes that nobody asked for, or a
// reader that waits for what nobody sends.
func (x *runner) streams(w, rd side, up bool) Outcome {
	a, b := streamShape(w.method, up), streamShape(rd.method, up)
	switch {
	case a == b:
		return Exact
	case b == silent:
		return x.table.unasked(w.method, rd.method, up)
	case a == silent && x.table.waits != nil:
		return x.table.waits(w.method, rd.method)
	}
	return Corrupt
}

// named adds the doubt of a method that has another name, where the wire has
// its number.
func (c *comparison) named(r *root, w, rd side) Outcome {
	if r.flow != Request || !c.addressed || w.method == rd.method {
		return Exact
	}
	old, new := w.method, rd.method
	if !c.oldWrote {
		old, new = new, old
	}
	if old.Name != new.Name && !wasCalled(new.Was, old.Name) || old.Parent.Name != new.Parent.Name && !wasCalled(new.Parent.Was, old.Parent.Name) {
		return Doubt
	}
	return Exact
}

// undefined: node hands out undefined for what is missing.
func (x *runner) undefined() bool { return x.peer.Name() == "node" }

// shapes compares results of which one is a value and the other a message, or
// nothing.
func (c *comparison) shapes(f Flow, w, rd side, wv, rv schema.Record) Outcome {
	wt, rt := payloadType(f, w), payloadType(f, rd)
	switch {
	case wt == nil && rt == nil:
		return Exact
	case wt == nil:
		return Corrupt // a result that no one sent
	case rt == nil:
		return Lossy // one that no one expects
	}
	a, b := payloadValue(f, w, wv), payloadValue(f, rd, rv)
	if wm, rm := wt.Message(), rt.Message(); c.tags && wm != nil && rm != nil && a != nil && b != nil {
		return c.value(wt, rt, a, b)
	}
	if (a == nil || isZero(wt, a)) && (b == nil || isZero(rt, b)) {
		return Exact
	}
	return Corrupt
}

// payloadType is the type of a result or item, nil for void.
func payloadType(f Flow, s side) *schema.Type {
	var of *schema.Field
	switch f {
	case Response, Downward:
		of = s.method.Returns
	case Upward:
		of = s.method.StreamIn()
	}
	switch {
	case of == nil:
		return nil
	case f == Response && of.Type.Kind.Streams():
		return nil // its items are judged themselves
	case f == Response:
		return &of.Type
	}
	return of.Type.Elem
}

func payloadValue(f Flow, s side, v schema.Record) any {
	if t := payloadType(f, s); t.Message() != nil && t.Message() == s.msg {
		return v
	}
	return v[1]
}

// lenient reports whether the peer leaves a field that nobody set without a value:
// then a value only proves something where all are set.
func (x *runner) lenient() bool { return x.peer.Name() == "node" || x.peer.Name() == "c" }

// complete sets the plain fields that v leaves out to their zero.
func complete(m *schema.Message, v schema.Record, depth int) schema.Record {
	if depth > 2*deepest {
		return v
	}
	out := make(schema.Record, len(m.ByNumber()))
	for _, f := range m.ByNumber() {
		x, there := v[f.Number]
		if !there {
			if tracked(f) || f.Retired != "" || streams(f) {
				continue
			}
			x = schema.Zero(f.Type)
		}
		out[f.Number] = completeValue(&f.Type, x, depth)
	}
	return out
}

func completeValue(t *schema.Type, v any, depth int) any {
	switch x := v.(type) {
	case schema.Record:
		return complete(t.Message(), x, depth+1)
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = completeValue(t.Elem, x[i], depth)
		}
		return out
	case []schema.Entry:
		out := make([]schema.Entry, len(x))
		for i := range x {
			out[i] = schema.Entry{Key: x[i].Key, Value: completeValue(t.Elem, x[i].Value, depth)}
		}
		return out
	}
	return v
}
