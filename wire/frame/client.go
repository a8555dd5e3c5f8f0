package frame

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// clientSession is a connection of a client: many callers, one reader.
type clientSession struct {
	k       *kit
	conn    *wire.TimedConn
	version uint8
	codec   uint16
	limits  wire.Limits
	w       *writer
	r       *reader
	asm     assembler
	budget  budget
	done    chan struct{} // closed when the reader has ended

	mu    sync.Mutex
	calls map[uint64]*clientCall
	last  uint64 // id given out
	going bool   // takes no further calls
	err   error  // why it is gone
}

// clientCall is a call that waits for its response. It is reused.
type clientCall struct {
	call *wire.Call
	st   *clientStream // nil for a unary call
	err  error
	done chan struct{} // has an element when err is set
}

// forClients lets the reader wait without limit between frames.
type forClients struct{ *wire.TimedConn }

func (c forClients) Waiting(forNext bool) {
	if forNext {
		c.Forever()
	} else {
		c.TimedConn.Waiting(false)
	}
}

func (k *kit) session(conn net.Conn, version uint8, l wire.Limits) *clientSession {
	s := &clientSession{
		k: k, conn: wire.NewTimedConn(conn, l), version: version, codec: k.codec, limits: l,
		calls: map[uint64]*clientCall{}, done: make(chan struct{}),
	}
	if version == 1 {
		s.codec = CodecPacked
	}
	s.budget.max = int64(l.Buffered)
	s.asm = assembler{limit: l.Message, budget: &s.budget}
	s.w = newWriter(s.conn, l.Write, func(err error) { s.fail(err); s.conn.Close() })
	s.r = newReader(s.conn, forClients{s.conn}, l.Message)
	go s.read()
	return s
}

// Alive reports whether calls may be made.
func (s *clientSession) Alive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.going && s.err == nil
}

// Close ends the connection and the calls under way.
func (s *clientSession) Close() error {
	s.fail(&wire.Status{Code: wire.Unavailable, Message: "the client is closed"})
	err := s.conn.Close()
	<-s.done
	return err
}

// Invoke makes a call.
func (s *clientSession) Invoke(ctx context.Context, c *wire.Call) error {
	if err := ctx.Err(); err != nil {
		return wire.StatusOf(err)
	}
	m := s.k.message(Header{Version: s.version, Method: c.Method.ID})
	defer s.k.release(m)
	if err := s.request(ctx, m, c); err != nil {
		return err
	}
	switch {
	case c.Method.Streams():
		return s.open(ctx, m, c)
	case m.Kind == KindOneway:
		return s.sent(ctx, s.w.sendMessage(ctx, m, func() bool { return s.take(m, nil) }), m)
	}
	cc := &clientCall{call: c, done: make(chan struct{}, 1)}
	err := s.sent(ctx, s.w.sendMessage(ctx, m, func() bool { return s.take(m, cc) }), m)
	if err != nil && (m.ID == 0 || s.forget(m.ID)) {
		return err
	}
	select {
	case <-cc.done:
		return cc.err
	case <-ctx.Done():
		if s.forget(m.ID) {
			s.cancel(m.ID, m.Method)
			return wire.StatusOf(ctx.Err())
		}
		<-cc.done // its response is being read
		return cc.err
	}
}

// request makes m the request of c.
func (s *clientSession) request(ctx context.Context, m *message, c *wire.Call) error {
	if s.version == 1 {
		if c.Method.Streams() {
			return wire.Errorf(wire.Unimplemented, "version 1 frames have no streams")
		}
		return m.encode(s.k, c.Args, s.codec, Uncompressed, s.limits.Message)
	}
	m.Kind = KindRequest
	if c.Method.Oneway {
		m.Kind = KindOneway
	}
	if clientHalf(c.Method) {
		m.Flags |= FlagMore
	}
	if deadline, ok := ctx.Deadline(); ok {
		left := (time.Until(deadline) + time.Millisecond - 1) / time.Millisecond
		m.ext = AppendExtension32(m.ext, ExtTimeout, uint32(min(max(left, 1), 1<<32-1)))
	}
	if err := m.addMetadata(c.Metadata); err != nil {
		return err
	}
	return m.encode(s.k, c.Args, s.codec, s.k.compression, s.limits.Message)
}

