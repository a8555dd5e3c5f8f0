package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// thriftTable judges one of Thrift's wires: each field says its number and the form
// of its type, and a reader passes by what it doesn't expect. Its peers read
// differently; "go" is what verdicts count unless the workspace names others.
func thriftTable(wire, doc string, compact bool) *Table {
	elements := "elements that are read as another form: reject, or corrupt where what follows can be read"
	if compact {
		elements = "elements are read as another form: an integer cut to its size, others reject or corrupt"
	}
	return &Table{
		Wire: wire, Doc: doc + " A field says its number and the form of its type, and readers pass by what they don't expect. What is said here is said of Apache's Go.",
		Rows:   slices.Concat(thriftSessionRows(), thriftRows(elements), thriftValueRows(), thriftErrorRows(), silentRows()),
		tags:   true,
		fills:  true,
		layout: thriftLayout,
		apart:  thriftApart,
		lands:  thriftLands,
		types: func(w *walk, owner int, wt, rt *schema.Type) verdict {
			return thriftBytes{w, owner, compact}.types(wt, rt)
		},
		result:  thriftResult,
		reply:   thriftReply,
		failure: func(w *walk) { w.thriftAnswer() },
		streams: func(*walk, *root, streaming, streaming) verdict { return exact }, // there are none
		unasked: func(_, _ *schema.Method, _ bool) Outcome { return Exact },
		finds: func(profile string, m *schema.Method, from, at *schema.Service) *schema.Method {
			return thriftFinds(profile, wire, m, from, at)
		},
		address:  func(m *schema.Method) string { return schema.OnWire(m.Parent.On, wire, "service") + ":" + m.Name },
		travels:  thriftTravels,
		unnamed:  thriftUnnamed,
		closing:  thriftClosing,
		refuses:  func(w *walk, e *schema.Enum, n int64) bool { return w.profile == "rpcctl" && e.Closed && !names(e, n) },
		errorKey: func(e *schema.ErrorRef) string { return numberText(e) },
		fits:     thriftFits,
	}
}

// thriftLands returns the reader's field that gets what the writer's field holds: one
// of the same number and form.
func thriftLands(_ *walk, rm *schema.Message, f *schema.Field) *schema.Field {
	if f == nil || f.Retired != "" {
		return nil
	}
	to := rm.Field(f.Number)
	if to == nil || to.Retired != "" || thriftFormOf(&to.Type) != thriftFormOf(&f.Type) {
		return nil
	}
	return to
}

// giver returns the writer's field whose value a reader's field gets.
func (c *cell) giver(r *schema.Field) *schema.Field {
	f := c.wm.Field(r.Number)
	if f != nil && thriftLands(c.walk, c.rm, f) == r {
		return f
	}
	return nil
}

// always reports whether a field is written whatever its message holds.
func (w *walk) always(f *schema.Field) bool {
	switch o := f.InOneOf(); {
	case f.Retired != "" || f.Presence == schema.Optional:
		return false
	case o != nil:
		return writesUnions(w.profile) && isUnion(o.Parent) && len(liveMembers(o)) == 1
	}
	return f.Presence == schema.Required || w.profile != "java" || !nullable(&f.Type)
}

// set reports whether a field is set in whatever its writer's program makes.
func (w *walk) set(f *schema.Field) bool {
	return f.Presence == schema.Required || f.InOneOf() != nil && w.always(f)
}

// zeroAlone reports whether what is written of an optional bool is false alone, as
// its other value is the default, which Apache's Go leaves out.
func (w *walk) zeroAlone(f *schema.Field) bool {
	return w.profile == "go" && w.table.tags && f.Type.Kind == schema.KindBool && f.Presence == schema.Optional && defaultText(f) == "true"
}

// writesUnions reports whether a profile writes no union of which nothing is set.
func writesUnions(profile string) bool { return profile == "go" || profile == "java" }

// nullable reports whether a value of the type is an object in Java.
func nullable(t *schema.Type) bool {
	return t.Kind == schema.KindEnum || !t.Kind.Number() && t.Kind != schema.KindBool
}

// thriftMissing is what becomes of a reader's field that asks for a value and may get
// none; exact where it doesn't ask, or gets one.
func (c *cell) thriftMissing(r *schema.Field) verdict {
	if r == nil || r.Presence != schema.Required || r.Retired != "" {
		return exact
	}
	switch g := c.giver(r); {
	case g == nil:
		return cut
	case !c.always(g):
		return is(Reject)
	}
	return exact
}

