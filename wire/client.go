package wire

import (
	"context"
	"errors"
	"net"
	"sync"
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
		err = cc.pool.use(s, ctx, c)
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
