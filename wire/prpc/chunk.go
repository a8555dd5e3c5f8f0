package prpc

import (
	"errors"
	"fmt"
	"time"
)

// Numbering is how a peer numbers the pieces of a message, and whether it cuts
// what it compressed or compresses what it cut.
type Numbering uint8

// The numberings. The two are at odds where data is compressed, so nothing should
// be cut and compressed for a peer that isn't known.
const (
	JavaChunks Numbering = 1 + iota // 0, 1, …, -1, cut from the compressed data
	GoChunks                        // 1, 2, …, -1, each piece compressed by itself
)

// Split cuts the data of f, which isn't compressed yet, into frames of at most size
// bytes of data each, and compresses it as f.Meta says. The attachment goes with
// the first. Data that fits is one frame without a chunk.
func Split(f Frame, size int, stream int64, n Numbering, c *Compressor) ([]Frame, error) {
	whole := f.Data
	pieces := [][]byte{whole}
	var err error
	if n == JavaChunks && f.Meta.Compression != Uncompressed {
		if whole, err = c.Compress(nil, whole, f.Meta.Compression); err != nil {
			return nil, err
		}
	}
	if size > 0 && len(whole) > size {
		for pieces = nil; len(whole) > size; whole = whole[size:] {
			pieces = append(pieces, whole[:size:size])
		}
	} else {
		pieces = nil
	}
	pieces = append(pieces, whole)
	out := make([]Frame, len(pieces))
	for i, p := range pieces {
		if n == GoChunks && f.Meta.Compression != Uncompressed {
			if p, err = c.Compress(nil, p, f.Meta.Compression); err != nil {
				return nil, err
			}
		}
		out[i] = Frame{Meta: f.Meta, Data: p}
		if i == 0 {
			out[i].Attachment = f.Attachment
		}
		if len(pieces) == 1 {
			continue
		}
		out[i].Meta.HasChunk, out[i].Meta.Chunk = true, Chunk{Stream: stream, ID: int64(i)}
		if n == GoChunks {
			out[i].Meta.Chunk.ID++
		}
		if i == len(pieces)-1 {
			out[i].Meta.Chunk.ID = LastChunk
		}
	}
	return out, nil
}

// ErrChunk says that a piece doesn't belong where it came. The call is lost, the
// connection isn't.
var ErrChunk = errors.New("a piece of a message is out of place")

// Merger puts the pieces of messages together again, for one connection. It takes
// both numberings and refuses gaps. The pieces' data is joined as it came: whether
// it is compressed by the piece is the peer's profile to say (see [Merger.Each]).
type Merger struct {
	Streams int // messages that may be in pieces at once; 0: 64
	Bytes   int // of data in all of them; 0: DefaultLimit

	// Each, where it is set, is what becomes of a piece's data before it is joined.
	Each func(f *Frame) ([]byte, error)

	parts map[int64]*part
	held  int
}

type part struct {
	first Frame
	next  int64
	since time.Time
}

// Add takes a frame. done is true where it ends a message, or is a whole one:
// whole then has the first piece's meta, without a chunk. It keeps copies, never f.
func (m *Merger) Add(f *Frame, now time.Time) (whole Frame, done bool, err error) {
	if !f.Meta.HasChunk {
		return *f, true, nil
	}
	c := f.Meta.Chunk
	p := m.parts[c.Stream]
	switch {
	case p == nil && c.ID == LastChunk: // the only one, as Java sends data that just fits
	case p == nil && c.ID != 0 && c.ID != 1:
		return whole, false, fmt.Errorf("%w: the first has number %d", ErrChunk, c.ID)
	case p != nil && c.ID != LastChunk && c.ID != p.next:
		m.drop(c.Stream)
		return whole, false, fmt.Errorf("%w: number %d where %d is due", ErrChunk, c.ID, p.next)
	}
	data := f.Data
	if m.Each != nil {
		if data, err = m.Each(f); err != nil {
			m.drop(c.Stream)
			return whole, false, err
		}
	}
	if err := m.room(p == nil, len(data)+len(f.Attachment)); err != nil {
		m.drop(c.Stream)
		return whole, false, err
	}
	if p == nil {
		p = &part{first: f.clone(), since: now}
		if m.parts == nil {
			m.parts = map[int64]*part{}
		}
		m.parts[c.Stream] = p
		m.held += len(p.first.Attachment)
	}
	p.first.Data = append(p.first.Data, data...)
	p.next = c.ID + 1
	m.held += len(data)
	if c.ID != LastChunk {
		return whole, false, nil
	}
	m.drop(c.Stream)
	whole = p.first
	whole.Meta.HasChunk, whole.Meta.Chunk = false, Chunk{}
	return whole, true, nil
}

func (m *Merger) room(new bool, n int) error {
	streams, bytes := m.Streams, m.Bytes
	if streams <= 0 {
		streams = 64
	}
	if bytes <= 0 {
		bytes = DefaultLimit
	}
	switch {
	case new && len(m.parts) >= streams:
		return fmt.Errorf("%w: over %d messages are in pieces", ErrLimit, streams)
	case n > bytes-m.held:
		return fmt.Errorf("%w: over %d bytes of pieces are held", ErrLimit, bytes)
	}
	return nil
}

func (m *Merger) drop(stream int64) {
	if p := m.parts[stream]; p != nil {
		m.held -= len(p.first.Data) + len(p.first.Attachment)
		delete(m.parts, stream)
	}
}

// Expire forgets what began before that time and returns how many messages that
// were.
func (m *Merger) Expire(before time.Time) (n int) {
	for stream, p := range m.parts {
		if p.since.Before(before) {
			m.drop(stream)
			n++
		}
	}
	return n
}

// clone copies what f points to, but the data.
func (f *Frame) clone() Frame {
	out := Frame{Attachment: append([]byte(nil), f.Attachment...)}
	out.Meta, _ = ParseMeta(AppendMeta(nil, &f.Meta)) // its own bytes can be read
	return out
}
