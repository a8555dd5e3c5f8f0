package wire

import (
	"net"
	"os"
	"sync"
	"time"
)

// TimedConn is a connection whose reads and writes end in time. Deadlines are
// renewed coarsely, so that a busy connection pays next to nothing for them.
// One goroutine reads; any may write or interrupt.
type TimedConn struct {
	net.Conn
	limits Limits

	mu          sync.Mutex
	interrupted bool
	waiting     bool      // reads wait for a message to begin
	read, write time.Time // deadlines that are set
}

// NewTimedConn returns conn with the limits Idle, Read and Write. Without a
// call to Waiting, reads have no limit.
func NewTimedConn(conn net.Conn, l Limits) *TimedConn {
	return &TimedConn{Conn: conn, limits: l.withDefaults()}
}

// Waiting says whether the next reads wait for a message to begin, which may
// take Idle, or for the rest of one, which may take Read from now on (up to an
// eighth less of both).
func (c *TimedConn) Waiting(forNext bool) {
	limit := c.limits.Read
	if forNext {
		limit = c.limits.Idle
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	want := time.Now().Add(limit)
	if c.interrupted || forNext == c.waiting && want.Sub(c.read) < limit/8 {
		return
	}
	c.waiting, c.read = forNext, want
	c.Conn.SetReadDeadline(want)
}

// Forever lifts the limit on reads, for a side that waits on purpose.
func (c *TimedConn) Forever() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.interrupted && !c.read.IsZero() {
		c.read = time.Time{}
		c.Conn.SetReadDeadline(time.Time{})
	}
}

// Interrupt makes the read under way, and all later ones, fail with
// os.ErrDeadlineExceeded. Writes go on.
func (c *TimedConn) Interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.interrupted = true
	c.Conn.SetReadDeadline(past)
}

// Interrupted reports whether Interrupt was called.
func (c *TimedConn) Interrupted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.interrupted
}

var past = time.Unix(1, 0)

// Write writes all of p within the limit for writes.
func (c *TimedConn) Write(p []byte) (int, error) {
	if err := c.beforeWrite(); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

func (c *TimedConn) beforeWrite() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	want := time.Now().Add(c.limits.Write)
	if want.Sub(c.write) < c.limits.Write/8 {
		return nil
	}
	c.write = want
	return c.Conn.SetWriteDeadline(want)
}

// Abort closes the connection so that the peer sees an error, not an end.
func (c *TimedConn) Abort() {
	type lingerer interface{ SetLinger(sec int) error }
	if l, ok := c.Conn.(lingerer); ok {
		l.SetLinger(0)
	}
	c.Conn.Close()
}

// isTimeout reports whether err is a deadline that passed.
func isTimeout(err error) bool {
	ne, ok := err.(net.Error)
	return ok && ne.Timeout() || err == os.ErrDeadlineExceeded
}

// Kick makes the write under way fail with os.ErrDeadlineExceeded; it may have
// written a part. Later writes have their whole time.
func (c *TimedConn) Kick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write = time.Time{}
	c.Conn.SetWriteDeadline(past)
}

// KickRead makes the read under way fail with os.ErrDeadlineExceeded. Later ones
// have the time that Waiting or Forever gives them next.
func (c *TimedConn) KickRead() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read = past
	c.Conn.SetReadDeadline(past)
}
