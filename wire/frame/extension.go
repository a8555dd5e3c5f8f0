package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The keys of extensions. A receiver that doesn't know a key with ExtMust
// refuses the frame with status 12, any other it skips.
const (
	ExtTimeout     uint16 = 1 // ms, u32
	ExtErrorText   uint16 = 2
	ExtMethodName  uint16 = 3 // service/method
	ExtFingerprint uint16 = 4 // 8 bytes
	ExtCodec       uint16 = 5 // u16
	ExtCompression uint16 = 6 // u16
	ExtTrace       uint16 = 7
	ExtAuth        uint16 = 8
	ExtFullSize    uint16 = 9 // before compression
	ExtAttachment  uint16 = 10
	ExtMetadata    uint16 = 11
	ExtErrorCode   uint16 = 12 // u32
	ExtMust        uint16 = 0x8000
)

// The codecs of payloads that ExtCodec names. Absent means block.
const (
	CodecPacked   uint16 = 0
	CodecProtobuf uint16 = 1
	CodecBlock    uint16 = 2
)

// ErrExtension says that extensions can't be read.
var ErrExtension = errors.New("extensions damaged")

// AppendExtension appends one extension, padded to 4. A value over 65,535 bytes is
// a bug of the caller: it is cut.
func AppendExtension(b []byte, key uint16, value []byte) []byte {
	if len(value) > 0xFFFF {
		value = value[:0xFFFF]
	}
	b = binary.BigEndian.AppendUint16(b, key)
	b = binary.BigEndian.AppendUint16(b, uint16(len(value)))
	b = append(b, value...)
	return append(b, "\x00\x00\x00"[:-len(value)&3]...)
}

// AppendExtension16 appends an extension that is a u16.
func AppendExtension16(b []byte, key, v uint16) []byte {
	b = binary.BigEndian.AppendUint16(b, key)
	return append(b, 0, 2, byte(v>>8), byte(v), 0, 0)
}

// AppendExtension32 appends an extension that is a u32.
func AppendExtension32(b []byte, key uint16, v uint32) []byte {
	b = binary.BigEndian.AppendUint16(b, key)
	return binary.BigEndian.AppendUint32(append(b, 0, 4), v)
}

// NextExtension reads one extension from the front of ext (a frame's Extensions),
// until rest is empty. The value points into ext.
func NextExtension(ext []byte) (key uint16, value, rest []byte, err error) {
	if len(ext) < 4 {
		return 0, nil, nil, fmt.Errorf("%w: %d bytes left for a head of 4", ErrExtension, len(ext))
	}
	key = binary.BigEndian.Uint16(ext)
	n := int(binary.BigEndian.Uint16(ext[2:]))
	padded := 4 + (n+3)&^3
	if padded > len(ext) {
		return 0, nil, nil, fmt.Errorf("%w: key %d has %d bytes, %d are left", ErrExtension, key, n, len(ext)-4)
	}
	return key, ext[4 : 4+n : 4+n], ext[padded:], nil
}

// FindExtension returns the first value of key; ok says whether there is one.
func FindExtension(ext []byte, key uint16) (value []byte, ok bool, err error) {
	for len(ext) > 0 {
		k, v, rest, err := NextExtension(ext)
		if err != nil {
			return nil, false, err
		}
		if k == key {
			return v, true, nil
		}
		ext = rest
	}
	return nil, false, nil
}
