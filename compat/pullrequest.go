package compat

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
)

// PullRequest writes the report as Markdown for a comment: the verdict first, a
// row for each wire, the changes that break with their witnesses, then those in
// doubt; those that pass are folded. It never has more than diag.MarkdownLimit
// bytes: what doesn't fit is counted. base is the path from the root of the
// repository to where paths begin.
func PullRequest(w io.Writer, r *Report, base string) error {
	p := &pullRequest{r: r, base: base}
	p.Add(fmt.Sprintf("<!-- rpcctl diff -->\n### %s %s\n\n%s\n", emoji(r.state()), r.headline(), r.subline(diag.MarkdownCode)), 0)
	p.versions()
	p.wires()
	breaks, doubts, passed, safe := r.sections()
	p.open("What breaks", breaks)
	p.open("In doubt", doubts)
	p.notes()
	p.fold("let pass", passed)
	p.fold("safe", safe)
	_, err := io.WriteString(w, p.String())
	return err
}

func emoji(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "❌"
	case diag.Warning:
		return "⚠️"
	}
	return "✅"
}

// What is kept for the ends of sections, so that a cut is always said.
const (
	keptForCounts  = 1500                // one "… and N more"
	keptForSection = 4 * keptForCounts   // those of all sections
	keptForFold    = keptForCounts + 100 // and the fold's own end
	keptForRows    = diag.MarkdownLimit / 3
)

type pullRequest struct {
	diag.Comment
	r    *Report
	base string
}

// versions writes a row for each of several older contracts, worst first.
func (p *pullRequest) versions() {
	rows := p.r.versions()
	if len(rows) == 0 {
		return
	}
	head := "\n| | against | verdict | changes | version |\n| --- | --- | --- | --- | --- |\n"
	for i, v := range rows {
		row := fmt.Sprintf("| %s | %s | %s | %s | %s |\n", emoji(v.State), diag.MarkdownCode(v.Name), strong(v.Says, v.State == diag.Error), v.Changes, cmp.Or(v.Bump, "·"))
		if !p.Add(head+row, keptForSection+keptForRows) {
			p.Add(fmt.Sprintf("\n… and %s\n", count(len(rows)-i, "more input")), 0)
			return
		}
		head = ""
	}
}

func (p *pullRequest) wires() {
	rows := p.r.wireRows()
	if len(rows)+len(p.r.NotJudged)+len(p.r.LeftOut) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("\n| wire | rollout | corrupt | reject | doubt | lossy | exact |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |", row.Wire, strong(row.Rollout.Text(), row.Rollout == Lockstep))
		for o := Corrupt; o >= Exact; o-- {
			if row.N[o] == 0 {
				b.WriteString(" · |")
				continue
			}
			fmt.Fprintf(&b, " %s |", strong(fmt.Sprint(row.N[o]), o >= Reject))
		}
		b.WriteByte('\n')
	}
	for _, name := range p.r.NotJudged {
		fmt.Fprintf(&b, "| %s | not judged yet | | | | | |\n", name)
	}
	for _, name := range p.r.LeftOut {
		fmt.Fprintf(&b, "| %s | promised and left out | | | | | |\n", name)
	}
	p.Add(b.String(), keptForSection)
}

func strong(s string, yes bool) string {
	if yes {
		return "**" + s + "**"
	}
	return s
}

// open writes changes in full, then, as room gets short, one row for each.
func (p *pullRequest) open(title string, changes []*Change) {
	if len(changes) == 0 {
		return
	}
	p.Add("\n#### "+title+"\n", keptForSection-keptForCounts)
	for i, c := range changes {
		if !p.Add(p.inFull(c), keptForSection+keptForRows) {
			p.rows(changes[i:], keptForSection)
			return
		}
	}
}

const rowHead = "\n| change | place | verdicts |\n| --- | --- | --- |\n"

// rows writes a table with a row for each change as long as keep bytes are left,
// and counts the others.
func (p *pullRequest) rows(changes []*Change, keep int) {
	head := rowHead
	for i, c := range changes {
		if !p.Add(head+p.inRow(c), keep) {
			p.Add("\n… and "+more(changes[i:])+"\n", 0)
			return
		}
		head = ""
	}
}

