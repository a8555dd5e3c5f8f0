package schema

import "github.com/rpcctl/rpcctl/diag"

// Value is a literal as a contract writes it: a default, a bound, a constant,
// an option. What type it must have is decided by Link, where there is one.
type Value struct {
	Kind   ValueKind
	Text   string // Bool: true or false; Number: decimal; String: the text; Name: a bare word, such as an enum value
	Items  []Value
	Fields []ValueField // of an Object, in source order
	Span   diag.Span
}

// ValueKind says what a literal is.
type ValueKind uint8

// The kinds of literals.
const (
	NullValue ValueKind = 1 + iota
	BoolValue
	NumberValue // Text is canonical: no +, no leading zeros, no exponent unless needed
	StringValue
	NameValue
	ListValue
	ObjectValue
)

// ValueField is one member of an object literal.
type ValueField struct {
	Name  string
	Value Value
}

// Dynamic values, as schema-driven codecs read and write them:
//
//	bool                          bool
//	int8 … int64                  int64
//	uint8 … uint64                uint64
//	float32, float64              float64 (a float32 holds a value that float32 has, or NaN)
//	string                        string
//	bytes                         []byte
//	enum                          int64 (its number)
//	list, set                     []any
//	map                           []Entry
//	message                       Record
//
// A field that is absent from a Record was not set, or not there. A decoder
// leaves out what the bytes leave out and fills in no defaults, but where a
// wire always carries a field the field is always there after decoding.

// Record is the value of a message: field number to value. Of a oneof at most
// one member is there.
type Record map[int]any

// Entry is one pair of a map.
type Entry struct{ Key, Value any }

// Undefined stands for memory that a modelled peer leaves uninitialised.
type Undefined struct{}
