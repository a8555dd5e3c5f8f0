package schema

import (
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// RecordJSON writes a record for people and witnesses: names instead of numbers,
// in the order of the numbers, enum values by name where they have one, 64-bit
// integers as strings, bytes as base64, infinities and NaN as "inf", "-inf" and
// "nan", maps as objects, and Undefined as {"$undefined":true}. A number that m
// lacks is "#7". The same record gives the same bytes.
func RecordJSON(m *Message, r Record) []byte { return appendRecord(nil, m, r) }

// ValueJSON writes a value of type t in the same way.
func ValueJSON(t Type, v any) []byte { return appendValue(nil, &t, v) }

func appendRecord(b []byte, m *Message, r Record) []byte {
	numbers := make([]int, 0, len(r))
	for n := range r {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	b = append(b, '{')
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		var f *Field
		if m != nil {
			f = m.Field(n)
		}
		if f == nil {
			b = append(b, `"#`...)
			b = append(strconv.AppendInt(b, int64(n), 10), `":`...)
			b = appendValue(b, nil, r[n])
			continue
		}
		name := f.Name
		if name == "" {
			name = "result"
		}
		b = append(appendText(b, name), ':')
		b = appendValue(b, &f.Type, r[n])
	}
	return append(b, '}')
}

// appendValue writes v; t is nil where the type is not known.
func appendValue(b []byte, t *Type, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return appendInt(b, t, v)
	case uint64:
		if t == nil || t.Kind == KindUint64 {
			return append(strconv.AppendUint(append(b, '"'), v, 10), '"')
		}
		return strconv.AppendUint(b, v, 10)
	case float64:
		return appendFloat(b, t, v)
	case string:
		return appendText(b, v)
	case []byte:
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), v), '"')
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, elemOf(t), item)
		}
		return append(b, ']')
	case []Entry:
		return appendEntries(b, t, v)
	case Record:
		var m *Message
		if t != nil {
			m = t.Message()
		}
		return appendRecord(b, m, v)
	case Undefined:
		return append(b, `{"$undefined":true}`...)
	}
	panic(fmt.Sprintf("schema: no dynamic value: %T", v))
}

func appendInt(b []byte, t *Type, n int64) []byte {
	switch {
	case t == nil || t.Kind == KindInt64:
		return append(strconv.AppendInt(append(b, '"'), n, 10), '"')
	case t.Enum() != nil:
		for _, v := range t.Enum().Values {
			if v.Number == n {
				return appendText(b, v.Name)
			}
		}
	}
	return strconv.AppendInt(b, n, 10)
}

func appendFloat(b []byte, t *Type, x float64) []byte {
	bits := 64
	if t != nil && t.Kind == KindFloat32 {
		bits = 32
	}
	switch {
	case math.IsNaN(x):
		return append(b, `"nan"`...)
	case math.IsInf(x, 1):
		return append(b, `"inf"`...)
	case math.IsInf(x, -1):
		return append(b, `"-inf"`...)
	}
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, x, format, -1, bits)
}

func appendEntries(b []byte, t *Type, entries []Entry) []byte {
	var key *Type
	if t != nil {
		key = t.Key
	}
	b = append(b, '{')
	for i, e := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		text := appendValue(nil, key, e.Key)
		if len(text) == 0 || text[0] != '"' {
			text = appendText(nil, string(text))
		}
		b = append(append(b, text...), ':')
		b = appendValue(b, elemOf(t), e.Value)
	}
	return append(b, '}')
}

// appendText writes a string; what is not UTF-8 is replaced.
func appendText(b []byte, s string) []byte {
	return appendCanonicalText(b, strings.ToValidUTF8(s, "\uFFFD"))
}
