//go:build !unix

package wire

// Readable reports whether a read of the connection would return at once: bytes
// have come, or its end. Where that can't be told it is false.
func (c *TimedConn) Readable() bool { return false }
