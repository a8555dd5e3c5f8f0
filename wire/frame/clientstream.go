package frame

import (
	"context"
	"io"
	"sync"

	"github.com/rpcctl/rpcctl/wire"
)

// clientHalf and serverHalf report whether a method has a stream in that
// direction.
func clientHalf(m *wire.Method) bool {
	switch m.In {
	case wire.TypedStream, wire.RawIn, wire.RawStream:
		return true
	}
	return m.Out == wire.RawOut || m.Out == wire.RawStream
}

func serverHalf(m *wire.Method) bool {
	switch m.Out {
	case wire.TypedStream, wire.RawIn, wire.RawStream:
		return true
	}
	return m.In == wire.RawOut || m.In == wire.RawStream
}

// clientRaw and serverRaw report whether the half carries bytes.
func clientRaw(m *wire.Method) bool { return m.In != wire.TypedStream }
func serverRaw(m *wire.Method) bool { return m.Out != wire.TypedStream }

// clientStream is a streaming call at the client.
type clientStream struct {
	stream
	s         *clientSession
	call      *wire.Method
	stopWatch func() bool

	closing sync.Once
	closed  error

	over    chan struct{} // closed when the response is there
	err     error         // these are set before
	payload []byte
	answer  uint16 // its codec
}

// open begins a streaming call.
func (s *clientSession) open(ctx context.Context, m *message, c *wire.Call) error {
	st := &clientStream{s: s, call: c.Method, over: make(chan struct{})}
	st.stream = stream{
		k: s.k, w: s.w, method: c.Method.ID, codec: s.codec, how: s.k.compression, limit: s.limits.Message,
		rawIn: serverRaw(c.Method), rawOut: clientRaw(c.Method), ctx: ctx, budget: &s.budget,
	}
	st.init()
	cc := &clientCall{method: c.Method, st: st}
	if err := s.sent(ctx, s.w.sendMessage(ctx, m, func() bool { return s.take(m, cc) }), m); err != nil {
		s.forget(m.ID)
		return err
	}
	st.stopWatch = context.AfterFunc(ctx, func() { st.end(wire.StatusOf(ctx.Err())) })
	c.Stream = st
	return nil
}

// finish takes the response, or what came instead of it.
func (st *clientStream) finish(err error, payload []byte, codec uint16) {
	st.mu.Lock()
	st.err, st.payload, st.answer = err, payload, codec
	st.mu.Unlock()
	if err == nil {
		var last []byte
		if st.call.Out == wire.TypedStream && len(payload) > 0 {
			last = payload
		}
		st.stop(io.EOF, last)
	} else {
		st.stop(err, nil)
	}
	close(st.over)
}

// end gives the call up, where it isn't over.
func (st *clientStream) end(why error) {
	if st.s.forget(st.id) {
		st.s.cancel(st.id, st.method)
		st.finish(why, nil, 0)
	}
}

// CloseSend says that no more comes from this side.
func (st *clientStream) CloseSend() error {
	st.closing.Do(func() {
		st.mu.Lock()
		err := st.outErr
		if err == nil {
			st.outErr = wire.Errorf(wire.Internal, "sending after CloseSend")
		}
		st.mu.Unlock()
		if err == nil && clientHalf(st.call) {
			st.closed = st.control(st.ctx, KindData, nil)
		}
	})
	return st.closed
}

// Finish waits for the response. What was not received is dropped.
func (st *clientStream) Finish(result any) error {
	st.CloseSend()
	for {
		if _, err := st.next(); err != nil {
			break
		}
	}
	select {
	case <-st.over:
	case <-st.ctx.Done():
		st.end(wire.StatusOf(st.ctx.Err()))
		<-st.over
	}
	if st.stopWatch != nil {
		st.stopWatch()
	}
	if st.err != nil || result == nil || st.call.Out == wire.TypedStream {
		return st.err
	}
	return readResult(result, st.answer, st.payload)
}

// Cancel ends the call at both ends.
func (st *clientStream) Cancel() {
	st.end(&wire.Status{Code: wire.Canceled, Message: "canceled by the client"})
	st.stopWatch()
}
