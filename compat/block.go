package compat

import "github.com/rpcctl/rpcctl/schema"

// slot is where a field or a oneof stands in a block: a range of the fixed part,
// or one entry of the variable part, or of a oneof both.
type slot struct {
	field *schema.Field // nil for a oneof
	oneof *schema.OneOf
	at    int // offset in the fixed part; -1 where it has no place there
	size  int
	entry int // index in the variable part; -1 where it has none
}

func (s *slot) live() bool {
	if s.oneof != nil {
		return len(liveMembers(s.oneof)) > 0
	}
	return s.field.Retired == ""
}

// dull reports whether what is written there is always the same, a zero.
func (s *slot) dull() bool {
	return s.oneof == nil && s.field.Presence != schema.Optional && inert(&s.field.Type)
}

// skipsAll reports whether r is a message without any field, and w a message too:
// then it reads nothing of whatever stands there.
func skipsAll(w, r *slot) bool {
	if w.field == nil || r.field == nil || w.mayBeAbsent() {
		return false
	}
	m := r.field.Type.Message()
	return m != nil && len(m.Fields) == 0 && w.field.Type.Message() != nil
}

// block is the layout of a message.
type block struct {
	slots   []slot
	fixed   int // bytes of the fixed part
	entries int
}

func (b *block) of(f *schema.Field) *slot {
	o := f.InOneOf()
	for i := range b.slots {
		if s := &b.slots[i]; s.field == f && o == nil || o != nil && s.oneof == o {
			return s
		}
	}
	return nil
}

func blockOf(m *schema.Message) *block {
	b := &block{}
	for _, f := range m.ByNumber() {
		s := slot{field: f, at: -1, entry: -1}
		size, fixed := fixedSize(&f.Type)
		switch o := f.InOneOf(); {
		case f.Type.Kind.Streams(), o != nil && o.Fields()[0] != f:
			continue
		case o != nil:
			s = slot{oneof: o, at: b.fixed, size: 4, entry: b.entries}
		case fixed:
			if f.Presence == schema.Optional {
				size++
			}
			s.at, s.size = b.fixed, size
		default:
			s.entry = b.entries
		}
		if s.at >= 0 {
			b.fixed += s.size
		}
		if s.entry >= 0 {
			b.entries++
		}
		b.slots = append(b.slots, s)
	}
	return b
}

// fixedSize returns how many bytes a value of t always takes.
func fixedSize(t *schema.Type) (int, bool) {
	switch {
	case t.Kind == schema.KindEnum:
		return 4, true
	case t.Kind.Bits() > 0:
		return t.Kind.Bits() / 8, true
	case t.Kind == schema.KindList && t.Len > 0:
		n, fixed := fixedSize(t.Elem)
		return n * t.Len, fixed
	}
	return 0, false
}

// blockLayout lays both blocks side by side. A reader's field that would be cut
// is an error whatever was written; one that stands where its partner doesn't
// is read from foreign bytes, or finds none and loses a value.
func blockLayout(_ *walk, wm, rm *schema.Message, pairs []fieldPair) verdict {
	wb, rb := blockOf(wm), blockOf(rm)
	for _, r := range rb.slots {
		if r.at >= 0 && r.at < wb.fixed && wb.fixed < r.at+r.size {
			return cut
		}
	}
	moved := verdict{}
	for i := range rb.slots {
		if w, r := wb.entry(rb.slots[i].entry), &rb.slots[i]; w != nil && w.mayBeAbsent() && !r.mayBeAbsent() && !together(w.field, r.field, pairs) {
			moved = moved.worse(verdict{out: Reject, certain: w.field.Retired != ""}) // a length that says absent is none
		}
	}
	for _, p := range pairs {
		if p.w == nil || p.r == nil || p.w.Retired != "" || p.r.Retired != "" || streams(p.w) || streams(p.r) || harmless(p) {
			continue
		}
		if w, r := wb.of(p.w), rb.of(p.r); !sameSlot(w, r) && !sameBytes(w, r, p) {
			return misread
		}
	}
	for i := range rb.slots {
		r := &rb.slots[i]
		if r.live() && foreign(wb, r, pairs) {
			return misread
		}
	}
	return moved
}

// entry returns the slot that has the nth entry of the variable part.
func (b *block) entry(n int) *slot {
	for i := range b.slots {
		if n >= 0 && b.slots[i].entry == n {
			return &b.slots[i]
		}
	}
	return nil
}

func (s *slot) mayBeAbsent() bool {
	return s.entry >= 0 && s.field != nil && s.field.Presence == schema.Optional
}

func sameSlot(w, r *slot) bool {
	if w == nil || r == nil || (w.oneof != nil) != (r.oneof != nil) || w.at != r.at || w.size != r.size || w.entry != r.entry {
		return false
	}
	return w.oneof != nil || w.entry >= 0 || (w.field.Presence == schema.Optional) == (r.field.Presence == schema.Optional)
}

