package compat

import (
	"math/rand/v2"

	"github.com/rpcctl/rpcctl/schema"
)

// weave looks for payloads that one message writes and another reads to the end. It
// goes through both grammars at once, byte by byte: the reader asks for bytes, the
// writer gives them with the values that they may have, and what is read narrows
// those. Where a side has a choice (a member, a presence, one more element) both
// ways are followed, the shortest payload first; ways that lead to the same state
// are followed once. Where none is left before the bounds are reached, there is no
// such payload. What is found can still be refused for keys that come twice.
type weave struct {
	grammar *grammar
	stacks  map[stackKey]*stack
	seen    map[string]int        // how many ways came to a state
	ways    int                   // so many of them are followed
	queue   [longest + 1][]*woven // by the bytes so far
	low     int                   // the first of them that may hold something
	left    int                   // how many states may still be looked at
	key     []byte
}

// longest bounds payloads, in bytes.
const longest = 240

// stack is what one side still has before it, the next on top; nil is nothing. Equal
// stacks are one.
type stack struct {
	top   part
	below *stack
	id    uint32
}

type stackKey struct {
	top   part
	below *stack
}

const (
	writing = iota
	reading
)

func newWeave(states, ways int) *weave {
	return &weave{grammar: newGrammar(), stacks: map[stackKey]*stack{}, seen: map[string]int{}, ways: ways, left: states}
}

func (v *weave) push(below *stack, parts ...part) *stack {
	for i := len(parts) - 1; i >= 0; i-- {
		k := stackKey{parts[i], below}
		s := v.stacks[k]
		if s == nil {
			s = &stack{parts[i], below, uint32(len(v.stacks) + 1)}
			v.stacks[k] = s
		}
		below = s
	}
	return below
}

// find calls yield with payloads, until it says no or nothing is left.
func (v *weave) find(wm, rm *schema.Message, yield func([]byte) bool) {
	v.add(&woven{side: [2]*stack{v.push(nil, part{form: places, msg: wm}), v.push(nil, part{form: places, msg: rm, reads: true})}})
	rng := rand.New(rand.NewPCG(1, 2))
	for ; v.low <= longest; v.low++ {
		for len(v.queue[v.low]) > 0 {
			q := v.queue[v.low]
			s := q[len(q)-1]
			v.queue[v.low] = q[:len(q)-1]
			if !v.advance(s) {
				if v.left <= 0 {
					return
				}
				continue
			}
			for n := range fills {
				if v.left -= 10; !yield(s.fill(n, rng)) {
					return
				}
			}
		}
	}
}

// add keeps a state to be looked at, unless an equal one was.
func (v *weave) add(s *woven) {
	if len(s.bytes) > longest {
		return
	}
	v.key = s.key(v.key[:0])
	if v.seen[string(v.key)] < v.ways {
		v.seen[string(v.key)]++
		v.queue[len(s.bytes)] = append(v.queue[len(s.bytes)], s)
	}
}

// advance goes on from a state until there is a choice, whose ways are kept, and
// reports whether it came to the end of both sides.
func (v *weave) advance(s *woven) bool {
	for len(s.bytes) <= longest {
		if v.left--; v.left <= 0 {
			return false
		}
		r := s.side[reading]
		pending := len(s.bytes) - s.read
		switch {
		case r == nil && pending > 0:
			return false
		case r == nil && s.side[writing] == nil:
			return true
		case r == nil:
			if !v.step(s, writing) {
				return false
			}
		case pending < r.top.need() && !(r.top.form == places && len(v.grammar.options(r.top)) == 1) || r.top.form <= octets && pending == 0 || r.top.form == length && pending == 0:
			if s.side[writing] == nil || !v.step(s, writing) {
				return false
			}
		default:
			if !v.step(s, reading) {
				return false
			}
		}
	}
	return false
}

// step goes on with one side, in place where there is one way. It reports false
// where there is none, or where several were kept.
func (v *weave) step(s *woven, side int) bool {
	at := s.side[side]
	switch p := at.top; p.form {
	case octets, length:
		b := octet{lo: p.lo, hi: p.hi, role: p.role}
		if p.form == length {
			b.hi = 0xff
		}
		if side == writing {
			s.bytes = append(s.bytes, b)
		} else if !s.take(b) {
			return false
		}
		s.side[side] = at.below
		switch {
		case p.form == length:
			s.open[side] = append(s.open[side], opening{at: s.at(side) - 1})
			p.form = loop
			s.side[side] = v.push(at.below, p)
		case p.n > 1:
			p.n--
			s.side[side] = v.push(at.below, p)
		}
		return true
	case loop:
		return v.loop(s, side)
	case mark:
		s.side[side] = at.below
		return s.mark(side)
	}
	options := v.grammar.options(at.top)
	fits := -1
	for i, o := range options {
		if side == reading && !s.fits(o) {
			continue
		}
		if fits >= 0 {
			v.fork(s, side, options[fits], at.below, fits)
		}
		fits = i
	}
	switch {
	case fits < 0:
		return false
	case fits > 0 && side == writing:
		v.fork(s, side, options[fits], at.below, fits)
		return false
	}
	s.side[side] = v.push(at.below, options[fits]...)
	return true
}

func (v *weave) fork(s *woven, side int, option []part, below *stack, n int) {
	c := s.clone()
	c.side[side] = v.push(below, option...)
	if side == writing && n > 0 {
		c.rich = min(c.rich+1, richest)
	}
	v.add(c)
}

// richest is up to how many choices states are told apart that are equal otherwise.
const richest = 1

// loop ends a loop or goes round once more, or both.
func (v *weave) loop(s *woven, side int) bool {
	last := len(s.open[side]) - 1
	o, at := s.open[side][last], s.side[side]
	b := s.bytes[o.at]
	if o.n > int(b.hi) {
		return false // the other side has fixed the count since
	}
	more := o.n < int(b.hi)
	if int(b.lo) <= o.n {
		end := s
		if more {
			end = s.clone()
		}
		end.bytes[o.at].lo, end.bytes[o.at].hi = byte(o.n), byte(o.n)
		end.skew = end.skew || b.odd && o.n > 0
		end.open[side] = end.open[side][:last]
		end.side[side] = at.below
		if !more {
			return true
		}
		v.add(end)
	} else if !more {
		return false
	}
	s.open[side][last].n++
	s.open[side][last].from, s.open[side][last].keyed = s.at(side), at.top.typ.Kind == schema.KindMap || at.top.typ.Kind == schema.KindSet
	if side == writing && !text(at.top.typ.Kind) {
		s.rich = min(s.rich+1, richest)
	}
	s.side[side] = v.push(at, at.top.each()...)
	if int(b.lo) <= o.n {
		v.add(s)
		return false
	}
	return true
}
