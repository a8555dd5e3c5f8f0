package frame

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/wire"
)

const (
	fragmentSize = 64 << 10 // of payload in one frame, where there is more
	maxErrorText = 4 << 10
	maxMetadata  = MaxExtSize - 8<<10 // leaves room for an error's text and the rest
)

// message is one message on its way out, before it is cut into frames. It is
// reused: see kit.message.
type message struct {
	Header
	ext     []byte
	payload []byte
}

func (k *kit) message(h Header) *message {
	m, _ := k.scratch.Get().(*message)
	if m == nil {
		m = &message{}
	}
	m.Header, m.ext, m.payload = h, m.ext[:0], m.payload[:0]
	if k.checksums && h.Version == 2 {
		m.Flags |= FlagChecksum
	}
	return m
}

func (k *kit) release(m *message) {
	if cap(m.payload) <= keptBuffer {
		k.scratch.Put(m)
	}
}

// encode sets the payload to what v is in the codec, compressed where that is
// asked for and makes it shorter.
func (m *message) encode(k *kit, v any, codec uint16, how Compression, limit int) (err error) {
	switch codec {
	case CodecBlock:
		b, ok := v.(Block)
		if !ok {
			return wire.Errorf(wire.Unimplemented, "%T was not generated for the codec block", v)
		}
		m.payload, err = b.AppendBlock(m.payload)
	case CodecPacked:
		p, ok := v.(Packed)
		if !ok {
			return wire.Errorf(wire.Unimplemented, "%T was not generated for the codec packed", v)
		}
		m.payload, err = p.AppendPacked(m.payload)
	default:
		return wire.Errorf(wire.Unimplemented, "no codec %d", codec)
	}
	if err != nil {
		return wire.Errorf(wire.InvalidArgument, "encoding %T: %w", v, err)
	}
	if len(m.payload) > limit {
		return wire.Errorf(wire.ResourceExhausted, "a message of %d bytes is over the limit of %d", len(m.payload), limit)
	}
	if m.Version == 2 && codec != CodecBlock && m.Kind != KindData {
		m.ext = AppendExtension16(m.ext, ExtCodec, codec)
	}
	if how == Uncompressed || m.Version == 1 || len(m.payload) < compressFrom {
		return nil
	}
	small, err := k.compressor.compress(nil, m.payload, how)
	if err != nil {
		return wire.Errorf(wire.Internal, "compressing: %w", err)
	}
	if len(small) < len(m.payload) {
		m.ext = AppendExtension16(m.ext, ExtCompression, uint16(how))
		m.ext = AppendExtension32(m.ext, ExtFullSize, uint32(len(m.payload)))
		m.payload, m.Flags = small, m.Flags|FlagCompressed
	}
	return nil
}

// decode replaces v by what payload is in the codec.
func decode(v any, codec uint16, payload []byte) error {
	var err error
	switch codec {
	case CodecBlock:
		b, ok := v.(Block)
		if !ok {
			return wire.Errorf(wire.Unimplemented, "%T was not generated for the codec block", v)
		}
		err = b.ReadBlock(payload)
	case CodecPacked:
		p, ok := v.(Packed)
		if !ok {
			return wire.Errorf(wire.Unimplemented, "%T was not generated for the codec packed", v)
		}
		err = p.ReadPacked(payload)
	default:
		return wire.Errorf(wire.Unimplemented, "no codec %d", codec)
	}
	if err != nil {
		return wire.Errorf(wire.InvalidArgument, "%w", err)
	}
	return nil
}

// addMetadata adds the call's metadata, of which there may be maxMetadata bytes
// with their heads, since it stands in one frame's extensions.
func (m *message) addMetadata(pairs []wire.Pair) error {
	for _, p := range pairs {
		v := binary.BigEndian.AppendUint16(nil, uint16(len(p.Key)))
		v = append(append(v, p.Key...), p.Value...)
		if len(p.Key) > maxMetadata || len(m.ext)+len(v)+8 > maxMetadata {
			return wire.Errorf(wire.InvalidArgument, "the metadata is over %d bytes", maxMetadata)
		}
		m.ext = AppendExtension(m.ext, ExtMetadata, v)
	}
	return nil
}

// addStatus makes m the answer of a call that failed.
func (m *message) addStatus(st *wire.Status) {
	m.Status = uint16(st.Code)
	text := st.Message
	if cut := maxErrorText; len(text) > cut {
		for !utf8.RuneStart(text[cut]) && cut > maxErrorText-utf8.UTFMax {
			cut--
		}
		text = text[:cut]
	}
	if text != "" {
		m.ext = AppendExtension(m.ext, ExtErrorText, []byte(text))
	}
}

