package wire

import (
	"context"
	"sync"
)

// This file and stubstream.go are what generated clients and servers call.

// Slots keeps the calls of one method for reuse, so that making one allocates
// nothing. A is the struct of its args, R that of its result.
type Slots[A, R any] struct {
	Method *Method
	pool   sync.Pool
}

// Slot is one call being made.
type Slot[A, R any] struct {
	Args   A
	Result R
	call   Call
}

// Get returns a slot whose args and result are zero.
func (p *Slots[A, R]) Get() *Slot[A, R] {
	s, _ := p.pool.Get().(*Slot[A, R])
	if s == nil {
		s = new(Slot[A, R])
	}
	return s
}

// Invoke makes the call with the slot's args; result is where its result goes.
func (p *Slots[A, R]) Invoke(ctx context.Context, conn Conn, s *Slot[A, R], result any) error {
	s.call = Call{Method: p.Method, Args: &s.Args, Result: result}
	return conn.Invoke(ctx, &s.call)
}

// Put takes a slot back. Nothing of it is kept.
func (p *Slots[A, R]) Put(s *Slot[A, R]) {
	*s = Slot[A, R]{}
	p.pool.Put(s)
}

// ResultOf returns the result that a server is to fill: c's own where it has one
// of that type, else a new one, which it sets.
func ResultOf[R any](c *Call) *R {
	r, ok := c.Result.(*R)
	if !ok {
		r = new(R)
		c.Result = r
	}
	return r
}

// NoResult is the error of a handler that returned neither a result nor an error.
func NoResult(c *Call) error {
	return Errorf(Internal, "%s.%s returned no result", c.Method.Service, c.Method.Name)
}

// NotImplemented is the error of a method that a server doesn't have.
func NotImplemented(m *Method) error {
	return Errorf(Unimplemented, "%s.%s is not implemented", m.Service, m.Name)
}
