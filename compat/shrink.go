package compat

import (
	"maps"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// smallerMessage lists simpler forms of a message, the simplest first.
func smallerMessage(m *schema.Message, v schema.Record) (out []schema.Record) {
	keys := slices.Sorted(maps.Keys(v))
	for _, k := range keys {
		r := maps.Clone(v)
		delete(r, k)
		out = append(out, r)
	}
	for _, k := range keys {
		for _, x := range smaller(&m.Field(k).Type, v[k]) {
			r := maps.Clone(v)
			r[k] = x
			out = append(out, r)
		}
	}
	return out
}

// smaller lists simpler forms of a value. What it lists is a value of t too.
func smaller(t *schema.Type, v any) (out []any) {
	switch v := v.(type) {
	case schema.Record:
		for _, r := range smallerMessage(t.Message(), v) {
			out = append(out, r)
		}
	case []any:
		for i := range v {
			if t.Len == 0 {
				out = append(out, slices.Delete(slices.Clone(v), i, i+1))
			}
		}
		for i := range v {
			for _, x := range smaller(t.Elem, v[i]) {
				if t.Kind == schema.KindSet && containsValue(v, x) {
					continue
				}
				l := slices.Clone(v)
				l[i] = x
				out = append(out, l)
			}
		}
	case []schema.Entry:
		for i := range v {
			out = append(out, slices.Delete(slices.Clone(v), i, i+1))
		}
		for i := range v {
			for _, x := range smaller(t.Elem, v[i].Value) {
				l := slices.Clone(v)
				l[i].Value = x
				out = append(out, l)
			}
		}
	case string:
		if v != "" {
			out = append(out, "")
		}
		if len(v) > 1 {
			out = append(out, "a")
		}
	case []byte:
		if len(v) > 0 {
			out = append(out, []byte{})
		}
		if len(v) > 1 {
			out = append(out, v[:1])
		}
	case int64:
		if t.Kind == schema.KindEnum {
			break // only what the contract names
		}
		out = steps(v, 0, 1, 2)
		for _, n := range integerEdges {
			if n := int64(n); v > n {
				out = append(out, n)
			} else if v < -n {
				out = append(out, -n)
			}
		}
	case uint64:
		out = steps(v, 0, 1, 2)
		for _, n := range integerEdges {
			if v > n {
				out = append(out, n)
			}
		}
	case float64:
		out = steps(v, 0, 1, 2)
	}
	return out
}

// integerEdges are the least numbers that something can't hold: 7 bits and 8, the
// integers, and the floats.
var integerEdges = []uint64{1 << 7, 1<<7 + 1, 1 << 8, 1 << 15, 1<<15 + 1, 1 << 16, 1<<24 + 1, 1 << 31, 1<<31 + 1, 1 << 32, 1<<53 + 1}

// steps lists those of the small numbers that are simpler than v.
func steps[N int64 | uint64 | float64](v N, small ...N) (out []any) {
	for _, n := range small {
		if v > n || v < 0 && n == 0 {
			out = append(out, n)
		}
	}
	return out
}
