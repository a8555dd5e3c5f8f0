package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// The sizes and limits of frames. All lengths are in bytes.
const (
	PrefixSize   = 20         // what both versions begin with; all there is of version 1's header
	HeaderSize   = 32         // version 2's header
	MaxRest      = 0x3FFFFFFF // the most that may follow the prefix, whatever limit is configured
	DefaultLimit = 64 << 20   // what may follow it where nothing is configured
	MaxExtSize   = 4096 * 4   // the most that extensions take

	magic1 uint32 = 0xDEADBEEF
	magic2 uint32 = 0xDEADBEF2
)

// Kind says what a version 2 frame is.
type Kind uint8

// The kinds.
const (
	KindRequest Kind = iota
	KindResponse
	KindOneway
	KindCancel
	KindPing
	KindPong
	KindGoaway
	KindData
	KindWindow
)

// Flags are the flags of a version 2 frame.
type Flags uint16

// The flags. A frame that has a bit of FlagsMust set is refused, since none of
// them has a meaning yet; other unknown bits are ignored.
const (
	FlagMore       Flags = 0x0001 // this half of the stream goes on
	FlagCompressed Flags = 0x0002
	FlagChecksum   Flags = 0x0004 // a checksum follows the payload
	FlagFragment   Flags = 0x0008 // this message goes on
	FlagsMust      Flags = 0xFF00
)

