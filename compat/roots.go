package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Flow says what a payload is.
type Flow string

// The flows.
const (
	Request  Flow = "request"
	Response Flow = "response"
	Failure  Flow = "error"  // a declared error
	Upward   Flow = "upload" // an item of a client's stream
	Downward Flow = "stream" // an item of a server's stream
	Stored   Flow = "data"
)

// fromClient reports whether clients write it. Of data the writer counts as one.
func (f Flow) fromClient() bool { return f == Request || f == Upward || f == Stored }

// side is what one contract has at a root; all of it is nil where it has none.
type side struct {
	schema *schema.Schema
	method *schema.Method
	err    *schema.ErrorRef
	msg    *schema.Message // the payload
	at     *schema.Service // where the method is called; nil: at its own service
}

// root is a payload that both contracts may have: where walks begin and what
// runs carry.
type root struct {
	use  Use
	flow Flow
	old  side
	new  side
	// owner is the change that explains two payloads of different shape: its kind
	// and elements.
	owner changeKey
	// shapes: one payload wraps a value and the other is a message itself.
	shapes bool
	text   string
	// stand is the change that put two methods side by side which don't belong
	// together: one inherits what the other had.
	stand changeKey
}

// oldWrites reports which contract writes the payload in a pairing.
func (r *root) oldWrites(p Pairing) bool { return r.flow.fromClient() == (p == OldNew) }

func (r *root) sides(p Pairing) (w, rd side) {
	if r.oldWrites(p) {
		return r.old, r.new
	}
	return r.new, r.old
}

func (r *root) both() bool { return r.old.msg != nil && r.new.msg != nil }

// callRoots lists the payloads of all methods, in the order of OLD, then of NEW.
func callRoots(old, new *schema.Schema, d *diff.Result) []*root {
	var out []*root
	at := serversOf(old, new, d)
	for _, m := range methods(old) {
		n, _ := d.Partner(m).(*schema.Method)
		os, ns := at.pair(m, n)
		out = append(out, methodRoots(os, ns, d, m, n)...)
	}
	for _, n := range methods(new) {
		if d.Partner(n) == nil {
			os, ns := at.pair(nil, n)
			out = append(out, methodRoots(os, ns, d, nil, n)...)
		}
	}
	return out
}

func methods(s *schema.Schema) (all []*schema.Method) {
	for _, p := range s.Packages {
		for _, svc := range p.Services {
			all = append(all, svc.Methods...)
		}
	}
	return all
}

func methodRoots(os, ns *schema.Schema, d *diff.Result, o, n *schema.Method) []*root {
	name := ""
	if o != nil {
		name = o.FullName()
	} else {
		name = n.FullName()
	}
	request := &root{use: Call, flow: Request, old: requestSide(os, o), new: requestSide(ns, n), text: name + " request"}
	if o == nil || n == nil {
		return []*root{request}
	}
	response := &root{
		use: Call, flow: Response, old: responseSide(os, o), new: responseSide(ns, n),
		owner: changeKey{kind: diff.MethodReturnsTypeChanged, old: nodeOf(o.Returns), new: nodeOf(n.Returns)}, shapes: o.WrapsResult() != n.WrapsResult() || (o.Returns == nil) != (n.Returns == nil) || (o.StreamOut() == nil) != (n.StreamOut() == nil),
		text: name + " response",
	}
	out := []*root{request, response}
	out = append(out, errorRoots(os, ns, d, o, n)...)
	if r := itemRoot(os, ns, o, n, o.StreamIn(), n.StreamIn(), Upward, name); r != nil {
		out = append(out, r)
	}
	if r := itemRoot(os, ns, o, n, o.StreamOut(), n.StreamOut(), Downward, name); r != nil {
		out = append(out, r)
	}
	return out
}

func requestSide(s *schema.Schema, m *schema.Method) side {
	if m == nil {
		return side{schema: s}
	}
	return side{schema: s, method: m, msg: m.Request()}
}

func responseSide(s *schema.Schema, m *schema.Method) side {
	return side{schema: s, method: m, msg: m.Response()}
}

func errorRoots(os, ns *schema.Schema, d *diff.Result, o, n *schema.Method) (out []*root) {
	add := func(a, b *schema.ErrorRef) {
		r := &root{use: Call, flow: Failure, old: errorSide(os, o, a), new: errorSide(ns, n, b)}
		r.text = o.FullName() + " error "
		if a != nil {
			r.text += a.Name
		} else {
			r.text += b.Name
		}
		out = append(out, r)
	}
	find := func(in []*schema.ErrorRef, e *schema.ErrorRef) *schema.ErrorRef {
		for _, x := range in {
			if x.Target != nil && e.Target != nil && d.Partner(e.Target) == schema.Node(x.Target) {
				return x
			}
		}
		return nil
	}
	for _, e := range o.Errors {
		add(e, find(n.Errors, e))
	}
	for _, e := range n.Errors {
		if find(o.Errors, e) == nil {
			add(nil, e)
		}
	}
	return out
}

func errorSide(s *schema.Schema, m *schema.Method, e *schema.ErrorRef) side {
	x := side{schema: s, method: m, err: e}
	if e != nil && e.Target != nil {
		x.msg = &e.Target.Message
	}
	return x
}

func itemRoot(os, ns *schema.Schema, om, nm *schema.Method, o, n *schema.Field, f Flow, name string) *root {
	if o == nil || n == nil {
		return nil
	}
	a, b := o.Item(), n.Item()
	if a == nil || b == nil {
		return nil
	}
	r := &root{use: Call, flow: f, old: side{schema: os, method: om, msg: a}, new: side{schema: ns, method: nm, msg: b}, text: name + " " + string(f)}
	r.owner = changeKey{kind: diff.MethodReturnsTypeChanged, old: nodeOf(om.Returns), new: nodeOf(nm.Returns)}
	if f == Upward {
		r.owner = changeKey{kind: diff.MethodParamTypeChanged, old: o, new: n}
	}
	r.shapes = (o.Type.Elem.Message() == a) != (n.Type.Elem.Message() == b)
	return r
}

// dataRoots lists messages that are data: those that are kept, and the pairs that
// no call reaches.
func dataRoots(old, new *schema.Schema, d *diff.Result, reached map[schema.Node]bool, unreached bool) (out []*root) {
	for _, p := range old.Packages {
		for _, m := range p.Messages {
			n, _ := d.Partner(m).(*schema.Message)
			kept := m.Stored || n != nil && n.Stored
			if kept || unreached && n != nil && !(reached[m] && reached[n]) {
				r := &root{use: Data, flow: Stored, old: side{schema: old, msg: m}, new: side{schema: new, msg: n}, text: m.FullName()}
				out = append(out, r)
			}
		}
	}
	return out
}

// shapes of streams, by direction.
type streaming uint8

const (
	silent streaming = iota
	items
	rawBytes
)

// streams returns what a method streams, upward or downward.
func streamShape(m *schema.Method, up bool) streaming {
	for _, f := range append([]*schema.Field{m.Returns}, m.Params...) {
		if f == nil || !f.Type.Kind.Streams() {
			continue
		}
		param := f != m.Returns
		switch f.Type.Kind {
		case schema.KindStream:
			if param == up {
				return items
			}
		case schema.KindRawStream:
			return rawBytes
		case schema.KindRawIn:
			if param == up {
				return rawBytes
			}
		case schema.KindRawOut:
			if param != up {
				return rawBytes
			}
		}
	}
	return silent
}
