package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A message that holds a name of megabytes is cut, between characters.
func TestTextClips(t *testing.T) {
	for _, name := range []string{strings.Repeat("a", 2_000_000), strings.Repeat("é", 500_000), "x" + strings.Repeat("é", 500_000)} {
		var b strings.Builder
		l := List{{Severity: Error, Code: "link", Message: name, Help: name, Related: []Related{{Message: name}}}}
		if err := Text(&b, l, Options{}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); len(got) > 3200 || !utf8.ValidString(got) || strings.Count(got, "…") != 3 {
			t.Errorf("%d bytes, valid %v: %.80s", len(got), utf8.ValidString(got), got)
		}
	}
}
