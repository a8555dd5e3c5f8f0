package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// What a reviewer reads first, for the forms that are pages.

// state is Error where what is demanded doesn't hold, Warning where something
// is in doubt or nothing was judged, else Note.
func (r *Report) state() diag.Severity {
	switch {
	case !r.Holds:
		return diag.Error
	case len(r.Changes) > 0 && len(r.ByWire) == 0, len(r.Diagnostics) > 0:
		return diag.Warning
	}
	s := diag.Note
	for i := range r.Changes {
		s = max(s, r.Changes[i].severity())
	}
	return s
}

// headline is the verdict in a few words: "lockstep: servers first does not hold".
func (r *Report) headline() string {
	switch {
	case len(r.Changes) == 0:
		return "no changes" + r.ofAll()
	case len(r.ByWire) == 0 && len(r.broken()) == 0:
		return "no wire was judged"
	case len(r.ByWire) == 0:
		return "no wire was judged — " + notHolding(r.broken()) + r.ofAll()
	}
	s := r.Rollout.Text()
	if r.DataRollout != "" {
		s += "; data: " + r.DataRollout.Text()
	}
	if broken := r.broken(); len(broken) > 0 {
		return s + " — " + notHolding(broken) + r.ofAll()
	}
	return s + " — " + r.Require.Text() + " holds" + r.ofAll()
}

func notHolding(broken []string) string {
	verb := " does not hold"
	if len(broken) > 1 {
		verb = " do not hold"
	}
	return strings.Join(broken, " and ") + verb
}

// broken names the demands that don't hold.
func (r *Report) broken() []string {
	uses := map[Use]bool{}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Severity == diag.Error && !f.Aspect {
				uses[f.Use] = true
			}
		}
	}
	var names []string
	if uses[Call] {
		names = append(names, r.Require.Text())
	}
	if uses[Data] {
		names = append(names, r.RequireData.Text()+" of data")
	}
	for _, a := range r.ByAspect {
		if a.Level == diag.Error && a.Breaks > 0 {
			names = append(names, a.Aspect)
		}
	}
	return names
}

// subline is what is compared, how much changed, and the version to give.
func (r *Report) subline(code func(string) string) string {
	from := code(clipped(r.Old))
	if n := len(r.Against); n > 0 {
		from = fmt.Sprintf("%d inputs", n)
	}
	s := count(len(r.Changes), "change") + " from " + from + " to " + code(clipped(cmp.Or(r.New, ".")))
	if r.Bump != "" {
		s += "; version: " + r.Bump
	}
	return s
}

// wireRow counts the changes of one wire by their worst outcome.
type wireRow struct {
	Wire    string
	Rollout Rollout
	N       [Corrupt + 1]int
}

func (r *Report) wireRows() []wireRow {
	rows := make([]wireRow, len(r.ByWire))
	for i, w := range r.ByWire {
		rows[i] = wireRow{Wire: w.Wire, Rollout: w.Rollout}
		for _, c := range r.Changes {
			worst := Outcome(0)
			for _, f := range c.Findings {
				if f.Wire == w.Wire {
					worst = max(worst, f.Outcomes.Worst())
				}
			}
			rows[i].N[worst]++
		}
	}
	return rows
}

// sections are the changes by what they ask of a reviewer, each in the order of
// the report: those that break what is demanded (first those that corrupt), those
// in doubt, those that are let pass, and those that are safe.
func (r *Report) sections() (breaks, doubts, passed, safe []*Change) {
	for i := range r.Changes {
		c := &r.Changes[i]
		switch {
		case c.severity() == diag.Error:
			breaks = append(breaks, c)
		case c.severity() == diag.Warning:
			doubts = append(doubts, c)
		case c.worst() >= Doubt:
			passed = append(passed, c)
		default:
			safe = append(safe, c)
		}
	}
	slices.SortStableFunc(breaks, func(a, b *Change) int { return cmp.Compare(b.worst(), a.worst()) })
	return breaks, doubts, passed, safe
}

// at is where a reviewer finds a change: its span in NEW, else in OLD.
func (c *Change) at() diag.Span {
	if c.NewSpan.Known() {
		return c.NewSpan
	}
	return c.OldSpan
}

// wayRound is the first advice of the findings that need one.
func (c *Change) wayRound() string {
	for _, f := range c.Findings {
		if f.Outcomes.Worst() >= Doubt && f.Advice != "" {
			return f.Advice
		}
	}
	return ""
}

// pairings names the two columns of a change's outcomes.
func (c *Change) pairings() (oldNew, newOld string) {
	use := Use("")
	for _, f := range c.Findings {
		if use != "" && f.Use != use {
			return "old → new", "new → old"
		}
		use = f.Use
	}
	return OldNew.Text(use), NewOld.Text(use)
}

// name is the wire of a finding, and its use where that isn't a call.
func (f *Finding) name() string {
	if f.Use == Data {
		return f.Wire + " (data)"
	}
	return f.Wire
}
