package prpc

import (
	"errors"
	"fmt"
)

// What is wrong with a meta.
var (
	errChunk = errors.New("chunk_info lacks its stream or its id")
	errTwice = errors.New("a field that stands once is there twice")
)

// ParseMeta reads a meta. What was read before an error is in m. Unknown fields,
// and those whose wire type isn't theirs, are kept in Unknown.
func ParseMeta(b []byte) (m Meta, err error) {
	f := scanner{rest: b}
	for f.next() {
		switch f.key() {
		case fieldRequest<<3 | asBytes:
			if m.HasRequest {
				f.err = errTwice
				continue
			}
			m.HasRequest = true
			f.err = parseRequest(&m.Request, f.text)
		case fieldResponse<<3 | asBytes:
			if m.HasResponse {
				f.err = errTwice
				continue
			}
			m.HasResponse = true
			f.err = parseResponse(&m.Response, f.text)
		case fieldCompression << 3:
			m.Compression = Compression(f.number32(&m.Zeros))
		case fieldCorrelationID << 3:
			m.CorrelationID = f.number64(&m.Zeros)
		case fieldAttachmentSize << 3:
			m.AttachmentSize = f.number32(&m.Zeros)
		case fieldChunk<<3 | asBytes:
			m.Chunk, m.HasChunk, f.err = parseChunk(f.text)
		case fieldAuthentication<<3 | asBytes:
			m.Authentication = f.text
		case fieldStreams<<3 | asBytes:
			m.Streams = f.text
		case fieldUserFields<<3 | asBytes:
			var p Pair
			p, f.err = ParsePair(f.text)
			m.UserFields = append(m.UserFields, p)
		case fieldContentType << 3:
			m.ContentType = f.number32(&m.Zeros)
		case fieldChecksumType << 3:
			m.ChecksumType = f.number32(&m.Zeros)
		case fieldChecksum<<3 | asBytes:
			m.Checksum = f.bytes(&m.Zeros)
		case fieldChecksumAttached << 3:
			m.ChecksumAttached = f.number64(&m.Zeros) != 0
		default:
			m.Unknown = append(m.Unknown, f.all...)
		}
	}
	if f.err != nil {
		return m, fmt.Errorf("meta: %w", f.err)
	}
	return m, nil
}

func parseRequest(r *Request, b []byte) error {
	f := scanner{rest: b}
	for f.next() {
		switch f.key() {
		case fieldService<<3 | asBytes:
			r.Service = f.bytes(&r.Zeros)
		case fieldMethod<<3 | asBytes:
			r.Method = f.bytes(&r.Zeros)
		case fieldLogID << 3:
			r.LogID = f.number64(&r.Zeros)
		case fieldTraceID << 3:
			r.TraceID = f.number64(&r.Zeros)
		case fieldSpanID << 3:
			r.SpanID = f.number64(&r.Zeros)
		case fieldParentID << 3:
			r.ParentID = f.number64(&r.Zeros)
		case fieldExtra<<3 | asBytes:
			r.Extra = append(r.Extra, f.text)
		case fieldTimeoutMS << 3:
			r.TimeoutMS = f.number32(&r.Zeros)
		case fieldExtraParam<<3 | asBytes:
			r.ExtraParam = f.text
		case fieldTraceKey<<3 | asBytes:
			r.TraceKey = f.text
		default:
			r.Unknown = append(r.Unknown, f.all...)
		}
	}
	return f.err
}

func parseResponse(r *Response, b []byte) error {
	f := scanner{rest: b}
	for f.next() {
		switch f.key() {
		case fieldCode << 3:
			r.Code = f.number32(&r.Zeros)
		case fieldText<<3 | asBytes:
			r.Text = f.bytes(&r.Zeros)
		default:
			r.Unknown = append(r.Unknown, f.all...)
		}
	}
	return f.err
}

// parseChunk reads chunk_info. An empty one, which Go's replies have, is none.
func parseChunk(b []byte) (c Chunk, there bool, err error) {
	var has Zeros
	f := scanner{rest: b}
	for f.next() {
		switch f.key() {
		case 1 << 3:
			c.Stream, has = int64(f.value), has|ZerosOf(1)
		case 2 << 3:
			c.ID, has = int64(f.value), has|ZerosOf(2)
		}
	}
	if f.err == nil && len(b) > 0 && has != ZerosOf(1, 2) {
		f.err = errChunk
	}
	return c, len(b) > 0, f.err
}

// ParsePair reads a pair of Extra, or a user field. Of the text that C++ puts into
// Extra it makes an error, or a pair of no use.
func ParsePair(b []byte) (p Pair, err error) {
	f := scanner{rest: b}
	for f.next() {
		switch f.key() {
		case 1<<3 | asBytes:
			p.Key = f.text
		case 2<<3 | asBytes:
			p.Value = f.text
		}
	}
	return p, f.err
}

// scanner goes over the fields of a message.
type scanner struct {
	number int
	typ    WireType
	value  uint64 // of a varint
	text   []byte // of bytes; never nil then
	all    []byte // of the field
	rest   []byte
	err    error
}

const asBytes = uint32(Bytes) // in a key

// key is the number and the wire type of the field.
func (f *scanner) key() uint32 { return uint32(f.number)<<3 | uint32(f.typ) }

// next goes to the next field, and reports false where there is none or it is bad.
func (f *scanner) next() bool {
	if len(f.rest) == 0 || f.err != nil {
		return false
	}
	number, typ, at, err := ReadTag(f.rest)
	n := 0
	if err == nil {
		switch typ {
		case Varint:
			f.value, n, err = ReadVarint(f.rest[at:])
		case Bytes:
			f.text, n, err = ReadBytes(f.rest[at:])
		default:
			n, err = SkipValue(f.rest[at:], number, typ)
		}
	}
	if err != nil {
		f.err = err
		return false
	}
	f.number, f.typ = number, typ
	f.all, f.rest = f.rest[:at+n], f.rest[at+n:]
	return true
}

// number64, number32 and bytes return the value, and note in z where it is zero.
func (f *scanner) number64(z *Zeros) int64 {
	f.note(z, f.value == 0)
	return int64(f.value)
}

func (f *scanner) number32(z *Zeros) int32 {
	f.note(z, int32(f.value) == 0)
	return int32(f.value)
}

func (f *scanner) bytes(z *Zeros) []byte {
	f.note(z, len(f.text) == 0)
	return f.text
}

func (f *scanner) note(z *Zeros, zero bool) {
	*z &^= ZerosOf(f.number)
	if zero {
		*z |= ZerosOf(f.number)
	}
}
