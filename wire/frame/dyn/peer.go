package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// Peer speaks the frame wire as our runtime does, from the model alone: whole
// frames of request id 1, without a timeout and without a payload checksum. It is
// a compat.Peer.
type Peer struct{ version uint8 }

// Frame returns the peer of version 2, with block payloads.
func Frame() Peer { return Peer{2} }

// FrameV1 returns the peer of version 1, with packed payloads.
func FrameV1() Peer { return Peer{1} }

// Name returns the profile.
func (p Peer) Name() string { return "rpcctl" }

// Modelled reports that this is the runtime's own behaviour.
func (p Peer) Modelled() bool { return false }

// Write returns a message as data.
func (p Peer) Write(t *schema.Message, v schema.Record) ([]byte, error) {
	if p.version == 1 {
		return AppendPacked(nil, t, v)
	}
	return AppendBlock(nil, t, v)
}

// Read reads a message that Write wrote.
func (p Peer) Read(t *schema.Message, b []byte) (schema.Record, error) {
	if p.version == 1 {
		return ReadPacked(t, b)
	}
	return ReadBlock(t, b)
}

// Request returns the frame that a client of m sends. A client's stream goes on
// after it.
func (p Peer) Request(m *schema.Method, args schema.Record) ([]byte, error) {
	id, _ := schema.MethodID(m)
	h := frame.Header{Version: p.version, ID: 1, Method: id, Kind: frame.KindRequest}
	if err := p.refuse(m); err != nil {
		return nil, err
	}
	if m.Oneway {
		h.Kind = frame.KindOneway
	}
	if sends(m) {
		h.Flags |= frame.FlagMore
	}
	payload, err := p.Write(m.Request(), args)
	if err != nil {
		return nil, err
	}
	return frame.Append(nil, frame.Frame{Header: h, Payload: payload})
}

// Reply returns the frame that a server of m answers. A stream of the server is
// over before it, so that its frame is empty.
func (p Peer) Reply(m *schema.Method, result schema.Record) ([]byte, error) {
	id, _ := schema.MethodID(m)
	f := frame.Frame{Header: frame.Header{Version: p.version, ID: 1, Method: id, Kind: frame.KindResponse}}
	if err := p.refuse(m); err != nil {
		return nil, err
	}
	if m.StreamOut() == nil {
		var err error
		if f.Payload, err = p.Write(m.Response(), result); err != nil {
			return nil, err
		}
	}
	return frame.Append(nil, f)
}

// ReplyError returns the frame that a server of m answers for a declared error.
func (p Peer) ReplyError(m *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error) {
	if p.version == 1 {
		return nil, refusef(statusInternal, "version 1 frames have no declared errors")
	}
	if e.Target == nil {
		return nil, refusef(statusInternal, "the error %s is unknown", e.Name)
	}
	id, _ := schema.MethodID(m)
	ext := frame.AppendExtension(nil, frame.ExtErrorText, []byte(e.Target.Name))
	ext = frame.AppendExtension32(ext, frame.ExtErrorCode, e.Target.Code)
	payload, err := p.Write(&e.Target.Message, fields)
	if err != nil {
		return nil, err
	}
	h := frame.Header{Version: p.version, ID: 1, Method: id, Kind: frame.KindResponse, Status: statusDeclared}
	return frame.Append(nil, frame.Frame{Header: h, Extensions: ext, Payload: payload})
}

// sends reports whether a client of m sends a stream.
func sends(m *schema.Method) bool {
	if in := m.StreamIn(); in != nil && in.Type.Kind != schema.KindRawOut {
		return true
	}
	out := m.StreamOut()
	return out != nil && (out.Type.Kind == schema.KindRawOut || out.Type.Kind == schema.KindRawStream)
}

// refuse refuses what the peer's version has no form for, as Link does.
func (p Peer) refuse(m *schema.Method) error {
	if p.version == 1 {
		return refuseV1(m)
	}
	return nil
}

func refuseV1(m *schema.Method) error {
	switch {
	case m.StreamIn() != nil || m.StreamOut() != nil:
		return refusef(statusUnknown, "version 1 frames have no streams")
	case m.Returns == nil || m.Oneway:
		return refusef(statusUnknown, "version 1 frames have no methods without a result")
	case len(m.Errors) > 0:
		return refusef(statusUnknown, "version 1 frames have no declared errors")
	}
	return nil
}
