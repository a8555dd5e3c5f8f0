package schema

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
)

// Kind says what shape a type has.
type Kind uint8

// The kinds. KindRef is a name that Link has not resolved; after Link it is
// KindMessage or KindEnum, or stays where the name is unknown.
const (
	KindBool Kind = 1 + iota
	KindInt8
	KindInt16
	KindInt32
	KindInt64
	KindUint8
	KindUint16
	KindUint32
	KindUint64
	KindFloat32
	KindFloat64
	KindString
	KindBytes
	KindList // Elem; Len > 0 where the length is fixed
	KindSet  // Elem
	KindMap  // Key, Elem
	KindRef  // Name
	KindMessage
	KindEnum
	KindStream    // stream(Elem): typed; of a param client to server, of a result server to client
	KindRawIn     // istream: bytes, client to server as a param, server to client as a result
	KindRawOut    // ostream: bytes, the other way
	KindRawStream // stream: bytes, both ways
)

var kindNames = [...]string{
	KindBool: "bool", KindInt8: "int8", KindInt16: "int16", KindInt32: "int32", KindInt64: "int64",
	KindUint8: "uint8", KindUint16: "uint16", KindUint32: "uint32", KindUint64: "uint64",
	KindFloat32: "float32", KindFloat64: "float64", KindString: "string", KindBytes: "bytes",
	KindList: "list", KindSet: "set", KindMap: "map", KindRef: "ref", KindMessage: "message", KindEnum: "enum",
	KindStream: "stream", KindRawIn: "istream", KindRawOut: "ostream", KindRawStream: "stream",
}

// String returns the word of the contract language for k.
func (k Kind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return "invalid"
}

// Scalars are the kinds that are written as one word and hold one value, in the
// order of the constants.
var Scalars = []Kind{
	KindBool, KindInt8, KindInt16, KindInt32, KindInt64, KindUint8, KindUint16, KindUint32, KindUint64,
	KindFloat32, KindFloat64, KindString, KindBytes,
}

// ScalarKind returns the scalar that word names.
func ScalarKind(word string) (Kind, bool) {
	for _, k := range Scalars {
		if kindNames[k] == word {
			return k, true
		}
	}
	return 0, false
}

// Signed, Unsigned, Integer, Float and Number classify number kinds; an enum is none of them.
func (k Kind) Signed() bool   { return KindInt8 <= k && k <= KindInt64 }
func (k Kind) Unsigned() bool { return KindUint8 <= k && k <= KindUint64 }
func (k Kind) Integer() bool  { return KindInt8 <= k && k <= KindUint64 }
func (k Kind) Float() bool    { return k == KindFloat32 || k == KindFloat64 }
func (k Kind) Number() bool   { return KindInt8 <= k && k <= KindFloat64 }

// Scalar reports whether k is one of [Scalars].
func (k Kind) Scalar() bool { return KindBool <= k && k <= KindBytes }

// Raw reports whether k is a raw byte stream.
func (k Kind) Raw() bool { return KindRawIn <= k && k <= KindRawStream }

// Streams reports whether k is a stream, typed or raw.
func (k Kind) Streams() bool { return KindStream <= k && k <= KindRawStream }

// Bits returns the width of a number or bool in bits (bool 8), 0 for others.
func (k Kind) Bits() int {
	switch k {
	case KindBool, KindInt8, KindUint8:
		return 8
	case KindInt16, KindUint16:
		return 16
	case KindInt32, KindUint32, KindFloat32:
		return 32
	case KindInt64, KindUint64, KindFloat64:
		return 64
	}
	return 0
}

// Type is a type as a field, param or result has it. Two types are equal
// exactly when their String is.
type Type struct {
	Kind   Kind
	Name   string // of a ref, message or enum: as written, full after Link
	Len    int    // of a fixed list: its length, else 0
	Key    *Type  // of a map
	Elem   *Type  // of a list, set, map or typed stream
	Span   diag.Span
	Target Node // *Message or *Enum once resolved
}

// String returns the type as the contract language writes it, with full names
// once linked.
func (t Type) String() string {
	switch t.Kind {
	case KindRef, KindMessage, KindEnum:
		return t.Name
	case KindList:
		if t.Len > 0 {
			return "list(" + t.Elem.String() + ", " + strconv.Itoa(t.Len) + ")"
		}
		return "list(" + t.Elem.String() + ")"
	case KindSet, KindStream:
		return t.Kind.String() + "(" + t.Elem.String() + ")"
	case KindMap:
		return "map(" + t.Key.String() + ", " + t.Elem.String() + ")"
	}
	return t.Kind.String()
}

// Message returns the message that a KindMessage type names, else nil.
func (t Type) Message() *Message { m, _ := t.Target.(*Message); return m }

// Enum returns the enum that a KindEnum type names, else nil.
func (t Type) Enum() *Enum { e, _ := t.Target.(*Enum); return e }

// TypeText returns the field's type with its presence: optional(int32).
func (f *Field) TypeText() string {
	if f == nil {
		return "void"
	}
	if f.Presence == Optional {
		return "optional(" + f.Type.String() + ")"
	}
	return f.Type.String()
}
