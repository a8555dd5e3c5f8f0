package dyn

import (
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

const wireName = "prpc"

// serviceName is what a wire block says, else the bare name: what Java and Go know
// a service by.
func serviceName(s *schema.Service) string {
	return or(schema.OnWire(s.On, wireName, "service"), s.Name)
}

// fullName is the service's name behind its package's: what C++ knows it by.
func fullName(s *schema.Service) string {
	name := serviceName(s)
	if strings.Contains(name, ".") || s.Parent == nil || s.Parent.Name == "" {
		return name
	}
	return s.Parent.Name + "." + name
}

func methodName(m *schema.Method) string { return or(schema.OnWire(m.On, wireName, "method"), m.Name) }

func or(said, name string) string {
	if said != "" {
		return said
	}
	return name
}

// called returns the name that a client of s sends.
func (p Peer) called(s *schema.Service) string {
	if p.name == cppPeer {
		return fullName(s)
	}
	return serviceName(s)
}

// answers reports whether a server has s under that name. Java and Go want it
// exactly; C++ and ours take the short and the full one.
func (p Peer) answers(s *schema.Service, name string) bool {
	if p.name == javaPeer || p.name == goPeer {
		return serviceName(s) == name
	}
	return fullName(s) == name || !strings.Contains(name, ".") && serviceName(s) == name
}

// find returns the method that a request names, among those of the service and
// those it inherits.
func (p Peer) find(s *schema.Schema, service, method string) (*schema.Method, error) {
	found := false
	for _, pkg := range s.Packages {
		for _, svc := range pkg.Services {
			if !p.answers(svc, service) {
				continue
			}
			found = true
			seen := map[*schema.Service]bool{}
			for at := svc; at != nil && !seen[at]; at = at.Super {
				seen[at] = true
				for _, m := range at.Methods {
					if methodName(m) == method {
						return m, nil
					}
				}
			}
		}
	}
	if found && p.name == cppPeer {
		return nil, refusef(prpc.CodeNoMethod, "Fail to find method=%s/%s", service, method)
	}
	return nil, refusef(prpc.CodeNoService, "no service %s with a method %s", service, method)
}
