package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
)

// settle does what can only be done once everything was read: what came twice is
// there once, what is required is looked for, what a peer makes up is filled in.
// It goes on after an error and returns the first.
func (d *reader) settle(m *schema.Message, r schema.Record) (first error) {
	for _, f := range m.ByNumber() {
		if f.Retired != "" || f.Type.Kind.Streams() {
			continue
		}
		v, there := r[f.Number]
		if there && v == nil { // null
			delete(r, f.Number)
			continue
		}
		var err error
		switch {
		case there:
			err = d.settleValue(f, r, v)
		case f.Presence == schema.Required && !d.lax:
			err = faultf(-1, "it is required and not there")
		case d.fills:
			fill(f, r)
		}
		if first == nil {
			first = inside(fieldName(f), err)
		}
	}
	return first
}

func (d *reader) settleValue(f *schema.Field, r schema.Record, v any) (first error) {
	note := func(i int, err error) {
		if first == nil && err != nil {
			first = inside(index(i), err)
		}
	}
	switch t := &f.Type; x := v.(type) {
	case schema.Record:
		return d.settle(t.Message(), x)
	case []any:
		if d.sets && t.Kind == schema.KindSet {
			x = once(x)
			r[f.Number] = x
		}
		if d.narrow && t.Len > 0 && len(x) != t.Len {
			return faultf(-1, "%d elements where %s has %d", len(x), t, t.Len)
		}
		if sub := t.Elem.Message(); sub != nil {
			for i := range x {
				note(i, d.settle(sub, x[i].(schema.Record)))
			}
		}
	case []schema.Entry:
		x = lastOf(x)
		r[f.Number] = x
		if sub := t.Elem.Message(); sub != nil {
			for i := range x {
				note(i, d.settle(sub, x[i].Value.(schema.Record)))
			}
		}
	}
	return first
}

// fill sets what Java's objects have where nothing was read.
func fill(f *schema.Field, r schema.Record) {
	switch t := &f.Type; t.Kind {
	case schema.KindList, schema.KindSet:
		r[f.Number] = []any{}
	case schema.KindMap:
		r[f.Number] = []schema.Entry{}
	case schema.KindEnum:
		if e := t.Enum(); e != nil && len(e.Values) > 0 && f.InOneOf() == nil {
			r[f.Number] = e.Values[0].Number
		}
	}
}

// keyOf makes of a value what a map's key can be.
func keyOf(v any) any {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return v
}

// hashed reports whether a value can be told from others by keyOf.
func hashed(v any) bool {
	switch v.(type) {
	case nil, bool, int64, uint64, float64, string, []byte:
		return true
	}
	return false
}

// twice returns the index of an element that is there before, -1 where none is.
// Messages are not compared.
func twice(items []any) int {
	seen := make(map[any]bool, len(items))
	for i, v := range items {
		if !hashed(v) {
			continue
		}
		if k := keyOf(v); seen[k] {
			return i
		} else {
			seen[k] = true
		}
	}
	return -1
}

func twiceKeyed(entries []schema.Entry) int {
	if len(entries) <= 8 {
		for i := range entries {
			for k := range i {
				if hashed(entries[i].Key) && keyOf(entries[i].Key) == keyOf(entries[k].Key) {
					return i
				}
			}
		}
		return -1
	}
	keys := make([]any, len(entries))
	for i := range entries {
		keys[i] = entries[i].Key
	}
	return twice(keys)
}

// once returns items without those that came before.
func once(items []any) []any {
	if twice(items) < 0 {
		return items
	}
	seen := make(map[any]bool, len(items))
	out := items[:0]
	for _, v := range items {
		if hashed(v) {
			if seen[keyOf(v)] {
				continue
			}
			seen[keyOf(v)] = true
		}
		out = append(out, v)
	}
	return out
}

// lastOf returns entries with the last value of each key, where its key first was.
func lastOf(entries []schema.Entry) []schema.Entry {
	if twiceKeyed(entries) < 0 {
		return entries
	}
	at := make(map[any]int, len(entries))
	out := entries[:0]
	for _, e := range entries {
		if i, again := at[e.Key]; again {
			out[i].Value = e.Value
			continue
		}
		at[e.Key] = len(out)
		out = append(out, e)
	}
	return out
}
