package diag

import "testing"

func TestApart(t *testing.T) {
	f := NewFile("a", []byte("0123456789\n0123456789\n"))
	at := func(start, end int) Span { return f.Span(start, end) }
	other := NewFile("b", f.Text)
	causes := List{
		{Severity: Error, Span: at(2, 4)},
		{Severity: Error, Span: at(12, 18)},
		{Severity: Error, Span: at(13, 14)},
		{Severity: Warning, Span: at(8, 9)},
		{Severity: Error, Span: Within("a")},
	}
	for _, test := range []struct {
		name string
		span Span
		kept bool
	}{
		{"before", at(0, 1), true},
		{"touches the start", at(0, 2), false},
		{"inside", at(3, 3), false},
		{"touches the end", at(4, 6), false},
		{"behind", at(5, 6), true},
		{"at a warning", at(8, 9), true},
		{"in the long one, behind the short one", at(16, 17), false},
		{"around", at(11, 20), false},
		{"other file", other.Span(3, 3), true},
		{"no place", Within("a"), true},
	} {
		if kept := len(List{{Span: test.span}}.Apart(causes)) == 1; kept != test.kept {
			t.Errorf("%s: kept %v, want %v", test.name, kept, test.kept)
		}
	}
}
