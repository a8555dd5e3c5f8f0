package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// packedTable judges version 1 of the frame wire, with packed payloads.
func packedTable() *Table {
	t := &Table{
		Wire: "frame-v1", Doc: "Fields follow each other without tags or lengths, and a payload ends where its last field does.",
		Rows:      slices.Concat(sessionRows("a number: the written id, or one that comes from its name"), packedRows(), valueRows(), errorRows("its code"), silentRows()),
		layout:    packedLayout,
		types:     packedTypes,
		refuses:   refusesUnnamed,
		result:    packedResult,
		never:     func(wm, rm *schema.Message) bool { return apart(packedPlaces(wm), packedPlaces(rm)) },
		weaves:    true,
		streams:   frameStreams,
		address:   numberAddress,
		addressed: true,
		travels:   numberTravels,
		skips:     true,
		unasked:   func(_, _ *schema.Method, _ bool) Outcome { return Reject },
		errorKey:  frameTable().errorKey,
	}
	return t
}

func packedRows() []Row {
	both := func(field, param diff.Kind, places bool, says, doc string, judge func(*cell) verdict) []Row {
		if places {
			says += moves
		}
		r := Row{On: field, Says: says, Doc: doc, Places: places, judge: judge}
		p := r
		p.On = param
		return []Row{r, p}
	}
	none := func(*cell) verdict { return exact }
	return slices.Concat(
		both(diff.FieldAdded, diff.MethodParamAdded, true, "in a oneof exact; reject", "a payload has nothing that says where it ends but its end", judgePackedPresent),
		both(diff.FieldRemoved, diff.MethodParamRemoved, true, "in a oneof reject; lossy", "a payload has nothing that says where it ends but its end", judgePackedPresent),
		both(diff.FieldRetired, diff.MethodParamRetired, true, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated", "it keeps its place, written as zero and skipped", judgePackedPresent),
		both(diff.FieldRenamed, diff.MethodParamRenamed, false, "doubt, exact where was says so", "places have no names; whether the meaning is the same, only a person can say", judgeRenamed),
		both(diff.FieldNumberChanged, diff.MethodParamNumberChanged, true, "exact where the order stays; reject in a oneof, whose number travels, corrupt where another member has it", "numbers give the order of places", judgePackedNumber),
		both(diff.FieldTypeChanged, diff.MethodParamTypeChanged, true, "what the bytes of the one are as the other", "a place has no type of its own", judgePackedType),
		both(diff.FieldPresenceChanged, diff.MethodParamPresenceChanged, true, "exact", "an optional value has a presence byte", none),
		both(diff.FieldDefaultChanged, diff.MethodParamDefaultChanged, false, "exact, doubt where it is optional", "an absent field gives the reader's default", judgeDefault),
		both(diff.FieldOneofChanged, "", true, "reject where it went from one oneof to another", "a oneof has a place of its own", judgePackedNumber)[:1],
		[]Row{
			writes(diff.FieldJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamOrderChanged, Exact, Exact, "params stand in the order of their numbers"),
			writes(diff.MessageRenamed, Exact, Exact, "the name of a message doesn't travel"),
			writes(diff.MessageWireNameChanged, Exact, Exact, "the name of a message doesn't travel"),
			{On: diff.MethodReturnsTypeChanged, Places: true, Says: "what the bytes of the one are as the other" + moves, Doc: "a result is read at its place", judge: judgeReturns},
			calls(diff.MethodStreamingChanged, Reject, Reject, "version 1 has no streams"),
			calls(diff.MethodOnewayChanged, Exact, Exact, "version 1 has no one-way methods"),
		},
	)
}

func judgePackedPresent(c *cell) verdict {
	if w, r := c.pair.w, c.pair.r; w != nil && w.Retired == "" && w.InOneOf() != nil && (r == nil || r.Retired != "") {
		if v := c.arrives(); v.out > Exact {
			return v
		}
	}
	return judgePresent(c)
}

// judgePackedNumber judges a member of a oneof by the number that travels.
func judgePackedNumber(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if w.Retired != "" || w.InOneOf() == nil || r.InOneOf() == nil {
		return exact
	}
	return c.arrives()
}

// arrives judges what a member of a oneof is taken for, by its number alone. The
// oneof at the writer's place is the one that shares a member with it.
func (c *cell) arrives() verdict {
	w, r := c.pair.w, c.pair.r
	known := false
	for _, p := range c.siblings() {
		if p.w == nil || p.r == nil || p.w.InOneOf() != w.InOneOf() || p.r.InOneOf() == nil {
			continue
		}
		known = true
		for _, f := range p.r.InOneOf().Fields() {
			switch {
			case f.Number != w.Number:
			case f == r, f.Retired != "" && (r == nil || r.Retired != "") && shaped(&w.Type, &f.Type, seenShapes{}):
				return exact // or skipped, as it should be
			default:
				return misread
			}
		}
	}
	if known {
		return is(Reject) // a member that the reader doesn't know
	}
	return exact
}

func judgePackedType(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if w == nil || r == nil || !c.typeChanged(&w.Type, &r.Type) {
		return exact
	}
	switch {
	case w.Retired != "" && w.InOneOf() != nil:
		return exact
	case w.Retired == "" && r.Retired == "" && inert(&w.Type) && inert(&r.Type) && !asMany(&w.Type, &r.Type):
		return is(Corrupt)
	case w.Retired == "" && r.Retired == "" && messages(&w.Type, &r.Type): // walked, as what is missing there may be in doubt
	case packedPlace{field: w}.retired() && w.InOneOf() == nil:
		if placeOf(w).zero(zeros{}) == placeOf(r).zero(zeros{}) {
			return exact // zeros that end where they should
		} else if w.Retired != "" {
			return misread
		}
	case r.Retired != "":
		if shaped(&w.Type, &r.Type, seenShapes{}) {
			return exact
		}
		return misread
	}
	return packedTypes(c.walk, c.owner, &w.Type, &r.Type)
}

// messages reports whether two types are messages, or fixed lists of as many.
func messages(wt, rt *schema.Type) bool {
	for wt.Kind == schema.KindList && rt.Kind == schema.KindList && wt.Len == rt.Len && wt.Len > 0 {
		wt, rt = wt.Elem, rt.Elem
	}
	return wt.Message() != nil && rt.Message() != nil
}

// packedTypes judges two types of one shape, or members of a oneof of any.
func packedTypes(w *walk, owner int, wt, rt *schema.Type) verdict {
	ws, wFixed := fixedSize(wt)
	rs, rFixed := fixedSize(rt)
	switch {
	case wFixed && rFixed && ws == rs:
		return w.reinterpret(owner, wt, rt)
	case wFixed || rFixed:
		return misread
	case sequence(wt.Kind) && sequence(rt.Kind) && wt.Len != rt.Len:
		return misread // a fixed list has no count
	}
	return w.counted(owner, wt, rt, func(we, re *schema.Type) verdict { return packedTypes(w, owner, we, re) }, packedTypes)
}

// packedPlace is a field, or a oneof, in a packed message.
type packedPlace struct {
	field *schema.Field
	oneof *schema.OneOf
}

// placeOf is where a field stands.
func placeOf(f *schema.Field) packedPlace {
	if o := f.InOneOf(); o != nil {
		return packedPlace{oneof: o}
	}
	return packedPlace{field: f}
}

func packedPlaces(m *schema.Message) (out []packedPlace) {
	for _, f := range m.ByNumber() {
		o := f.InOneOf()
		switch {
		case streams(f), o != nil && o.Fields()[0] != f:
		case o != nil:
			out = append(out, packedPlace{oneof: o})
		default:
			out = append(out, packedPlace{field: f})
		}
	}
	return out
}

// withBytes leaves out the places that never take a byte, unless their partner
// on the other side does.
func withBytes(ps []packedPlace, pairs []fieldPair) []packedPlace {
	empty := func(f *schema.Field) bool {
		switch {
		case f == nil:
			return true
		case f.InOneOf() != nil:
			return false // its number has a place
		}
		return f.Presence != schema.Optional && bare(&f.Type, nil)
	}
	return slices.DeleteFunc(ps, func(p packedPlace) bool {
		if p.field == nil || !empty(p.field) {
			return false
		}
		for _, x := range pairs {
			if x.w == p.field || x.r == p.field {
				return empty(x.w) && empty(x.r)
			}
		}
		return true
	})
}

// bare reports whether a value of t never takes a byte; in are the messages around it.
func bare(t *schema.Type, in []*schema.Message) bool {
	for t.Kind == schema.KindList && t.Len > 0 {
		t = t.Elem
	}
	m := t.Message()
	if m == nil || slices.Contains(in, m) {
		return false
	}
	in = append(in, m)
	for _, p := range packedPlaces(m) {
		if p.oneof != nil || p.field.Presence == schema.Optional || !bare(&p.field.Type, in) {
			return false
		}
	}
	return true
}

// retired reports whether a place holds nothing but zeros.
func (p packedPlace) retired() bool {
	if p.oneof != nil {
		return len(liveMembers(p.oneof)) == 0
	}
	return p.field.Retired != "" || p.field.Presence != schema.Optional && inert(&p.field.Type)
}

// ownZero reports whether the zeros of two messages have one size, leaving out the
// messages inside that belong together: they are walked themselves.
func (w *walk) ownZero(wm, rm *schema.Message, pairs []fieldPair) bool {
	walked := map[*schema.Field]bool{}
	for _, p := range pairs {
		if p.w == nil || p.r == nil || !hollow(p.w) || !hollow(p.r) {
			continue
		}
		gone := p.w.Retired != "" || p.r.Retired != ""
		if gone && !w.typeChanged(&p.w.Type, &p.r.Type) || !gone && asMany(&p.w.Type, &p.r.Type) {
			walked[p.w], walked[p.r] = true, true
		}
	}
	own := func(m *schema.Message) (n int) {
		for _, p := range packedPlaces(m) {
			if p.oneof != nil || !walked[p.field] {
				n += p.zero(zeros{})
			}
		}
		return n
	}
	return own(wm) == own(rm)
}

// packedLayout compares the places of two messages in their order. At the top of
// a payload, sizes that never meet are an error whatever was written.
func packedLayout(w *walk, wm, rm *schema.Message, pairs []fieldPair) verdict {
	if w.mute == asZero {
		if w.ownZero(wm, rm, pairs) {
			return verdict{}
		}
		return misread
	}
	wp, rp := withBytes(packedPlaces(wm), pairs), withBytes(packedPlaces(rm), pairs)
	even, whole := true, [2][]packedPlace{wp, rp}
	for len(wp) > 0 || len(rp) > 0 {
		if len(wp) > 0 && len(rp) > 0 && aligned(wp[0], rp[0], pairs) {
			even = even && wp[0].shaped(rp[0], seenShapes{})
			wp, rp = wp[1:], rp[1:]
			continue
		}
		n, m := zeroRun(wp, rp)
		if n == 0 {
			break
		}
		wp, rp = wp[n:], rp[m:]
	}
	switch {
	case len(wp) == 0 && len(rp) == 0:
		return verdict{}
	case len(w.path) > 0:
		return misread
	case apart(whole[0], whole[1]), even && apart(wp, rp):
		return cut
	}
	return misread
}

// zeroRun returns how many places at the start of either side take the same zeros,
// as the writer's are all retired; none where they don't.
func zeroRun(w, r []packedPlace) (n, m int) {
	for wrote, read := 0, 0; ; {
		switch {
		case n > 0 && wrote == read:
			return n, m
		case wrote <= read && n < len(w) && w[n].retired():
			wrote += w[n].zero(zeros{})
			n++
		case wrote > read && m < len(r):
			read += r[m].zero(zeros{})
			m++
		default:
			return 0, 0
		}
	}
}

// aligned reports whether two places belong together and take bytes alike.
func aligned(w, r packedPlace, pairs []fieldPair) bool {
	if w.retired() && w.zero(zeros{}) == r.zero(zeros{}) {
		return true
	}
	for _, p := range pairs {
		switch {
		case p.w == nil || p.r == nil:
		case w.oneof != nil && r.oneof != nil && p.w.InOneOf() == w.oneof && p.r.InOneOf() == r.oneof:
			return true
		case w.field != nil && p.w == w.field && p.r == r.field:
			return (w.field.Presence == schema.Optional) == (r.field.Presence == schema.Optional) && alike(&w.field.Type, &r.field.Type)
		}
	}
	return false
}

// alike reports whether two types take bytes in the same way; messages inside
// are compared where they are walked.
func alike(wt, rt *schema.Type) bool {
	ws, wFixed := fixedSize(wt)
	rs, rFixed := fixedSize(rt)
	switch {
	case wFixed || rFixed:
		return wFixed && rFixed && ws == rs
	case text(wt.Kind):
		return text(rt.Kind)
	case sequence(wt.Kind):
		return sequence(rt.Kind) && wt.Len == rt.Len && alike(wt.Elem, rt.Elem)
	case wt.Kind == schema.KindMap:
		return rt.Kind == schema.KindMap && alike(wt.Key, rt.Key) && alike(wt.Elem, rt.Elem)
	}
	return wt.Kind == rt.Kind
}

// seenShapes holds the pairs of messages that are being compared.
type seenShapes map[[2]*schema.Message]bool

// shaped is alike with messages compared all the way down.
func shaped(wt, rt *schema.Type, seen seenShapes) bool {
	wm, rm := wt.Message(), rt.Message()
	switch {
	case wm != nil && rm != nil:
		k := [2]*schema.Message{wm, rm}
		if seen[k] {
			return true
		}
		seen[k] = true
		return slices.EqualFunc(packedPlaces(wm), packedPlaces(rm), func(a, b packedPlace) bool { return a.shaped(b, seen) })
	case sequence(wt.Kind) && sequence(rt.Kind):
		return wt.Len == rt.Len && shaped(wt.Elem, rt.Elem, seen)
	case wt.Kind == schema.KindMap && rt.Kind == schema.KindMap:
		return shaped(wt.Key, rt.Key, seen) && shaped(wt.Elem, rt.Elem, seen)
	}
	return alike(wt, rt)
}

func (p packedPlace) shaped(q packedPlace, seen seenShapes) bool {
	if p.oneof != nil || q.oneof != nil {
		return p.oneof != nil && q.oneof != nil && slices.EqualFunc(p.oneof.Fields(), q.oneof.Fields(), func(a, b *schema.Field) bool {
			return a.Number == b.Number && shaped(&a.Type, &b.Type, seen)
		})
	}
	return (p.field.Presence == schema.Optional) == (q.field.Presence == schema.Optional) && shaped(&p.field.Type, &q.field.Type, seen)
}

// packedResult judges two results of which one is a value and the other a message.
func packedResult(_ *walk, _ *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict {
	switch {
	case wt == nil && rt != nil:
		return is(Corrupt)
	case rt == nil:
		return is(Lossy)
	case apart(packedPlaces(wm), packedPlaces(rm)):
		return cut
	case inert(wt) && bare(wt, nil):
		return exact
	}
	return misread
}
