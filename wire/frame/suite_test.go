package frame_test

import (
	"encoding/binary"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/wiretest"
)

// record is what a generator would make of the suite's record.
type record struct{ *wiretest.Record }

func (r record) AppendBlock(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint32(b, uint32(2+8+4+len(r.S)))
	b = binary.BigEndian.AppendUint16(b, 8)
	b = binary.BigEndian.AppendUint32(b, uint32(r.A))
	b = binary.BigEndian.AppendUint32(b, uint32(r.B))
	return frame.AppendText(b, r.S)
}

func (r record) ReadBlock(b []byte) error {
	if len(b) < 18 || int(binary.BigEndian.Uint32(b)) != len(b)-4 || binary.BigEndian.Uint16(b[4:]) != 8 ||
		int(binary.BigEndian.Uint32(b[14:])) != len(b)-18 {
		return frame.ErrLength
	}
	r.A, r.B, r.S = int32(binary.BigEndian.Uint32(b[6:])), int32(binary.BigEndian.Uint32(b[10:])), string(b[18:])
	return nil
}

func (r record) AppendPacked(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint32(b, uint32(r.A))
	b = binary.BigEndian.AppendUint32(b, uint32(r.B))
	return frame.AppendText(b, r.S)
}

func (r record) ReadPacked(b []byte) error {
	if len(b) < 12 || int(binary.BigEndian.Uint32(b[8:])) != len(b)-12 {
		return frame.ErrLength
	}
	r.A, r.B, r.S = int32(binary.BigEndian.Uint32(b)), int32(binary.BigEndian.Uint32(b[4:])), string(b[12:])
	return nil
}

type nothing struct{ *wiretest.Record }

func (nothing) AppendBlock(b []byte) ([]byte, error)  { return append(b, 0, 0, 0, 2, 0, 0), nil }
func (nothing) ReadBlock([]byte) error                { return nil }
func (nothing) AppendPacked(b []byte) ([]byte, error) { return b, nil }
func (nothing) ReadPacked([]byte) error               { return nil }

func subject(p *wire.Protocol, v1 bool) wiretest.Subject {
	return wiretest.Subject{
		Protocol: p, Codes: !v1, Cancel: !v1, Deadline: !v1, Metadata: !v1, Typed: !v1, Raw: !v1,
		New: func(role wiretest.Role, m *wire.Method) any {
			if role == wiretest.Void {
				return nothing{new(wiretest.Record)}
			}
			if role == wiretest.Denied {
				return &record{new(wiretest.Record)}
			}
			return record{new(wiretest.Record)}
		},
	}
}

func TestSuite(t *testing.T) { wiretest.Run(t, subject(frame.Protocol(), false)) }

func TestSuiteVersion1(t *testing.T) { wiretest.Run(t, subject(frame.ProtocolV1(), true)) }

func TestSuitePacked(t *testing.T) {
	wiretest.Run(t, subject(frame.Protocol(frame.WithCodec(frame.CodecPacked), frame.WithChecksums()), false))
}

func TestSuiteNegotiated(t *testing.T) {
	wiretest.Run(t, subject(frame.Protocol(frame.WithNegotiation()), false))
}

func TestSuiteCompressed(t *testing.T) {
	for name, c := range map[string]frame.Compression{"snappy": frame.Snappy, "gzip": frame.Gzip, "zstd": frame.Zstd} {
		t.Run(name, func(t *testing.T) {
			wiretest.Run(t, subject(frame.Protocol(frame.WithCompression(c), frame.WithChecksums()), false))
		})
	}
}
