package dyn

import (
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// Reply returns what a server of m answers: a struct with the result as its field
// 0. A oneway method's server answers nothing, no bytes. result is a value of
// m.Response().
func (p Peer) Reply(m *schema.Method, result schema.Record) ([]byte, error) {
	if m.Oneway {
		return nil, nil
	}
	return p.send(p.servedAs(m), thrift.Reply, m.Name, func(e *encoder) bool {
		outer := e.w.Begin()
		if f := m.Returns; f != nil {
			v, there := any(result), true
			if m.WrapsResult() {
				v, there = result[f.Number]
			}
			if !there && f.Presence == schema.Plain && !(e.nulls && object(&f.Type)) {
				v, there = zero(&f.Type), true
			}
			if there && !e.field(0, &f.Type, v) {
				return e.in(m.Name)
			}
		}
		e.w.End(outer)
		return true
	})
}

// ReplyError returns what a server of m answers for a declared error: a struct with
// it as the field that has the error's number.
func (p Peer) ReplyError(m *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error) {
	if e.Target == nil {
		return nil, refuse(forCall, thrift.CodeInternal, "the error %s is unknown", e.Name)
	}
	return p.send(p.servedAs(m), thrift.Reply, m.Name, func(w *encoder) bool {
		outer := w.w.Begin()
		w.w.Field(thrift.Struct, int16(e.Number))
		if !w.message(&e.Target.Message, fields) {
			return w.in(e.Target.Name)
		}
		w.w.End(outer)
		return true
	})
}

// ReplyFault returns what a server answers for a call that it can't run, or whose
// handler failed with an error that isn't declared.
func (p Peer) ReplyFault(m *schema.Method, fault *thrift.AppError) ([]byte, error) {
	return p.send(p.servedAs(m), thrift.Exception, m.Name, func(e *encoder) bool {
		fault.Write(&e.w)
		return true
	})
}

// Receive reads a reply as a client of m does. A oneway method's client reads none.
func (p Peer) Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error) {
	if m.Oneway {
		if len(reply) > 0 && !p.traits.ours {
			return nil, nil, refuse(closed, 0, "a reply comes, and the client takes it for that of its next call")
		}
		return schema.Record{}, nil, nil
	}
	d, h, framed, err := p.open(reply)
	switch {
	case err != nil:
		return nil, nil, err
	case !p.traits.ours && framed != p.framed(p.servedAs(m)):
		return nil, nil, refuse(closed, 0, "the transport of %s is another one", m.FullName())
	case p.traits.silent && string(h.Name) != m.Name:
		return nil, nil, refuse(closed, 0, "the reply is one to %q, and the client waits for another", clip(string(h.Name)))
	case p.traits.checksName && string(h.Name) != m.Name && !(p.traits.ours && strings.HasSuffix(string(h.Name), ":"+m.Name)):
		return nil, nil, refuse(forCall, thrift.CodeWrongMethod, "the reply is one to %q", clip(string(h.Name)))
	case p.traits.checksSeq && h.Seq != p.traits.seq:
		return nil, nil, refuse(forCall, thrift.CodeBadSequence, "the reply has the sequence id %d, and the call %d", h.Seq, p.traits.seq)
	case h.Type == thrift.Exception:
		fault := thrift.ReadAppError(&d.r)
		if !d.r.OK() {
			return nil, nil, d.refusal(forCall, m.Name)
		}
		return nil, nil, refuse(forCall, fault.Code, "%s", fault.Text)
	case h.Type != thrift.Reply && p.traits.name != "java":
		return nil, nil, refuse(forCall, thrift.CodeMessageType, "a message of type %d is no reply", h.Type)
	}
	return p.result(&d, m)
}

// result reads the struct of a reply.
func (p Peer) result(d *decoder, m *schema.Method) (schema.Record, *schema.ErrorRef, error) {
	var value any
	var errors map[*schema.ErrorRef]schema.Record
	outer := d.r.Begin()
	for {
		t, id := d.r.Field()
		if t == thrift.Stop {
			break
		}
		ok := true
		switch e := thrown(m, int(id)); {
		case id == 0 && m.Returns != nil && typeOf(&m.Returns.Type) == t:
			value, ok = d.value(&m.Returns.Type)
		case e != nil && t == thrift.Struct:
			var fields schema.Record
			if fields, ok = d.message(&e.Target.Message); !ok {
				d.in(e.Target.Name)
			}
			if errors == nil {
				errors = make(map[*schema.ErrorRef]schema.Record, 1)
			}
			errors[e] = fields
		default:
			d.r.Skip(t)
		}
		if !ok {
			return nil, nil, d.refusal(forCall, m.Name)
		}
	}
	d.r.End(outer)
	if !d.r.OK() {
		return nil, nil, d.refusal(forCall, m.Name)
	}
	if d.ours && (len(errors) > 1 || len(errors) == 1 && value != nil) {
		return nil, nil, refuse(forCall, thrift.CodeProtocol, "the reply has more than one of a result and the declared errors")
	}
	if d.errorFirst || value == nil {
		for _, e := range m.Errors {
			if fields, there := errors[e]; there {
				return fields, e, nil
			}
		}
	}
	r, err := d.outcome(m, value)
	return r, nil, err
}

// outcome makes a record of a result that may be missing.
func (d *decoder) outcome(m *schema.Method, value any) (schema.Record, error) {
	switch {
	case m.Returns == nil:
		return schema.Record{}, nil
	case value == nil && d.ours && m.Returns.Presence == schema.Optional:
		return schema.Record{}, nil
	case value == nil && d.zeroForMissing && m.Returns.Type.Kind != schema.KindMessage:
		return schema.Record{}, nil
	case value == nil:
		return nil, refuse(forCall, thrift.CodeMissingResult, "the reply has neither a result nor a declared error")
	case m.WrapsResult():
		return schema.Record{m.Returns.Number: value}, nil
	}
	return value.(schema.Record), nil
}

// thrown returns the declared error of that number, nil for none.
func thrown(m *schema.Method, number int) *schema.ErrorRef {
	for _, e := range m.Errors {
		if e.Number == number && e.Target != nil {
			return e
		}
	}
	return nil
}
