package frame

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"sync"

	"github.com/rpcctl/rpcctl/wire"
)

const (
	window      = 256 << 10 // payload bytes that may be under way to a reader
	grantFrom   = window / 4
	maxMessages = 64 << 10 // that wait to be read
)

// stream is one side of a streaming call: what came in and was not read yet, and
// how much may go out. The session's reader delivers; the call's goroutines
// read and write.
type stream struct {
	k       *kit
	w       *writer
	id      uint64
	method  uint32
	version uint8
	codec   uint16
	how     Compression
	limit   int
	rawIn   bool // what comes in are bytes without message bounds
	rawOut  bool
	ctx     context.Context
	budget  *budget
	rest    []byte // what Read had no room for

	mu sync.Mutex

	// in
	queue   [][]byte
	part    []byte     // of a message whose fragments are still coming
	partExt extensions // of its first fragment
	partHas bool
	partZip bool
	peer    int // what the peer may still send
	owed    int // read and not granted again yet
	held    int // of part, not granted yet
	inErr   error
	arrived chan struct{} // has an element when something came

	// out
	credit int
	outErr error
	opened chan struct{} // has an element when there is credit again, or none ever
}

func (s *stream) init() {
	s.peer, s.credit = window, window
	s.arrived, s.opened = make(chan struct{}, 1), make(chan struct{}, 1)
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// deliver takes a frame of kind 7. It is called by the reader alone; the frame's
// bytes are copied. The error is a *wire.Status: the peer broke the rules.
func (s *stream) deliver(f Frame) error {
	s.mu.Lock()
	grant, err := s.take(f)
	s.mu.Unlock()
	wake(s.arrived)
	s.grant(nil, grant)
	return err
}

func (s *stream) take(f Frame) (grant int, err error) {
	n := len(f.Payload)
	switch {
	case s.inErr != nil:
		return 0, nil // ended on this side while the frame was under way
	case s.peer <= 0 && n > 0:
		return 0, wire.Errorf(wire.ResourceExhausted, "stream data beyond the window")
	case len(s.queue) >= maxMessages:
		return 0, wire.Errorf(wire.ResourceExhausted, "%d messages wait to be read", len(s.queue))
	}
	s.peer -= n
	if s.rawIn {
		if n > 0 {
			s.queue = append(s.queue, append([]byte(nil), f.Payload...))
		}
		s.endIn(f)
		return 0, nil
	}
	if !s.partHas {
		if n == 0 && f.Flags&(FlagMore|FlagFragment) == 0 {
			s.endIn(f)
			return 0, nil
		}
		if s.partExt, err = readExtensions(f.Extensions); err != nil {
			return 0, err
		}
		s.partHas, s.partZip = true, f.Flags&FlagCompressed != 0
	}
	if len(s.part)+n > s.limit || !s.budget.take(n) {
		return 0, wire.Errorf(wire.ResourceExhausted, "a message in fragments is over the limit of %d bytes", s.limit)
	}
	s.part = append(s.part, f.Payload...)
	if f.Flags&FlagFragment != 0 {
		s.held += n
		return s.settle(0), nil
	}
	whole := Frame{Payload: s.part}
	if s.partZip {
		whole.Flags = FlagCompressed
	}
	payload, err := s.k.open(whole, s.partExt, s.limit)
	if err != nil {
		return 0, err
	}
	s.budget.give(len(s.part))
	// What the last fragment cost is owed when the message is read.
	s.queue = append(s.queue, payload)
	s.held += n
	s.part, s.partHas = nil, false
	s.endIn(f)
	return 0, nil
}

func (s *stream) endIn(f Frame) {
	if f.Flags&(FlagMore|FlagFragment) == 0 {
		s.inErr = io.EOF
	}
}

// settle returns how much the peer may send besides, now that n bytes were read.
// What belongs to messages that wait is granted when the queue is empty, so that a
// message larger than the window can arrive and few of them can gather.
func (s *stream) settle(n int) int {
	s.owed += n
	if !s.rawIn && len(s.queue) == 0 {
		s.owed, s.held = s.owed+s.held, 0
	}
	if s.owed < grantFrom || s.inErr != nil {
		return 0
	}
	grant := s.owed
	s.owed = 0
	s.peer += grant
	return grant
}

func (s *stream) grant(ctx context.Context, n int) {
	if n > 0 {
		s.control(ctx, KindWindow, binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
}

// control sends a frame without extensions that names the call.
func (s *stream) control(ctx context.Context, kind Kind, payload []byte) error {
	return s.w.send(ctx, func(b []byte) []byte {
		return appendControl(b, kind, s.id, s.method, nil, payload)
	})
}

// next waits for a message, or for bytes. It returns what ended the stream
// after the last one.
func (s *stream) next() ([]byte, error) {
	for {
		s.mu.Lock()
		if len(s.queue) > 0 {
			m := s.queue[0]
			s.queue[0] = nil
			s.queue = s.queue[1:]
			grant := 0
			if s.rawIn {
				grant = s.settle(len(m))
			} else {
				grant = s.settle(0)
			}
			s.mu.Unlock()
			s.grant(s.ctx, grant)
			return m, nil
		}
		err := s.inErr
		s.mu.Unlock()
		if err != nil {
			wake(s.arrived) // for others that wait
			return nil, err
		}
		select {
		case <-s.arrived:
		case <-s.ctx.Done():
			s.stop(wire.StatusOf(s.ctx.Err()), nil)
		}
	}
}

// stop ends both directions on this side; last, where it isn't nil, is the last
// message that came. What came before stays readable.
func (s *stream) stop(err error, last []byte) {
	s.mu.Lock()
	if last != nil && s.inErr == nil {
		s.queue = append(s.queue, last)
	}
	if s.inErr == nil {
		s.inErr = err
	}
	if s.outErr == nil {
		s.outErr = err
	}
	s.budget.give(len(s.part))
	s.part, s.partHas = nil, false
	s.mu.Unlock()
	wake(s.arrived)
	wake(s.opened)
}

// addCredit takes a frame of kind 8.
func (s *stream) addCredit(payload []byte) error {
	if len(payload) != 4 {
		return wire.Errorf(wire.InvalidArgument, "a window frame has %d bytes, not 4", len(payload))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := int64(s.credit) + int64(binary.BigEndian.Uint32(payload))
	if sum > math.MaxInt32 {
		return wire.Errorf(wire.InvalidArgument, "a window of %d bytes", sum)
	}
	s.credit = int(sum)
	wake(s.opened)
	return nil
}

// reserve waits until something may be sent, and returns how much of n; the last
// fragment may overdraw.
func (s *stream) reserve(n int) (int, error) {
	for {
		s.mu.Lock()
		if s.outErr != nil {
			defer s.mu.Unlock()
			wake(s.opened)
			return 0, s.outErr
		}
		if s.credit > 0 || n == 0 {
			n = min(n, fragmentSize)
			s.credit -= n
			if s.credit > 0 {
				wake(s.opened)
			}
			s.mu.Unlock()
			return n, nil
		}
		s.mu.Unlock()
		select {
		case <-s.opened:
		case <-s.ctx.Done():
			s.stop(wire.StatusOf(s.ctx.Err()), nil)
		}
	}
}

// Send sends one item.
func (s *stream) Send(item any) error {
	if s.rawOut {
		return wire.Errorf(wire.Internal, "Send on a stream of bytes")
	}
	m := s.k.message(Header{Version: 2, ID: s.id, Method: s.method, Kind: KindData, Flags: FlagMore})
	defer s.k.release(m)
	if err := m.encode(s.k, item, s.codec, s.how, s.limit); err != nil {
		return err
	}
	return s.sendAll(m)
}

// sendAll sends m's payload, as credit allows.
func (s *stream) sendAll(m *message) error {
	payload, ext, flags := m.payload, m.ext, m.Flags
	for first := true; first || len(payload) > 0; first = false {
		n, err := s.reserve(len(payload))
		if err != nil {
			return err
		}
		m.payload, m.ext, m.Flags = payload[:n], ext, flags
		if !first {
			m.ext, m.Flags = nil, flags&^FlagCompressed
		}
		if payload = payload[n:]; len(payload) > 0 && !s.rawOut {
			m.Flags |= FlagFragment
		}
		if err := s.w.send(s.ctx, func(b []byte) []byte { b, _ = m.frame(b, 0); return b }); err != nil {
			return err
		}
	}
	return nil
}

// Recv reads the next item.
func (s *stream) Recv(item any) error {
	if s.rawIn {
		return wire.Errorf(wire.Internal, "Recv on a stream of bytes")
	}
	b, err := s.next()
	if err != nil {
		return err
	}
	return decode(item, s.codec, b)
}

// Read reads bytes of a raw stream.
func (s *stream) Read(p []byte) (int, error) {
	if !s.rawIn {
		return 0, wire.Errorf(wire.Internal, "Read on a stream of items")
	}
	if len(p) == 0 {
		return 0, nil
	}
	if len(s.rest) == 0 {
		var err error
		if s.rest, err = s.next(); err != nil {
			return 0, plain(err)
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write writes bytes of a raw stream.
func (s *stream) Write(p []byte) (int, error) {
	if !s.rawOut {
		return 0, wire.Errorf(wire.Internal, "Write on a stream of items")
	}
	if len(p) == 0 {
		return 0, nil
	}
	m := s.k.message(Header{Version: 2, ID: s.id, Method: s.method, Kind: KindData, Flags: FlagMore})
	defer s.k.release(m)
	for done := 0; done < len(p); {
		n := min(len(p)-done, fragmentSize)
		m.payload = append(m.payload[:0], p[done:done+n]...)
		if err := s.sendAll(m); err != nil {
			return done, plain(err)
		}
		done += n
	}
	return len(p), nil
}

// plain is how readers and writers of bytes hear of a lost connection.
func plain(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// appendControl appends a small frame, such as cancel, ping or window.
func appendControl(b []byte, kind Kind, id uint64, method uint32, ext, payload []byte) []byte {
	b, err := Append(b, Frame{Header: Header{Version: 2, ID: id, Method: method, Kind: kind}, Extensions: ext, Payload: payload})
	if err != nil {
		panic(err)
	}
	return b
}
