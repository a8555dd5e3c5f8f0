// Package dyn writes and reads the PRPC wire from the model alone, as each of its
// peers does: in Go, in Java, in C++, and our own runtime. What the first three do
// is a model of them, held to recordings of their bytes.
package dyn

import "github.com/rpcctl/rpcctl/schema"

// traits are what sets an implementation apart.
type traits struct {
	name string
	deep int // messages within each other that it reads

	zeros    bool // a plain field that is set is written even where it is zero
	lax      bool // required is not enforced
	replaces bool // a message that comes again takes the first one's place; else they merge
	fills    bool // what is absent reads as an empty list or map, or the first name of an enum
	groups   bool // groups are known
	narrow   bool // int8 … uint16 and lengths are checked; names of an enum that is closed too
	sets     bool // what comes twice in a set is once there
	enums    enumRule
	text     textRule
	limit    int // bytes of a frame's body
}

// enumRule is what becomes of a number without a name.
type enumRule uint8

const (
	keepNumber enumRule = 1 + iota
	unset               // of a closed enum: as if it weren't there
	null                // of any enum: null; an exception in a map
	refused             // of a closed enum: an error
)

// textRule is what becomes of text that is not UTF-8.
type textRule uint8

const (
	asWritten textRule = 1 + iota // an error, in proto2 the bytes as they are
	replaced                      // replacement characters
	refusedText
)

// Peer is one implementation of the wire. It is a compat.Peer. What its methods
// for calls fail with is a *[Refusal], what Write and Read fail with an *[Error].
type Peer struct{ traits }

// The names of the profiles.
const (
	goPeer   = "go"
	javaPeer = "java"
	cppPeer  = "cpp"
	ourPeer  = "rpcctl"
)

// Go returns the Go runtime with protobuf-go's messages.
func Go() Peer {
	return Peer{traits{name: goPeer, deep: 10000, groups: true, enums: keepNumber, text: asWritten, limit: 1<<31 - 1}}
}

// Java returns the Java runtime with jprotobuf's classes.
func Java() Peer {
	return Peer{traits{
		name: javaPeer, deep: 1000, zeros: true, lax: true, replaces: true, fills: true, sets: true,
		enums: null, text: replaced, limit: 1<<31 - 1,
	}}
}

// Cpp returns the C++ runtime with Google's messages.
func Cpp() Peer {
	return Peer{traits{name: cppPeer, deep: 100, groups: true, enums: unset, text: asWritten, limit: 64 << 20}}
}

// Rpcctl returns our own runtime.
func Rpcctl() Peer {
	return Peer{traits{name: ourPeer, deep: 100, groups: true, narrow: true, sets: true, enums: refused, text: refusedText, limit: 64 << 20}}
}

// Peers returns all of them, Go first: what most who use the wire from here
// speak to.
func Peers() []Peer { return []Peer{Go(), Java(), Cpp(), Rpcctl()} }

// Name returns the profile's name.
func (p Peer) Name() string { return p.name }

// Modelled reports whether this is a model of a foreign runtime.
func (p Peer) Modelled() bool { return p.name != ourPeer }

// Write returns a message as protobuf.
func (p Peer) Write(t *schema.Message, v schema.Record) ([]byte, error) {
	return p.append(nil, t, v)
}

// Read reads a message as protobuf.
func (p Peer) Read(t *schema.Message, b []byte) (schema.Record, error) {
	r, err := p.read(t, b)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Append appends r as a message of type m as our runtime writes it. The error is
// an *[Error]; b is of no use then.
func Append(b []byte, m *schema.Message, r schema.Record) ([]byte, error) {
	p := Rpcctl()
	return p.append(b, m, r)
}

// Read reads a message of type m as our runtime does. The error is an *[Error].
func Read(m *schema.Message, b []byte) (schema.Record, error) { return Rpcctl().Read(m, b) }
