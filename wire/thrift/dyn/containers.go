package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// elements reads a list or set.
func (d *decoder) elements(t *schema.Type) (any, bool) {
	at := d.r.Offset()
	elem, n := d.r.List()
	if !d.r.OK() || n > 0 && !d.fits(at, elem, t.Elem) {
		return nil, false
	}
	if d.ours && t.Len > 0 && n != t.Len {
		return nil, d.fail(at, "%d elements where %s has %d", n, t, t.Len)
	}
	items := make([]any, 0, n)
	once := once{on: t.Kind == schema.KindSet && !d.setsAsList}
	for i := range n {
		from := d.r.Offset()
		v, ok := d.value(t.Elem)
		if !ok {
			return nil, d.at(i)
		}
		switch {
		case !once.add(d.r.Since(from)):
			if d.ours {
				return nil, d.fail(from, "an element twice") || d.at(i)
			}
		case v != nil:
			items = append(items, v)
		}
	}
	return items, true
}

// fits holds the type that elements are said to have against the contract's. The
// originals don't look at it, and read them as what they expect. Ours takes in
// compact an integer of another size, where its bytes are the same.
func (d *decoder) fits(at int, is thrift.Type, t *schema.Type) bool {
	want := typeOf(t)
	if !d.ours || is == want || d.compact && varint(is) && varint(want) {
		return true
	}
	return d.fail(at, "elements of %s where the contract has %s", is, t)
}

func varint(t thrift.Type) bool { return t == thrift.I16 || t == thrift.I32 || t == thrift.I64 }

// entries reads a map. Of a key that comes again the last value counts, but ours
// refuses it.
func (d *decoder) entries(t *schema.Type) (any, bool) {
	at := d.r.Offset()
	key, elem, n := d.r.Map()
	if !d.r.OK() || n > 0 && !(d.fits(at, key, t.Key) && d.fits(at, elem, t.Elem)) {
		return nil, false
	}
	entries := make([]schema.Entry, 0, n)
	var places map[any]int
	if n > len(once{}.few) {
		places = make(map[any]int, n)
	}
	for i := range n {
		from := d.r.Offset()
		k, ok := d.value(t.Key)
		if !ok {
			return nil, d.at(i)
		}
		v, ok := d.value(t.Elem)
		if !ok {
			return nil, d.at(i)
		}
		if k == nil {
			continue // no key in Java
		}
		before := place(entries, places, t.Key, k)
		switch {
		case before < 0:
			if places != nil {
				places[k] = len(entries)
			}
			entries = append(entries, schema.Entry{Key: k, Value: v})
		case d.ours:
			return nil, d.fail(from, "a key twice") || d.at(i)
		default:
			entries[before].Value = v
		}
	}
	return entries, true
}

// place returns where a key is among the entries, or -1. Few are compared, many
// looked up in places. Keys that no wire has are never the same.
func place(entries []schema.Entry, places map[any]int, t *schema.Type, key any) int {
	switch {
	case t.Kind != schema.KindEnum && (!t.Kind.Scalar() || t.Kind == schema.KindBytes):
		return -1
	case places != nil:
		if i, ok := places[key]; ok {
			return i
		}
		return -1
	}
	for i := range entries {
		if entries[i].Key == key {
			return i
		}
	}
	return -1
}
