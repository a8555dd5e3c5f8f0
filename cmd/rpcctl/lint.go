package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

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
	cmd.Flags().BoolVar(&o.fix, "fix", false, "apply the fixes that keep every byte on every wire, and report what is left")
	cmd.Flags().StringVar(&o.against, "against", "", "the contracts before, for rules that need history")
	return cmd
}

func (a *app) lint(ctx context.Context, o linting, inputs []string) error {
	if o.against != "" {
		return errors.New("lint --against is not built yet")
	}
	w, err := a.workspace()
	if err != nil {
		return err
	}
	if err := w.refuse("rule"); err != nil {
		return err
	}
	if o.fix {
		if err := a.onDisk(ctx, w, inputs, o.from); err != nil {
			return err
		}
	}
	c, err := a.check(ctx, w, o, inputs)
	for range maxFixRounds {
		if err != nil || !o.fix {
			break
		}
		f := chooseFixes(c.mendable().Sort())
		if len(f.what) == 0 {
			break
		}
		if err = a.applyFixes(f, c.sources); err == nil {
			c, err = a.check(ctx, w, o, inputs) // fixes that touch wait for the next round
		}
	}
	if err != nil {
		return err
	}
	for _, name := range c.empty {
		a.note("%s: no contracts there", name)
	}
	all := append(c.problems, c.found...)
	if c.failed {
		a.exit = exitFailed
		return a.render(all, c.sources)
	}
	if o.writeBaseline != "" {
		return os.WriteFile(a.path(o.writeBaseline), lint.WriteBaseline(all.Sort()), 0o666)
	}
	failOn := diag.Error
	if o.strict {
		failOn = diag.Warning
	}
	return a.report(all, c.sources, failOn)
}

// maxFixRounds is how often findings are looked for again once some are fixed.
const maxFixRounds = 10

// checked is what lint makes of all inputs.
type checked struct {
	problems diag.List // of reading and linking
	found    diag.List // by the rules
	sources  diag.Sources
	empty    []string // inputs without contracts
	failed   bool     // one could not be read, or linked
}

// mendable returns what --fix mends: the findings, or of contracts that can't be
// read the problems whose fix is no guess at what was meant.
func (c checked) mendable() diag.List {
	if !c.failed {
		return c.found
	}
	return slices.DeleteFunc(slices.Clone(c.problems), func(d diag.Diagnostic) bool { return d.Code != "field-number-missing" })
}

func (a *app) check(ctx context.Context, w *workspace, o linting, inputs []string) (checked, error) {
	all := checked{sources: diag.Sources{}}
	base, err := a.readBaseline(o.baseline, all.sources)
	if err != nil {
		return all, err
	}
	chosen, err := w.rules()
	if err != nil {
		return all, err
	}
	if w.file != nil {
		all.sources[w.file.Path] = w.file
	}
	for _, in := range inputs {
		c, err := a.load(ctx, w, in, o.from, true)
		if err != nil {
			return all, err
		}
		if c.empty {
			all.empty = append(all.empty, c.name)
		}
		maps.Copy(all.sources, c.sources)
		all.problems = append(all.problems, c.problems...)
		options := a.lintOptions(w, c)
		options.Baseline, options.Partial = base, len(inputs) > 1 || !a.isWorkspace(w, in)
		if c.problems.HasErrors() {
			all.failed = true
			if options.Unsure, options.Partial = c.unsure(), true; options.Unsure == nil {
				continue
			}
		}
		all.found = append(all.found, lint.Run(c.schema, chosen, options)...)
	}
	if !all.failed {
		all.found = append(all.found, base.Unused(chosen)...)
	}
	return all, nil
}

// isWorkspace reports whether an input is all that the workspace checks.
func (a *app) isWorkspace(w *workspace, input string) bool {
	return input == "" || filepath.ToSlash(filepath.Clean(input)) == w.root(a)
}

// rules returns the workspace's selection.
func (w *workspace) rules() ([]*lint.Rule, error) {
	chosen, problems := lint.Select(rules.All(), rules.Known(), w.config.Lint.Use, w.config.Lint.Except)
	if problems.HasErrors() {
		return nil, &listError{problems, diag.Sources{w.file.Path: w.file}}
	}
	return chosen, nil
}

func (a *app) lintOptions(w *workspace, c *contracts) lint.Options {
	o := lint.Options{Sources: c.sources, Wires: w.defaultWires(), Known: rules.Known(), AllRules: rules.All(), Today: a.today}
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
	return o
}

func (a *app) readBaseline(name string, sources diag.Sources) (*lint.Baseline, error) {
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
	sources[name] = f
	return b, nil
}
