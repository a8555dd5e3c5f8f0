// Package dyn writes and reads the Thrift wires from the model alone, as each of
// their peers does: code that Apache's compiler generates for Go, Java and C++, and
// our own runtime. What the three do is a model of them.
package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// Peer is one implementation of one of the wires. It is a compat.Peer. Its errors
// are *[Refusal].
type Peer struct {
	traits   *traits
	protocol thrift.Protocol
	service  *schema.Service
}

// Go returns Apache's Go library with the code that is generated for it.
func Go(p thrift.Protocol) Peer { return Peer{&traitsOf[goPeer], p, nil} }

// Java returns the same in Java.
func Java(p thrift.Protocol) Peer { return Peer{&traitsOf[javaPeer], p, nil} }

// Cpp returns the same in C++.
func Cpp(p thrift.Protocol) Peer { return Peer{&traitsOf[cppPeer], p, nil} }

// Rpcctl returns our own runtime.
func Rpcctl(p thrift.Protocol) Peer { return Peer{&traitsOf[ourPeer], p, nil} }

// Peers returns all of them for a wire, Apache's Go first.
func Peers(p thrift.Protocol) []Peer { return []Peer{Go(p), Java(p), Cpp(p), Rpcctl(p)} }

// Name returns the profile's name.
func (p Peer) Name() string { return p.traits.name }

// Modelled reports whether this is a model of a foreign runtime.
func (p Peer) Modelled() bool { return !p.traits.ours }

// Of returns the peer as a client or server of that service alone: with its
// transport and name, and with the methods that it inherits, whatever else is in a
// contract. A peer of no service
// takes a method's own service, and serves all of a contract; where a name says too
// little to tell two methods apart, Serve then refuses it.
func (p Peer) Of(s *schema.Service) Peer {
	p.service = s
	return p
}

// RequestAt is Request as a client of one service does it.
func (p Peer) RequestAt(at *schema.Service, m *schema.Method, args schema.Record) ([]byte, error) {
	return p.Of(at).Request(m, args)
}

// ServeAt reads a request as a server of one service alone does.
func (p Peer) ServeAt(at *schema.Service, request []byte) (*schema.Method, schema.Record, error) {
	return p.Of(at).Serve(nil, request)
}

// Write returns a message as data: the bytes of its struct.
func (p Peer) Write(t *schema.Message, v schema.Record) ([]byte, error) {
	e := encoder{w: thrift.NewWriter(p.protocol, make([]byte, 0, 128)), traits: p.traits}
	if !e.message(t, v) {
		return nil, e.refusal(t.Name)
	}
	return e.w.Bytes(), nil
}

// Read reads a message that Write wrote.
func (p Peer) Read(t *schema.Message, b []byte) (schema.Record, error) {
	d := p.newDecoder(b)
	v, ok := d.message(t)
	if ok && p.traits.ours && d.r.Left() > 0 {
		ok = false
		d.r.Fail(thrift.InvalidData, d.r.Offset(), "%d bytes left over", d.r.Left())
	}
	if !ok {
		return nil, d.refusal(forCall, t.Name)
	}
	return v, nil
}

// servedAs returns the service that a method is called or served as.
func (p Peer) servedAs(m *schema.Method) *schema.Service {
	if p.service != nil {
		return p.service
	}
	return m.Parent
}

// framed reports whether messages of a service come in frames.
func (p Peer) framed(s *schema.Service) bool {
	return s == nil || schema.OnWire(s.On, p.protocol.String(), "transport") != "buffered"
}

// sharedName is the name that a service has before the colon, where it shares its
// server with others; else "".
func (p Peer) sharedName(s *schema.Service) string {
	if s == nil {
		return ""
	}
	return schema.OnWire(s.On, p.protocol.String(), "service")
}
