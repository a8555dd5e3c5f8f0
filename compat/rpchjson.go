package compat

import (
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

// jsonTypes judges the JSON of one type read as another's.
func jsonTypes(w *walk, owner int, wt, rt *schema.Type) verdict {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return w.enum(owner, wt.Enum(), rt.Enum())
	case wk != schema.KindBool && rk != schema.KindBool && numeric(wk) && numeric(rk):
		return w.decimal(wt, rt)
	case wk == rk && (wk == schema.KindBool || text(wk)):
		return exact
	case text(wk) && text(rk):
		return verdict{out: Corrupt, fails: rk == schema.KindBytes} // base64
	case wk == schema.KindMessage && rk == schema.KindMessage:
		w.message(owner, wt.Message(), rt.Message())
		return exact // what differs inside is claimed there
	case sequence(wk) && sequence(rk):
		return w.arrays(owner, wt, rt)
	case wk == schema.KindMap && rk == schema.KindMap:
		w.loose++
		k, v := w.keys(wt.Key, rt.Key), jsonTypes(w, owner, wt.Elem, rt.Elem)
		w.loose--
		if v.certain || k.certain {
			return is(Reject) // any entry is refused
		}
		return k.worse(v)
	case wk == schema.KindMessage && w.keyless(wt.Message()) && (rk == schema.KindMap || w.profile == "node"):
		return exact
	case wk == schema.KindMap && rk == schema.KindMessage:
		return verdict{out: Corrupt, fails: wt.Key.Kind == schema.KindString && w.disagrees(wt.Elem, rt.Message())}
	case wk == schema.KindMessage && rk == schema.KindMap:
		if w.lenient() {
			return is(Corrupt)
		}
		return misread
	}
	return w.mismatch()
}

// disagrees reports whether a message has a field that doesn't take every value of a type.
func (w *walk) disagrees(t *schema.Type, m *schema.Message) bool {
	for _, f := range m.Fields {
		if f.Retired == "" && !streams(f) && (t.Message() != nil || w.typeChanged(t, &f.Type)) {
			return true
		}
	}
	return false
}

func (w *walk) arrays(owner int, wt, rt *schema.Type) verdict {
	if rt.Len > 0 && wt.Len > 0 && rt.Len != wt.Len {
		return w.mismatch()
	}
	if wt.Len == 0 {
		w.loose++
		defer func() { w.loose-- }()
	}
	v := jsonTypes(w, owner, wt.Elem, rt.Elem)
	if wt.Len == 0 {
		v.certain = false
	}
	if rt.Len > 0 && wt.Len == 0 {
		v = v.worse(w.outside())
	}
	return v
}

// keys judges a map's keys, which are text.
func (w *walk) keys(wt, rt *schema.Type) verdict {
	switch {
	case wt.Kind == rt.Kind:
		return exact
	case wt.Kind == schema.KindString, rt.Kind == schema.KindString:
		return verdict{out: Corrupt, fails: rt.Kind != schema.KindString} // a number is another key than its text
	case wt.Kind.Integer() && rt.Kind.Integer() && within32(wt.Kind, rt.Kind):
		return exact
	case wt.Kind == schema.KindBool || rt.Kind == schema.KindBool:
		return w.mismatch()
	}
	return w.outside()
}

// within32 reports whether every value of one integer kind is one of the other.
func within32(a, b schema.Kind) bool {
	alo, ahi := bounds(a)
	blo, bhi := bounds(b)
	return alo >= blo && ahi <= bhi
}

// bounds returns the least and greatest value of an integer kind.
func bounds(k schema.Kind) (lo int64, hi uint64) {
	if k.Unsigned() {
		return 0, math.MaxUint64 >> (64 - k.Bits())
	}
	return -1 << (k.Bits() - 1), 1<<(k.Bits()-1) - 1
}

// decimal judges a number, or an enum's, that is read as another type.
func (w *walk) decimal(wt, rt *schema.Type) verdict {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk.Integer():
		return w.each(wt.Enum(), func(n int64) Outcome {
			lo, hi := bounds(rk)
			if n < lo || n > 0 && uint64(n) > hi {
				return w.outside().out
			}
			return Exact
		})
	case wk == schema.KindEnum:
		return w.each(wt.Enum(), func(n int64) Outcome {
			return exactIf(rk == schema.KindFloat64 || int64(float32(n)) == n)
		})
	case rk == schema.KindEnum && wk.Float():
		return w.outside()
	case rk == schema.KindEnum:
		v := is(Doubt)
		if w.profile == "rpcctl" && rt.Enum().Closed {
			v = is(Reject)
		}
		if !w.fits(wk, schema.KindInt32) {
			v = v.worse(w.outside())
		}
		return v
	case wk == rk:
		return exact
	case wk.Float() && rk.Float():
		return verdict{out: exactIf(wk == schema.KindFloat32), fails: wk == schema.KindFloat64}
	case wk.Float():
		return w.outside()
	case rk.Float():
		return is(exactIf(w.precise(wk, rk)))
	case w.fits(wk, rk):
		return exact
	}
	return w.outside()
}

// fits reports whether every value of an integer kind that a profile carries to
// itself is one of the other: C's go through 32 bits.
func (w *walk) fits(wk, rk schema.Kind) bool {
	if w.profile != "c" {
		return within32(wk, rk)
	}
	lo, hi := bounds(wk)
	rlo, rhi := bounds(rk)
	lo, hi = max(lo, math.MinInt32), min(hi, math.MaxInt32)
	rlo, rhi = max(rlo, math.MinInt32), min(rhi, math.MaxInt32)
	return lo >= rlo && hi <= rhi
}

// precise reports whether every integer of a kind has its float.
func (w *walk) precise(wk, rk schema.Kind) bool {
	bits := wk.Bits()
	if w.profile == "node" && bits == 64 && rk == schema.KindFloat64 {
		return true // what isn't a double never arrives anyway
	}
	if w.profile == "c" {
		bits = min(bits, 32)
	}
	if rk == schema.KindFloat64 {
		return bits <= 32
	}
	return bits <= 16
}
