package dyn

import (
	"encoding/binary"
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

// AppendBlock appends r as a message of type m in the block codec, with its
// leading size. Plain fields that are absent are written as their type's zero. The
// error is an *[Error]; b is of no use then.
func AppendBlock(b []byte, m *schema.Message, r schema.Record) ([]byte, error) {
	w := blockWriter{b: b}
	err := w.sized(func() error { return w.message(m, r) })
	return w.b, inside(m.Name, err)
}

type blockWriter struct {
	b     []byte
	depth int
	zeros int
}

// sized writes a u32 length and what write appends.
func (w *blockWriter) sized(write func() error) error {
	start := len(w.b)
	w.b = append(w.b, 0, 0, 0, 0)
	if err := write(); err != nil {
		return err
	}
	n := len(w.b) - start - 4
	if uint64(n) >= absent {
		return faultf(-1, "%d bytes are too long", n)
	}
	binary.BigEndian.PutUint32(w.b[start:], uint32(n))
	return nil
}

// message writes a message without its leading size.
func (w *blockWriter) message(m *schema.Message, r schema.Record) error {
	if w.depth++; w.depth > maxNesting {
		return faultf(-1, "messages nested over %d deep", maxNesting)
	}
	defer func() { w.depth-- }()
	if err := check(m, r); err != nil {
		return err
	}
	start := len(w.b)
	w.b = append(w.b, 0, 0)
	for p := range places(m) {
		if err := w.fixedPart(p, r); err != nil {
			return inside(p.name(), err)
		}
		if len(w.b)-start-2 > maxFixed {
			return inside(p.name(), faultf(-1, "the fixed part takes more than %d bytes", maxFixed))
		}
	}
	binary.BigEndian.PutUint16(w.b[start:], uint16(len(w.b)-start-2))
	for p := range places(m) {
		if err := w.variablePart(p, r); err != nil {
			return err
		}
	}
	return nil
}

func (w *blockWriter) fixedPart(p place, r schema.Record) (err error) {
	switch {
	case p.oneof != nil:
		set := uint32(0)
		if f := setMember(p.oneof, r); f != nil {
			set = uint32(f.Number)
		}
		w.b = binary.BigEndian.AppendUint32(w.b, set)
	case p.size == 0:
	case p.size > maxFixed:
		return faultf(-1, "it takes more than %d bytes", maxFixed)
	default:
		v, there := r[p.field.Number]
		if !there || p.retired() {
			w.b = append(w.b, make([]byte, p.size)...)
			return nil
		}
		if p.optional() {
			w.b = append(w.b, 1)
		}
		w.b, err = appendFixed(w.b, p.field.Type, v)
	}
	return err
}

func (w *blockWriter) variablePart(p place, r schema.Record) error {
	if !p.vary {
		return nil
	}
	f := p.field
	if p.oneof != nil {
		if f = setMember(p.oneof, r); f == nil {
			w.b = append(w.b, 0, 0, 0, 0)
			return nil
		}
	}
	v, there := r[f.Number]
	there = there && f.Retired == ""
	if !there && p.optional() {
		w.b = binary.BigEndian.AppendUint32(w.b, absent)
		return nil
	}
	return inside(f.Name, w.sized(func() error {
		if !there {
			return w.zero(f.Type)
		}
		return w.value(f.Type, v)
	}))
}

// value writes v as the variable part has it, without its length.
func (w *blockWriter) value(t schema.Type, v any) (err error) {
	if _, fixed := fixedSize(t); fixed {
		w.b, err = appendFixed(w.b, t, v)
		return err
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		text, err := textOf(t, v)
		w.b = append(w.b, text...)
		return err
	case schema.KindMessage:
		r, ok := v.(schema.Record)
		if !ok {
			return mismatch(t, v)
		}
		if t.Message() == nil {
			return noForm(t)
		}
		return w.message(t.Message(), r)
	case schema.KindList:
		return w.list(t, v)
	case schema.KindSet:
		return w.set(t, v)
	case schema.KindMap:
		return w.mapping(t, v)
	}
	return noForm(t)
}

func (w *blockWriter) list(t schema.Type, v any) error {
	items, ok := v.([]any)
	if !ok {
		return mismatch(t, v)
	}
	if t.Len > 0 && len(items) != t.Len {
		return faultf(-1, "%d elements where %s has %d", len(items), t, t.Len)
	}
	return w.elements(*t.Elem, len(items), func(i int) error { return w.value(*t.Elem, items[i]) })
}

// elements writes n elements as lists and sets have them.
func (w *blockWriter) elements(elem schema.Type, n int, write func(i int) error) error {
	_, fixed := fixedSize(elem)
	if !fixed {
		if uint64(n) > math.MaxUint32 {
			return faultf(-1, "%d elements are too many", n)
		}
		w.b = binary.BigEndian.AppendUint32(w.b, uint32(n))
	}
	for i := range n {
		var err error
		if fixed {
			err = write(i)
		} else {
			err = w.sized(func() error { return write(i) })
		}
		if err != nil {
			return inside(index(i), err)
		}
	}
	return nil
}

// aside returns the bytes of v alone.
func (w *blockWriter) aside(t schema.Type, v any) ([]byte, error) {
	sub := blockWriter{depth: w.depth}
	err := sub.value(t, v)
	return sub.b, err
}

func (w *blockWriter) set(t schema.Type, v any) error {
	items, ok := v.([]any)
	if !ok {
		return mismatch(t, v)
	}
	pairs := make([]pair, len(items))
	for i, item := range items {
		key, err := w.aside(*t.Elem, item)
		if err != nil {
			return inside(index(i), err)
		}
		pairs[i] = pair{key: key, from: i}
	}
	if err := sortPairs(pairs, "an element"); err != nil {
		return err
	}
	return w.elements(*t.Elem, len(pairs), func(i int) error {
		w.b = append(w.b, pairs[i].key...)
		return nil
	})
}

func (w *blockWriter) mapping(t schema.Type, v any) error {
	entries, ok := v.([]schema.Entry)
	if !ok {
		return mismatch(t, v)
	}
	pairs := make([]pair, len(entries))
	for i, e := range entries {
		key, err := w.aside(*t.Key, e.Key)
		if err != nil {
			return inside(index(i), err)
		}
		value, err := w.aside(*t.Elem, e.Value)
		if err != nil {
			return inside(index(i), err)
		}
		pairs[i] = pair{key, value, i}
	}
	if err := sortPairs(pairs, "a key"); err != nil {
		return err
	}
	w.b = binary.BigEndian.AppendUint32(w.b, uint32(len(pairs)))
	for _, p := range pairs {
		for _, part := range [][]byte{p.key, p.value} {
			err := w.sized(func() error {
				w.b = append(w.b, part...)
				return nil
			})
			if err != nil {
				return inside(index(p.from), err)
			}
		}
	}
	return nil
}

// zero writes the zero of a variable type, without its length. A list(T, N) has N
// zeros, since its readers refuse another count.
func (w *blockWriter) zero(t schema.Type) error {
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		return nil
	case schema.KindMessage:
		w.b = append(w.b, 0, 0)
		return nil
	case schema.KindList, schema.KindSet:
		n := t.Len
		if w.zeros += n; w.zeros > maxZeros {
			return faultf(-1, "%s has over %d elements", t, maxZeros)
		}
		return w.elements(*t.Elem, n, func(int) error { return w.zero(*t.Elem) })
	case schema.KindMap:
		w.b = append(w.b, 0, 0, 0, 0)
		return nil
	}
	return noForm(t)
}
