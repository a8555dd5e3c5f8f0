package compat

import (
	"github.com/rpcctl/rpcctl/diag"
)

// accept marks the findings that were let pass, and reports accepts that match
// nothing or have ended.
func (j *judging) accept() {
	ids := make(map[string]*Change, len(j.Changes))
	var all []string
	for i := range j.Changes {
		id := j.Changes[i].ID()
		ids[id] = &j.Changes[i]
		all = append(all, id)
	}
	for i := range j.o.Accept {
		a := &j.o.Accept[i]
		c := ids[a.ID]
		switch {
		case c == nil:
			d := j.Diagnostics.Add("accept-unused", a.Span, "the accepted change "+a.ID+" is none of this comparison")
			d.Severity, d.Help = diag.Warning, "take the block out"
			if near := diag.Nearest(a.ID, all); near != "" {
				d.Help = "is it " + near + "?"
			}
		case a.Until != "" && j.o.Today > a.Until:
			d := j.Diagnostics.Add("accept-expired", a.Span, "the change "+a.ID+" was accepted until "+a.Until)
			d.Severity, d.Help = diag.Warning, "decide again: mend it, or give it another date"
		default:
			j.acceptChange(c, a)
		}
	}
}

func (j *judging) acceptChange(c *Change, a *Accept) {
	worst := a.Worst
	if worst == 0 {
		worst = Reject
	}
	for k := range c.Findings {
		f := &c.Findings[k]
		if f.Severity < diag.Error {
			continue
		}
		if f.Outcomes.Worst() > worst {
			d := j.Diagnostics.Add("accept-exceeded", a.Span, "the change "+a.ID+" is accepted up to "+worst.String()+", and is "+f.Outcomes.Worst().String()+" on "+f.Wire)
			d.Severity, d.Help = diag.Warning, "mend it, or accept that outcome"
			continue
		}
		f.Accepted, f.Severity = a, diag.Note
	}
}
