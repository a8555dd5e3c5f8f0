package rpch

import (
	"encoding/binary"
	"fmt"
)

// The sizes of heads in bytes.
const (
	HeadSize         = 8
	ResponseHeadSize = 16
)

// DefaultLimit bounds the data of one argument or result where nothing is
// configured.
const DefaultLimit = 64 << 20

// Head stands before the name and the data of an argument or result.
type Head struct {
	Kind    uint16
	NameLen uint16
	DataLen uint32
}

// ResponseHead begins a response: the sequence number of its request, then the
// head of its value.
type ResponseHead struct {
	Seq uint64
	Head
}

// ParseHead reads a head from the front of b. More bytes are needed where ok is
// false and err is nil. Data over limit is ErrTooLarge.
func ParseHead(b []byte, limit uint32) (h Head, ok bool, err error) {
	if len(b) < HeadSize {
		return h, false, nil
	}
	h.Kind = binary.LittleEndian.Uint16(b)
	h.NameLen = binary.LittleEndian.Uint16(b[2:])
	h.DataLen = binary.LittleEndian.Uint32(b[4:])
	if h.DataLen > limit {
		return h, false, fmt.Errorf("%d bytes of data %w of %d", h.DataLen, ErrTooLarge, limit)
	}
	return h, true, nil
}

// AppendHead appends a head.
func AppendHead(b []byte, h Head) []byte {
	b = binary.LittleEndian.AppendUint16(b, h.Kind)
	b = binary.LittleEndian.AppendUint16(b, h.NameLen)
	return binary.LittleEndian.AppendUint32(b, h.DataLen)
}

// ParseResponseHead reads what a response begins with, as ParseHead does.
func ParseResponseHead(b []byte, limit uint32) (h ResponseHead, ok bool, err error) {
	if len(b) < ResponseHeadSize {
		return h, false, nil
	}
	h.Seq = binary.LittleEndian.Uint64(b)
	h.Head, ok, err = ParseHead(b[8:], limit)
	return h, ok, err
}

// AppendResponseHead appends what a response begins with.
func AppendResponseHead(b []byte, h ResponseHead) []byte {
	return AppendHead(binary.LittleEndian.AppendUint64(b, h.Seq), h.Head)
}

// ParseValue reads a head with its name and data from the front of b; rest is
// what follows. More bytes are needed where ok is false and err is nil.
func ParseValue(b []byte, limit uint32) (v Value, rest []byte, ok bool, err error) {
	h, ok, err := ParseHead(b, limit)
	if !ok || err != nil {
		return v, b, false, err
	}
	name := HeadSize + int(h.NameLen)
	end := uint64(name) + uint64(h.DataLen)
	if uint64(len(b)) < end {
		return v, b, false, nil
	}
	v.Kind, v.Name, v.Data = h.Kind, b[HeadSize:name:name], b[name:end:end]
	return v, b[end:], true, nil
}

// AppendValue appends a head with its name and data: the inverse of ParseValue. A
// name over 65,535 or data over 2^32-1 bytes is ErrTooLarge.
func AppendValue(b []byte, v Value) ([]byte, error) {
	if uint64(len(v.Name)) > 0xFFFF || uint64(len(v.Data)) > 0xFFFFFFFF {
		return b, fmt.Errorf("a name of %d and data of %d bytes %w", len(v.Name), len(v.Data), ErrTooLarge)
	}
	b = AppendHead(b, Head{Kind: v.Kind, NameLen: uint16(len(v.Name)), DataLen: uint32(len(v.Data))})
	return append(append(b, v.Name...), v.Data...), nil
}
