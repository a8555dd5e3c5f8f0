package input

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
)

// DefaultBase returns the input that the work in dir is compared with where no
// one says any: where HEAD left the main branch, which is origin/HEAD's, else
// main, else master; on that branch itself, the commit before, or the only
// commit where there is one alone.
func DefaultBase(ctx context.Context, dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	r := repository{ctx, "git", abs}
	if _, err := r.run("rev-parse", "--git-dir"); err != nil {
		return "", err
	}
	head, ok := r.resolve("HEAD")
	if !ok {
		return "", errors.New("the repository has no commit yet")
	}
	candidates := []string{"main", "master"}
	remote := r.remote()
	if name, ok := r.says("symbolic-ref", "--quiet", "--short", "refs/remotes/"+remote+"/HEAD"); ok {
		candidates = append([]string{name}, candidates...)
	}
	for _, name := range candidates {
		id, ok := r.resolve(name, remote+"/"+name)
		if !ok {
			continue
		}
		branch, on := r.says("symbolic-ref", "--quiet", "--short", "HEAD")
		if on && branch == strings.TrimPrefix(name, remote+"/") || !on && head == id {
			if _, before := r.resolve("HEAD~1"); !before && !r.shallow() {
				return "git:HEAD", nil
			}
			return "git:HEAD~1", nil
		}
		return "git:merge-base(" + name + ")", nil
	}
	if r.shallow() {
		return "", errors.New("this shallow clone has no origin/HEAD, main or master: where the main branch is called main, " +
			r.fetch("--unshallow", "main:refs/remotes/"+remote+"/main"))
	}
	return "", errors.New("the repository has no origin/HEAD, main or master")
}
