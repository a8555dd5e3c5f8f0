package input

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// diverged is a repository whose branch feature left main after the first of its
// commits, with two tags on the way.
func diverged(t *testing.T) *repo {
	r := newRepo(t)
	r.write("a.gfj", "base")
	r.commit("base")
	r.git("tag", "-a", "v1", "-m", "v1")
	r.git("checkout", "-q", "-b", "feature")
	r.write("f.gfj", "feature")
	r.commit("feature")
	r.write("f.gfj", "feature 2")
	r.commit("feature 2")
	r.git("checkout", "-q", "main")
	r.write("a.gfj", "main")
	r.commit("main")
	r.git("tag", "light")
	r.write("a.gfj", "main 2")
	r.commit("main 2")
	r.git("config", "uploadpack.allowReachableSHA1InWant", "true")
	return r
}

// TestShallow holds that a shallow clone which lacks what is meant is answered
// with a command, and that it is there once that was typed.
func TestShallow(t *testing.T) {
	r := diverged(t)
	base, light := r.git("rev-parse", "main~2"), r.git("rev-parse", "light")
	for _, remote := range []string{"origin", "upstream"} {
		for typed, c := range map[string]struct{ fetch, text string }{
			"git:merge-base(main)":        {"--unshallow REMOTE main:refs/remotes/REMOTE/main", "base"},
			"git:merge-base(REMOTE/main)": {"--unshallow REMOTE main:refs/remotes/REMOTE/main", "base"},
			"git:main":                    {"--depth=1 REMOTE main:refs/remotes/REMOTE/main", "main 2"},
			"git:main~1":                  {"--unshallow REMOTE main:refs/remotes/REMOTE/main", "main"},
			"git:HEAD~2":                  {"--unshallow", "base"},
			"git:@^^":                     {"--unshallow", "base"},
			"git:" + base[:9]:             {"--unshallow", "base"},
			"git:" + light:                {"--depth=1 REMOTE " + light, "main"},
			"git:v1":                      {"--depth=1 REMOTE v1:refs/remotes/REMOTE/v1", "base"},
			"git:v1^0":                    {"--unshallow REMOTE v1:refs/remotes/REMOTE/v1", "base"},
			".git#tag=v1":                 {"--depth=1 REMOTE tag v1", "base"},
			".git#tag=light":              {"--depth=1 REMOTE tag light", "main"},
			".git#branch=main":            {"--depth=1 REMOTE main:refs/remotes/REMOTE/main", "main 2"},
			".git#ref=" + light:           {"--depth=1 REMOTE " + light, "main"},
		} {
			if remote != "origin" && typed != "git:main" && typed != "git:merge-base(REMOTE/main)" {
				continue
			}
			typed, want := strings.ReplaceAll(typed, "REMOTE", remote), "git fetch "+strings.ReplaceAll(c.fetch, "REMOTE", remote)
			clone := &repo{t, filepath.Join(t.TempDir(), "clone")}
			r.git("clone", "-q", "--no-tags", "--depth=1", "--branch=feature", "--origin="+remote, "file://"+r.dir, clone.dir)
			clone.git("checkout", "-q", "--detach")
			_, err := Open(context.Background(), typed, Options{Dir: clone.dir})
			if err == nil {
				t.Errorf("%s: there is nothing to fetch", typed)
				continue
			}
			_, command, ok := strings.Cut(err.Error(), " isn't in this shallow clone: type ")
			if !ok || command != want {
				t.Errorf("%s: %v, want %s", typed, err, want)
				continue
			}
			clone.git(append([]string{"fetch", "-q"}, strings.Fields(command)[2:]...)...)
			if got := read(t, mustOpen(t, typed, Options{Dir: clone.dir}), "a.gfj"); got != c.text {
				t.Errorf("%s: %q after %s, want %q", typed, got, command, c.text)
			}
		}
	}
}

// TestShallowSides holds what is said where both sides of a merge base are
// there, where there is no remote, and what is compared by default.
func TestShallowSides(t *testing.T) {
	r := diverged(t)
	clone := &repo{t, filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "-q", "--depth=1", "--branch=feature", "file://"+r.dir, clone.dir)
	_, err := DefaultBase(context.Background(), clone.dir)
	command := "git fetch --unshallow origin main:refs/remotes/origin/main"
	if err == nil || err.Error() != "this shallow clone has no origin/HEAD, main or master: where the main branch is called main, type "+command {
		t.Error(err)
	}
	clone.git("fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
	if base, err := DefaultBase(context.Background(), clone.dir); base != "git:merge-base(main)" {
		t.Error(base, err)
	}
	_, err = Open(context.Background(), "git:merge-base(main)", Options{Dir: clone.dir})
	if err == nil || err.Error() != "git:merge-base(main): where HEAD left main isn't in this shallow clone: type git fetch --unshallow" {
		t.Error(err)
	}
	clone.git("fetch", "-q", "--unshallow")
	if got := read(t, mustOpen(t, "git:merge-base(main)", Options{Dir: clone.dir}), "a.gfj"); got != "base" {
		t.Error(got)
	}

	alone := &repo{t, filepath.Join(t.TempDir(), "alone")}
	r.git("clone", "-q", "--depth=1", "--branch=feature", "file://"+r.dir, alone.dir)
	alone.git("remote", "remove", "origin")
	_, err = Open(context.Background(), "git:main", Options{Dir: alone.dir})
	if err == nil || err.Error() != "git:main: main isn't in this shallow clone: it has no remote to fetch it from; add one with git remote add origin URL" {
		t.Error(err)
	}
}
