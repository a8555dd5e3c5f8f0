package gfj

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// mark is UTF-8's byte order mark.
const mark = "\xEF\xBB\xBF"

// keywords begin a declaration and can be no name. The names of types are no
// keywords: the original takes them as names of anything.
var keywords = []string{"message", "service"}

func isKeyword(s string) bool { return s == keywords[0] || s == keywords[1] }

// builtin returns the kind that a type word of the language stands for; void
// is none.
func builtin(s string) (schema.Kind, bool) {
	switch s {
	case "stream":
		return schema.KindRawStream, true
	case "istream":
		return schema.KindRawIn, true
	case "ostream":
		return schema.KindRawOut, true
	case "bool", "bytes":
		return 0, false
	}
	return schema.ScalarKind(s)
}

// junk says what is wrong with a run of bytes outside comments that the
// language has no use for, and what to do.
func junk(run []byte, first bool) (message, help string) {
	c := run[0]
	what := strconv.Quote(string(run))
	if len(run) > 40 {
		what = strconv.Quote(string(run[:20])) + " …"
	}
	switch {
	case first && string(run) == mark:
		return "the file begins with a byte order mark", "save it as UTF-8 without one: the original compiler refuses it"
	case first && (bytes.HasPrefix(run, []byte("\xFF\xFE")) || bytes.HasPrefix(run, []byte("\xFE\xFF"))):
		return "the file is UTF-16", "save it as UTF-8 without a byte order mark"
	case c == '0':
		return what + " is no name", "the original compiler takes a 0 here for the end of the file: after a closing brace it ignores all that follows"
	case '1' <= c && c <= '9':
		return what + " is no name", "a name begins with a letter or _; there are no numbers in this language: members are numbered by their place"
	case c == 0:
		return "a NUL byte stands here", "take it out: the original compiler skips it like a blank"
	case c == '/':
		return "a single / stands here", "a comment begins with //; the original compiler refuses the file"
	case c == ';':
		return "; has no meaning here", "take it out: a member or method ends with its line"
	case c == '#':
		return "# has no meaning here", "a comment begins with //"
	case c == '[' || c == ']' || c == '<' || c == '>':
		return string(c) + " has no meaning here", "the language has no lists and maps: put them into a message of a contract in another language"
	case c == '=' || c == ':':
		return string(c) + " has no meaning here", "the language has no numbers, options and defaults: members are numbered by their place"
	case c == '.':
		return ". has no meaning here", "the language has no imports: a type stands in the file that uses it"
	case c == '"' || c == '\'':
		return string(c) + " has no meaning here", "the language has no strings; a file's package is named by a comment at its top: // package: NAME"
	case c >= utf8.RuneSelf:
		return what + " stands outside a comment", "names are ASCII letters, digits and _; the original compiler refuses other characters outside comments"
	}
	return what + " has no meaning here", "outside comments there are names, blanks and { } ( ) , alone: the original compiler refuses the file"
}

// absent says, of a word that begins a declaration elsewhere, that this
// language has no such thing; "" of others.
func absent(s string) string {
	switch s {
	case "package", "namespace":
		return "a file's package is named by a comment at its top: // package: NAME"
	case "import", "include":
		return "the language has no imports: a type stands in the file that uses it"
	case "enum":
		return "the language has no enums: use int32 and say the numbers in a comment"
	case "const", "option", "options", "version", "syntax", "typedef", "exception", "error", "union", "oneof":
		return "the language has messages and services alone"
	case "struct", "type":
		return "a record is called message here"
	case "interface":
		return "a group of methods is called service here"
	}
	return ""
}
