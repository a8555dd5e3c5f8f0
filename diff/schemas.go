package diff

import (
	"cmp"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// Schemas compares two linked schemas. Packages that are merely imported are
// compared as well. First all elements are paired, then each pair is compared:
// what belongs together never depends on what changed elsewhere.
func Schemas(old, new *schema.Schema) *Result {
	d := &differ{Result: &Result{
		old: old, new: new,
		partner: make(map[schema.Node]schema.Node, 4*elements(old)),
		fields:  make(map[messagePair][]Pair[schema.Field], messages(old)),
		values:  map[enumPair][]Pair[schema.EnumValue]{},
	}}
	d.match()
	for _, p := range d.packages {
		d.diffPackage(p.Old, p.New)
	}
	d.sort()
	return d.Result
}

type differ struct {
	*Result
	packages []Pair[schema.Package]
	strays   strays
	same     map[messagePair]bool
}

// add reports a change of an element, or of one that only one side has.
func add[N any, P element[N]](d *differ, kind Kind, old, new *N, from, to string) *Change {
	c := Change{Kind: kind, Old: node[N, P](old), New: node[N, P](new), From: from, To: to}
	if old != nil {
		c.Subject = c.Old.FullName()
	} else {
		c.Subject = c.New.FullName()
	}
	d.Changes = append(d.Changes, c)
	return &d.Changes[len(d.Changes)-1]
}

// changed reports a change where from and to differ.
func changed[N any, P element[N]](d *differ, kind Kind, old, new *N, from, to string) {
	if from != to {
		add[N, P](d, kind, old, new, from, to)
	}
}

// sort brings the changes into the order that Result promises.
func (d *differ) sort() {
	type keyed struct {
		pkg string
		at  schema.Node
		Change
	}
	ks := make([]keyed, len(d.Changes))
	for i, c := range d.Changes {
		k := keyed{at: c.Old, Change: c}
		if k.at == nil {
			k.at = c.New
		}
		p := schema.PackageOf(k.at)
		if q, ok := d.partner[p].(*schema.Package); ok && c.Old == nil {
			p = q
		}
		if p != nil {
			k.pkg = p.FullName()
		}
		ks[i] = k
	}
	slices.SortStableFunc(ks, func(a, b keyed) int {
		x, y := a.at.Base().Span, b.at.Base().Span
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(x.Path(), y.Path()), cmp.Compare(x.Start().Offset, y.Start().Offset),
			cmp.Compare(x.Start().Line, y.Start().Line), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Key, b.Key), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	for i := range ks {
		d.Changes[i] = ks[i].Change
	}
}

func messages(s *schema.Schema) (n int) {
	for _, p := range s.Packages {
		n += len(p.Messages) + len(p.Errors)
	}
	return n
}

func elements(s *schema.Schema) (n int) {
	for _, p := range s.Packages {
		n += 1 + len(p.Services) + len(p.Enums) + len(p.Consts)
		for _, v := range p.Services {
			n += len(v.Methods)
		}
	}
	return n + messages(s)
}
