package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Markdown returns the documentation of the rules: a table by category, then a
// section for each.
func Markdown(rules []*Rule, known []Entry) []byte {
	var b bytes.Buffer
	b.WriteString("# Lint rules\n\nPrinted from the rules themselves.\n\n" +
		"`STANDARD` is WIRE, CORRECT, EVOLVE, NAMING and STRUCTURE, and what a workspace gets that names nothing; `MINIMAL` is WIRE and CORRECT.\n" +
		"A rule is ignored with `# rpcctl:ignore RULE reason` (or `//`) on the line above an element, or by an `ignore` block of the workspace file.\n\n" +
		"| rule | category | severity | what must hold |\n| --- | --- | --- | --- |\n")
	all := append(slices.Clone(known), Own...)
	for _, c := range Categories {
		for _, r := range rules {
			if r.Category == c {
				fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s |\n", r.ID, r.ID, c, r.Severity, r.What)
			}
		}
		for _, e := range all {
			if e.Category != c {
				continue
			}
			word := "never off"
			if e.Planned {
				word = "planned"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", e.ID, c, word, e.What)
		}
	}
	for _, c := range Categories {
		for _, r := range rules {
			if r.Category == c {
				section(&b, r)
			}
		}
	}
	return b.Bytes()
}

func section(b *bytes.Buffer, r *Rule) {
	fmt.Fprintf(b, "\n## %s\n\n%s, %s. %s.\n\n%s\n", r.ID, r.Category, r.Severity, upper(r.What), strings.TrimSpace(r.Why))
	var facts []string
	if r.Languages != nil {
		facts = append(facts, "For contracts in "+strings.Join(r.Languages, ", ")+".")
	}
	if r.Wires != nil {
		facts = append(facts, "Where the package promises "+strings.Join(r.Wires, " or ")+".")
	}
	if r.Off {
		facts = append(facts, "Runs only where it is named.")
	}
	if r.Fix != "" {
		facts = append(facts, "`lint --fix` "+r.Fix+".")
	}
	if r.Buf != "" {
		facts = append(facts, "Nearest in buf: `"+r.Buf+"`.")
	}
	if facts != nil {
		b.WriteString("\n" + strings.Join(facts, " ") + "\n")
	}
	fmt.Fprintf(b, "\nBad:\n\n```%[1]s\n%[2]s\n```\n\nGood:\n\n```%[1]s\n%[3]s\n```\n", r.Example(), strings.TrimSpace(r.Bad), strings.TrimSpace(r.Good))
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Example returns the language of Bad and Good: hcl, unless the rule doesn't
// apply to that.
func (r *Rule) Example() string {
	if r.Languages == nil || slices.Contains(r.Languages, "hcl") {
		return "hcl"
	}
	return r.Languages[0]
}
