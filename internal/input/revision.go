package input

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// revision opens a path at a revision. For path@REV git runs in the nearest
// directory of the path that is there today: a path that is gone can be named.
func revision(ctx context.Context, p place, o Options) (Input, error) {
	abs, dir := inDir(o.Dir, p.path), o.Dir
	switch {
	case p.repo != "":
		abs = inDir(o.Dir, p.repo)
		dir = abs
	case !p.here:
		dir = abs
	}
	for info, err := os.Stat(dir); err != nil || !info.IsDir(); info, err = os.Stat(dir) {
		if dir == filepath.Dir(dir) {
			return Input{}, fmt.Errorf("%s is no directory", dir)
		}
		dir = filepath.Dir(dir)
	}
	r := repository{ctx, o.Git, dir}
	prefix, err := r.run("rev-parse", "--show-prefix")
	if err != nil {
		return Input{}, err
	}
	if p.repo != "" && prefix != "" {
		return Input{}, fmt.Errorf("%s is no git repository, but a directory in one", p.repo)
	}
	commit, err := r.commit(p)
	if err != nil {
		return Input{}, err
	}
	t, err := r.tree(commit)
	if err != nil {
		return Input{}, err
	}
	rest, err := filepath.Rel(dir, abs)
	if err != nil {
		return Input{}, err
	}
	root := path.Join(prefix, filepath.ToSlash(rest))
	if p.top {
		root = path.Clean(p.path)
	}
	if root == ".." || strings.HasPrefix(root, "../") {
		return Input{}, fmt.Errorf("%s is outside the repository", p.path)
	}
	root = orElse(root, ".")
	if err := t.barred(root); err != nil {
		return Input{}, fmt.Errorf("at %s %w", p.rev, err)
	}
	if !t.has(root) {
		return Input{}, t.absent(p, root)
	}
	t.store.(*blobs).expect(t, root, o.Keep)
	top := filepath.Join(dir, strings.Repeat("../", strings.Count(prefix, "/")))
	return Input{
		FS: t, Root: root, Commit: commit, Notes: t.modules(root), close: t.store.close,
		Display: func(name string) string {
			return shown(filepath.Join(top, filepath.FromSlash(name)), orElse(p.repo, p.path), o)
		},
	}, nil
}

// modules says which submodules in and below root are passed by.
func (t *tree) modules(root string) []string {
	var names []string
	for name, n := range t.files {
		if n.mode&fs.ModeIrregular != 0 && (root == "." || strings.HasPrefix(name, root+"/")) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{"the submodule " + names[0] + " is a repository of its own, and not read"}
	}
	return []string{"the submodules " + strings.Join(names, ", ") + " are repositories of their own, and not read"}
}

// absent is the error for a path that the revision doesn't have.
func (t *tree) absent(p place, root string) error {
	e := &notThere{message: "there is no " + root + " at " + p.rev}
	switch typed := path.Clean(p.path); {
	case !p.top && t.has(typed):
		e.message += "; from the top of the repository it is git:" + p.rev + ":/" + typed
	default:
		if near := diag.Nearest(path.Base(root), t.dirs[path.Dir(root)]); near != "" {
			e.message += "; did you mean " + path.Join(path.Dir(root), near) + "?"
		}
	}
	return e
}
