package compat

import (
	"encoding/binary"
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
	seen    map[string]bool
	queue   [longest + 1][]*woven // by the bytes so far
	low     int                   // the first of them that may hold something
	left    int                   // how many states may still be looked at
	key     []byte
}

// longest bounds payloads, in bytes.
const longest = 240

// octet is the set of values that a byte may still have, from lo to hi.
type octet struct {
	lo, hi byte
	role   role // the writer's
	odd    bool // the reader's is another
}

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

// opening is a loop that isn't over: the place of its count's last byte, how many
// elements came so far, where the last of them begins, and the least that the last
// key can be.
type opening struct {
	at, n, from int
	key         string
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

const (
	writing = iota
	reading
)

func newWeave(states int) *weave {
	return &weave{grammar: newGrammar(), stacks: map[stackKey]*stack{}, seen: map[string]bool{}, left: states}
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
	if !v.seen[string(v.key)] {
		v.seen[string(v.key)] = true
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
	s.open[side][last].from = s.at(side)
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
			case shared == 0 && int(x.lo) <= o.n && x.hi >= 0x7f:
				b = append(b, 4+odd) // it may end anywhere
			default:
				b = append(b, odd, byte(o.n), x.lo, x.hi, byte(shared))
			}
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

// weave looks for payloads that both sides can read and that show Corrupt.
func (h *hunt) weave(rm *schema.Message, states int) *evidence {
	if h.woven || rm == nil || h.worst[Corrupt] != nil {
		return h.worst[Corrupt]
	}
	h.woven = true
	try := h.trial(Corrupt, states)
	w := newWeave(states)
	w.find(h.msg, rm, func(b []byte) bool {
		v, err := h.x.peer.Read(h.msg, b)
		if err != nil {
			return true
		}
		v = unset(h.msg, v)
		return !declared(h.msg, v) || try(v)
	})
	h.decided = w.left > 0
	return h.worst[Corrupt]
}

// unmoved reports whether places moved by the layouts alone: no payload that both
// sides can read is misread, and none was refused.
func (h *hunt) unmoved() bool {
	return h.decided && h.worst[Corrupt] == nil && h.worst[Reject] == nil
}

// harmless is what becomes of values where places didn't move after all: what a
// change does alone, as far as that was seen.
func (h *hunt) harmless(alone Outcome) Outcome {
	if alone < Reject {
		return alone
	}
	worst := Exact
	for _, o := range Outcomes {
		if h.worst[o] != nil {
			worst = o
		}
	}
	return worst
}

// unset leaves out plain enums, and lists of them, that are zero for being absent.
func unset(m *schema.Message, r schema.Record) schema.Record {
	for _, f := range m.ByNumber() {
		v, ok := r[f.Number]
		switch {
		case !ok:
		case !tracked(f) && (f.Type.Kind == schema.KindEnum || ofEnums(&f.Type)) && !declaredValue(&f.Type, v) && isZero(&f.Type, v):
			delete(r, f.Number)
		default:
			unsetIn(&f.Type, v)
		}
	}
	return r
}

func unsetIn(t *schema.Type, v any) {
	switch v := v.(type) {
	case schema.Record:
		unset(t.Message(), v)
	case []any:
		for _, x := range v {
			unsetIn(t.Elem, x)
		}
	case []schema.Entry:
		for _, x := range v {
			unsetIn(t.Elem, x.Value)
		}
	}
}
