package thrift

import (
	"encoding/binary"
	"math"

	"github.com/rpcctl/rpcctl/wire"
)

// FrameHead is how many bytes a frame has before its message.
const FrameHead = 4

// BeginFrame appends the place of a frame's length.
func BeginFrame(b []byte) []byte { return append(b, 0, 0, 0, 0) }

// EndFrame sets the length of the frame that was begun where b had start bytes.
func EndFrame(b []byte, start int) error {
	n := len(b) - start - FrameHead
	if uint64(n) > math.MaxInt32 {
		return &Error{SizeLimit, -1, "the message is over 2 GiB"}
	}
	binary.BigEndian.PutUint32(b[start:], uint32(n))
	return nil
}

// ParseFrame cuts one frame off the front of b. It is not ok while bytes are
// missing; a length over limit is an error before they come.
func ParseFrame(b []byte, limit int) (message, rest []byte, ok bool, err error) {
	if len(b) < FrameHead {
		return nil, b, false, nil
	}
	n := int32(binary.BigEndian.Uint32(b))
	switch {
	case n < 0:
		return nil, b, false, &Error{NegativeSize, 0, "a frame's length is negative"}
	case int(n) > limit:
		return nil, b, false, &Error{SizeLimit, 0, "a frame is over the limit"}
	case len(b)-FrameHead < int(n):
		return nil, b, false, nil
	}
	b = b[FrameHead:]
	return b[:n], b[n:], true, nil
}

// ParseMessage cuts one message that no frame holds off the front of b: to know
// where it ends it is read through. It is not ok while bytes are missing.
func ParseMessage(p Protocol, b []byte, limit int, old bool) (message, rest []byte, ok bool, err error) {
	r := NewReader(p, b[:min(len(b), limit)])
	r.Message(old)
	r.Skip(Struct)
	switch {
	case r.err == nil:
		return b[:r.at], b[r.at:], true, nil
	case r.err.Fault != Cut:
		return nil, b, false, r.err
	case len(b) >= limit:
		return nil, b, false, &Error{SizeLimit, 0, "a message is over the limit"}
	}
	return nil, b, false, nil
}

// Form is how a peer's messages come.
type Form struct {
	Protocol Protocol
	Framed   bool
}

// Sniff tells the form of a connection by its first bytes, of which there is at
// least one. With old, messages of the binary protocol without version count too.
func Sniff(head []byte, old bool) (Form, wire.Match) {
	if p, m := begins(head); m != wire.No {
		return Form{Protocol: p}, m
	}
	if head[0]&0x80 != 0 {
		return Form{}, wire.No
	}
	if len(head) < FrameHead {
		return Form{}, wire.More
	}
	n := binary.BigEndian.Uint32(head)
	if n > DefaultLimit {
		return Form{}, wire.No
	}
	if len(head) == FrameHead {
		return Form{}, wire.More
	}
	inside := head[FrameHead:]
	if p, m := begins(inside); m != wire.No {
		return Form{p, true}, m
	}
	switch {
	case !old:
	case inside[0] == 0 && n > FrameHead: // a frame, in which a name's length comes
		return Form{Binary, true}, wire.Yes
	case inside[0] > ' ' && inside[0] < 0x7F && n <= 1<<16: // a name, of n bytes
		return Form{Binary, false}, wire.Yes
	}
	return Form{}, wire.No
}

// begins tells the protocol of a message by its first bytes.
func begins(b []byte) (Protocol, wire.Match) {
	switch {
	case b[0] == compactID && len(b) == 1, b[0] == binaryVersion>>24 && len(b) == 1:
		return 0, wire.More
	case b[0] == compactID && b[1]&0x1F == compactVersion:
		return Compact, wire.Yes
	case b[0] == binaryVersion>>24 && b[1] == binaryVersion>>16&0xFF:
		return Binary, wire.Yes
	}
	return 0, wire.No
}
