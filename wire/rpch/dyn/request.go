package dyn

import (
	"bytes"
	"math"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// Request returns what a client of m sends for its first call, without the
// handshake. A stream is a value without data; its chunks would follow.
func (p Peer) Request(m *schema.Method, args schema.Record) ([]byte, error) {
	b := rpch.AppendLine(nil, rpch.Line{Service: []byte(serviceName(m.Parent)), Method: []byte(methodName(m)), Args: len(m.Params)})
	if len(b) > rpch.MaxLine {
		return nil, refuse(forCall, "the request line is over %d bytes", rpch.MaxLine)
	}
	last := len(b)
	for _, f := range m.Params {
		last = len(b)
		v, there := args[f.Number]
		if f.Retired != "" {
			there = false
		}
		var err error
		if b, err = p.appendValue(b, f, v, there); err != nil {
			return nil, at(f, err)
		}
	}
	if p.profile == cPeer && len(b)-last > cBuffer {
		return nil, refuse(forCall, "the last argument takes over %d bytes: the server runs the method, and the client says that the connection is closed", cBuffer)
	}
	return b, nil
}

// at names the field of an error.
func at(f *schema.Field, err error) error {
	r, ok := err.(*Refusal)
	if !ok || f.Name == "" {
		return err
	}
	return &Refusal{Text: f.Name + ": " + r.Text, mode: r.mode}
}

// appendValue appends an argument, or a result, with its head.
func (p Peer) appendValue(b []byte, f *schema.Field, v any, there bool) ([]byte, error) {
	name, kind, ok := typeName(f)
	if !ok {
		return b, refuse(p.unwritable(), "%s has no form as an argument or result", f.TypeText())
	}
	var data []byte
	var err error
	switch kind {
	case kindBuiltin:
		if !there {
			v = zeroOf(f.Type.Kind)
		}
		data, err = p.appendBuiltin(nil, f.Type.Kind, v)
	case kindMessage:
		if !there {
			v = schema.Record{}
		}
		r, isRecord := v.(schema.Record)
		if !isRecord {
			return b, p.wrongType(f.Type.String(), v)
		}
		data, err = p.writeJSON(f.Type.Message(), r, p.profile == cPeer)
	case kindStream:
		if !p.streams() {
			return b, refuse(p.unwritable(), "the peer knows no streams")
		}
		if there {
			return b, refuse(p.unwritable(), "a stream has no value")
		}
	}
	if err != nil {
		return b, err
	}
	return p.appendTLV(b, kind, name, data)
}

// appendTLV appends a head, a name and data. Node announces another length for
// text that is not ASCII.
func (p Peer) appendTLV(b []byte, kind uint16, name string, data []byte) ([]byte, error) {
	if uint64(len(name)) > math.MaxUint16 || uint64(len(data)) > math.MaxUint32 {
		return b, refuse(forCall, "a name of %d and data of %d bytes are too long", len(name), len(data))
	}
	h := rpch.Head{Kind: kind, NameLen: uint16(len(name)), DataLen: uint32(len(data))}
	if kind == kindMessage || kind == kindError || name == "string" {
		h.DataLen = p.length(data)
	}
	return append(append(rpch.AppendHead(b, h), name...), data...), nil
}

// streams reports whether the peer has streams.
func (p Peer) streams() bool { return p.profile == goPeer || p.profile == ourPeer }

// Serve reads a request as a server of s does. Bytes after it are the next
// request's, or a stream's. A stream has no value in the args.
func (p Peer) Serve(s *schema.Schema, b []byte) (*schema.Method, schema.Record, error) {
	line, rest, err := p.line(b)
	if err != nil {
		return nil, nil, err
	}
	var values []rpch.Value
	for range line.args {
		var v rpch.Value
		if v, rest, err = p.value(rest); err != nil {
			return nil, nil, err
		}
		values = append(values, v)
	}
	m := find(s, line.service, line.method)
	if m == nil {
		mode := closed
		if p.profile == ourPeer {
			mode = forCall
		}
		return nil, nil, refuse(mode, "no method %s.%s", line.service, line.method)
	}
	if len(values) != len(m.Params) {
		return nil, nil, refuse(p.faulty(), "%d arguments, and %s has %d", len(values), m.FullName(), len(m.Params))
	}
	args := schema.Record{}
	for i, f := range m.Params {
		v, err := p.argument(f, values[i])
		if err != nil {
			return nil, nil, at(f, err)
		}
		if v != nil && f.Retired == "" {
			args[f.Number] = v
		}
	}
	return m, args, nil
}

// value cuts one value off the front of b.
func (p Peer) value(b []byte) (v rpch.Value, rest []byte, err error) {
	limit := uint32(math.MaxUint32)
	if p.profile == ourPeer {
		limit = rpch.DefaultLimit
	}
	v, rest, ok, err := rpch.ParseValue(b, limit)
	switch {
	case err != nil:
		return v, nil, refuse(closed, "%v", err)
	case !ok && p.profile == cPeer && len(b) >= rpch.HeadSize && hugeForC(b):
		return v, nil, refuse(crashed, "the sum of the lengths wraps")
	case !ok:
		return v, nil, refuse(closed, "the peer waits for bytes that don't come")
	case p.profile == cPeer && len(v.Name)+len(v.Data) > cBuffer:
		return v, nil, refuse(closed, "an argument of over %d bytes", cBuffer)
	}
	return v, rest, nil
}

// hugeForC reports whether the C runtime's sum of both lengths wraps.
func hugeForC(b []byte) bool {
	h, _, _ := rpch.ParseHead(b, math.MaxUint32)
	return uint64(h.NameLen)+uint64(h.DataLen) > math.MaxUint32
}

// argument makes of a value what the handler is given: nil for a stream.
func (p Peer) argument(f *schema.Field, v rpch.Value) (any, error) {
	name, kind, ok := typeName(f)
	if !ok {
		return nil, refuse(p.faulty(), "%s has no form as an argument", f.TypeText())
	}
	if kind == kindStream && !p.streams() {
		return nil, refuse(p.faulty(), "the peer knows no streams")
	}
	got := string(v.Name)
	switch p.profile {
	case cPeer:
		if got == "" {
			return nil, refuse(crashed, "an argument without a type's name")
		}
	case nodePeer:
	case goPeer, ourPeer:
		if v.Kind != kind {
			return nil, refuse(p.faulty(), "kind %d where %s has %d", v.Kind, name, kind)
		}
	default:
		panic(p.Name())
	}
	// A stream both ways is also one of either way for the original in Go.
	wider := p.profile == goPeer && kind == kindStream && got == "stream"
	if got != name && !wider {
		return nil, refuse(p.faulty(), "it is %q, and the method has %s", clip(got), name)
	}
	switch kind {
	case kindStream:
		if p.profile == ourPeer && len(v.Data) > 0 {
			return nil, refuse(forCall, "a stream with %d bytes of data", len(v.Data))
		}
		return nil, nil
	case kindBuiltin:
		if err := p.size(f.Type.Kind, v.Data, p.faulty()); err != nil {
			return nil, err
		}
		return p.readBuiltin(f.Type.Kind, v.Data)
	}
	if p.profile == nodePeer && string(bytes.TrimSpace(v.Data)) == "null" {
		return nil, refuse(closed, "null for a message: the handler throws")
	}
	r, err := p.readJSON(f.Type.Message(), v.Data)
	if err != nil {
		return nil, refuse(p.faulty(), "%v", err)
	}
	return r, nil
}

// size checks that data is as long as a builtin; the original in Go takes more.
func (p Peer) size(k schema.Kind, data []byte, mode string) error {
	n := k.Bits() / 8
	if k != schema.KindString && (len(data) < n || len(data) > n && p.profile != goPeer) {
		return refuse(mode, "%d bytes where %s has %d", len(data), k, n)
	}
	return nil
}

func clip(s string) string { return s[:min(len(s), 60)] }
