package compat

import (
	"bytes"
	"math"
	"math/big"

	"github.com/rpcctl/rpcctl/schema"
)

// value compares two values that belong together.
func (c *comparison) value(wt, rt *schema.Type, w, r any) Outcome {
	switch {
	case numeric(wt.Kind) && numeric(rt.Kind):
		return c.number(wt, rt, w, r)
	case text(wt.Kind) && text(rt.Kind):
		return exactIf(bytes.Equal(asBytes(w), asBytes(r)) && holds(rt, r))
	case wt.Kind == schema.KindMap && rt.Kind == schema.KindMap:
		return c.maps(wt, rt, w, r)
	case sequence(wt.Kind) && sequence(rt.Kind):
		return c.lists(wt, rt, w, r)
	case c.singles && sequence(wt.Kind) != sequence(rt.Kind) && wt.Kind != schema.KindMap && rt.Kind != schema.KindMap:
		return c.single(wt, rt, w, r)
	case wt.Kind == schema.KindMessage && rt.Kind == schema.KindMessage:
		wv, ok1 := w.(schema.Record)
		rv, ok2 := r.(schema.Record)
		if !ok1 || !ok2 {
			return Corrupt
		}
		return c.message(wt.Message(), rt.Message(), wv, rv)
	case c.singles && (wt.Kind == schema.KindMap) != (rt.Kind == schema.KindMap):
		if o, ok := c.listed(wt, rt, w, r); ok {
			return o
		}
	}
	return exactIf(isZero(wt, w) && isZero(rt, r))
}

// single compares a value with a list: of it alone.
func (c *comparison) single(wt, rt *schema.Type, w, r any) Outcome {
	wl, wMany := w.([]any)
	rl, rMany := r.([]any)
	switch {
	case wMany == rMany:
		return Corrupt
	case wMany && len(wl) == 1:
		return c.value(wt.Elem, rt, wl[0], r)
	case rMany && len(rl) == 1 && rt.Len < 2:
		return c.value(wt, rt.Elem, w, rl[0])
	}
	return exactIf(isZero(wt, w) && isZero(rt, r))
}

func exactIf(ok bool) Outcome {
	if ok {
		return Exact
	}
	return Corrupt
}

func numeric(k schema.Kind) bool  { return k == schema.KindBool || k.Number() || k == schema.KindEnum }
func text(k schema.Kind) bool     { return k == schema.KindString || k == schema.KindBytes }
func sequence(k schema.Kind) bool { return k == schema.KindList || k == schema.KindSet }

func asBytes(v any) []byte {
	switch v := v.(type) {
	case string:
		return []byte(v)
	case []byte:
		return v
	}
	return []byte{0xff, 0xff} // no text at all: equal to none that was written
}

func (c *comparison) number(wt, rt *schema.Type, w, r any) Outcome {
	if !holds(rt, r) {
		return Corrupt
	}
	if wt.Kind == schema.KindEnum && rt.Kind == schema.KindEnum {
		return c.enum(wt.Enum(), rt.Enum(), w, r)
	}
	if !sameNumber(wt.Kind, w, r) {
		return Corrupt
	}
	if n, ok := r.(int64); ok && rt.Kind == schema.KindEnum && n != 0 && !names(rt.Enum(), n) {
		return Doubt
	}
	return Exact
}

func names(e *schema.Enum, n int64) bool {
	for _, v := range e.Values {
		if v.Number == n {
			return true
		}
	}
	return false
}

// enum: a value equals its partner; one without a partner keeps its number, in
// doubt, unless the reader has another name for that.
func (c *comparison) enum(we, re *schema.Enum, w, r any) Outcome {
	wn, ok1 := w.(int64)
	rn, ok2 := r.(int64)
	if !ok1 || !ok2 {
		return Corrupt
	}
	worst, known := Corrupt, false
	for p := range c.pairs.values(we, re) {
		if p.w == nil || p.w.Number != wn || p.r == nil {
			continue
		}
		known = true
		if p.r.Number != rn {
			continue
		}
		if c.valueRenamed(p) {
			worst = min(worst, Doubt)
		} else {
			worst = Exact
		}
	}
	switch {
	case known:
		return worst
	case rn != wn:
		return Corrupt
	case wn == 0 && !names(we, 0):
		return Exact // the zero of a field that nobody set
	case names(re, rn):
		return Corrupt
	}
	return Doubt
}

func (c *comparison) valueRenamed(p valuePair) bool {
	old, new := p.w, p.r
	if !c.oldWrote {
		old, new = p.r, p.w
	}
	return old.Name != new.Name && !wasCalled(new.Was, old.Name)
}

