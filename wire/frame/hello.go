package frame

import (
	"encoding/binary"
	"fmt"
)

const controlMethod uint32 = 0xFFFFFFFF // schema.ControlID

// Hello is what a client asks that doesn't know the server's version: the lowest
// and highest it speaks.
type Hello struct{ Lowest, Highest uint16 }

// HelloReply is how a version 2 server answers. A version 1 server answers with an
// empty payload, by its own rule for an unknown method.
type HelloReply struct {
	Version    uint16
	MaxFrame   uint32 // largest frame it takes
	MaxStreams uint32 // most streams at once
}

// AppendHello appends the version 1 frame that asks.
func AppendHello(b []byte, h Hello) []byte {
	p := binary.BigEndian.AppendUint32(nil, magic2)
	p = binary.BigEndian.AppendUint16(p, h.Lowest)
	p = binary.BigEndian.AppendUint16(p, h.Highest)
	return appendControl1(b, p)
}

// ParseHello reads a hello from a version 1 frame; ok is false where the frame is
// none.
func ParseHello(f Frame) (h Hello, ok bool) {
	if !isControl1(f) || len(f.Payload) != 8 || binary.BigEndian.Uint32(f.Payload) != magic2 {
		return h, false
	}
	h.Lowest = binary.BigEndian.Uint16(f.Payload[4:])
	h.Highest = binary.BigEndian.Uint16(f.Payload[6:])
	return h, h.Lowest <= h.Highest
}

// AppendHelloReply appends the version 1 frame that answers.
func AppendHelloReply(b []byte, r HelloReply) []byte {
	p := binary.BigEndian.AppendUint32(nil, magic2)
	p = binary.BigEndian.AppendUint16(p, r.Version)
	p = binary.BigEndian.AppendUint32(p, r.MaxFrame)
	p = binary.BigEndian.AppendUint32(p, r.MaxStreams)
	return appendControl1(b, p)
}

// ParseHelloReply reads the answer to a hello. A reply of Version 1 stands for a
// version 1 server's empty answer.
func ParseHelloReply(f Frame) (r HelloReply, err error) {
	switch {
	case !isControl1(f):
		return r, fmt.Errorf("frame id %d, method %d is no answer to a hello", f.ID, f.Method)
	case len(f.Payload) == 0:
		return HelloReply{Version: 1}, nil
	case len(f.Payload) != 14 || binary.BigEndian.Uint32(f.Payload) != magic2:
		return r, fmt.Errorf("%d bytes are no answer to a hello", len(f.Payload))
	}
	r.Version = binary.BigEndian.Uint16(f.Payload[4:])
	r.MaxFrame = binary.BigEndian.Uint32(f.Payload[6:])
	r.MaxStreams = binary.BigEndian.Uint32(f.Payload[10:])
	return r, nil
}

func isControl1(f Frame) bool { return f.Version == 1 && f.ID == 0 && f.Method == controlMethod }

// appendControl1 appends a small control frame; it can't be over a limit.
func appendControl1(b, payload []byte) []byte {
	b, err := Append(b, Frame{Header: Header{Version: 1, Method: controlMethod}, Payload: payload})
	if err != nil {
		panic(err)
	}
	return b
}
