package dyn

import "unicode/utf8"

// repaired returns b with a replacement character for each longest part of a
// sequence that isn't UTF-8, as Java decodes it.
func repaired(b []byte) string {
	out := make([]byte, 0, len(b)+8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = broken(b)
		}
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return string(out)
}

// broken returns how many bytes of a sequence that isn't whole could begin one.
func broken(b []byte) int {
	low, high, size := byte(0x80), byte(0xBF), 0
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		size = 2
	case c == 0xE0:
		low, size = 0xA0, 3
	case c == 0xED:
		high, size = 0x9F, 3
	case c >= 0xE1 && c <= 0xEF:
		size = 3
	case c == 0xF0:
		low, size = 0x90, 4
	case c == 0xF4:
		high, size = 0x8F, 4
	case c >= 0xF1 && c <= 0xF3:
		size = 4
	}
	n := 1
	for n < size && n < len(b) && b[n] >= low && b[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}
