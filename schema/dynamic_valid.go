package schema

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Valid says what is wrong with v as a value of type t, with the way to it; nil
// where nothing is. Absent fields are right; a number in a record that the
// message lacks, two members of a oneof, or a key or element twice are not.
// Undefined is right everywhere.
func Valid(t Type, v any) error {
	if why := invalid(&t, v); why != nil {
		return fmt.Errorf("%s%s", why.path, why.what)
	}
	return nil
}

type flaw struct{ path, what string }

func (f *flaw) in(where string) *flaw {
	if f != nil && f.path == "" {
		f.path = ": "
	}
	if f != nil {
		f.path = where + f.path
	}
	return f
}

func wrong(t *Type, v any) *flaw { return &flaw{what: fmt.Sprintf("%T is no %s", v, t)} }

func invalid(t *Type, v any) *flaw {
	if _, ok := v.(Undefined); ok {
		return nil
	}
	switch k := t.Kind; {
	case k == KindBool:
		if _, ok := v.(bool); ok {
			return nil
		}
	case k.Signed(), k == KindEnum:
		if n, ok := v.(int64); ok {
			bits := k.Bits()
			if k == KindEnum {
				bits = 32
			}
			if n<<(64-bits)>>(64-bits) != n {
				return &flaw{what: fmt.Sprintf("%d is out of range for %s", n, t)}
			}
			return nil
		}
	case k.Unsigned():
		if n, ok := v.(uint64); ok {
			if n<<(64-k.Bits())>>(64-k.Bits()) != n {
				return &flaw{what: fmt.Sprintf("%d is out of range for %s", n, t)}
			}
			return nil
		}
	case k.Float():
		if x, ok := v.(float64); ok {
			if k == KindFloat32 && float64(float32(x)) != x && !math.IsNaN(x) {
				return &flaw{what: fmt.Sprintf("%v is no float32", x)}
			}
			return nil
		}
	case k == KindString:
		if s, ok := v.(string); ok {
			if !utf8.ValidString(s) {
				return &flaw{what: "text is not UTF-8"}
			}
			return nil
		}
	case k == KindBytes:
		if _, ok := v.([]byte); ok {
			return nil
		}
	case k == KindList, k == KindSet:
		if list, ok := v.([]any); ok {
			return invalidList(t, list)
		}
	case k == KindMap:
		if entries, ok := v.([]Entry); ok {
			return invalidMap(t, entries)
		}
	case k == KindMessage:
		if r, ok := v.(Record); ok {
			return invalidRecord(t.Message(), r)
		}
	}
	return wrong(t, v)
}

func invalidList(t *Type, list []any) *flaw {
	if t.Len > 0 && len(list) != t.Len {
		return &flaw{what: fmt.Sprintf("%d elements are no %s", len(list), t)}
	}
	for i, v := range list {
		if w := invalid(t.Elem, v); w != nil {
			return w.in(fmt.Sprintf("[%d]", i))
		}
	}
	if t.Kind == KindSet {
		seen := make(map[string]bool, len(list))
		for i, v := range list {
			key := string(appendValue(nil, t.Elem, v))
			if seen[key] {
				return (&flaw{what: "an element stands twice in the set"}).in(fmt.Sprintf("[%d]", i))
			}
			seen[key] = true
		}
	}
	return nil
}

func invalidMap(t *Type, entries []Entry) *flaw {
	seen := make(map[any]bool, len(entries))
	for _, e := range entries {
		if w := invalid(t.Key, e.Key); w != nil {
			return w.in("{key}")
		}
		if seen[e.Key] {
			return &flaw{what: fmt.Sprintf("the key %v stands twice", e.Key)}
		}
		seen[e.Key] = true
		if w := invalid(t.Elem, e.Value); w != nil {
			return w.in(fmt.Sprintf("{%v}", e.Key))
		}
	}
	return nil
}

func invalidRecord(m *Message, r Record) *flaw {
	known := 0
	set := map[*OneOf]*Field{}
	for _, f := range m.byNumber {
		v, ok := r[f.Number]
		if !ok {
			continue
		}
		known++
		if w := invalid(&f.Type, v); w != nil {
			return w.in("." + f.Name)
		}
		if o := f.oneof; o != nil {
			if first := set[o]; first != nil {
				return &flaw{what: first.Name + " and " + f.Name + " of oneof " + o.Name + " are both set"}
			}
			set[o] = f
		}
	}
	if known != len(r) {
		return &flaw{what: m.full + " has no field of a number that is set"}
	}
	return nil
}
