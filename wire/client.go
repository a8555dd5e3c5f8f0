package wire

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// ClientConn makes calls to one address over one protocol. It dials again when
// its connection is gone, and keeps several where the protocol has one call at
// a time on each. Its methods may be called from any goroutine.
type ClientConn struct {
	protocol *Protocol
	target   *Target
	pool     *pool
	handle   Handler
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
}

// Dial connects to an address; an error is a *Status with code Unavailable, or
// the context's. The context bounds the dialling alone.
func Dial(ctx context.Context, network, address string, p *Protocol, opts ...Option) (*ClientConn, error) {
	cfg := newConfig(opts)
	if err := cfg.misplaced(true); err != nil {
		return nil, err
	}
	if cfg.dial == nil {
		cfg.dial = (&net.Dialer{}).DialContext
	}
	cc := &ClientConn{
		protocol: p,
		target:   &Target{Network: network, Address: address, Limits: cfg.limits, DialConn: cfg.dial},
	}
	cc.ctx, cc.cancel = context.WithCancel(context.Background())
	n := 1
	if p.Exclusive {
		if n = cfg.maxConns; n <= 0 {
			n = 16
		}
	}
	cc.pool = newPool(n, p, cc.target)
	cc.handle = chain(cfg.interceptors, cc.invoke)
	s, err := cc.pool.get(ctx)
	if err != nil {
		cc.cancel()
		return nil, err
	}
	cc.pool.put(s)
	return cc, nil
}

// Close ends all connections; calls under way fail with code Unavailable.
func (cc *ClientConn) Close() error {
	cc.cancel()
	return cc.pool.close()
}

// Invoke makes a call. The method's Timeout holds besides the deadline of ctx.
func (cc *ClientConn) Invoke(ctx context.Context, c *Call) error {
	c.Wire = cc.protocol.Info.Name
	if c.Method.Timeout <= 0 {
		return cc.handle(ctx, c)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Method.Timeout)
	err := cc.handle(ctx, c)
	if err != nil || c.Stream == nil {
		cancel()
		return err
	}
	c.Stream = &heldStream{Stream: c.Stream, release: cancel}
	return nil
}

// invoke makes the call on one connection, and on another where the first
// turns out to be gone before the server can have seen the call.
func (cc *ClientConn) invoke(ctx context.Context, c *Call) error {
	for attempt := 0; ; attempt++ {
		s, err := cc.pool.get(ctx)
		if err != nil {
			return err
		}
		err = s.Invoke(ctx, c)
		switch {
		case err != nil:
			cc.pool.put(s)
		case c.Stream != nil && cc.protocol.Exclusive:
			c.Stream = &heldStream{Stream: c.Stream, release: func() { cc.pool.put(s) }}
			return nil
		default:
			cc.pool.put(s)
			return nil
		}
		if attempt == 3 || !errors.Is(err, ErrNotSent) || ctx.Err() != nil || cc.ctx.Err() != nil {
			return err
		}
	}
}

// heldStream gives something back when the call is over.
type heldStream struct {
	Stream
	once    sync.Once
	release func()
}

func (s *heldStream) Finish(result any) error {
	err := s.Stream.Finish(result)
	s.once.Do(s.release)
	return err
}

func (s *heldStream) Cancel() {
	s.Stream.Cancel()
	s.once.Do(s.release)
}

// pool holds the sessions of a client: one that all calls share, or up to n
// with one call each.
type pool struct {
	protocol *Protocol
	target   *Target
	tokens   chan struct{} // exclusive: one per session in use; shared: held while dialling

	mu     sync.Mutex
	idle   []*pooled // exclusive: free ones, the latest used last; shared: at most one
	all    map[*pooled]struct{}
	closed bool
}

type pooled struct {
	Session
	since time.Time
}

func newPool(n int, p *Protocol, t *Target) *pool {
	return &pool{protocol: p, target: t, tokens: make(chan struct{}, n), all: map[*pooled]struct{}{}}
}

var errClientClosed = &Status{Code: Canceled, Message: "the client is closed"}

// get returns a live session, dialling where none is left. An exclusive one
// belongs to the caller until it is put back.
func (p *pool) get(ctx context.Context) (*pooled, error) {
	if !p.protocol.Exclusive {
		if s, err := p.take(); s != nil || err != nil {
			return s, err
		}
	}
	select {
	case p.tokens <- struct{}{}:
	case <-ctx.Done():
		return nil, &Status{Code: StatusOf(ctx.Err()).Code, Message: "waiting for a free connection: " + ctx.Err().Error(), Cause: ctx.Err()}
	}
	if !p.protocol.Exclusive {
		defer func() { <-p.tokens }()
	}
	s, err := p.take()
	if s == nil && err == nil {
		s, err = p.dial(ctx)
	}
	if err != nil && p.protocol.Exclusive {
		<-p.tokens
	}
	return s, err
}

// take returns a session that is there and alive, or nil.
func (p *pool) take() (*pooled, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, errClientClosed
		}
		n := len(p.idle)
		if n == 0 {
			p.mu.Unlock()
			return nil, nil
		}
		s := p.idle[n-1]
		if p.protocol.Exclusive {
			p.idle = p.idle[:n-1]
		}
		p.mu.Unlock()
		if s.Alive() && !p.old(s) {
			return s, nil
		}
		p.drop(s)
	}
}

func (p *pool) old(s *pooled) bool {
	return p.protocol.MaxAge > 0 && time.Since(s.since) > p.protocol.MaxAge
}

func (p *pool) dial(ctx context.Context) (*pooled, error) {
	since := time.Now()
	session, err := p.protocol.Dial(ctx, p.target)
	if err != nil {
		return nil, err
	}
	s := &pooled{session, since}
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.all[s] = struct{}{}
		if !p.protocol.Exclusive {
			p.idle = append(p.idle[:0], s)
		}
	}
	p.mu.Unlock()
	if closed {
		session.Close()
		return nil, errClientClosed
	}
	return s, nil
}

// put gives a session back after a call.
func (p *pool) put(s *pooled) {
	if !p.protocol.Exclusive {
		return
	}
	if s.Alive() {
		p.mu.Lock()
		p.idle = append(p.idle, s)
		p.mu.Unlock()
	} else {
		p.drop(s)
	}
	<-p.tokens
}

// drop forgets a session. One that is going away is closed only when its last
// call ended, by itself; an exclusive one has none.
func (p *pool) drop(s *pooled) {
	p.mu.Lock()
	delete(p.all, s)
	if !p.protocol.Exclusive && len(p.idle) > 0 && p.idle[0] == s {
		p.idle = p.idle[:0]
	}
	p.mu.Unlock()
	if p.protocol.Exclusive {
		s.Close()
	}
}

func (p *pool) close() error {
	p.mu.Lock()
	p.closed = true
	all := p.all
	p.all, p.idle = map[*pooled]struct{}{}, nil
	p.mu.Unlock()
	for s := range all {
		s.Close()
	}
	return nil
}
