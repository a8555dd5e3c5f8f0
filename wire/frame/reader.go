package frame

import (
	"bufio"
	"errors"
	"io"
	"sync/atomic"

	"github.com/rpcctl/rpcctl/wire"
)

const (
	readBuffer = 4 << 10
	firstGrow  = 64 << 10 // taken for a body before any of it arrived
)

// limiter is told what the next reads wait for: see wire.TimedConn.Waiting.
type limiter interface{ Waiting(forNext bool) }

// reader reads frames from a connection. What it returns is valid until the
// next call.
type reader struct {
	br     *bufio.Reader
	wait   limiter
	limit  int // of a frame's rest
	body   []byte
	unread int  // of the last frame: bytes of the buffer, or of a body that was refused
	within bool // a frame has begun and is not there yet
	timed  bool // and the limit for it is set
}

func newReader(r io.Reader, wait limiter, limit int) *reader {
	return &reader{br: bufio.NewReaderSize(r, readBuffer), wait: wait, limit: min(limit+MaxExtSize+HeaderSize, MaxRest)}
}

// next reads a frame. Where the error is a *wire.Status the frame's header is
// good, its body is refused, and the connection goes on; any other error ends it.
func (r *reader) next() (f Frame, err error) {
	r.timed = false
	if err := r.skip(); err != nil {
		return f, err
	}
	if r.br.Buffered() == 0 {
		r.wait.Waiting(true)
		if _, err := r.br.Peek(1); err != nil {
			return f, err
		}
	}
	r.within = true
	var size int
	for need := PrefixSize; ; need = HeaderSize {
		b, err := r.peek(need)
		if err != nil {
			return f, err
		}
		if f.Header, size, err = ParseHeader(b, MaxRest); err != nil {
			return f, err
		}
		if size > 0 {
			break
		}
	}
	r.br.Discard(size)
	n := f.BodySize()
	if int(f.Rest) > r.limit {
		r.unread = n // still within
		return f, wire.Errorf(wire.ResourceExhausted, "a frame of %d bytes is over the limit of %d", f.Rest, r.limit)
	}
	body, err := r.read(n)
	if err != nil {
		return f, err
	}
	r.within = false
	if f.Extensions, f.Payload, err = f.Split(body); err != nil {
		return f, wire.Errorf(wire.DataLoss, "%w", err)
	}
	return f, nil
}

// skip passes over what is left of the last frame.
func (r *reader) skip() error {
	n := r.unread
	r.unread = 0
	if cap(r.body) > keptBuffer {
		r.body = nil
	}
	for n > 0 {
		step := min(n, readBuffer)
		if _, err := r.peek(step); err != nil {
			return err
		}
		r.br.Discard(step)
		n -= step
	}
	r.within = false
	return nil
}

// begin starts the time that a frame has to arrive, where it isn't there yet.
func (r *reader) begin() {
	if !r.timed {
		r.timed = true
		r.wait.Waiting(false)
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *reader) peek(n int) ([]byte, error) {
	if r.br.Buffered() < n {
		r.begin()
	}
	b, err := r.br.Peek(n)
	return b, unexpected(err)
}

// read returns the next n bytes. Memory is taken as they arrive.
func (r *reader) read(n int) ([]byte, error) {
	if n <= readBuffer {
		r.unread = n
		return r.peek(n)
	}
	r.body = r.body[:0]
	for len(r.body) < n {
		if len(r.body) == cap(r.body) {
			grown := make([]byte, len(r.body), min(n, max(2*cap(r.body), firstGrow)))
			copy(grown, r.body)
			r.body = grown
		}
		r.begin()
		at := len(r.body)
		end := min(n, cap(r.body))
		got, err := io.ReadFull(r.br, r.body[at:end])
		r.body = r.body[:at+got]
		if err != nil {
			return nil, unexpected(err)
		}
	}
	return r.body, nil
}

// budget bounds the bytes of half-received messages of one connection.
type budget struct {
	used atomic.Int64
	max  int64
}

func (b *budget) take(n int) bool {
	if b.used.Add(int64(n)) > b.max {
		b.give(n)
		return false
	}
	return true
}

func (b *budget) give(n int) { b.used.Add(-int64(n)) }

// partCost is what a message that has begun counts for besides its payload.
const partCost = 4 << 10

// assembler joins the fragments of requests and responses.
type assembler struct {
	limit  int
	budget *budget
	parts  map[uint64]*Frame
}

// add returns the whole message where f completes one. Ok is false while
// fragments are missing. The error is a *wire.Status and ends the message.
func (a *assembler) add(f Frame) (whole Frame, ok bool, err error) {
	part := a.parts[f.ID]
	if part == nil && f.Flags&FlagFragment == 0 {
		return f, true, nil
	}
	if part == nil {
		part = &Frame{Header: f.Header, Extensions: append([]byte(nil), f.Extensions...)}
		if a.parts == nil {
			a.parts = map[uint64]*Frame{}
		}
		a.parts[f.ID] = part
		if !a.budget.take(partCost) {
			delete(a.parts, f.ID)
			return *part, false, a.tooLarge()
		}
	}
	if len(part.Payload)+len(f.Payload) > a.limit || !a.budget.take(len(f.Payload)) {
		a.drop(f.ID)
		return *part, false, a.tooLarge()
	}
	part.Payload = append(part.Payload, f.Payload...)
	if f.Flags&FlagFragment != 0 {
		return f, false, nil
	}
	a.drop(f.ID)
	part.Flags &^= FlagFragment
	return *part, true, nil
}

func (a *assembler) tooLarge() error {
	return wire.Errorf(wire.ResourceExhausted, "a message in fragments is over the limit of %d bytes", a.limit)
}

// has reports whether fragments of id's request or response are still to come.
func (a *assembler) has(id uint64) bool { return a.parts[id] != nil }

func (a *assembler) drop(id uint64) {
	if part := a.parts[id]; part != nil {
		a.budget.give(partCost + len(part.Payload))
		delete(a.parts, id)
	}
}