// What can be wrong with the bytes of a frame; found by errors.Is.
var (
	ErrMagic    = errors.New("no frame begins here")
	ErrTooLarge = errors.New("frame over the limit")
	ErrHeader   = errors.New("frame header damaged")
	ErrChecksum = errors.New("payload checksum differs")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Header is the header of a frame of either version. What version 1 doesn't
// have is zero there.
type Header struct {
	Version uint8 // 1 or 2
	ID      uint64
	Method  uint32
	Rest    uint32 // bytes after the prefix: version 1's payload; of version 2 all that follows offset 20
	Kind    Kind
	Flags   Flags
	Status  uint16
	ExtSize int // bytes of extensions, a multiple of 4
}

// BodySize returns how many bytes follow the header.
func (h Header) BodySize() int {
	if h.Version == 1 {
		return int(h.Rest)
	}
	return int(h.Rest) - (HeaderSize - PrefixSize)
}

// ParseHeader reads a header from the front of b; size is how long it is. More
// bytes are needed where size is 0 and err is nil. limit bounds Rest; it is
// checked as soon as the prefix is there. After an error the connection can't be
// read any further: where the next frame begins is unknown.
func ParseHeader(b []byte, limit uint32) (h Header, size int, err error) {
	if len(b) < PrefixSize {
		return h, 0, checkMagic(b)
	}
	switch binary.BigEndian.Uint32(b) {
	case magic1:
		h.Version, size = 1, PrefixSize
	case magic2:
		h.Version, size = 2, HeaderSize
	default:
		return h, 0, fmt.Errorf("%w: the first bytes are %x", ErrMagic, b[:4])
	}
	h.ID = binary.BigEndian.Uint64(b[4:])
	h.Method = binary.BigEndian.Uint32(b[12:])
	h.Rest = binary.BigEndian.Uint32(b[16:])
	if most := min(limit, MaxRest); h.Rest > most {
		return h, 0, fmt.Errorf("%w: %d bytes announced, %d allowed", ErrTooLarge, h.Rest, most)
	}
	if h.Version == 1 {
		return h, size, nil
	}
	if h.Rest < HeaderSize-PrefixSize {
		return h, 0, fmt.Errorf("%w: length %d is shorter than the header", ErrHeader, h.Rest)
	}
	if len(b) < HeaderSize {
		return h, 0, nil
	}
	return h, size, h.parseSecond(b)
}

// checkMagic refuses what can't become a frame however many bytes follow.
func checkMagic(b []byte) error {
	one, two := binary.BigEndian.AppendUint32(nil, magic1), binary.BigEndian.AppendUint32(nil, magic2)
	n := min(len(b), 4)
	if string(b[:n]) != string(one[:n]) && string(b[:n]) != string(two[:n]) {
		return fmt.Errorf("%w: the first bytes are %x", ErrMagic, b[:n])
	}
	return nil
}

// parseSecond reads what stands at 20 to 32.
func (h *Header) parseSecond(b []byte) error {
	if want, got := binary.BigEndian.Uint32(b[28:]), crc32.Checksum(b[:28], castagnoli); want != got {
		return fmt.Errorf("%w: its checksum is %08x, computed %08x", ErrHeader, want, got)
	}
	if b[20] != 2 {
		return fmt.Errorf("%w: version %d", ErrHeader, b[20])
	}
	h.Kind = Kind(b[21])
	h.Flags = Flags(binary.BigEndian.Uint16(b[22:]))
	h.Status = binary.BigEndian.Uint16(b[24:])
	h.ExtSize = 4 * int(binary.BigEndian.Uint16(b[26:]))
	if h.ExtSize > MaxExtSize {
		return fmt.Errorf("%w: %d bytes of extensions, %d allowed", ErrHeader, h.ExtSize, MaxExtSize)
	}
	need := h.ExtSize
	if h.Flags&FlagChecksum != 0 {
		need += 4
	}
	if h.BodySize() < need {
		return fmt.Errorf("%w: %d bytes follow it, its extensions and checksum need %d", ErrHeader, h.BodySize(), need)
	}
	return nil
}

// Split cuts a body of h.BodySize() bytes into extensions and payload, which
// point into body, and checks the checksum where there is one. Its error is
// ErrChecksum: the connection stays readable.
func (h Header) Split(body []byte) (ext, payload []byte, err error) {
	if h.Flags&FlagChecksum != 0 {
		end := len(body) - 4
		if want, got := binary.BigEndian.Uint32(body[end:]), crc32.Checksum(body[:end], castagnoli); want != got {
			return nil, nil, fmt.Errorf("%w: it is %08x, computed %08x", ErrChecksum, want, got)
		}
		body = body[:end]
	}
	return body[:h.ExtSize:h.ExtSize], body[h.ExtSize:], nil
}

// Begin appends a header and its extensions (as AppendExtension made them). The
// payload is appended next and Finish completes the frame: h's Rest and ExtSize
// don't count.
func Begin(b []byte, h Header, ext []byte) []byte {
	magic := magic2
	if h.Version == 1 {
		magic = magic1
	}
	b = binary.BigEndian.AppendUint32(b, magic)
	b = binary.BigEndian.AppendUint64(b, h.ID)
	b = binary.BigEndian.AppendUint32(b, h.Method)
	b = binary.BigEndian.AppendUint32(b, 0)
	if h.Version == 1 {
		return b
	}
	b = append(b, 2, byte(h.Kind))
	b = binary.BigEndian.AppendUint16(b, uint16(h.Flags))
	b = binary.BigEndian.AppendUint16(b, h.Status)
	b = binary.BigEndian.AppendUint16(b, uint16(len(ext)/4))
	b = binary.BigEndian.AppendUint32(b, 0)
	return append(b, ext...)
}

// Finish sets the length and the checksums of the frame that Begin started at
// b[start:] and that ends where b ends. A frame over limit or MaxRest is
// ErrTooLarge, extensions over MaxExtSize are ErrHeader, and b is of no use then.
func Finish(b []byte, start int, limit uint32) ([]byte, error) {
	f := b[start:]
	two := binary.BigEndian.Uint32(f) == magic2
	sum := two && Flags(binary.BigEndian.Uint16(f[22:]))&FlagChecksum != 0
	rest := len(f) - PrefixSize
	if sum {
		rest += 4
	}
	if most := min(limit, MaxRest); uint64(rest) > uint64(most) {
		return b, fmt.Errorf("%w: %d bytes to send, %d allowed", ErrTooLarge, rest, most)
	}
	binary.BigEndian.PutUint32(f[16:], uint32(rest))
	if !two {
		return b, nil
	}
	if units := binary.BigEndian.Uint16(f[26:]); units > MaxExtSize/4 {
		return b, fmt.Errorf("%w: %d bytes of extensions, %d allowed", ErrHeader, 4*int(units), MaxExtSize)
	}
	binary.BigEndian.PutUint32(f[28:], crc32.Checksum(f[:28], castagnoli))
	if sum {
		b = binary.BigEndian.AppendUint32(b, crc32.Checksum(f[HeaderSize:], castagnoli))
	}
	return b, nil
}

// Frame is a whole frame. Extensions and Payload point into the bytes it was
// parsed from.
type Frame struct {
	Header
	Extensions []byte
	Payload    []byte
}

// Parse reads one frame from the front of b; rest is what follows it. More bytes
// are needed where ok is false and err is nil.
func Parse(b []byte, limit uint32) (f Frame, rest []byte, ok bool, err error) {
	h, size, err := ParseHeader(b, limit)
	if err != nil || size == 0 || len(b)-size < h.BodySize() {
		return f, b, false, err
	}
	end := size + h.BodySize()
	f.Header = h
	if f.Extensions, f.Payload, err = h.Split(b[size:end]); err != nil {
		return f, b, false, err
	}
	return f, b[end:], true, nil
}

// Append appends a whole frame: the inverse of Parse.
func Append(b []byte, f Frame) ([]byte, error) {
	start := len(b)
	b = Begin(b, f.Header, f.Extensions)
	return Finish(append(b, f.Payload...), start, MaxRest)
}
