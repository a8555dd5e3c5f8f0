// Package rpch is the rpch wire, spoken by peers in Go, C and Node: see
// docs/wires.md.
package rpch

// The kinds of values on the wire.
const (
	KindBuiltin uint16 = 0
	KindStream  uint16 = 1
	KindMessage uint16 = 2
	KindError   uint16 = 3
	KindVoid    uint16 = 4
)

// Value is one argument or result as it travels. Name and Data point into the
// connection's buffer and are valid until the reader returns.
type Value struct {
	Kind uint16
	Name []byte
	Data []byte
}

// Args is what generated args implement.
type Args interface {
	// RPCHCount returns how many arguments there are, streams included.
	RPCHCount() int
	// AppendRPCH appends every argument with its 8-byte head, in source order.
	AppendRPCH(b []byte) ([]byte, error)
	// ReadRPCH checks number, names and sizes and replaces the receiver's fields.
	ReadRPCH(args []Value) error
}

// Result is what generated results implement.
type Result interface {
	// AppendRPCH appends the result with its 8-byte head (kind 4 for none).
	AppendRPCH(b []byte) ([]byte, error)
	// ReadRPCH checks kind, name and size and replaces the receiver's fields.
	ReadRPCH(v Value) error
}

// Message is what generated messages and errors implement: their JSON as this
// wire has it.
type Message interface {
	AppendRPCHJSON(b []byte) ([]byte, error)
	ReadRPCHJSON(b []byte) error
}
