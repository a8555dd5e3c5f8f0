package input

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// deaf is a process that takes everything.
type deaf struct{ io.Writer }

func (deaf) Close() error { return nil }

// FuzzBatch holds, of any bytes that git cat-file --batch may answer with: no
// panic, no more memory than a file may have, and an error for what is no answer.
func FuzzBatch(f *testing.F) {
	const a, b = "aa", "bb"
	for _, seed := range []string{
		"", "aa blob 3\nabc\nbb blob 0\n\n", "aa missing\nbb missing\n", "aa blob 99999999999\n", "aa blob -1\n", "aa blob 9223372036854775807\n", "cc blob 1\nx\n",
		"aa blob 5\nab", "aa blob 10485761\n", "bb blob 1\nx\naa blob 1\nx\n", "aa ambiguous\n", "\n\n\n", "aa blob 3\nabcbb blob 0\n\n",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, sent bool) {
		git := &batch{cmd: exec.Command("none"), in: deaf{io.Discard}, pipe: deaf{io.Discard}, out: bufio.NewReader(strings.NewReader(text))}
		answers, err := git.ask(sent, a, b)
		if err != nil {
			if len(answers) > 0 {
				t.Errorf("%d answers, and %v", len(answers), err)
			}
			if _, again := git.ask(sent, a); again == nil {
				t.Error("what failed answers again")
			}
			return
		}
		if len(answers) == 0 || len(answers) > 2 {
			t.Fatalf("%d answers", len(answers))
		}
		for _, one := range answers {
			switch {
			case one.err == errTooLarge && one.size > MaxFile || one.err == errAbsent:
			case one.err != nil:
				t.Errorf("%v", one.err)
			case sent && int64(len(one.text)) != one.size || !sent && one.text != nil:
				t.Errorf("%d bytes of %d", len(one.text), one.size)
			}
			if len(one.text) > len(text) {
				t.Errorf("%d bytes out of %d", len(one.text), len(text))
			}
		}
	})
}
