package diag

import (
	"errors"
	"runtime"
	"testing"
)

// A text that was let go comes back where it is asked for, if it is the same.
func TestLetGo(t *testing.T) {
	const text = "one\ntwo\n"
	reads, now := 0, text
	f := NewFile("a", []byte(text))
	f.LetGo(func() ([]byte, error) {
		if reads++; now == "" {
			return nil, errors.New("gone")
		}
		return []byte(now), nil
	})
	if f.Text != nil || f.Span(4, 7).End().Column != 4 || f.LineStart(9) != len(text) || reads != 0 {
		t.Errorf("text %q, %+v, read %d times", f.Text, f.Span(4, 7), reads)
	}
	for _, test := range []struct{ now, line string }{{text, "two"}, {"one\ntoo\n", ""}, {"one\n", ""}, {"", ""}, {text, "two"}} {
		now = test.now
		runtime.GC() // what was read before is forgotten
		runtime.GC()
		if got := string(f.Line(2)); got != test.line {
			t.Errorf("of %q line 2 is %q, want %q", now, got, test.line)
		}
	}
	if reads != 5 {
		t.Errorf("read %d times, want 5", reads)
	}
	marked := NewFile("b", []byte("// rpcctl:ignore a b"))
	if marked.LetGo(nil); marked.Text == nil || string(marked.Line(1)) != string(marked.Text) {
		t.Error("a text with words to the tool is let go")
	}
}
