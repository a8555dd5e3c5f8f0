package proto

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxParts is how many messages a descriptor set may hold, in all depths: a few
// bytes each on the wire, hundreds in memory.
const maxParts = 5_000_000

// parts counts the messages in the bytes of one of type m, without keeping
// any. It stops counting soon after limit; bytes that are broken count as far
// as they go, since reading them will say so.
func parts(m protoreflect.MessageDescriptor, raw []byte, limit, depth int) (n int) {
	for len(raw) > 0 && n <= limit && depth < maxNesting {
		number, wire, size := protowire.ConsumeTag(raw)
		if size < 0 {
			return n
		}
		raw = raw[size:]
		if size = protowire.ConsumeFieldValue(number, wire, raw); size < 0 {
			return n
		}
		if f := m.Fields().ByNumber(number); f != nil && f.Message() != nil && wire == protowire.BytesType {
			inner, _ := protowire.ConsumeBytes(raw)
			n += 1 + parts(f.Message(), inner, limit-n, depth+1)
		}
		raw = raw[size:]
	}
	return n
}
