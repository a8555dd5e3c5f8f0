package schema

import "strconv"

// FixedSize returns how many bytes a value of type t takes where messages are
// laid out as blocks, and whether all values take as many; it is 0, false for
// types of the variable part.
func (t Type) FixedSize() (size int, fixed bool) {
	switch t.Kind {
	case KindEnum:
		return 4, true
	case KindList:
		if t.Len <= 0 {
			return 0, false
		}
		n, ok := t.Elem.FixedSize()
		return min(n, tooMuch) * min(t.Len, tooMuch), ok
	}
	n := t.Kind.Bits() / 8
	return n, n > 0
}

// tooMuch is more than any message can have; sizes stop to count there, so that
// they never overflow.
const tooMuch = 1 << 30

// FixedPart returns the size in bytes of the fixed part of m laid out as a
// block: every field of fixed size, a byte more for each that is optional, and
// four for each oneof.
func (m *Message) FixedPart() int {
	total := 4 * len(m.OneOfs)
	for _, f := range m.Fields {
		if f.oneof != nil {
			continue
		}
		if n, ok := f.Type.FixedSize(); ok {
			if f.Presence == Optional {
				n++
			}
			total = min(total+n, tooMuch)
		}
	}
	return total
}

// fixedPart reports a message whose fixed part does not fit; at is where it is
// declared.
func (w *wireCheck) fixedPart(m *Message, at Node) {
	most := w.info.MaxFixedPart
	if most == 0 {
		return
	}
	if n := m.FixedPart(); n > most {
		name := at.FullName()
		if _, ok := at.(*Method); ok {
			name = "a message of " + name
		}
		w.refuse("wire-shape-unsupported", at, at.Base().NameSpan,
			name+" has a fixed part of "+strconv.Itoa(n)+" bytes, and "+w.info.Name+" has at most "+strconv.Itoa(most),
			"put some of the fields into a message of their own, or make a fixed list a plain one")
	}
}
