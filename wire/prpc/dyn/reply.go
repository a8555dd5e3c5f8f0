package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// Reply returns the frame that a server of m answers to a client's first call.
func (p Peer) Reply(m *schema.Method, result schema.Record) ([]byte, error) {
	if err := refuseStreams(m); err != nil {
		return nil, err
	}
	var data []byte
	if m.Returns != nil {
		var err error
		if data, err = p.append(nil, m.Response(), result); err != nil {
			return nil, refusal(prpc.CodeInternal, err)
		}
	}
	meta := p.replyMeta(m)
	if p.name == javaPeer || p.name == ourPeer {
		meta.Response.Zeros = prpc.ZerosOf(1)
	}
	return p.frame(meta, data)
}

// replyMeta is the meta of a reply. Java and Go send the request's back.
func (p Peer) replyMeta(m *schema.Method) prpc.Meta {
	meta := p.meta()
	meta.HasResponse = true
	if p.name == javaPeer || p.name == goPeer {
		meta.HasRequest = true
		meta.Request = prpc.Request{Service: []byte(p.called(m.Parent)), Method: []byte(methodName(m))}
	}
	return meta
}

// ReplyError returns the frame that a server of m answers for a declared error:
// its code, its name and, ours alone, its fields. In Go every error of a handler
// has the same code.
func (p Peer) ReplyError(m *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error) {
	if e.Target == nil {
		return nil, refusef(prpc.CodeInternal, "the error %s is unknown", e.Name)
	}
	meta := p.replyMeta(m)
	meta.Response = prpc.Response{Code: prpc.CodeInternal, Text: []byte(e.Target.Name)}
	if p.name == goPeer {
		return p.frame(meta, nil)
	}
	if !prpc.DeclaredCode(e.Target.Code) {
		return nil, refusef(prpc.CodeInternal, "the code %d of %s is the runtimes', or out of range", e.Target.Code, e.Target.Name)
	}
	meta.Response.Code = int32(e.Target.Code)
	data, err := p.append(nil, &e.Target.Message, fields)
	if err != nil {
		return nil, refusal(prpc.CodeInternal, err)
	}
	if p.name != ourPeer {
		data = nil
	}
	return p.frame(meta, data)
}

// Receive reads a reply as a client of m does. What an undeclared error says is
// the *[Refusal].
func (p Peer) Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error) {
	if err := refuseStreams(m); err != nil {
		return nil, nil, err
	}
	meta, data, err := p.open(reply)
	if err != nil {
		return nil, nil, err
	}
	code := meta.Response.Code
	if code > 0 || code < 0 && p.name != goPeer { // Go takes a negative one for success
		return p.failed(m, &meta, data)
	}
	if m.Returns == nil {
		return schema.Record{}, nil, nil
	}
	if p.name == javaPeer && len(data) == 0 {
		return schema.Record{}, nil, nil // null
	}
	r, err := p.read(m.Response(), data)
	if err != nil {
		return nil, nil, refusal(prpc.CodeBadResponse, err)
	}
	return r, nil, nil
}

// failed reads a reply with an error. The data of one that has its request's meta
// is the request's too.
func (p Peer) failed(m *schema.Method, meta *prpc.Meta, data []byte) (schema.Record, *schema.ErrorRef, error) {
	code := meta.Response.Code
	for _, e := range m.Errors {
		if p.name == goPeer || e.Target == nil || code < 0 || e.Target.Code != uint32(code) || !prpc.DeclaredCode(e.Target.Code) {
			continue
		}
		if p.name != ourPeer || meta.HasRequest {
			return schema.Record{}, e, nil
		}
		r, err := p.read(&e.Target.Message, data)
		if err != nil {
			return nil, nil, refusal(prpc.CodeBadResponse, err)
		}
		return r, e, nil
	}
	return nil, nil, refusef(code, "%s", meta.Response.Text)
}
