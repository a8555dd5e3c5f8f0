package rpch

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// Text reads a string. It shares memory with what is read unless it has escapes.
func (r *Reader) Text() string {
	if r.peek() != '"' {
		r.unexpected("a string")
		return ""
	}
	start := r.i + 1
	for i := start; i < len(r.b); i++ {
		switch c := r.b[i]; {
		case c == '"':
			r.i = i + 1
			return valid(r.b[start:i])
		case c == '\\':
			return r.escaped(start, i)
		case c < ' ':
			r.i = i
			r.failf("a control character in a string")
			return ""
		}
	}
	r.i = len(r.b)
	r.failf("the text ends in a string")
	return ""
}

// view is b as a string that shares its memory.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// valid makes a string of text; each byte of it that is not UTF-8 becomes U+FFFD,
// as the peers in Go and Node have it.
func valid(text []byte) string {
	if utf8.Valid(text) {
		return view(text)
	}
	return string([]rune(view(text)))
}

// escaped reads a string that has an escape at i.
func (r *Reader) escaped(start, i int) string {
	text := append([]byte(nil), r.b[start:i]...)
	for i < len(r.b) {
		c := r.b[i]
		switch {
		case c == '"':
			r.i = i + 1
			return valid(text)
		case c < ' ':
			r.i = i
			r.failf("a control character in a string")
			return ""
		case c != '\\':
			text = append(text, c)
			i++
			continue
		}
		var ok bool
		if text, i, ok = unescape(text, r.b, i); !ok {
			r.i = i
			r.failf("an escape that JSON doesn't have")
			return ""
		}
	}
	r.i = len(r.b)
	r.failf("the text ends in a string")
	return ""
}

// unescape appends what the escape at b[i] stands for and returns where it ends.
// Half of a surrogate pair is U+FFFD.
func unescape(text, b []byte, i int) (_ []byte, next int, ok bool) {
	if i+1 >= len(b) {
		return text, i, false
	}
	switch c := b[i+1]; c {
	case '"', '\\', '/':
		return append(text, c), i + 2, true
	case 'b':
		return append(text, '\b'), i + 2, true
	case 'f':
		return append(text, '\f'), i + 2, true
	case 'n':
		return append(text, '\n'), i + 2, true
	case 'r':
		return append(text, '\r'), i + 2, true
	case 't':
		return append(text, '\t'), i + 2, true
	case 'u':
		one, ok := hex4(b, i)
		if !ok {
			return text, i, false
		}
		i += 6
		if utf16.IsSurrogate(one) {
			if two, ok := hex4(b, i); ok {
				if pair := utf16.DecodeRune(one, two); pair != utf8.RuneError {
					return utf8.AppendRune(text, pair), i + 6, true
				}
			}
			one = utf8.RuneError
		}
		return utf8.AppendRune(text, one), i, true
	}
	return text, i, false
}

// hex4 reads \uXXXX at b[i].
func hex4(b []byte, i int) (rune, bool) {
	if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b[i+2:i+6]), 16, 16)
	return rune(v), err == nil && b[i+2] != '+' && b[i+2] != '-'
}
