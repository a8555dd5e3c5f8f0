package diag

import "strings"

// MarkdownLimit is how many bytes of Markdown a report has at most: hosts of
// repositories refuse comments of 65,536 characters.
const MarkdownLimit = 65_000

// Comment is Markdown of bounded size, written in whole blocks: what doesn't fit
// is left out as a whole, so that no table, fence or fold is cut. The zero value
// is empty.
type Comment struct{ text strings.Builder }

// Add writes a block if at least keep bytes are left after it, and reports
// whether it did. Blocks that must be there are added with what was kept for
// them.
func (c *Comment) Add(block string, keep int) bool {
	if c.text.Len()+len(block)+keep > MarkdownLimit {
		return false
	}
	c.text.WriteString(block)
	return true
}

// String returns what was written.
func (c *Comment) String() string { return c.text.String() }

// MarkdownText returns s as Markdown that shows s, on one line: no markup,
// HTML, mention or reference begins in it. It may stand in a table.
func MarkdownText(s string) string {
	s = oneLine(s)
	var b strings.Builder
	for i, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '|':
			b.WriteString("&#124;")
		case '_':
			if i == 0 || !plain(s[i-1]) || i+1 == len(s) || !plain(s[i+1]) {
				b.WriteByte('\\') // within a word it is no mark
			}
			b.WriteByte('_')
		case '\\', '`', '*', '[', ']', '~', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		switch {
		case strings.ContainsRune("@#!%&~$", r) && i+1 < len(s) && refers(s[i+1]), // someone's name, or the number of an issue, would follow
			r == ':' && strings.HasPrefix(s[i:], "://"): // a link would be made of it
			b.WriteRune('\u200b')
		}
	}
	return b.String()
}

func refers(c byte) bool { return plain(c) || c == '"' || c >= 0x80 }

func plain(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// MarkdownCode returns s as code within a line. It may stand in a table.
func MarkdownCode(s string) string {
	s = oneLine(s)
	if strings.ContainsAny(s, "`|") || strings.TrimSpace(s) == "" {
		return "<code>" + MarkdownText(s) + "</code>"
	}
	return "`" + s + "`"
}

// MarkdownBlock returns s as a block of code that nothing in s can end.
func MarkdownBlock(s string) string {
	s = clean(strings.ReplaceAll(s, "\r", "·"))
	longest, run := 2, 0
	for i := range len(s) {
		if run++; s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + "text\n" + strings.TrimRight(s, "\n") + "\n" + fence + "\n"
}
