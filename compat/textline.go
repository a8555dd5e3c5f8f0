package compat

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// says is the change as a sentence of one line.
func (c *Change) says() string {
	element, did := split(c.Kind)
	s := element + " " + c.Subject
	switch n := c.Old.(type) {
	case *schema.Field:
		if m, ok := n.Parent.(*schema.Method); ok && n != m.Returns {
			s = "method " + m.FullName() + ": param " + n.Name
		}
	}
	if c.Key != "" {
		s += " " + c.Key
	}
	s += " " + did
	switch {
	case c.From != "" && c.To != "":
		s += " from " + c.From + " to " + c.To
	case c.From != "":
		s += " (" + c.From + ")"
	case c.To != "":
		s += " (" + c.To + ")"
	}
	if c.Count > 0 {
		s += " with " + count(c.Count, "method")
	}
	return s
}

// split turns a kind into its element and what happened: field, "changed type".
func split(k diff.Kind) (element, did string) {
	parts := strings.Split(string(k), "-")
	n := 1
	switch {
	case strings.HasPrefix(string(k), "enum-value-"), strings.HasPrefix(string(k), "method-param-"), strings.HasPrefix(string(k), "method-error-"):
		n = 2
	}
	verb, aspect := parts[len(parts)-1], strings.Join(parts[n:len(parts)-1], " ")
	did = verb
	if aspect != "" {
		did = verb + " " + aspect
	}
	switch verb {
	case "added", "removed", "retired", "renamed", "moved":
		did = "was " + verb
		if aspect != "" {
			did = aspect + " was " + verb
		}
	}
	return strings.Join(parts[:n], " "), did
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// whole returns r with the zeros of the plain fields that it leaves out, as
// writers that always write them do: a person sees what was said.
func whole(m *schema.Message, r schema.Record) schema.Record {
	if m == nil {
		return r
	}
	full := maps.Clone(r)
	if full == nil {
		full = schema.Record{}
	}
	for _, f := range m.Fields {
		_, there := r[f.Number]
		plain := f.Presence == schema.Plain && f.OneOf == "" && f.Retired == "" && !f.Type.Kind.Streams() && f.Type.Kind != schema.KindMessage
		if !there && plain {
			full[f.Number] = schema.Zero(f.Type)
		}
	}
	return full
}

// fieldsText writes a record as a = 1, b = 2.
func fieldsText(m *schema.Message, r schema.Record) string {
	var parts []string
	for _, n := range slices.Sorted(maps.Keys(r)) {
		name, value := fmt.Sprintf("#%d", n), ""
		if f := field(m, n); f != nil {
			name, value = f.Name, string(schema.ValueJSON(f.Type, r[n]))
			if name == "" {
				name = "result"
			}
			if f.Type.Kind.Integer() {
				value = strings.Trim(value, `"`)
			}
		} else {
			value = fmt.Sprint(r[n])
		}
		parts = append(parts, name+" = "+value)
	}
	return strings.Join(parts, ", ")
}

func field(m *schema.Message, n int) *schema.Field {
	if m == nil {
		return nil
	}
	return m.Field(n)
}

// spaced writes bytes in hex with blanks between, a long row cut.
func spaced(b []byte) string {
	const most = 96
	cut := len(b) > most
	if cut {
		b = b[:most]
	}
	s := fmt.Sprintf("% x", b)
	if cut {
		s += " …"
	}
	return s
}

// safe writes the changes that are safe everywhere, one line for each.
func (t *textReport) safe() {
	n := 0
	for i := range t.r.Changes {
		c := &t.r.Changes[i]
		if c.worst() > Lossy || len(c.Findings) == 0 {
			continue
		}
		if n++; t.o.Limit > 0 && n > t.o.Limit {
			continue
		}
		var wires []string
		for _, f := range c.Findings {
			wires = append(wires, f.Wire+" "+f.Outcomes.Worst().String())
		}
		line := fmt.Sprintf("· %s   %s", c.says(), t.paint(faint, strings.Join(wires, ", ")))
		if len(c.Against) < len(t.r.Against) {
			line += "   " + t.paint(faint, c.against(plain))
		}
		t.line("%s", line)
	}
	if more := n - t.o.Limit; t.o.Limit > 0 && more > 0 {
		t.line("· … and %s that are safe", count(more, "change"))
	}
	if n > 0 {
		t.line("")
	}
}

func (t *textReport) summary() {
	r := t.r
	if len(r.Changes) == 0 {
		t.line("no changes%s", r.ofAll())
		return
	}
	t.versions()
	for _, w := range r.NotJudged {
		t.line("%s: not judged yet", w)
	}
	for _, w := range r.LeftOut {
		t.line("%s is promised and left out", w)
	}
	for _, a := range r.ByAspect {
		t.line("%s: %s", a.Aspect, a.text())
	}
	if len(r.ByWire) == 0 {
		t.line("%s; no wire was judged", count(len(r.Changes), "change"))
		return
	}
	byWire := make([]string, len(r.ByWire))
	for i, w := range r.ByWire {
		byWire[i] = w.Wire + " " + w.Rollout.Text()
	}
	t.line("%s; %s", count(len(r.Changes), "change"), strings.Join(byWire, ", "))
	s := "rollout: " + r.Rollout.Text()
	if r.DataRollout != "" {
		s += "; data: " + r.DataRollout.Text()
	}
	if r.Bump != "" {
		s += "; version: " + r.Bump
	}
	t.line("%s", s)
	if broken := r.broken(); r.Holds || len(broken) == 0 {
		t.line("%s holds%s", r.Require.Text(), r.ofAll())
	} else {
		t.line("%s", t.paint(red, notHolding(broken)+r.ofAll()))
	}
}

// versions writes a row for each of several older contracts, worst first.
func (t *textReport) versions() {
	rows := t.r.versions()
	width := 0
	for _, v := range rows {
		width = max(width, utf8.RuneCountInString(v.Name))
	}
	for _, v := range rows {
		line := v.Says
		if v.Changes != "0 changes" {
			line += "; " + v.Changes
		}
		if v.Bump != "" {
			line += "; version: " + v.Bump
		}
		t.line("%s against %s%s  %s", t.mark(v.State), v.Name, strings.Repeat(" ", width-utf8.RuneCountInString(v.Name)), line)
	}
	if len(rows) > 0 {
		t.line("")
	}
}
