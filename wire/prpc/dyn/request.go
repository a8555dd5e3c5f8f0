package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// padding is what our client sends for a message without a byte: Java and Go take
// a request of no bytes for a call without an argument, and fail. It is field
// 19999, which no contract can have, with a 0.
const padding = "\xf8\xe1\x09\x00"

// carried returns the param that travels as the request itself: the only one, where
// it is a message. Nil: the params travel as a message of their own.
func carried(m *schema.Method) *schema.Field {
	if len(m.Params) != 1 {
		return nil
	}
	f := m.Params[0]
	if f.Type.Kind == schema.KindMessage && f.Presence != schema.Optional && f.Retired == "" {
		return f
	}
	return nil
}

func refuseStreams(m *schema.Method) error {
	if m.StreamIn() != nil || m.StreamOut() != nil {
		return refusef(prpc.CodeBadRequest, "PRPC has no streams")
	}
	return nil
}

// Request returns the frame that a client of m sends for its first call.
func (p Peer) Request(m *schema.Method, args schema.Record) ([]byte, error) {
	if err := refuseStreams(m); err != nil {
		return nil, err
	}
	data, err := p.args(m, args)
	if err != nil {
		return nil, refusal(0, err)
	}
	if len(data) == 0 && p.name == ourPeer {
		data = []byte(padding)
	}
	meta := p.meta()
	meta.HasRequest = true
	meta.Request = prpc.Request{Service: []byte(p.called(m.Parent)), Method: []byte(methodName(m))}
	if p.name == goPeer {
		meta.HasResponse = true
	}
	return p.frame(meta, data)
}

func (p Peer) args(m *schema.Method, args schema.Record) ([]byte, error) {
	f := carried(m)
	if f == nil {
		return p.append(nil, m.Request(), args)
	}
	v, there := args[f.Number]
	if !there {
		v = schema.Record{}
	}
	r, ok := v.(schema.Record)
	switch {
	case !ok:
		return nil, inside(f.Name, mismatch(&f.Type, v))
	case f.Type.Message() == nil:
		return nil, inside(f.Name, noForm(&f.Type))
	case len(args) > 1 || len(args) == 1 && !there:
		return nil, strangers(m.Request(), args)
	}
	return p.append(nil, f.Type.Message(), r)
}

// meta is what the peer writes into every meta: the first call's id, and the zeros
// that it doesn't leave out.
func (p Peer) meta() prpc.Meta {
	m := prpc.Meta{CorrelationID: 1}
	switch p.name {
	case javaPeer, ourPeer: // what Java writes is taken by all
		m.Zeros = prpc.ZerosOf(3, 4, 5)
	case cppPeer:
		m.Zeros = prpc.ZerosOf(3, 4, 10, 11, 12)
	case goPeer:
	default:
		panic("prpc: no profile " + p.name)
	}
	return m
}

func (p Peer) frame(m prpc.Meta, data []byte) ([]byte, error) {
	b, err := prpc.Append(nil, &prpc.Frame{Meta: m, Data: data})
	switch {
	case err != nil:
		return nil, refusal(0, err)
	case len(b)-prpc.HeaderSize > p.limit:
		return nil, refusal(0, prpc.ErrLimit)
	}
	return b, nil
}

// Serve reads a request as a server of s does.
func (p Peer) Serve(s *schema.Schema, request []byte) (*schema.Method, schema.Record, error) {
	meta, data, err := p.open(request)
	if err != nil {
		return nil, nil, err
	}
	if p.name == javaPeer && meta.Response.Code > 0 {
		return nil, nil, refusef(meta.Response.Code, "the request has a response's error, and goes back as it is")
	}
	if p.name == javaPeer || p.name == goPeer {
		for _, v := range meta.Request.Extra { // pairs there, a text in C++
			if _, err := prpc.ParsePair(v); err != nil {
				return nil, nil, refusal(0, err) // no answer, or one that nobody can place
			}
		}
	}
	m, err := p.find(s, string(meta.Request.Service), string(meta.Request.Method))
	if err != nil {
		return nil, nil, err
	}
	if err := refuseStreams(m); err != nil {
		return nil, nil, err
	}
	if p.name == javaPeer || p.name == goPeer {
		switch {
		case len(m.Params) == 0:
			return m, schema.Record{}, nil // whatever the data is
		case len(data) == 0:
			return nil, nil, refusef(prpc.CodeInternal, "wrong number of arguments: a request without a byte of data")
		}
	}
	args, err := p.readArgs(m, data)
	if err == nil || p.name == goPeer { // which runs the method with what it has
		return m, args, nil
	}
	if p.name == javaPeer {
		return nil, nil, refusal(prpc.CodeInternal, err)
	}
	return nil, nil, refusal(prpc.CodeBadRequest, err)
}

func (p Peer) readArgs(m *schema.Method, data []byte) (schema.Record, error) {
	f := carried(m)
	if f == nil {
		return p.read(m.Request(), data)
	}
	if f.Type.Message() == nil {
		return nil, inside(f.Name, noForm(&f.Type))
	}
	r, err := p.read(f.Type.Message(), data)
	return schema.Record{f.Number: r}, err
}
