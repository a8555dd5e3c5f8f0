package frame

import (
	"context"
	"sync/atomic"

	"github.com/rpcctl/rpcctl/wire"
)

const describeMethod uint32 = 0xFFFFFFFE // schema.DescribeID

// serverCall is a call under way at a server.
type serverCall struct {
	s        *serverSession
	ep       *wire.Endpoint
	h        Header // of the request
	codec    uint16
	how      Compression
	oneway   bool
	ctx      context.Context
	cancel   context.CancelFunc
	call     wire.Call
	st       *serverStream
	answered atomic.Bool
}

// serverStream is a streaming call at the server.
type serverStream struct {
	stream
	cancel context.CancelFunc
}

// CloseSend does nothing: the method's return ends the stream.
func (st *serverStream) CloseSend() error { return nil }

// Finish does nothing: the method's return ends the call.
func (st *serverStream) Finish(any) error { return nil }

// Cancel ends the call.
func (st *serverStream) Cancel() { st.cancel() }

// request takes a request, or a fragment of one.
func (s *serverSession) request(f Frame) {
	first := f.Version == 1 || f.Kind != KindData
	if first && s.asm.has(f.ID) {
		s.refuse(f, wire.Errorf(wire.InvalidArgument, "request id %d is in use", f.ID))
		return
	}
	f, whole, err := s.asm.add(f)
	if err == nil && !whole {
		return
	}
	if err == nil {
		err = s.begin(f)
	}
	if err != nil {
		s.refuse(f, wire.StatusOf(err))
	}
}

// begin starts the call of a whole request.
func (s *serverSession) begin(f Frame) error {
	c := &serverCall{s: s, h: f.Header, oneway: f.Version == 2 && f.Kind == KindOneway, codec: CodecPacked}
	e := extensions{timeout: -1, full: -1}
	if f.Version == 2 {
		var err error
		if e, err = readExtensions(f.Extensions); err != nil {
			return err
		}
		c.codec = e.codec
	}
	if c.ep = s.c.ByID(f.Method); c.ep == nil {
		return s.unknown(f)
	}
	m := c.ep.Method
	switch {
	case f.ID == 0 && f.Version == 2:
		return wire.Errorf(wire.InvalidArgument, "request id 0 is reserved")
	case m.Streams() && (f.Version == 1 || c.oneway):
		return wire.Errorf(wire.InvalidArgument, "%s has a stream", m.Name)
	case f.Flags&FlagMore != 0 && !clientHalf(m):
		return wire.Errorf(wire.InvalidArgument, "%s takes no stream", m.Name)
	}
	payload, err := s.k.open(f, e, s.limits.Message)
	if err != nil {
		return err
	}
	if f.Flags&FlagCompressed != 0 {
		c.how = e.compression
	}
	c.call = wire.Call{Method: m, Args: m.NewArgs(), Metadata: e.metadata, Wire: "frame"}
	if f.Version == 1 {
		c.call.Wire = "frame-v1"
	}
	if err := decode(c.call.Args, c.codec, payload); err != nil {
		return err
	}
	if e.timeout >= 0 {
		c.ctx, c.cancel = context.WithTimeout(s.ctx, e.timeout)
	} else {
		c.ctx, c.cancel = context.WithCancel(s.ctx)
	}
	if m.Streams() {
		c.openStream()
	}
	if err := s.register(c); err != nil {
		c.cancel()
		if err == errShutDown && f.Version == 2 {
			s.goaway(errShutDown.Message) // again: the first may have been before the client spoke version 2
		}
		return err
	}
	s.start(c)
	return nil
}

// unknown answers for methods that aren't registered.
func (s *serverSession) unknown(f Frame) error {
	if f.Method != describeMethod || f.Version == 1 {
		return wire.Errorf(wire.Unimplemented, "no method %d", f.Method)
	}
	text, err := s.c.Describe(s.ctx)
	if err != nil {
		return err
	}
	if text == nil {
		return wire.Errorf(wire.Unimplemented, "this server doesn't describe itself")
	}
	m := s.k.message(Header{Version: 2, ID: f.ID, Method: f.Method, Kind: KindResponse, Flags: f.Flags & FlagChecksum})
	m.payload = append(m.payload, text...)
	s.w.sendMessage(s.ctx, m, nil)
	return nil
}

func (c *serverCall) openStream() {
	m := c.ep.Method
	c.st = &serverStream{cancel: c.cancel}
	c.st.stream = stream{
		k: c.s.k, w: c.s.w, id: c.h.ID, method: c.h.Method, codec: c.codec, how: c.how, limit: c.s.limits.Message,
		rawIn: clientRaw(m), rawOut: serverRaw(m), ctx: c.ctx, budget: &c.s.budget,
	}
	c.st.init()
	c.st.endIn(Frame{Header: c.h})
	c.call.Stream = c.st
}

