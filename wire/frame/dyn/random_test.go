package dyn

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"github.com/rpcctl/rpcctl/schema"
)

// drawContract draws messages M0 … Mn with fields of every type, oneofs, retired
// fields and recursion.
func drawContract(t *rapid.T) contract {
	c := contract{Enums: map[string]enumText{"Open": {Numbers: []int64{0, 3}}, "Shut": {Closed: true, Numbers: []int64{2, -9}}}, Messages: map[string][]fieldText{}}
	n := rapid.IntRange(1, 4).Draw(t, "messages")
	for i := range n {
		var fs []fieldText
		numbers := rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8}).Draw(t, "numbers")[:rapid.IntRange(0, 6).Draw(t, "fields")]
		for _, num := range numbers {
			f := fieldText{Number: num, Name: "f" + strconv.Itoa(num), Type: drawType(t, i, 3)}
			switch rapid.IntRange(0, 9).Draw(t, "role") {
			case 0, 1:
				f.OneOf = "c"
			case 2:
				f.Retired = true
			case 3, 4:
				f.Type = "optional(" + f.Type + ")"
			case 5:
				f.Type = "optional(M" + strconv.Itoa(i) + ")"
			}
			fs = append(fs, f)
		}
		c.Messages["M"+strconv.Itoa(i)] = fs
	}
	return c
}

// drawType draws a type that may use messages below the one numbered below, and
// that one itself in lists.
func drawType(t *rapid.T, below, deep int) string {
	top := 8
	if deep == 0 {
		top = 3
	}
	switch rapid.IntRange(0, top).Draw(t, "type") {
	case 4:
		return "list(" + drawType(t, below, deep-1) + ")"
	case 5:
		return fmt.Sprintf("list(%s, %d)", drawType(t, below, deep-1), rapid.IntRange(1, 3).Draw(t, "len"))
	case 6:
		return "set(" + drawScalar(t) + ")"
	case 7:
		return "map(" + rapid.SampledFrom([]string{"bool", "string", "int8", "int32", "int64", "uint8", "uint64"}).Draw(t, "key") + ", " + drawType(t, below, deep-1) + ")"
	case 8:
		return "list(M" + strconv.Itoa(below) + ")"
	case 3:
		if below > 0 {
			return "M" + strconv.Itoa(rapid.IntRange(0, below-1).Draw(t, "message"))
		}
	}
	return drawScalar(t)
}

func drawScalar(t *rapid.T) string {
	names := []string{"Open", "Shut"}
	for _, k := range schema.Scalars {
		names = append(names, k.String())
	}
	return rapid.SampledFrom(names).Draw(t, "scalar")
}

// drawRecord draws a value. Where whole is set no plain field is left out.
func drawRecord(t *rapid.T, m *schema.Message, deep int, whole bool) schema.Record {
	r := schema.Record{}
	for p := range places(m) {
		f := p.field
		switch {
		case p.oneof != nil:
			if f = p.oneof.Fields()[rapid.IntRange(0, len(p.oneof.Fields())-1).Draw(t, "member")]; rapid.Bool().Draw(t, "none") {
				continue
			}
		case p.optional():
			if deep == 0 || rapid.Bool().Draw(t, "absent") {
				continue
			}
		case !whole && rapid.IntRange(0, 4).Draw(t, "left out") == 0:
			continue
		}
		if f.Retired == "" {
			r[f.Number] = drawValue(t, f.Type, deep, whole)
		}
	}
	return r
}

func drawValue(t *rapid.T, ty schema.Type, deep int, whole bool) any {
	many := func() int {
		if deep == 0 {
			return 0
		}
		return rapid.IntRange(0, 3).Draw(t, "count")
	}
	switch k := ty.Kind; {
	case k == schema.KindBool:
		return rapid.Bool().Draw(t, "bool")
	case k == schema.KindEnum:
		return ty.Enum().Values[rapid.IntRange(0, 1).Draw(t, "enum")].Number
	case k.Signed():
		return rapid.Int64Range(-1<<(k.Bits()-1), 1<<(k.Bits()-1)-1).Draw(t, "int")
	case k.Unsigned():
		return rapid.Uint64Range(0, math.MaxUint64>>(64-k.Bits())).Draw(t, "uint")
	case k == schema.KindFloat32:
		return float64(rapid.Float32().Draw(t, "float"))
	case k == schema.KindFloat64:
		return rapid.Float64().Draw(t, "float")
	case k == schema.KindString:
		return rapid.StringN(0, 4, -1).Draw(t, "string")
	case k == schema.KindBytes:
		return append([]byte{}, rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "bytes")...)
	case k == schema.KindMessage:
		return drawRecord(t, ty.Message(), max(deep-1, 0), whole)
	case k == schema.KindList:
		n := ty.Len
		if n == 0 {
			n = many()
		}
		items := make([]any, n)
		for i := range items {
			items[i] = drawValue(t, *ty.Elem, max(deep-1, 0), whole)
		}
		return items
	case k == schema.KindSet, k == schema.KindMap:
		return drawSorted(t, ty, many(), deep, whole)
	}
	panic(ty.String())
}

// drawSorted draws a set or map without what is there twice, in the order of the
// wire: bytes of the keys, which for sets of fixed and other elements are those
// that a list would have.
func drawSorted(t *rapid.T, ty schema.Type, n, deep int, whole bool) any {
	key := ty.Elem
	if ty.Kind == schema.KindMap {
		key = ty.Key
	}
	byBytes := map[string]any{}
	for range n {
		v := drawValue(t, *key, 0, whole)
		w := blockWriter{}
		if err := w.value(*key, v); err != nil {
			panic(err)
		}
		byBytes[string(w.b)] = v
	}
	items, entries := []any{}, []schema.Entry{}
	for _, k := range slices.Sorted(mapKeys(byBytes)) {
		items = append(items, byBytes[k])
		if ty.Kind == schema.KindMap {
			entries = append(entries, schema.Entry{Key: byBytes[k], Value: drawValue(t, *ty.Elem, max(deep-1, 0), whole)})
		}
	}
	if ty.Kind == schema.KindMap {
		return entries
	}
	return items
}

func mapKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
