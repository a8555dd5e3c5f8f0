package diag

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Text writes l for people: place, severity, message and code on one line, the
// source line with the place marked, help, related places; one blank line
// between findings and a summary last. l must be sorted.
func Text(w io.Writer, l List, o Options) error {
	t := &text{options: o}
	shown, hidden := limited(l, o.Limit)
	if len(hidden) > 0 {
		t.counts(l)
	}
	for _, d := range shown {
		t.diagnostic(d)
		t.WriteByte('\n')
	}
	for _, h := range hidden {
		fmt.Fprintf(t, "… and %d more of %s\n", h.n, h.code)
	}
	if len(l) > 0 {
		fmt.Fprintln(t, summary(l))
	}
	_, err := w.Write(t.Bytes())
	return err
}

type text struct {
	bytes.Buffer
	options Options
}

func (t *text) color(code, s string) string {
	if !t.options.Color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func severityColor(s Severity) string {
	switch s {
	case Error:
		return "1;31"
	case Warning:
		return "1;33"
	}
	return "1;36"
}

func (t *text) diagnostic(d Diagnostic) {
	fmt.Fprintf(t, "%s: %s: %s [%s]\n", t.color("1", place(d.Span)),
		t.color(severityColor(d.Severity), d.Severity.String()), clipped(d.Message), d.Code)
	t.excerpt(d.Span, severityColor(d.Severity))
	if d.Help != "" {
		fmt.Fprintf(t, "  %s %s\n", t.color("36", "help:"), strings.ReplaceAll(clipped(d.Help), "\n", "\n        "))
	}
	for _, r := range d.Related {
		fmt.Fprintf(t, "  %s: %s\n", place(r.Span), clipped(r.Message))
	}
}

// clipped shortens a message that holds a name without end.
func clipped(s string) string { return clip(s, 1000) }

func clip(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// place returns path:line:col, as far as it is known.
func place(s Span) string {
	path := s.Path()
	if path == "" {
		path = "-"
	}
	if !s.Known() {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, s.Start().Line, s.Start().Column)
}

const widest = 160 // bytes of a source line that are shown

// marked returns the source line of s, a long one around it, and the stretch
// that s covers there.
func (all Sources) marked(s Span) (line []byte, from, to int, ok bool) {
	f := all[s.Path()]
	if f == nil || !s.Known() || len(f.Bytes()) == 0 {
		return nil, 0, 0, false
	}
	line = f.Line(s.Start().Line)
	from = min(s.Start().Column-1, len(line))
	to = len(line)
	if s.End().Line == s.Start().Line {
		to = min(max(s.End().Column-1, from), len(line))
	}
	if len(line) > widest {
		cut := max(0, from-widest/3)
		line = line[cut:min(len(line), cut+widest)]
		from, to = min(from-cut, len(line)), min(to-cut, len(line))
	}
	return line, from, to, true
}

// excerpt prints the source line of s with carets below.
func (t *text) excerpt(s Span, color string) {
	line, from, to, ok := t.options.Sources.marked(s)
	if !ok {
		return
	}
	gutter := fmt.Sprintf("%5d | ", s.Start().Line)
	fmt.Fprintf(t, "%s%s\n", gutter, printable(line))
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return '\t'
		}
		return ' '
	}, printable(line[:from]))
	carets := strings.Repeat("^", max(1, utf8.RuneCountInString(printable(line[from:to]))))
	fmt.Fprintf(t, "%s| %s%s\n", strings.Repeat(" ", len(gutter)-2), pad, t.color(color, carets))
}

// printable replaces what a terminal would act on.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f || r == utf8.RuneError {
			return '·'
		}
		return r
	}, string(b))
}

type codeCount struct {
	code string
	n    int
	most Severity
}

func count(l List) []codeCount {
	var counts []codeCount
	index := map[string]int{}
	for _, d := range l {
		i, ok := index[d.Code]
		if !ok {
			i = len(counts)
			index[d.Code] = i
			counts = append(counts, codeCount{code: d.Code})
		}
		counts[i].n++
		counts[i].most = max(counts[i].most, d.Severity)
	}
	slices.SortStableFunc(counts, func(a, b codeCount) int {
		return (int(b.most)-int(a.most))*1_000_000_000 + b.n - a.n
	})
	return counts
}

// counts prints how often each code stands in l, the most serious first.
func (t *text) counts(l List) {
	for _, c := range count(l) {
		fmt.Fprintf(t, "%7d  %-7s  %s\n", c.n, c.most, c.code)
	}
	t.WriteByte('\n')
}

// limited returns at most limit findings of each code, and what it left out.
func limited(l List, limit int) (shown List, hidden []codeCount) {
	if limit <= 0 {
		return l, nil
	}
	seen := map[string]int{}
	for _, d := range l {
		if seen[d.Code]++; seen[d.Code] <= limit {
			shown = append(shown, d)
		}
	}
	for _, c := range count(l) {
		if c.n > limit {
			hidden = append(hidden, codeCount{code: c.code, n: c.n - limit})
		}
	}
	return shown, hidden
}

func summary(l List) string {
	var n [Error + 1]int
	for _, d := range l {
		n[d.Severity]++
	}
	var parts []string
	for s := Error; s >= Note; s-- {
		switch {
		case n[s] == 1:
			parts = append(parts, "1 "+s.String())
		case n[s] > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n[s], s))
		}
	}
	return strings.Join(parts, ", ")
}
