package main

import (
	"github.com/rpcctl/rpcctl/compat"
	wires "github.com/rpcctl/rpcctl/wire/all"
	frame "github.com/rpcctl/rpcctl/wire/frame/dyn"
	"github.com/rpcctl/rpcctl/wire/jsonmap"
	prpc "github.com/rpcctl/rpcctl/wire/prpc/dyn"
	rpch "github.com/rpcctl/rpcctl/wire/rpch/dyn"
	"github.com/rpcctl/rpcctl/wire/thrift"
	thriftdyn "github.com/rpcctl/rpcctl/wire/thrift/dyn"
)

// judged returns every wire with the peers that speak it, as the model drives
// them; a wire that nothing can speak yet has none.
func judged() []compat.Wire {
	peers := map[string][]compat.Peer{"frame": {frame.Frame()}, "frame-v1": {frame.FrameV1()}}
	for _, p := range rpch.Peers() {
		peers["rpch"] = append(peers["rpch"], p)
	}
	for _, protocol := range []thrift.Protocol{thrift.Binary, thrift.Compact} {
		for _, p := range thriftdyn.Peers(protocol) {
			peers[protocol.String()] = append(peers[protocol.String()], p)
		}
	}
	for _, p := range prpc.Peers() {
		peers["prpc"] = append(peers["prpc"], p)
	}
	var all []compat.Wire
	for _, w := range wires.Infos() {
		all = append(all, compat.Wire{Info: w, Peers: peers[w.Name]})
	}
	return all
}

// peerNames returns the profiles of each wire that has more than one, and the
// readers of json.
func peerNames() map[string][]string {
	names := map[string][]string{}
	for _, p := range jsonmap.Peers() {
		names["json"] = append(names["json"], p.Name())
	}
	for _, w := range judged() {
		if len(w.Peers) < 2 {
			continue
		}
		for _, p := range w.Peers {
			names[w.Info.Name] = append(names[w.Info.Name], p.Name())
		}
	}
	return names
}
