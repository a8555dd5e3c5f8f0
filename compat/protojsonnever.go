package compat

import "github.com/rpcctl/rpcctl/schema"

// protoAlways reports whether a field has a key in all JSON of its message.
func protoAlways(f *schema.Field) bool {
	return f.Retired == "" && !streams(f) && (f.Presence == schema.Required || f.Presence == schema.Plain && f.InOneOf() == nil && f.Type.Kind == schema.KindList && f.Type.Len > 0)
}

// protoDoomed reports whether no JSON of one message is read as the other, as
// something that is required never arrives, or something that is always written is
// never taken.
func protoDoomed(w *walk, wm, rm *schema.Message) bool { return w.doomed(wm, rm, seenShapes{}) }

func (w *walk) doomed(wm, rm *schema.Message, seen seenShapes) bool {
	key := [2]*schema.Message{wm, rm}
	if seen[key] {
		return false // it ends somewhere
	}
	seen[key] = true
	met := map[*schema.Field]bool{}
	for _, f := range wm.Fields {
		if !protoWrites(f) {
			continue
		}
		switch to := protoKeyed(rm, protoKey(f)); {
		case to == nil && w.refusing() && protoAlways(f):
			return true
		case to == nil:
		case !w.untaken(&f.Type, &to.Type, to.Presence == schema.Required, seen):
			met[to] = true
		case protoAlways(f):
			return true
		}
	}
	for _, f := range rm.Fields {
		if f.Presence == schema.Required && f.Retired == "" && !streams(f) && !met[f] {
			return true
		}
	}
	return false
}

// untaken reports whether no value of one type is read as the other. needed says
// that one which is left out is missed.
func (w *walk) untaken(wt, rt *schema.Type, needed bool, seen seenShapes) bool {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return (w.refusing() || needed) && !sharesName(wt.Enum(), rt.Enum())
	case wk == schema.KindMessage && rk == schema.KindMessage:
		return w.doomed(wt.Message(), rt.Message(), seen)
	case sequence(wk) && sequence(rk):
		return wt.Len > 0 && (rt.Len > 0 && rt.Len != wt.Len || w.untaken(wt.Elem, rt.Elem, false, seen))
	case wk == schema.KindMessage && rk == schema.KindMap, wk == schema.KindMap && rk == schema.KindMessage:
		return false
	case wk == rk, wk.Number() && rk.Number(), text(wk) && (text(rk) || rk.Number()):
		return false
	case text(rk):
		return !(wk == schema.KindEnum || wk.Number() && (wk.Float() || wk.Bits() == 64))
	case rk == schema.KindEnum && text(wk):
		return false
	case rk == schema.KindEnum:
		return !wk.Number()
	}
	return true
}

func sharesName(we, re *schema.Enum) bool {
	names := map[string]bool{}
	for _, v := range re.Values {
		names[v.Name] = true
	}
	for _, v := range we.Values {
		if names[firstName(we, v.Number)] {
			return true
		}
	}
	return false
}

// firstName is the name that a number is written by.
func firstName(e *schema.Enum, n int64) string {
	for _, v := range e.Values {
		if v.Number == n {
			return v.Name
		}
	}
	return ""
}

// needs reports whether the walk is at an enum that its reader's field requires:
// a name that is left out is missed then.
func (w *walk) needs() bool {
	return w.into != nil && w.into.Presence == schema.Required && w.into.Type.Kind == schema.KindEnum && len(w.path) > 0 && w.path[len(w.path)-1].Type.Elem == nil
}