// sameNumber compares as numbers: bool as 0 and 1, NaN equal to NaN, and what
// was written as a float32 by its float32.
func sameNumber(wk schema.Kind, w, r any) bool {
	wf, wIsFloat := w.(float64)
	rf, rIsFloat := r.(float64)
	if wIsFloat && rIsFloat {
		if math.IsNaN(wf) || math.IsNaN(rf) {
			return math.IsNaN(wf) && math.IsNaN(rf)
		}
		if wk == schema.KindFloat32 {
			return float32(wf) == float32(rf)
		}
		return wf == rf
	}
	a, ok1 := exactNumber(w)
	b, ok2 := exactNumber(r)
	return ok1 && ok2 && a.Cmp(b) == 0
}

// exactNumber returns the number without rounding; NaN and infinities are none.
func exactNumber(v any) (*big.Float, bool) {
	f := new(big.Float).SetPrec(128)
	switch v := v.(type) {
	case bool:
		if v {
			return f.SetInt64(1), true
		}
		return f, true
	case int64:
		return f.SetInt64(v), true
	case uint64:
		return f.SetUint64(v), true
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, false
		}
		return f.SetFloat64(v), true
	}
	return nil, false
}

// holds reports whether v is a value of a scalar type, as modelled readers that
// check nothing may hand out others.
func holds(t *schema.Type, v any) bool {
	switch k := t.Kind; {
	case k == schema.KindBool:
		_, ok := v.(bool)
		return ok
	case k.Signed(), k == schema.KindEnum:
		n, ok := v.(int64)
		bits := k.Bits()
		if k == schema.KindEnum {
			bits = 32
		}
		return ok && n>>(bits-1) == n>>63
	case k.Unsigned():
		n, ok := v.(uint64)
		return ok && (k.Bits() == 64 || n>>k.Bits() == 0)
	case k == schema.KindFloat32:
		f, ok := v.(float64)
		return ok && (math.IsNaN(f) || float64(float32(f)) == f)
	case k == schema.KindFloat64:
		_, ok := v.(float64)
		return ok
	case k == schema.KindString:
		_, ok := v.(string)
		return ok
	case k == schema.KindBytes:
		_, ok := v.([]byte)
		return ok
	}
	return true
}

func (c *comparison) lists(wt, rt *schema.Type, w, r any) Outcome {
	wl, ok1 := w.([]any)
	rl, ok2 := r.([]any)
	if !ok1 || !ok2 {
		return Corrupt
	}
	if rt.Len > 0 && len(rl) != rt.Len {
		return Corrupt // no value of that type
	}
	if wt.Kind == schema.KindList && rt.Kind == schema.KindList {
		if len(wl) != len(rl) {
			return Corrupt
		}
		worst := Exact
		for i := range wl {
			worst = max(worst, c.value(wt.Elem, rt.Elem, wl[i], rl[i]))
		}
		return worst
	}
	// As sets: each has an equal on the other side, however often it stands there.
	worst, met := Exact, make([]bool, len(rl))
	for _, x := range wl {
		best := Corrupt
		for i, y := range rl {
			o := c.value(wt.Elem, rt.Elem, x, y)
			met[i] = met[i] || o < Corrupt
			best = min(best, o)
		}
		worst = max(worst, best)
	}
	for _, m := range met {
		if !m {
			return Corrupt
		}
	}
	return worst
}

func (c *comparison) maps(wt, rt *schema.Type, w, r any) Outcome {
	wl, ok1 := w.([]schema.Entry)
	rl, ok2 := r.([]schema.Entry)
	if !ok1 || !ok2 || len(wl) != len(rl) {
		return Corrupt
	}
	worst := Exact
	for _, x := range wl {
		best := Corrupt
		for _, y := range rl {
			if k := c.value(wt.Key, rt.Key, x.Key, y.Key); k < Corrupt {
				best = min(best, max(k, c.value(wt.Elem, rt.Elem, x.Value, y.Value)))
			}
		}
		worst = max(worst, best)
	}
	return worst
}

// isZero reports whether v is the zero of its type: what a reader has of a
// field that was never set. A message is zero where all that it holds is.
func isZero(t *schema.Type, v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case int64:
		return v == 0
	case uint64:
		return v == 0
	case float64:
		return v == 0
	case string:
		return v == ""
	case []byte:
		return len(v) == 0
	case []any:
		if len(v) > 0 && (t.Kind != schema.KindList || len(v) != t.Len) {
			return false
		}
		for _, x := range v {
			if !isZero(t.Elem, x) {
				return false
			}
		}
		return true
	case []schema.Entry:
		return len(v) == 0
	case schema.Record:
		for n, x := range v {
			if m := t.Message(); m == nil || m.Field(n) == nil || tracked(m.Field(n)) || !isZero(&m.Field(n).Type, x) {
				return false
			}
		}
		return true
	}
	return false // Undefined
}
