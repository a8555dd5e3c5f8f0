package input

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
)

func TestGit(t *testing.T) {
	r := history(t)
	r.git("checkout", "-q", "feature")
	r.git("rm", "-rq", "contracts")
	r.write("own/o.gfj", "own")
	r.commit("three")
	first := r.git("rev-parse", "v1")
	for _, c := range []struct{ dir, typed, root, name, shown, text string }{
		{".", "git:main", ".", "contracts/a.gfj", "contracts/a.gfj", "two"},
		{".", "git:v1", ".", "contracts/a.gfj", "contracts/a.gfj", "one"},
		{".", "git:main~1", ".", "contracts/a.gfj", "contracts/a.gfj", "one"},
		{".", "git:" + first[:12], ".", "contracts/a.gfj", "contracts/a.gfj", "one"},
		{".", "git:merge-base(main)", ".", "contracts/a.gfj", "contracts/a.gfj", "one"},
		{".", "git:merge-base(main):contracts", "contracts", "contracts/a.gfj", "contracts/a.gfj", "one"},
		{".", "git:main:contracts", "contracts", "contracts/new/b.gfj", "contracts/new/b.gfj", "new"},
		{".", "git:main:contracts/", "contracts", "contracts/new/b.gfj", "contracts/new/b.gfj", "new"},
		{".", "git:main:contracts/a.gfj", "contracts/a.gfj", "contracts/a.gfj", "contracts/a.gfj", "two"},
		{".", "git:main:./contracts/../common", "common", "common/c.gfj", "common/c.gfj", "common"},
		{".", "contracts@main", "contracts", "contracts/a.gfj", "contracts/a.gfj", "two"},
		{".", "contracts/new/b.gfj@main", "contracts/new/b.gfj", "contracts/new/b.gfj", "contracts/new/b.gfj", "new"},
		{".", "common@HEAD@{0}", "common", "common/c.gfj", "common/c.gfj", "common"},
		{"own", "git:HEAD", "own", "own/o.gfj", "o.gfj", "own"},
		{"own", "git:HEAD:o.gfj", "own/o.gfj", "own/o.gfj", "o.gfj", "own"},
		{"own", "git:main:../contracts", "contracts", "contracts/a.gfj", "../contracts/a.gfj", "two"},
		{"own", "git:main:/contracts", "contracts", "contracts/a.gfj", "../contracts/a.gfj", "two"},
		{"own", "git:main:/", ".", "top.gfj", "../top.gfj", "top"},
		{"own", "..@main", ".", "top.gfj", "../top.gfj", "top"},
		{".", ".git#branch=main,subdir=contracts", "contracts", "contracts/a.gfj", "contracts/a.gfj", "two"},
		{"own", "../.git#tag=v1", ".", "contracts/a.gfj", "../contracts/a.gfj", "one"},
		{"..", "repo/.git#subdir=own", "own", "own/o.gfj", "repo/own/o.gfj", "own"},
		{"..", "repo/contracts@v1", "contracts", "contracts/a.gfj", "repo/contracts/a.gfj", "one"},
		{"own", r.dir + "/contracts@v1", "contracts", "contracts/a.gfj", r.dir + "/contracts/a.gfj", "one"},
	} {
		in := mustOpen(t, c.typed, Options{Dir: filepath.Join(r.dir, c.dir)})
		if in.Root != c.root || len(in.Commit) != 40 {
			t.Errorf("%s in %s: root %s, commit %s", c.typed, c.dir, in.Root, in.Commit)
		}
		if got := read(t, in, c.name); got != c.text {
			t.Errorf("%s: %q, want %q", c.typed, got, c.text)
		}
		if got := in.Display(c.name); got != c.shown {
			t.Errorf("%s in %s: shown as %s, want %s", c.typed, c.dir, got, c.shown)
		}
	}
	if status := r.git("status", "--porcelain"); status != "" {
		t.Errorf("the work tree was touched:\n%s", status)
	}
}

