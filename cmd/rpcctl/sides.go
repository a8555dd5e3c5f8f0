package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/input"
	"github.com/rpcctl/rpcctl/schema"
)

// mostAgainst is how many older contracts are held in memory and judged at once.
const mostAgainst = 32

// bases fills in what NEW is compared with: what was typed, else what the
// workspace or git says, each once.
func (a *app) bases(ctx context.Context, w *workspace, o *comparing) error {
	where := "--against"
	if len(o.olds) == 0 {
		o.olds, where = texts(w.config.Compat.Against), "compat: against"
	}
	if len(o.olds) == 0 {
		old, err := input.DefaultBase(ctx, a.dir())
		if err != nil {
			return fmt.Errorf("there is nothing to compare with: %w; name OLD, such as a directory or git:REV", err)
		}
		a.note("compared with %s", old)
		o.olds = []string{old}
	}
	var once []string
	for _, old := range o.olds {
		switch {
		case old == "":
			return errors.New(where + ": an input has no name")
		case slices.Contains(once, old):
			a.note("%s names %s twice: it is judged once", where, old)
		default:
			once = append(once, old)
		}
	}
	if o.olds = once; len(once) > mostAgainst {
		return fmt.Errorf("%s names %d inputs: at most %d are judged at once", where, len(once), mostAgainst)
	}
	if slices.Contains(once, "-") && o.new == "-" {
		return errors.New("stdin can be one side alone")
	}
	return nil
}

// sides loads what is compared: NEW once, and each OLD as NEW's workspace says.
func (a *app) sides(ctx context.Context, w *workspace, o comparing) (new *contracts, olds []*contracts, err error) {
	if new, err = a.side(ctx, w, o.new, o.from); err != nil {
		return nil, nil, err
	}
	for _, text := range o.olds {
		old, err := a.side(ctx, w.oldOf(new), text, o.from)
		if err != nil {
			return nil, nil, err
		}
		olds = append(olds, old)
	}
	return new, olds, a.comparable(olds, new)
}

// failedSides returns the problems of sides that can't be read, and says in a
// note which side they are of: both may have the same paths.
func (a *app) failedSides(sides []*contracts) error {
	if !slices.ContainsFunc(sides, func(c *contracts) bool { return c.failed() != nil }) {
		return nil
	}
	all := &listError{sources: diag.Sources{}}
	for _, c := range sides {
		switch {
		case c.failed() == nil:
			continue
		case a.format == "json" || len(all.list) == 0:
		default: // of text the first side is printed, since the lines of one path may differ
			if err := a.render(all.list, all.sources); err != nil {
				return err
			}
			fmt.Fprintln(a.stdout)
			all = &listError{sources: diag.Sources{}}
		}
		a.note("%s can't be compared: its problems are", c.name)
		all.list = append(all.list, c.problems...)
		for path, f := range c.sources {
			all.sources[path] = f
		}
	}
	return all
}

// comparable refuses contracts that can't be compared, and says what a person
// should know of the two sides.
func (a *app) comparable(olds []*contracts, new *contracts) error {
	all := append(slices.Clone(olds), new)
	if err := a.failedSides(all); err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(c *contracts) bool { return !c.absent }) {
		var names []string
		for _, c := range all {
			names = append(names, c.name)
		}
		return fmt.Errorf("%s: no such place on either side", strings.Join(names, " and "))
	}
	for _, c := range all {
		if c.empty {
			a.note("%s: no contracts there", c.name)
		}
	}
	for _, old := range olds {
		if f := new.scope.file; f != nil && old.workspace != nil && !bytes.Equal(old.workspace, f.Text) {
			a.note("%s differs from %s: what it says now counts", f.Path, old.name)
		}
	}
	return nil
}

// side loads one input. A place that a revision doesn't have is an empty side:
// everything was added, or removed.
func (a *app) side(ctx context.Context, w *workspace, text, from string) (*contracts, error) {
	c, err := a.load(ctx, w, text, from, false)
	if err != nil && absent(err) && revision(text) {
		empty, _ := schema.Link(nil, nil)
		return &contracts{name: text, schema: empty, empty: true, absent: true}, nil
	}
	return c, err
}

func revision(text string) bool {
	return strings.HasPrefix(text, "git:") || strings.Contains(text, ".git#") || strings.Contains(text, "@")
}
