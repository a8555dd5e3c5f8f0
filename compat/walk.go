package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// walk goes through the two payloads of a root side by side, in one direction,
// and asks the table about every difference. What it finds is a claim per change.
type walk struct {
	table    *Table
	profile  string
	d        *diff.Result
	oldWrote bool
	pairs    between
	index    changeIndex
	router   *router
	root     *root
	p        Pairing

	claims map[int]*claim
	faults []string
	seen   map[visit]bool
	nodes  map[schema.Node]bool // messages and enums of both sides that were passed
	path   []*schema.Field      // the writer's fields on the way
	into   *schema.Field        // the reader's field at the end of it
	mute   muted                // how much of what is walked still matters
	loose  int                  // how many of them may be absent or hold nothing
	astray bool                 // another method reads the payload, or none
	bare   int                  // how many of them may be written as a message without fields
	at     fieldPair            // the pair whose values are judged
	apart  Outcome              // where not 0, what is walked never arrives, and that is the worst of it
}

// claim is what a change does at one root, in one direction.
type claim struct {
	verdict
	path []*schema.Field // where, by the writer's fields

	unproven bool     // no run showed it
	key      briefKey // what it is known by, of a declared error
}

// muted says what of a retired field matters: where its bytes end, and nothing else.
type muted uint8

const (
	aloud   muted = iota
	asZero        // the writer's is retired: its zero was written
	asType        // the reader's is: it skips whatever was written
	asError       // it is read all the same, and only an error is noticed
)

type visit struct {
	w, r  schema.Node
	owner int
	mute  muted
	bare  bool
	apart Outcome
}

// sides puts the writer's and the reader's element in the order of old and new.
func (w *walk) sides(wn, rn schema.Node) (old, new schema.Node) {
	if w.oldWrote {
		return wn, rn
	}
	return rn, wn
}

// find returns the change of that kind between the two, else the one that put
// them side by side, else -1.
func (w *walk) find(kind diff.Kind, wn, rn schema.Node, owner int) int {
	old, new := w.sides(wn, rn)
	if i, ok := w.index[changeKey{kind: kind, old: old, new: new}]; ok {
		return i
	}
	return owner
}

// claim adds a verdict to a change.
func (w *walk) claim(kind diff.Kind, wn, rn schema.Node, owner int, v verdict, at *schema.Field) {
	if w.apart > 0 && v.out > w.apart {
		v = is(w.apart)
	}
	i := w.find(kind, wn, rn, owner)
	if i < 0 {
		if v.out > Exact {
			w.faults = append(w.faults, "no change explains "+string(kind)+" at "+fullName(wn, rn))
		}
		return
	}
	if w.mute == asZero && !v.settle {
		return // zeros are skipped, whatever they would be
	}
	if w.loose > 0 {
		v.certain = false
	}
	if w.mute == asError && v.out == Corrupt && !v.settle && !v.fails {
		return // another value, and no error
	}
	if w.mute == asError || w.mute == asType && !v.settle {
		if v.out < Reject {
			return
		}
		v = verdict{out: Reject, settle: true}
	}
	path := w.path
	if at != nil {
		path = append(slices.Clip(path), at)
	}
	c := w.claims[i]
	if c == nil {
		w.claims[i] = &claim{verdict: v, path: slices.Clone(path)}
		return
	}
	if v.out > c.out {
		c.path = slices.Clone(path)
	}
	hides := c.out >= Reject && v.out >= Reject && (c.settle || v.settle || c.out != v.out)
	c.verdict = c.worse(v)
	c.settle = c.settle || hides // what goes wrong at one place may keep the other from being read
}

func fullName(ns ...schema.Node) string {
	for _, n := range ns {
		if n != nil {
			return n.FullName()
		}
	}
	return ""
}

func nodeOf(f *schema.Field) schema.Node {
	if f == nil {
		return nil
	}
	return f
}

