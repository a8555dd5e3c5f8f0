package prpc

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// HeaderSize is how many bytes come before the meta.
const HeaderSize = 12

// DefaultLimit is how many bytes of body a reader takes where it says nothing
// else, as the peer in C++ does.
const DefaultLimit = 64 << 20

const magic = "PRPC"

// What is wrong with a header. None can be read past: the connection is to be
// closed.
var (
	ErrMagic = errors.New("these are no bytes of PRPC")
	ErrSizes = errors.New("the meta is longer than the body")
	ErrLimit = errors.New("the body is over the limit")
)

// Header is what each frame begins with.
type Header struct {
	Body int // bytes after the header: meta, data and attachment
	Meta int // bytes of the meta
}

// Empty reports whether nothing follows. Such a frame is to be ignored.
func (h Header) Empty() bool { return h.Body == 0 }

// AppendHeader appends the 12 bytes of h.
func AppendHeader(b []byte, h Header) []byte {
	b = binary.BigEndian.AppendUint32(append(b, magic...), uint32(h.Body))
	return binary.BigEndian.AppendUint32(b, uint32(h.Meta))
}

// ParseHeader reads the header at the front of b. ok is false where more bytes are
// needed; what can't become a header is an error as soon as it shows. A body over
// limit is one, before any of it is here.
func ParseHeader(b []byte, limit int) (h Header, ok bool, err error) {
	if n := min(len(b), len(magic)); string(b[:n]) != magic[:n] {
		return h, false, ErrMagic
	}
	if len(b) < HeaderSize {
		return h, false, nil
	}
	body, meta := binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])
	switch {
	case meta > body:
		return h, false, fmt.Errorf("%w: %d of %d bytes", ErrSizes, meta, body)
	case uint64(body) > uint64(max(limit, 0)):
		return h, false, fmt.Errorf("%w: %d bytes, and %d are taken", ErrLimit, body, limit)
	}
	return Header{Body: int(body), Meta: int(meta)}, true, nil
}
