package input

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// refused opens an input that can't be, and returns the words behind its name.
func refused(t *testing.T, typed, dir string) string {
	t.Helper()
	in, err := Open(context.Background(), typed, Options{Dir: dir})
	if err == nil {
		t.Errorf("%s is read at %s", typed, in.Commit)
		return ""
	}
	return strings.TrimPrefix(err.Error(), typed+": ")
}

func TestRevisionNames(t *testing.T) {
	r := diverged(t)
	r.git("branch", "both", "feature")
	r.git("tag", "both", "main")
	r.git("tag", "words", r.git("rev-parse", "main:a.gfj"))
	r.git("update-ref", "refs/pull/7/merge", "feature")
	feature := r.git("rev-parse", "feature")
	for typed, want := range map[string]string{
		"git:both":                        "main 2", // as git has it
		".git#branch=both":                "base",
		".git#tag=both":                   "main 2",
		".git#tag=v1":                     "base",
		"git:v1":                          "base",
		".git#ref=refs/pull/7/merge":      "base",
		".git#commit=" + feature:          "base",
		".git#branch=main,ref=" + feature: "base",
		".git#branch=main,depth=1":        "main 2",
		".git":                            "main 2",
		"git:" + feature[:7]:              "base",
		"file://" + r.dir + "/.git#branch=feature": "base",
	} {
		if got := read(t, mustOpen(t, typed, Options{Dir: r.dir}), "a.gfj"); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
	for typed, want := range map[string]string{
		"git:words":              "words is a blob, and no commit",
		"git:main^{tree}":        "main^{tree} is a tree, and no commit",
		"git:main..feature":      "main..feature is no single revision: where HEAD left one is git:merge-base(REV)",
		".git#branch=v1":         "the repository has no branch v1; git branch --all and git tag list what there is",
		".git#tag=feature":       "the repository has no tag feature; git branch --all and git tag list what there is",
		".git#branch=featur":     "the repository has no branch featur; did you mean feature?",
		".git#subdir=../x":       "../x is outside the repository",
		".git#subdir=b.gfj":      "there is no b.gfj at HEAD; did you mean a.gfj?",
		"other/.git#branch=main": "there is no repository other/.git",
		"git:HEAD~9":             "the repository has no revision HEAD~9: it may go back further than the history does",
	} {
		if got := refused(t, typed, r.dir); got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
	// A bare repository is one, whatever its folders are called.
	bare := filepath.Join(filepath.Dir(r.dir), "bare.git")
	r.git("clone", "-q", "--bare", r.dir, bare)
	for typed, want := range map[string]string{"bare.git": "main 2", "bare.git#branch=feature": "base", bare + "#tag=v1": "base"} {
		in := mustOpen(t, typed, Options{Dir: filepath.Dir(r.dir)})
		if got := read(t, in, "a.gfj"); got != want || in.Root != "." {
			t.Errorf("%s: %q at %s", typed, got, in.Root)
		}
	}
	if got := refused(t, "bare.git#subdir=refs", filepath.Dir(r.dir)); got != "there is no refs at HEAD" {
		t.Error(got)
	}
	// What is called like a repository may be none, in one.
	r.write("plain.git/objects/a.gfj", "plain")
	r.write("hollow/.git/x", "")
	if got := read(t, mustOpen(t, "plain.git/objects/a.gfj", Options{Dir: r.dir}), strings.TrimPrefix(r.dir, "/")+"/plain.git/objects/a.gfj"); got != "plain" {
		t.Error(got)
	}
	if in := mustOpen(t, "plain.git", Options{Dir: r.dir}); !in.OnDisk {
		t.Error("a directory is read as a repository")
	}
	if got := refused(t, "plain.git#branch=main", r.dir); got != "plain.git is no git repository, but a directory in one" {
		t.Error(got)
	}
	if got := refused(t, "hollow/.git", r.dir); got != "hollow/ is no git repository, but a directory in one" {
		t.Error(got)
	}
	// HEAD without a commit is not the remote's.
	r.git("update-ref", "refs/remotes/origin/HEAD", "main")
	r.git("checkout", "-q", "--orphan", "fresh")
	for typed, want := range map[string]string{
		"git:HEAD":             "HEAD has no commit yet",
		"git:merge-base(main)": "HEAD has no commit yet, and so never left main",
	} {
		if got := refused(t, typed, r.dir); got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
}

// TestShortIDs finds two commits whose ids begin alike.
func TestShortIDs(t *testing.T) {
	r := newRepo(t)
	var in bytes.Buffer
	for n := range 900 {
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter A <a@example.com> %d +0000\ndata 0\n", n)
	}
	cmd := exec.Command("git", "-C", r.dir, "fast-import", "--quiet")
	cmd.Stdin = &in
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := map[string]string{}
	for _, id := range strings.Fields(r.git("rev-list", "main")) {
		other := seen[id[:4]]
		if seen[id[:4]] = id; other == "" {
			continue
		}
		got := refused(t, "git:"+id[:4], r.dir)
		if !strings.HasPrefix(got, id[:4]+" begins the ids of several commits: ") || !strings.Contains(got, id) || !strings.Contains(got, other) {
			t.Error(got)
		}
		return
	}
	t.Error("no two of 900 ids begin alike")
}

func TestSHA256(t *testing.T) {
	r := newRepo(t)
	dir := filepath.Join(t.TempDir(), "long")
	if out, err := exec.Command("git", "init", "-q", "--object-format=sha256", "-b", "main", dir).CombinedOutput(); err != nil {
		t.Skipf("this git has no SHA-256: %v: %s", err, out)
	}
	r.dir = dir
	var items []item
	for n := range 100 {
		items = append(items, item{name: fmt.Sprintf("a%d.gfj", n), text: fmt.Sprint(n)})
	}
	r.imports(items...)
	r.git("tag", "-a", "v1", "-m", "v1")
	id := r.git("rev-parse", "main")
	for _, typed := range []string{"git:main", "git:v1", "git:" + id, "git:" + id[:10], "git:merge-base(main)"} {
		in := mustOpen(t, typed, Options{Dir: dir, Keep: func(string) bool { return true }})
		for _, i := range items {
			if got := read(t, in, i.name); got != i.text {
				t.Errorf("%s: %s: %q", typed, i.name, got)
			}
		}
		if len(in.Commit) != 64 {
			t.Error(in.Commit)
		}
	}
}

func TestSubmodules(t *testing.T) {
	inner, r := newRepo(t), newRepo(t)
	inner.write("m.gfj", "module")
	inner.commit("inner")
	r.write("contracts/a.gfj", "a")
	r.commit("one")
	if in := mustOpen(t, "git:HEAD", Options{Dir: r.dir}); in.Notes != nil {
		t.Error(in.Notes)
	}
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "contracts/mod")
	r.commit("two")
	for typed, want := range map[string]string{
		"git:main:contracts/mod":     "at main contracts/mod is a submodule, which is a repository of its own: name a path in its checkout",
		"git:main:contracts/mod/x":   "at main contracts/mod is a submodule, which is a repository of its own: name a path in its checkout",
		"git:main:contracts/a.gfj/x": "at main contracts/a.gfj is a file, and no directory",
	} {
		if got := refused(t, typed, r.dir); got != want {
			t.Errorf("%s: %s", typed, got)
		}
	}
	in := mustOpen(t, "git:main", Options{Dir: r.dir})
	if !slices.Equal(in.Notes, []string{"the submodule contracts/mod is a repository of its own, and not read"}) {
		t.Error(in.Notes)
	}
	if in := mustOpen(t, "git:main:contracts/a.gfj", Options{Dir: r.dir}); in.Notes != nil {
		t.Error(in.Notes)
	}
	// Its checkout is one, and its revisions are its own.
	for _, typed := range []string{"contracts/mod@HEAD", "contracts/mod/m.gfj@main", "contracts/mod/.git#branch=main"} {
		in := mustOpen(t, typed, Options{Dir: r.dir})
		if got := read(t, in, "m.gfj"); got != "module" || in.Display("m.gfj") != "contracts/mod/m.gfj" {
			t.Errorf("%s: %q, shown as %s", typed, got, in.Display("m.gfj"))
		}
	}
}

func TestOddPaths(t *testing.T) {
	r := newRepo(t)
	odd := "a b/it's \"quoted\"/line\nbreak/日本 ü\t$(x)"
	r.write(odd+"/c;d&.gfj", "odd")
	raw := filepath.Join(r.dir, "latin-\xfc.gfj")
	if err := os.WriteFile(raw, []byte("latin"), 0o666); err != nil {
		t.Skip("this file system has no such names: ", err)
	}
	r.commit("one")
	if err := os.Remove(raw); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, typed, shown string }{
		{".", "git:main", odd + "/c;d&.gfj"},
		{".", "git:main:" + odd, odd + "/c;d&.gfj"},
		{".", odd + "/c;d&.gfj@main", odd + "/c;d&.gfj"},
		{".", ".git#subdir=" + odd, odd + "/c;d&.gfj"},
		{odd, "git:main", "c;d&.gfj"},
		{odd, "c;d&.gfj@main", "c;d&.gfj"},
	} {
		in := mustOpen(t, c.typed, Options{Dir: filepath.Join(r.dir, c.dir)})
		if read(t, in, odd+"/c;d&.gfj") != "odd" || in.Display(odd+"/c;d&.gfj") != c.shown {
			t.Errorf("%q in %q: shown as %q", c.typed, c.dir, in.Display(odd+"/c;d&.gfj"))
		}
		if got := read(t, in, "latin-\uFFFD.gfj"); got != "latin" {
			t.Error(got)
		}
	}
}
