package compat

import "github.com/rpcctl/rpcctl/schema"

// refused is what becomes of bytes that a peer can't read: a server in Go runs the
// method with what it has by then.
func (w *walk) refused() verdict {
	if w.profile == "go" && w.root.flow == Request {
		return is(Corrupt)
	}
	return is(Reject)
}

// unset is what becomes of a required field that isn't there.
func (w *walk) unset() verdict {
	if w.profile == "java" {
		return is(Corrupt)
	}
	return w.refused()
}

// garbled is what becomes of bytes that are taken for something else.
func (w *walk) garbled() verdict { return misread }

// read judges the bytes of one field as those of its partner.
func (w *walk) read(owner int, wf, rf *schema.Field) verdict {
	a, b := formOf(wf), formOf(rf)
	if w.ungrouped(wf) {
		return w.unfound(wf, rf)
	}
	if !w.takes(&b, a.sends()) {
		return w.unfound(wf, rf)
	}
	if a.key != nil || a.many || b.key != nil || b.many {
		w.loose++
		defer func() { w.loose-- }()
	}
	switch {
	case a.key != nil && b.key != nil:
		k := w.entry(owner, a.key, b.key)
		return k.worse(w.entry(owner, &a.unit, &b.unit))
	case a.key == nil && !a.many && a.unit.t.Kind == schema.KindMessage && w.byteless(a.unit.t.Message()) && (b.unit.t.Kind != schema.KindMessage || b.many) && b.key == nil:
		switch { // no bytes, whatever they are taken for
		case b.many && packable(b.unit.t.Kind):
			return w.unfound(wf, rf)
		case rf.Type.Len > 1:
			return w.lengths(wf, rf)
		}
		return exact
	case a.key != nil || b.key != nil:
		if v, ok := w.entries(owner, &a, &b); ok {
			return v
		}
		return w.garbled()
	case a.pack && !(b.many && packable(b.unit.t.Kind)), !a.pack && a.sends() == asSized && b.many && packable(b.unit.t.Kind):
		return w.garbled()
	case a.pack && a.unit.wire() != b.unit.wire():
		return w.garbled()
	}
	v := w.unit(owner, &a.unit, &b.unit)
	switch wt, rt := &wf.Type, &rf.Type; {
	case a.many && b.many && rt.Len > 0 && wt.Len != rt.Len:
		if u := w.lengths(wf, rf); wf.Type.Len > 0 && u.out == Reject {
			v = u
		} else {
			v = v.worse(u)
		}
	case a.many && !b.many && wt.Len != 1 && !onlyZero(wt):
		v = v.worse(is(Corrupt)) // the last one is left
	case !a.many && rt.Len > 1:
		v = w.lengths(wf, rf)
	}
	return v
}

// lengths judges a list that hasn't the length of the reader's.
func (w *walk) lengths(wf, rf *schema.Field) verdict {
	if w.profile != "rpcctl" || wf.Type.Len == 0 && sequence(wf.Type.Kind) && !tracked(wf) && !tracked(rf) {
		return is(Corrupt) // even an empty one is no value of the reader's type
	}
	return is(Reject)
}

// entry judges a key or a value of a map's entries: what isn't taken is zero.
func (w *walk) entry(owner int, a, b *unit) verdict {
	if a.wire() != b.wire() {
		return is(exactIf(onlyZero(a.t)))
	}
	return w.unit(owner, a, b)
}

// unit judges one value as another type's, of the same wire type.
func (w *walk) unit(owner int, a, b *unit) verdict {
	wk, rk := a.t.Kind, b.t.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return w.enum(owner, a.t.Enum(), b.t.Enum())
	case wk == schema.KindMessage && rk == schema.KindMessage:
		w.message(owner, a.t.Message(), b.t.Message())
		return exact // what differs inside is claimed there
	case wk == schema.KindMessage:
		if w.byteless(a.t.Message()) {
			return exact
		}
		return w.garbled()
	case rk == schema.KindMessage:
		return w.garbled()
	case wk == schema.KindBytes && rk == schema.KindString:
		return w.invalid()
	case text(wk):
		return exact
	}
	worst := exact
	for _, v := range edges(a.t) {
		worst = worst.worse(w.number(a, b, v))
	}
	return worst
}

// invalid judges bytes that are no text.
func (w *walk) invalid() verdict {
	if w.profile == "java" {
		return is(Corrupt)
	}
	if rf := w.at.r; rf != nil && w.profile != "rpcctl" && !rf.ChecksUTF8() {
		return exact
	}
	return w.refused()
}

