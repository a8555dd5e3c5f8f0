package jsonmap

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// Write returns a message as JSON: plain fields that hold their zero are left out.
func (p Peer) Write(t *schema.Message, v schema.Record) ([]byte, error) {
	return appendMessage(nil, t, v, 0)
}

func appendMessage(b []byte, m *schema.Message, r schema.Record, depth int) ([]byte, error) {
	if depth > deepest {
		return b, fmt.Errorf("messages nested over %d deep", deepest)
	}
	if err := known(m, r); err != nil {
		return b, err
	}
	b = append(b, '{')
	first := true
	for _, f := range m.Fields {
		if f.Retired != "" || f.Type.Kind.Streams() {
			continue
		}
		v, there := r[f.Number]
		switch {
		case !there && f.Presence == schema.Required:
			return b, fmt.Errorf("%s is required and missing", f.Name)
		case !there && fixed(&f.Type) && f.Presence == schema.Plain && f.InOneOf() == nil:
			v = schema.Zero(f.Type)
		case !there:
			continue
		case f.Presence == schema.Plain && f.InOneOf() == nil && empty(&f.Type, v):
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendText(b, Key(f)), ':')
		var err error
		if b, err = appendValue(b, &f.Type, v, depth+1); err != nil {
			return b, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return append(b, '}'), nil
}

// known refuses what would be lost in silence.
func known(m *schema.Message, r schema.Record) error {
	set, found := map[*schema.OneOf]string{}, 0
	for _, f := range m.Fields {
		if _, there := r[f.Number]; !there {
			continue
		}
		found++
		switch o := f.InOneOf(); {
		case f.Type.Kind.Streams():
			return fmt.Errorf("%s: a stream has no place in a message", f.Name)
		case o == nil || f.Retired != "":
		case set[o] != "":
			return fmt.Errorf("%s: %s is set as well, and both are in the oneof %s", f.Name, set[o], o.Name)
		default:
			set[o] = f.Name
		}
	}
	if found < len(r) {
		return fmt.Errorf("a field that %s doesn't have", m.Name)
	}
	return nil
}

func fixed(t *schema.Type) bool { return t.Kind == schema.KindList && t.Len > 0 }

// empty reports whether v is the zero that a plain field needs no key for.
func empty(t *schema.Type, v any) bool {
	switch v := v.(type) {
	case bool:
		return !v
	case int64:
		return v == 0
	case uint64:
		return v == 0
	case float64:
		return v == 0 && !math.Signbit(v)
	case string:
		return v == ""
	case []byte:
		return len(v) == 0
	case []any:
		return len(v) == 0 && !fixed(t)
	case []schema.Entry:
		return len(v) == 0
	}
	return false
}

func appendText(b []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("jsonmap: " + err.Error()) // a string
	}
	return append(b, text...)
}

func appendValue(b []byte, t *schema.Type, v any, depth int) ([]byte, error) {
	if depth > deepest {
		return b, fmt.Errorf("values nested over %d deep", deepest)
	}
	switch x := v.(type) {
	case bool:
		if t.Kind == schema.KindBool {
			return strconv.AppendBool(b, x), nil
		}
	case string:
		if t.Kind == schema.KindString && !utf8.ValidString(x) {
			return b, fmt.Errorf("text that is no UTF-8")
		} else if t.Kind == schema.KindString {
			return appendText(b, x), nil
		}
	case []byte:
		if t.Kind == schema.KindBytes {
			return appendText(b, base64.StdEncoding.EncodeToString(x)), nil
		}
	case int64:
		switch {
		case t.Kind == schema.KindEnum:
			return appendEnum(b, t.Enum(), x), nil
		case t.Kind.Signed() && t.Kind.Bits() == 64:
			return append(strconv.AppendInt(append(b, '"'), x, 10), '"'), nil
		case t.Kind.Signed():
			return strconv.AppendInt(b, x, 10), nil
		}
	case uint64:
		switch {
		case t.Kind.Unsigned() && t.Kind.Bits() == 64:
			return append(strconv.AppendUint(append(b, '"'), x, 10), '"'), nil
		case t.Kind.Unsigned():
			return strconv.AppendUint(b, x, 10), nil
		}
	case float64:
		if t.Kind.Float() {
			return appendFloat(b, x, t.Kind.Bits()), nil
		}
	case schema.Record:
		if m := t.Message(); m != nil {
			return appendMessage(b, m, x, depth)
		}
	case []any:
		if t.Kind == schema.KindList || t.Kind == schema.KindSet {
			return appendItems(b, t, x, depth)
		}
	case []schema.Entry:
		if t.Kind == schema.KindMap {
			return appendEntries(b, t, x, depth)
		}
	}
	return b, fmt.Errorf("%T where the contract has %s", v, t)
}

func appendEnum(b []byte, e *schema.Enum, n int64) []byte {
	for _, v := range e.Values {
		if v.Number == n {
			return appendText(b, v.Name)
		}
	}
	return strconv.AppendInt(b, n, 10)
}

func appendFloat(b []byte, x float64, bits int) []byte {
	switch {
	case math.IsNaN(x):
		return append(b, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(b, `"-Infinity"`...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, bits)
}

func appendItems(b []byte, t *schema.Type, items []any, depth int) ([]byte, error) {
	if t.Len > 0 && len(items) != t.Len {
		return b, fmt.Errorf("%d elements where %s has %d", len(items), t, t.Len)
	}
	b = append(b, '[')
	for i, x := range items {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendValue(b, t.Elem, x, depth+1); err != nil {
			return b, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return append(b, ']'), nil
}

// appendEntries writes a map in the order of its keys as text.
func appendEntries(b []byte, t *schema.Type, entries []schema.Entry, depth int) ([]byte, error) {
	type pair struct {
		key   string
		value any
	}
	pairs := make([]pair, len(entries))
	for i, e := range entries {
		switch e.Key.(type) {
		case bool, int64, uint64, string:
			pairs[i] = pair{fmt.Sprint(e.Key), e.Value}
		default:
			return b, fmt.Errorf("%T is no key", e.Key)
		}
		if !utf8.ValidString(pairs[i].key) {
			return b, fmt.Errorf("a key that is no UTF-8")
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	b = append(b, '{')
	for i, p := range pairs {
		if i > 0 {
			if pairs[i-1].key == p.key {
				return b, fmt.Errorf("the key %q twice", p.key)
			}
			b = append(b, ',')
		}
		b = append(appendText(b, p.key), ':')
		var err error
		if b, err = appendValue(b, t.Elem, p.value, depth+1); err != nil {
			return b, fmt.Errorf("[%q]: %w", p.key, err)
		}
	}
	return append(b, '}'), nil
}
