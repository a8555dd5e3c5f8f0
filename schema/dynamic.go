package schema

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Equal reports whether two dynamic values are the same: numbers and texts as
// such, NaN equal to NaN and zeros of either sign to each other, lists in their
// order, maps whatever their order, records field by field, an absent field
// only to an absent one. Sets are lists here: see [EqualAs].
func Equal(a, b any) bool { return equal(nil, a, b) }

// EqualAs is Equal for values of type t, in which the order of sets does not
// count either.
func EqualAs(t Type, a, b any) bool { return equal(&t, a, b) }

// equal compares; t is nil where the type is not known.
func equal(t *Type, a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || math.IsNaN(a) && math.IsNaN(b))
	case []byte:
		b, ok := b.([]byte)
		return ok && string(a) == string(b)
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if t != nil && t.Kind == KindSet {
			return sameItems(t.Elem, a, b)
		}
		return slices.EqualFunc(a, b, func(x, y any) bool { return equal(elemOf(t), x, y) })
	case []Entry:
		b, ok := b.([]Entry)
		return ok && len(a) == len(b) && sameEntries(elemOf(t), a, b)
	case Record:
		b, ok := b.(Record)
		if !ok || len(a) != len(b) {
			return false
		}
		for number, x := range a {
			y, ok := b[number]
			if !ok || !equal(fieldType(t, number), x, y) {
				return false
			}
		}
		return true
	case nil, bool, int64, uint64, string, Undefined:
		return hashable(b) && a == b
	}
	panic(fmt.Sprintf("schema: no dynamic value: %T", a))
}

// hashable reports whether == may be asked of b.
func hashable(b any) bool { return b == nil || reflect.TypeOf(b).Comparable() }

func elemOf(t *Type) *Type {
	if t == nil {
		return nil
	}
	return t.Elem
}

func fieldType(t *Type, number int) *Type {
	if t == nil {
		return nil
	}
	if m := t.Message(); m != nil {
		if f := m.Field(number); f != nil {
			return &f.Type
		}
	}
	return nil
}

// sameEntries compares maps; keys are bools, integers or strings, and nil or
// Undefined in what a modelled peer made up.
func sameEntries(elem *Type, a, b []Entry) bool {
	values := make(map[any]any, len(a))
	for _, e := range a {
		if !hashable(e.Key) {
			return false
		}
		values[e.Key] = e.Value
	}
	seen := make(map[any]bool, len(b))
	for _, e := range b {
		if !hashable(e.Key) || seen[e.Key] {
			return false
		}
		seen[e.Key] = true
		v, ok := values[e.Key]
		if !ok || !equal(elem, v, e.Value) {
			return false
		}
	}
	return len(values) == len(seen)
}

// sameItems compares sets of equal size. Where the elements' texts say all of
// them they are counted, else they are tried one by one.
func sameItems(elem *Type, a, b []any) bool {
	if k := elem.Kind; k == KindEnum || k.Scalar() && !k.Float() {
		count := make(map[string]int, len(a))
		for _, x := range a {
			count[string(appendValue(nil, elem, x))]++
		}
		for _, x := range b {
			key := string(appendValue(nil, elem, x))
			if count[key]--; count[key] < 0 {
				return false
			}
		}
		return true
	}
	rest := slices.Clone(b)
	for i, x := range a {
		if i < len(rest) && equal(elem, x, rest[i]) {
			continue // the usual case: the same order
		}
		at := -1
		for k := i; k < len(rest); k++ {
			if equal(elem, x, rest[k]) {
				at = k
				break
			}
		}
		if at < 0 {
			return false
		}
		rest[i], rest[at] = rest[at], rest[i]
	}
	return true
}

// Zero returns the zero value of t: false, 0, "", no bytes, the enum's 0 whether
// it has a name or not, an empty list, set, map or record, and a fixed list of
// zeros. A stream has none: nil.
func Zero(t Type) any {
	switch k := t.Kind; {
	case k == KindBool:
		return false
	case k.Signed(), k == KindEnum:
		return int64(0)
	case k.Unsigned():
		return uint64(0)
	case k.Float():
		return float64(0)
	case k == KindString:
		return ""
	case k == KindBytes:
		return []byte{}
	case k == KindList:
		list := make([]any, max(t.Len, 0))
		for i := range list {
			list[i] = Zero(*t.Elem)
		}
		return list
	case k == KindSet:
		return []any{}
	case k == KindMap:
		return []Entry{}
	case k == KindMessage:
		return Record{}
	case k.Streams():
		return nil
	}
	panic("schema: no zero of " + t.Kind.String())
}
