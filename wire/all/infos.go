// Package all lists the wires. To add one, write wire/<name> and add its lines
// here.
package all

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/prpc"
	"github.com/rpcctl/rpcctl/wire/rpch"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// Infos returns what the tool must know of each wire, in the order of all output.
func Infos() []*schema.WireInfo {
	return []*schema.WireInfo{
		frame.Info(), frame.InfoV1(), rpch.Info(), prpc.Info(), thrift.Info(), thrift.InfoCompact(),
	}
}