// take gives m its id, as its first frame is about to be written, so that ids
// travel in ascending order. False: the session takes no further calls.
func (s *clientSession) take(m *message, cc *clientCall) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.going || s.err != nil {
		return false
	}
	s.last++
	m.ID = s.last
	if cc != nil {
		if cc.st != nil {
			cc.st.id = m.ID
		}
		s.calls[m.ID] = cc
	}
	return true
}

// sent explains the error of sending m, if there is one.
func (s *clientSession) sent(ctx context.Context, err error, m *message) error {
	switch {
	case m.ID == 0 && err == nil:
		return wire.NotSent(wire.Unavailable, "the connection takes no further calls")
	case err == nil:
		return nil
	case ctx.Err() != nil:
		if m.ID != 0 {
			s.cancel(m.ID, m.Method)
		}
		return wire.StatusOf(ctx.Err())
	case m.ID == 0:
		return wire.NotSent(wire.Unavailable, "connection lost: "+err.Error())
	}
	return lost(err)
}

// forget takes a call away from the reader; false where the reader has it.
func (s *clientSession) forget(id uint64) bool {
	s.mu.Lock()
	_, ok := s.calls[id]
	delete(s.calls, id)
	idle := s.going && len(s.calls) == 0
	s.mu.Unlock()
	if idle {
		s.conn.Interrupt()
	}
	return ok
}

func (s *clientSession) cancel(id uint64, method uint32) {
	if s.version == 2 {
		s.w.send(nil, func(b []byte) []byte { return appendControl(b, KindCancel, id, method, nil, nil) })
	}
}

// fail ends all calls.
func (s *clientSession) fail(err error) {
	s.mu.Lock()
	if s.err == nil {
		s.err = err
	}
	calls := s.calls
	s.calls = map[uint64]*clientCall{}
	s.mu.Unlock()
	s.w.stop(err)
	for _, cc := range calls {
		cc.finish(lost(err))
	}
}

// lost is what calls end with that a connection takes with it: to a stream's
// reader an io.ErrUnexpectedEOF.
func lost(err error) error {
	st := &wire.Status{Code: wire.Unavailable, Message: "connection lost: " + err.Error()}
	if have, ok := err.(*wire.Status); ok {
		st.Code, st.Message = have.Code, have.Message
	}
	st.Cause = fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, err)
	return st
}

// finish ends a call that was taken from the map.
func (cc *clientCall) finish(err error) {
	if cc.st != nil {
		cc.st.finish(err, nil, 0)
		return
	}
	cc.err = err
	cc.done <- struct{}{}
}

// read serves the connection until it ends.
func (s *clientSession) read() {
	defer close(s.done)
	defer s.conn.Close()
	for {
		f, err := s.r.next()
		var refused *wire.Status
		switch {
		case err == nil:
			err = s.frame(f)
		case errors.As(err, &refused):
			s.refuse(f.ID, refused)
			err = nil
		case s.conn.Interrupted():
			err = &wire.Status{Code: wire.Unavailable, Message: "the server went away"}
		case err == io.EOF:
			err = errors.New("closed by the server")
		}
		if err != nil {
			s.fail(err)
			return
		}
	}
}

// frame handles one frame. An error ends the connection.
func (s *clientSession) frame(f Frame) error {
	if f.Version != s.version {
		return fmt.Errorf("a version %d frame on a version %d connection", f.Version, s.version)
	}
	if f.Version == 1 {
		s.response1(f)
		return nil
	}
	if f.Flags&FlagsMust != 0 {
		s.refuse(f.ID, wire.Errorf(wire.Unimplemented, "a response with unknown flags %04x", uint16(f.Flags)))
		return nil
	}
	switch f.Kind {
	case KindResponse:
		s.response(f)
	case KindData:
		if s.asm.has(f.ID) {
			s.response(f)
			return nil
		}
		cc := s.find(f.ID)
		if cc == nil {
			return nil // late
		}
		if cc.st == nil || f.Method != cc.call.Method.ID || !serverHalf(cc.call.Method) {
			s.refuse(f.ID, wire.Errorf(wire.Internal, "stream data for %s, whose result is no stream", cc.call.Method.Name))
		} else if err := cc.st.deliver(f); err != nil {
			s.refuse(f.ID, wire.StatusOf(err))
		}
	case KindWindow:
		if cc := s.find(f.ID); cc != nil && cc.st != nil {
			if err := cc.st.addCredit(f.Payload); err != nil {
				s.refuse(f.ID, wire.StatusOf(err))
			}
		}
	case KindPing:
		return s.w.send(nil, func(b []byte) []byte { return appendControl(b, KindPong, f.ID, controlMethod, nil, nil) })
	case KindPong:
	case KindGoaway:
		return s.goaway(f)
	default:
		return fmt.Errorf("the server sent a frame of kind %d", f.Kind)
	}
	return nil
}

