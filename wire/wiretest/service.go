// Package wiretest is the suite that every wire must pass. A wire's own test
// says how the suite's values travel and calls [Run].
package wiretest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// Record is all the data that the suite sends: params, results, items, errors.
type Record struct {
	A, B int32
	S    string
}

// Rec lets the suite find the record in what a wire's test wraps around it.
func (r *Record) Rec() *Record { return r }

// Error makes a record a declared error.
func (r *Record) Error() string { return "denied: " + r.S }

func rec(v any) *Record { return v.(interface{ Rec() *Record }).Rec() }

// Role is what a value is used as.
type Role uint8

// The roles.
const (
	Args Role = iota
	Result
	Void // a result without fields
	Item
	Denied // a declared error: must implement error; its name is "Denied", its code 7
)

// Subject is a wire under test.
type Subject struct {
	Protocol *wire.Protocol
	// New returns a value that implements what the wire asks of the role in that
	// method, and that embeds *Record, or has its Rec and Error.
	New func(role Role, m *wire.Method) any

	// What the wire carries besides results.
	Codes    bool // a status with its code
	Cancel   bool // cancelling reaches the server
	Deadline bool // the server knows the deadline
	Metadata bool
	Typed    bool // typed streams
	Raw      bool // raw streams
}

// service is the suite's service at a server.
type service struct {
	sub      Subject
	sleeping atomic.Int32  // calls of Sleep under way
	ended    chan error    // what the context of a Sleep said
	noted    chan *Record  // what one-way calls brought
	release  chan struct{} // lets Hold return
	holding  chan struct{}
}

func newService(sub Subject) *service {
	return &service{sub: sub, ended: make(chan error, 100), noted: make(chan *Record, 100),
		release: make(chan struct{}), holding: make(chan struct{}, 100)}
}

// method is one method of the suite with what it does.
type method struct {
	wire.Method
	do   func(ctx context.Context, s *service, in *Record, c *wire.Call) (*Record, error)
	void bool
}

func methods() []*method {
	list := []*method{
		{Method: wire.Method{Name: "Echo"}, do: func(_ context.Context, _ *service, in *Record, _ *wire.Call) (*Record, error) { return in, nil }},
		{Method: wire.Method{Name: "Nothing"}, void: true, do: func(context.Context, *service, *Record, *wire.Call) (*Record, error) { return nil, nil }},
		{Method: wire.Method{Name: "Fail"}, do: fail},
		{Method: wire.Method{Name: "Sleep"}, do: sleep},
		{Method: wire.Method{Name: "Slow", Timeout: 50 * time.Millisecond}, do: sleep},
		{Method: wire.Method{Name: "Hold"}, do: hold},
		{Method: wire.Method{Name: "Meta"}, do: meta},
		{Method: wire.Method{Name: "Note", Oneway: true}, void: true, do: note},
		{Method: wire.Method{Name: "Sum", In: wire.TypedStream}, do: sum},
		{Method: wire.Method{Name: "Count", Out: wire.TypedStream}, do: count},
		{Method: wire.Method{Name: "Both", In: wire.TypedStream, Out: wire.TypedStream}, do: both},
		{Method: wire.Method{Name: "ArgIn", In: wire.RawIn}, do: readAll},
		{Method: wire.Method{Name: "ArgOut", In: wire.RawOut}, do: writeAll},
		{Method: wire.Method{Name: "ArgBoth", In: wire.RawStream}, do: echoBytes},
		{Method: wire.Method{Name: "ResIn", Out: wire.RawIn}, do: writeAll},
		{Method: wire.Method{Name: "ResOut", Out: wire.RawOut}, do: readAll},
		{Method: wire.Method{Name: "ResBoth", Out: wire.RawStream}, do: echoBytes},
	}
	for i, m := range list {
		m.Service, m.ID = "wiretest.Suite", uint32(i+1)
	}
	return list
}

// describe returns the service as generated code would have it.
func describe(sub Subject) (*wire.Service, map[string]*wire.Method) {
	desc, byName := &wire.Service{Name: "wiretest.Suite"}, map[string]*wire.Method{}
	for _, m := range methods() {
		typed := m.In == wire.TypedStream || m.Out == wire.TypedStream
		if m.Streams() && (typed && !sub.Typed || !typed && !sub.Raw) {
			continue
		}
		w := &m.Method
		w.Errors = []wire.DeclaredError{{Name: "Denied", Code: 7, Number: 1, New: func() any { return sub.New(Denied, w) }}}
		w.NewArgs = func() any { return sub.New(Args, w) }
		result := Result
		if m.void {
			result = Void
		}
		if w.Out == wire.Unary {
			w.NewResult = func() any { return sub.New(result, w) }
		}
		w.NewIn = func() any { return sub.New(Item, w) }
		w.NewOut = w.NewIn
		w.Invoke = func(ctx context.Context, impl any, c *wire.Call) error {
			out, err := m.do(ctx, impl.(*service), rec(c.Args), c)
			if err != nil || w.Out != wire.Unary {
				return err
			}
			c.Result = w.NewResult()
			if out != nil {
				*rec(c.Result) = *out
			}
			return nil
		}
		desc.Methods = append(desc.Methods, w)
		byName[m.Name] = w
	}
	return desc, byName
}

