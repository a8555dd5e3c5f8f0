package wire

import (
	"context"
	"net"
	"sync"
	"time"
)

// ServerConn is an accepted connection in the hands of its protocol. Reading
// begins with the first byte again.
type ServerConn struct {
	*TimedConn
	head   []byte // sniffed and not yet read again
	server *Server
	wire   string

	mu       sync.Mutex
	draining bool
	onDrain  func()
}

// Read reads what was sniffed first.
func (c *ServerConn) Read(p []byte) (int, error) {
	if len(c.head) > 0 {
		n := copy(p, c.head)
		c.head = c.head[n:]
		return n, nil
	}
	return c.TimedConn.Read(p)
}

// ByID returns the method of that id, or nil.
func (c *ServerConn) ByID(id uint32) *Endpoint { return c.server.registry.Load().byID[id] }

// ByName returns the method that this connection's wire calls "service method",
// with one blank in between, or nil.
func (c *ServerConn) ByName(name []byte) *Endpoint {
	return c.server.registry.Load().byName[c.wire][string(name)]
}

// Limits returns the server's limits, with no field zero.
func (c *ServerConn) Limits() Limits { return c.server.config.limits }

// Describe returns the canonical model of what the server serves; nil and no
// error where it doesn't say.
func (c *ServerConn) Describe(ctx context.Context) ([]byte, error) {
	if c.server.config.describe == nil {
		return nil, nil
	}
	return c.server.config.describe(ctx)
}

// OnDrain has f called once the server shuts down: at once where it already
// does. The protocol then takes no further calls, finishes those under way and
// returns from Serve. f must not block.
func (c *ServerConn) OnDrain(f func()) {
	c.mu.Lock()
	now := c.draining
	if !now {
		c.onDrain = f
	}
	c.mu.Unlock()
	if now {
		f()
	}
}

func (c *ServerConn) drain() {
	c.mu.Lock()
	f := c.onDrain
	was := c.draining
	c.draining = true
	if f == nil && !was && c.wire == "" {
		c.SetReadDeadline(time.Now().Add(drainSniff))
	}
	c.mu.Unlock()
	if f != nil && !was {
		f()
	}
}

// drainSniff is how long a server that shuts down still waits to hear which wire
// a connection speaks, so that it can tell its client on that wire.
const drainSniff = 100 * time.Millisecond

// firstBytes sets the limit for the first bytes.
func (c *ServerConn) firstBytes(limit time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.draining {
		limit = drainSniff
	}
	c.SetReadDeadline(time.Now().Add(limit))
}

// speaks sets the wire; from now on the protocol is told to drain.
func (c *ServerConn) speaks(wire string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wire = wire
}

func (c *ServerConn) isDraining() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.draining
}

// sniff finds the protocol of the connection.
func (c *ServerConn) sniff(protocols []*Protocol) *Protocol {
	buf := make([]byte, 0, MaxSniff)
	for len(buf) < MaxSniff {
		n, err := c.TimedConn.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if n > 0 {
			more := false
			for _, p := range protocols {
				m := p.Sniff(buf)
				if m == Yes && !more {
					c.head = buf
					return p
				}
				more = more || m == More
			}
			if !more {
				return nil
			}
		}
		if err != nil {
			return nil
		}
	}
	return nil
}

var _ net.Conn = (*ServerConn)(nil)
