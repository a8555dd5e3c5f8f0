package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// ErrServerClosed is what [Server.Serve] returns after Shutdown or Close.
var ErrServerClosed = errors.New("wire: server closed")

// Server serves registered services over every protocol it was given, on one
// port each or all on one. Its methods may be called from any goroutine.
type Server struct {
	config   *config
	registry atomic.Pointer[registry]
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc

	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	conns     map[*ServerConn]struct{}
	closed    bool          // takes no further connections
	empty     chan struct{} // closed when closed and no connection is left
}

// NewServer returns a server without services. It needs [WithProtocols].
func NewServer(opts ...Option) *Server {
	s := &Server{
		config:    newConfig(opts),
		listeners: map[net.Listener]struct{}{},
		conns:     map[*ServerConn]struct{}{},
		empty:     make(chan struct{}),
	}
	s.registry.Store(&registry{})
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Register adds a service; impl is what the generated Invoke functions expect.
// Ids and names that clash, within desc or with what is registered, are one
// error that names both methods of each clash, and then nothing is added. It
// may be called while the server serves.
func (s *Server) Register(desc *Service, impl any) error {
	var endpoints []*Endpoint
	for _, m := range desc.Methods {
		endpoints = append(endpoints, &Endpoint{
			Method:  m,
			onPanic: s.config.onPanic,
			handle: chain(s.config.interceptors, func(ctx context.Context, c *Call) error {
				return m.Invoke(ctx, impl, c)
			}),
		})
	}
	var wires []string
	for _, p := range s.config.protocols {
		wires = append(wires, p.Info.Name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	next, err := s.registry.Load().with(endpoints, wires)
	if err == nil {
		s.registry.Store(next)
	}
	return err
}

// Serve accepts connections until the listener fails or the server ends, which
// is [ErrServerClosed]. It closes the listener.
func (s *Server) Serve(l net.Listener) error {
	defer l.Close()
	if err := s.config.misplaced(false); err != nil {
		return err
	}
	if len(s.config.protocols) == 0 {
		return errors.New("wire: the server has no protocol: see WithProtocols")
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrServerClosed
	}
	s.listeners[l] = struct{}{}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.listeners, l)
		s.mu.Unlock()
	}()
	pause := time.Duration(0)
	for {
		conn, err := l.Accept()
		switch {
		case err == nil:
			pause = 0
			s.start(conn)
		case s.isClosed():
			return ErrServerClosed
		case isTimeout(err) || !errors.Is(err, net.ErrClosed) && pause < time.Second:
			// Too many open files, an aborted connection: it may get better.
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			select {
			case <-time.After(pause):
			case <-s.ctx.Done():
			}
		default:
			return fmt.Errorf("wire: accepting connections: %w", err)
		}
	}
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *Server) start(conn net.Conn) {
	c := &ServerConn{TimedConn: NewTimedConn(conn, s.config.limits), server: s}
	s.mu.Lock()
	refuse := s.closed || len(s.conns) >= s.config.limits.Conns
	if !refuse {
		s.conns[c] = struct{}{}
	}
	s.mu.Unlock()
	if refuse {
		conn.Close()
		return
	}
	go func() {
		defer s.end(c)
		if err := s.serve(c); err != nil && s.config.onConnError != nil {
			s.config.onConnError(conn.RemoteAddr(), err)
		}
	}()
}

func (s *Server) serve(c *ServerConn) (err error) {
	defer func() {
		// A bug of a protocol, or an input that found one: it ends one connection.
		if v := recover(); v != nil {
			if s.config.onPanic != nil {
				s.config.onPanic(nil, v, debug.Stack())
			}
			err = fmt.Errorf("wire: panic: %v", v)
		}
	}()
	c.firstBytes(s.config.limits.FirstByte)
	p := c.sniff(s.config.protocols)
	if p == nil {
		if c.isDraining() {
			return nil
		}
		return errors.New("wire: no protocol recognises the connection's first bytes")
	}
	c.speaks(p.Info.Name)
	c.Waiting(true)
	return p.Serve(s.ctx, c)
}

func (s *Server) end(c *ServerConn) {
	c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	s.checkEmpty()
}

// checkEmpty is called with mu held.
func (s *Server) checkEmpty() {
	if s.closed && len(s.conns) == 0 {
		select {
		case <-s.empty:
		default:
			close(s.empty)
		}
	}
}

// stop ends accepting and returns the connections that are left.
func (s *Server) stop() []*ServerConn {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for l := range s.listeners {
		l.Close()
	}
	var conns []*ServerConn
	for c := range s.conns {
		conns = append(conns, c)
	}
	s.checkEmpty()
	return conns
}

// Shutdown takes no further connections and calls, waits for those under way
// and returns nil; clients are told where the wire can say so. When ctx ends
// first, everything is closed and the context's error returned.
func (s *Server) Shutdown(ctx context.Context) error {
	for _, c := range s.stop() {
		c.drain()
	}
	select {
	case <-s.empty:
		s.cancel()
		return nil
	case <-ctx.Done():
		s.Close()
		return ctx.Err()
	}
}

// Close ends the server at once: contexts of calls under way end, connections
// are closed. It doesn't wait for handlers, and may be called twice.
func (s *Server) Close() error {
	conns := s.stop()
	s.cancel()
	for _, c := range conns {
		c.Close()
	}
	return nil
}
