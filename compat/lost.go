package compat

import (
	"github.com/rpcctl/rpcctl/schema"
)

// descendFrom walks what a pair of the same type holds, knowing whether it arrives.
func (w *walk) descendFrom(owner int, wm, rm *schema.Message, p fieldPair) {
	if w.table.apart != nil && w.apart == 0 && p.w != nil && p.r != nil {
		if w.apart = w.table.apart(w, wm, rm, p); w.apart > 0 {
			w.loose++
			defer func() { w.apart = 0; w.loose-- }()
		}
	}
	w.descend(owner, p)
}

// apartRPCH is what becomes of a value whose key isn't its partner's, so that its
// reader finds nothing: 0 where the partner gets it.
func apartRPCH(w *walk, _, rm *schema.Message, p fieldPair) Outcome {
	if isParam(p.w) || p.w.Retired != "" || p.r.Retired != "" || w.keyed(rm, p.w.JSONName()) == p.r {
		return 0
	}
	return w.lost(p.w, p.r)
}

// lost is the outcome of a value that is left out: its reader has nothing, or the
// zero of its type. It says of all values what the comparison says of one.
func (w *walk) lost(wf, rf *schema.Field) Outcome {
	if w.lenient() {
		return Corrupt
	}
	return w.lostField(wf, rf, seenShapes{})
}

func (w *walk) lostField(wf, rf *schema.Field, seen seenShapes) Outcome {
	switch {
	case w.ungrouped(wf):
		return ungroupedLost(wf, rf)
	case tracked(wf) && tracked(rf):
		return Corrupt // whether it was there can be told
	case w.zeroAlone(wf):
		return Exact
	case tracked(rf), rf.Default != nil:
		return exactIf(onlyZero(&wf.Type))
	}
	return w.lostValue(&wf.Type, &rf.Type, seen)
}

// lostValue is the worst outcome of a value for which zero is taken.
func (w *walk) lostValue(wt, rt *schema.Type, seen seenShapes) Outcome {
	switch wk, rk := wt.Kind, rt.Kind; {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		c, worst := comparison{pairs: w.pairs, oldWrote: w.oldWrote, names: true}, Exact
		for _, v := range wt.Enum().Values {
			worst = max(worst, c.enum(wt.Enum(), rt.Enum(), v.Number, int64(0)))
		}
		return worst
	case sequence(wk) && sequence(rk):
		if wk == rk && wt.Len > 0 && wt.Len == rt.Len {
			return w.lostValue(wt.Elem, rt.Elem, seen)
		}
		return Corrupt
	case wk == schema.KindMessage && rk == schema.KindMessage:
		return w.lostMessage(wt.Message(), rt.Message(), seen)
	case wk == schema.KindMessage && w.table.encodes && w.byteless(wt.Message()):
		return Exact
	}
	return exactIf(onlyZero(wt))
}

func (w *walk) lostMessage(wm, rm *schema.Message, seen seenShapes) Outcome {
	key := [2]*schema.Message{wm, rm}
	if seen[key] {
		return Exact // nothing more is lost than on the way here
	}
	seen[key] = true
	worst, pairs := Exact, w.pairs.fields(wm, rm)
	for _, p := range pairs {
		wLive, rLive := p.w != nil && p.w.Retired == "", p.r != nil && p.r.Retired == ""
		switch {
		case streams(p.w), streams(p.r):
		case wLive && rLive:
			worst = max(worst, w.lostField(p.w, p.r, seen))
			if !w.table.names && renamed(p.w, p.r, w.oldWrote) || w.table.fills && defaultText(p.w) != defaultText(p.r) && !w.set(p.w) {
				worst = max(worst, Doubt)
			}
		case wLive:
			worst = max(worst, Lossy)
			if o := p.w.InOneOf(); o != nil && intoOneOf(pairs, o) {
				worst = max(worst, Doubt) // it is seen unset
			}
		case rLive && !w.oldWrote && !tracked(p.r) && w.table.names && !w.table.absents:
			return Corrupt
		case rLive && !w.oldWrote && !tracked(p.r) && p.r.Deprecated == "":
			worst = max(worst, Doubt)
		case rLive && !w.oldWrote:
			worst = max(worst, Lossy)
		}
	}
	return worst
}

// intoOneOf reports whether a member of a writer's oneof has a partner that is in
// a oneof too.
func intoOneOf(pairs []fieldPair, o *schema.OneOf) bool {
	for _, p := range pairs {
		if p.w != nil && p.r != nil && p.w.InOneOf() == o && p.r.InOneOf() != nil {
			return true
		}
	}
	return false
}

// onlyZero reports whether a type has no value but its zero.
func onlyZero(t *schema.Type) bool {
	switch t.Kind {
	case schema.KindEnum:
		for _, v := range t.Enum().Values {
			if v.Number != 0 {
				return false
			}
		}
		return true
	case schema.KindList:
		return t.Len > 0 && onlyZero(t.Elem)
	case schema.KindMessage:
		for _, f := range t.Message().ByNumber() {
			if f.Retired == "" && !streams(f) && (tracked(f) || !onlyZero(&f.Type)) {
				return false
			}
		}
		return true
	}
	return false
}

// keyless reports whether a message is always written as an empty object.
func (w *walk) keyless(m *schema.Message) bool {
	for _, f := range m.ByNumber() {
		if !streams(f) && w.written(f) {
			return false
		}
	}
	return true
}

// zeroFails reports whether the zero of one type isn't read as another.
func (w *walk) zeroFails(wt, rt *schema.Type, seen seenShapes) bool {
	switch wm, rm := wt.Message(), rt.Message(); {
	case jsonForm(wt) != jsonForm(rt), rt.Len > 0 && rt.Len != wt.Len:
		return true
	case wt.Kind == schema.KindList && wt.Len > 0:
		return w.zeroFails(wt.Elem, rt.Elem, seen)
	case wm == nil || rt.Kind == schema.KindMap:
		return wm != nil && !w.keyless(wm)
	case rm == nil || seen[[2]*schema.Message{wm, rm}]:
		return false
	default:
		seen[[2]*schema.Message{wm, rm}] = true
		for _, f := range wm.Fields {
			if streams(f) || tracked(f) {
				continue
			}
			if to := w.keyed(rm, f.JSONName()); to != nil && w.zeroFails(&f.Type, &to.Type, seen) {
				return true
			}
		}
	}
	return false
}
