package rules

import "strings"

// pascal reports whether s is PascalCase: letters and digits, an upper-case one
// first. Acronyms may stay as they are: HTTPServer, UserID.
func pascal(s string) bool {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	return plain(s)
}

// plain reports whether s is letters and digits alone.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// snake reports whether s is lower_snake_case; upperSnake UPPER_SNAKE_CASE.
func snake(s string) bool      { return snaked(s, 'a', 'z') }
func upperSnake(s string) bool { return snaked(s, 'A', 'Z') }

func snaked(s string, first, last byte) bool {
	if s == "" || s[0] < first || s[0] > last {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		switch {
		case first <= c && c <= last, '0' <= c && c <= '9':
		case c == '_' && s[i-1] != '_' && i+1 < len(s):
		default:
			return false
		}
	}
	return true
}

// words splits a name at underscores and where its case says that a word
// begins: userID is user, ID; HTTPServer is HTTP, Server.
func words(s string) (ws []string) {
	start := 0
	cut := func(end int) {
		if end > start {
			ws = append(ws, s[start:end])
		}
		start = end
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '_':
			cut(i)
			start = i + 1
		case i > start && isUpper(s[i]) && (!isUpper(s[i-1]) || i+1 < len(s) && isLower(s[i+1])):
			cut(i)
		}
	}
	cut(len(s))
	return ws
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func toSnake(s string) string      { return strings.ToLower(strings.Join(words(s), "_")) }
func toUpperSnake(s string) string { return strings.ToUpper(strings.Join(words(s), "_")) }

func toPascal(s string) string {
	var b strings.Builder
	for _, w := range words(s) {
		if w == strings.ToUpper(w) && strings.Contains(s, "_") {
			w = strings.ToLower(w)
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// last is the name of a nested type without what it is nested in.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// goName is the exported Go name that is made of a name: an underscore goes
// where a lower-case letter follows and makes it upper-case.
func goName(s string) string {
	if s[0] == '_' {
		s = "X" + s
	}
	b := []byte(s)
	out := b[:0]
	up := true
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '_' && i+1 < len(b) && isLower(b[i+1]) {
			up = true
			continue
		}
		if up && isLower(c) {
			c -= 'a' - 'A'
		}
		up = false
		out = append(out, c)
	}
	return string(out)
}
