// Package load holds the load generator, the statistics and the interface
// every RPC stack under test implements.
package load

// Conn is one client connection (or one client object, for stacks that hide
// connections). It must be safe for concurrent use only if the peer declares
// Shared.
type Conn interface {
	Add(a, b int32) (int32, error)
	Echo(p []byte) ([]byte, error)
	Close() error
}

// Peer is one RPC stack under test.
type Peer struct {
	Name string
	// PerConn and Shared say which of the two modes are meaningful.
	PerConn, Shared bool
	// Note explains a limit of the peer, printed with the report.
	Note string
	// MaxEcho is the largest echo payload the peer handles correctly
	// (0: no limit).
	MaxEcho int
	// Serve serves on addr (host:port) until the process ends. shared is the
	// mode the client will use, for peers whose server must know it.
	Serve func(addr string, shared bool) error
	// Dial opens one connection to addr. shared tells a peer that needs
	// different settings for a multiplexed client.
	Dial func(addr string, shared bool) (Conn, error)
}
