// Package peers lists the RPC stacks under test. To add one, write peers/<name>
// with a function Peer and add it here.
package peers

import (
	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/peers/drpc"
	"github.com/rpcctl/rpcctl/bench/peers/grpcgo"
	"github.com/rpcctl/rpcctl/bench/peers/netrpc"
	"github.com/rpcctl/rpcctl/bench/peers/ours"
	"github.com/rpcctl/rpcctl/bench/peers/rawmux"
	"github.com/rpcctl/rpcctl/bench/peers/rawtcp"
)

// All returns every peer, in the order of reports.
func All() []*load.Peer {
	all := []*load.Peer{rawtcp.Peer()}
	all = append(all, rawmux.Peers()...)
	all = append(all, ours.Peers()...)
	return append(all, netrpc.Peer(), grpcgo.Peer(), drpc.Peer())
}

// Lookup returns the peer of that name, or nil.
func Lookup(name string) *load.Peer {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names lists all peers.
func Names() []string {
	var names []string
	for _, p := range All() {
		names = append(names, p.Name)
	}
	return names
}
