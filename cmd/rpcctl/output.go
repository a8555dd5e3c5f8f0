package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/rpcctl/rpcctl/diag"
)

// render writes problems to stdout in the format asked for.
func (a *app) render(l diag.List, sources diag.Sources) error {
	r := diag.Formats()[a.format]
	if r == nil {
		r = diag.Text
	}
	return r(a.stdout, l.Sort(), diag.Options{Sources: sources, Color: a.color(), Limit: a.shown()})
}

// report writes findings in the one order users see, and exits 1 where one is at
// least failOn.
func (a *app) report(l diag.List, sources diag.Sources, failOn diag.Severity) error {
	if l.Max() >= failOn {
		a.exit = exitFindings
	}
	return a.render(l, sources)
}

// note says something on stderr that is no result.
func (a *app) note(format string, args ...any) {
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
