package frame

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/rpcctl/rpcctl/wire"
)

// Option configures the protocol; each says on which side it counts.
type Option func(*kit)

// WithCompression compresses requests of 1 KiB and more. A server answers in
// the compression of the request, whatever it was given.
func WithCompression(c Compression) Option { return func(k *kit) { k.compression = c } }

// WithChecksums adds a checksum to every frame. A server adds one to the answer
// of a request that had one, in any case; both sides verify what has one.
func WithChecksums() Option { return func(k *kit) { k.checksums = true } }

// WithCodec chooses what clients encode with: CodecBlock, the default, or
// CodecPacked. A server answers in the codec of the request.
func WithCodec(codec uint16) Option { return func(k *kit) { k.codec = codec } }

// WithNegotiation lets clients find out at first whether the server speaks
// version 2, and speak version 1 where it doesn't.
func WithNegotiation() Option { return func(k *kit) { k.negotiate = true } }

// Protocol is version 2 of the frame wire. At servers it takes version 1 too
// and answers each request in its version.
func Protocol(opts ...Option) *wire.Protocol {
	k := newKit(opts)
	return &wire.Protocol{Info: Info(), Sniff: sniff(magic1, magic2), Serve: k.serve, Dial: k.dial}
}

// ProtocolV1 is version 1 of the frame wire alone.
func ProtocolV1() *wire.Protocol {
	k := newKit(nil)
	k.v1, k.codec = true, CodecPacked
	return &wire.Protocol{Info: InfoV1(), Sniff: sniff(magic1), Serve: k.serve, Dial: k.dial}
}

// sniff recognises connections that begin with one of the magic numbers.
func sniff(magics ...uint32) func(head []byte) wire.Match {
	return func(head []byte) wire.Match {
		match := wire.No
		for _, m := range magics {
			want := binary.BigEndian.AppendUint32(nil, m)
			n := min(len(head), len(want))
			switch {
			case string(head[:n]) != string(want[:n]):
			case n == len(want):
				return wire.Yes
			default:
				match = wire.More
			}
		}
		return match
	}
}

// kit is what all sessions of a protocol value share.
type kit struct {
	v1          bool
	codec       uint16
	compression Compression
	checksums   bool
	negotiate   bool

	compressor compressor
	scratch    sync.Pool // *message
	calls      sync.Pool // *clientCall
}

func newKit(opts []Option) *kit {
	k := &kit{codec: CodecBlock}
	for _, o := range opts {
		o(k)
	}
	return k
}

func (k *kit) serve(ctx context.Context, c *wire.ServerConn) error {
	return newServerSession(ctx, k, c).run()
}