func (s *clientSession) find(id uint64) *clientCall {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[id]
}

func (s *clientSession) remove(id uint64) *clientCall {
	s.mu.Lock()
	cc := s.calls[id]
	delete(s.calls, id)
	idle := s.going && len(s.calls) == 0
	s.mu.Unlock()
	if idle {
		s.conn.Interrupt()
	}
	return cc
}

// refuse ends the call that a bad frame belongs to; the connection stays.
func (s *clientSession) refuse(id uint64, st *wire.Status) {
	s.asm.drop(id)
	if cc := s.remove(id); cc != nil {
		s.cancel(id, cc.call.Method.ID)
		cc.finish(st)
	}
}

// response takes the response of a call, or a fragment of it.
func (s *clientSession) response(f Frame) {
	f, whole, err := s.asm.add(f)
	if err != nil {
		s.refuse(f.ID, wire.StatusOf(err))
		return
	}
	if !whole {
		if s.find(f.ID) == nil {
			s.asm.drop(f.ID)
		}
		return
	}
	cc := s.remove(f.ID)
	if cc == nil {
		return // it was cancelled
	}
	if f.Method != cc.call.Method.ID {
		cc.finish(wire.Errorf(wire.Internal, "the response to %s names method %d", cc.call.Method.Name, f.Method))
		return
	}
	var payload []byte
	e, err := readExtensions(f.Extensions)
	if err == nil {
		payload, err = s.k.open(f, e, s.limits.Message)
	}
	if err == nil {
		err = responseError(cc.call.Method, f, e, payload)
	}
	switch {
	case cc.st != nil:
		cc.st.finish(err, append([]byte(nil), payload...), e.codec)
	case err == nil:
		cc.finish(readResult(cc.call.Result, e.codec, payload))
	default:
		cc.finish(err)
	}
}

// readResult fills result. What can't be read is the server's fault here.
func readResult(result any, codec uint16, payload []byte) error {
	if err := decode(result, codec, payload); err != nil {
		st := wire.StatusOf(err)
		return &wire.Status{Code: wire.Internal, Message: "the result can't be read: " + st.Message, Cause: err}
	}
	return nil
}

// response1 takes a version 1 response, in which no bytes stand for every failure.
func (s *clientSession) response1(f Frame) {
	cc := s.remove(f.ID)
	switch {
	case cc == nil:
	case f.Method != cc.call.Method.ID:
		cc.finish(wire.Errorf(wire.Internal, "the response to %s names method %d", cc.call.Method.Name, f.Method))
	case len(f.Payload) == 0:
		cc.finish(wire.Errorf(wire.Unknown, "the server answered %s with nothing: it has no such method, or it failed", cc.call.Method.Name))
	default:
		cc.finish(readResult(cc.call.Result, s.codec, f.Payload))
	}
}

// goaway ends what the server has not taken, which is safe to make elsewhere.
func (s *clientSession) goaway(f Frame) error {
	if len(f.Payload) != 8 {
		return fmt.Errorf("a goaway frame of %d bytes", len(f.Payload))
	}
	taken := binary.BigEndian.Uint64(f.Payload)
	var lost []*clientCall
	s.mu.Lock()
	s.going = true
	for id, cc := range s.calls {
		if id > taken {
			lost = append(lost, cc)
			delete(s.calls, id)
		}
	}
	idle := len(s.calls) == 0
	s.mu.Unlock()
	for _, cc := range lost {
		cc.finish(wire.NotSent(wire.Unavailable, "the server goes away"))
	}
	if idle {
		s.conn.Interrupt()
	}
	return nil
}
