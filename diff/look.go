package diff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// look is what an element looks like without its name.
type look struct {
	node    schema.Node
	shape   hash     // equal where all numbers and types are
	members []string // numbers and names, sorted
	names   hash     // of members
	last    string   // the last part of its name
}

func (d *differ) look(n schema.Node) *look {
	if l := d.strays.looks[n]; l != nil {
		return l
	}
	name := n.Base().Name
	l := &look{node: n, shape: offset, names: offset, last: name[strings.LastIndexByte(name, '.')+1:]}
	switch n := n.(type) {
	case *schema.Message:
		l.fields(n)
	case *schema.Error:
		l.fields(&n.Message)
		l.shape = l.shape.num(uint64(n.Code))
		l.members = append(l.members, "code "+strconv.FormatUint(uint64(n.Code), 10))
	case *schema.Enum:
		numbers := make([]int64, len(n.Values))
		for i, v := range n.Values {
			numbers[i] = v.Number
			l.members = append(l.members, strconv.FormatInt(v.Number, 10)+" "+v.Name)
		}
		slices.Sort(numbers)
		for _, v := range numbers {
			l.shape = l.shape.num(uint64(v))
		}
	case *schema.Service:
		all := make([]hash, len(n.Methods))
		for i, m := range n.Methods {
			all[i] = signature(m)
			l.members = append(l.members, m.Name)
		}
		slices.Sort(all)
		for _, h := range all {
			l.shape = l.shape.num(uint64(h))
		}
	default:
		panic("diff: " + n.FullName() + " has no look")
	}
	slices.Sort(l.members)
	for _, m := range l.members {
		l.names = l.names.str(m)
	}
	d.strays.looks[n] = l
	return l
}

func (l *look) fields(m *schema.Message) {
	l.shape = shape(m)
	for _, f := range m.Fields {
		l.members = append(l.members, strconv.Itoa(f.Number)+" "+f.Name)
	}
}

// common counts the members that two looks share.
func common(a, b *look) (n int) {
	x, y := a.members, b.members
	for len(x) > 0 && len(y) > 0 {
		switch c := strings.Compare(x[0], y[0]); {
		case c < 0:
			x = x[1:]
		case c > 0:
			y = y[1:]
		default:
			n, x, y = n+1, x[1:], y[1:]
		}
	}
	return n
}

// candidate is two strays that may be one element under two names.
type candidate struct {
	old, new *look
	common   int
	affinity int // letters that both names begin and end with
	lo, hi   string
}

func newCandidate(o, n *look) candidate {
	c := candidate{old: o, new: n, common: common(o, n), lo: o.node.FullName(), hi: n.node.FullName()}
	if c.lo > c.hi {
		c.lo, c.hi = c.hi, c.lo
	}
	short := min(len(o.last), len(n.last))
	i := 0
	for i < short && o.last[i] == n.last[i] {
		i++
	}
	c.affinity = i
	for j := 1; j <= short-i && o.last[len(o.last)-j] == n.last[len(n.last)-j]; j++ {
		c.affinity++
	}
	return c
}

// settle joins the candidates that hold, the likeliest first. The order doesn't
// depend on which side is called old.
func (d *differ) settle(cs []candidate) {
	slices.SortStableFunc(cs, func(a, b candidate) int {
		return cmp.Or(-compareBool(a.old.last == a.new.last, b.old.last == b.new.last), -cmp.Compare(a.common, b.common),
			-cmp.Compare(a.affinity, b.affinity), cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi))
	})
	for _, c := range cs {
		if d.partner[c.old.node] == nil && d.partner[c.new.node] == nil && d.holds(c) {
			d.join(c.old.node, c.new.node)
		}
	}
}

// holds reports whether c is of one shape and has most of its members in common.
func (d *differ) holds(c candidate) bool {
	if c.old.shape != c.new.shape || 2*c.common <= max(len(c.old.members), len(c.new.members)) {
		return false
	}
	switch o := c.old.node.(type) {
	case *schema.Message:
		n, ok := c.new.node.(*schema.Message)
		return ok && d.sameMessage(o, n)
	case *schema.Error:
		n, ok := c.new.node.(*schema.Error)
		return ok && d.sameMessage(&o.Message, &n.Message)
	case *schema.Enum:
		_, ok := c.new.node.(*schema.Enum)
		return ok
	case *schema.Service:
		_, ok := c.new.node.(*schema.Service)
		return ok
	}
	panic("diff: " + c.lo + " can't be renamed")
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// crowd is how many candidates of one shape are weighed against each other;
// more are told apart by their members and names alone.
const crowd = 1 << 12

// byShape joins strays of one shape. Across packages only the same name counts:
// two packages may have a message of one field each without being related. What
// stood in a package that is gone and stands in one that came is no move: those
// are a package removed and one added, unless a use or a was ties them.
func byShape[N any, P element[N]](d *differ, s *stray[N]) {
	if !s.hopeful() {
		return
	}
	type bucket struct{ old, new []*look }
	buckets := map[hash]*bucket{}
	var order []*bucket
	for _, o := range s.old {
		if d.partner[P(o)] != nil {
			continue
		}
		l := d.look(P(o))
		b := buckets[l.shape]
		if b == nil {
			b = &bucket{}
			buckets[l.shape] = b
			order = append(order, b)
		}
		b.old = append(b.old, l)
	}
	for _, n := range s.new {
		if d.partner[P(n)] != nil {
			continue
		}
		l := d.look(P(n))
		if b := buckets[l.shape]; b != nil {
			b.new = append(b.new, l)
		}
	}
	for _, b := range order {
		if len(b.old)*len(b.new) > crowd {
			d.zip(b.old, b.new)
			continue
		}
		var cs []candidate
		for _, o := range b.old {
			for _, n := range b.new {
				if d.samePackage(o.node, n.node) || o.last == n.last && d.moved(o.node, n.node) {
					cs = append(cs, newCandidate(o, n))
				}
			}
		}
		d.settle(cs)
	}
}

func (d *differ) samePackage(o, n schema.Node) bool {
	return d.partner[schema.PackageOf(o)] == schema.Node(schema.PackageOf(n))
}

// moved reports whether one of two packages is on both sides.
func (d *differ) moved(o, n schema.Node) bool {
	return d.partner[schema.PackageOf(o)] != nil || d.partner[schema.PackageOf(n)] != nil
}

// zip joins a crowd: those of the same name first, then those of one package
// with the same members, in the order of their names.
func (d *differ) zip(old, new []*look) {
	byLast := make(map[string]*look, len(new))
	for _, n := range slices.Backward(new) {
		byLast[n.last] = n
	}
	var cs []candidate
	for _, o := range old {
		if n := byLast[o.last]; n != nil && (d.samePackage(o.node, n.node) || d.moved(o.node, n.node)) {
			cs = append(cs, newCandidate(o, n))
		}
	}
	d.settle(cs)

	type group struct {
		names hash
		pkg   schema.Node
	}
	groups := map[group][]*look{}
	byName := func(a, b *look) int { return strings.Compare(a.node.FullName(), b.node.FullName()) }
	slices.SortStableFunc(old, byName)
	slices.SortStableFunc(new, byName)
	for _, n := range new {
		if d.partner[n.node] == nil {
			g := group{n.names, schema.PackageOf(n.node)}
			groups[g] = append(groups[g], n)
		}
	}
	for _, o := range old {
		g := group{o.names, d.partner[schema.PackageOf(o.node)]}
		if ns := groups[g]; d.partner[o.node] == nil && len(ns) > 0 {
			d.settle([]candidate{newCandidate(o, ns[0])})
			groups[g] = ns[1:]
		}
	}
}