// number judges one number as another type's.
func (w *walk) number(a, b *unit, v any) verdict {
	k := comparison{pairs: w.pairs, oldWrote: w.oldWrote, singles: true}
	got := b.number(a.bits(v))
	n, _ := got.(int64)
	if e := b.t.Enum(); e != nil && !names(e, n) {
		switch {
		case n == 0 && !w.sendsZero(a.t):
			return exact // it isn't written
		case w.profile == "rpcctl" && e.Closed:
			return is(Reject)
		case w.profile == "cpp" && e.Closed, w.profile == "java":
			if f := w.at; isZero(a.t, v) && f.w != nil && a.t == &f.w.Type && b.t == &f.r.Type && !(tracked(f.w) && tracked(f.r)) {
				return exact // it is absent, which is zero
			}
			return w.dropsNumber()
		}
	}
	if w.profile == "rpcctl" && b.t.Kind.Integer() && !holds(b.t, got) {
		return is(Reject)
	}
	return is(k.value(a.t, b.t, v, got))
}

// dropsNumber is what becomes of a number that a reader has no name for and leaves
// out: an entry of a map is an exception in Java.
func (w *walk) dropsNumber() verdict {
	if w.profile == "java" && w.at.r != nil && w.at.r.Type.Kind == schema.KindMap {
		return is(Reject)
	}
	return is(Corrupt)
}

// sendsZero reports whether a zero of type t, which is the field's that is walked or
// lies in it, is written.
func (w *walk) sendsZero(t *schema.Type) bool {
	f := w.at.w
	return f == nil || tracked(f) || t != &f.Type || w.profile == "java"
}

// byteless reports whether a message never has a byte.
func (w *walk) byteless(m *schema.Message) bool {
	for _, f := range m.Fields {
		if f.Retired == "" && !streams(f) && !w.ungrouped(f) {
			return false
		}
	}
	return true
}

// unfound is what becomes of a value that its reader doesn't find.
func (w *walk) unfound(wf, rf *schema.Field) verdict {
	if rf.Presence == schema.Required {
		return w.unset()
	}
	if w.ungrouped(wf) {
		return is(ungroupedLost(wf, rf))
	}
	if w.profile == "java" && rf.Type.Len > 0 {
		return is(Corrupt) // an empty list, which is no value of the type
	}
	if e := rf.Type.Enum(); e != nil && w.profile == "java" && rf.InOneOf() == nil {
		return is(w.asFirst(&wf.Type, &rf.Type))
	}
	return is(w.lostField(wf, rf, seenShapes{}))
}

// ungrouped reports whether a field is a group that a peer in Java can't write.
func (w *walk) ungrouped(f *schema.Field) bool {
	return w.table.encodes && w.profile == "java" && optionOf(f, groupOption) != nil
}

// ungroupedLost is what becomes of a group that can't be written: an empty list at most.
func ungroupedLost(wf, rf *schema.Field) Outcome {
	return exactIf(!repeated(wf) || repeated(rf) || !tracked(wf) || !tracked(rf))
}

func repeated(f *schema.Field) bool { return f.Type.Elem != nil }

// asFirst is what becomes of a value that its reader doesn't find, and takes the first
// name of an enum for.
func (w *walk) asFirst(wt, rt *schema.Type) Outcome {
	first := rt.Enum().Values[0].Number
	if !numeric(wt.Kind) {
		return exactIf(first == 0 && onlyZero(wt))
	}
	k, worst := comparison{pairs: w.pairs, oldWrote: w.oldWrote, singles: true}, Exact
	for _, v := range edges(wt) {
		worst = max(worst, k.value(wt, rt, v, first))
	}
	return worst
}

// lands reports whether what is written as one field can be found in another.
func (w *walk) lands(wf, to *schema.Field, seen seenShapes) bool {
	a, b := formOf(wf), formOf(to)
	if wf.Retired != "" || to.Retired != "" || streams(wf) || !w.takes(&b, a.sends()) {
		return false
	}
	if tracked(to) || b.key != nil {
		return true
	}
	wm, rm := a.unit.t.Message(), b.unit.t.Message()
	switch {
	case a.many || a.key != nil:
		return true
	case b.many && !packable(b.unit.t.Kind):
		return true
	case wm != nil && rm != nil:
		return w.strays(wm, rm, seen)
	case wm != nil:
		return !w.byteless(wm)
	}
	return tracked(wf) && text(wf.Type.Kind) || !onlyZero(&wf.Type)
}

// strays reports whether anything of one message can be found in another.
func (w *walk) strays(wm, rm *schema.Message, seen seenShapes) bool {
	key := [2]*schema.Message{wm, rm}
	if seen[key] {
		return false
	}
	seen[key] = true
	for _, f := range wm.Fields {
		if to := rm.Field(f.Number); to != nil && w.lands(f, to, seen) {
			return true
		}
	}
	return false
}
