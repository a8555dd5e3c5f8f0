package frame

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

const (
	idleWorkers = 64 // goroutines of a connection that wait for the next call
	lingerFor   = 500 * time.Millisecond
)

// serverSession is a connection of a server: one reader, and calls that run in
// goroutines of their own.
type serverSession struct {
	k      *kit
	c      *wire.ServerConn
	limits wire.Limits
	w      *writer
	r      *reader
	asm    assembler
	budget budget
	ctx    context.Context // ends with the connection
	cancel context.CancelFunc

	two     atomic.Bool // a frame of version 2 came
	work    chan *serverCall
	idle    atomic.Int32
	running sync.WaitGroup

	mu       sync.Mutex
	calls    map[uint64]*serverCall // by id, until they are answered
	active   int                    // handlers that run, or whose answer is being sent
	streams  int                    // among them
	taken    uint64                 // highest id of a request
	draining bool
}

func newServerSession(ctx context.Context, k *kit, c *wire.ServerConn) *serverSession {
	l := c.Limits()
	s := &serverSession{k: k, c: c, limits: l, work: make(chan *serverCall), calls: map[uint64]*serverCall{}}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.budget.max = int64(l.Buffered)
	s.asm = assembler{limit: l.Message, budget: &s.budget}
	s.w = newWriter(c.TimedConn, l.Write, func(error) { s.lost(); c.Interrupt() })
	s.r = newReader(c, c, l.Message)
	if b, err := s.r.br.Peek(4); err == nil { // they were sniffed
		s.two.Store(b[3] == byte(magic2&0xFF))
	}
	return s
}

// run serves the connection until it ends.
func (s *serverSession) run() error {
	s.c.OnDrain(s.drain)
	err := s.read()
	drained := s.c.Interrupted() && s.ctx.Err() == nil
	if !drained {
		s.lost()
	}
	s.running.Wait()
	s.cancel() // idle workers
	s.w.flushed()
	if drained || err != nil {
		s.linger()
	}
	return err
}

func (s *serverSession) read() error {
	for {
		f, err := s.r.next()
		var refused *wire.Status
		switch {
		case err == nil:
			err = s.frame(f)
		case errors.As(err, &refused):
			s.refuse(f, refused)
			err = nil
		case s.c.Interrupted():
			s.w.mu.Lock()
			defer s.w.mu.Unlock()
			return s.w.err
		case errors.Is(err, os.ErrDeadlineExceeded) && !s.r.within && s.busy():
			continue
		case err == io.EOF || errors.Is(err, net.ErrClosed):
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			s.goaway("nothing came for too long")
			return nil
		}
		if err != nil {
			s.goaway(err.Error())
			return err
		}
	}
}

func (s *serverSession) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.active > 0
}

// drain tells the client that no further request is taken.
func (s *serverSession) drain() {
	s.goaway("the server shuts down")
	if !s.busy() {
		s.c.Interrupt()
	}
}

// goaway takes no further requests, and says so to a client that knows how:
// before any request is refused for that reason.
func (s *serverSession) goaway(reason string) {
	s.w.send(nil, func(b []byte) []byte {
		s.mu.Lock()
		s.draining = true
		taken := s.taken
		s.mu.Unlock()
		if !s.two.Load() {
			return b
		}
		ext := AppendExtension(nil, ExtErrorText, []byte(reason))
		return appendControl(b, KindGoaway, 0, controlMethod, ext, binary.BigEndian.AppendUint64(nil, taken))
	})
}

// linger lets the client read what was written last: closing while bytes come in
// would throw it away.
func (s *serverSession) linger() {
	if c, ok := s.c.TimedConn.Conn.(interface{ CloseWrite() error }); ok && c.CloseWrite() == nil {
		s.c.TimedConn.Conn.SetReadDeadline(time.Now().Add(lingerFor))
		io.Copy(io.Discard, io.LimitReader(s.c.TimedConn.Conn, pendingHard))
	}
}

// lost ends the calls under way: the client is gone.
func (s *serverSession) lost() {
	s.mu.Lock()
	for _, c := range s.calls {
		if c.st != nil {
			c.st.stop(io.ErrUnexpectedEOF, nil)
		}
	}
	s.mu.Unlock()
	s.cancel()
}