// fail returns what A asks for.
func fail(_ context.Context, s *service, in *Record, c *wire.Call) (*Record, error) {
	switch in.A {
	case 0:
		return nil, errors.New(in.S)
	case 100:
		panic(in.S)
	case 101:
		denied := s.sub.New(Denied, c.Method)
		rec(denied).S = in.S
		return nil, fmt.Errorf("refused: %w", denied.(error))
	}
	return nil, wire.Errorf(wire.Code(in.A), "%s", in.S)
}

// sleep waits B milliseconds, or until its context ends.
func sleep(ctx context.Context, s *service, in *Record, _ *wire.Call) (*Record, error) {
	s.sleeping.Add(1)
	defer s.sleeping.Add(-1)
	select {
	case <-time.After(time.Duration(in.B) * time.Millisecond):
		return in, nil
	case <-ctx.Done():
		s.ended <- ctx.Err()
		return nil, ctx.Err()
	}
}

// hold waits until it is let go, whatever its context says.
func hold(_ context.Context, s *service, in *Record, _ *wire.Call) (*Record, error) {
	s.holding <- struct{}{}
	<-s.release
	return in, nil
}

func meta(_ context.Context, _ *service, _ *Record, c *wire.Call) (*Record, error) {
	out := &Record{A: int32(len(c.Metadata))}
	for _, p := range c.Metadata {
		out.S += p.Key + "=" + p.Value + ";"
	}
	return out, nil
}

func note(_ context.Context, s *service, in *Record, _ *wire.Call) (*Record, error) {
	kept := *in
	s.noted <- &kept
	return nil, nil
}

// sum adds up the items; one with S fails the call.
func sum(_ context.Context, s *service, _ *Record, c *wire.Call) (*Record, error) {
	total := &Record{}
	for {
		item := s.sub.New(Item, c.Method)
		err := c.Stream.Recv(item)
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			s.ended <- err
			return nil, err
		}
		if r := rec(item); r.S == "stop" {
			return nil, wire.Errorf(wire.Aborted, "stopped at %d", r.A)
		}
		total.A += rec(item).A
		total.B++
	}
}

// count sends A items of B bytes each, then fails where S says so.
func count(_ context.Context, s *service, in *Record, c *wire.Call) (*Record, error) {
	for i := range in.A {
		item := s.sub.New(Item, c.Method)
		rec(item).A, rec(item).S = i, text(int(in.B))
		if err := c.Stream.Send(item); err != nil {
			s.ended <- err
			return nil, err
		}
	}
	if in.S != "" {
		return nil, wire.Errorf(wire.Aborted, "%s", in.S)
	}
	return nil, nil
}

func both(_ context.Context, s *service, _ *Record, c *wire.Call) (*Record, error) {
	for {
		item := s.sub.New(Item, c.Method)
		if err := c.Stream.Recv(item); err == io.EOF {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		rec(item).B = 2 * rec(item).A
		if err := c.Stream.Send(item); err != nil {
			return nil, err
		}
	}
}

// readAll checks what comes in; where A is not 0 it stops after A bytes.
func readAll(_ context.Context, s *service, in *Record, c *wire.Call) (*Record, error) {
	var r io.Reader = c.Stream
	if in.A > 0 {
		r = io.LimitReader(r, int64(in.A))
	}
	n, err := checkPattern(r)
	if err != nil {
		s.ended <- err
		return nil, err
	}
	if in.S != "" {
		return nil, errors.New(in.S)
	}
	s.noted <- &Record{A: int32(n)}
	return &Record{A: int32(n)}, nil
}

// writeAll sends A bytes.
func writeAll(_ context.Context, s *service, in *Record, c *wire.Call) (*Record, error) {
	n, err := io.Copy(c.Stream, pattern(int(in.A)))
	if err != nil {
		s.ended <- err
		return nil, err
	}
	if in.S != "" {
		return nil, errors.New(in.S)
	}
	return &Record{A: int32(n)}, nil
}

func echoBytes(_ context.Context, _ *service, _ *Record, c *wire.Call) (*Record, error) {
	n, err := io.Copy(c.Stream, c.Stream)
	return &Record{A: int32(n)}, err
}
