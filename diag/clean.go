package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean replaces what a terminal, a parser or a reader would act on: controls
// but tab and line ends, marks that turn the direction of text, and what is no
// UTF-8.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return r
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r&0xfffe == 0xfffe:
			return '·'
		}
		return r
	}, s)
}

// oneLine is clean text without line ends and tabs.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\r', '\u2028', '\u2029':
			return ' '
		}
		return r
	}, clean(s))
}
