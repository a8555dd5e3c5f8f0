package prpc

import (
	"errors"
	"fmt"
	"math"
)

// Frame is a message, or a piece of one: its meta, its data (protobuf, compressed
// where the meta says so) and an attachment that is neither.
type Frame struct {
	Meta       Meta
	Data       []byte
	Attachment []byte
}

// What is wrong with a frame whose header is right. The next one can be read.
var (
	ErrMeta       = errors.New("the meta can't be read")
	ErrAttachment = errors.New("the attachment is longer than what follows the meta")
)

// ErrTooLong says that a frame has no form, as its sizes have 31 bits.
var ErrTooLong = errors.New("a frame of over 2 GiB")

// Append appends f. The attachment's size in the meta is set to what it is.
func Append(b []byte, f *Frame) ([]byte, error) {
	if int64(len(f.Data))+int64(len(f.Attachment)) > math.MaxInt32 {
		return b, ErrTooLong
	}
	f.Meta.AttachmentSize = int32(len(f.Attachment))
	start := len(b)
	b = AppendMeta(append(b, make([]byte, HeaderSize)...), &f.Meta)
	h := Header{Meta: len(b) - start - HeaderSize}
	h.Body = h.Meta + len(f.Data) + len(f.Attachment)
	if h.Body > math.MaxInt32 {
		return b[:start], ErrTooLong
	}
	AppendHeader(b[:start], h)
	return append(append(b, f.Data...), f.Attachment...), nil
}

// Parse reads the frame at the front of b, whose slices point into b; rest is what
// comes after it. ok is false where more bytes are needed. After [ErrMeta] and
// [ErrAttachment] f.Meta holds what could be read, so that the peer can be told,
// and rest is good; after any other error the connection is to be closed.
func Parse(b []byte, limit int) (f Frame, rest []byte, ok bool, err error) {
	h, ok, err := ParseHeader(b, limit)
	if err != nil || !ok {
		return f, b, false, err
	}
	if len(b)-HeaderSize < h.Body {
		return f, b, false, nil
	}
	end := HeaderSize + h.Body
	f, err = ParseBody(h, b[HeaderSize:end:end])
	return f, b[end:], true, err
}

// ParseBody reads what follows a header: h.Body bytes, into which f's slices
// point.
func ParseBody(h Header, body []byte) (f Frame, err error) {
	if f.Meta, err = ParseMeta(body[:h.Meta:h.Meta]); err != nil {
		return f, fmt.Errorf("%w: %w", ErrMeta, err)
	}
	rest := body[h.Meta:]
	if n := int64(f.Meta.AttachmentSize); n < 0 || n > int64(len(rest)) {
		return f, fmt.Errorf("%w: %d of %d bytes", ErrAttachment, n, len(rest))
	}
	cut := len(rest) - int(f.Meta.AttachmentSize)
	f.Data, f.Attachment = rest[:cut:cut], rest[cut:]
	return f, nil
}
