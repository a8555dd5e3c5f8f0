package all

import (
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// Protocols returns the wires that servers and clients can speak, in the order
// in which a server tries them.
func Protocols() []*wire.Protocol {
	return []*wire.Protocol{frame.Protocol(), frame.ProtocolV1(), rpch.Protocol()}
}
