// Package compat judges the changes that diff found: for each promised wire and
// each pairing of a rollout what happens, with a witness found by running the
// codecs.
package compat

import "github.com/rpcctl/rpcctl/schema"

// Peer is one implementation of one wire, as far as bytes go: it writes and
// reads calls and data from the model alone. The codecs of wire/<name>/dyn have
// these methods; compat runs them and knows no wire.
//
// An error of Serve, Receive or Read is a refusal. What it does to the
// connection is told by its Mode method, where it has one: "error" (for this
// call, the default), "closed" (the connection), "crashed" (the peer died).
type Peer interface {
	// Name is the profile's: "go", "node", "c", "rpcctl".
	Name() string
	// Modelled reports whether the profile models a foreign implementation
	// where ours does otherwise.
	Modelled() bool

	// Request returns what a client of m sends for a call, without what opens
	// a connection. args holds the params by number.
	Request(m *schema.Method, args schema.Record) ([]byte, error)
	// Serve is a server of s that reads a request: the method it runs and the
	// args it hands to it.
	Serve(s *schema.Schema, request []byte) (*schema.Method, schema.Record, error)
	// Reply returns what a server of m answers; result is a value of
	// m.Response().
	Reply(m *schema.Method, result schema.Record) ([]byte, error)
	// ReplyError returns what a server of m answers for a declared error.
	ReplyError(m *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error)
	// Receive is a client of m that reads a reply: a result, or a declared
	// error (not nil) with its fields.
	Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error)

	// Write and Read carry a message as data, or as an element of a stream.
	Write(t *schema.Message, v schema.Record) ([]byte, error)
	Read(t *schema.Message, b []byte) (schema.Record, error)
}

// Wire is what Judge needs of one wire: what it is and who speaks it. The first
// peer is the one that verdicts count where the workspace names none.
type Wire struct {
	Info  *schema.WireInfo
	Peers []Peer
}
