package rpch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// watchAfter is how long a handler runs before its connection is watched for
// being lost.
const watchAfter = 10 * time.Millisecond

// serverSession is a connection of a server: one call after the other, all in
// one goroutine.
type serverSession struct {
	c      *wire.ServerConn
	in     input
	limits wire.Limits
	ctx    context.Context // ends with the connection
	cancel context.CancelFunc
	out    []byte

	// of the request being read
	line  Line
	args  []byte // names and data
	spans []span
	vals  []Value

	mu       sync.Mutex
	busy     bool
	draining bool

	watcher   *time.Timer
	watchMu   sync.Mutex
	watchStop bool
	watchDone chan struct{}
}

// span is where an argument stands in args.
type span struct {
	kind      uint16
	name, end int
	at        int
}

func serve(ctx context.Context, c *wire.ServerConn) error {
	s := &serverSession{c: c, limits: c.Limits(), watchDone: make(chan struct{}, 1)}
	s.in = newInput(c, c.TimedConn)
	s.ctx, s.cancel = context.WithCancel(ctx)
	defer s.cancel()
	s.watcher = time.AfterFunc(time.Hour, s.watch)
	s.watcher.Stop()
	c.OnDrain(s.drain)
	if err := s.in.skip(int64(len(Magic))); err != nil {
		return nil
	}
	for {
		err := s.next()
		switch {
		case err == nil:
		case c.Interrupted() || err == io.EOF || errors.Is(err, net.ErrClosed) || err == errDrained:
			return nil
		case errors.Is(err, errAborted):
			c.Abort()
			return err
		case isTimeout(err) && s.in.Buffered() == 0:
			return nil // idle for too long
		default:
			return err
		}
	}
}

var (
	errDrained = errors.New("no further calls are taken")
	errAborted = errors.New("stream broken off")
)

// drain lets the call under way finish.
func (s *serverSession) drain() {
	s.mu.Lock()
	s.draining = true
	busy := s.busy
	s.mu.Unlock()
	if !busy {
		s.c.Interrupt()
	}
}

// setBusy reports whether the session goes on.
func (s *serverSession) setBusy(busy bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = busy
	return !s.draining
}

// next serves one call. An error ends the connection.
func (s *serverSession) next() error {
	s.c.Waiting(true)
	var line []byte
	for b, err := s.in.Peek(s.in.Buffered()); ; b, err = s.in.more() {
		if err != nil {
			return err
		}
		var size int
		if s.line, size, err = ParseLine(b); err != nil {
			return err
		}
		if size > 0 {
			line = b[:size]
			break
		}
	}
	if !s.setBusy(true) {
		return errDrained
	}
	name := line[:len(s.line.Service)+1+len(s.line.Method)]
	ep := s.c.ByName(name)
	var failure error
	switch {
	case ep == nil:
		failure = wire.Errorf(wire.Unimplemented, "no method %s.%s", clip(s.line.Service), clip(s.line.Method))
	case s.line.Args > s.limits.Args:
		failure = wire.Errorf(wire.ResourceExhausted, "%d arguments are over the limit of %d", s.line.Args, s.limits.Args)
	}
	s.in.Reader.Discard(len(line))
	stream, failure, err := s.arguments(failure)
	if err != nil {
		return err
	}
	if failure == nil {
		err = s.call(ep, stream)
	} else {
		err = s.answer(nil, announced(stream), nil, failure)
	}
	if err == nil && !s.setBusy(false) {
		return errDrained
	}
	return err
}

