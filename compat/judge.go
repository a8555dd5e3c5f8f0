package compat

import (
	"cmp"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Judge says for each change and wire what becomes of the two pairings of a
// rollout. d is diff.Schemas(old, new). Names of wires and peers in o that are
// unknown are the caller's to refuse.
func Judge(old, new *schema.Schema, d *diff.Result, o Options) *Report {
	j := &judging{
		Report:    &Report{Require: o.Require, RequireData: o.RequireData, Strict: o.Strict, version: versionOf(old, new)},
		o:         o,
		judgement: newJudgement(old, new, d, o.IgnoreData),
		promised:  map[*schema.Package][]string{},
	}
	j.progress = o.Progress
	j.quiet = quietOf(old, new, d)
	if j.Require == "" {
		j.Require = ServersFirst
	}
	if j.RequireData == "" {
		j.RequireData = ReadersFirst
	}
	if j.o.Budget == 0 {
		j.o.Budget = 4000
	}
	for _, c := range d.Changes {
		oldSpan, newSpan := d.Place(c)
		j.Changes = append(j.Changes, Change{Change: c, OldSpan: oldSpan, NewSpan: newSpan})
	}
	for _, w := range o.Wires {
		j.order = append(j.order, w.Info.Name)
		j.wire(w)
	}
	j.declared()
	for i := range o.Aspects {
		j.aspect(&o.Aspects[i])
	}
	j.sum()
	j.Report.Accept(o.Accept, o.Today)
	return j.Report
}

type judging struct {
	*Report
	*judgement
	o        Options
	promised map[*schema.Package][]string // see packagePromises
}

// wire judges all changes on one wire and adds the findings.
func (j *judging) wire(w Wire) {
	name := w.Info.Name
	promised := j.anyone(name)
	asked := j.o.Judge == nil && promised || slices.Contains(j.o.Judge, name)
	table := tableOf(name)
	switch {
	case !asked && promised:
		j.LeftOut = append(j.LeftOut, name)
		return
	case !asked:
		return
	case table == nil || !w.Info.Judged || len(w.Peers) == 0:
		j.NotJudged = append(j.NotJudged, name)
		return
	}
	counted := j.counted(w)
	var evs, others []*evaluation
	for _, p := range w.Peers {
		ev := evaluate(table, p, j.judgement, func(r *root) bool { return j.active(r, name) }, j.o.Budget, false)
		if slices.Contains(counted, p.Name()) {
			evs = append(evs, ev)
			j.Faults = append(j.Faults, ev.faults...)
		} else {
			others = append(others, ev)
		}
	}
	for i := range j.Changes {
		j.findings(i, table, evs, others)
	}
	j.ByWire = append(j.ByWire, WireRollout{Wire: name})
}

// counted returns the names of the peers that verdicts count.
func (j *judging) counted(w Wire) []string {
	if names := j.o.Peers[w.Info.Name]; len(names) > 0 {
		return names
	}
	return []string{w.Peers[0].Name()}
}

// findings adds what the peers make of one change.
func (j *judging) findings(i int, t *Table, evs, others []*evaluation) {
	c := &j.Changes[i]
	if f, ok := j.wireRemoved(c, t, evs); ok {
		if f != nil {
			c.Findings = append(c.Findings, *f)
		}
		return
	}
	n := len(c.Findings)
	for _, use := range []Use{Call, Data} {
		var worst *effect
		var by *evaluation
		pair := Pair{}
		for _, ev := range evs {
			if x := ev.by[changeUse{i, use}]; x != nil {
				if worst == nil || x.pair.Worst() > worst.pair.Worst() {
					worst, by = x, ev
				}
				pair = pair.max(x.pair)
			}
		}
		if worst == nil {
			continue
		}
		f := j.finding(c, t, use, pair)
		f.Reached = worst.reached
		f.Unwitnessed = worst.unproven
		f.Witness = by.witness(worst, use)
		for _, ev := range others {
			if x := ev.by[changeUse{i, use}]; x != nil && (x.pair[0] > pair[0] || x.pair[1] > pair[1]) {
				f.Peers = append(f.Peers, PeerOutcome{ev.peer.Name(), x.pair})
			}
		}
		c.Findings = append(c.Findings, f)
	}
	if len(c.Findings) == n && (j.promisedAt(c, t.Wire) || slices.Contains(j.o.Judge, t.Wire)) {
		pair := Pair{Exact, Exact} // no payload has it
		if !t.has(c.Kind) {
			pair = Pair{Corrupt, Corrupt}
		}
		f := j.finding(c, t, Call, pair)
		f.Unwitnessed = pair.Worst() >= Reject
		c.Findings = append(c.Findings, f)
	}
}

func (t *Table) has(k diff.Kind) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.On == k })
}

