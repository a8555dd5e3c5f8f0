package dyn

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// zero is the zero of a type, without memory where that can be.
func zero(t *schema.Type) any {
	switch t.Kind {
	case schema.KindMessage:
		return schema.Record(nil)
	case schema.KindList, schema.KindSet:
		if t.Len == 0 {
			return []any(nil)
		}
	case schema.KindMap:
		return []schema.Entry(nil)
	case schema.KindRef, schema.KindStream, schema.KindRawIn, schema.KindRawOut, schema.KindRawStream:
		return nil // no form: an error where it is written
	}
	return schema.Zero(*t)
}

// isDefault reports whether f is optional and v is the default that it declares.
// Only what is written as one word counts.
func isDefault(f *schema.Field, v any) bool {
	if f.Default == nil || f.Presence != schema.Optional {
		return false
	}
	text := f.Default.Text
	switch x := v.(type) {
	case bool:
		return f.Default.Kind == schema.BoolValue && text == strconv.FormatBool(x)
	case string:
		return f.Default.Kind == schema.StringValue && text == x
	case float64:
		d, err := strconv.ParseFloat(text, 64)
		return f.Default.Kind == schema.NumberValue && err == nil && d == x
	case uint64:
		return f.Default.Kind == schema.NumberValue && text == strconv.FormatUint(x, 10)
	case int64:
		if f.Default.Kind == schema.NumberValue {
			return text == strconv.FormatInt(x, 10)
		}
		if e := f.Type.Enum(); e != nil && f.Default.Kind == schema.NameValue {
			for _, value := range e.Values {
				if value.Name == text || strings.HasSuffix(text, "."+value.Name) {
					return value.Number == x
				}
			}
		}
	}
	return false
}

// mend is text as Java reads it: U+FFFD for each run of bytes that could have
// become one character.
func mend(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = broken(b)
		}
		out.WriteRune(r)
		b = b[n:]
	}
	return out.String()
}

// broken returns how many bytes at the front of b are the beginning of a character
// that isn't completed, or half of a pair, at least 1.
func broken(b []byte) int {
	if len(b) >= 3 && b[0] == 0xED && b[1] >= 0xA0 && b[1] <= 0xBF && b[2]&0xC0 == 0x80 {
		return 3
	}
	for n := min(3, len(b)); n > 1; n-- {
		for _, tail := range [...]string{"\x80", "\x80\x80", "\xBF", "\xBF\xBF"} {
			if r, size := utf8.DecodeRuneInString(string(b[:n]) + tail); r != utf8.RuneError && size == n+len(tail) {
				return n
			}
		}
	}
	return 1
}
