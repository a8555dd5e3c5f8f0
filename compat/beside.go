package compat

import (
	"fmt"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// Aspect is something that a contract promises beside its wires, and that the
// workspace turned on.
type Aspect struct {
	Name  string        // that of one of AspectTables
	Level diag.Severity // what a finding is that breaks it: Warning or Error
	// Peers are the readers of json; nil for others. Options.Peers says which of them
	// count, else the first does.
	Peers []Peer
	// Grace is how many days docs demands between a deprecation and a removal; 0
	// demands no date.
	Grace int
	// Code tells what a target's generated code offers; of source alone.
	Code Code
}

// AspectState is how many findings break an aspect.
type AspectState struct {
	Aspect string
	Level  diag.Severity
	Breaks int
}

func (a AspectState) word() string {
	if a.Breaks > 0 {
		return "breaks"
	}
	return "holds"
}

func (a AspectState) text() string {
	if a.Breaks > 0 {
		return "broken by " + count(a.Breaks, "finding")
	}
	return "holds"
}

// AspectTables returns what is known of each aspect, in the order of all output.
func AspectTables() []*Table {
	return []*Table{protoJSONTable(), grpcTable(), docsTable(), sourceTable()}
}

// ruling is what an aspect without payloads says of a change.
type ruling struct {
	use     Use
	out     Pair
	why     string // "" is the row's reason
	reached []string
	witness *Witness
}

// aspect judges all changes under one aspect and adds the findings.
func (j *judging) aspect(a *Aspect) {
	t := tableOf(a.Name)
	if t == nil {
		panic("compat: unknown aspect " + a.Name)
	}
	if t.rule == nil {
		j.payloads(a, t)
	} else {
		rule := t.rule(j, a)
		for i := range j.Changes {
			c := &j.Changes[i]
			r := rule(c, t.row(c.Kind))
			f := j.finding(c, t, r.use, r.out)
			f.Reached, f.Witness = r.reached, r.witness
			if r.why != "" {
				f.Reason = r.why
			}
			c.Findings = append(c.Findings, f)
		}
	}
	j.ByAspect = append(j.ByAspect, AspectState{Aspect: a.Name, Level: a.Level})
}

// payloads judges an aspect that has payloads as a wire is.
func (j *judging) payloads(a *Aspect, t *Table) {
	var evs, others []*evaluation
	counted := j.o.Peers[a.Name]
	if len(counted) == 0 {
		counted = []string{a.Peers[0].Name()}
	}
	for _, p := range a.Peers {
		ev := evaluate(t, p, j.judgement, func(*root) bool { return true }, j.o.Budget, false)
		if !slices.Contains(counted, p.Name()) {
			others = append(others, ev)
			continue
		}
		evs = append(evs, ev)
		j.Faults = append(j.Faults, ev.faults...)
	}
	for i := range j.Changes {
		c := &j.Changes[i]
		n := len(c.Findings)
		j.findings(i, t, evs, others)
		if len(c.Findings) == n { // no payload has it
			f := j.finding(c, t, Call, Pair{Exact, Exact})
			c.Findings = append(c.Findings, f)
		}
	}
}

func (j *judging) aspectOf(name string) *Aspect {
	for i := range j.o.Aspects {
		if j.o.Aspects[i].Name == name {
			return &j.o.Aspects[i]
		}
	}
	return nil
}

// meets reports whether a finding of an aspect is what is demanded.
func (r *Report) meets(f *Finding) bool {
	switch f.Use {
	case Call:
		return f.Outcomes.Meets(r.Require, r.Strict)
	case Data:
		return f.Outcomes.Meets(r.RequireData, r.Strict)
	case User:
		return f.Outcomes[OldNew].Safe(r.Strict)
	}
	panic(fmt.Sprintf("compat: use %q", f.Use))
}

// aspectSeverity: an aspect says itself what a break of it is.
func (r *Report) aspectSeverity(level diag.Severity, f *Finding) diag.Severity {
	switch {
	case !r.meets(f):
		return level
	case f.Outcomes[OldNew] == Doubt || f.Outcomes[NewOld] == Doubt:
		return diag.Warning
	}
	return diag.Note
}

// sumAspects counts what breaks each aspect and isn't let pass.
func (r *Report) sumAspects() {
	for i := range r.ByAspect {
		s := &r.ByAspect[i]
		s.Breaks = 0
		for _, c := range r.Changes {
			for k := range c.Findings {
				if f := &c.Findings[k]; f.Aspect && f.Wire == s.Aspect && f.Accepted == nil && !r.meets(f) {
					s.Breaks++
				}
			}
		}
	}
}
