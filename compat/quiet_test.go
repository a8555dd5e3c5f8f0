package compat

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// TestQuiet holds that a payload taken for quiet is one that nothing would have been
// found at: verdicts are the same as where all are walked.
func TestQuiet(t *testing.T) {
	n := 0
	for _, s := range subjects() {
		if !s.counted() {
			continue
		}
		for seed := range uint64(400) {
			c, ok := drawCase(seed, s.wire)
			if !ok {
				continue
			}
			says := func(q *quiet) string {
				in := newJudgement(c.old, c.new, c.d, false)
				in.quiet = q
				for _, r := range in.roots {
					if q.has(r) {
						n++
					}
				}
				ev := evaluate(tableOf(s.wire), s.peer, in, func(*root) bool { return true }, 150, true)
				out := ""
				for _, k := range slices.SortedFunc(maps.Keys(ev.by), func(a, b changeUse) int {
					return slices.Compare([]string{fmt.Sprint(a.change), string(a.use)}, []string{fmt.Sprint(b.change), string(b.use)})
				}) {
					x := ev.by[k]
					out += fmt.Sprintln(c.d.Changes[k.change].ID(), k.use, x.pair, x.reached)
				}
				return out + fmt.Sprint(ev.faults)
			}
			if all, few := says(nil), says(quietOf(c.old, c.new, c.d)); all != few {
				t.Errorf("%s %d: of all payloads\n%s\nwithout those that are quiet\n%s", s.wire, seed, all, few)
			}
		}
	}
	t.Logf("%d payloads were quiet", n)
	if n < 100 {
		t.Errorf("%d payloads were quiet: too few to tell", n)
	}
}