var errShutDown = &wire.Status{Code: wire.Unavailable, Message: "the server shuts down"}

// register makes c known under its id.
func (s *serverSession) register(c *serverCall) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.draining:
		return errShutDown
	case s.calls[c.h.ID] != nil:
		return wire.Errorf(wire.InvalidArgument, "request id %d is in use", c.h.ID)
	case s.active >= s.limits.Calls:
		return wire.Errorf(wire.ResourceExhausted, "over %d calls at once on this connection", s.limits.Calls)
	case c.st != nil && s.streams >= s.limits.Streams:
		return wire.Errorf(wire.ResourceExhausted, "over %d streams at once on this connection", s.limits.Streams)
	}
	s.calls[c.h.ID] = c
	s.active++
	s.taken = max(s.taken, c.h.ID)
	if c.st != nil {
		s.streams++
	}
	return nil
}

// start runs c in a goroutine that waits for work, or in a new one.
func (s *serverSession) start(c *serverCall) {
	s.running.Add(1)
	select {
	case s.work <- c:
	default:
		go s.worker(c)
	}
}

func (s *serverSession) worker(c *serverCall) {
	for {
		c.run()
		if s.idle.Add(1) > idleWorkers {
			s.idle.Add(-1)
			s.running.Done()
			return
		}
		s.running.Done()
		select {
		case c = <-s.work:
			s.idle.Add(-1)
		case <-s.ctx.Done():
			return
		}
	}
}

// run makes the call and answers it.
func (c *serverCall) run() {
	err := c.ep.Serve(c.ctx, &c.call)
	if c.st != nil {
		c.st.stop(wire.Errorf(wire.Canceled, "the call is over"), nil)
	}
	c.cancel()
	if c.answered.CompareAndSwap(false, true) {
		c.s.free(c)
		if !c.oneway {
			c.answer(err)
		}
	}
	c.s.ended(c)
}

// free makes the id of a call that is about to be answered usable again.
func (s *serverSession) free(c *serverCall) {
	s.mu.Lock()
	delete(s.calls, c.h.ID)
	s.mu.Unlock()
}

// ended counts a call out, once its answer is on the way.
func (s *serverSession) ended(c *serverCall) {
	s.mu.Lock()
	s.active--
	if c.st != nil {
		s.streams--
	}
	last := s.draining && s.active == 0
	s.mu.Unlock()
	if last {
		s.c.Interrupt()
	}
}

// answer sends the response.
func (c *serverCall) answer(err error) {
	s := c.s
	m := s.k.message(Header{
		Version: c.h.Version, ID: c.h.ID, Method: c.h.Method, Kind: KindResponse, Flags: c.h.Flags & FlagChecksum,
	})
	if s.k.checksums && c.h.Version == 2 {
		m.Flags |= FlagChecksum
	}
	defer s.k.release(m)
	if err == nil && c.ep.Method.Out == wire.Unary {
		if c.call.Result == nil {
			c.call.Result = c.ep.Method.NewResult()
		}
		if err = m.encode(s.k, c.call.Result, c.codec, c.how, s.limits.Message); err != nil {
			err = &wire.Status{Code: wire.Internal, Message: "the result can't be sent: " + wire.StatusOf(err).Message, Cause: err}
		}
	}
	if err != nil {
		m.ext, m.payload, m.Flags = m.ext[:0], m.payload[:0], m.Flags&^FlagCompressed
		c.answerError(m, err)
	}
	s.w.sendMessage(s.ctx, m, nil)
}

// answerError makes m the response of a call that failed.
func (c *serverCall) answerError(m *message, err error) {
	if m.Version == 1 {
		return // no bytes
	}
	if declared, value := c.ep.Method.Declared(err); declared != nil {
		m.ext = AppendExtension32(m.ext, ExtErrorCode, declared.Code)
		m.addStatus(&wire.Status{Code: wire.Unknown, Message: err.Error()})
		encodeErr := m.encode(c.s.k, value, c.codec, c.how, c.s.limits.Message)
		if encodeErr == nil {
			return
		}
		m.ext, m.payload = m.ext[:0], m.payload[:0]
		err = wire.Errorf(wire.Internal, "the error %s can't be sent: %w", declared.Name, encodeErr)
	}
	st := wire.StatusOf(err)
	if st.Code == wire.OK {
		st = wire.Errorf(wire.Internal, "a handler failed with code 0: %s", st.Message)
	}
	m.addStatus(st)
}
