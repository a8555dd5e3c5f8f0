// Package frame is the frame wire, versions 1 and 2: see docs/wires.md.
package frame

// Block is what generated args, results, messages and stream items implement
// for version 2's default codec.
type Block interface {
	// AppendBlock appends the message with its leading size. The error is for
	// values that have no form: text that is not UTF-8, a fixed list of another
	// length, an element too long.
	AppendBlock(b []byte) ([]byte, error)
	// ReadBlock replaces the receiver's fields by what b holds: a message with
	// its leading size, to the end of b. What it keeps is copied out of b.
	ReadBlock(b []byte) error
}

// Packed is what they implement for version 1.
type Packed interface {
	// AppendPacked appends the fields in number order, without tags or padding.
	AppendPacked(b []byte) ([]byte, error)
	// ReadPacked reads all of b; bytes that are left over are an error.
	ReadPacked(b []byte) error
}
