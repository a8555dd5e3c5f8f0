package main

import (
	"context"
	"fmt"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/lint/rules"
)

type linting struct {
	from          string
	strict, fix   bool
	against       string
	writeBaseline string
	baseline      string
}

func (a *app) lintCommand() *cobra.Command {
	var o linting
	cmd := &cobra.Command{
		Use: "lint [INPUT…]", Short: "Check contracts against the rules",
		RunE: func(cmd *cobra.Command, inputs []string) error {
			if len(inputs) == 0 {
				inputs = []string{""}
			}
			return a.lint(cmd.Context(), o, inputs)
		},
	}
	cmd.Flags().StringVar(&o.from, "from", "", "language of stdin (-)")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "exit 1 on warnings as well")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "leave out the findings listed in `FILE`")
	cmd.Flags().StringVar(&o.writeBaseline, "write-baseline", "", "write today's findings to `FILE` and exit 0")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "apply the safe edits")
	cmd.Flags().StringVar(&o.against, "against", "", "the contracts before, for rules that need history")
	return cmd
}

func (a *app) lint(ctx context.Context, o linting, inputs []string) error {
	for flag, used := range map[string]bool{"--fix": o.fix, "--against": o.against != ""} {
		if used {
			return fmt.Errorf("lint %s is not built yet", flag)
		}
	}
	w, err := a.workspace()
	if err != nil {
		return err
	}
	if err := w.refuse("rule", "proto"); err != nil {
		return err
	}
	base, err := a.readBaseline(o.baseline)
	if err != nil {
		return err
	}
	var found diag.List
	sources := diag.Sources{}
	if w.file != nil {
		sources[w.file.Path] = w.file
	}
	failed := false
	for _, in := range inputs {
		c, err := a.load(ctx, w, in, o.from)
		if err != nil {
			return err
		}
		if c.empty {
			a.note("%s: no contracts there", c.name)
		}
		for path, f := range c.sources {
			sources[path] = f
		}
		found = append(found, c.problems...)
		if failed = failed || c.problems.HasErrors(); c.problems.HasErrors() {
			continue // what rules say of a broken contract would be noise
		}
		list, err := a.runRules(w, c, base)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	if failed {
		a.exit = exitFailed
		return a.render(found, sources)
	}
	if o.writeBaseline != "" {
		return os.WriteFile(a.path(o.writeBaseline), lint.WriteBaseline(found.Sort()), 0o666)
	}
	failOn := diag.Error
	if o.strict {
		failOn = diag.Warning
	}
	return a.report(found, sources, failOn)
}

// runRules runs the workspace's selection over one input.
func (a *app) runRules(w *workspace, c *contracts, base *lint.Baseline) (diag.List, error) {
	all := rules.All()
	known := rules.Known()
	chosen, problems := lint.Select(all, known, w.config.Lint.Use, w.config.Lint.Except)
	if problems.HasErrors() {
		return nil, &listError{problems, diag.Sources{w.file.Path: w.file}}
	}
	o := lint.Options{
		Sources: c.sources, Wires: w.defaultWires(), Known: known, AllRules: all, Baseline: base, Today: a.today,
	}
	for _, g := range w.config.Generate {
		o.Languages = append(o.Languages, g.Target.Name)
	}
	for _, i := range w.config.Lint.Ignores {
		ignore := lint.Ignore{Rules: i.Rules, Reason: i.Reason, Until: i.Until.Name, Span: i.Span}
		for _, p := range i.Paths {
			ignore.Paths = append(ignore.Paths, path.Join(w.root(a), p.Name))
		}
		o.Ignores = append(o.Ignores, ignore)
	}
	return lint.Run(c.schema, chosen, o), nil
}

func (a *app) readBaseline(name string) (*lint.Baseline, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(a.path(name))
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	f := diag.NewFile(name, text)
	b, problems := lint.ReadBaseline(f)
	if problems.HasErrors() {
		return nil, &listError{problems, diag.Sources{name: f}}
	}
	return b, nil
}
