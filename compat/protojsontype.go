package compat

import (
	"github.com/rpcctl/rpcctl/schema"
)

// protoJSONTypes judges the JSON of one type read as another's.
func protoJSONTypes(w *walk, owner int, wt, rt *schema.Type) verdict {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return w.enum(owner, wt.Enum(), rt.Enum())
	case wk == schema.KindEnum:
		return protoEnumAs(rk)
	case rk == schema.KindEnum:
		return w.protoAsEnum(wt)
	case wk.Number() && rk.Number():
		return protoNumber(wk, rk)
	case wk == rk && (wk == schema.KindBool || text(wk)):
		return exact
	case text(wk) && text(rk):
		return verdict{out: Corrupt, fails: rk == schema.KindBytes} // base64
	case text(wk) && rk.Number():
		return misread // where it reads as a number
	case wk.Number() && text(rk):
		if wk.Float() {
			return verdict{out: Corrupt, fails: true} // NaN is text
		} else if wk.Bits() < 64 {
			return cut
		}
		return misread // it is text
	case wk == schema.KindMessage && rk == schema.KindMessage:
		w.message(owner, wt.Message(), rt.Message())
		return exact // what differs inside is claimed there
	case sequence(wk) && sequence(rk):
		return w.protoArrays(owner, wt, rt)
	case wk == schema.KindMap && rk == schema.KindMap:
		w.loose++
		k, v := w.protoKeys(wt.Key, rt.Key), protoJSONTypes(w, owner, wt.Elem, rt.Elem)
		w.loose--
		if k.certain || v.certain {
			return is(Reject) // any entry is refused
		}
		return k.worse(v)
	case wk == schema.KindMap && rk == schema.KindMessage, wk == schema.KindMessage && rk == schema.KindMap:
		return verdict{out: Corrupt, settle: true, still: Exact} // keys are fields, or fields keys
	}
	return cut
}

// protoEnumAs judges the name of a value that is read as another type.
func protoEnumAs(rk schema.Kind) verdict {
	switch rk {
	case schema.KindString:
		return verdict{out: Corrupt, settle: true, still: Exact}
	case schema.KindBytes:
		return misread // where it reads as base64
	}
	return cut
}

// protoAsEnum judges what is read as the name or number of a value.
func (w *walk) protoAsEnum(wt *schema.Type) verdict {
	k := wt.Kind
	switch {
	case text(k):
		return w.unnamed()
	case !k.Number():
		return cut
	case k.Float():
		if w.refusing() || w.needs() {
			return is(Reject)
		}
		return verdict{out: Corrupt, fails: true} // NaN is no name, and left out
	case k.Bits() == 64:
		return w.unnamed()
	case within32(k, schema.KindInt32):
		return is(Doubt)
	}
	return is(Reject)
}

// unnamed is what becomes of text that is read as the name of a value.
func (w *walk) unnamed() verdict {
	if w.refusing() || w.needs() {
		return misread // where it is one
	}
	return is(Corrupt)
}

func protoNumber(wk, rk schema.Kind) verdict {
	switch {
	case wk == rk:
		return exact
	case wk.Float() && rk.Float():
		return verdict{out: exactIf(wk == schema.KindFloat32), fails: wk == schema.KindFloat64}
	case wk.Float():
		return is(Reject)
	case rk == schema.KindFloat64:
		return is(exactIf(wk.Bits() <= 32))
	case rk == schema.KindFloat32:
		return is(exactIf(wk.Bits() <= 16))
	case within32(wk, rk):
		return exact
	}
	return is(Reject)
}

func (w *walk) protoArrays(owner int, wt, rt *schema.Type) verdict {
	if rt.Len > 0 && wt.Len > 0 && rt.Len != wt.Len {
		return is(Reject)
	}
	v := protoJSONTypes(w, owner, wt.Elem, rt.Elem)
	v.certain = false
	if rt.Len > 0 && wt.Len == 0 {
		v = v.worse(verdict{out: Corrupt, settle: true, still: Reject}) // an empty one has no key
	}
	return v
}

func (w *walk) protoKeys(wt, rt *schema.Type) verdict {
	switch {
	case wt.Kind == rt.Kind:
		return exact
	case rt.Kind == schema.KindString:
		return is(Corrupt) // a number is another key than its text
	case wt.Kind == schema.KindString:
		return verdict{out: Corrupt, fails: true}
	case wt.Kind == schema.KindBool || rt.Kind == schema.KindBool:
		return cut
	case within32(wt.Kind, rt.Kind):
		return exact
	}
	return is(Reject)
}
