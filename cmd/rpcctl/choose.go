package main

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/internal/config"
	"github.com/rpcctl/rpcctl/internal/input"
)

// choice is what is read of an input.
type choice struct {
	tree   front.Tree
	paths  []string
	beside []byte // the workspace file in the tree, nil where the input doesn't cover the workspace
}

// choose says what to read of an input: where it covers the workspace, what the
// workspace file names; else what is at the place itself. Import roots count for
// any place within the workspace.
func (a *app) choose(ctx context.Context, w *workspace, in input.Input) (choice, error) {
	c := choice{tree: front.Tree{FS: in.FS, Display: in.Display}, paths: []string{in.Root}}
	dir, within := a.workspaceIn(w, in)
	whole := within && dir == in.Root && w.config.Chooses()
	places := c.paths
	if whole {
		places = w.config.Places(dir)
		c.beside, _ = fs.ReadFile(in.FS, path.Join(dir, config.FileName))
	}
	ignored, notes := in.Ignored(ctx, places)
	for _, n := range notes {
		a.note("%s: %s", in.Name, n)
	}
	c.tree.Ignored = ignored
	if !within {
		return c, nil
	}
	asked := *w.config
	if !whole {
		asked.Contracts = nil
	}
	found, problems, err := asked.Expand(config.Tree{FS: in.FS, Dir: dir, Own: in.OnDisk, Ignored: ignored})
	if err != nil {
		return c, err
	}
	if problems.HasErrors() {
		return c, &listError{problems, diag.Sources{w.file.Path: w.file}}
	}
	if whole {
		c.paths = found.Contracts
		for _, d := range problems {
			a.note("%s:%d:%d: %s: %s", d.Span.Path, d.Span.Start.Line, d.Span.Start.Column, d.Severity, d.Message)
		}
	}
	for _, p := range found.Proto {
		roots := front.Roots{Language: "proto", Dirs: p.Dirs, Imports: p.Imports}
		if whole {
			roots.Read = p.Read
		}
		c.tree.Roots = append(c.tree.Roots, roots)
	}
	return c, nil
}

// workspaceIn returns the directory of the workspace in the tree of an input
// whose place is in it, on disk or at a revision.
func (a *app) workspaceIn(w *workspace, in input.Input) (dir string, within bool) {
	if w.file == nil || !in.OnDisk && in.Commit == "" {
		return "", false
	}
	for dir = in.Root; ; dir = path.Dir(dir) {
		if absolute(a.path(in.Display(dir))) == absolute(w.dir) {
			return dir, true
		}
		if dir == "." {
			return "", false
		}
	}
}

func absolute(p string) string {
	abs, err := filepath.Abs(p)
	if err != nil {
		return filepath.Clean(p)
	}
	return abs
}