func TestGitRefused(t *testing.T) {
	r := history(t)
	r.git("checkout", "-q", "--orphan", "alone")
	r.commit("alone")
	empty := newRepo(t)
	outside := t.TempDir()
	for _, c := range []struct {
		dir, typed, want string
		notThere         bool
	}{
		{r.dir, "git:mian", "the repository has no revision mian; did you mean main?", false},
		{r.dir, "git:v11", "the repository has no revision v11; did you mean v1?", false},
		{r.dir, "git:other-thing", "the repository has no revision other-thing; git branch --all and git tag list what there is", false},
		{r.dir, "git:main~9", "the repository has no revision main~9: it may go back further than the history does", false},
		{r.dir, "git:merge-base(main)", "HEAD and main have no common ancestor", false},
		{r.dir, "git:main:contract", "there is no contract at main; did you mean contracts?", true},
		{r.dir, "contracts/c.gfj@main", "there is no contracts/c.gfj at main; did you mean contracts/a.gfj?", true},
		{r.dir + "/common", "git:main:contracts", "there is no common/contracts at main; from the top of the repository it is git:main:/contracts", true},
		{r.dir, "git:main:../x", "../x is outside the repository", false},
		{r.dir, "git:main:/../x", "../x is outside the repository", false},
		{empty.dir, "git:HEAD", "the repository has no commit yet", false},
		{outside, "git:main", outside + " is in no git repository", false},
		{outside, "x@main", outside + " is in no git repository", false},
	} {
		_, err := Open(context.Background(), c.typed, Options{Dir: c.dir})
		if err == nil || err.Error() != c.typed+": "+c.want {
			t.Errorf("%s: %v, want %s", c.typed, err, c.want)
		}
		if errors.Is(err, fs.ErrNotExist) != c.notThere {
			t.Errorf("%s: is not exist: %v", c.typed, !c.notThere)
		}
	}
	_, err := Open(context.Background(), "git:main", Options{Dir: r.dir, Git: "no-such-git"})
	if err == nil || err.Error() != "git:main: there is no no-such-git on the PATH, and revisions are read through it" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, "git:main", Options{Dir: r.dir}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestGitClones(t *testing.T) {
	r := history(t)
	clone := &repo{t, filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "-q", r.dir, clone.dir)
	clone.git("checkout", "-q", "--detach")
	clone.git("branch", "-D", "main")
	if in := mustOpen(t, "git:feature:contracts", Options{Dir: clone.dir}); read(t, in, "contracts/a.gfj") != "one" {
		t.Error("origin/feature was not tried")
	}

	shallow := &repo{t, filepath.Join(t.TempDir(), "shallow")}
	r.git("clone", "-q", "--depth=1", "--branch=main", "file://"+r.dir, shallow.dir)
	first := r.git("rev-parse", "v1")
	for typed, want := range map[string]string{
		"git:feature":             "git fetch --depth=1 origin feature:refs/remotes/origin/feature",
		"git:origin/feature":      "git fetch --depth=1 origin feature:refs/remotes/origin/feature",
		"git:" + first:            "git fetch --depth=1 origin " + first,
		"git:main~1":              "git fetch --unshallow",
		"git:merge-base(feature)": "git fetch --unshallow origin feature:refs/remotes/origin/feature",
	} {
		_, err := Open(context.Background(), typed, Options{Dir: shallow.dir})
		if err == nil || !strings.HasSuffix(err.Error(), "isn't in this shallow clone: type "+want) {
			t.Errorf("%s: %v", typed, err)
			continue
		}
	}
	// What the message says to type works.
	shallow.git(strings.Fields("fetch -q --depth=1 origin feature:refs/remotes/origin/feature")...)
	if in := mustOpen(t, "git:feature:contracts", Options{Dir: shallow.dir}); read(t, in, "contracts/a.gfj") != "one" {
		t.Error("the fetched branch isn't read")
	}
	_, err := Open(context.Background(), "git:merge-base(feature)", Options{Dir: shallow.dir})
	if err == nil || !strings.HasSuffix(err.Error(), "type git fetch --unshallow") {
		t.Error(err)
	}
	shallow.git("fetch", "-q", "--unshallow")
	mustOpen(t, "git:merge-base(feature)", Options{Dir: shallow.dir})

	r.git("config", "uploadpack.allowFilter", "true")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	partial := &repo{t, filepath.Join(t.TempDir(), "partial")}
	r.git("clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+r.dir, partial.dir)
	if in := mustOpen(t, "git:main", Options{Dir: partial.dir}); read(t, in, "contracts/a.gfj") != "two" {
		t.Error("a partial clone isn't read")
	}
	if missing := partial.git("rev-list", "--objects", "--missing=print", "main"); strings.Count(missing, "\n?") != 5 {
		t.Errorf("more was fetched than was read:\n%s", missing)
	}

	bare := &repo{t, filepath.Join(t.TempDir(), "bare.git")}
	r.git("clone", "-q", "--bare", r.dir, bare.dir)
	if in := mustOpen(t, "git:main", Options{Dir: bare.dir}); read(t, in, "contracts/a.gfj") != "two" {
		t.Error("a bare repository isn't read")
	}

	tree := &repo{t, filepath.Join(t.TempDir(), "tree")}
	r.git("worktree", "add", "-q", tree.dir, "feature")
	t.Setenv("GIT_DIR", ".git") // as in a hook
	in := mustOpen(t, "git:main", Options{Dir: filepath.Join(tree.dir, "common")})
	if in.Root != "common" || in.Display("contracts/a.gfj") != "../contracts/a.gfj" || read(t, in, "contracts/a.gfj") != "two" {
		t.Errorf("in a work tree: %s, %s", in.Root, in.Display("contracts/a.gfj"))
	}
}

func TestGitTree(t *testing.T) {
	r := history(t)
	r.write("large.bin", strings.Repeat("x", MaxFile+1))
	r.write("white space/ü.gfj", "ü")
	r.write("empty.gfj", "")
	if err := os.Symlink("top.gfj", filepath.Join(r.dir, "link.gfj")); err != nil {
		t.Fatal(err)
	}
	r.commit("kinds")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+r.git("rev-parse", "HEAD")+",module")
	r.git("commit", "-q", "-m", "module")
	in := mustOpen(t, "git:HEAD", Options{Dir: r.dir})
	for name, want := range map[string]string{
		"large.bin": "is larger than 10 MiB",
		"link.gfj":  "is a symbolic link, and links are not followed inside a revision: name the file that it stands for",
		"module":    "is a submodule, which is a repository of its own: name a path in its checkout",
		"module/x":  "file does not exist",
		"contracts": "is a directory",
	} {
		if _, err := fs.ReadFile(in.FS, name); err == nil || !strings.HasSuffix(err.Error(), name+": "+want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, c := range [][2]string{{"white space/ü.gfj", "ü"}, {"empty.gfj", ""}, {"top.gfj", "top"}, {"contracts/a.gfj", "two"}} {
				if text, err := fs.ReadFile(in.FS, c[0]); err != nil || string(text) != c[1] {
					t.Errorf("%s: %q, %v", c[0], text, err)
				}
			}
		})
	}
	wait.Wait()

	closed := mustOpen(t, "git:v1", Options{Dir: r.dir})
	if err := fstest.TestFS(closed.FS, "contracts/a.gfj", "common/c.gfj", "top.gfj"); err != nil {
		t.Error(err)
	}
	if err := closed.Close(); err != nil {
		t.Error(err)
	}
	if _, err := fs.ReadFile(closed.FS, "top.gfj"); err == nil || !strings.HasSuffix(err.Error(), "the input is closed") {
		t.Error(err)
	}
}

