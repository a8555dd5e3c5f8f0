package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// revision opens a path at a revision. For path@REV git runs in the nearest
// directory of the path that is there today: a path that is gone can be named.
func revision(ctx context.Context, p place, o Options) (Input, error) {
	abs, dir := inDir(o.Dir, p.path), o.Dir
	if !p.here {
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
	if !t.has(root) {
		return Input{}, t.absent(p, root)
	}
	t.store.(*blobs).expect(t, root, o.Keep)
	top := filepath.Join(dir, strings.Repeat("../", strings.Count(prefix, "/")))
	return Input{
		FS: t, Root: root, Commit: commit, close: t.store.close,
		Display: func(name string) string { return shown(filepath.Join(top, filepath.FromSlash(name)), p.path, o) },
	}, nil
}

// absent is the error for a path that the revision doesn't have.
func (t *tree) absent(p place, root string) error {
	e := &notThere{message: "there is no " + root + " at " + p.rev}
	if dir, base := path.Dir(root), path.Base(root); !p.top {
		if t.has(path.Clean(p.path)) {
			e.message += "; from the top of the repository it is git:" + p.rev + ":/" + path.Clean(p.path)
		} else if near := diag.Nearest(base, t.dirs[dir]); near != "" {
			e.message += "; did you mean " + path.Join(dir, near) + "?"
		}
	}
	return e
}

// commit returns the id of the commit that is meant.
func (r repository) commit(p place) (string, error) {
	if p.rev == "" {
		return "", errors.New("a revision is missing: write git:main, for example")
	}
	if p.rev[0] == '-' {
		return "", fmt.Errorf("%s is no revision", p.rev)
	}
	id, ok := r.resolve(p.rev)
	if !ok {
		return "", r.unknown(p)
	}
	if !p.diverged {
		return id, nil
	}
	base, ok := r.says("merge-base", "HEAD", id)
	switch base, _, _ = strings.Cut(base, "\n"); {
	case ok:
		return base, nil
	case r.shallow():
		return "", fmt.Errorf("where HEAD left %s isn't in this shallow clone: type git fetch --unshallow", p.rev)
	}
	return "", fmt.Errorf("HEAD and %s have no common ancestor", p.rev)
}

// resolve tries a revision as given, then as a branch of origin.
func (r repository) resolve(rev string) (string, bool) {
	for _, name := range []string{rev, "origin/" + rev} {
		if id, ok := r.says("rev-parse", "--verify", "--quiet", name+"^{commit}"); ok {
			return id, true
		}
	}
	return "", false
}

func (r repository) shallow() bool {
	answer, _ := r.says("rev-parse", "--is-shallow-repository")
	return answer == "true"
}

var (
	hexID    = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)
	relative = regexp.MustCompile(`[~^@]`)
)

// unknown is the error for a revision that git doesn't know.
func (r repository) unknown(p place) error {
	if _, ok := r.resolve("HEAD"); !ok {
		return fmt.Errorf("the repository has no commit yet")
	}
	list, _ := r.says("for-each-ref", "--count=10000", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	names := strings.Fields(list)
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, "/HEAD") })
	for _, n := range names {
		if short, ok := strings.CutPrefix(n, "origin/"); ok {
			names = append(names, short)
		}
	}
	near := diag.Nearest(p.rev, names)
	if near != "" {
		near = "; did you mean " + near + "?"
	}
	if r.shallow() {
		branch := strings.TrimPrefix(p.rev, "origin/")
		depth := "--depth=1"
		if p.diverged {
			depth = "--unshallow"
		}
		fetch := fmt.Sprintf("git fetch %s origin %s:refs/remotes/origin/%s", depth, branch, branch)
		switch {
		case relative.MatchString(p.rev):
			fetch, near = "git fetch --unshallow", ""
		case hexID.MatchString(p.rev):
			fetch = fmt.Sprintf("git fetch %s origin %s", depth, p.rev)
		}
		return fmt.Errorf("%s isn't in this shallow clone: type %s%s", p.rev, fetch, near)
	}
	if near == "" {
		near = "; git branch --all and git tag list what there is"
	}
	if relative.MatchString(p.rev) {
		near = ": it may go back further than the history does"
	}
	return fmt.Errorf("the repository has no revision %s%s", p.rev, near)
}
