package compat

import (
	"math/bits"

	"github.com/rpcctl/rpcctl/schema"
)

// lengths is a set of numbers of bytes: those below 256, and whether there are more.
type lengths struct {
	few  [4]uint64
	more bool
}

func exactly(n int) (l lengths) {
	if n >= 256 {
		l.more = true
		return l
	}
	l.few[n/64] = 1 << (n % 64)
	return l
}

// anything is every length from n on.
func anything(n int) (l lengths) {
	for ; n < 256; n++ {
		l.few[n/64] |= 1 << (n % 64)
	}
	l.more = true
	return l
}

func (l lengths) or(m lengths) lengths {
	for i := range l.few {
		l.few[i] |= m.few[i]
	}
	l.more = l.more || m.more
	return l
}

// each calls do with the lengths below 256.
func (l lengths) each(do func(n int)) {
	for i, w := range l.few {
		for ; w != 0; w &= w - 1 {
			do(64*i + bits.TrailingZeros64(w))
		}
	}
}

// plus is the set of all sums.
func (l lengths) plus(m lengths) (sum lengths) {
	sum.more = l.more || m.more
	l.each(func(n int) {
		by, rest := n/64, n%64
		for i, w := range m.few {
			if at := i + by; at < 4 {
				sum.few[at] |= w << rest
			} else {
				sum.more = sum.more || w != 0
			}
			if at := i + by + 1; rest > 0 && at < 4 {
				sum.few[at] |= w >> (64 - rest)
			} else if rest > 0 {
				sum.more = sum.more || w>>(64-rest) != 0
			}
		}
	})
	return sum
}

// times is the set of sums of any number of lengths, none too.
func (l lengths) times() lengths {
	out := exactly(0)
	for n := range 256 {
		if out.few[n/64]>>(n%64)&1 == 1 {
			out = out.or(l.shifted(n))
		}
	}
	return out
}

func (l lengths) shifted(n int) lengths { return exactly(n).plus(l) }

// sizer keeps the lengths of messages.
type sizer map[*schema.Message]lengths

// apart reports whether what the one takes is never as long as the other.
func apart(w, r []packedPlace) bool {
	a, b := sizes(w, sizer{}, false), sizes(r, sizer{}, true)
	for i := range a.few {
		if a.few[i]&b.few[i] != 0 {
			return false
		}
	}
	return !a.more || !b.more
}

func sizes(ps []packedPlace, z sizer, reads bool) lengths {
	sum := exactly(0)
	for _, p := range ps {
		sum = sum.plus(p.size(z, reads))
	}
	return sum
}

// size returns the lengths that a place may have. Who reads takes a retired member
// of a oneof too, which nobody writes.
func (p packedPlace) size(z sizer, reads bool) lengths {
	if p.oneof != nil {
		out := exactly(0)
		for _, f := range p.oneof.Fields() {
			if reads || f.Retired == "" {
				out = out.or(typeSize(&f.Type, z, reads))
			}
		}
		return out.shifted(4)
	}
	if !reads && p.field.Retired != "" {
		return exactly(p.zero(zeros{}))
	}
	l := typeSize(&p.field.Type, z, reads)
	if p.field.Presence == schema.Optional {
		return l.or(exactly(0)).shifted(1)
	}
	return l
}

func typeSize(t *schema.Type, z sizer, reads bool) lengths {
	if n, fixed := fixedSize(t); fixed {
		return exactly(n)
	}
	switch m := t.Message(); {
	case m != nil:
		if l, ok := z[m]; ok {
			return l
		}
		z[m] = anything(0) // while it holds itself
		l := sizes(packedPlaces(m), z, reads)
		z[m] = l
		return l
	case t.Kind == schema.KindList && t.Len > 0:
		elem, out := typeSize(t.Elem, z, reads), exactly(0)
		for range min(t.Len, 256) {
			out = out.plus(elem)
		}
		return out
	case sequence(t.Kind):
		return typeSize(t.Elem, z, reads).times().shifted(4)
	case t.Kind == schema.KindMap:
		return typeSize(t.Key, z, reads).plus(typeSize(t.Elem, z, reads)).times().shifted(4)
	}
	return anything(4)
}

// zeros keeps how many bytes the zeros of messages take.
type zeros map[*schema.Message]int

// zero is how many bytes, all 0, the zero of a place takes.
func (p packedPlace) zero(z zeros) int {
	switch {
	case p.oneof != nil:
		return 4
	case p.field.Presence == schema.Optional:
		return 1
	}
	return zeroSize(&p.field.Type, z)
}

func zeroSize(t *schema.Type, z zeros) int {
	if n, fixed := fixedSize(t); fixed {
		return n
	}
	switch m := t.Message(); {
	case m != nil:
		if n, ok := z[m]; ok {
			return n
		}
		z[m] = 0
		n := 0
		for _, p := range packedPlaces(m) {
			n += p.zero(z)
		}
		z[m] = n
		return n
	case t.Kind == schema.KindList && t.Len > 0:
		return t.Len * zeroSize(t.Elem, z)
	}
	return 4
}
