package dyn

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// open parses b as one frame, whole, and refuses what must be understood and
// isn't. codec is what its payload is in.
func open(b []byte) (f frame.Frame, codec uint16, err error) {
	f, rest, ok, err := frame.Parse(b, frame.DefaultLimit)
	switch {
	case errors.Is(err, frame.ErrChecksum):
		return f, 0, &Refusal{Status: statusDataLoss, Err: err}
	case err != nil:
		return f, 0, &Refusal{Status: statusBad, Closed: true, Err: err}
	case !ok:
		return f, 0, &Refusal{Status: statusBad, Closed: true, Text: "the frame is cut"}
	case len(rest) > 0:
		return f, 0, &Refusal{Status: statusBad, Closed: true, Text: fmt.Sprintf("%d bytes after the frame", len(rest))}
	case f.Version == 1:
		return f, frame.CodecPacked, nil
	case f.Flags&frame.FlagsMust != 0:
		return f, 0, refusef(statusUnknown, "flags %#04x are unknown", uint16(f.Flags&frame.FlagsMust))
	case f.Flags&frame.FlagCompressed != 0:
		return f, 0, refusef(statusUnknown, "compressed payloads are not read here")
	case f.Flags&frame.FlagFragment != 0:
		return f, 0, refusef(statusUnknown, "fragments are not read here")
	}
	codec, err = codecOf(f.Extensions)
	return f, codec, err
}

// codecOf reads extensions, of which it needs the codec, as the runtime does.
func codecOf(ext []byte) (codec uint16, err error) {
	codec = frame.CodecBlock
	for len(ext) > 0 {
		var key uint16
		var v []byte
		if key, v, ext, err = frame.NextExtension(ext); err != nil {
			return 0, &Refusal{Status: statusBad, Err: err}
		}
		size := len(v)
		switch key &^ frame.ExtMust {
		case frame.ExtTimeout, frame.ExtFullSize, frame.ExtErrorCode:
			size = 4
		case frame.ExtCodec:
			if size = 2; len(v) == size {
				codec = binary.BigEndian.Uint16(v)
			}
		case frame.ExtCompression:
			size = 2
		case frame.ExtErrorText, frame.ExtMetadata:
		default:
			if key&frame.ExtMust != 0 {
				return 0, refusef(statusUnknown, "extension %d must be understood and isn't", key&^frame.ExtMust)
			}
		}
		if size != len(v) {
			return 0, refusef(statusBad, "extension %d has %d bytes, not %d", key&^frame.ExtMust, len(v), size)
		}
	}
	if codec != frame.CodecBlock && codec != frame.CodecPacked {
		return 0, refusef(statusUnknown, "no codec %d", codec)
	}
	return codec, nil
}

func decode(m *schema.Message, codec uint16, b []byte) (schema.Record, error) {
	read := ReadBlock
	if codec == frame.CodecPacked {
		read = ReadPacked
	}
	r, err := read(m, b)
	if err != nil {
		return nil, &Refusal{Status: statusBad, Err: err}
	}
	return r, nil
}

// Receive reads a reply as a client of m does. Its errors are *[Refusal]. The
// result of a method that streams is empty: what it streamed came before.
func (p Peer) Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error) {
	f, codec, err := open(reply)
	if err != nil {
		return nil, nil, err
	}
	if f.Version == 1 {
		return receiveV1(m, f)
	}
	if f.Kind != frame.KindResponse {
		return nil, nil, refusef(statusBad, "kind %d is no response", f.Kind)
	}
	if f.Status != 0 {
		return failed(m, f, codec)
	}
	if out := m.StreamOut(); out != nil {
		if item := out.Item(); item != nil && len(f.Payload) > 0 { // the last item comes with the end
			_, err = decode(item, codec, f.Payload)
		}
		return schema.Record{}, nil, err
	}
	r, err := decode(m.Response(), codec, f.Payload)
	return r, nil, err
}

// receiveV1 reads a version 1 reply. An empty one is how its servers say that they
// failed.
func receiveV1(m *schema.Method, f frame.Frame) (schema.Record, *schema.ErrorRef, error) {
	if err := refuseV1(m); err != nil {
		return nil, nil, err
	}
	r, err := ReadPacked(m.Response(), f.Payload)
	switch {
	case err != nil && len(f.Payload) == 0:
		return nil, nil, refusef(statusInternal, "an empty reply: the server has no such method, or failed")
	case err != nil:
		return nil, nil, &Refusal{Status: statusBad, Err: err}
	}
	return r, nil, nil
}

// failed reads a reply whose status is not 0.
func failed(m *schema.Method, f frame.Frame, codec uint16) (schema.Record, *schema.ErrorRef, error) {
	refusal := &Refusal{Status: f.Status}
	if text, ok, _ := frame.FindExtension(f.Extensions, frame.ExtErrorText); ok {
		refusal.Text = string(text)
	}
	code, ok, _ := frame.FindExtension(f.Extensions, frame.ExtErrorCode)
	if f.Status != statusDeclared || !ok || len(code) != 4 {
		return nil, nil, refusal
	}
	refusal.Code = binary.BigEndian.Uint32(code)
	for _, e := range m.Errors {
		if e.Target != nil && e.Target.Code == refusal.Code {
			r, err := decode(&e.Target.Message, codec, f.Payload)
			if err != nil {
				return nil, nil, err
			}
			return r, e, nil
		}
	}
	return nil, nil, refusal
}
