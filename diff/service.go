package diff

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

func (d *differ) diffService(o, n *schema.Service) {
	if !d.samePackage(o, n) {
		add(d, ServiceMoved, o, n, o.FullName(), n.FullName())
	} else {
		changed(d, ServiceRenamed, o, n, o.Name, n.Name)
	}
	changed(d, ServiceIDChanged, o, n, id(o.ID), id(n.ID))
	d.serviceWires(o, n)
	wireNames(d, ServiceWireNameChanged, o, n, o.On, n.On)
	if o.Super == nil || n.Super == nil || d.partner[o.Super] != schema.Node(n.Super) {
		changed(d, ServiceExtendsChanged, o, n, parent(o), parent(n))
	}
	each(d, true, o.Methods, n.Methods, MethodAdded, MethodRemoved, d.diffMethod)
	d.diffDecl(o, n)
}

func parent(s *schema.Service) string {
	if s.Super != nil {
		return s.Super.FullName()
	}
	return s.Extends.Name
}

// serviceWires reports wires that the service itself gives up or takes on; what
// it inherits from its package is the package's change.
func (d *differ) serviceWires(o, n *schema.Service) {
	if o.Wires == nil && n.Wires == nil {
		return
	}
	old, new := promised(o.Parent), promised(n.Parent)
	lost, gained := without(old, new), without(new, old)
	if o.Wires != nil {
		old, lost = names(o.Wires), nil
	}
	if n.Wires != nil {
		new, gained = names(n.Wires), nil
	}
	for _, w := range without(old, new) {
		if !slices.Contains(lost, w) {
			add(d, ServiceWireRemoved, o, n, w, "")
		}
	}
	for _, w := range without(new, old) {
		if !slices.Contains(gained, w) {
			add(d, ServiceWireAdded, o, n, "", w)
		}
	}
}

// wireNames reports what wire blocks say otherwise, each attribute under the
// key WIRE.ATTRIBUTE, "" where it isn't written.
func wireNames[N any, P element[N]](d *differ, kind Kind, o, n *N, old, new []schema.WireBlock) {
	report := func(wire, attr string) {
		from, to := schema.OnWire(old, wire, attr), schema.OnWire(new, wire, attr)
		if from != to {
			add[N, P](d, kind, o, n, from, to).Key = wire + "." + attr
		}
	}
	for _, b := range old {
		for _, a := range b.Attrs {
			report(b.Wire.Name, a.Name)
		}
	}
	for _, b := range new {
		for _, a := range b.Attrs {
			if schema.OnWire(old, b.Wire.Name, a.Name) == "" {
				report(b.Wire.Name, a.Name)
			}
		}
	}
}
