package compat

import (
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

// unbounded stands for a size that has no limit.
const unbounded = math.MaxInt32

// sizer keeps the fewest and most bytes of messages.
type sizer map[*schema.Message][2]int

// apart reports whether what the one takes is never as long as the other.
func apart(w, r []packedPlace) bool {
	wl, wh := sizes(w, sizer{}, false)
	rl, rh := sizes(r, sizer{}, true)
	return wl > rh || rl > wh
}

func sizes(ps []packedPlace, z sizer, reads bool) (lo, hi int) {
	for _, p := range ps {
		l, h := p.size(z, reads)
		lo, hi = min(lo+l, unbounded), min(hi+h, unbounded)
	}
	return lo, hi
}

// size returns the fewest and most bytes that a place takes. Who reads takes a
// retired member of a oneof too, which nobody writes.
func (p packedPlace) size(z sizer, reads bool) (lo, hi int) {
	if p.oneof != nil {
		for _, f := range p.oneof.Fields() {
			if _, h := typeSize(&f.Type, z, reads); reads || f.Retired == "" {
				hi = max(hi, h)
			}
		}
		return 4, min(hi+4, unbounded)
	}
	lo, hi = typeSize(&p.field.Type, z, reads)
	if p.field.Presence == schema.Optional {
		return 1, min(hi+1, unbounded)
	}
	return lo, hi
}

func typeSize(t *schema.Type, z sizer, reads bool) (lo, hi int) {
	if n, fixed := fixedSize(t); fixed {
		return n, n
	}
	switch m := t.Message(); {
	case m != nil:
		if n, ok := z[m]; ok {
			return n[0], n[1]
		}
		z[m] = [2]int{0, unbounded} // while it holds itself
		lo, hi = sizes(packedPlaces(m), z, reads)
		z[m] = [2]int{lo, hi}
		return lo, hi
	case t.Kind == schema.KindList && t.Len > 0:
		lo, hi = typeSize(t.Elem, z, reads)
		return min(lo*t.Len, unbounded), min(hi*t.Len, unbounded)
	case sequence(t.Kind):
		if _, h := typeSize(t.Elem, z, reads); h == 0 && t.Kind == schema.KindList {
			return 4, 4
		}
	}
	return 4, unbounded
}
