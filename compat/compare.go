package compat

import (
	"iter"
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// comparison finds the outcome of one run: what was written is held against
// what was read, pair by pair. It knows no wire, only how one identifies fields.
type comparison struct {
	pairs pairing
	// oldWrote says which side wrote.
	oldWrote bool
	// names: the wire carries the names of fields, so that a rename can't be
	// mistaken, and its readers take zero for the value of a missing field.
	names bool
	// absents: a reader doesn't take zero for the value of a field that is missing.
	absents bool
	// undefined: the reader hands out something that is no value of the type
	// where a field is missing.
	undefined bool
	// tags and fills: see Table.
	tags, fills bool
	// singles is the table's.
	singles bool
	// absent: what is read isn't there, so that nothing in it is required.
	absent bool
	// addressed: methods go by number, so that another name may be another method.
	addressed bool
}

// pairing tells which elements belong together. Its methods take the writer's
// side first.
type pairing interface {
	fields(w, r *schema.Message) []fieldPair
	values(w, r *schema.Enum) iter.Seq[valuePair]
}

type fieldPair struct{ w, r *schema.Field }
type valuePair struct{ w, r *schema.EnumValue }

// between is the pairing of two contracts.
type between struct {
	d        *diff.Result
	oldWrote bool
}

func (b between) fields(w, r *schema.Message) []fieldPair {
	if b.oldWrote {
		pairs := b.d.Fields(w, r)
		out := make([]fieldPair, len(pairs))
		for i, p := range pairs {
			out[i] = fieldPair{p.Old, p.New}
		}
		return out
	}
	pairs := b.d.Fields(r, w)
	out := make([]fieldPair, len(pairs))
	for i, p := range pairs {
		out[i] = fieldPair{p.New, p.Old}
	}
	return out
}

func (b between) values(w, r *schema.Enum) iter.Seq[valuePair] {
	return func(yield func(valuePair) bool) {
		if b.oldWrote {
			for _, p := range b.d.Values(w, r) {
				if !yield(valuePair{p.Old, p.New}) {
					return
				}
			}
			return
		}
		for _, p := range b.d.Values(r, w) {
			if !yield(valuePair{p.New, p.Old}) {
				return
			}
		}
	}
}

// within is the pairing of a contract with itself.
type within struct{}

func (within) fields(w, _ *schema.Message) []fieldPair {
	out := make([]fieldPair, len(w.ByNumber()))
	for i, f := range w.ByNumber() {
		out[i] = fieldPair{f, f}
	}
	return out
}

func (within) values(w, _ *schema.Enum) iter.Seq[valuePair] {
	return func(yield func(valuePair) bool) {
		for _, v := range w.Values {
			if !yield(valuePair{v, v}) {
				return
			}
		}
	}
}

// tracked reports whether absence of f can be told from its zero.
func tracked(f *schema.Field) bool { return f.Presence != schema.Plain || f.InOneOf() != nil }

// renamed reports whether the pair has two names and no word of NEW's that it
// is a rename.
func renamed(w, r *schema.Field, oldWrote bool) bool {
	old, new := w, r
	if !oldWrote {
		old, new = r, w
	}
	return old.Name != new.Name && !wasCalled(new.Was, old.Name) && !isItem(old)
}

func wasCalled(was []schema.Ident, name string) bool {
	for _, w := range was {
		if w.Name == name {
			return true
		}
	}
	return false
}

// message compares two records.
func (c *comparison) message(w, r *schema.Message, wv, rv schema.Record) Outcome {
	worst := Exact
	for _, p := range c.pairs.fields(w, r) {
		worst = max(worst, c.field(p, wv, rv))
		if c.singles && c.oldWrote && p.w == nil && p.r.Retired == "" && keptFree(w, p.r.Number) {
			worst = max(worst, Doubt)
		}
		if worst == Corrupt {
			return worst
		}
	}
	return max(worst, c.oneofs(w, r, wv, rv))
}

func (c *comparison) field(p fieldPair, wv, rv schema.Record) Outcome {
	switch {
	case p.w != nil && p.w.Type.Kind.Streams(), p.r != nil && p.r.Type.Kind.Streams():
		return Exact // no value: streaming is judged by the session
	case p.w == nil || p.w.Retired != "":
		if p.r == nil || p.r.Retired != "" {
			return Exact
		}
		return c.alone(p.r, rv)
	case p.r == nil || p.r.Retired != "":
		v, there := wv[p.w.Number]
		if there || (!tracked(p.w) && v == nil) {
			return Lossy
		}
		return Exact
	}
	worst := Exact
	if !c.names && renamed(p.w, p.r, c.oldWrote) {
		worst = Doubt
	}
	w, wThere := wv[p.w.Number]
	if c.fills && !wThere && !tracked(p.w) && defaultsDiffer(p.w, p.r) {
		worst = Doubt
	}
	r, rThere := rv[p.r.Number]
	switch {
	case wThere && rThere:
		return max(worst, c.value(&p.w.Type, &p.r.Type, w, r))
	case c.singles && !rThere && p.r.Presence == schema.Required && !c.absent:
		return Corrupt
	case !wThere && !rThere:
		if (p.r.Presence == schema.Optional || c.fills) && defaultsDiffer(p.w, p.r) {
			worst = max(worst, Doubt)
		}
		return worst
	case tracked(p.w) && tracked(p.r):
		return Corrupt
	case !wThere && !tracked(p.w) && composite(&p.w.Type) && r != any(schema.Undefined{}):
		return max(worst, c.value(&p.w.Type, &p.r.Type, schema.Zero(p.w.Type), r))
	case !rThere && !tracked(p.r) && composite(&p.r.Type):
		none := *c
		none.absent = true
		return max(worst, none.value(&p.w.Type, &p.r.Type, w, schema.Zero(p.r.Type)))
	case c.singles && wThere && !rThere && !tracked(p.r) && p.w.Type.Kind == schema.KindEnum && p.r.Type.Kind == schema.KindEnum:
		return max(worst, c.value(&p.w.Type, &p.r.Type, w, int64(0)))
	case !wThere && c.undefined && r == any(schema.Undefined{}):
		return max(worst, Doubt)
	case wThere && isZero(&p.w.Type, w), rThere && isZero(&p.r.Type, r):
		return worst
	}
	return Corrupt
}

// keptFree reports whether a message reserves a number: what was written before it
// did may still have it.
func keptFree(m *schema.Message, number int) bool {
	return slices.ContainsFunc(m.Reserved.Ranges, func(r schema.NumberRange) bool { return r.From <= int64(number) && int64(number) <= r.To })
}

// composite reports whether the zero of a type is made of others.
func composite(t *schema.Type) bool {
	return t.Kind == schema.KindMessage || t.Kind == schema.KindList && t.Len > 0
}

// alone judges what the reader has in a field that the writer's contract lacks.
func (c *comparison) alone(f *schema.Field, rv schema.Record) Outcome {
	v, there := rv[f.Number]
	if _, none := v.(schema.Undefined); none && c.undefined {
		there = false
	}
	if there && !isZero(&f.Type, v) || c.singles && !c.absent && !there && f.Presence == schema.Required {
		return Corrupt
	}
	switch {
	case c.oldWrote && c.undefined && !tracked(f):
		return Doubt
	case c.oldWrote:
		return Exact
	case tracked(f):
		return Lossy
	case c.names && !c.absents:
		return Corrupt
	case f.Deprecated != "":
		return Lossy
	}
	return Doubt
}

// oneofs adds the doubt of a oneof that the writer set and the reader sees
// unset, because it doesn't know the member.
func (c *comparison) oneofs(w, r *schema.Message, wv, rv schema.Record) Outcome {
	for _, o := range w.OneOfs {
		set := memberSet(o, wv)
		if set == nil {
			continue
		}
		known, other := false, (*schema.OneOf)(nil)
		for _, p := range c.pairs.fields(w, r) {
			if p.w == nil || p.r == nil || p.w.InOneOf() != o {
				continue
			}
			if p.w == set && p.r.Retired == "" {
				known = true
			}
			if p.r.InOneOf() != nil {
				other = p.r.InOneOf()
			}
		}
		if !known && other != nil && memberSet(other, rv) == nil {
			return Doubt
		}
	}
	return Exact
}

func memberSet(o *schema.OneOf, v schema.Record) *schema.Field {
	for _, f := range o.Fields() {
		if _, ok := v[f.Number]; ok {
			return f
		}
	}
	return nil
}

// defaultsDiffer reports whether a getter of an absent field gives another
// value on the two sides.
func defaultsDiffer(w, r *schema.Field) bool { return defaultText(w) != defaultText(r) }

func defaultText(f *schema.Field) string {
	if f.Default == nil {
		return ""
	}
	return f.Default.Text
}
