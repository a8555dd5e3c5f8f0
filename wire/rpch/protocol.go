package rpch

import (
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// maxAge is below the 10 seconds after which servers of the original Go runtime
// end every connection.
const maxAge = 9 * time.Second

// Protocol is the rpch wire. A connection carries one call at a time; clients
// keep several: see wire.WithMaxConns.
func Protocol() *wire.Protocol {
	return &wire.Protocol{Info: Info(), Sniff: sniff, Serve: serve, Dial: dial, Exclusive: true, MaxAge: maxAge}
}

// sniff recognises connections that begin with the handshake.
func sniff(head []byte) wire.Match {
	n := min(len(head), len(Magic))
	switch {
	case string(head[:n]) != Magic[:n]:
		return wire.No
	case n == len(Magic):
		return wire.Yes
	}
	return wire.More
}
