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

// scope is the workspace file that says what is read of an input.
type scope struct {
	config *config.Config // never nil
	file   *diag.File     // nil where there is none
	whole  bool           // the input is the workspace, and not a place in it
}

// choice is what is read of an input.
type choice struct {
	scope
	tree   front.Tree
	paths  []string
	beside []byte // the workspace file in the tree, nil where the input isn't the workspace
}

// choose says what to read of an input: where it is a workspace, what the
// workspace file names; else what is at the place itself. Import roots count for
// any place within the workspace.
func (a *app) choose(ctx context.Context, w *workspace, in input.Input) (choice, error) {
	c := choice{tree: front.Tree{FS: in.FS, Lasting: in.OnDisk, Display: in.Display, Progress: a.progress.of("reading " + in.Name)}, paths: []string{in.Root}}
	dir, s, err := a.scopeOf(w, in)
	if err != nil {
		return c, err
	}
	c.scope = s
	places := c.paths
	whole := s.whole && s.config.Chooses()
	if s.whole {
		c.beside, _ = fs.ReadFile(in.FS, path.Join(dir, config.FileName))
	}
	if whole {
		places = s.config.Places(dir)
	}
	ignored, notes := in.Ignored(ctx, places)
	for _, n := range notes {
		a.note("%s: %s", in.Name, n)
	}
	c.tree.Ignored = ignored
	asked := *s.config
	if !whole {
		asked.Contracts = nil
	}
	own := w.scope == nil && (s.file != w.file || in.OnDisk)
	found, problems, err := asked.Expand(config.Tree{FS: in.FS, Dir: dir, Own: own, Ignored: ignored})
	if err != nil {
		return c, err
	}
	if problems.HasErrors() {
		return c, &listError{problems, diag.Sources{s.file.Path: s.file}}
	}
	if whole {
		c.paths = found.Contracts
		for _, d := range problems {
			a.note("%s:%d:%d: %s: %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Severity, d.Message)
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

// scopeOf finds the workspace that an input is, or is in, and its directory in
// the tree: that of the command, on disk or at a revision, or another whose file
// the tree has. An archive of a workspace may have it in its only folder.
func (a *app) scopeOf(w *workspace, in input.Input) (dir string, s scope, err error) {
	for dir = in.Root; ; dir = path.Dir(dir) {
		if w.file != nil && (in.OnDisk || in.Commit != "") && absolute(a.path(in.Display(dir))) == absolute(w.dir) {
			return dir, w.counts(scope{config: w.config, file: w.file, whole: dir == in.Root}), nil
		}
		if isWorkspace(in.FS, dir) {
			break
		}
		if dir == "." {
			entries, err := fs.ReadDir(in.FS, in.Root)
			if err != nil || len(entries) != 1 || !in.Archive || !isWorkspace(in.FS, path.Join(in.Root, entries[0].Name())) {
				return in.Root, scope{config: &config.Config{}, whole: true}, nil
			}
			dir = path.Join(in.Root, entries[0].Name())
			break
		}
	}
	s.whole = path.Dir(dir) == in.Root || dir == in.Root
	if w.scope != nil {
		return dir, w.counts(s), nil
	}
	name := path.Join(dir, config.FileName)
	text, err := fs.ReadFile(in.FS, name)
	if err != nil {
		return "", s, err
	}
	var problems diag.List
	s.file = diag.NewFile(in.Display(name), text)
	if s.config, problems = config.Load(s.file, known()); problems.HasErrors() {
		return "", s, &listError{problems, diag.Sources{s.file.Path: s.file}}
	}
	if s.config.Lint.Span.Known() || s.config.Compat.Span.Known() {
		a.note("%s says what is read; its rules and verdicts count where rpcctl works in its directory", s.file.Path)
	}
	return dir, s, nil
}

func isWorkspace(tree fs.FS, dir string) bool {
	info, err := fs.Stat(tree, path.Join(dir, config.FileName))
	return err == nil && info.Mode().IsRegular()
}

// counts returns what counts of a scope that was found: of OLD what NEW's file
// says, in the place of its own.
func (w *workspace) counts(found scope) scope {
	if w.scope == nil {
		return found
	}
	return scope{config: w.scope.config, file: w.scope.file, whole: found.whole && w.scope.whole}
}

// oldOf is the workspace for OLD, where NEW has been read.
func (w *workspace) oldOf(new *contracts) *workspace {
	if new.scope.config == nil { // there was nothing to read
		return w
	}
	old := *w
	old.scope = &new.scope
	return &old
}

// ignoredIn returns what git ignores in a directory that a person named, by the
// paths of a walk over it on disk.
func (a *app) ignoredIn(ctx context.Context, dir string) (func(p string, dir bool) bool, error) {
	in, err := input.Open(ctx, dir, input.Options{Dir: a.dir()})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	ignored, notes := in.Ignored(ctx, []string{in.Root})
	for _, n := range notes {
		a.note("%s: %s", in.Name, n)
	}
	return func(p string, isDir bool) bool {
		rel, err := filepath.Rel(a.path(dir), p)
		return ignored != nil && err == nil && ignored(path.Join(in.Root, filepath.ToSlash(rel)), isDir)
	}, nil
}

func absolute(p string) string {
	abs, err := filepath.Abs(p)
	if err != nil {
		return filepath.Clean(p)
	}
	return abs
}
