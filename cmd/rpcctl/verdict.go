package main

import (
	"fmt"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
)

// verdict prints the report in the format asked for: in its own where it has
// one, else as problems.
func (a *app) verdict(w *workspace, r *compat.Report, sources diag.Sources) error {
	switch a.format {
	case "json":
		_, err := a.stdout.Write(compat.JSON(r))
		return err
	case "markdown":
		return compat.PullRequest(a.stdout, r, a.fromRoot())
	case "html":
		return compat.Page(a.stdout, r)
	case "text":
		return a.verdictText(w, r)
	}
	if w.file != nil {
		sources[w.file.Path] = w.file
	}
	a.rules = compat.Rules(r)
	return a.render(compat.Diagnostics(r), sources)
}

func (a *app) verdictText(w *workspace, r *compat.Report) error {
	if len(r.Diagnostics) > 0 {
		if err := a.render(r.Diagnostics, diag.Sources{w.file.Path: w.file}); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
		r.Diagnostics = nil // shown, with their places
	}
	return compat.Text(a.stdout, r, compat.TextOptions{Color: a.color(), Limit: a.shown()})
}
