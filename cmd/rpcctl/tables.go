package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diff"
)

// listTables prints what diff goes by, of one kind of change or of all: as
// docs/compat.md has it in Markdown, as JSON, else in columns.
func (a *app) listTables(kind string) error {
	var known []string
	found := kind == ""
	for _, k := range diff.Kinds {
		known = append(known, string(k))
		found = found || string(k) == kind
	}
	if !found {
		if err := unknown("kind of change", kind, known); strings.Contains(err.Error(), "did you mean") {
			return err
		}
		return fmt.Errorf("unknown kind of change %q: rpcctl rules --compat lists them all", kind)
	}
	tables := slices.Concat(compat.Tables(), compat.AspectTables())
	switch a.format {
	case "markdown":
		if kind == "" {
			_, err := a.stdout.Write(compat.Markdown(tables))
			return err
		}
		lines := []string{"| wire | outcomes | why |", "| --- | --- | --- |"}
		for _, t := range tables {
			r := t.Row(diff.Kind(kind))
			lines = append(lines, fmt.Sprintf("| %s | %s | %s |", t.Wire, r.Text(), r.Doc))
		}
		return a.printLines(lines)
	case "json":
		_, err := a.stdout.Write(compat.TablesJSON(tables, diff.Kind(kind)))
		return err
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprintf(a.stdout, "%s: %s\n", t.Wire, t.Doc)
		for _, k := range diff.Kinds {
			if kind != "" && string(k) != kind {
				continue
			}
			r := t.Row(k)
			fmt.Fprintf(a.stdout, "  %-30s %s\n  %-30s %s\n", k, r.Text(), "", r.Doc)
		}
	}
	return nil
}