// judgeTagged judges a field that came, went or has another number.
func judgeTagged(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	wLive, rLive := w != nil && w.Retired == "", r != nil && r.Retired == ""
	v := exact
	if m := c.thriftMissing(r); m.certain {
		return m
	}
	switch {
	case wLive && rLive:
		if c.giver(r) == w {
			return exact
		}
		v = is(c.lostField(w, r, seenShapes{}))
	case wLive:
		v = is(dropped(c))
	case rLive:
		v = is(missing(c))
	}
	foreign := verdict{out: Corrupt, settle: true, still: Exact}
	if wLive {
		if f := thriftLands(c.walk, c.rm, w); f != nil && f != r && (tracked(f) || !c.tagsZero(w, f, seenShapes{})) {
			v = v.worse(foreign)
		}
	}
	if rLive {
		if f := c.giver(r); f != nil && f != w && (tracked(r) || !c.tagsZero(f, r, seenShapes{})) {
			v = v.worse(foreign)
		}
		v = v.worse(c.thriftMissing(r))
	}
	return v
}

// tagsZero reports whether whatever is written of one field is zero as another.
func (w *walk) tagsZero(wf, rf *schema.Field, seen seenShapes) bool {
	wm, rm := wf.Type.Message(), rf.Type.Message()
	if wm == nil || rm == nil {
		return onlyZero(&wf.Type) || w.zeroAlone(wf)
	}
	key := [2]*schema.Message{wm, rm}
	if seen[key] {
		return true
	}
	seen[key] = true
	for _, f := range wm.Fields {
		if to := thriftLands(w, rm, f); to != nil && (tracked(to) || !w.tagsZero(f, to, seen)) {
			return false
		}
	}
	return true
}

func judgeTagPresence(c *cell) verdict {
	if c.idle() || c.giver(c.pair.r) != c.pair.w {
		return exact // that it is lost is judged
	}
	return c.thriftMissing(c.pair.r)
}

func judgeTagDefault(c *cell) verdict {
	if c.idle() || c.set(c.pair.w) {
		return exact
	}
	return is(Doubt)
}

func judgeTagOneof(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if c.profile != "rpcctl" || c.idle() || r.InOneOf() == nil || c.giver(r) != w {
		return exact
	}
	for _, f := range c.wm.Fields {
		to := thriftLands(c.walk, c.rm, f)
		if f == w || to == nil || to.InOneOf() != r.InOneOf() || f.InOneOf() != nil && f.InOneOf() == w.InOneOf() {
			continue
		}
		return verdict{out: Reject, certain: c.always(f) && c.always(w)}
	}
	return exact
}

// judgeTagType judges a field that has another type.
func judgeTagType(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	switch {
	case c.idle() || w.Number != r.Number || !c.typeChanged(&w.Type, &r.Type):
		return exact // that it is lost is judged
	case thriftFormOf(&w.Type) != thriftFormOf(&r.Type):
		if m := c.thriftMissing(r); m.out > Exact {
			return m
		}
		return is(c.lostField(w, r, seenShapes{}))
	}
	return c.sameForm(w, r)
}

// sameForm judges the bytes of two fields of one form.
func (c *cell) sameForm(w, r *schema.Field) verdict {
	v := c.table.types(c.walk, c.owner, &w.Type, &r.Type)
	v.certain = v.certain && c.always(w)
	return v
}

// thriftApart is what becomes of a value that its partner doesn't get, 0 where it does.
func thriftApart(w *walk, _, rm *schema.Message, p fieldPair) Outcome {
	if p.w.Retired != "" || p.r.Retired != "" || thriftLands(w, rm, p.w) == p.r || isResult(p.w) {
		return 0
	}
	return w.lostField(p.w, p.r, seenShapes{})
}

func isResult(f *schema.Field) bool {
	m, ok := f.Parent.(*schema.Method)
	return ok && m.Returns == f
}

// thriftLayout judges a union as Java reads it: one field, and the beginning of
// another, which is taken for the end.
func thriftLayout(w *walk, wm, rm *schema.Message, _ []fieldPair) verdict {
	if w.profile == "java" && isUnion(rm) && !isUnion(wm) {
		return misread
	}
	return verdict{}
}

// isUnion reports whether all of a message is one oneof.
func isUnion(m *schema.Message) bool {
	live := 0
	for _, f := range m.ByNumber() {
		if f.Retired != "" {
			continue
		}
		if live++; f.InOneOf() == nil || f.InOneOf().Parent != m {
			return false
		}
	}
	return live > 0 && len(m.OneOfs) == 1
}
