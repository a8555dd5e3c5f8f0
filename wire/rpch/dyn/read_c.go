package dyn

import (
	"encoding/base64"
	"math"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// cRecord is what C makes of JSON where the contract has m: fields in source order,
// until one is missing or of another type. That one and all after it stay as the
// memory was, and no one is told; whole says that none did.
func cRecord(m *schema.Message, t tree) (r schema.Record, whole bool) {
	r, whole = schema.Record{}, t.kind == '{'
	for _, f := range m.Fields {
		if f.Retired != "" || f.Type.Kind.Streams() {
			continue
		}
		mayLack := f.Presence == schema.Optional || f.InOneOf() != nil
		var found *tree
		for i := range t.members { // the first counts
			if t.members[i].key == f.JSONName() {
				found = &t.members[i].value
				break
			}
		}
		switch {
		case mayLack && (found == nil || found.kind == 'n'):
			continue
		case !whole || found == nil:
			r[f.Number], whole = schema.Undefined{}, false
			continue
		}
		r[f.Number], whole = cValue(f.Type, *found)
	}
	return r, whole
}

// cValue reads one value; where it isn't whole, the value is what was read.
func cValue(t schema.Type, j tree) (v any, whole bool) {
	switch k := t.Kind; {
	case k == schema.KindMessage && t.Message() != nil && j.kind == '{':
		return cRecord(t.Message(), j)
	case k == schema.KindBool && (j.kind == 't' || j.kind == 'f'):
		return j.kind == 't', true
	case k == schema.KindString && j.kind == 's':
		return j.text, true
	case k == schema.KindBytes && j.kind == 's':
		if b, err := base64.StdEncoding.DecodeString(j.text); err == nil {
			return b, true
		}
	case (k.Number() || k == schema.KindEnum) && j.kind == '#':
		return cNumber(k, j.text), true
	case (k == schema.KindList || k == schema.KindSet) && j.kind == '[' && (t.Len == 0 || t.Len == len(j.items)):
		items := make([]any, len(j.items))
		for i, item := range j.items {
			if items[i], whole = cValue(*t.Elem, item); !whole {
				return schema.Undefined{}, false
			}
		}
		return items, true
	case k == schema.KindMap && j.kind == '{':
		return cMap(t, j)
	}
	return schema.Undefined{}, false
}

// cNumber cuts an integer to 32 bits, at the ends of their range, and then to the
// member's type as a cast does.
func cNumber(k schema.Kind, text string) any {
	x, _ := strconv.ParseFloat(text, 64)
	if k == schema.KindFloat32 {
		return float64(float32(x))
	}
	if k == schema.KindFloat64 {
		return x
	}
	i := int64(max(math.MinInt32, min(math.MaxInt32, x)))
	bits := k.Bits()
	switch {
	case k == schema.KindEnum:
		return i
	case k.Unsigned():
		return uint64(i) << (64 - bits) >> (64 - bits)
	}
	return i << (64 - bits) >> (64 - bits)
}

func cMap(t schema.Type, j tree) (any, bool) {
	entries, seen := []schema.Entry{}, map[any]bool{}
	for _, member := range j.members {
		key, ok := readKey(*t.Key, member.key)
		if !ok {
			return schema.Undefined{}, false
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		v, whole := cValue(*t.Elem, member.value)
		if !whole {
			return schema.Undefined{}, false
		}
		entries = append(entries, schema.Entry{Key: key, Value: v})
	}
	return entries, true
}
