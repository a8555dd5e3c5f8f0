package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// Which wires are judged where: those that OLD and NEW both promise. One that
// only OLD promises is a change of its own, one that only NEW promises has no
// old peer.

// promises returns the wires of a service.
func (j *judging) promises(s *schema.Service) []string {
	if ids := s.PromisedBy(); ids != nil {
		return identNames(ids)
	}
	return j.unsaid(s.Parent)
}

func (j *judging) unsaid(p *schema.Package) []string {
	switch {
	case j.o.Default != nil:
		return j.o.Default
	case p == nil:
		return nil
	}
	return schema.DefaultWires(p.Language)
}

func identNames(ids []schema.Ident) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.Name
	}
	return out
}

// packagePromises returns the wires of a package: its own, and those of its
// services.
func (j *judging) packagePromises(p *schema.Package) []string {
	if p == nil {
		return nil
	}
	if wires, known := j.promised[p]; known {
		return wires
	}
	var wires []string
	switch {
	case p.Wires != nil:
		wires = identNames(p.Wires)
	case len(p.Services) == 0:
		wires = slices.Clone(j.unsaid(p))
	}
	for _, s := range p.Services {
		for _, w := range j.promises(s) {
			if !slices.Contains(wires, w) {
				wires = append(wires, w)
			}
		}
	}
	j.promised[p] = wires
	return wires
}

// anyone reports whether a package of either side promises the wire.
func (j *judging) anyone(wire string) bool {
	for _, s := range []*schema.Schema{j.old, j.new} {
		for _, p := range s.Packages {
			if slices.Contains(j.packagePromises(p), wire) {
				return true
			}
		}
	}
	return false
}

// active reports whether a root is judged on a wire.
func (j *judging) active(r *root, wire string) bool {
	if j.o.Judge != nil {
		return true
	}
	if r.use == Data {
		o, n := schema.PackageOf(r.old.msg), (*schema.Package)(nil)
		if r.new.msg != nil {
			n = schema.PackageOf(r.new.msg)
		}
		return slices.Contains(j.packagePromises(o), wire) && (n == nil || slices.Contains(j.packagePromises(n), wire))
	}
	on := func(s *schema.Service) bool { return s == nil || slices.Contains(j.promises(s), wire) }
	return on(j.service(r.old.method, r.new.method)) && on(j.service(r.new.method, r.old.method))
}

// service returns the service of m, else the partner of the other's: a method
// that came to an old service is called on the wires of that.
func (j *judging) service(m, other *schema.Method) *schema.Service {
	if m != nil {
		return m.Parent
	}
	s, _ := j.d.Partner(other.Parent).(*schema.Service)
	return s
}

// promisedAt reports whether the package of a changed element promises a wire.
func (j *judging) promisedAt(c *Change, wire string) bool {
	for _, n := range []schema.Node{c.Old, c.New} {
		if n != nil && slices.Contains(j.packagePromises(schema.PackageOf(n)), wire) {
			return true
		}
	}
	return false
}
