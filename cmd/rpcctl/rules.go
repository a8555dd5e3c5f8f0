package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/lint/rules"
)

func (a *app) rulesCommand() *cobra.Command {
	var tables bool
	cmd := &cobra.Command{
		Use: "rules [ID]", Short: "List the lint rules, or explain one; --compat: what each change does on each wire", Args: takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case tables && len(args) == 1:
				return a.listTables(args[0])
			case tables:
				return a.listTables("")
			case len(args) == 1:
				return a.explain(args[0])
			}
			return a.listRules()
		},
	}
	cmd.Flags().BoolVar(&tables, "compat", false, "list what diff goes by: each kind of change on each wire; ID is a kind")
	return cmd
}

type jsonRule struct {
	ID       string `json:"id"`
	Category string `json:"category"`
	What     string `json:"what"`
	Planned  bool   `json:"planned"`
}

// jsonExplained is one rule. What Link checks has its id and meaning alone.
type jsonExplained struct {
	Version int `json:"version"`
	jsonRule
	Severity string `json:"severity"`
	Why      string `json:"why"`
	Bad      string `json:"bad"`
	Good     string `json:"good"`
	Buf      string `json:"buf"`
}

// listRules prints every id of the catalogue, the worst category first.
func (a *app) listRules() error {
	entries := catalogue()
	if a.format == "markdown" {
		_, err := a.stdout.Write(lint.Markdown(rules.All(), rules.Known()))
		return err
	}
	if a.format == "json" {
		doc := struct {
			Version int        `json:"version"`
			Rules   []jsonRule `json:"rules"`
		}{Version: 1, Rules: []jsonRule{}}
		for _, e := range entries {
			doc.Rules = append(doc.Rules, jsonRule{e.ID, string(e.Category), e.What, e.Planned})
		}
		return a.printJSON(doc)
	}
	for i, c := range lint.Categories {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprintln(a.stdout, c)
		for _, e := range entries {
			if e.Category != c {
				continue
			}
			what := e.What
			if e.Planned {
				what += " (planned)"
			}
			fmt.Fprintf(a.stdout, "  %-28s %s\n", e.ID, what)
		}
	}
	return nil
}

func (a *app) explain(id string) error {
	for _, r := range rules.All() {
		if r.ID != id {
			continue
		}
		if a.format == "json" {
			return a.printJSON(jsonExplained{
				Version:  1,
				jsonRule: jsonRule{ID: r.ID, Category: string(r.Category), What: r.What},
				Severity: r.Severity.String(), Why: r.Why, Bad: r.Bad, Good: r.Good, Buf: r.Buf,
			})
		}
		fmt.Fprintf(a.stdout, "%s (%s, %s)\n\n%s\n\n%s\n", r.ID, r.Category, r.Severity, r.What, r.Why)
		fmt.Fprintf(a.stdout, "\nBad:\n\n%s\nGood:\n\n%s", indented(r.Bad), indented(r.Good))
		if r.Fix != "" {
			fmt.Fprintf(a.stdout, "\nlint --fix %s\n", r.Fix)
		}
		if r.Buf != "" {
			fmt.Fprintf(a.stdout, "\nNearest in buf: %s\n", r.Buf)
		}
		return nil
	}
	entries := catalogue()
	if i := slices.IndexFunc(entries, func(e lint.Entry) bool { return e.ID == id }); i >= 0 {
		e, state := entries[i], "checked as contracts are read; never off"
		if a.format == "json" {
			return a.printJSON(jsonExplained{Version: 1, jsonRule: jsonRule{e.ID, string(e.Category), e.What, e.Planned}})
		}
		if e.Planned {
			state = "planned: the id is taken, the rule is not built yet"
		}
		_, err := fmt.Fprintf(a.stdout, "%s (%s)\n\n%s\n\n%s\n", e.ID, e.Category, e.What, state)
		return err
	}
	var known []string
	for _, e := range entries {
		known = append(known, e.ID)
	}
	if len(known) > 8 && !slices.Contains(known, id) {
		if err := unknown("rule", id, known); !strings.Contains(err.Error(), "did you mean") {
			return fmt.Errorf("unknown rule %q: rpcctl rules lists them all", id)
		}
	}
	return unknown("rule", id, known)
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}
