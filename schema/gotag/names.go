package gotag

import "strings"

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
func lower(c byte) bool { return 'a' <= c && c <= 'z' }

// Snake returns a Go name in lower snake case: UserID is user_id, HTTPServer
// http_server, Sha256Sum sha256_sum.
func Snake(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !upper(c) {
			b.WriteByte(c)
			continue
		}
		if i > 0 && name[i-1] != '_' && (!upper(name[i-1]) || i+1 < len(name) && lower(name[i+1])) {
			b.WriteByte('_')
		}
		b.WriteByte(c - 'A' + 'a')
	}
	return b.String()
}

// ValueName returns the name of an enum value in the contract: Go's without the
// enum's name in front, in upper snake case. ColorDarkRed, Color_DARK_RED and
// DarkRed are all DARK_RED.
func ValueName(enum, name string) string {
	if rest, ok := strings.CutPrefix(name, enum); ok {
		if rest = strings.TrimPrefix(rest, "_"); rest != "" && !('0' <= rest[0] && rest[0] <= '9') && !lower(rest[0]) {
			name = rest
		}
	}
	return strings.ToUpper(Snake(name))
}

// InstanceName returns the name of the message that an instance of a generic
// struct becomes: Page[User] is PageUser, Pair[string, []User] PairStringListUser.
// The arguments are words: [TypeWord] of a name, List, Array4, Map, Set or Ptr
// and the words of their parts.
func InstanceName(generic string, args []string) string {
	return generic + strings.Join(args, "")
}

// TypeWord is what a type without parts is called in the name of an instance:
// its name with a capital. Names of one type are one: byte is uint8.
func TypeWord(name string) string {
	switch name {
	case "":
		return ""
	case "byte":
		name = "uint8"
	case "rune":
		name = "int32"
	}
	if lower(name[0]) {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return name
}
