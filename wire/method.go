// Package wire is the runtime that generated Go stands on: servers, clients,
// calls, status and interceptors. It knows no wire protocol; each one is a
// [Protocol] value that its own package makes. It imports the standard library
// and schema alone.
package wire

import (
	"context"
	"time"
)

// Service describes a service to the runtime. Generated code has one each; it
// is read-only.
type Service struct {
	Name    string // full: "demo.math.Math"
	Methods []*Method
}

// Method describes one method. Args, results and items are pointers to
// generated structs that implement what the wires they were generated for ask
// of them: frame.Block, frame.Packed, rpch.Args, rpch.Result.
type Method struct {
	Service    string  // full name of its service
	Name       string  // "Add"
	ID         uint32  // what wires with numeric ids carry; schema.MethodID
	Names      []Names // where a wire knows it by another name
	Oneway     bool
	Idempotent bool
	Timeout    time.Duration // 0: none
	In, Out    Shape         // of the param that streams, and of the result
	Errors     []DeclaredError

	NewArgs   func() any // never nil; a method without params has an empty struct
	NewResult func() any // never nil; void: an empty struct; a stream result: nil func
	NewIn     func() any // an item of a typed In, else nil
	NewOut    func() any // an item of a typed Out, else nil

	// Invoke runs the method of impl. It is called by servers with c.Args
	// decoded; it sets c.Result, or feeds c.Stream, and returns the handler's
	// error.
	Invoke func(ctx context.Context, impl any, c *Call) error
}

// Names is how one wire names a method, where it isn't by Service and Name.
type Names struct{ Wire, Service, Method string }

// Shape says whether a method's side is one message or a stream.
type Shape uint8

// The shapes.
const (
	Unary Shape = iota
	TypedStream
	RawIn     // istream
	RawOut    // ostream
	RawStream // stream
)

// DeclaredError ties an error of the contract to its Go type.
type DeclaredError struct {
	Name   string // "DivideByZero"
	Code   uint32
	Number int        // on wires that number a method's errors
	New    func() any // *DivideByZero, which implements error and the wires' message interfaces
}

// Call is one call, on either side. It belongs to the runtime and is reused:
// nobody keeps it, or its Args, after the call returned.
type Call struct {
	Method *Method
	Args   any
	Result any
	Stream Stream // nil where the method has no stream
	// Metadata is free text for the other side, where the wire carries it.
	Metadata []Pair
	// Wire is the name of the wire that the call goes over.
	Wire string
}

// Pair is one entry of a call's metadata.
type Pair struct{ Key, Value string }

// Conn makes calls: a connection, a pool, or an interceptor around one.
type Conn interface {
	// Invoke makes the call and fills c.Result. Where the method streams, it
	// returns as soon as the stream is open: c.Stream then has the rest.
	// The error is a *Status, or a declared error of the method.
	Invoke(ctx context.Context, c *Call) error
}

// Stream moves the items or bytes of a streaming call. Sending and receiving
// may go on side by side, each from one goroutine.
type Stream interface {
	// Send and Recv move one item of a typed stream. Recv returns io.EOF after
	// the last, and the call's error where it failed.
	Send(item any) error
	Recv(item any) error
	// Read and Write move the bytes of a raw stream, as io.Reader and io.Writer.
	// A connection that is lost in between is io.ErrUnexpectedEOF, never io.EOF.
	Read(p []byte) (int, error)
	Write(p []byte) (int, error)
	// CloseSend says that no more comes from this side.
	CloseSend() error
	// Finish ends the call: at the client it waits for the result (into result,
	// nil where there is none) and frees the stream; it may be called twice.
	Finish(result any) error
	// Cancel ends the call now, at both ends.
	Cancel()
}

// Handler runs a call; interceptors wrap it, at servers and at clients alike.
type Handler func(ctx context.Context, c *Call) error

// Interceptor sees every call. It may change ctx, answer by itself or call next.
type Interceptor func(ctx context.Context, c *Call, next Handler) error
