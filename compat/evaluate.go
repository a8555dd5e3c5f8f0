package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// evaluation is what one peer of one wire makes of all changes.
type evaluation struct {
	table *Table
	peer  Peer
	d     *diff.Result
	index changeIndex
	roots []*judged
	by    map[changeUse]*effect
	brief map[briefKey]Outcome
	// faults are differences that no change explains, and claims of which no
	// witness was found: both are mistakes of the tables.
	faults []string
}

type changeUse struct {
	change int
	use    Use
}

// briefKey is a claim about a declared error: where what it says was too long to be
// carried once, it is wherever the error is declared.
type briefKey struct {
	change int
	p      Pairing
	w, r   *schema.Message
	out    Outcome
}

// effect is what a change does, over all roots.
type effect struct {
	pair      Pair
	reached   []string
	witness   [2]*evidence
	at        [2]*root
	unproven  bool
	shownFrom Pairing
}

// judged is a root with what was claimed and seen there.
type judged struct {
	*root
	walks [2]*walk
	hunts [2]*hunt
	out   Pair // what is predicted of any value
}

// evaluate judges the roots that the wire is promised at. Others only tell what
// calls reach.
func evaluate(t *Table, peer Peer, in *judgement, active func(*root) bool, budget int, quick bool) *evaluation {
	t = t.of(peer.Name())
	ev := &evaluation{table: t, peer: peer, d: in.d, index: indexChanges(in.d, t.Wire), by: map[changeUse]*effect{}, brief: map[briefKey]Outcome{}}
	routes := newRouter(t, peer.Name(), in.d)
	reached := map[schema.Node]bool{}
	add := func(r *root) {
		j := &judged{root: r}
		for _, p := range []Pairing{OldNew, NewOld} {
			w := newWalk(t, peer.Name(), in.d, ev.index, routes, r, p)
			for k := range w.seen {
				if r.use == Call && r.oldWrites(p) && in.d.Partner(k.w) == k.r {
					reached[k.w], reached[k.r] = true, true
				}
			}
			j.walks[p] = w
		}
		if !active(r) {
			return
		}
		for _, w := range j.walks {
			ev.faults = append(ev.faults, w.faults...)
		}
		ev.roots = append(ev.roots, j)
	}
	if len(in.d.Changes) == 0 {
		return ev
	}
	for _, r := range in.roots {
		if in.quiet.has(r) {
			r.reach(reached)
			continue
		}
		for _, r := range inherited(t, peer.Name(), in, r) {
			add(r)
		}
	}
	for _, r := range disinherited(t, peer.Name(), in, ev.index) {
		add(r)
	}
	for _, r := range dataRoots(in.old, in.new, in.d, reached, !in.ignoreData) {
		add(r)
	}
	for i, j := range ev.roots {
		if in.progress != nil {
			in.progress(t.Wire, i, len(ev.roots))
		}
		for _, p := range []Pairing{OldNew, NewOld} {
			ev.settle(j, p, budget, quick)
		}
	}
	ev.still()
	return ev
}