// frame appends the frame that stands at offset of the payload, and returns
// where the next one begins; 0 after the last.
func (m *message) frame(b []byte, offset int) ([]byte, int) {
	h, ext, end := m.Header, m.ext, len(m.payload)
	if offset > 0 {
		h.Kind, h.Status, h.Flags, ext = KindData, 0, h.Flags&^FlagCompressed, nil
	}
	if h.Version == 2 && end-offset > fragmentSize {
		h.Flags |= FlagFragment
		end = offset + fragmentSize
	}
	start := len(b)
	b = append(Begin(b, h, ext), m.payload[offset:end]...)
	b, err := Finish(b, start, MaxRest)
	if err != nil {
		panic(fmt.Sprintf("frame: a frame that can't be: %v", err)) // sizes were checked
	}
	if end == len(m.payload) {
		end = 0
	}
	return b, end
}

// sendMessage writes the message; first is called with the writer's lock held, before
// its first frame, and may stop it. Others' frames come between fragments.
func (w *writer) sendMessage(ctx context.Context, m *message, first func() bool) error {
	next := 0
	err := w.send(ctx, func(b []byte) []byte {
		if first == nil || first() {
			b, next = m.frame(b, 0)
		}
		return b
	})
	for err == nil && next > 0 {
		err = w.send(ctx, func(b []byte) []byte {
			b, next = m.frame(b, next)
			return b
		})
	}
	return err
}

// extensions are what the extensions of a message say.
type extensions struct {
	timeout     time.Duration // -1: none
	text        string
	codec       uint16
	compression Compression
	full        int64 // -1: not said
	errorCode   uint32
	metadata    []wire.Pair
}

// readExtensions reads what this runtime knows. The error is a *wire.Status.
func readExtensions(ext []byte) (e extensions, err error) {
	e = extensions{timeout: -1, codec: CodecBlock, full: -1}
	for len(ext) > 0 {
		var key uint16
		var v []byte
		if key, v, ext, err = NextExtension(ext); err != nil {
			return e, wire.Errorf(wire.InvalidArgument, "%w", err)
		}
		size := -1
		switch key &^ ExtMust {
		case ExtTimeout:
			if size = 4; len(v) == size {
				e.timeout = time.Duration(binary.BigEndian.Uint32(v)) * time.Millisecond
			}
		case ExtErrorText:
			e.text = string(v)
		case ExtCodec:
			if size = 2; len(v) == size {
				e.codec = binary.BigEndian.Uint16(v)
			}
		case ExtCompression:
			if size = 2; len(v) == size {
				e.compression = Compression(binary.BigEndian.Uint16(v))
			}
		case ExtFullSize:
			if size = 4; len(v) == size {
				e.full = int64(binary.BigEndian.Uint32(v))
			}
		case ExtErrorCode:
			if size = 4; len(v) == size {
				e.errorCode = binary.BigEndian.Uint32(v)
			}
		case ExtMetadata:
			n := 0
			if len(v) >= 2 {
				n = int(binary.BigEndian.Uint16(v))
			}
			if size = max(2+n, len(v)); size == len(v) {
				e.metadata = append(e.metadata, wire.Pair{Key: string(v[2 : 2+n]), Value: string(v[2+n:])})
			}
		default:
			if key&ExtMust != 0 {
				return e, wire.Errorf(wire.Unimplemented, "extension %d must be understood and isn't", key&^ExtMust)
			}
		}
		if size >= 0 && size != len(v) {
			return e, wire.Errorf(wire.InvalidArgument, "extension %d has %d bytes, not %d", key&^ExtMust, len(v), size)
		}
	}
	return e, nil
}

// open returns the payload of a message as it was before compression.
func (k *kit) open(f Frame, e extensions, limit int) ([]byte, error) {
	if f.Flags&FlagCompressed == 0 {
		return f.Payload, nil
	}
	return k.compressor.decompress(f.Payload, e.compression, e.full, limit)
}

// responseError returns the error that a response carries for method m, nil for none.
// The payload of a declared error is read by the codec.
func responseError(m *wire.Method, f Frame, e extensions, payload []byte) error {
	if f.Status == 0 {
		return nil
	}
	st := &wire.Status{Code: wire.Code(f.Status), Message: e.text, Declared: e.errorCode}
	if e.errorCode == 0 || st.Code != wire.Unknown {
		return st
	}
	known, ok := m.NewError(e.errorCode).(error)
	if !ok {
		return st
	}
	if err := decode(known, e.codec, payload); err != nil {
		st.Cause = err
		return st
	}
	return known
}