// frame handles one frame. An error ends the connection.
func (s *serverSession) frame(f Frame) error {
	if f.Version == 1 {
		return s.frame1(f)
	}
	if s.k.v1 {
		return errors.New("version 2 frames aren't served here")
	}
	s.two.Store(true)
	if f.Flags&FlagsMust != 0 {
		s.refuse(f, wire.Errorf(wire.Unimplemented, "unknown flags %04x", uint16(f.Flags&FlagsMust)))
		return nil
	}
	switch f.Kind {
	case KindRequest, KindOneway:
		s.request(f)
	case KindData:
		s.data(f)
	case KindWindow:
		if c := s.find(f.ID); c != nil && c.st != nil {
			if err := c.st.addCredit(f.Payload); err != nil {
				s.refuse(f, wire.StatusOf(err))
			}
		}
	case KindCancel:
		s.asm.drop(f.ID)
		if c := s.find(f.ID); c != nil {
			c.cancel()
		}
	case KindPing:
		return s.w.send(nil, func(b []byte) []byte { return appendControl(b, KindPong, f.ID, controlMethod, nil, nil) })
	case KindPong, KindGoaway:
	case KindResponse:
		return errors.New("a client sent a response")
	default:
		s.refuse(f, wire.Errorf(wire.Unimplemented, "no frames of kind %d", f.Kind))
	}
	return nil
}

func (s *serverSession) find(id uint64) *serverCall {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[id]
}

// data takes a fragment of a request, or something of a client's stream.
func (s *serverSession) data(f Frame) {
	if s.asm.has(f.ID) {
		s.request(f)
		return
	}
	c := s.find(f.ID)
	switch {
	case c == nil: // late: the call is over
	case c.st == nil || !clientHalf(c.ep.Method):
		s.refuse(f, wire.Errorf(wire.InvalidArgument, "stream data for %s, which takes no stream", c.ep.Method.Name))
	default:
		if err := c.st.deliver(f); err != nil {
			s.refuse(f, wire.StatusOf(err))
		}
	}
}

// refuse answers a frame that can't be handled, and ends the call that it
// belongs to.
func (s *serverSession) refuse(f Frame, st *wire.Status) {
	s.asm.drop(f.ID)
	c := s.find(f.ID)
	oneway := f.Kind == KindOneway
	if c != nil {
		oneway = c.oneway
		if !c.answered.CompareAndSwap(false, true) {
			return
		}
		s.free(c)
		if c.st != nil {
			c.st.stop(st, nil)
		}
		c.cancel()
	}
	switch {
	case f.Version == 1:
		s.answer1(f)
	case !oneway && f.Method != controlMethod:
		s.answer(f.Header, st)
	}
}

// answer sends a response without a result.
func (s *serverSession) answer(h Header, st *wire.Status) {
	m := s.k.message(Header{Version: 2, ID: h.ID, Method: h.Method, Kind: KindResponse, Flags: h.Flags & FlagChecksum})
	defer s.k.release(m)
	m.addStatus(st)
	s.w.sendMessage(nil, m, nil)
}

// frame1 handles a version 1 frame: a hello, or a request.
func (s *serverSession) frame1(f Frame) error {
	if f.Method == controlMethod {
		h, ok := ParseHello(f)
		if !ok || h.Highest < 2 || s.k.v1 {
			s.answer1(f)
			return nil
		}
		return s.w.send(nil, func(b []byte) []byte {
			return AppendHelloReply(b, HelloReply{Version: 2, MaxFrame: uint32(s.limits.Message), MaxStreams: uint32(s.limits.Streams)})
		})
	}
	s.request(f)
	return nil
}

// answer1 is how version 1 says that there is no result, whatever the reason.
func (s *serverSession) answer1(f Frame) {
	s.w.send(nil, func(b []byte) []byte {
		b, err := Append(b, Frame{Header: Header{Version: 1, ID: f.ID, Method: f.Method}})
		if err != nil {
			panic(fmt.Sprintf("frame: an empty frame: %v", err))
		}
		return b
	})
}
