// Package jsonmap writes and reads protobuf's JSON mapping from the model alone, as
// strict readers do and as lenient ones.
package jsonmap

import (
	"errors"

	"github.com/rpcctl/rpcctl/schema"
)

// Peer writes JSON and reads it. It is a compat.Peer whose calls carry no address:
// how a request finds its method is not for the mapping to say.
type Peer struct{ lenient bool }

// Strict refuses keys and names of enum values that the contract doesn't have.
func Strict() Peer { return Peer{} }

// Lenient ignores them.
func Lenient() Peer { return Peer{lenient: true} }

// Peers returns both, the strict one first.
func Peers() []Peer { return []Peer{Strict(), Lenient()} }

// Name returns strict or lenient.
func (p Peer) Name() string {
	if p.lenient {
		return "lenient"
	}
	return "strict"
}

// Modelled reports false: nothing foreign is modelled.
func (Peer) Modelled() bool { return false }

// Request returns the params of a call.
func (p Peer) Request(m *schema.Method, args schema.Record) ([]byte, error) {
	return p.Write(m.Request(), args)
}

// Serve fails: a request in JSON doesn't name its method.
func (Peer) Serve(*schema.Schema, []byte) (*schema.Method, schema.Record, error) {
	return nil, nil, errors.New("a request in JSON doesn't name its method")
}

// Reply returns the result of a call.
func (p Peer) Reply(m *schema.Method, result schema.Record) ([]byte, error) {
	return p.Write(m.Response(), result)
}

// ReplyError returns the fields of a declared error.
func (p Peer) ReplyError(_ *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error) {
	if e.Target == nil {
		return nil, errors.New(e.Name + " is not declared")
	}
	return p.Write(&e.Target.Message, fields)
}

// Receive reads a result. An error can't be told from one.
func (p Peer) Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error) {
	r, err := p.Read(m.Response(), reply)
	return r, nil, err
}

// Key returns the key of a field: its JSON name, and result for a result, which
// has none.
func Key(f *schema.Field) string {
	if name := f.JSONName(); name != "" {
		return name
	}
	return "result"
}

// field returns the field of a key: the one with that JSON name, else with that
// name as the contract writes it.
func field(m *schema.Message, key string) *schema.Field {
	var named *schema.Field
	for _, f := range m.Fields {
		switch {
		case f.Retired != "" || f.Type.Kind.Streams():
		case Key(f) == key:
			return f
		case f.Name == key:
			named = f
		}
	}
	return named
}

// deepest is how many objects and arrays may stand in one another.
const deepest = 1000