// message walks two messages that are read as each other. owner is the change
// that put them side by side, -1 where they belong together anyway.
func (w *walk) message(owner int, wm, rm *schema.Message) {
	key := visit{wm, rm, owner, w.mute, w.bare > 0, w.apart}
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	w.pass(wm, rm)
	defer func(f *schema.Field, o Outcome) { w.into, w.apart = f, o }(w.into, w.apart)
	if w.table.doomed != nil && w.apart == 0 && w.table.doomed(w, wm, rm) {
		w.apart = Reject
	}
	pairs := w.pairs.fields(wm, rm)
	moved := w.table.layout(w, wm, rm, pairs)
	if w.loose > 0 || len(w.path) > 0 {
		moved.certain = false
	}
	blamed := false
	for _, p := range pairs {
		if streams(p.w) || streams(p.r) {
			continue
		}
		w.at = p
		w.into = p.r
		for _, kind := range w.aspects(p) {
			row := w.table.row(kind)
			v := w.judge(row, p, wm, rm, owner)
			if p.w != nil && tracked(p.w) && !w.table.tags {
				v.certain = false
			}
			if row.Places && moved.out >= Reject {
				alone := v.unmoved()
				v, blamed = moved, true
				v.still = max(alone, Exact)
			} else if row.Places && moved.out > 0 {
				v, blamed = v.worse(moved), true
			} else if w.mute == asZero || w.mute == asType && (p.w == nil || p.w.InOneOf() == nil) {
				continue
			}
			w.claim(kind, nodeOf(p.w), nodeOf(p.r), owner, v, p.w)
		}
		w.at = p
		w.descendFrom(owner, wm, rm, p)
	}
	if moved.out > 0 && !blamed {
		w.blame(owner, wm, rm, moved)
	}
}

// blame claims moved places that no field's change explains: what a method
// streams and the order of its params move arguments too.
func (w *walk) blame(owner int, wm, rm *schema.Message, moved verdict) {
	ws, rs := w.root.sides(w.p)
	if w.root.flow == Request && ws.msg == wm {
		for _, k := range []diff.Kind{diff.MethodStreamingChanged, diff.MethodParamOrderChanged} {
			if w.find(k, ws.method, rs.method, -1) >= 0 {
				w.claim(k, ws.method, rs.method, -1, moved, nil)
				return
			}
		}
	}
	if owner >= 0 {
		w.claim("", wm, rm, owner, moved, nil)
		return
	}
	w.faults = append(w.faults, "no change explains the moved places of "+wm.FullName())
}

func streams(f *schema.Field) bool { return f != nil && f.Type.Kind.Streams() }

func (w *walk) judge(row *Row, p fieldPair, wm, rm *schema.Message, owner int) verdict {
	switch {
	case row.judge == nil:
		return is(row.Writes[w.writer()])
	case w.mute == asZero && p.w != nil && tracked(p.w):
		return exact // absent
	}
	if p.w != nil {
		defer w.enterPair(p)()
	}
	owner = w.find(row.On, nodeOf(p.w), nodeOf(p.r), owner)
	return row.judge(&cell{walk: w, kind: row.On, pair: p, wm: wm, rm: rm, owner: owner})
}

// writer is the index of the writer in a row's Writes.
func (w *walk) writer() int {
	if w.oldWrote {
		return 0
	}
	return 1
}

func (w *walk) pass(ns ...schema.Node) {
	for _, n := range ns {
		w.nodes[n] = true
		if m, ok := n.(*schema.Message); ok {
			if e, ok := m.Parent.(*schema.Error); ok {
				w.nodes[e] = true
			}
		}
	}
}

func (w *walk) enter(f *schema.Field) {
	w.path = append(w.path, f)
	if w.maybe(f) {
		w.loose++
	}
	if w.table.hollow && hollow(f) {
		w.bare++
	}
}

