package compat

import (
	"maps"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// Accept lets the changes that accepts name pass, in the place of what was let
// pass before: their findings that would be an error or a warning become notes,
// up to the outcome that is accepted. Holds, Bump and Diagnostics follow. Of
// several older contracts each is looked through; an accept is of use where one
// has its change. today is a date, 2006-01-02; "" lets no accept end.
func (r *Report) Accept(accepts []Accept, today string) {
	x := accepting{today: today, changes: map[string][]*Change{}}
	parts := []*Report{r}
	if len(r.Against) > 0 {
		parts = r.Against
	}
	for _, p := range parts {
		p.Diagnostics = nil
		x.part(p)
	}
	for i := range accepts {
		x.accept(&accepts[i])
	}
	for _, p := range parts {
		p.settle()
	}
	if len(r.Against) > 0 {
		r.fold()
	}
	r.Diagnostics = x.list
}

type accepting struct {
	today   string
	changes map[string][]*Change // by id, over all older contracts
	ids     []string             // theirs, in the order of reports
	partly  bool                 // a wire that is promised was not judged
	list    diag.List
}

// part takes back what was let pass and notes what can be.
func (x *accepting) part(r *Report) {
	x.partly = x.partly || len(r.NotJudged)+len(r.LeftOut) > 0
	for i := range r.Changes {
		c := &r.Changes[i]
		for k := range c.Findings {
			f := &c.Findings[k]
			if f.judged == 0 {
				f.judged = f.Severity
			}
			f.Severity, f.Accepted = f.judged, nil
		}
		id := c.ID()
		if x.changes[id] == nil {
			x.ids = append(x.ids, id)
		}
		x.changes[id] = append(x.changes[id], c)
	}
}

func (x *accepting) say(code string, a *Accept, message, help string) {
	d := diag.Diagnostic{Severity: diag.Warning, Code: code, Span: a.Span, Message: message, Help: help}
	if !slices.ContainsFunc(x.list, func(o diag.Diagnostic) bool { return o.Span == d.Span && o.Message == d.Message }) {
		x.list = append(x.list, d)
	}
}

// accept applies one accept, and reports one that matches nothing, has ended, or
// is worth nothing.
func (x *accepting) accept(a *Accept) {
	changes := x.changes[a.ID]
	switch {
	case len(changes) == 0:
		help := "take the block out"
		if near := diag.Nearest(a.ID, x.ids); near != "" {
			help = "is it " + near + "?"
		}
		x.say("accept-unused", a, "the accepted change "+a.ID+" is none of this comparison", help)
		return
	case a.Until != "" && x.today > a.Until:
		x.say("accept-expired", a, "the change "+a.ID+" was accepted until "+a.Until, "decide again: mend it, or give it another date")
		return
	}
	used := false
	for _, c := range changes {
		for k := range c.Findings {
			used = x.finding(&c.Findings[k], a) || used
		}
	}
	if !used && !x.partly {
		x.say("accept-idle", a, "the accepted change "+a.ID+" breaks nothing that is demanded", "take the block out")
	}
}

// finding lets one finding pass, and reports whether it needed that.
func (x *accepting) finding(f *Finding, a *Accept) bool {
	if f.Severity < diag.Warning {
		return false
	}
	worst := a.Worst
	if worst == 0 {
		worst = Reject
	}
	if got := f.Outcomes.Worst(); got > worst {
		x.say("accept-exceeded", a, "the change "+a.ID+" is accepted up to "+worst.String()+", and is "+got.String()+" on "+f.Wire,
			"mend it, or accept that outcome")
		return true
	}
	f.Accepted, f.Severity = a, diag.Note
	return true
}

// settle says what holds, now that it is known what is let pass.
func (r *Report) settle() {
	r.Holds = true
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			r.Holds = r.Holds && f.Severity < diag.Error
		}
	}
	r.sumAspects()
	r.Bump = r.bump()
}

// Open returns an accept for each change that breaks what is demanded and isn't
// let pass: its id and the worst outcome to accept, in the order of ids. Reason
// and date are the caller's to say.
func (r *Report) Open() []Accept {
	parts := []*Report{r}
	if len(r.Against) > 0 {
		parts = r.Against
	}
	worst := map[string]Outcome{}
	for _, p := range parts {
		for _, c := range p.Changes {
			if c.severity() < diag.Error {
				continue
			}
			id := c.ID()
			for _, f := range c.Findings { // one that is let pass stays so
				if f.Severity == diag.Error || f.Accepted != nil {
					worst[id] = max(worst[id], f.Outcomes.Worst())
				}
			}
		}
	}
	out := make([]Accept, 0, len(worst))
	for _, id := range slices.Sorted(maps.Keys(worst)) {
		out = append(out, Accept{ID: id, Worst: worst[id]})
	}
	return out
}
