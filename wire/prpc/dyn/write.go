package dyn

import (
	"math"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// append appends r as a message of type m.
func (p *traits) append(b []byte, m *schema.Message, r schema.Record) ([]byte, error) {
	w := writer{traits: p, b: b}
	err := w.message(m, r)
	return w.b, inside(m.Name, err)
}

type writer struct {
	*traits
	b     []byte
	depth int
}

func (w *writer) message(m *schema.Message, r schema.Record) error {
	if w.depth++; w.depth > w.deep {
		return faultf(-1, "messages nested over %d deep", w.deep)
	}
	known := 0
	for _, f := range m.ByNumber() {
		v, there := r[f.Number]
		if there {
			known++
			there = f.Retired == ""
		}
		switch {
		case there:
			if o := f.InOneOf(); o != nil {
				if err := alone(o, f, r); err != nil {
					return inside(fieldName(f), err)
				}
			} else if f.Presence == schema.Plain && !w.zeros && zero(v) {
				continue
			}
			if err := w.field(f, v); err != nil {
				return inside(fieldName(f), err)
			}
		case f.Presence == schema.Required && f.Retired == "" && !w.lax:
			return inside(fieldName(f), faultf(-1, "it is required and not set"))
		}
	}
	w.depth--
	if known != len(r) {
		return strangers(m, r)
	}
	return nil
}

// strangers refuses values of fields that m doesn't have: they would be lost.
func strangers(m *schema.Message, r schema.Record) error {
	var numbers []int
	for n := range r {
		if m.Field(n) == nil {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return nil // a number that two fields have: Link's error
	}
	return faultf(-1, "no field %d", slices.Min(numbers))
}

// alone refuses two members of a oneof.
func alone(o *schema.OneOf, f *schema.Field, r schema.Record) error {
	for _, g := range o.Fields() {
		if g == f {
			return nil
		}
		if _, ok := r[g.Number]; ok && g.Retired == "" {
			return faultf(-1, "%s is set as well, and both are in the oneof %s", g.Name, o.Name)
		}
	}
	return nil
}

// zero reports whether a plain field isn't written.
func zero(v any) bool {
	switch x := v.(type) {
	case bool:
		return !x
	case int64:
		return x == 0
	case uint64:
		return x == 0
	case float64:
		return math.Float64bits(x) == 0
	case string:
		return x == ""
	case []byte:
		return len(x) == 0
	}
	return false
}

func (w *writer) field(f *schema.Field, v any) error {
	switch t := &f.Type; t.Kind {
	case schema.KindList, schema.KindSet:
		items, ok := v.([]any)
		if !ok {
			return mismatch(t, v)
		}
		return w.list(f, items)
	case schema.KindMap:
		entries, ok := v.([]schema.Entry)
		if !ok {
			return mismatch(t, v)
		}
		return w.mapping(f, entries)
	case schema.KindMessage:
		return w.submessage(f, t, v)
	default:
		return w.value(f, t, f.Number, encodingOf(f), v)
	}
}

// value writes a scalar or enum with its tag.
func (w *writer) value(f *schema.Field, t *schema.Type, number int, e encoding, v any) error {
	typ, ok := wireOf(t.Kind, e)
	if !ok {
		return noForm(t)
	}
	w.b = prpc.AppendTag(w.b, number, typ)
	return w.scalar(f, t, e, v)
}

func (w *writer) submessage(f *schema.Field, t *schema.Type, v any) error {
	r, ok := v.(schema.Record)
	m := t.Message()
	switch {
	case !ok:
		return mismatch(t, v)
	case m == nil:
		return noForm(t)
	case grouped(f) && !w.groups:
		return faultf(-1, "it is a group, which the peer doesn't know")
	case grouped(f):
		w.b = prpc.AppendTag(w.b, f.Number, prpc.StartGroup)
		if err := w.message(m, r); err != nil {
			return err
		}
		w.b = prpc.AppendTag(w.b, f.Number, prpc.EndGroup)
		return nil
	}
	return w.sized(f.Number, m, r)
}

// sized writes a message behind its length.
func (w *writer) sized(number int, m *schema.Message, r schema.Record) error {
	w.b = prpc.AppendTag(w.b, number, prpc.Bytes)
	from := len(w.b)
	if err := w.message(m, r); err != nil {
		return err
	}
	w.b = prpc.AppendLength(w.b, from)
	return nil
}

func (w *writer) list(f *schema.Field, items []any) error {
	t := &f.Type
	if w.narrow {
		if t.Len > 0 && len(items) != t.Len {
			return faultf(-1, "%d elements where %s has %d", len(items), t, t.Len)
		}
		if t.Kind == schema.KindSet {
			if i := twice(items); i >= 0 {
				return inside(index(i), faultf(-1, "an element twice"))
			}
		}
	}
	if len(items) == 0 {
		return nil
	}
	e := encodingOf(f)
	packed, from := packs(f), 0
	if packed {
		w.b = prpc.AppendTag(w.b, f.Number, prpc.Bytes)
		from = len(w.b)
	}
	for i, item := range items {
		var err error
		switch {
		case packed:
			err = w.scalar(f, t.Elem, e, item)
		case t.Elem.Kind == schema.KindMessage:
			err = w.submessage(f, t.Elem, item)
		default:
			err = w.value(f, t.Elem, f.Number, e, item)
		}
		if err != nil {
			return inside(index(i), err)
		}
	}
	if packed {
		w.b = prpc.AppendLength(w.b, from)
	}
	return nil
}

func (w *writer) mapping(f *schema.Field, entries []schema.Entry) error {
	t := &f.Type
	if !keyed(t.Key.Kind) {
		return noForm(t)
	}
	if len(entries) > 1 {
		if i := twiceKeyed(entries); i >= 0 {
			return inside(index(i), faultf(-1, "a key twice"))
		}
	}
	ke, ve := mapEncodings(f)
	for i := range entries {
		w.b = prpc.AppendTag(w.b, f.Number, prpc.Bytes)
		from := len(w.b)
		err := w.value(f, t.Key, 1, ke, entries[i].Key)
		if err == nil && t.Elem.Kind == schema.KindMessage {
			r, ok := entries[i].Value.(schema.Record)
			switch m := t.Elem.Message(); {
			case !ok:
				err = mismatch(t.Elem, entries[i].Value)
			case m == nil:
				err = noForm(t.Elem)
			default:
				err = w.sized(2, m, r)
			}
		} else if err == nil {
			err = w.value(f, t.Elem, 2, ve, entries[i].Value)
		}
		if err != nil {
			return inside(index(i), err)
		}
		w.b = prpc.AppendLength(w.b, from)
	}
	return nil
}
