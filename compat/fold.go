package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// Fold makes one report of verdicts on the same new contract against several
// older ones, by the same options. Against holds them, worst first; each change
// stands once, where the verdict on it is the same; it holds what all of them
// do. One report is returned as it is. There must be one.
func Fold(reports []*Report) *Report {
	if len(reports) == 1 {
		return reports[0]
	}
	first := reports[0]
	r := &Report{
		New: first.New, Require: first.Require, RequireData: first.RequireData, Strict: first.Strict,
		Against: slices.Clone(reports), order: first.order,
	}
	r.fold()
	return r
}

// fold fills in all that follows from Against.
func (r *Report) fold() {
	slices.SortStableFunc(r.Against, func(a, b *Report) int { return b.rank().compare(a.rank()) })
	r.Holds, r.Rollout, r.DataRollout, r.Bump = true, "", "", ""
	r.Changes, r.ByWire, r.ByAspect, r.NotJudged, r.LeftOut, r.Unwitnessed, r.Faults = nil, nil, nil, nil, nil, 0, nil
	at := map[string]int{}
	for _, p := range r.Against {
		r.Holds = r.Holds && p.Holds
		r.Rollout, r.DataRollout = r.Rollout.with(p.Rollout), r.DataRollout.with(p.DataRollout)
		if bumpRank(p.Bump) > bumpRank(r.Bump) {
			r.Bump = p.Bump
		}
		for _, w := range p.ByWire {
			i := slices.IndexFunc(r.ByWire, func(o WireRollout) bool { return o.Wire == w.Wire })
			if i < 0 {
				r.ByWire = append(r.ByWire, w)
			} else {
				r.ByWire[i].Rollout = r.ByWire[i].Rollout.with(w.Rollout)
			}
		}
		for _, a := range p.ByAspect {
			if !slices.ContainsFunc(r.ByAspect, func(o AspectState) bool { return o.Aspect == a.Aspect }) {
				r.ByAspect = append(r.ByAspect, a)
			}
		}
		r.NotJudged, r.LeftOut = union(r.NotJudged, p.NotJudged), union(r.LeftOut, p.LeftOut)
		r.Unwitnessed += p.Unwitnessed
		r.Faults = union(r.Faults, p.Faults)
		for _, c := range p.Changes {
			k := c.verdict()
			i, ok := at[k]
			if !ok {
				i = len(r.Changes)
				at[k] = i
				r.Changes = append(r.Changes, c)
			}
			r.Changes[i].Against = append(r.Changes[i].Against, p.Old)
		}
	}
	r.sumAspects()
	place := func(wire string) int {
		if i := slices.Index(r.order, wire); i >= 0 {
			return i
		}
		return len(r.order)
	}
	slices.SortStableFunc(r.ByWire, func(a, b WireRollout) int { return cmp.Compare(place(a.Wire), place(b.Wire)) })
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// with returns the rollout that holds where both do; "" is none asked for.
func (r Rollout) with(o Rollout) Rollout {
	switch {
	case r == "" || r == AnyOrder && o != "":
		return o
	case o == "" || o == AnyOrder || o == r:
		return r
	}
	return Lockstep
}

func bumpRank(bump string) int { return slices.Index([]string{"patch", "minor", "major"}, bump) }

// rank says how bad a report is, by what counts most first.
type rank [6]int

func (a rank) compare(b rank) int { return slices.Compare(a[:], b[:]) }

func (r *Report) rank() rank {
	k := rank{1: rolloutRank(r.Rollout), 2: rolloutRank(r.DataRollout), 5: len(r.Changes)}
	if !r.Holds {
		k[0] = 1
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if s := c.severity(); s == diag.Error {
			k[4]++
		}
		k[3] = max(k[3], int(c.worst()))
	}
	return k
}

func rolloutRank(r Rollout) int {
	switch r {
	case Lockstep:
		return 2
	case "", AnyOrder:
		return 0
	}
	return 1
}

// verdict is all that a reviewer is told of a change, but for its witness and
// its place: changes of two comparisons that have it in common are one.
func (c *Change) verdict() string {
	var b strings.Builder
	b.WriteString(c.ID())
	for i := range c.Findings {
		f := &c.Findings[i]
		fmt.Fprintf(&b, "\n%s %s %s %v %s %v %v", f.Rule, f.Use, f.Severity, f.Outcomes, f.Rollout, f.Peers, f.Unwitnessed)
		if f.Accepted != nil {
			b.WriteString(" accepted")
		}
	}
	return b.String()
}

// mostNames is how many inputs a change lists; the rest is a count.
const mostNames = 8

// against says which older contracts the verdict on a change is of: "against
// v1.0, also against v1.1, v1.2"; "" where there is one at all.
func (c *Change) against(code func(string) string) string {
	if len(c.Against) == 0 {
		return ""
	}
	var names []string
	for _, name := range c.Against[:min(len(c.Against), mostNames)] {
		names = append(names, code(clipped(name)))
	}
	s := "against " + names[0]
	if len(names) > 1 {
		s += ", also against " + strings.Join(names[1:], ", ")
	}
	if more := len(c.Against) - len(names); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// plain is the name of an input where nothing needs escaping.
func plain(s string) string { return s }

// ofAll says what share of the older contracts a verdict is of: "" where there
// is one, " against 2 of 3", " against all 3".
func (r *Report) ofAll() string {
	n := 0
	for _, p := range r.Against {
		if !p.Holds {
			n++
		}
	}
	switch {
	case len(r.Against) == 0:
		return ""
	case n == 0, n == len(r.Against):
		return fmt.Sprintf(" against all %d", len(r.Against))
	}
	return fmt.Sprintf(" against %d of %d", n, len(r.Against))
}

// version is the verdict on one of several older contracts in a row.
type version struct {
	Name, Says, Changes, Bump string
	State                     diag.Severity
}

// versions are the rows of Against.
func (r *Report) versions() []version {
	out := make([]version, len(r.Against))
	for i, p := range r.Against {
		out[i] = version{Name: clipped(p.Old), Says: p.headline(), Changes: count(len(p.Changes), "change"), Bump: p.Bump, State: p.state()}
	}
	return out
}
