package dyn

import "github.com/rpcctl/rpcctl/schema"

// maxZeros is how many values the zeros of one message may take.
const maxZeros = 1 << 20

// zeroRecord is a struct before anything was read into it: plain fields at their
// zero, others absent, and those with a default too, which isn't filled in here.
func zeroRecord(m *schema.Message) schema.Record {
	left := maxZeros
	return zeros(m, &left)
}

func zeros(m *schema.Message, left *int) schema.Record {
	r := schema.Record{}
	for _, f := range m.Fields {
		if f.Presence == schema.Optional || f.InOneOf() != nil || f.Retired != "" || f.Default != nil || f.Type.Kind.Streams() {
			continue
		}
		if v, ok := zeroOfType(f.Type, left); ok {
			r[f.Number] = v
		}
	}
	return r
}

// zeroOfType counts values down from left, and gives up where there are too many.
func zeroOfType(t schema.Type, left *int) (any, bool) {
	if *left--; *left < 0 {
		return nil, false
	}
	switch {
	case t.Kind == schema.KindMessage && t.Message() != nil:
		return zeros(t.Message(), left), true
	case t.Kind == schema.KindList && t.Len > 0:
		items := make([]any, 0, min(t.Len, max(*left, 0)))
		for range t.Len {
			v, ok := zeroOfType(*t.Elem, left)
			if !ok {
				return nil, false
			}
			items = append(items, v)
		}
		return items, true
	}
	return zeroValue(t)
}

// zeroOf is the zero of a number or string.
func zeroOf(k schema.Kind) any {
	switch {
	case k == schema.KindString:
		return ""
	case k.Unsigned():
		return uint64(0)
	case k.Float():
		return float64(0)
	}
	return int64(0)
}

// zeroValue is the zero of a type that is no message and no list of fixed length.
func zeroValue(t schema.Type) (any, bool) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return false, true
	case k.Number() || k == schema.KindString:
		return zeroOf(k), true
	case k == schema.KindEnum:
		return int64(0), true
	case k == schema.KindBytes:
		return []byte{}, true
	case k == schema.KindList && t.Len == 0, k == schema.KindSet:
		return []any{}, true
	case k == schema.KindMap:
		return []schema.Entry{}, true
	}
	return nil, false
}
