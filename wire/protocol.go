package wire

import (
	"context"
	"net"
	"time"

	"github.com/rpcctl/rpcctl/schema"
)

// Protocol is one wire as servers and clients use it. Its package makes it:
// frame.Protocol(), rpch.Protocol().
type Protocol struct {
	Info *schema.WireInfo

	// Sniff looks at the first bytes of a connection, of which there is at least
	// one and never more than [MaxSniff].
	Sniff func(head []byte) Match
	// Serve serves a connection until it ends; the server closes it afterwards.
	// Nil is an orderly end. ctx ends when the server is closed for good.
	Serve func(ctx context.Context, c *ServerConn) error

	// Dial opens one connection.
	Dial func(ctx context.Context, t *Target) (Session, error)
	// Exclusive: a connection carries one call at a time, so that clients keep several.
	Exclusive bool
	// MaxAge is how long after dialling a connection gets no further calls; 0: for ever.
	MaxAge time.Duration
}

// Match is what a protocol thinks of a connection's first bytes.
type Match uint8

// The matches. More asks for further bytes.
const (
	No Match = iota
	Yes
	More
)

// MaxSniff is how many bytes a protocol gets to see before it must decide.
const MaxSniff = 64

// Target is where and how a protocol dials.
type Target struct {
	Network, Address string
	Limits           Limits
	DialConn         func(ctx context.Context, network, address string) (net.Conn, error) // never nil
}

// Connect opens a network connection to the target; an error is a *Status with
// code Unavailable, or the context's.
func (t *Target) Connect(ctx context.Context) (net.Conn, error) {
	conn, err := t.DialConn(ctx, t.Network, t.Address)
	if err == nil {
		return conn, nil
	}
	if ctx.Err() != nil {
		return nil, StatusOf(ctx.Err())
	}
	// The network's deadline may pass a moment before the context's.
	if d, ok := ctx.Deadline(); ok && !time.Now().Before(d) {
		return nil, StatusOf(context.DeadlineExceeded)
	}
	return nil, &Status{Code: Unavailable, Message: err.Error(), Cause: err}
}

// Session is one connection of a client.
type Session interface {
	Conn
	// Alive reports whether a new call may be made. A connection that the peer
	// has closed, or said that it will, is not.
	Alive() bool
	// Close ends it; calls under way fail. It may be called twice.
	Close() error
}
