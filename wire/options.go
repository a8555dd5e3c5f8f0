package wire

import (
	"context"
	"errors"
	"net"
)

// Option configures a server or a client; each says which. One that is given to
// the wrong side is an error of Serve or Dial.
type Option func(*config)

type config struct {
	limits       Limits
	interceptors []Interceptor
	protocols    []*Protocol
	onPanic      func(c *Call, value any, stack []byte)
	onConnError  func(peer net.Addr, err error)
	describe     func(ctx context.Context) ([]byte, error)
	dial         func(ctx context.Context, network, address string) (net.Conn, error)
	maxConns     int

	serverOnly, clientOnly string // the last such option that was given
}

func newConfig(opts []Option) *config {
	c := &config{}
	for _, o := range opts {
		o(c)
	}
	c.limits = c.limits.withDefaults()
	return c
}

func (c *config) misplaced(client bool) error {
	switch {
	case client && c.serverOnly != "":
		return errors.New("wire: " + c.serverOnly + " is an option of servers")
	case !client && c.clientOnly != "":
		return errors.New("wire: " + c.clientOnly + " is an option of clients")
	}
	return nil
}

// WithLimits sets the limits of a server or a client.
func WithLimits(l Limits) Option { return func(c *config) { c.limits = l } }

// WithInterceptors adds interceptors to a server or a client; the first is the
// outermost.
func WithInterceptors(is ...Interceptor) Option {
	return func(c *config) { c.interceptors = append(c.interceptors, is...) }
}

// WithProtocols says what a server speaks; the first that recognises a
// connection's first bytes serves it.
func WithProtocols(ps ...*Protocol) Option {
	return func(c *config) { c.protocols = append(c.protocols, ps...); c.serverOnly = "WithProtocols" }
}

// WithPanicHook is told of every panic of a server's handler. The client gets
// code Internal without details, and the connection stays.
func WithPanicHook(f func(c *Call, value any, stack []byte)) Option {
	return func(c *config) { c.onPanic = f; c.serverOnly = "WithPanicHook" }
}

// WithConnErrorHook is told why a server ended a connection, where that wasn't
// its peer's orderly close.
func WithConnErrorHook(f func(peer net.Addr, err error)) Option {
	return func(c *config) { c.onConnError = f; c.serverOnly = "WithConnErrorHook" }
}

// WithDescribe lets a server answer what it serves: the canonical model.
func WithDescribe(f func(ctx context.Context) ([]byte, error)) Option {
	return func(c *config) { c.describe = f; c.serverOnly = "WithDescribe" }
}

// WithDialer makes a client's connections by f, for TLS, tests and the like.
func WithDialer(f func(ctx context.Context, network, address string) (net.Conn, error)) Option {
	return func(c *config) { c.dial = f; c.clientOnly = "WithDialer" }
}

// WithMaxConns bounds a client's connections on wires that have one call at a
// time on each (16 by default); a call that finds all busy waits for one.
func WithMaxConns(n int) Option {
	return func(c *config) { c.maxConns = n; c.clientOnly = "WithMaxConns" }
}

// chain wraps last in the interceptors, once, so that calls allocate nothing.
func chain(is []Interceptor, last Handler) Handler {
	for i := len(is) - 1; i >= 0; i-- {
		one, next := is[i], last
		last = func(ctx context.Context, c *Call) error { return one(ctx, c, next) }
	}
	return last
}
