package compat

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// Diagnostics returns the report as problems, for formats that know nothing
// else: one for each finding that isn't safe both ways, at its place in NEW or
// what is left nearest to it there, with the place in OLD beside it. What is
// wrong with accepts follows. The list is in the order of all output.
func Diagnostics(r *Report) diag.List {
	var l diag.List
	for i := range r.Changes {
		c := &r.Changes[i]
		for j := range c.Findings {
			if f := &c.Findings[j]; f.Outcomes.Worst() >= Doubt || f.Severity > diag.Note || f.Accepted != nil {
				l = append(l, diagnostic(r, c, f))
			}
		}
	}
	return append(l, r.Diagnostics...).Sort()
}

func diagnostic(r *Report, c *Change, f *Finding) diag.Diagnostic {
	d := diag.Diagnostic{
		Severity: f.Severity, Code: f.Rule, Category: f.Wire, Subject: c.Subject, Span: c.NewSpan, Help: f.Advice,
		Message: fmt.Sprintf("%s: on %s %s (%s: %s, %s: %s)", c.says(), f.Wire, f.Rollout.Text(),
			OldNew.Text(f.Use), f.Outcomes[OldNew], NewOld.Text(f.Use), f.Outcomes[NewOld]),
	}
	if f.Use == User {
		d.Message = fmt.Sprintf("%s: %s: %s, %s", c.says(), f.Wire, f.Outcomes[OldNew], f.Reason)
	}
	if c.Key != "" {
		d.Subject += "#" + c.Key
	}
	from := r.Old
	if len(c.Against) > 0 {
		from = c.Against[0]
		d.Message += ", " + c.against(plain)
	}
	for _, line := range f.shown() {
		d.Message += "\n" + line
	}
	switch {
	case !d.Span.Known():
		d.Span = c.OldSpan
	case c.OldSpan.Known():
		d.Related = append(d.Related, diag.Related{Message: "this is where it stands in " + from, Span: c.OldSpan})
	}
	if f.Accepted != nil {
		d.Accepted = f.Accepted.Reason
	}
	return d
}

// shown is the witness of a finding in lines, long ones cut, or why there is none.
func (f *Finding) shown() []string {
	w := f.Witness
	switch {
	case f.Declared && f.Outcomes.Worst() > Exact:
		return []string{f.Reason}
	case w == nil && f.Unwitnessed:
		return []string{"no witness was found for this verdict: please report it"}
	case w == nil:
		return nil
	}
	lines := []string{fmt.Sprintf("witness (%s, %s, %s)", f.Wire, w.Pairing.Text(w.Use), w.Flow), "  " + clipped(w.call())}
	if len(w.Bytes) > 0 {
		lines = append(lines, "  "+spaced(w.Bytes))
	}
	lines = append(lines, "  "+clipped(w.says()))
	if w.Modelled {
		lines = append(lines, "  (peer "+w.Peer+", modelled)")
	}
	return lines
}

// clipped shortens what a contract can make without end.
func clipped(s string) string {
	const most = 400
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// Rules returns what is known of the codes in Diagnostics.
func Rules(r *Report) map[string]diag.Rule {
	known := map[string]diag.Rule{
		"accept-unused":   {What: "an accept block names a change of the comparison", Category: "accept", Severity: diag.Warning},
		"accept-expired":  {What: "the date of an accept block has not passed", Category: "accept", Severity: diag.Warning},
		"accept-idle":     {What: "what an accept block lets pass breaks what is demanded", Category: "accept", Severity: diag.Warning},
		"accept-exceeded": {What: "a change is no worse than what was accepted", Category: "accept", Severity: diag.Warning},
	}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			element, did := split(c.Kind)
			known[f.Rule] = diag.Rule{
				What: element + " " + did + ", on " + f.Wire, Why: f.Reason, Category: f.Wire, Severity: usual(&c, &f),
			}
		}
	}
	return known
}

// usual is the severity of the worst that a rule can say, whatever a workspace
// demands.
func usual(c *Change, f *Finding) diag.Severity {
	t := tableOf(f.Wire)
	if t == nil {
		return diag.Error
	}
	switch says := t.row(c.Kind).Text(); {
	case strings.Contains(says, Corrupt.String()), strings.Contains(says, Reject.String()):
		return diag.Error
	case strings.Contains(says, Doubt.String()):
		return diag.Warning
	}
	return diag.Note
}
