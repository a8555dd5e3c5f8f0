package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// Serve reads a request of either version as a server of s does. Its errors are
// *[Refusal].
func (p Peer) Serve(s *schema.Schema, request []byte) (*schema.Method, schema.Record, error) {
	f, codec, err := open(request)
	if err != nil {
		return nil, nil, err
	}
	if f.Kind != frame.KindRequest && f.Kind != frame.KindOneway {
		return nil, nil, refusef(statusBad, "kind %d is no request", f.Kind)
	}
	m := find(s, f.Method)
	if m == nil {
		return nil, nil, refusef(statusUnknown, "no method %d", f.Method)
	}
	if f.Version == 1 {
		if err := refuseV1(m); err != nil {
			return nil, nil, err
		}
	}
	streams := m.StreamIn() != nil || m.StreamOut() != nil
	switch {
	case f.ID == 0 && f.Version == 2:
		return nil, nil, refusef(statusBad, "request id 0 is reserved")
	case streams && f.Kind == frame.KindOneway:
		return nil, nil, refusef(statusBad, "%s has a stream", m.FullName())
	case f.Flags&frame.FlagMore != 0 && !sends(m):
		return nil, nil, refusef(statusBad, "a stream follows, and %s takes none", m.FullName())
	}
	args, err := decode(m.Request(), codec, f.Payload)
	if err != nil {
		return nil, nil, err
	}
	return m, args, nil
}

// find returns the method of that number in all services of s and those they
// extend.
func find(s *schema.Schema, id uint32) *schema.Method {
	seen := map[*schema.Service]bool{}
	for _, p := range s.Packages {
		for _, svc := range p.Services {
			for ; svc != nil && !seen[svc]; svc = svc.Super {
				seen[svc] = true
				for _, m := range svc.Methods {
					if n, _ := schema.MethodID(m); n == id {
						return m
					}
				}
			}
		}
	}
	return nil
}
