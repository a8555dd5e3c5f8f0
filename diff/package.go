package diff

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// diffPackage reports what changed in a package, or that it came or went. Of
// one that went, only what moved to another package is looked at.
func (d *differ) diffPackage(o, n *schema.Package) {
	switch {
	case o == nil:
		add(d, PackageAdded, o, n, "", "").Count = methods(n)
		return
	case n == nil:
		add(d, PackageRemoved, o, n, "", "").Count = methods(o)
		n = &schema.Package{}
	default:
		changed(d, PackageRenamed, o, n, o.Name, n.Name)
		changed(d, PackageVersionChanged, o, n, o.Version, n.Version)
		d.packageWires(o, n)
		d.diffDecl(o, n)
	}
	both := d.partner[o] != nil
	each(d, both, o.Services, n.Services, ServiceAdded, ServiceRemoved, d.diffService)
	each(d, both, o.Messages, n.Messages, MessageAdded, MessageRemoved, d.diffMessage)
	each(d, both, o.Enums, n.Enums, EnumAdded, EnumRemoved, d.diffEnum)
	each(d, both, o.Errors, n.Errors, ErrorAdded, ErrorRemoved, d.diffError)
	each(d, both, o.Consts, n.Consts, ConstAdded, ConstRemoved, d.diffConst)
}

// each compares the elements of old that have a partner, wherever that stands,
// and reports the others where their package is still there.
func each[N any, P element[N]](d *differ, both bool, old, new []*N, added, removed Kind, compare func(o, n *N)) {
	for _, o := range old {
		if n, ok := d.partner[P(o)].(P); ok {
			compare(o, (*N)(n))
		} else if both && !d.nestedInStray(P(o), d.old) {
			add[N, P](d, removed, o, nil, "", "").Count = count(P(o))
		}
	}
	for _, n := range new {
		if both && d.partner[P(n)] == nil && !d.nestedInStray(P(n), d.new) {
			add[N, P](d, added, nil, n, "", "").Count = count(P(n))
		}
	}
}

// nestedInStray reports whether n is nested in a message that has no partner
// either: then that is the one change to report.
func (d *differ) nestedInStray(n schema.Node, in *schema.Schema) bool {
	outer := outerName(n)
	if outer == "" {
		return false
	}
	m, ok := in.Lookup(outer).(*schema.Message)
	return ok && d.partner[m] == nil
}

func count(n schema.Node) int {
	if s, ok := n.(*schema.Service); ok {
		return len(s.Methods)
	}
	return 0
}

func methods(p *schema.Package) (n int) {
	for _, s := range p.Services {
		n += len(s.Methods)
	}
	return n
}

// promised returns the wires that a package promises.
func promised(p *schema.Package) []string {
	if p.Wires == nil {
		return schema.DefaultWires(p.Language)
	}
	return names(p.Wires)
}

func names(ids []schema.Ident) []string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = id.Name
	}
	return s
}

func (d *differ) packageWires(o, n *schema.Package) {
	if o.Wires == nil && n.Wires == nil && o.Language == n.Language {
		return
	}
	old, new := promised(o), promised(n)
	for _, w := range without(old, new) {
		add(d, PackageWireRemoved, o, n, w, "")
	}
	for _, w := range without(new, old) {
		add(d, PackageWireAdded, o, n, "", w)
	}
}

// without returns what is in a and not in b, each once.
func without(a, b []string) (left []string) {
	for _, s := range a {
		if !slices.Contains(b, s) && !slices.Contains(left, s) {
			left = append(left, s)
		}
	}
	return left
}

func (d *differ) diffConst(o, n *schema.Const) {
	sameType := d.sameType(&o.Type, &n.Type)
	if sameType && d.sameDefault(&o.Type, &n.Type, &o.Value, &n.Value) {
		d.diffDecl(o, n)
		return
	}
	from, to := literal(&o.Value), literal(&n.Value)
	if !sameType {
		from, to = o.Type.String()+" "+from, n.Type.String()+" "+to
	}
	changed(d, ConstChanged, o, n, from, to)
	d.diffDecl(o, n)
}
