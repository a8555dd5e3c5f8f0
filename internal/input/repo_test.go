package input

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a git repository made for a test.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git on the PATH: ", err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r := &repo{t, filepath.Join(t.TempDir(), "repo")}
	r.write(".keep", "")
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits everything and returns the commit's id.
func (r *repo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// imports makes a commit on main of files alone, fast and as a pack.
func (r *repo) imports(items ...item) {
	r.t.Helper()
	var in bytes.Buffer
	in.WriteString("commit refs/heads/main\ncommitter A <a@example.com> 1 +0000\ndata 0\n")
	for _, i := range items {
		fmt.Fprintf(&in, "M 100644 inline %s\ndata %d\n%s\n", i.name, len(i.text), i.text)
	}
	cmd := exec.Command("git", "-C", r.dir, "fast-import", "--quiet")
	cmd.Stdin = &in
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git fast-import: %v\n%s", err, out)
	}
}

// history is main with two commits, and a branch that left it after the first.
func history(t *testing.T) *repo {
	r := newRepo(t)
	r.write("contracts/a.gfj", "one")
	r.write("common/c.gfj", "common")
	r.write("top.gfj", "top")
	r.commit("one")
	r.git("tag", "v1")
	r.git("branch", "feature")
	r.write("contracts/a.gfj", "two")
	r.write("contracts/new/b.gfj", "new")
	r.commit("two")
	return r
}
