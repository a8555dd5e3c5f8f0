package compat

import "github.com/rpcctl/rpcctl/schema"

// witness returns the run that shows an effect's worst outcome, as small as it
// gets.
func (ev *evaluation) witness(x *effect, use Use) *Witness {
	p := OldNew
	if x.pair[NewOld] > x.pair[OldNew] {
		p = NewOld
	}
	e, r := x.witness[p], x.at[p]
	if x.pair.Worst() < Reject || e == nil {
		return nil
	}
	ws, rs := r.sides(p)
	h := &hunt{x: &runner{peer: ev.peer, table: ev.table, d: ev.d}, root: r, p: p, msg: ws.msg}
	e = h.shrink(e, 300)
	w := &Witness{
		Pairing: p, Use: use, Flow: r.flow, Wrote: e.wrote, Bytes: e.bytes, Read: e.read,
		Peer: ev.peer.Name(), Modelled: ev.peer.Modelled(), wrote: ws.msg, read: rs.msg,
	}
	switch {
	case ws.err != nil:
		w.At = ws.err.Name
	case ws.method != nil:
		w.At = ws.method.Name
	default:
		w.At = ws.msg.FullName()
	}
	if e.err != nil {
		w.Error, w.Mode, w.Read = e.err.Error(), mode(e.err), nil
	}
	if e.ran != nil && e.ran != rs.method {
		w.Ran, w.read = e.ran.FullName(), e.ran.Request()
	}
	return w
}

// mode says what a refusal does to the connection.
func mode(err error) string {
	if m, ok := err.(interface{ Mode() string }); ok {
		return m.Mode()
	}
	return "error"
}

// WroteJSON and ReadJSON return the values with the names of their own side's
// contract. ReadJSON is nil where nothing was read.
func (w *Witness) WroteJSON() []byte { return schema.RecordJSON(w.wrote, w.Wrote) }

// ReadJSON returns what was read.
func (w *Witness) ReadJSON() []byte {
	if w.Read == nil {
		return nil
	}
	return schema.RecordJSON(w.read, w.Read)
}
