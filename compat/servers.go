package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// servers are the servers of two contracts. Services of which two methods have
// one address on a wire (v1.Users and v2.Users have, where a call carries
// Users alone) can't be served at one place: each is served where nothing else
// would answer in its place, and a client calls the server of its service. One
// that is gone is missed at that server, whoever has its address elsewhere. Where a
// wire's methods are looked for at the service that is called, none of this matters.
type servers struct {
	at       map[*schema.Service]int
	old, new []*schema.Schema // by number; beyond their end is one that serves nothing
}

var nothing = &schema.Schema{}

func serversOf(old, new *schema.Schema, d *diff.Result) *servers {
	s := &servers{at: map[*schema.Service]int{}}
	var olds, news addresses
	for _, t := range Tables() {
		if t.address != nil && t.finds == nil {
			olds.address, news.address = append(olds.address, t.address), append(news.address, t.address)
		}
	}
	for _, svc := range services(old) {
		s.at[svc] = olds.settle(svc, 0)
	}
	var came []*schema.Service
	for _, svc := range services(new) {
		if o, ok := d.Partner(svc).(*schema.Service); ok {
			s.at[svc] = news.settle(svc, s.at[o])
		} else {
			came = append(came, svc)
		}
	}
	for _, svc := range came {
		s.at[svc] = news.settle(svc, 0)
	}
	if len(olds.taken) <= 1 && len(news.taken) <= 1 {
		s.old, s.new = []*schema.Schema{old}, []*schema.Schema{new}
		return s
	}
	s.old, s.new = s.split(old, len(olds.taken)), s.split(new, len(news.taken))
	return s
}

// pair returns what serves a method in OLD and in NEW, of which one may be nil.
func (s *servers) pair(o, n *schema.Method) (old, new *schema.Schema) {
	switch {
	case o == nil:
		return server(s.old, s.at[n.Parent]), server(s.new, s.at[n.Parent])
	case n == nil:
		return server(s.old, s.at[o.Parent]), server(s.new, s.at[o.Parent])
	}
	return server(s.old, s.at[o.Parent]), server(s.new, s.at[n.Parent])
}

func server(all []*schema.Schema, i int) *schema.Schema {
	if i < len(all) {
		return all[i]
	}
	return nothing
}

// split returns what each of n servers serves of a contract.
func (s *servers) split(whole *schema.Schema, n int) []*schema.Schema {
	out := make([]*schema.Schema, n)
	for i := range out {
		out[i] = &schema.Schema{}
		for _, p := range whole.Packages {
			part := *p
			part.Services = nil
			for _, svc := range p.Services {
				if s.at[svc] == i {
					part.Services = append(part.Services, svc)
				}
			}
			out[i].Packages = append(out[i].Packages, &part)
		}
	}
	return out
}

func services(s *schema.Schema) (all []*schema.Service) {
	for _, p := range s.Packages {
		all = append(all, p.Services...)
	}
	return all
}

// addresses are those that servers have given away.
type addresses struct {
	address []func(*schema.Method) string // of each wire
	taken   []map[address]*schema.Method  // of each server
}

type address struct {
	wire int
	text string
}

// settle puts a service to a server where all its addresses are free: the one
// that is wanted, else the first.
func (p *addresses) settle(svc *schema.Service, wanted int) int {
	own := map[address]*schema.Method{}
	seen := map[*schema.Service]bool{}
	for at := svc; at != nil && !seen[at]; at = at.Super {
		seen[at] = true
		for _, m := range at.Methods {
			for i, of := range p.address {
				if a := (address{i, of(m)}); own[a] == nil { // what Link let pass of one service is one server's
					own[a] = m
				}
			}
		}
	}
	for len(p.taken) <= wanted {
		p.taken = append(p.taken, map[address]*schema.Method{})
	}
	if !p.free(wanted, own) {
		for wanted = 0; wanted < len(p.taken) && !p.free(wanted, own); wanted++ {
		}
	}
	if wanted == len(p.taken) {
		p.taken = append(p.taken, map[address]*schema.Method{})
	}
	for a, m := range own {
		p.taken[wanted][a] = m
	}
	return wanted
}

func (p *addresses) free(i int, own map[address]*schema.Method) bool {
	for a, m := range own {
		if taken := p.taken[i][a]; taken != nil && taken != m {
			return false
		}
	}
	return true
}
