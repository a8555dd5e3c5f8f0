package compat

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rpcctl/rpcctl/diff"
	prpcdyn "github.com/rpcctl/rpcctl/wire/prpc/dyn"
)

// TestMutations replaces each row by every other outcome and holds it against
// cases that hit the row: the share that is noticed says what the proof is worth.
func TestMutations(t *testing.T) {
	for _, s := range subjects() {
		if !s.counted() {
			continue
		}
		percent := 95
		if s.wire == prpcWire || tableOf(s.wire).tags {
			percent = 99
		}
		t.Run(s.wire, func(t *testing.T) { mutate(t, s, percent) })
	}
}

// unseen are mutations that no run can show, with why.
var unseen = map[string]string{
	"prpc method-error-added=doubt":   "Go's clients get no declared error, not even from their own servers, and ours say doubt anyway",
	"prpc method-error-removed=doubt": "Go's clients get no declared error, not even from their own servers, and ours say doubt anyway",
}

// mutate fails where less than so many percent of a subject's mutations are noticed.
func mutate(t *testing.T, s subject, percent int) {
	cases, mixed := map[diff.Kind][]drawnCase{}, map[diff.Kind]drawnCase{}
	for seed := range uint64(1500) {
		c, ok := drawCase(seed, s.wire)
		if !ok {
			continue
		}
		for _, x := range c.d.Changes {
			if l := cases[x.Kind]; len(c.edits) > 1 {
				mixed[x.Kind] = c
			} else if len(l) < 4 && (len(l) == 0 || l[len(l)-1].seed != seed) {
				cases[x.Kind] = append(l, c)
			}
		}
	}
	tried, noticed := 0, 0
	var missed []string
	for _, r := range tableOf(s.wire).Rows {
		if c, some := mixed[r.On]; some && tableOf(s.wire).tags && len(cases[r.On]) == 0 {
			cases[r.On] = []drawnCase{c} // one edit alone makes none
		}
		if tableOf(s.wire).tags && len(cases[r.On]) == 0 && undrawn[r.On] == "" && !slices.Contains(unshaped[s.wire], r.On) {
			t.Errorf("no case hits %s", r.On)
		}
		for _, o := range Outcomes {
			if len(cases[r.On]) == 0 || r.judge == nil && r.Calls.max(r.Writes) == (Pair{o, o}) {
				continue
			}
			switch tells, ok := notices(cases[r.On], mutant(s.wire, r.On, o), tellers(s)); {
			case !tells: // the row says so anyway, in all of the cases
			case ok:
				tried++
				noticed++
			case unseen[s.wire+" "+string(r.On)+"="+o.String()] != "":
				t.Logf("%s=%v can't be noticed: %s", r.On, o, unseen[s.wire+" "+string(r.On)+"="+o.String()])
			default:
				tried++
				missed = append(missed, string(r.On)+"="+o.String())
			}
		}
	}
	t.Logf("%d of %d mutations noticed; not: %v", noticed, tried, missed)
	if noticed*100 < tried*percent {
		t.Errorf("%d of %d mutations noticed, want %d%%", noticed, tried, percent)
	}
}

// tellers are the peers that a mutation of a row may show by: a Go peer of prpc carries
// no declared error, so that nothing about what is in them can be seen there.
func tellers(s subject) []Peer {
	if s.wire == prpcWire {
		return []Peer{s.peer, prpcdyn.Rpcctl()}
	}
	return []Peer{s.peer}
}

// mutant is a table of which one row always says o.
func mutant(wire string, k diff.Kind, o Outcome) *Table {
	table := tableOf(wire)
	i := slices.IndexFunc(table.Rows, func(r Row) bool { return r.On == k })
	r := &table.Rows[i]
	r.Writes, r.Calls, r.Places = Pair{o, o}, Pair{o, o}, false
	if r.judge != nil {
		r.judge = func(*cell) verdict { return is(o) }
	}
	return table
}

// notices reports whether a case fails under a table; tells says that one is
// predicted otherwise than by the real one.
func notices(cases []drawnCase, table *Table, peers []Peer) (tells, noticed bool) {
	for _, peer := range peers {
		for _, c := range cases {
			if predicted(c, table, peer) == predicted(c, tableOf(table.Wire), peer) {
				continue
			}
			tells = true
			if count := (&tally{hits: map[diff.Kind]int{}}); len(count.prove(c, table, peer)) > 0 {
				return true, true
			}
		}
	}
	return tells, false
}

// predicted is what a table says of a case at every root.
func predicted(c drawnCase, table *Table, peer Peer) string {
	out := ""
	ev := evaluate(table, peer, newJudgement(c.old, c.new, c.d, false), func(*root) bool { return true }, 150, true)
	for _, j := range ev.roots {
		out += fmt.Sprint(j.text, j.out)
	}
	return out
}
