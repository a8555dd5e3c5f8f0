package dyn

import (
	"encoding/binary"
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

// AppendPacked appends r as a message of type m in the packed codec. Plain fields
// that are absent are written as their type's zero. The error is an *[Error]; b is
// of no use then.
func AppendPacked(b []byte, m *schema.Message, r schema.Record) ([]byte, error) {
	w := packedWriter{b: b}
	err := w.message(m, r)
	return w.b, inside(m.Name, err)
}

type packedWriter struct {
	b     []byte
	depth int
	zeros int
}

func (w *packedWriter) message(m *schema.Message, r schema.Record) error {
	if w.depth++; w.depth > maxNesting {
		return faultf(-1, "messages nested over %d deep", maxNesting)
	}
	defer func() { w.depth-- }()
	if err := check(m, r); err != nil {
		return err
	}
	for p := range places(m) {
		if err := w.field(p, r); err != nil {
			return err
		}
	}
	return nil
}

func (w *packedWriter) field(p place, r schema.Record) error {
	f := p.field
	if p.oneof != nil {
		if f = setMember(p.oneof, r); f == nil {
			w.b = append(w.b, 0, 0, 0, 0)
			return nil
		}
		w.b = binary.BigEndian.AppendUint32(w.b, uint32(f.Number))
	}
	v, there := r[f.Number]
	there = there && f.Retired == ""
	switch {
	case p.optional() && !there:
		w.b = append(w.b, 0)
		return nil
	case p.optional():
		w.b = append(w.b, 1)
	case !there:
		return inside(f.Name, w.zero(f.Type))
	}
	return inside(f.Name, w.value(f.Type, v))
}

func (w *packedWriter) value(t schema.Type, v any) (err error) {
	if _, fixed := fixedSize(t); fixed {
		w.b, err = appendFixed(w.b, t, v)
		return err
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		text, err := textOf(t, v)
		if err == nil {
			err = w.count(len(text))
		}
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
	case schema.KindSet, schema.KindMap:
		return w.sorted(t, v)
	}
	return noForm(t)
}

func (w *packedWriter) count(n int) error {
	if uint64(n) > math.MaxUint32 {
		return faultf(-1, "%d bytes or elements are too many", n)
	}
	w.b = binary.BigEndian.AppendUint32(w.b, uint32(n))
	return nil
}

func (w *packedWriter) list(t schema.Type, v any) error {
	items, ok := v.([]any)
	if !ok {
		return mismatch(t, v)
	}
	if t.Len > 0 && len(items) != t.Len {
		return faultf(-1, "%d elements where %s has %d", len(items), t, t.Len)
	}
	if t.Len == 0 {
		if err := w.count(len(items)); err != nil {
			return err
		}
	}
	for i, item := range items {
		if err := w.value(*t.Elem, item); err != nil {
			return inside(index(i), err)
		}
	}
	return nil
}

// sorted writes a set, or a map, in the order of its elements or keys as bytes.
func (w *packedWriter) sorted(t schema.Type, v any) error {
	var entries []schema.Entry
	key, what := t.Elem, "an element"
	switch x := v.(type) {
	case []schema.Entry:
		if t.Kind != schema.KindMap {
			return mismatch(t, v)
		}
		entries, key, what = x, t.Key, "a key"
	case []any:
		if t.Kind != schema.KindSet {
			return mismatch(t, v)
		}
		for _, item := range x {
			entries = append(entries, schema.Entry{Key: item})
		}
	default:
		return mismatch(t, v)
	}
	pairs := make([]pair, len(entries))
	for i, e := range entries {
		k, of := packedWriter{depth: w.depth}, packedWriter{depth: w.depth}
		err := k.value(*key, e.Key)
		if err == nil && t.Kind == schema.KindMap {
			err = of.value(*t.Elem, e.Value)
		}
		if err != nil {
			return inside(index(i), err)
		}
		pairs[i] = pair{k.b, of.b, i}
	}
	if err := sortPairs(pairs, what); err != nil {
		return err
	}
	if err := w.count(len(pairs)); err != nil {
		return err
	}
	for _, p := range pairs {
		w.b = append(append(w.b, p.key...), p.value...)
	}
	return nil
}

// zero writes the zero of t.
func (w *packedWriter) zero(t schema.Type) error {
	n, fixed := fixedSize(t)
	if w.zeros += n + 1; w.zeros > maxZeros {
		return faultf(-1, "its zero is over %d bytes and elements", maxZeros)
	}
	if fixed {
		w.b = append(w.b, make([]byte, n)...)
		return nil
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes, schema.KindSet, schema.KindMap:
		w.b = append(w.b, 0, 0, 0, 0)
		return nil
	case schema.KindMessage:
		if t.Message() == nil {
			return noForm(t)
		}
		return w.message(t.Message(), nil)
	case schema.KindList:
		if t.Len == 0 {
			w.b = append(w.b, 0, 0, 0, 0)
		}
		for range t.Len {
			if err := w.zero(*t.Elem); err != nil {
				return err
			}
		}
		return nil
	}
	return noForm(t)
}
