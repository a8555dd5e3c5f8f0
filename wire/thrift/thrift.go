// Package thrift is the Thrift wire: Apache's binary and compact protocols, framed
// and buffered, as low-level readers and writers over byte slices that generated
// code, sessions and the schema-driven codec of wire/thrift/dyn share. It has no
// session yet.
package thrift

import "fmt"

// Protocol says how values are laid out.
type Protocol uint8

// The protocols.
const (
	Binary Protocol = 1 + iota
	Compact
)

// String returns the name of the wire: "thrift" or "thrift-compact".
func (p Protocol) String() string {
	switch p {
	case Binary:
		return "thrift"
	case Compact:
		return "thrift-compact"
	}
	return fmt.Sprintf("protocol %d", uint8(p))
}

// Type is the shape of a value on the wire, by its number in the binary protocol.
type Type uint8

// The types. Stop ends a struct.
const (
	Stop   Type = 0
	Bool   Type = 2
	I8     Type = 3
	Double Type = 4
	I16    Type = 6
	I32    Type = 8
	I64    Type = 10
	String Type = 11 // text and bytes alike
	Struct Type = 12
	Map    Type = 13
	Set    Type = 14
	List   Type = 15
	UUID   Type = 16 // read past alone
)

var typeNames = [...]string{
	Stop: "stop", Bool: "bool", I8: "i8", Double: "double", I16: "i16", I32: "i32", I64: "i64",
	String: "string", Struct: "struct", Map: "map", Set: "set", List: "list", UUID: "uuid",
}

// String returns Thrift's word for the type.
func (t Type) String() string {
	if t.valid() {
		return typeNames[t]
	}
	return fmt.Sprintf("type %d", uint8(t))
}

func (t Type) valid() bool { return int(t) < len(typeNames) && typeNames[t] != "" }

// The types of the compact protocol by theirs, and back.
const (
	compactTrue  = 1
	compactFalse = 2
)

var toCompact = [...]byte{
	Bool: compactTrue, I8: 3, I16: 4, I32: 5, I64: 6, Double: 7, String: 8, List: 9, Set: 10, Map: 11, Struct: 12, UUID: 13,
}

var fromCompact = [16]Type{
	compactTrue: Bool, compactFalse: Bool, 3: I8, 4: I16, 5: I32, 6: I64, 7: Double, 8: String, 9: List, 10: Set, 11: Map, 12: Struct, 13: UUID,
}

// leastSize is how many bytes a value of the type takes at least.
func leastSize(p Protocol, t Type) int {
	if t == UUID {
		return 16
	}
	if p == Compact {
		if t == Double {
			return 8
		}
		return 1
	}
	switch t {
	case I16:
		return 2
	case I32, String:
		return 4
	case I64, Double:
		return 8
	case List, Set:
		return 5
	case Map:
		return 6
	}
	return 1
}

// MessageType says what a message is.
type MessageType uint8

// The types of messages.
const (
	Call      MessageType = 1
	Reply     MessageType = 2
	Exception MessageType = 3
	Oneway    MessageType = 4
)

// Limits of what is read and written.
const (
	MaxDepth     = 64       // structs in one another, and containers too in what is read past
	DefaultLimit = 64 << 20 // bytes of a message
)

// Fault says what is wrong with bytes, by the number that Thrift's protocol
// exceptions have.
type Fault uint8

// The faults.
const (
	InvalidData  Fault = 1
	NegativeSize Fault = 2
	SizeLimit    Fault = 3
	BadVersion   Fault = 4
	DepthLimit   Fault = 6
	Cut          Fault = 7 // ours: more bytes are needed
)

// Error says why bytes can't be read, or a value can't be written.
type Error struct {
	Fault  Fault
	Offset int // of the byte at fault in what was read; -1 when writing
	Text   string
}

// Error returns the text, with the offset where there is one.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Text
	}
	return fmt.Sprintf("%s (byte %d)", e.Text, e.Offset)
}
