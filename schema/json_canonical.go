package schema

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// canonical rewrites JSON as RFC 8785 has it. All numbers in the format are
// integers below 2^53, which are written the same there.
func canonical(text []byte) []byte {
	tree, err := parseTree(text, false)
	if err != nil {
		panic("schema: " + err.Error())
	}
	return appendCanonical(nil, &tree)
}

func appendCanonical(b []byte, n *node) []byte {
	switch n.kind {
	case '{':
		order := make([]int, len(n.keys))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int {
			return slices.Compare(utf16.Encode([]rune(n.keys[i].name)), utf16.Encode([]rune(n.keys[j].name)))
		})
		b = append(b, '{')
		for i, at := range order {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendCanonicalText(b, n.keys[at].name), ':')
			b = appendCanonical(b, &n.items[at])
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, &n.items[i])
		}
		return append(b, ']')
	case 's':
		return appendCanonicalText(b, n.text)
	case '0':
		return append(b, "null"...)
	}
	return append(b, n.text...)
}

func appendCanonicalText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		default:
			if at := strings.IndexByte("\b\t\n\f\r", c); at >= 0 {
				b = append(b, '\\', "btnfr"[at])
			} else {
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
		}
	}
	return append(b, '"')
}
