package frame

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
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
	gone    atomic.Bool   // takes no further calls: going, or err is set

	mu    sync.Mutex
	calls map[uint64]*clientCall
	last  uint64 // id given out
	going bool   // takes no further calls
	err   error  // why it is gone
}

// clientCall is a call that waits for its response. Whoever takes it out of the
// session's map has it alone; unary ones are reused.
type clientCall struct {
	method *wire.Method
	result any           // of a unary call
	st     *clientStream // nil for a unary call
	err    error
	done   chan struct{} // has an element when err is set
}

func (k *kit) call(c *wire.Call) *clientCall {
	cc, _ := k.calls.Get().(*clientCall)
	if cc == nil {
		cc = &clientCall{done: make(chan struct{}, 1)}
	}
	cc.method, cc.result = c.Method, c.Result
	return cc
}

func (k *kit) releaseCall(cc *clientCall) {
	cc.method, cc.result, cc.err = nil, nil, nil
	k.calls.Put(cc)
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
func (s *clientSession) Alive() bool { return !s.gone.Load() }

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
	return s.unary(ctx, m, c)
}

// unary sends the request m of c, and waits.
func (s *clientSession) unary(ctx context.Context, m *message, c *wire.Call) error {
	cc := s.k.call(c)
	defer s.k.releaseCall(cc)
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
	s.gone.Store(true)
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