// TestLoad reads contracts of a revision as every command does.
func TestLoad(t *testing.T) {
	r := newRepo(t)
	r.write("contracts/math.gfj", "// Math adds.\nservice Math {\nint32 Add(int32, int32)\n}\n")
	r.commit("one")
	r.write("contracts/math.gfj", "broken")
	in := mustOpen(t, "git:HEAD:contracts", Options{Dir: r.dir})
	loaded, err := front.Load(front.Tree{FS: in.FS, Display: in.Display}, []string{in.Root}, []*front.Language{gfj.Language()})
	if err != nil || len(loaded.Problems) > 0 || len(loaded.Packages) != 1 {
		t.Fatal(loaded, err)
	}
	p := loaded.Packages[0]
	if p.Name != "math" || p.Path != "contracts/math.gfj" || p.Services[0].Doc != "Math adds." {
		t.Errorf("%s in %s: %+v", p.Name, p.Path, p.Services[0])
	}
}

func TestDefaultBase(t *testing.T) {
	r := history(t)
	base := func(dir string) string {
		t.Helper()
		s, err := DefaultBase(context.Background(), dir)
		if err != nil {
			return err.Error()
		}
		return s
	}
	expect := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	expect(base(r.dir), "git:HEAD~1")
	r.git("checkout", "-q", "feature")
	expect(base(r.dir), "git:merge-base(main)")
	expect(base(filepath.Join(r.dir, "contracts")), "git:merge-base(main)")

	clone := &repo{t, filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "-q", "--branch=main", r.dir, clone.dir)
	clone.git("remote", "set-head", "origin", "feature")
	expect(base(clone.dir), "git:merge-base(origin/feature)")
	clone.git("remote", "set-head", "origin", "main")
	expect(base(clone.dir), "git:HEAD~1")
	clone.git("checkout", "-q", "--detach")
	expect(base(clone.dir), "git:HEAD~1")
	clone.git("checkout", "-q", "v1")
	expect(base(clone.dir), "git:merge-base(origin/main)")

	r.git("branch", "-m", "main", "master")
	expect(base(r.dir), "git:merge-base(master)")
	r.git("branch", "-m", "master", "trunk")
	expect(base(r.dir), "the repository has no origin/HEAD, main or master")

	fresh := newRepo(t)
	expect(base(fresh.dir), "the repository has no commit yet")
	fresh.write("a.gfj", "one")
	fresh.git("checkout", "-q", "-B", "main")
	fresh.commit("one")
	expect(base(fresh.dir), "git:HEAD") // what the work tree changes
	fresh.commit("two")
	expect(base(fresh.dir), "git:HEAD~1")
	shallow := &repo{t, filepath.Join(t.TempDir(), "shallow")}
	fresh.git("clone", "-q", "--depth=1", "file://"+fresh.dir, shallow.dir)
	expect(base(shallow.dir), "git:HEAD~1") // which says what to fetch

	outside := t.TempDir()
	expect(base(outside), outside+" is in no git repository")
}

func TestCutRevision(t *testing.T) {
	for text, want := range map[string]string{
		"a@main": "a|main", "a/@scope/b@v1": "a/@scope/b|v1", "a@b@c": "a@b|c", "a@HEAD@{1}": "a|HEAD@{1}",
		"@main": "", "a@": "", "a": "", "a@b c": "", "a@{1}": "", "": "",
	} {
		path, rev, ok := cutRevision(text)
		got := path + "|" + rev
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