func (j *judging) finding(c *Change, t *Table, use Use, p Pair) Finding {
	f := Finding{
		Rule: t.Wire + "/" + string(c.Kind), Wire: t.Wire, Use: use, Outcomes: p,
		Rollout: p.Rollout(use, j.Strict), Reason: t.row(c.Kind).Doc,
	}
	if a := j.aspectOf(t.Wire); a != nil {
		f.Aspect = true
		f.Severity = j.aspectSeverity(a.Level, &f)
	} else {
		f.Severity = j.severity(&f)
	}
	if p.Worst() >= Doubt {
		f.Advice = advice(c.Kind, p.Worst())
	}
	return f
}

func (j *judging) severity(f *Finding) diag.Severity {
	demand := j.Require
	if f.Use == Data {
		demand = j.RequireData
	}
	switch {
	case !f.Outcomes.Meets(demand, j.Strict):
		return diag.Error
	case f.Outcomes[0] == Doubt || f.Outcomes[1] == Doubt:
		return diag.Warning
	}
	return diag.Note
}

// wireRemoved judges a wire that was given up, and says whether the change is
// one of wires at all: then it concerns that wire alone.
func (j *judging) wireRemoved(c *Change, t *Table, evs []*evaluation) (*Finding, bool) {
	pair := Pair{Exact, Exact}
	switch c.Kind {
	case diff.PackageWireAdded, diff.ServiceWireAdded:
		if c.To != t.Wire {
			return nil, true
		}
	case diff.PackageWireRemoved, diff.ServiceWireRemoved:
		if c.From != t.Wire {
			return nil, true
		}
		pair = Pair{Reject, Reject}
	default:
		return nil, false
	}
	f := j.finding(c, t, Call, pair)
	if pair.Worst() == Exact {
		return &f, true
	}
	for _, m := range methods(j.old) {
		if c.Old != schema.Node(m.Parent) && c.Old != schema.Node(m.Parent.Parent) || len(evs) == 0 {
			continue
		}
		f.Reached = append(f.Reached, m.FullName()+" request")
		if f.Witness != nil {
			continue
		}
		if b, err := evs[0].peer.Request(m, schema.Record{}); err == nil {
			f.Witness = &Witness{
				Pairing: OldNew, Use: Call, Flow: Request, At: m.Name, Wrote: schema.Record{}, wrote: m.Request(), Bytes: b,
				Error: "not served: the new contract doesn't promise " + t.Wire, Mode: "closed",
				Peer: evs[0].peer.Name(), Modelled: evs[0].peer.Modelled(),
			}
		}
	}
	f.Unwitnessed = f.Witness == nil && len(f.Reached) > 0
	return &f, true
}

// sum fills in what stands at the top of a report.
func (j *judging) sum() {
	calls, data := Pair{Exact, Exact}, Pair{}
	for _, c := range j.Changes {
		for _, f := range c.Findings {
			if f.Unwitnessed {
				j.Unwitnessed++
			}
		}
	}
	for i := range j.ByWire {
		wire := Pair{Exact, Exact}
		for _, c := range j.Changes {
			for _, f := range c.Findings {
				if f.Wire != j.ByWire[i].Wire {
					continue
				}
				if f.Use == Call {
					calls = calls.max(f.Outcomes)
				} else {
					data = data.max(f.Outcomes)
				}
				wire = wire.max(f.Outcomes)
			}
		}
		j.ByWire[i].Rollout = wire.Rollout(Call, j.Strict)
	}
	j.Rollout = calls.Rollout(Call, j.Strict)
	if data[0] > 0 {
		j.DataRollout = data.Rollout(Data, j.Strict)
	}
	slices.SortStableFunc(j.Faults, func(a, b string) int { return cmp.Compare(a, b) })
	j.Faults = slices.Compact(j.Faults)
}
