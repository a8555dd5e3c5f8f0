package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint/rules"
)

// render writes problems to stdout in the format asked for.
func (a *app) render(l diag.List, sources diag.Sources) error {
	r := diag.Formats()[a.format]
	if r == nil {
		r = diag.Text
	}
	return r(a.stdout, l.Sort(), a.options(sources))
}

// options says how the formats show problems of this run.
func (a *app) options(sources diag.Sources) diag.Options {
	o := diag.Options{Sources: sources, Color: a.color(), Limit: a.shown(), Command: a.command, FailOn: a.failOn, Rules: a.rules}
	switch a.format {
	case "sarif", "github", "gitlab", "junit", "markdown":
		o.Base, o.Version = a.fromRoot(), toolVersion()
		if o.Rules == nil {
			o.Rules = knownRules()
		}
	}
	return o
}

// fromRoot returns the path to where the command works, from the root of the
// repository that it is in: hosts know files by that. "" where there is none.
func (a *app) fromRoot() string {
	dir, err := filepath.Abs(a.dir())
	if err != nil {
		return ""
	}
	for top := dir; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			rel, err := filepath.Rel(top, dir)
			if err != nil || rel == "." {
				return ""
			}
			return filepath.ToSlash(rel)
		}
		if top == filepath.Dir(top) {
			return ""
		}
	}
}

// knownRules is what is known of the codes that contracts and workspaces can
// have.
func knownRules() map[string]diag.Rule {
	known := map[string]diag.Rule{
		"parse":    {What: "a contract can be read", Category: "CORRECT", Severity: diag.Error},
		"link":     {What: "a contract means something that can be", Category: "CORRECT", Severity: diag.Error},
		"config":   {What: "the workspace file says what it can mean", Category: "CORRECT", Severity: diag.Error},
		"format":   {What: "a contract has the form that fmt gives it", Severity: diag.Error},
		"generate": {What: "what is generated is up to date", Severity: diag.Error},
		"failed":   {What: "the command can do its work", Severity: diag.Error},
	}
	for _, e := range catalogue() {
		known[e.ID] = diag.Rule{What: e.What, Category: string(e.Category), Severity: diag.Error}
	}
	for _, r := range rules.All() {
		known[r.ID] = diag.Rule{What: r.What, Why: r.Why, Category: string(r.Category), Severity: r.Severity}
	}
	return known
}

// report writes findings in the one order users see, and exits 1 where one is at
// least failOn.
func (a *app) report(l diag.List, sources diag.Sources, failOn diag.Severity) error {
	a.failOn = failOn
	if l.Max() >= failOn {
		a.exit = exitFindings
	}
	return a.render(l, sources)
}

// note says something on stderr that is no result.
func (a *app) note(format string, args ...any) {
	a.progress.clear()
	if !a.quiet {
		fmt.Fprintf(a.stderr, format+"\n", args...)
	}
}

func (a *app) terminal() bool {
	f, ok := a.stdout.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (a *app) color() bool {
	if v, ok := a.env("NO_COLOR"); ok && v != "" {
		return false
	}
	t, _ := a.env("TERM")
	return a.terminal() && t != "dumb"
}

func (a *app) shown() int {
	switch {
	case a.limit >= 0:
		return a.limit
	case a.terminal():
		return 20
	}
	return 0
}

// printJSON writes one document of the command's own.
func (a *app) printJSON(doc any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

// findingsJSON returns problems as they stand in the JSON of every command.
func findingsJSON(l diag.List) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := diag.JSON(&b, l, diag.Options{}); err != nil {
		return nil, err
	}
	var doc struct {
		Findings json.RawMessage `json:"findings"`
	}
	err := json.Unmarshal(b.Bytes(), &doc)
	return doc.Findings, err
}

// printLines writes each text on a line of its own.
func (a *app) printLines(lines []string) error {
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	_, err := a.stdout.Write(b.Bytes())
	return err
}
