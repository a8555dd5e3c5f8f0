package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// Baseline holds findings that were there when it was written, by rule and
// subject: they are left out however often lines move. It is used up by runs.
type Baseline struct {
	entries []*baselineEntry
	byKey   map[[2]string]*baselineEntry
}

type baselineEntry struct {
	rule, subject string
	count, used   int
	span          diag.Span
}

// WriteBaseline returns the text of a baseline with the findings of list, a
// line each: the rule, the subject and, where it is more than one, how many.
func WriteBaseline(list diag.List) []byte {
	count := map[[2]string]int{}
	var keys [][2]string
	for _, d := range list {
		if slices.ContainsFunc(Own, func(e Entry) bool { return e.ID == d.Code }) {
			continue
		}
		k := [2]string{d.Code, d.Subject}
		if count[k]++; count[k] == 1 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	var b bytes.Buffer
	b.WriteString("# What rpcctl lint found when this file was written. Lines that no longer apply are reported.\n")
	for _, k := range keys {
		fmt.Fprintf(&b, "%s %s", k[0], k[1])
		if count[k] > 1 {
			fmt.Fprintf(&b, " %d", count[k])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// ReadBaseline reads what WriteBaseline wrote.
func ReadBaseline(f *diag.File) (*Baseline, diag.List) {
	b := &Baseline{byKey: map[[2]string]*baselineEntry{}}
	var list diag.List
	last := f.Pos(len(f.Text)).Line
	for n := 1; n <= last; n++ {
		text := string(f.Line(n))
		words := strings.Fields(text)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		start := f.LineStart(n)
		span := f.Span(start, start+len(text))
		e := &baselineEntry{count: 1, span: span}
		if len(words) == 3 {
			e.count, _ = strconv.Atoi(words[2])
		}
		if len(words) < 2 || len(words) > 3 || e.count < 1 {
			list.Add("lint", span, "a line of a baseline is RULE SUBJECT, and a count where it is more than one").Help = "write it again with --write-baseline"
			continue
		}
		e.rule, e.subject = words[0], words[1]
		k := [2]string{e.rule, e.subject}
		if b.byKey[k] != nil {
			list.Add("lint", span, "the baseline has "+e.rule+" "+e.subject+" twice").Help = "take one out"
			continue
		}
		b.byKey[k] = e
		b.entries = append(b.entries, e)
	}
	return b, list
}

func (b *Baseline) covers(d *diag.Diagnostic) bool {
	if b == nil {
		return false
	}
	e := b.byKey[[2]string{d.Code, d.Subject}]
	if e == nil || e.used == e.count {
		return false
	}
	e.used++
	return true
}

// Unused reports the entries of rules that ran and that nothing in any run
// matched.
func (b *Baseline) Unused(ran []*Rule) (list diag.List) {
	if b == nil {
		return nil
	}
	for _, e := range b.entries {
		if e.used < e.count && slices.ContainsFunc(ran, func(r *Rule) bool { return r.ID == e.rule }) {
			d := list.Add("ignore-unused", e.span, fmt.Sprintf("the baseline has %d of %s at %s, and %d are left", e.count, e.rule, e.subject, e.used))
			d.Severity, d.Category, d.Subject, d.Help = diag.Warning, string(Correct), e.subject, "take it out, or write the baseline again"
		}
	}
	return list
}
