package diff

import "github.com/rpcctl/rpcctl/schema"

// match pairs packages, then what stands in them. What finds no partner by
// name, was or id is a stray: it may have been renamed or moved.
func (d *differ) match() {
	d.same = map[messagePair]bool{}
	d.matchPackages()
	for _, p := range d.packages {
		d.matchElements(p.Old, p.New)
	}
	d.matchStrays()
}

func (d *differ) pair(old, new schema.Node) {
	d.partner[old], d.partner[new] = new, old
}

// matchPackages pairs by name, then by was, then the one package that each side
// was asked about.
func (d *differ) matchPackages() {
	d.packages = pairs[schema.Package, *schema.Package](d.old.Packages, d.new.Packages, nil)
	o, n := only(d.packages, func(p Pair[schema.Package]) *schema.Package { return p.Old }), only(d.packages, func(p Pair[schema.Package]) *schema.Package { return p.New })
	if o >= 0 && n >= 0 && d.packages[o].New == nil && d.packages[n].Old == nil {
		d.packages[o].New = d.packages[n].New
		d.packages = append(d.packages[:n], d.packages[n+1:]...)
	}
	for _, p := range d.packages {
		if p.Old != nil && p.New != nil {
			d.pair(p.Old, p.New)
		}
	}
}

// only returns the index of the one package that isn't merely imported, -1
// where there are none or several.
func only(ps []Pair[schema.Package], side func(Pair[schema.Package]) *schema.Package) int {
	found := -1
	for i, p := range ps {
		if s := side(p); s != nil && !s.Imported {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// matchElements pairs the elements of two packages, of which one may be nil.
func (d *differ) matchElements(old, new *schema.Package) {
	none := &schema.Package{}
	if old == nil {
		old = none
	}
	if new == nil {
		new = none
	}
	matchList(d, &d.strays.services, old.Services, new.Services, serviceNumber)
	matchList(d, &d.strays.messages, old.Messages, new.Messages, nil)
	matchList(d, &d.strays.enums, old.Enums, new.Enums, nil)
	matchList(d, &d.strays.errors, old.Errors, new.Errors, nil)
	for _, p := range pairs[schema.Const, *schema.Const](old.Consts, new.Consts, nil) {
		if p.Old != nil && p.New != nil {
			d.pair(p.Old, p.New)
		}
	}
}

func matchList[N any, P element[N]](d *differ, s *stray[N], old, new []*N, number func(*N) (int64, bool)) {
	for _, p := range pairs[N, P](old, new, number) {
		switch {
		case p.New == nil:
			s.old = append(s.old, p.Old)
		case p.Old == nil:
			s.new = append(s.new, p.New)
		default:
			d.pair(P(p.Old), P(p.New))
		}
	}
}

// matchMethods pairs the methods of two services and keeps the rest.
func (d *differ) matchMethods(old, new *schema.Service) {
	matchList(d, &d.strays.methods, old.Methods, new.Methods, methodNumber)
}

// oneofs pairs the oneofs of two messages.
func oneofs(old, new *schema.Message) []Pair[schema.OneOf] {
	return pairs[schema.OneOf, *schema.OneOf](old.OneOfs, new.OneOfs, nil)
}