func (w *walk) leave(f *schema.Field) {
	w.path = w.path[:len(w.path)-1]
	if w.maybe(f) {
		w.loose--
	}
	if w.table.hollow && hollow(f) {
		w.bare--
	}
}

// enterPair enters a pair, and returns what leaves it.
func (w *walk) enterPair(p fieldPair) func() {
	before := w.at
	w.at = p
	w.enter(p.w)
	return func() {
		w.leave(p.w)
		w.at = before
	}
}

// hollow reports whether f, where it isn't set, is written as a message without
// fields, or as a list of some.
func hollow(f *schema.Field) bool {
	t := &f.Type
	for t.Kind == schema.KindList && t.Len > 0 {
		t = t.Elem
	}
	return t.Kind == schema.KindMessage && !tracked(f)
}

// maybe reports whether a value of f may be absent, or hold no element.
func (w *walk) maybe(f *schema.Field) bool {
	k, absent := f.Type.Kind, tracked(f)
	if w.table.tags {
		absent = !w.always(f)
	}
	return absent || k == schema.KindList && f.Type.Len == 0 || k == schema.KindSet || k == schema.KindMap || w.table.absents && k == schema.KindMessage
}

// descend walks what a pair of the same type holds.
func (w *walk) descend(owner int, p fieldPair) {
	if p.w == nil || p.r == nil || w.typeChanged(&p.w.Type, &p.r.Type) {
		return // what a changed type holds is the table's to walk
	}
	if w.mute == asZero && tracked(p.w) {
		return // absent
	}
	if p.w.Retired != "" || p.r.Retired != "" {
		if w.table.decodes && isParam(p.w) {
			defer func(m muted, o Outcome) { w.mute, w.apart = m, o }(w.mute, w.apart)
			w.mute = asError
			if p.w.Retired != "" && !w.zeroFails(&p.w.Type, &p.r.Type, seenShapes{}) {
				w.apart = Exact // its zero is written, and read
			}
			w.enter(p.w)
			w.inside(owner, &p.w.Type, &p.r.Type)
			w.leave(p.w)
			return
		}
		if !w.table.skips || p.w.Presence == schema.Optional && p.w.Retired != "" || p.w.InOneOf() != nil && p.w.Retired != "" {
			return
		}
		defer func(m muted) { w.mute = m }(w.mute)
		if p.w.Retired != "" {
			w.mute = asZero
		} else if w.mute == aloud {
			w.mute = asType
		}
	}
	defer w.enterPair(p)()
	w.inside(owner, &p.w.Type, &p.r.Type)
}

func (w *walk) inside(owner int, wt, rt *schema.Type) {
	switch wt.Kind {
	case schema.KindMessage:
		w.message(owner, wt.Message(), rt.Message())
	case schema.KindEnum:
		if w.mute == aloud || w.mute == asError {
			w.enum(owner, wt.Enum(), rt.Enum())
		}
	case schema.KindList, schema.KindSet:
		if w.mute != asZero || wt.Len > 0 {
			w.inside(owner, wt.Elem, rt.Elem)
		}
	case schema.KindMap:
		if w.mute == asZero {
			return
		}
		w.inside(owner, wt.Key, rt.Key)
		w.inside(owner, wt.Elem, rt.Elem)
	}
}

// typeChanged reports whether two types differ in more than the names of what
// belongs together.
func (w *walk) typeChanged(wt, rt *schema.Type) bool {
	if wt.Kind != rt.Kind || wt.Len != rt.Len {
		return true
	}
	switch wt.Kind {
	case schema.KindMessage, schema.KindEnum:
		return wt.Target == nil || w.d.Partner(wt.Target) != rt.Target
	case schema.KindMap:
		return w.typeChanged(wt.Key, rt.Key) || w.typeChanged(wt.Elem, rt.Elem)
	case schema.KindList, schema.KindSet, schema.KindStream:
		return w.typeChanged(wt.Elem, rt.Elem)
	}
	return false
}