// arguments reads them all, so that the connection stays readable whatever is
// wrong with them; once failure is set they are only passed over. It returns the
// name of the stream among them.
func (s *serverSession) arguments(failure error) (stream string, _ error, _ error) {
	s.args, s.spans, s.vals = s.args[:0], s.spans[:0], s.vals[:0]
	if cap(s.args) > 256<<10 {
		s.args = nil
	}
	for range s.line.Args {
		b, err := s.in.exactly(HeadSize)
		if err != nil {
			return stream, failure, err
		}
		h, _, err := ParseHead(b, 1<<32-1)
		if err != nil {
			return stream, failure, err
		}
		s.in.Reader.Discard(HeadSize)
		size := int64(h.NameLen) + int64(h.DataLen)
		if failure == nil && (int64(len(s.args))+size > int64(s.limits.Message) || int(h.NameLen) > s.limits.Line) {
			failure = wire.Errorf(wire.ResourceExhausted, "arguments of over %d bytes", s.limits.Message)
		}
		if failure != nil && (h.Kind != KindStream || size > MaxLine) {
			if err := s.in.skip(size); err != nil {
				return stream, failure, err
			}
			continue
		}
		at := len(s.args)
		if s.args, err = s.in.append(s.args, int(size)); err != nil {
			return stream, failure, err
		}
		s.spans = append(s.spans, span{h.Kind, at + int(h.NameLen), len(s.args), at})
		if h.Kind == KindStream {
			if stream != "" && failure == nil {
				failure = wire.Errorf(wire.InvalidArgument, "more than one stream")
			}
			stream = string(s.args[at : at+int(h.NameLen)])
			if announced(stream) == (shape{}) && failure == nil {
				failure = wire.Errorf(wire.InvalidArgument, "%q is no stream", clip([]byte(stream)))
			}
		}
	}
	for _, p := range s.spans {
		s.vals = append(s.vals, Value{Kind: p.kind, Name: s.args[p.at:p.name:p.name], Data: s.args[p.name:p.end:p.end]})
	}
	return stream, failure, nil
}

// call runs a method and answers.
func (s *serverSession) call(ep *wire.Endpoint, stream string) error {
	m := ep.Method
	c := &wire.Call{Method: m, Args: m.NewArgs(), Wire: "rpch"}
	sh := shapeOf(m)
	args, ok := c.Args.(Args)
	switch {
	case m.In == wire.TypedStream || m.Out == wire.TypedStream || !ok:
		return s.answer(m, announced(stream), nil, wire.Errorf(wire.Unimplemented, "%s was not generated for rpch", m.Name))
	case args.RPCHCount() != s.line.Args:
		return s.answer(m, announced(stream), nil, wire.Errorf(wire.InvalidArgument, "%s takes %d arguments, not %d", m.Name, args.RPCHCount(), s.line.Args))
	}
	if err := args.ReadRPCH(s.vals); err != nil {
		return s.answer(m, announced(stream), nil, &wire.Status{Code: wire.InvalidArgument, Message: err.Error(), Cause: err})
	}
	if want := sh.name; sh.result && stream != "" || !sh.result && stream != want {
		return s.answer(m, announced(stream), nil, wire.Errorf(wire.InvalidArgument, "%s was called with the stream %q", m.Name, stream))
	}
	if sh.name == "" {
		s.watchBegin()
		err := ep.Serve(s.ctx, c)
		s.watchEnd()
		return s.answer(m, sh, c, err)
	}
	return s.stream(ep, c, sh)
}

// answer ends a call without a stream of its own: it passes over what the client
// sends in the shape that it announced, and responds.
func (s *serverSession) answer(m *wire.Method, sh shape, c *wire.Call, failure error) error {
	if sh.up {
		if err := (&chunks{in: s.in}).drain(s.limits.Drain); err != nil {
			return fmt.Errorf("%w: %w", errAborted, err)
		}
	}
	s.out = s.out[:0]
	if sh.down {
		s.out = append(s.out, EndChunk...)
	}
	return s.respond(m, c, failure)
}

// respond appends the response to out, and writes it.
func (s *serverSession) respond(m *wire.Method, c *wire.Call, failure error) error {
	start := len(s.out)
	s.out = AppendResponseHead(s.out, ResponseHead{Seq: s.line.Seq})[:start+8]
	if failure == nil {
		failure = s.result(c)
	}
	if failure != nil {
		b, err := AppendValue(s.out[:start+8], Value{Kind: KindError, Data: faultText(m, failure)})
		if err != nil {
			return err
		}
		s.out = b
	}
	_, err := s.c.Write(s.out)
	if cap(s.out) > 256<<10 {
		s.out = nil
	}
	return err
}

// result appends the result of c.
func (s *serverSession) result(c *wire.Call) error {
	if c.Result == nil {
		c.Result = c.Method.NewResult()
	}
	r, ok := c.Result.(Result)
	if !ok {
		return wire.Errorf(wire.Unimplemented, "%s was not generated for rpch", c.Method.Name)
	}
	before := len(s.out)
	b, err := r.AppendRPCH(s.out)
	switch {
	case err != nil:
		return wire.Errorf(wire.Internal, "the result can't be sent: %w", err)
	case len(b)-before > s.limits.Message:
		return wire.Errorf(wire.ResourceExhausted, "a result of %d bytes is over the limit of %d", len(b)-before, s.limits.Message)
	}
	s.out = b
	return nil
}
