package hclidl

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote writes a string as a literal of HCL.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case (c == '$' || c == '%') && strings.HasPrefix(s[i+1:], "{"):
			// as many as the name of a template needs: $${ is ${
			b.WriteRune(c)
			b.WriteRune(c)
		case c == utf8.RuneError, !unicode.IsPrint(c):
			b.WriteString(escape(c))
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func escape(c rune) string {
	hex := strconv.FormatInt(int64(c), 16)
	if len(hex) <= 4 {
		return `\u` + strings.Repeat("0", 4-len(hex)) + hex
	}
	return `\U` + strings.Repeat("0", 8-len(hex)) + hex
}
