package rpch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// checkAfter is how long a connection was unused when it is looked at before the
// next call: the peer may have closed it.
const checkAfter = 5 * time.Millisecond

// clientSession is a connection of a client. Its pool gives it to one call at a
// time; Alive and Close may be called besides.
type clientSession struct {
	conn   *wire.TimedConn
	in     input
	limits wire.Limits
	seq    uint64
	opened bool // the handshake is sent
	out    []byte
	data   []byte
	used   time.Time

	broken atomic.Bool // takes no further calls
}

func dial(ctx context.Context, t *wire.Target) (wire.Session, error) {
	conn, err := t.Connect(ctx)
	if err != nil {
		return nil, err
	}
	timed := wire.NewTimedConn(conn, t.Limits)
	return &clientSession{conn: timed, in: newInput(timed, timed), limits: t.Limits}, nil
}

// Alive reports whether a call may be made.
func (s *clientSession) Alive() bool {
	if s.broken.Load() {
		return false
	}
	if time.Since(s.used) > checkAfter && (s.in.Buffered() > 0 || s.conn.Readable()) {
		s.fail() // closed by the server, or bytes that nobody asked for
		return false
	}
	return true
}

// Close ends the connection.
func (s *clientSession) Close() error {
	s.fail()
	return nil
}

func (s *clientSession) fail() {
	s.broken.Store(true)
	s.conn.Close()
}

// Invoke makes a call.
func (s *clientSession) Invoke(ctx context.Context, c *wire.Call) (err error) {
	if err := ctx.Err(); err != nil {
		return wire.StatusOf(err)
	}
	if err := s.request(c); err != nil {
		return err
	}
	watch := func() bool { return true }
	if ctx.Done() != nil {
		watch = context.AfterFunc(ctx, s.fail)
	}
	if n, err := s.conn.Write(s.out); err != nil {
		watch()
		s.fail()
		if n == 0 && ctx.Err() == nil {
			return wire.NotSent(wire.Unavailable, "connection lost: "+err.Error())
		}
		return s.lost(ctx, err)
	}
	s.opened = true
	s.seq++
	sh := shapeOf(c.Method)
	if sh.name != "" && !sh.result {
		c.Stream = newClientStream(s, ctx, c.Method, sh, watch)
		return nil
	}
	v, err := s.response(ctx, c.Method)
	switch {
	case err != nil:
	case sh.result:
		if v.Kind == KindStream && string(v.Name) == sh.name && len(v.Data) == 0 {
			c.Stream = newClientStream(s, ctx, c.Method, sh, watch)
			return nil
		}
		s.fail() // chunks may follow
		err = wire.Errorf(wire.Internal, "%s was answered by kind %d %q, not %s", c.Method.Name, v.Kind, clip(v.Name), sh.name)
	default:
		err = readResult(c.Result, v, s)
	}
	if !watch() {
		s.broken.Store(true) // the context ended, and with it the connection
	}
	s.used = time.Now()
	return err
}

// request makes out the request of c, with the handshake where it is the first.
func (s *clientSession) request(c *wire.Call) error {
	m := c.Method
	args, ok := c.Args.(Args)
	switch {
	case m.In == wire.TypedStream || m.Out == wire.TypedStream:
		return errTyped
	case !ok:
		return wire.Errorf(wire.Unimplemented, "%T was not generated for rpch", c.Args)
	}
	b := s.out[:0]
	if cap(b) > 256<<10 {
		b = nil
	}
	if !s.opened {
		b = append(b, Magic...)
	}
	service, method := m.On("rpch")
	b = AppendLine(b, Line{Service: []byte(service), Method: []byte(method), Args: args.RPCHCount(), Seq: s.seq})
	before := len(b)
	b, err := args.AppendRPCH(b)
	switch {
	case err != nil:
		return wire.Errorf(wire.InvalidArgument, "encoding the arguments of %s: %w", m.Name, err)
	case len(b)-before > s.limits.Message:
		return wire.Errorf(wire.ResourceExhausted, "arguments of %d bytes are over the limit of %d", len(b)-before, s.limits.Message)
	}
	s.out = b
	return nil
}

// response reads the response to the last request: its value, or as an error
// what kind 3 says, or why the connection is of no further use.
func (s *clientSession) response(ctx context.Context, m *wire.Method) (Value, error) {
	s.conn.Forever()
	if _, err := s.in.Peek(1); err != nil {
		s.fail()
		return Value{}, s.lost(ctx, err)
	}
	b, err := s.in.exactly(ResponseHeadSize)
	if err != nil {
		s.fail()
		return Value{}, s.lost(ctx, err)
	}
	h, _, err := ParseResponseHead(b, 1<<32-1)
	size := int64(h.NameLen) + int64(h.DataLen)
	switch {
	case err != nil:
		err = wire.Errorf(wire.Internal, "response: %w", err)
	case h.Seq != s.seq-1:
		err = wire.Errorf(wire.Internal, "the response to call %d came for call %d", h.Seq, s.seq-1)
	case size > int64(s.limits.Message):
		err = wire.Errorf(wire.ResourceExhausted, "a response of %d bytes is over the limit of %d", size, s.limits.Message)
	case h.Kind > KindVoid:
		err = wire.Errorf(wire.Internal, "a response of kind %d", h.Kind)
	}
	if err != nil {
		s.fail()
		return Value{}, err
	}
	s.in.Reader.Discard(ResponseHeadSize)
	if cap(s.data) > 256<<10 {
		s.data = nil
	}
	if s.data, err = s.in.append(s.data[:0], int(size)); err != nil {
		s.fail()
		return Value{}, s.lost(ctx, err)
	}
	v := Value{Kind: h.Kind, Name: s.data[:h.NameLen:h.NameLen], Data: s.data[h.NameLen:]}
	if v.Kind == KindError {
		return v, fault(m, v.Data)
	}
	return v, nil
}

// readResult fills result.
func readResult(result any, v Value, s *clientSession) error {
	r, ok := result.(Result)
	if !ok {
		return wire.Errorf(wire.Unimplemented, "%T was not generated for rpch", result)
	}
	if v.Kind == KindStream {
		s.fail() // chunks may follow
	}
	if err := r.ReadRPCH(v); err != nil {
		return wire.Errorf(wire.Internal, "the result can't be read: %w", err)
	}
	return nil
}

// lost says why a call can't end: the context's end, or the connection's.
func (s *clientSession) lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return wire.StatusOf(ctx.Err())
	}
	if errors.Is(err, io.EOF) {
		return &wire.Status{Code: wire.Unavailable, Message: "the server closed the connection without an answer", Cause: io.ErrUnexpectedEOF}
	}
	return &wire.Status{Code: wire.Unavailable, Message: "connection lost: " + err.Error(), Cause: fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, err)}
}
