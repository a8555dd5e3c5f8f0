package proto_test

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/reporter"
)

// judge has protocompile's compiler say what it makes of files, and returns its
// errors by file. What it compiled is there where all of it is right.
func judge(tree fs.FS, files []string) (map[string][]string, linker.Files) {
	var mu sync.Mutex
	found := map[string][]string{}
	c := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
			Accessor: func(p string) (io.ReadCloser, error) { return tree.Open(p) },
		}),
		Reporter: reporter.NewReporter(func(err reporter.ErrorWithPos) error {
			mu.Lock()
			defer mu.Unlock()
			found[err.GetPosition().Filename] = append(found[err.GetPosition().Filename], err.Error())
			return nil
		}, nil),
	}
	compiled, err := c.Compile(context.Background(), files...)
	if err != nil && len(found) == 0 {
		found["?"] = []string{err.Error()}
	}
	return found, compiled
}

// protoFiles lists the .proto files of a tree.
func protoFiles(tree fs.FS) []string {
	files, _ := fs.Glob(tree, "*.proto")
	_ = fs.WalkDir(tree, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && len(p) > 6 && p[len(p)-6:] == ".proto" {
			files = append(files, p)
		}
		return err
	})
	slices.Sort(files)
	return slices.Compact(files)
}
