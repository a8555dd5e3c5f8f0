package wire

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// pool holds the sessions of a client: one that all calls share, or up to n
// with one call each.
type pool struct {
	protocol *Protocol
	target   *Target
	tokens   chan struct{} // exclusive: one per session in use; shared: held while dialling
	shared   atomic.Pointer[pooled]

	mu     sync.Mutex
	idle   []*pooled // free exclusive ones, the latest used last
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
		s, err := p.pick()
		if s == nil || err != nil {
			return nil, err
		}
		if s.Alive() && !p.old(s) {
			return s, nil
		}
		p.drop(s)
	}
}

func (p *pool) pick() (*pooled, error) {
	if s := p.shared.Load(); s != nil {
		return s, nil // one that was closed is not alive
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClientClosed
	}
	n := len(p.idle)
	if n == 0 {
		return nil, nil
	}
	s := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return s, nil
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
			p.shared.Store(s)
		}
	}
	p.mu.Unlock()
	if closed {
		session.Close()
		return nil, errClientClosed
	}
	return s, nil
}

// use makes a call on s. Where an argument's own code panics, in the caller's
// goroutine, the pool doesn't lose the session's place.
func (p *pool) use(s *pooled, ctx context.Context, c *Call) error {
	returned := false
	defer func() {
		if !returned && p.protocol.Exclusive {
			s.Close()
			p.put(s)
		}
	}()
	err := s.Invoke(ctx, c)
	returned = true
	return err
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
	p.mu.Unlock()
	p.shared.CompareAndSwap(s, nil)
	if p.protocol.Exclusive {
		s.Close()
	}
}

func (p *pool) close() error {
	p.mu.Lock()
	p.closed = true
	all := p.all
	p.all, p.idle = map[*pooled]struct{}{}, nil
	p.shared.Store(nil)
	p.mu.Unlock()
	for s := range all {
		s.Close()
	}
	return nil
}
