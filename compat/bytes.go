package compat

import "github.com/rpcctl/rpcctl/schema"

// blockTypes judges what a block reader makes of one type's bytes read as
// another's, where they stand at the same place.
func blockTypes(w *walk, owner int, wt, rt *schema.Type) verdict {
	ws, wFixed := fixedSize(wt)
	rs, rFixed := fixedSize(rt)
	switch {
	case wFixed && rFixed && ws != rs:
		return is(Reject) // a key, an element or a oneof's value of another length
	case wFixed && rFixed:
		return w.reinterpret(owner, wt, rt)
	case rs == 2 && wt.Message() != nil && len(wt.Message().Fields) == 0:
		return exact // a message without fields is two bytes, both 0
	case wFixed || rFixed:
		return misread
	}
	return w.counted(owner, wt, rt, func(we, re *schema.Type) verdict {
		a, aFixed := fixedSize(we)
		b, bFixed := fixedSize(re)
		if (aFixed || bFixed) && (aFixed != bFixed || a != b) {
			return misread // raw elements: another size cuts them elsewhere
		}
		return blockTypes(w, owner, we, re)
	}, blockTypes)
}

// counted judges types whose bytes have a length. elem judges an element's type.
func (w *walk) counted(owner int, wt, rt *schema.Type, elem func(we, re *schema.Type) verdict, types func(w *walk, owner int, wt, rt *schema.Type) verdict) verdict {
	switch {
	case wt.Kind == rt.Kind && text(wt.Kind), wt.Kind == schema.KindString && rt.Kind == schema.KindBytes:
		return exact
	case wt.Kind == schema.KindBytes && rt.Kind == schema.KindString:
		return is(Reject)
	case wt.Kind == schema.KindMessage && rt.Kind == schema.KindMessage:
		w.message(owner, wt.Message(), rt.Message())
		return exact // what differs inside is claimed there
	case sequence(wt.Kind) && sequence(rt.Kind):
		w.loose++
		v := elem(wt.Elem, rt.Elem)
		w.loose--
		v.certain = false
		if rt.Kind == schema.KindSet && wt.Kind == schema.KindList || rt.Len > 0 && rt.Len != wt.Len {
			v = v.worse(is(Reject))
		}
		return v
	case wt.Kind == schema.KindMap && rt.Kind == schema.KindMap:
		w.loose++
		k, e := types(w, owner, wt.Key, rt.Key), types(w, owner, wt.Elem, rt.Elem)
		v := k.worse(e)
		v.settle = v.settle || k.out >= Reject && e.out >= Reject // the one may hide the other
		w.loose--
		v.certain = false
		return v
	}
	return misread
}

// reinterpret judges the bytes of one type of fixed size read as another of
// that size.
func (w *walk) reinterpret(owner int, wt, rt *schema.Type) verdict {
	switch {
	case wt.Kind == schema.KindEnum && rt.Kind == schema.KindEnum:
		v := w.enum(owner, wt.Enum(), rt.Enum())
		return v
	case wt.Kind == schema.KindList && rt.Kind == schema.KindList && wt.Len == rt.Len:
		a, _ := fixedSize(wt.Elem)
		b, _ := fixedSize(rt.Elem)
		if a == b {
			return w.reinterpret(owner, wt.Elem, rt.Elem)
		}
	case wt.Kind == schema.KindList || rt.Kind == schema.KindList:
	case wt.Kind == rt.Kind:
		return exact
	case wt.Kind == schema.KindBool:
		return exact
	case rt.Kind == schema.KindBool:
		return is(Reject)
	case wt.Kind == schema.KindEnum && rt.Kind == schema.KindInt32:
		return exact
	case wt.Kind == schema.KindEnum && rt.Kind == schema.KindUint32:
		return w.each(wt.Enum(), func(n int64) Outcome { return exactIf(n >= 0) })
	case wt.Kind == schema.KindInt32 && rt.Kind == schema.KindEnum:
		if rt.Enum().Closed {
			return is(Reject)
		}
		return is(Doubt)
	case rt.Kind == schema.KindEnum && rt.Enum().Closed:
		return misread // another number, where its bits are one of the enum's
	case wt.Kind == schema.KindEnum && zeroAlone(wt.Enum()):
		return exact
	case wt.Kind.Integer() && rt.Kind.Integer(), numeric(wt.Kind) && numeric(rt.Kind):
		return is(Corrupt)
	}
	return misread
}

// each judges every number that an enum names.
func (w *walk) each(e *schema.Enum, of func(n int64) Outcome) verdict {
	v := exact
	for _, x := range e.Values {
		v = v.worse(is(of(x.Number)))
	}
	return v
}

func zeroAlone(e *schema.Enum) bool {
	for _, v := range e.Values {
		if v.Number != 0 {
			return false
		}
	}
	return true
}

// refusesUnnamed: zero counts as named.
func refusesUnnamed(_ *walk, e *schema.Enum, n int64) bool { return e.Closed && n != 0 && !names(e, n) }
