package compat

import (
	"encoding/binary"
	"math/rand/v2"
)

// octet is the set of values that a byte may still have, from lo to hi.
type octet struct {
	lo, hi byte
	role   role // the writer's
	odd    bool // the reader's is another
}

// opening is a loop that isn't over: the place of its count's last byte, how many
// elements came so far, where the last of them begins, and the least that the last
// key can be.
type opening struct {
	at, n, from int
	key         string
	keyed       bool // in its key
}

// keySpan is a key that was written, of the count at at.
type keySpan struct{ at, from, to int }

// woven is a state: what both sides have gone through, and what is left.
type woven struct {
	side  [2]*stack // the writer's, the reader's
	bytes []octet
	read  int // of them
	open  [2][]opening
	keys  []keySpan
	rich  int  // of the writer's choices, those that aren't the plainest
	skew  bool // what isn't zero was read as something else
}

// at is how far a side has come.
func (s *woven) at(side int) int {
	if side == reading {
		return s.read
	}
	return len(s.bytes)
}

// mark ends a key. A writer's rise, and a reader's may not be the same.
func (s *woven) mark(side int) bool {
	o := &s.open[side][len(s.open[side])-1]
	o.keyed = false
	key := s.bytes[o.from:s.at(side)]
	if side == writing {
		next, ok := above(o.key, o.n > 1, key)
		for i := range next {
			if key[i].lo = max(key[i].lo, next[i]); key[i].lo < key[i].hi {
				break // what follows is free
			}
		}
		if o.key = next; o.n == int(s.bytes[o.at].hi) {
			o.key = "" // no other comes
		}
		s.keys = append(s.keys, keySpan{o.at, o.from, len(s.bytes)})
		return ok
	}
	fixed := make([]byte, len(key))
	for i, b := range key {
		if b.lo < b.hi {
			o.key = ""
			return true
		}
		fixed[i] = b.lo
	}
	same := o.n > 1 && len(key) > 0 && o.key == string(fixed)
	o.key = string(fixed)
	return !same
}

// above returns the least that key can be, and where there is a key before it, the
// least that comes after that.
func above(before string, any bool, key []octet) (string, bool) {
	out := make([]byte, len(key))
	for i, b := range key {
		out[i] = b.lo
	}
	if !any || string(out) > before {
		return string(out), true
	}
	// The same up to a byte that is greater, as far behind as can be.
	up := -1
	for i, b := range key {
		if i >= len(before) {
			return string(append([]byte(before), out[i:]...)), true
		}
		c := before[i]
		if c < b.hi {
			up = i
		}
		if c < b.lo || c > b.hi {
			break
		}
	}
	if up < 0 {
		return "", false
	}
	copy(out, before[:up])
	out[up] = max(before[up]+1, key[up].lo)
	for i := up + 1; i < len(out); i++ {
		out[i] = key[i].lo
	}
	return string(out), true
}

// take reads a byte that must be in b.
func (s *woven) take(b octet) bool {
	x := &s.bytes[s.read]
	x.lo, x.hi = max(x.lo, b.lo), min(x.hi, b.hi)
	s.read++
	x.odd = x.role != b.role
	s.skew = s.skew || x.odd && x.lo > 0
	return x.lo <= x.hi
}

// fits reports whether what an option begins with can be what comes next.
func (s *woven) fits(option []part) bool {
	for i, p := range option {
		if p.form != octets || p.n != 1 || s.read+i >= len(s.bytes) {
			break
		}
		if b := s.bytes[s.read+i]; b.hi < p.lo || p.hi < b.lo {
			return false
		}
	}
	return true
}

func (s *woven) clone() *woven {
	c := *s
	c.keys = s.keys[:len(s.keys):len(s.keys)]
	c.bytes = append(make([]octet, 0, len(s.bytes)+16), s.bytes...)
	for i := range c.open {
		c.open[i] = append(make([]opening, 0, len(s.open[i])+2), s.open[i]...)
	}
	return &c
}

// key appends what tells a state from others: what is left on both sides, what
// was written and not read, and counts that aren't known. Bytes that were read
// and are no counts have no bearing on what follows.
func (s *woven) key(b []byte) []byte {
	for _, x := range s.side {
		id := uint32(0)
		if x != nil {
			id = x.id
		}
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	rich := byte(s.rich) << 1
	if s.skew {
		rich++
	}
	b = append(b, rich, byte(len(s.bytes)-s.read))
	for _, x := range s.bytes[s.read:] {
		b = append(b, x.lo, x.hi, byte(x.role))
	}
	for side, open := range s.open {
		b = append(b, byte(len(open)))
		keyed := false // a key is as good as another of its length
		for i, o := range open {
			x := s.bytes[o.at]
			b = append(append(b, o.key...), byte(len(o.key)))
			odd := byte(0)
			if x.odd {
				odd = 1
			}
			switch shared := s.shared(side, i); {
			case x.lo == x.hi:
				b = append(b, 2+odd, x.lo-byte(o.n))
			case shared == 0 && int(x.lo) <= o.n && x.hi >= 0x7f && !keyed:
				b = append(b, 4+odd) // it may end anywhere
			default:
				b = append(b, odd, byte(o.n), x.lo, x.hi, byte(shared))
			}
			keyed = keyed || side == writing && o.keyed && o.n > 1
		}
	}
	return b
}

// shared tells which other count the ith of a side is too, or which byte it is of
// those that weren't read; 0 where it is none.
func (s *woven) shared(side, i int) int {
	at := s.open[side][i].at
	if at >= s.read {
		return 128 + at - s.read
	}
	for j, o := range s.open[1-side] {
		if o.at == at {
			return 1 + j
		}
	}
	return 0
}

// fills is in how many ways bytes are chosen that may be anything.
const fills = 5

// fill chooses a value for each byte: the least, ones, rising ones, so that keys
// differ and are in order, or any.
func (s *woven) fill(n int, rng *rand.Rand) []byte {
	out := make([]byte, len(s.bytes))
	for i, b := range s.bytes {
		x := int(b.lo)
		switch n {
		case 0:
		case 1:
			x = max(x, 1)
		case 2:
			x = max(x, i)
		default:
			x += rng.IntN(int(b.hi-b.lo) + 1)
		}
		out[i] = byte(min(x, int(b.hi)))
	}
	s.order(out)
	return out
}

// order makes keys rise.
func (s *woven) order(out []byte) {
	for i, k := range s.keys {
		for j := i - 1; j >= 0; j-- {
			if before := s.keys[j]; before.at == k.at {
				was := string(out[before.from:before.to])
				if string(out[k.from:k.to]) <= was {
					next, _ := above(was, true, s.bytes[k.from:k.to])
					copy(out[k.from:k.to], next)
				}
				break
			}
		}
	}
}
