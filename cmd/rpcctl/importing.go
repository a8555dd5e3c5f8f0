package main

import (
	"context"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/internal/input"
)

// importing opens the archives and revisions that contracts import from.
type importing struct {
	ctx    context.Context
	dir    string // that people work in
	opened []input.Input
}

// of returns what opens the imports of an input's contracts.
func (i *importing) of(in input.Input) func(dir, source string) (front.Imported, error) {
	return func(dir, source string) (front.Imported, error) {
		got, err := in.Import(i.ctx, dir, source, input.Options{Dir: i.dir, Keep: wanted})
		if err != nil {
			return front.Imported{}, err
		}
		i.opened = append(i.opened, got)
		id := got.Commit
		if id == "" {
			id = got.Display(".")
		}
		return front.Imported{ID: id, Root: got.Root, Tree: front.Tree{FS: got.FS, Display: got.Display, Import: i.of(got)}}, nil
	}
}

func (i *importing) close() {
	for _, in := range i.opened {
		_ = in.Close() // what was needed of it was read
	}
}
