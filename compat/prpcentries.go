package compat

import "github.com/rpcctl/rpcctl/schema"

// A map of protobuf is a list of messages with a key 1 and a value 2, and either can be
// read as the other.

// entryFields returns key and value of a list's messages that are entries of a map of
// type mt: of the same kinds, laid out alike, and nothing else.
func entryFields(mt, lt *schema.Type, key, value *unit) (k, v *schema.Field, ok bool) {
	if mt.Kind != schema.KindMap || !sequence(lt.Kind) || lt.Elem.Message() == nil {
		return nil, nil, false
	}
	live := 0
	for _, f := range lt.Elem.Message().Fields {
		if f.Retired != "" {
			continue
		}
		live++
		switch f.Number {
		case 1:
			k = f
		case 2:
			v = f
		}
	}
	return k, v, live == 2 && asInEntry(k, mt.Key, key) && asInEntry(v, mt.Elem, value)
}

// asInEntry reports whether a field of an entry is what a map has there. Without a unit
// how it is laid out doesn't matter.
func asInEntry(f *schema.Field, t *schema.Type, u *unit) bool {
	if f == nil || f.Type.Kind != t.Kind || f.InOneOf() != nil || f.Presence == schema.Required || f.Default != nil {
		return false
	}
	x := formOf(f)
	return u == nil || x.unit.wire() == u.wire() && x.unit.encoding == u.encoding
}

// entries judges a map as a list of its entries, or the other way round. ok is false
// where they are none.
func (w *walk) entries(owner int, a, b *protoForm) (v verdict, ok bool) {
	at, bt := &a.field.Type, &b.field.Type
	switch {
	case a.key != nil && bt.Len == 0:
		k, v, ok := entryFields(at, bt, a.key, &a.unit)
		if !ok {
			return exact, false
		}
		x, y := formOf(k), formOf(v)
		return w.entry(owner, a.key, &x.unit).worse(w.entry(owner, &a.unit, &y.unit)), true
	case b.key != nil:
		k, v, ok := entryFields(bt, at, b.key, &b.unit)
		if !ok {
			return exact, false
		}
		x, y := formOf(k), formOf(v)
		out := w.entry(owner, &x.unit, b.key).worse(w.entry(owner, &y.unit, &b.unit))
		if at.Len != 1 {
			out = out.worse(is(Corrupt)) // of two entries with one key the last one stays
		}
		return out, true
	}
	return exact, false
}

// listed compares a map with a list of its entries, or the other way round. ok is
// false where they are none.
func (c *comparison) listed(wt, rt *schema.Type, w, r any) (o Outcome, ok bool) {
	wt, w, ok1 := asMap(wt, rt, w)
	rt, r, ok2 := asMap(rt, wt, r)
	if !ok1 || !ok2 {
		return Exact, false
	}
	return c.maps(wt, rt, w, r), true
}

// asMap returns a list of messages that are entries of the other type, which is a map,
// as a map is.
func asMap(t, other *schema.Type, v any) (*schema.Type, any, bool) {
	if t.Kind == schema.KindMap {
		return t, v, true
	}
	k, e, ok := entryFields(other, t, nil, nil)
	items, isList := v.([]any)
	if !ok || !isList {
		return t, v, false
	}
	out := make([]schema.Entry, len(items))
	for i, x := range items {
		r, _ := x.(schema.Record)
		out[i] = schema.Entry{Key: valueOr(r, k), Value: valueOr(r, e)}
	}
	return &schema.Type{Kind: schema.KindMap, Key: &k.Type, Elem: &e.Type}, out, true
}

func valueOr(r schema.Record, f *schema.Field) any {
	if v, there := r[f.Number]; there {
		return v
	}
	return schema.Zero(f.Type)
}
