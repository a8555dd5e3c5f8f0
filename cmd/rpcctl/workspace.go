package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate"
	targets "github.com/rpcctl/rpcctl/generate/all"
	"github.com/rpcctl/rpcctl/internal/config"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
	wires "github.com/rpcctl/rpcctl/wire/all"
)

// workspace is where a command works and what rpcctl.hcl there says.
type workspace struct {
	dir    string         // of the workspace file; where there is none, where the command works
	config *config.Config // never nil
	file   *diag.File     // nil where there is none
	scope  *scope         // says in its place what is read of OLD; nil for all else
}

// dir returns the directory that the command works from.
func (a *app) dir() string {
	if a.chdir == "" {
		return "."
	}
	return a.chdir
}

// path returns where a path typed by a person is.
func (a *app) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(a.dir(), p)
}

// workspace finds and reads the workspace file. A path given with --config must
// be there; without it a directory may well have none.
func (a *app) workspace() (*workspace, error) {
	if info, err := os.Stat(a.dir()); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--chdir %s: no such directory", a.chdir)
	}
	path := a.path(a.config)
	if a.config == "" {
		found, ok := config.Find(a.dir())
		if !ok {
			return &workspace{dir: a.dir(), config: &config.Config{}}, nil
		}
		path = found
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the workspace file can't be read: %w", err)
	}
	file := diag.NewFile(a.shownPath(path), text)
	c, problems := config.Load(file, known())
	if problems.HasErrors() {
		return nil, &listError{problems, diag.Sources{file.Path: file}}
	}
	if a.verbose {
		a.note("workspace file %s", file.Path)
	}
	return &workspace{dir: filepath.Dir(path), config: c, file: file}, nil
}

// shownPath returns a path as people see it: relative to where they work, if it
// is below.
func (a *app) shownPath(path string) string {
	from, err1 := filepath.Abs(a.dir())
	to, err2 := filepath.Abs(path)
	if err1 != nil || err2 != nil {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(to)
}

// known gathers the names that a workspace file may use.
func known() config.Known {
	k := config.Known{Peers: peerNames()}
	for _, w := range wires.Infos() {
		k.Wires = append(k.Wires, w.Name)
	}
	for _, e := range catalogue() {
		k.Rules = append(k.Rules, e.ID)
	}
	for _, c := range lint.Categories {
		k.Categories = append(k.Categories, string(c))
	}
	k.Categories = append(k.Categories, "STANDARD", "MINIMAL")
	for _, t := range targets.Targets() {
		k.Targets = append(k.Targets, config.Target{Name: t.Name, Options: t.Options})
	}
	return k
}

func targetNamed(name string) *generate.Target {
	for _, t := range targets.Targets() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// defaultWires returns what the workspace promises for packages that don't say,
// nil where it leaves that to their language.
func (w *workspace) defaultWires() []string { return texts(w.config.Compat.Wires) }

// unbuilt is the error for a block of the workspace file whose form is right and
// whose feature isn't there yet.
func (w *workspace) unbuilt(b config.NotBuilt) error {
	l := diag.List{}
	l.Add("config", b.Span, b.Kind+" blocks can't be used yet").Help = "take it out until it is built"
	return &listError{l, diag.Sources{w.file.Path: w.file}}
}

// refuse returns the error of the first block of one of those kinds, nil where
// there is none: what a command would have to use, it must not pass by.
func (w *workspace) refuse(kinds ...string) error {
	for _, b := range w.config.NotBuilt {
		if slices.Contains(kinds, b.Kind) {
			return w.unbuilt(b)
		}
	}
	return nil
}

func texts(ids []schema.Ident) []string {
	var s []string
	for _, id := range ids {
		s = append(s, id.Name)
	}
	return s
}