// settle finds a witness for every claim of a root that needs one, and decides
// what the table leaves to running the codecs.
func (ev *evaluation) settle(j *judged, p Pairing, budget int, quick bool) {
	w := j.walks[p]
	j.out[p] = Exact
	if ws, _ := j.sides(p); ws.msg == nil { // nobody writes it
		for i := range w.claims {
			ev.effect(i, j.root, p, Exact, nil, false)
		}
		return
	}
	changes := make([]int, 0, len(w.claims))
	certain, bad, open := false, 0, false
	ws, rs := j.sides(p)
	brief := ev.table.brief && j.flow == Failure
	for i, c := range w.claims {
		if c.key = (briefKey{i, p, ws.msg, rs.msg, c.out}); brief && ev.brief[c.key] > 0 {
			c.verdict = is(ev.brief[c.key])
		}
		changes = append(changes, i)
		certain = certain || c.certain
		open = open || c.out == Corrupt
		if c.out >= Reject {
			bad++
		}
	}
	slices.Sort(changes)
	if open && !certain && !w.astray && rs.msg != nil && ev.table.never != nil {
		certain = ev.table.never(ws.msg, rs.msg)
	}
	if bad > 0 || brief {
		j.hunts[p] = &hunt{x: &runner{peer: ev.peer, table: ev.table, d: ev.d}, root: j.root, p: p, msg: ws.msg, budget: budget, worst: map[Outcome]*evidence{}, tried: map[Outcome]bool{}, combed: map[Outcome]bool{}, dug: map[Outcome]bool{}}
	}
	worst, paths := Exact, [][]*schema.Field(nil)
	for _, i := range changes {
		c := w.claims[i]
		if certain && c.out == Corrupt && !(ev.table.tags && c.settle) {
			c.out = Reject // nothing gets as far as that, but bytes that are read as something else may be what was missed
		}
		worst = max(worst, c.out)
		if (c.out >= Reject || brief && c.out > Exact) && len(c.path) > 0 {
			paths = append(paths, c.path)
		}
	}
	if !quick && bad > 0 && ev.shown(j, p, changes) {
		for _, i := range changes {
			ev.effect(i, j.root, p, w.claims[i].out, nil, false)
			j.out[p] = max(j.out[p], w.claims[i].out)
		}
		return
	}
	if worst >= Reject {
		if j.hunts[p].look(worst, paths); !j.hunts[p].sound {
			j.hunts[p].comb(worst, paths)
		}
		if !j.hunts[p].sound {
			ev.unheard(j, p, changes)
			return
		}
	}
	for _, i := range changes {
		c := w.claims[i]
		var e *evidence
		unproven := false
		if c.out >= Reject {
			if e = ev.prove(j.hunts[p], w, c, quick); e == nil {
				e = j.hunts[p].comb(c.out, paths)
			}
			if e == nil && c.out == Corrupt && ev.table.weaves {
				e = j.hunts[p].weave(w.reader(), min(200*budget, 500_000))
			}
			if e == nil && c.out == Corrupt && !j.hunts[p].decided {
				e = j.hunts[p].dig(Corrupt, budget)
			}
			if e == nil && c.out == Corrupt && (c.settle || bad > 1) {
				if c.out = Reject; c.soft {
					c.out = Doubt
				}
				if e = ev.prove(j.hunts[p], w, c, quick); e == nil && c.out == Reject {
					e = j.hunts[p].comb(Reject, paths)
				}
			}
			if e == nil && c.out == Reject && bad > 1 {
				e = j.hunts[p].worst[Corrupt] // another change's, which hides this one's
			}
			if e == nil && c.out == Reject && c.settle && j.hunts[p].unseen() {
				c.out = j.hunts[p].harmless(c.unmoved())
			}
			unproven = e == nil && c.out >= Reject
		}
		if brief && (unproven || c.out == Lossy || c.out == Doubt) {
			c.out, unproven = j.hunts[p].carried(c.out, paths), false
			ev.brief[c.key] = c.out
		}
		c.unproven = unproven
		ev.effect(i, j.root, p, c.out, e, unproven)
		j.out[p] = max(j.out[p], c.out)
	}
}

// unheard judges a root of which the peer carries no value, not even to itself:
// nothing that changed is noticed. Where another client's request would be served,
// that one finds no method to serve it still is.
func (ev *evaluation) unheard(j *judged, p Pairing, changes []int) {
	for _, i := range changes {
		c := j.walks[p].claims[i]
		var e *evidence
		if ev.table.empties && j.flow == Request && c.certain && len(c.path) == 0 {
			e = j.hunts[p].unserved()
		}
		if c.verdict = exact; e != nil {
			c.verdict = cut
		}
		ev.effect(i, j.root, p, c.out, e, false)
		j.out[p] = max(j.out[p], c.out)
	}
}

