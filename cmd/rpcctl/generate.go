package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

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

// output is what one generate block makes, and what of it is to be done.
type output struct {
	block config.Generate
	files []generate.File
	steps []generate.Step
}

func (a *app) generate(ctx context.Context, targets []string, check bool) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	if err := w.refuse(`generate "plugin"`); err != nil {
		return err
	}
	asked, err := w.targets(targets)
	if err != nil {
		return err
	}
	c, err := a.load(ctx, w, "", "", true)
	if err != nil {
		return err
	}
	if err := c.failed(); err != nil {
		return err
	}
	if c.empty {
		return fmt.Errorf("%s: no contracts there", c.name)
	}
	outputs, problems := w.outputs(asked, c)
	if problems.HasErrors() {
		return &listError{problems, c.sources}
	}
	if err := w.plan(outputs, asked); err != nil {
		return err
	}
	if a.format == "text" && len(problems) > 0 {
		if err := a.render(problems, c.sources); err != nil {
			return err
		}
	}
	var done []generate.Step // by path below the workspace
	for _, o := range outputs {
		if !asked(o.block) {
			continue
		}
		if err := a.apply(w, o, check); err != nil {
			return err
		}
		for _, s := range o.steps {
			s.Path = filepath.ToSlash(filepath.Join(w.root(a), o.block.Out.Name, s.Path))
			done = append(done, s)
		}
	}
	if a.format != "text" && a.format != "json" { // of findings
		for _, s := range done {
			if check && s.Action != generate.Keep {
				problems.Add("generate", diag.NewFile(s.Path, nil).Span(0, 0), s.Path+" is not what would be generated: "+s.Action.String()).Help = "run rpcctl generate"
			}
		}
		return a.render(problems, c.sources)
	}
	return a.printSteps(done, problems)
}

// targets returns which blocks are asked for by the names of their targets: all
// where none is named.
func (w *workspace) targets(names []string) (func(config.Generate) bool, error) {
	if len(w.config.Generate) == 0 {
		return nil, errors.New(`nothing to generate: rpcctl.hcl has no generate block, such as generate "go" { out = "gen/go"  module = "example.com/demo/gen/go" }`)
	}
	var known []string
	for _, b := range w.config.Generate {
		if !slices.Contains(known, b.Target.Name) {
			known = append(known, b.Target.Name)
		}
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, unknown("target", n, known)
		}
	}
	return func(b config.Generate) bool { return len(names) == 0 || slices.Contains(names, b.Target.Name) }, nil
}

// outputs runs every block's target: also of those that are not asked for, whose
// files must be left alone where folders overlap. Of those asked for it returns
// the problems.
func (w *workspace) outputs(asked func(config.Generate) bool, c *contracts) ([]output, diag.List) {
	var outputs []output
	var problems diag.List
	for _, b := range w.config.Generate {
		files, list := targetNamed(b.Target.Name).Generate(&generate.Request{
			Schema: c.schema, Packages: c.schema.Packages, Wires: texts(b.Wires), Options: b.Options,
		})
		if asked(b) {
			problems = append(problems, list...)
		}
		outputs = append(outputs, output{block: b, files: files})
	}
	return outputs, problems.Sort()
}

// plan sets the steps of the outputs that are asked for.
func (w *workspace) plan(outputs []output, asked func(config.Generate) bool) error {
	owner := map[string]string{}
	for _, o := range outputs {
		for _, f := range o.files {
			p := path.Join(o.block.Out.Name, f.Path)
			if first, taken := owner[p]; taken {
				return fmt.Errorf("%s would be written for out = %q and for out = %q: choose folders that keep them apart", p, first, o.block.Out.Name)
			}
			owner[p] = o.block.Out.Name
		}
	}
	for i := range outputs {
		o := &outputs[i]
		if !asked(o.block) {
			continue
		}
		dir, err := w.folder(o.block.Out.Name)
		if err != nil {
			return err
		}
		if o.steps, err = generate.Plan(dir, o.files, others(outputs, i)...); err != nil {
			return fmt.Errorf("%s: %w", o.block.Out.Name, err)
		}
	}
	return nil
}

// others returns what the other blocks have in the folder of output i, seen from
// there: their folders below it, and their files in it.
func others(outputs []output, i int) []string {
	var names []string
	for j, o := range outputs {
		if j == i {
			continue
		}
		if rel, ok := below(outputs[i].block.Out.Name, o.block.Out.Name); ok && rel != "." {
			names = append(names, rel)
			continue
		}
		for _, f := range o.files {
			if rel, ok := below(outputs[i].block.Out.Name, path.Join(o.block.Out.Name, f.Path)); ok {
				names = append(names, rel)
			}
		}
	}
	return names
}

// below returns p seen from the folder root, if it is in there.
func below(root, p string) (string, bool) {
	root, p = path.Clean(root), path.Clean(p)
	switch {
	case root == p:
		return ".", true
	case root == ".":
		return p, true
	}
	return strings.CutPrefix(p, root+"/")
}

// folder returns the tree of an output folder, nil where it isn't there yet.
func (w *workspace) folder(out string) (fs.FS, error) {
	dir, shown := w.dir, ""
	for part := range strings.SplitSeq(path.Clean(out), "/") {
		dir, shown = filepath.Join(dir, part), path.Join(shown, part)
		switch info, err := os.Stat(dir); {
		case errors.Is(err, fs.ErrNotExist):
			if _, err := os.Lstat(dir); err == nil {
				return nil, fmt.Errorf("%s: %s is a link to what isn't there: mend it or choose another out", out, shown)
			}
			return nil, nil
		case err != nil:
			return nil, err
		case !info.IsDir():
			return nil, fmt.Errorf("%s: %s is a file, where a folder is needed: move it away or choose another out", out, shown)
		}
	}
	return os.DirFS(dir), nil
}

// apply carries out one output's steps, unless they are only checked.
func (a *app) apply(w *workspace, o output, check bool) error {
	switch current := generate.Current(o.steps); {
	case check && !current:
		a.exit = exitFindings
		a.note("%s is not what would be generated: run rpcctl generate", o.block.Out.Name)
		return nil
	case current:
		a.note("%s is up to date: %d files", o.block.Out.Name, len(o.steps))
		return nil
	}
	return generate.Apply(filepath.Join(w.dir, o.block.Out.Name), o.steps)
}

// printSteps says what was done, or would be.
func (a *app) printSteps(steps []generate.Step, problems diag.List) error {
	if a.format != "json" {
		var lines []string
		for _, s := range steps {
			if s.Action != generate.Keep {
				lines = append(lines, s.Action.String()+" "+s.Path)
			}
		}
		return a.printLines(lines)
	}
	type jsonStep struct {
		Action string `json:"action"`
		Path   string `json:"path"`
	}
	list := make([]jsonStep, 0, len(steps))
	for _, s := range steps {
		list = append(list, jsonStep{s.Action.String(), s.Path})
	}
	findings, err := findingsJSON(problems)
	if err != nil {
		return err
	}
	return a.printJSON(struct {
		Version  int             `json:"version"`
		Steps    []jsonStep      `json:"steps"`
		Findings json.RawMessage `json:"findings"`
	}{1, list, findings})
}
