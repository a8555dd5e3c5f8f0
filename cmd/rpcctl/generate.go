package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate"
	"github.com/rpcctl/rpcctl/internal/config"
)

func (a *app) generateCommand() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use: "generate [TARGET…]", Short: "Write what the generate blocks of the workspace ask for",
		RunE: func(cmd *cobra.Command, targets []string) error {
			return a.generate(cmd.Context(), targets, check)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; exit 1 where the files on disk are not what would be written")
	return cmd
}

func (a *app) generate(ctx context.Context, targets []string, check bool) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	if err := w.refuse(`generate "plugin"`, "proto"); err != nil {
		return err
	}
	blocks, err := w.blocks(targets)
	if err != nil {
		return err
	}
	c, err := a.load(ctx, w, "", "")
	if err != nil {
		return err
	}
	if err := c.failed(); err != nil {
		return err
	}
	if c.empty {
		return fmt.Errorf("%s: no contracts there", c.name)
	}
	var problems diag.List
	plans := make([][]generate.Step, len(blocks))
	for i, b := range blocks {
		files, list := w.run(b, c)
		if problems = append(problems, list...); list.HasErrors() {
			continue
		}
		if plans[i], err = generate.Plan(folder(filepath.Join(w.dir, b.Out.Name)), files); err != nil {
			return fmt.Errorf("%s: %w", b.Out.Name, err)
		}
	}
	if problems.HasErrors() {
		return &listError{problems, c.sources}
	}
	if len(problems) > 0 {
		if err := a.render(problems, c.sources); err != nil {
			return err
		}
	}
	for i, b := range blocks {
		if err := a.apply(w, b, plans[i], check); err != nil {
			return err
		}
	}
	return nil
}

// blocks returns the generate blocks of the targets named, all where none is.
func (w *workspace) blocks(targets []string) ([]config.Generate, error) {
	var blocks []config.Generate
	var names []string
	for _, b := range w.config.Generate {
		if names = append(names, b.Target.Name); len(targets) == 0 || slices.Contains(targets, b.Target.Name) {
			blocks = append(blocks, b)
		}
	}
	for _, t := range targets {
		if !slices.Contains(names, t) {
			return nil, unknown("target", t, names)
		}
	}
	if len(blocks) == 0 {
		return nil, errors.New(`nothing to generate: rpcctl.hcl has no generate block, such as generate "go" { out = "gen/go"  module = "example.com/demo/gen/go" }`)
	}
	return blocks, nil
}

// run returns what one block's target makes of the contracts.
func (w *workspace) run(b config.Generate, c *contracts) ([]generate.File, diag.List) {
	t := targetNamed(b.Target.Name)
	return t.Generate(&generate.Request{
		Schema: c.schema, Packages: c.schema.Packages, Wires: texts(b.Wires), Options: b.Options,
	})
}

// folder returns the tree of an output folder, nil where it isn't there yet.
func folder(dir string) fs.FS {
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return os.DirFS(dir)
}

// apply prints one block's plan and carries it out, unless it is only checked.
func (a *app) apply(w *workspace, b config.Generate, steps []generate.Step, check bool) error {
	for _, s := range steps {
		if s.Action != generate.Keep {
			fmt.Fprintf(a.stdout, "%s %s\n", s.Action, filepath.ToSlash(filepath.Join(w.root(a), b.Out.Name, s.Path)))
		}
	}
	switch current := generate.Current(steps); {
	case check && !current:
		a.exit = exitFindings
		a.note("%s is not what would be generated: run rpcctl generate", b.Out.Name)
		return nil
	case current:
		a.note("%s is up to date: %d files", b.Out.Name, len(steps))
		return nil
	}
	return generate.Apply(filepath.Join(w.dir, b.Out.Name), steps)
}
