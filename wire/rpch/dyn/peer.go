// Package dyn writes and reads the rpch wire from the model alone, as each of its
// peers does: the original in Go, C and Node, and our own runtime. What the three
// do is a model of them, held to recordings of their bytes.
package dyn

import (
	"fmt"

	"github.com/rpcctl/rpcctl/schema"
)

// profile is whose behaviour a peer has.
type profile uint8

const (
	goPeer profile = 1 + iota
	nodePeer
	cPeer
	ourPeer
)

// Peer is one implementation of the wire. It is a compat.Peer. Its errors are
// *[Refusal].
type Peer struct{ profile profile }

// Go returns the original's Go runtime.
func Go() Peer { return Peer{goPeer} }

// Node returns the original's Node runtime.
func Node() Peer { return Peer{nodePeer} }

// C returns the original's C runtime.
func C() Peer { return Peer{cPeer} }

// Rpcctl returns our own runtime.
func Rpcctl() Peer { return Peer{ourPeer} }

// Peers returns all of them, the original in Go first.
func Peers() []Peer { return []Peer{Go(), Node(), C(), Rpcctl()} }

// Name returns the profile's name.
func (p Peer) Name() string {
	switch p.profile {
	case goPeer:
		return "go"
	case nodePeer:
		return "node"
	case cPeer:
		return "c"
	case ourPeer:
		return "rpcctl"
	}
	panic(fmt.Sprintf("rpch: profile %d", p.profile))
}

// Modelled reports whether this is a model of a foreign runtime.
func (p Peer) Modelled() bool { return p.profile != ourPeer }

// Write returns a message as data: its JSON.
func (p Peer) Write(t *schema.Message, v schema.Record) ([]byte, error) {
	return p.writeJSON(t, v, p.profile == cPeer)
}

// Read reads a message that Write wrote.
func (p Peer) Read(t *schema.Message, b []byte) (schema.Record, error) {
	return p.readJSON(t, b)
}

// Refusal says that a peer didn't take what it was given.
type Refusal struct {
	Text string
	mode string
}

// Error returns the text.
func (r *Refusal) Error() string { return r.Text }

// Mode says what the refusal does: "error" to this call, "closed" to the
// connection, "crashed" to the peer.
func (r *Refusal) Mode() string { return r.mode }

const (
	forCall = "error"
	closed  = "closed"
	crashed = "crashed"
)

func refuse(mode, format string, args ...any) *Refusal {
	return &Refusal{Text: fmt.Sprintf(format, args...), mode: mode}
}

// faulty is what a server does with a request that is whole but doesn't fit: the
// original's Go and Node close, C and ours answer an error.
func (p Peer) faulty() string {
	if p.profile == goPeer || p.profile == nodePeer {
		return closed
	}
	return forCall
}