// inFull is one change: a sentence, a row for each finding, witnesses, the way round.
func (p *pullRequest) inFull(c *Change) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s **%s**", emoji(c.severity()), diag.MarkdownText(clipped(c.says())))
	if at := p.place(c); at != "" {
		b.WriteString("<br>" + at)
	}
	if against := c.against(diag.MarkdownCode); against != "" {
		b.WriteString("<br>" + against)
	}
	oldNew, newOld := c.pairings()
	fmt.Fprintf(&b, "\n\n| wire | rollout | %s | %s |\n| --- | --- | --- | --- |\n", oldNew, newOld)
	for i := range c.Findings {
		f := &c.Findings[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", diag.MarkdownText(f.name()), f.Rollout.Text(),
			strong(f.Outcomes[OldNew].String(), f.Outcomes[OldNew] == Corrupt), strong(f.Outcomes[NewOld].String(), f.Outcomes[NewOld] == Corrupt))
	}
	for i := range c.Findings {
		f := &c.Findings[i]
		switch lines := f.shown(); {
		case len(lines) == 0:
		case len(lines) == 1:
			fmt.Fprintf(&b, "\n%s\n", lines[0])
		default:
			for i, l := range lines {
				lines[i] = strings.TrimPrefix(l, "  ")
			}
			fmt.Fprintf(&b, "\n<details>\n<summary>%s</summary>\n\n%s\n</details>\n", htmlText(lines[0]), diag.MarkdownBlock(strings.Join(lines[1:], "\n")))
		}
		if f.Accepted != nil {
			fmt.Fprintf(&b, "\naccepted on %s: %s\n", diag.MarkdownText(f.name()), diag.MarkdownText(clipped(f.Accepted.Reason)))
		}
	}
	if advice := c.wayRound(); advice != "" {
		fmt.Fprintf(&b, "\nway round: %s\n", diag.MarkdownText(advice))
	}
	return b.String()
}

// htmlText is for the names of wires and the words of this package.
func htmlText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// notes writes what is wrong with accepts.
func (p *pullRequest) notes() {
	for i, d := range p.r.Diagnostics {
		s := "\n⚠️ " + diag.MarkdownText(clipped(d.Message)) + " [" + diag.MarkdownCode(d.Code) + "]\n"
		if !p.Add(s, keptForSection-keptForCounts) {
			p.Add(fmt.Sprintf("\n… and %d more problems of accepts\n", len(p.r.Diagnostics)-i), 0)
			return
		}
	}
}

// fold writes one row for each change, out of sight.
func (p *pullRequest) fold(what string, changes []*Change) {
	if len(changes) == 0 {
		return
	}
	head := fmt.Sprintf("\n<details>\n<summary>%s</summary>\n", what+": "+count(len(changes), "change"))
	if !p.Add(head, keptForSection-keptForCounts) {
		p.Add("\n… and "+what+", "+more(changes)+"\n", 0)
		return
	}
	p.rows(changes, 2*keptForFold)
	p.Add("\n</details>\n", 0)
}

// inRow is a change in one row.
func (p *pullRequest) inRow(c *Change) string {
	var verdicts []string
	for i := range c.Findings {
		f := &c.Findings[i]
		s := diag.MarkdownText(f.name()) + " " + f.Outcomes.Worst().String()
		if f.Outcomes.Worst() >= Doubt {
			s += ", " + f.Rollout.Text()
		}
		if f.Accepted != nil {
			s += ", accepted: " + diag.MarkdownText(clipped(f.Accepted.Reason))
		}
		verdicts = append(verdicts, s)
	}
	says := diag.MarkdownText(clipped(c.says()))
	if len(c.Against) < len(p.r.Against) {
		says += "<br>" + c.against(diag.MarkdownCode)
	}
	return fmt.Sprintf("| %s | %s | %s |\n", says, p.place(c), strings.Join(verdicts, "<br>"))
}

// place is where a change is, as the host of the repository knows it.
func (p *pullRequest) place(c *Change) string {
	at := c.at()
	if !at.Known() {
		return ""
	}
	if !path.IsAbs(at.Path()) {
		at = at.In(path.Join(p.base, at.Path()))
	}
	return diag.MarkdownCode(fmt.Sprintf("%s:%d:%d", clipped(at.Path()), at.Start().Line, at.Start().Column))
}

// more counts changes by kind: 12 more changes: 8 field-removed, 4 others.
func more(changes []*Change) string {
	const most = 8
	n := map[diff.Kind]int{}
	for _, c := range changes {
		n[c.Kind]++
	}
	var parts []string
	others := 0
	for _, k := range diff.Kinds {
		switch {
		case n[k] == 0:
		case len(parts) == most:
			others += n[k]
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n[k], k))
		}
	}
	if others > 0 {
		parts = append(parts, fmt.Sprintf("%d others", others))
	}
	return count(len(changes), "more change") + ": " + strings.Join(parts, ", ")
}
