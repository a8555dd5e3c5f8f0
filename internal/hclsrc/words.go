package hclsrc

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// better says in the words of a contract what HCL says in those of a
// configuration language, or returns "".
func better(h *hcl.Diagnostic, at hcl.Range, text []byte) (message, help string) {
	if number, ok := grouped(at, text); ok {
		return fmt.Sprintf("the number %s has a _ in it", number), "write " + strings.ReplaceAll(number, "_", "")
	}
	if number, ok := hexadecimal(at, text); ok {
		return number + " is no decimal number", "write it in decimal digits"
	}
	here := ""
	if s, e := at.Start.Byte, at.End.Byte; 0 <= s && s < e && e <= len(text) {
		here = string(text[s:e])
	}
	switch h.Summary {
	case "Invalid single-argument block definition", "Argument definition required":
		return "a block on one line holds one attribute and no block",
			"put each attribute on a line of its own, and the closing brace as well"
	case "Argument or block definition required":
		return "an attribute (name = value) or a block (type \"label\" { … }) is expected here",
			"see whether a brace is missing or too much above"
	case "Missing newline after argument":
		return "the attribute goes on after its value", "one attribute stands on a line"
	case "Missing newline after block definition":
		if here == "}" {
			return "a closing brace too much", "take it out, or open what it closes"
		}
		return "something follows the closing brace of a block", "begin a new line after the brace"
	case "Unexpected comma after argument":
		return "a comma stands after an attribute", "attributes are separated by line ends alone"
	case "Invalid 'for' expression":
		return "for begins an expression here", "a key named for is written in quotes: \"for\" = …"
	case "Invalid multi-line string":
		return "the string is not closed on its line", "close it with a quote, or write \\n for a line end"
	case "Invalid character":
		return odd(here)
	case "Invalid expression":
		switch before(at, text) {
		case '>':
			return "a value is expected behind >", "types stand in round brackets: list(T), set(T), map(K, V)"
		case '?':
			return "? has no meaning in a contract", "a type whose absence can be told is written optional(T)"
		}
		return "a value is expected here", "write a number, a string, a name, field(…), a [list] or an { object }"
	case "Invalid argument name":
		return "the name of an attribute stands in quotes", "write it without"
	case "Missing argument separator", "Missing item separator", "Missing attribute separator":
		return "a comma is missing before this", "arguments and items are separated by commas"
	case "Missing false expression in conditional":
		return "? has no meaning in a contract", "a type whose absence can be told is written optional(T)"
	case "Unterminated function call", "Missing closing parenthesis":
		return "the brackets of the call are not closed", "write the missing )"
	case "Unclosed configuration block":
		return "the block is never closed", "write the missing }, or see whether one is missing further down"
	case "Unterminated template string":
		return "the text that begins above is never closed", "close a string with a quote, a heredoc with its word on a line of its own"
	case "Invalid block definition":
		switch {
		case here == "=":
			return "= stands after a label", "an attribute is written name = value, a block type \"label\" { … }"
		case strings.TrimSpace(here) == "", here[0] == '#', strings.HasPrefix(here, "//"):
			return "the block does not begin on this line", "write { behind its label"
		}
		return "a block is written type \"label\" { … }", "write its label in quotes and { behind it"
	case "Missing value":
		return "the file holds no JSON value", "write an object: { \"package\": { \"some.name\": { } } }"
	case "Trailing comma in object", "Trailing comma in array":
		return "a comma stands before the closing bracket", "take it out: JSON has none there"
	}
	if strings.HasPrefix(h.Detail, "Template sequences are not allowed") {
		return "the label holds ${ or %{", "nothing is evaluated: write the name itself"
	}
	return "", ""
}

// odd is the problem of characters that HCL has no use for.
func odd(here string) (message, help string) {
	switch here {
	case ";":
		return "; has no meaning here", "take it out: a line end ends an attribute"
	case "'":
		return "a single quote begins no string", "write \" instead"
	case "`":
		return "a back quote begins no string", "write \" instead"
	case "\x00":
		return "a NUL byte stands here", "take it out"
	case "":
		return "a character that can't stand here", "take it out"
	}
	return fmt.Sprintf("%+q can't stand here", here), "take it out, or put it into a string"
}

// before returns the byte in front of a place, blanks left out; 0 where there is none.
func before(at hcl.Range, text []byte) byte {
	if at.Start.Byte < 0 || at.Start.Byte > len(text) {
		return 0
	}
	t := bytes.TrimRight(text[:at.Start.Byte], " \t")
	if len(t) == 0 {
		return 0
	}
	return t[len(t)-1]
}

// hexadecimal returns the number that HCL took for 0 and a name: 0x10.
func hexadecimal(at hcl.Range, text []byte) (string, bool) {
	i := at.Start.Byte
	if i <= 0 || i >= len(text) || text[i-1] != '0' || strings.IndexByte("xXbBoO", text[i]) < 0 || i > 1 && isWord(text[i-2]) {
		return "", false
	}
	end := i
	for end < len(text) && isWord(text[end]) {
		end++
	}
	return string(text[i-1 : end]), true
}

// sentence makes a message of a summary: lower case, no full stop.
func sentence(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), ".")
	if s == "" {
		return ""
	}
	if len(s) > 1 && 'A' <= s[1] && s[1] <= 'Z' { // JSON
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// sentences makes a help of one or more sentences.
func sentences(s string) string {
	var parts []string
	for part := range strings.SplitSeq(s, ". ") {
		if part = sentence(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}
