package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// fixes are edits of files, chosen so that no two touch.
type fixes struct {
	edits map[string][]diag.Edit // by path
	what  []string               // a line for each fix
}

// onDisk refuses inputs whose files can't be edited.
func (a *app) onDisk(ctx context.Context, w *workspace, inputs []string, from string) error {
	for _, text := range inputs {
		in, err := a.open(ctx, w, text, from)
		if err != nil {
			return err
		}
		in.Close()
		if l := languageOf(in.Root); !in.OnDisk || l != nil && l.Alone {
			return fmt.Errorf("%s: lint --fix edits files, and this is none on disk", text)
		}
	}
	return nil
}

// chooseFixes takes the first fix of each finding, in their order, and leaves out
// those that touch one taken before.
func chooseFixes(found diag.List) fixes {
	f := fixes{edits: map[string][]diag.Edit{}}
	for _, d := range found {
		if len(d.Fixes) == 0 || slices.ContainsFunc(d.Fixes[0].Edits, f.touched) {
			continue
		}
		for _, e := range d.Fixes[0].Edits {
			f.edits[e.Span.Path()] = append(f.edits[e.Span.Path()], e)
		}
		at := d.Span.Start()
		f.what = append(f.what, fmt.Sprintf("%s:%d:%d: %s [%s]", d.Span.Path(), at.Line, at.Column, d.Fixes[0].Message, d.Code))
	}
	return f
}

// touched reports whether an edit overlaps with one that was taken, or begins
// where one begins.
func (f fixes) touched(e diag.Edit) bool {
	return slices.ContainsFunc(f.edits[e.Span.Path()], func(o diag.Edit) bool {
		a, b := e.Span, o.Span
		return a.Start().Offset == b.Start().Offset || a.Start().Offset < b.End().Offset && b.Start().Offset < a.End().Offset
	})
}

// applyFixes writes the edited files, each at once; one that was formatted stays so. A
// file that is no longer what was read is left alone, and an error.
func (a *app) applyFixes(f fixes, sources diag.Sources) error {
	for _, shown := range slices.Sorted(maps.Keys(f.edits)) {
		path, err := filepath.EvalSymlinks(a.path(shown)) // what a link names is written, not the link
		if err != nil {
			return err
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if src := sources[shown]; src == nil || !bytes.Equal(src.Bytes(), old) {
			return fmt.Errorf("%s changed while it was checked: run lint --fix again", shown)
		}
		text, err := edited(shown, old, f.edits[shown])
		if err != nil {
			return err
		}
		if err := writeFile(path, text); err != nil {
			return err
		}
	}
	for _, line := range f.what {
		a.note("fixed %s", line)
	}
	return nil
}

// edited returns the text with its edits made.
func edited(path string, old []byte, edits []diag.Edit) ([]byte, error) {
	slices.SortFunc(edits, func(a, b diag.Edit) int { return b.Span.Start().Offset - a.Span.Start().Offset })
	text := bytes.Clone(old)
	for _, e := range edits {
		text = slices.Replace(text, e.Span.Start().Offset, e.Span.End().Offset, []byte(e.Text)...)
	}
	l := languageOf(path)
	if l == nil || l.Format == nil {
		return text, nil
	}
	formatted, problems := l.Format(diag.NewFile(path, text))
	if problems.HasErrors() {
		return nil, fmt.Errorf("%s: the fixes would break it (%s), so it was not written", path, problems[0].Message)
	}
	if before, _ := l.Format(diag.NewFile(path, old)); bytes.Equal(before, old) {
		return formatted, nil
	}
	return text, nil
}
