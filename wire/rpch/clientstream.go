package rpch

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/rpcctl/rpcctl/wire"
)

// clientStream is the raw stream of a call at the client.
type clientStream struct {
	s     *clientSession
	ctx   context.Context
	m     *wire.Method
	sh    shape
	watch func() bool // ends watching ctx; false: it has ended, and the connection with it

	down     chunks // read by one goroutine
	writeMu  sync.Mutex
	up       chunkWriter
	sent     bool  // the end chunk is written
	sendErr  error // that it could not be
	canceled atomic.Bool

	once sync.Once
	err  error // of the call, once it is over
}

func newClientStream(s *clientSession, ctx context.Context, m *wire.Method, sh shape, watch func() bool) *clientStream {
	return &clientStream{s: s, ctx: ctx, m: m, sh: sh, watch: watch, down: chunks{in: s.in}, up: chunkWriter{conn: s.conn}}
}

// plain is how a reader or writer of bytes hears of err.
func (st *clientStream) plain(err error) error {
	switch {
	case err == nil || err == io.EOF:
		return err
	case st.canceled.Load():
		return errCanceled
	case st.ctx.Err() != nil:
		return wire.StatusOf(st.ctx.Err())
	case errors.Is(err, ErrChunk):
		return err
	}
	return io.ErrUnexpectedEOF
}

var errCanceled = &wire.Status{Code: wire.Canceled, Message: "canceled by the client"}

func (st *clientStream) Read(p []byte) (int, error) {
	if !st.sh.down {
		return 0, wire.Errorf(wire.Internal, "the %s can't be read at the client", st.sh.name)
	}
	n, err := st.down.Read(p)
	if err != nil && err != io.EOF {
		st.s.fail()
	}
	return n, st.plain(err)
}

func (st *clientStream) Write(p []byte) (int, error) {
	if !st.sh.up {
		return 0, wire.Errorf(wire.Internal, "the %s can't be written at the client", st.sh.name)
	}
	st.writeMu.Lock()
	defer st.writeMu.Unlock()
	if st.sent {
		return 0, io.ErrClosedPipe
	}
	n, err := st.up.Write(p)
	if err != nil {
		st.s.fail()
	}
	return n, st.plain(err)
}

// CloseSend writes the end chunk of what goes to the server, once.
func (st *clientStream) CloseSend() error {
	if !st.sh.up {
		return nil
	}
	return st.endUp()
}

func (st *clientStream) endUp() error {
	st.writeMu.Lock()
	defer st.writeMu.Unlock()
	if !st.sent {
		st.sent = true
		if err := st.up.end(); err != nil {
			st.s.fail()
			st.sendErr = st.plain(err)
		}
	}
	return st.sendErr
}

// Finish ends the call. What was not read is dropped, up to the limit; more than
// that breaks the connection off.
func (st *clientStream) Finish(result any) error {
	st.once.Do(func() {
		st.err = st.finish(result)
		if !st.watch() {
			st.s.broken.Store(true)
		}
	})
	return st.err
}

func (st *clientStream) finish(result any) error {
	// A client of an istream result owes an end chunk as well: it says that it is done.
	if st.sh.up || st.sh.result {
		if err := st.endUp(); err != nil {
			return st.why(err)
		}
	}
	if st.sh.down {
		switch err := st.down.drain(st.s.limits.Drain); {
		case err == errUnread:
			st.s.fail()
			return wire.Errorf(wire.Canceled, "over %d bytes of the stream were left unread", st.s.limits.Drain)
		case err != nil:
			st.s.fail()
			return st.why(err)
		}
	}
	if st.sh.result {
		return nil
	}
	v, err := st.s.response(st.ctx, st.m)
	if err != nil || result == nil {
		if st.canceled.Load() {
			return errCanceled
		}
		return err
	}
	return readResult(result, v, st.s)
}

// why is the call's error for one of its connection.
func (st *clientStream) why(err error) error {
	if st.canceled.Load() {
		return errCanceled
	}
	return st.s.lost(st.ctx, err)
}

// Cancel ends the call. This wire has no word for that: the connection is closed.
func (st *clientStream) Cancel() {
	st.canceled.Store(true)
	st.s.broken.Store(true)
	st.s.conn.Abort()
	st.watch()
}

func (st *clientStream) Send(any) error { return errTyped }
func (st *clientStream) Recv(any) error { return errTyped }
