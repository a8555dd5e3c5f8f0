package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/internal/config"
	"github.com/rpcctl/rpcctl/internal/input"
	"github.com/rpcctl/rpcctl/schema"
	wires "github.com/rpcctl/rpcctl/wire/all"
)

// contracts is what one input holds, read and linked.
type contracts struct {
	name     string // as typed
	schema   *schema.Schema
	sources  diag.Sources
	problems diag.List // of reading and linking
	empty    bool      // the tree is there and has no contract at the place
	absent   bool      // nor is there such a place

	scope scope // what says what was read

	// workspace is the text of the workspace file in the same tree, nil where the
	// input doesn't cover the workspace or has none.
	workspace []byte
}

// failed returns the problems as an error, where one of them is an error: then
// nothing can be said about the contracts (exit 2).
func (c *contracts) failed() error {
	if c.problems.HasErrors() {
		return &listError{c.problems, c.sources}
	}
	return nil
}

// load reads what text names; "" is what the workspace checks. from is the
// language of stdin; documented asks for documentation as well. An error wraps
// fs.ErrNotExist where the place isn't there.
func (a *app) load(ctx context.Context, w *workspace, text, from string, documented bool) (*contracts, error) {
	in, err := a.open(ctx, w, text, from)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for _, n := range in.Notes {
		a.note("%s: %s", in.Name, n)
	}
	chosen, err := a.choose(ctx, w, in)
	if err != nil {
		return nil, err
	}
	others := importing{ctx: ctx, dir: a.dir()}
	defer others.close()
	chosen.tree.Import, chosen.tree.Undocumented = others.of(in), !documented
	read, err := front.Load(chosen.tree, chosen.paths, all.Languages())
	a.progress.clear()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	if info, err := fs.Stat(in.FS, in.Root); err == nil && !info.IsDir() && languageOf(in.Root) == nil {
		return nil, fmt.Errorf("%s is in no language that is known: name a directory, or a file of %s", in.Name, strings.Join(extensions(), ", "))
	}
	c := &contracts{name: in.Name, sources: read.Files, empty: len(read.Packages) == 0 && !read.Problems.HasErrors(), workspace: chosen.beside, scope: chosen.scope}
	linked, problems := schema.Link(read.Packages, wires.Infos())
	c.schema, c.problems = linked, append(read.Problems, problems.Apart(read.Problems)...).Sort()
	if a.verbose {
		a.note("%s: %d files, %d packages", c.name, len(c.sources), len(linked.Packages))
	}
	return c, nil
}

func (a *app) open(ctx context.Context, w *workspace, text, from string) (input.Input, error) {
	if text == "" {
		text = w.root(a)
	}
	if text == "-" && languageNamed(from) == nil {
		if from == "" {
			return input.Input{}, errors.New("- reads stdin: say its language with --from (" + strings.Join(languageNames(), ", ") + ")")
		}
		return input.Input{}, unknown("language", from, languageNames())
	}
	return input.Open(ctx, text, input.Options{Dir: a.dir(), Stdin: a.stdin, From: from, Keep: wanted, Large: proto.DescriptorSet().Match})
}

// wanted reports whether a file of an archive will be read: a contract, or what
// says how those beside it are built.
func wanted(p string) bool {
	return languageOf(p) != nil || slices.Contains([]string{config.FileName, "buf.yaml", "buf.work.yaml", "go.mod", "go.work"}, path.Base(p))
}

// root is the workspace's directory as typed from where the command works.
func (w *workspace) root(a *app) string {
	return a.shownPath(w.dir)
}

// absent reports whether err says that the place an input names isn't there.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }
