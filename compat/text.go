package compat

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// TextOptions say how Text writes a report.
type TextOptions struct {
	Color bool
	Limit int // changes that are shown in full; 0 is all
}

// Text writes the report for a person: the changes that aren't safe with what
// goes wrong, those that are on one line each, the summary last.
func Text(w io.Writer, r *Report, o TextOptions) error {
	t := &textReport{r: r, o: o}
	shown := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.worst() <= Lossy {
			continue
		}
		if shown++; o.Limit > 0 && shown > o.Limit {
			continue
		}
		t.change(c)
	}
	if more := shown - o.Limit; o.Limit > 0 && more > 0 {
		t.line("… and %s that are not shown", count(more, "change"))
		t.line("")
	}
	t.safe()
	for _, d := range r.Diagnostics {
		t.line("%s: %s [%s]", d.Severity, d.Message, d.Code)
		if d.Help != "" {
			t.line("    %s", d.Help)
		}
	}
	t.summary()
	_, err := io.WriteString(w, t.b.String())
	return err
}

type textReport struct {
	b strings.Builder
	r *Report
	o TextOptions
}

func (t *textReport) line(format string, args ...any) {
	fmt.Fprintf(&t.b, format+"\n", args...)
}

const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	faint  = "\x1b[2m"
	reset  = "\x1b[0m"
)

func (t *textReport) paint(color, s string) string {
	if !t.o.Color {
		return s
	}
	return color + s + reset
}

func (c *Change) worst() Outcome {
	worst := Exact
	for _, f := range c.Findings {
		worst = max(worst, f.Outcomes.Worst())
	}
	return worst
}

// severity is the highest of the findings.
func (c *Change) severity() diag.Severity {
	s := diag.Note
	for _, f := range c.Findings {
		s = max(s, f.Severity)
	}
	return s
}

func (t *textReport) mark(s diag.Severity) string {
	switch s {
	case diag.Error:
		return t.paint(red, "✗")
	case diag.Warning:
		return t.paint(yellow, "⚠")
	}
	return "·"
}

func (t *textReport) change(c *Change) {
	at := c.at()
	head := t.mark(c.severity()) + " " + c.says()
	if at.Known() {
		where := fmt.Sprintf("%s:%d:%d", at.Path(), at.Start().Line, at.Start().Column)
		head += strings.Repeat(" ", max(2, 76-utf8.RuneCountInString(c.says())-2)) + t.paint(faint, where)
	}
	t.line("%s", head)
	if against := c.against(plain); against != "" {
		t.line("    %s", against)
	}
	width := 0
	for _, f := range c.Findings {
		width = max(width, len(f.Wire))
	}
	for i := range c.Findings {
		t.finding(&c.Findings[i], width)
	}
	if advice := c.wayRound(); advice != "" {
		t.line("    way round: %s", advice)
	}
	t.line("")
}

func (t *textReport) finding(f *Finding, width int) {
	line := fmt.Sprintf("    %-*s  %-13s", width, f.Wire, f.Rollout.Text())
	switch {
	case f.Use == User && f.Outcomes.Worst() > Exact:
		line += "  " + OldNew.Text(f.Use) + ": " + t.outcome(f.Outcomes[OldNew]) + ": " + f.Reason
	case f.Outcomes.Worst() > Exact:
		line += fmt.Sprintf("  %s: %s   %s: %s", OldNew.Text(f.Use), t.outcome(f.Outcomes[OldNew]), NewOld.Text(f.Use), t.outcome(f.Outcomes[NewOld]))
	}
	if f.Accepted != nil {
		line += "   accepted: " + f.Accepted.Reason
	}
	t.line("%s", strings.TrimRight(line, " "))
	for _, p := range f.Peers {
		t.line("    %-*s  with %s peers: %s", width, "", p.Peer, p.Outcomes.Worst())
	}
	switch {
	case f.Witness != nil:
		t.witness(f)
	case f.Declared && f.Outcomes.Worst() > Exact:
		t.line("    %-*s  %s", width, "", f.Reason)
	case f.Unwitnessed:
		t.line("    %-*s  no witness was found for this verdict: please report it", width, "")
	}
}

func (t *textReport) outcome(o Outcome) string {
	switch o {
	case Corrupt, Reject:
		return t.paint(red, o.String())
	case Doubt:
		return t.paint(yellow, o.String())
	}
	return o.String()
}

func (t *textReport) witness(f *Finding) {
	w := f.Witness
	t.line("    witness (%s, %s, %s)", f.Wire, w.Pairing.Text(w.Use), w.Flow)
	t.line("      %s", w.call())
	if len(w.Bytes) > 0 {
		t.line("      %s", t.paint(faint, spaced(w.Bytes)))
	}
	t.line("      %s", w.says())
	if w.Modelled {
		t.line("      (peer %s, modelled)", w.Peer)
	}
}

// call is the value as it was written: Add(a = 1, b = 2).
func (w *Witness) call() string {
	wrote := w.Wrote
	if !w.partial {
		wrote = whole(w.wrote, wrote)
	}
	body := fieldsText(w.wrote, wrote)
	if w.Flow == Request || w.Flow == Stored {
		return w.At + "(" + body + ")"
	}
	return w.At + " " + string(w.Flow) + " (" + body + ")"
}

// reader names who read it: the old server.
func (w *Witness) reader() string {
	newReads := w.Flow.fromClient() == (w.Pairing == OldNew)
	side := "old"
	if newReads {
		side = "new"
	}
	switch {
	case w.Flow == Stored:
		return "the " + side + " reader"
	case w.Flow.fromClient():
		return "the " + side + " server"
	}
	return "the " + side + " client"
}

func (w *Witness) says() string {
	switch {
	case w.Error != "" && w.Mode == "closed":
		return w.reader() + " closes the connection: " + w.Error
	case w.Error != "" && w.Mode == "crashed":
		return w.reader() + " crashes: " + w.Error
	case w.Error != "":
		return w.reader() + " fails: " + w.Error
	case w.Ran != "":
		return w.reader() + " runs " + w.Ran + "(" + fieldsText(w.read, w.Read) + ")"
	case len(w.Read) == 0:
		return w.reader() + " reads nothing"
	}
	return w.reader() + " reads " + fieldsText(w.read, w.Read)
}
