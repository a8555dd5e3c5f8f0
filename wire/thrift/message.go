package thrift

import "encoding/binary"

// Header begins a message. The struct of the arguments, of the result or of an
// exception follows. Name points into what was read.
type Header struct {
	Type MessageType
	Name []byte // "add", or "Service:add" where services share a server
	Seq  int32  // the reply has that of its call
}

// What messages of the protocols begin with.
const (
	binaryVersion  = 0x80010000 // the type is the last byte
	versionMask    = 0xFFFF0000
	compactID      = 0x82
	compactVersion = 1 // the lower five bits; the type is above
)

// Message writes the header of a message. The name's form without version, as the
// binary protocol once was, is never written.
func (w *Writer) Message(t MessageType, name string, seq int32) {
	if w.compact {
		w.b = append(w.b, compactID, byte(t)<<5|compactVersion)
		w.b = binary.AppendUvarint(w.b, uint64(uint32(seq)))
		w.Text(name)
		return
	}
	w.b = binary.BigEndian.AppendUint32(w.b, binaryVersion|uint32(t))
	w.Text(name)
	w.I32(seq)
}

// Message reads the header of a message. With old, the binary protocol's form
// without a version is taken as well.
func (r *Reader) Message(old bool) (h Header) {
	at := r.at
	if r.protocol == Compact {
		b := r.take(2)
		if b == nil {
			return h
		}
		if b[0] != compactID || b[1]&0x1F != compactVersion {
			r.Fail(BadVersion, at, "%02x %02x begins no message of the compact protocol", b[0], b[1])
			return h
		}
		h.Type = MessageType(b[1] >> 5)
		seq := r.Varint()
		if int64(seq) != int64(uint32(seq)) && int64(seq) != int64(int32(seq)) { // some write its sign in ten bytes
			r.Fail(InvalidData, at+2, "a sequence id of %d", seq)
		}
		h.Seq = int32(seq)
		h.Name = r.Text()
	} else {
		version := uint32(r.I32())
		switch {
		case r.err != nil:
		case version&versionMask == binaryVersion:
			h.Type = MessageType(version)
			h.Name = r.Text()
			h.Seq = r.I32()
		case old && version&(1<<31) == 0:
			h.Name = r.take(int(version))
			h.Type = MessageType(r.I8())
			h.Seq = r.I32()
		default:
			r.Fail(BadVersion, at, "%08x begins no message of the binary protocol", version)
		}
	}
	if r.err == nil && (h.Type < Call || h.Type > Oneway) {
		r.Fail(InvalidData, at, "messages of type %d are unknown", h.Type)
	}
	return h
}

// AppError is the error of a call that its method doesn't declare: Thrift's
// TApplicationException.
type AppError struct {
	Code int32
	Text string
}

// The codes.
const (
	CodeUnknown       int32 = 0
	CodeUnknownMethod int32 = 1
	CodeMessageType   int32 = 2
	CodeWrongMethod   int32 = 3
	CodeBadSequence   int32 = 4
	CodeMissingResult int32 = 5
	CodeInternal      int32 = 6
	CodeProtocol      int32 = 7
)

// Error returns the text.
func (e *AppError) Error() string { return e.Text }

// Write writes the error as the struct behind the header of an [Exception].
func (e *AppError) Write(w *Writer) {
	outer := w.Begin()
	w.Field(String, 1)
	w.Text(e.Text)
	w.Field(I32, 2)
	w.I32(e.Code)
	w.End(outer)
}

// ReadAppError reads what Write wrote; both fields may be missing.
func ReadAppError(r *Reader) *AppError {
	e := &AppError{}
	outer := r.Begin()
	for {
		t, id := r.Field()
		switch {
		case t == Stop:
			r.End(outer)
			return e
		case t == String && id == 1:
			e.Text = string(r.Text())
		case t == I32 && id == 2:
			e.Code = r.I32()
		default:
			r.Skip(t)
		}
	}
}