// shown reports whether other roots have shown already what is claimed here: a
// message that a thousand methods take needs one witness. Where a claim was settled
// as less than it says, the search here is a short one.
func (ev *evaluation) shown(j *judged, p Pairing, changes []int) bool {
	all := true
	for _, i := range changes {
		c := j.walks[p].claims[i]
		if c.out < Reject {
			continue
		}
		x := ev.by[changeUse{i, j.use}]
		if x == nil || x.witness[p] == nil {
			return false
		}
		all = all && x.pair[p] >= c.out
	}
	if !all {
		j.hunts[p].budget = min(j.hunts[p].budget, 200)
	}
	return all
}

// prove finds a run whose outcome is the claim's, best at the claim's own place.
func (ev *evaluation) prove(h *hunt, w *walk, c *claim, quick bool) *evidence {
	if !quick && len(c.path) > 0 {
		own := *h
		own.worst, own.tried, own.budget = map[Outcome]*evidence{}, map[Outcome]bool{}, 64
		own.own = c.path
		if e := own.look(c.out, [][]*schema.Field{c.path}); e != nil {
			return e
		}
	}
	var paths [][]*schema.Field
	if len(c.path) > 0 {
		paths = append(paths, c.path)
	}
	return h.look(c.out, paths)
}

func (ev *evaluation) effect(change int, r *root, p Pairing, o Outcome, e *evidence, unproven bool) {
	k := changeUse{change, r.use}
	x := ev.by[k]
	if x == nil {
		x = &effect{pair: Pair{Exact, Exact}}
		ev.by[k] = x
	}
	if !slices.Contains(x.reached, r.text) {
		x.reached = append(x.reached, r.text)
	}
	x.unproven = x.unproven || unproven
	if o > x.pair[p] || e != nil && x.witness[p] == nil {
		x.pair[p] = max(x.pair[p], o)
		if e != nil {
			x.witness[p], x.at[p] = e, r
		}
	}
}

// still judges the changes that no walk came across: what their row says holds
// wherever they are.
func (ev *evaluation) still() {
	seen := map[int]bool{}
	for k := range ev.by {
		seen[k.change] = true
	}
	passed := map[schema.Node][]int{} // the roots, by what changed or has what changed
	for i := range ev.d.Changes {
		if !seen[i] {
			for _, n := range around(&ev.d.Changes[i]) {
				passed[n] = nil
			}
		}
	}
	for i, j := range ev.roots {
		j.passed(func(n schema.Node) {
			if at, ok := passed[n]; ok && (len(at) == 0 || at[len(at)-1] != i) {
				passed[n] = append(at, i)
			}
		})
	}
	for i := range ev.d.Changes {
		if seen[i] {
			continue
		}
		c := &ev.d.Changes[i]
		row := ev.table.row(c.Kind)
		var at []int
		for _, n := range around(c) {
			at = append(at, passed[n]...)
		}
		slices.Sort(at)
		for _, r := range slices.Compact(at) {
			j := ev.roots[r]
			for _, p := range []Pairing{OldNew, NewOld} {
				o := Exact
				if row.judge == nil {
					o = max(row.Calls[p], row.Writes[j.walks[p].writer()])
				}
				ev.effect(i, j.root, p, o, nil, o >= Reject)
				j.out[p] = max(j.out[p], o)
			}
		}
	}
}

// passed tells of each element that was passed at this root.
func (j *judged) passed(tell func(schema.Node)) {
	for _, w := range j.walks {
		for n := range w.nodes {
			tell(n)
		}
	}
	if j.use == Call {
		for _, m := range []*schema.Method{j.old.method, j.new.method} {
			if m != nil {
				tell(m)
			}
		}
	}
}

// around returns what a change is of, and what that stands in.
func around(c *diff.Change) (all []schema.Node) {
	for _, n := range []schema.Node{c.Old, c.New} {
		for ; n != nil; n = parentOf(n) {
			all = append(all, n)
		}
	}
	return all
}

// parentOf returns what an element of a message, enum or method stands in, nil
// for what stands in a package.
func parentOf(n schema.Node) schema.Node {
	switch n.(type) {
	case *schema.Field, *schema.OneOf, *schema.EnumValue:
		return parent(n)
	}
	return nil
}