// sole returns the one member that a slot's oneof ever sets, nil where it has
// more or is a field's.
func (s *slot) sole() *schema.Field {
	if s.oneof == nil {
		return nil
	}
	if live := liveMembers(s.oneof); len(live) == 1 {
		return live[0]
	}
	return nil
}

// sameBytes reports whether the value of a oneof of one member is read as the
// plain field that it became: its number is skipped, and no bytes are the zero.
func sameBytes(w, r *slot, p fieldPair) bool {
	if w == nil || r == nil || p.w == nil || p.r == nil || w.sole() != p.w || r.field != p.r || w.entry != r.entry || p.r.Presence == schema.Optional {
		return false
	}
	wt, rt := &p.w.Type, &p.r.Type
	switch {
	case text(wt.Kind) && text(rt.Kind):
		return true
	case sequence(wt.Kind) && sequence(rt.Kind):
		a, fixed := fixedSize(wt.Elem)
		b, _ := fixedSize(rt.Elem)
		return fixed && a == b
	}
	return false
}

func together(w, r *schema.Field, pairs []fieldPair) bool {
	for _, p := range pairs {
		if w != nil && r != nil && p.w == w && p.r == r {
			return true
		}
	}
	return false
}

// foreign reports whether bytes that something else wrote are read as r.
func foreign(wb *block, r *slot, pairs []fieldPair) bool {
	for i := range wb.slots {
		w := &wb.slots[i]
		fixed := w.at >= 0 && r.at >= 0 && w.at < r.at+r.size && r.at < w.at+w.size
		entry := w.entry >= 0 && w.entry == r.entry
		if !fixed && !entry || partners(w, r, pairs) || strangers(w, r) || !fixed && sameBytes(w, r, fieldPair{w.sole(), r.field}) && together(w.sole(), r.field, pairs) {
			continue
		}
		if entry && skipsAll(w, r) {
			continue
		}
		if w.live() && !w.dull() || entry && !sameForm(w, r) {
			return true
		}
	}
	return false
}

// partners reports whether two slots hold fields that belong together.
func partners(w, r *slot, pairs []fieldPair) bool {
	for _, p := range pairs {
		if p.w == nil || p.r == nil {
			continue
		}
		if w.oneof != nil && r.oneof != nil && p.w.InOneOf() == w.oneof && p.r.InOneOf() == r.oneof ||
			w.field != nil && r.field != nil && p.w == w.field && p.r == r.field {
			return true
		}
	}
	return false
}

// sameForm reports whether the zero that a retired entry is written as is a
// zero for r too. A oneof of retired members is written without bytes, and one
// that isn't set skips what stands in its entry.
func sameForm(w, r *slot) bool {
	switch {
	case r.oneof != nil:
		return true
	case w.oneof != nil:
		return zeroForm(&r.field.Type) == "none"
	}
	return zeroReads(w.field, r.field)
}

// zeroReads reports whether the zero that w is written as in an entry is read as
// a zero of r.
func zeroReads(w, r *schema.Field) bool {
	if w.Presence == schema.Optional {
		return r.Presence == schema.Optional
	}
	return zeroForm(&w.Type) == zeroForm(&r.Type)
}

// strangers reports whether two oneofs at one place have no number in common, so
// that the reader always sees its own unset.
func strangers(w, r *slot) bool {
	if w.oneof == nil || r.oneof == nil || w.at != r.at {
		return false
	}
	for _, a := range liveMembers(w.oneof) {
		for _, b := range liveMembers(r.oneof) {
			if a.Number == b.Number {
				return false
			}
		}
	}
	return true
}

// zeroForm tells the zeros of entries apart: no bytes, an empty message, a count
// of 0, or a list of zeros.
func zeroForm(t *schema.Type) string {
	_, fixed := fixedSize(t)
	switch k := t.Kind; {
	case fixed:
		return "fixed"
	case k == schema.KindMessage:
		return "message"
	case k == schema.KindMap:
		return "count"
	case sequence(k):
		if _, raw := fixedSize(t.Elem); !raw && t.Len > 0 {
			return t.String()
		} else if !raw {
			return "count"
		}
	}
	return "none"
}

// harmless reports whether nothing is lost with a field: it is an empty message,
// and whether it is there can't be told on both sides.
func harmless(p fieldPair) bool {
	return inert(&p.w.Type) && !(tracked(p.w) && tracked(p.r)) && asMany(&p.w.Type, &p.r.Type)
}

// asMany reports whether two types, of which the first is inert, don't differ in
// how many elements a list has.
func asMany(wt, rt *schema.Type) bool {
	if wt.Kind != schema.KindList || rt.Kind != schema.KindList {
		return true
	}
	return wt.Len == rt.Len && asMany(wt.Elem, rt.Elem)
}

// inert reports whether a type has one value alone: an empty message, or so many of them.
func inert(t *schema.Type) bool {
	if t.Kind == schema.KindList && t.Len > 0 {
		return inert(t.Elem)
	}
	m := t.Message()
	if m == nil {
		return false
	}
	for _, f := range m.ByNumber() {
		if f.Retired == "" {
			return false
		}
	}
	return true
}
