package rpch

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/rpcctl/rpcctl/wire"
)

// serverStream is the raw stream of a call at the server.
type serverStream struct {
	s    *serverSession
	sh   shape
	over atomic.Bool // the method has returned

	readMu sync.Mutex
	up     chunks

	writeMu sync.Mutex
	down    chunkWriter
	began   bool  // a result stream's head is written
	headErr error // that it could not be
}

var errOver = errors.New("the call is over")

// stream runs a method with a raw stream.
func (s *serverSession) stream(ep *wire.Endpoint, c *wire.Call, sh shape) error {
	st := &serverStream{s: s, sh: sh, up: chunks{in: s.in}, down: chunkWriter{conn: s.c}}
	c.Stream = st
	if !sh.up {
		s.watchBegin()
	}
	failure := ep.Serve(s.ctx, c)
	if !sh.up {
		s.watchEnd()
	}
	st.end()
	if s.ctx.Err() != nil {
		return fmt.Errorf("%w: %w", errAborted, io.ErrUnexpectedEOF)
	}
	if sh.result {
		return st.finishResult(ep.Method, failure)
	}
	if sh.up {
		if err := st.up.drain(s.limits.Drain); err != nil {
			return fmt.Errorf("%w: %w", errAborted, err)
		}
	}
	s.out = s.out[:0]
	if sh.down {
		s.out = append(s.out, EndChunk...)
	}
	return s.respond(ep.Method, c, failure)
}

// finishResult ends a result stream. One that fails after its head was written
// can't say so: the connection is broken off, which no client takes for the end.
// Where the client has already ended an ostream it would not even notice, and its
// next call would suffer: then the failure stays here.
func (st *serverStream) finishResult(m *wire.Method, failure error) error {
	s := st.s
	switch {
	case failure != nil && !st.began:
		s.out = s.out[:0]
		return s.respond(m, nil, failure)
	case failure != nil && (st.sh.down || st.up.done != io.EOF):
		return fmt.Errorf("%w: %w", errAborted, failure)
	case failure != nil:
		return nil
	}
	if err := st.begin(); err != nil {
		return err
	}
	if st.sh.down {
		if err := st.down.end(); err != nil {
			return err
		}
	}
	// A client of an istream says by its end chunk that it is done.
	if err := st.up.drain(s.limits.Drain); err != nil {
		return fmt.Errorf("%w: %w", errAborted, err)
	}
	return nil
}

// end takes the stream away from goroutines that the method has left behind.
func (st *serverStream) end() {
	st.over.Store(true)
	if !st.readMu.TryLock() {
		st.s.c.KickRead()
		st.readMu.Lock()
	}
	st.readMu.Unlock()
	st.writeMu.Lock() // waits for a write under way
	defer st.writeMu.Unlock()
}

// begin writes the head of a result stream, once.
func (st *serverStream) begin() error {
	if !st.sh.result || st.began || st.headErr != nil {
		return st.headErr
	}
	b := AppendResponseHead(nil, ResponseHead{Seq: st.s.line.Seq, Head: Head{Kind: KindStream, NameLen: uint16(len(st.sh.name))}})
	_, st.headErr = st.s.c.Write(append(b, st.sh.name...))
	st.began = true
	return st.headErr
}

func (st *serverStream) Read(p []byte) (int, error) {
	if !st.sh.up {
		return 0, wire.Errorf(wire.Internal, "the %s can't be read at the server", st.sh.name)
	}
	st.writeMu.Lock()
	err := st.begin()
	st.writeMu.Unlock()
	if err != nil {
		return 0, err
	}
	st.readMu.Lock()
	defer st.readMu.Unlock()
	if st.over.Load() {
		return 0, errOver
	}
	n, err := st.up.Read(p)
	if err != nil && err != io.EOF && !isTimeout(err) {
		st.s.cancel()
	}
	return n, err
}

func (st *serverStream) Write(p []byte) (int, error) {
	if !st.sh.down {
		return 0, wire.Errorf(wire.Internal, "the %s can't be written at the server", st.sh.name)
	}
	st.writeMu.Lock()
	defer st.writeMu.Unlock()
	if st.over.Load() {
		return 0, errOver
	}
	if err := st.begin(); err != nil {
		return 0, err
	}
	return st.down.Write(p)
}

// CloseSend does nothing: the method's return ends the stream.
func (st *serverStream) CloseSend() error { return nil }

// Finish does nothing: the method's return ends the call.
func (st *serverStream) Finish(any) error { return nil }

// Cancel ends the call, and with it the connection.
func (st *serverStream) Cancel() { st.s.cancel() }

func (st *serverStream) Send(any) error { return errTyped }
func (st *serverStream) Recv(any) error { return errTyped }
