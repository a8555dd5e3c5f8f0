package dyn

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// Request returns the message that a client of m sends for its first call, in a
// frame unless its service's transport is buffered.
func (p Peer) Request(m *schema.Method, args schema.Record) ([]byte, error) {
	s := p.servedAs(m)
	t := thrift.Call
	if m.Oneway && !p.traits.callForOneway {
		t = thrift.Oneway
	}
	name := m.Name
	if shared := p.sharedName(s); shared != "" {
		name = shared + ":" + name
	}
	return p.send(s, t, name, func(e *encoder) bool { return e.message(m.Request(), args) || e.in(m.Name) })
}

// send puts a message together.
func (p Peer) send(s *schema.Service, t thrift.MessageType, name string, body func(*encoder) bool) ([]byte, error) {
	b := make([]byte, 0, 128)
	framed := p.framed(s)
	if framed {
		b = thrift.BeginFrame(b)
	}
	e := encoder{w: thrift.NewWriter(p.protocol, b), traits: p.traits}
	e.w.Message(t, name, p.traits.seq)
	if !body(&e) || e.w.Err() != nil {
		return nil, e.refusal("")
	}
	b = e.w.Bytes()
	if framed {
		if err := thrift.EndFrame(b, 0); err != nil {
			return nil, refuse(forCall, 0, "%v", err)
		}
	}
	return b, nil
}

// Serve reads a request as a server of s does, or of the one service that the peer is
// made for.
func (p Peer) Serve(s *schema.Schema, request []byte) (*schema.Method, schema.Record, error) {
	d, h, framed, err := p.open(request)
	if err != nil {
		return nil, nil, err
	}
	if p.traits.onlyCalls && h.Type != thrift.Call && h.Type != thrift.Oneway {
		return nil, nil, refuse(closed, 0, "a message of type %d is no call", h.Type)
	}
	m, at, err := p.find(s, string(h.Name))
	if err != nil {
		return nil, nil, err
	}
	if !p.traits.ours && framed != p.framed(at) {
		return nil, nil, refuse(closed, 0, "the transport of %s is another one", at.FullName())
	}
	args, ok := d.message(m.Request())
	if ok && p.traits.ours && framed && d.r.Left() > 0 {
		ok = d.fail(d.r.Offset(), "%d bytes left over", d.r.Left())
	}
	if !ok {
		refusal := d.refusal(p.traits.badArgs, m.Name)
		if p.traits.silent {
			refusal.Code = 0
		}
		return nil, nil, refusal
	}
	return m, args, nil
}

// open reads a message up to its header. The originals take the binary protocol's
// old form too.
func (p Peer) open(b []byte) (d decoder, h thrift.Header, framed bool, err error) {
	if len(b) == 0 {
		return d, h, false, refuse(closed, 0, "the peer waits for a message that doesn't come")
	}
	form, match := thrift.Sniff(b, !p.traits.ours)
	switch {
	case match == wire.More:
		return d, h, false, refuse(closed, 0, "the message is cut")
	case match == wire.No || form.Protocol != p.protocol:
		return d, h, false, refuse(closed, 0, "these bytes begin no message of %s", p.protocol)
	}
	if form.Framed {
		message, _, ok, err := thrift.ParseFrame(b, thrift.DefaultLimit)
		if err != nil || !ok {
			return d, h, true, refuse(closed, 0, "the frame is cut, or over %d bytes", thrift.DefaultLimit)
		}
		b = message
	}
	d = p.newDecoder(b)
	h = d.r.Message(!p.traits.ours)
	if err := d.r.Err(); err != nil {
		return d, h, form.Framed, &Refusal{Err: err, mode: closed}
	}
	return d, h, form.Framed, nil
}

// find returns the method that a name stands for, and the service that it is called
// at.
func (p Peer) find(s *schema.Schema, name string) (*schema.Method, *schema.Service, error) {
	prefix, method := "", name
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		prefix, method = name[:i], name[i+1:]
	}
	if p.service != nil {
		if m := methodOf(p.service, method); m != nil && p.answersTo(p.service, prefix, method != name) {
			return m, p.service, nil
		}
		return nil, nil, unknownMethod(name)
	}
	var found *schema.Method
	var at *schema.Service
	for _, imported := range [...]bool{false, true} {
		for _, pkg := range s.Packages {
			if pkg.Imported != imported {
				continue
			}
			for _, svc := range pkg.Services {
				if !p.answersTo(svc, prefix, method != name) {
					continue
				}
				switch m := methodOf(svc, method); {
				case m == nil || m == found:
				case found != nil:
					return nil, nil, refuse(forCall, thrift.CodeUnknownMethod, "%q is a method of %s and of %s", clip(name), at.FullName(), svc.FullName())
				default:
					found, at = m, svc
				}
			}
		}
		if found != nil {
			return found, at, nil
		}
	}
	return nil, nil, unknownMethod(name)
}

func unknownMethod(name string) error {
	return refuse(forCall, thrift.CodeUnknownMethod, "no method %q", clip(name))
}

// answersTo reports whether a service takes calls with that prefix, or without one.
// The originals share a server when they are told to and only then.
func (p Peer) answersTo(s *schema.Service, prefix string, prefixed bool) bool {
	shared := p.sharedName(s)
	switch {
	case !p.traits.ours && shared == "":
		return !prefixed
	case !p.traits.ours:
		return prefixed && prefix == shared
	}
	return !prefixed || prefix == shared || prefix == s.Name
}

// methodOf returns the method of a service or of those that it extends.
func methodOf(s *schema.Service, name string) *schema.Method {
	methods := s.Methods
	if s.Super != nil {
		methods = s.AllMethods()
	}
	for _, m := range slices.Backward(methods) {
		if m.Name == name {
			return m
		}
	}
	return nil
}

func clip(s string) string { return s[:min(len(s), 60)] }
