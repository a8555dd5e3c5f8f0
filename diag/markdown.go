package diag

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Markdown writes l for a comment of a pull request: the worst first, notes
// folded, never more than MarkdownLimit.
func Markdown(w io.Writer, l List, o Options) error {
	var c Comment
	c.Add(fmt.Sprintf("<!-- %s -->\n### %s %s: %s\n", o.title(), markOf(l.verdict(o)), o.title(), cmp.Or(summary(l), "no findings")), 0)
	var open, folded List
	for _, d := range l {
		if d.Severity > Note && d.Accepted == "" {
			open = append(open, d)
		} else {
			folded = append(folded, d)
		}
	}
	slices.SortStableFunc(open, func(a, b Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
	const tail = 3000 // for the counts of what is left out
	table(&c, open, o, tail)
	if len(folded) > 0 {
		head, foot := fmt.Sprintf("\n<details>\n<summary>%s</summary>\n", summary(folded)), "\n</details>\n"
		if c.Add(head, tail+len(foot)+1000) {
			table(&c, folded, o, len(foot))
			c.Add(foot, 0)
		} else {
			c.Add("\n… and "+leftOut(folded)+"\n", 0)
		}
	}
	_, err := io.WriteString(w, c.String())
	return err
}

// verdict is the severity that counts for the whole.
func (l List) verdict(o Options) Severity {
	most := Severity(0)
	for _, d := range l {
		if d.Accepted == "" {
			most = max(most, d.Severity)
		}
	}
	if most >= o.failOn() {
		return Error
	}
	return most
}

func markOf(s Severity) string {
	switch s {
	case Error:
		return "❌"
	case Warning:
		return "⚠️"
	}
	return "✅"
}

// table writes rows for as many of l as leave keep bytes, and counts the rest.
func table(c *Comment, l List, o Options, keep int) {
	const counts = 1500
	if len(l) == 0 {
		return
	}
	c.Add("\n| | place | finding |\n| --- | --- | --- |\n", keep)
	for i, d := range l {
		if !c.Add(row(d, o), keep+counts) {
			c.Add("\n… and "+leftOut(l[i:])+"\n", keep)
			return
		}
	}
}

func row(d Diagnostic, o Options) string {
	at := d.Span.In(o.fromRoot(d.Span.Path()))
	mark := markOf(d.Severity)
	if d.Severity == Note || d.Accepted != "" {
		mark = "·"
	}
	s := "| " + mark + " | " + MarkdownCode(clipped(place(at))) + " | " + MarkdownText(clipped(d.Message)) + " [" + MarkdownCode(clipped(d.Code)) + "]"
	if d.Help != "" {
		s += "<br>" + MarkdownText(clipped(d.Help))
	}
	if d.Accepted != "" {
		s += "<br>accepted: " + MarkdownText(clipped(d.Accepted))
	}
	return s + " |\n"
}

// leftOut counts what isn't shown: 12 more: 8 of a-rule, 4 of another.
func leftOut(l List) string {
	const most = 8
	var parts []string
	counted := count(l)
	for i, n := range counted {
		if i == most {
			parts = append(parts, fmt.Sprintf("others of %d rules", len(counted)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%d of %s", n.n, MarkdownCode(clip(n.code, 80))))
	}
	return fmt.Sprintf("%d more: %s", len(l), strings.Join(parts, ", "))
}
