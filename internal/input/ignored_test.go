package input

import (
	"bufio"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// walked returns the files that a walk from place meets, relative to it.
func walked(t *testing.T, in Input, place string) []string {
	t.Helper()
	ignored, notes := in.Ignored(context.Background(), []string{place})
	if len(notes) > 0 {
		t.Error(notes)
	}
	list := []string{}
	err := fs.WalkDir(in.FS, place, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir(), p != place && ignored != nil && ignored(p, d.IsDir()):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir():
			list = append(list, strings.TrimPrefix(p, place+"/"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestIgnored holds that a walk meets what git itself doesn't ignore, and what
// it does for each form of a pattern.
func TestIgnored(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", strings.Join([]string{
		"# a comment", `\#mark`, "*.tmp", "!keep.tmp", "/anchored", "only-dir/", "deep/**/x.gfj", "**/any", "mid/*/end", "out/*", "!out/kept.gfj", "trail\\ ", "[ab].gfj", "forced/", "/whole",
	}, "\n"))
	r.write("nested/.gitignore", "*.gfj\n!yes.gfj\n/top\n")
	r.write(".git/info/exclude", "excluded\n")
	for _, p := range []string{
		"a.gfj", "c.gfj", "#mark", "x.tmp", "keep.tmp", "sub/x.tmp", "anchored/a1.gfj", "sub/anchored/a1.gfj", "only-dir/f.gfj", "sub/only-dir",
		"deep/x.gfj", "deep/1/2/x.gfj", "deep/1/y.gfj", "q/any/f.gfj", "mid/1/end/f.gfj", "mid/1/2/end/f.gfj", "out/gone.gfj", "out/kept.gfj", "trail ",
		"nested/no.gfj", "nested/yes.gfj", "nested/top/f.gfj", "nested/below/no.gfj", "nested/below/top/yes.gfj", "excluded/f.gfj", "forced/in.gfj", "forced/not.gfj", "sub/ünï.tmp",
	} {
		r.write(p, p)
	}
	r.git("add", "-f", "forced/in.gfj")
	hook := filepath.Join(r.dir, ".git", "hook")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch '"+r.dir+"/ran'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	r.git("config", "core.fsmonitor", hook)
	in := mustOpen(t, r.dir, Options{})
	got := walked(t, in, in.Root)
	want := []string{
		".gitignore", ".keep", "c.gfj", "deep/1/y.gfj", "forced/in.gfj", "keep.tmp", "mid/1/2/end/f.gfj", "nested/.gitignore", "nested/below/top/yes.gfj", "nested/yes.gfj",
		"out/kept.gfj", "sub/anchored/a1.gfj", "sub/only-dir",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	r.git("config", "--unset", "core.fsmonitor")
	judge := strings.Split(strings.TrimSuffix(r.git("ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00"), "\x00")
	slices.Sort(judge)
	slices.Sort(got)
	if d := cmp.Diff(judge, got); d != "" {
		t.Errorf("git says otherwise: %s", d)
	}
	// What is named is walked, ignored or not; below it git counts again.
	r.write("whole/of/it/i.gfj", "")
	for place, want := range map[string]string{
		"anchored": "a1.gfj", "nested": ".gitignore,below/top/yes.gfj,yes.gfj", "nested/top": "f.gfj", "forced": "in.gfj", "out": "kept.gfj", "whole/of/it": "i.gfj",
	} {
		if got := walked(t, in, in.Root+"/"+place); strings.Join(got, ",") != want {
			t.Errorf("%s: %q, want %s", place, got, want)
		}
	}
}

// TestIgnoredElsewhere holds what there is beside one plain work tree.
func TestIgnoredElsewhere(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", "*.tmp\n")
	r.write("a.gfj", "")
	r.write("a.tmp", "")
	inner := &repo{t, filepath.Join(r.dir, "module")}
	inner.write(".gitignore", "gone.gfj\n")
	inner.write("gone.gfj", "")
	inner.write("here.gfj", "")
	inner.write("b.tmp", "")
	inner.git("init", "-q", "-b", "main")
	in := mustOpen(t, r.dir, Options{})
	want := []string{".gitignore", ".keep", "a.gfj", "module/.gitignore", "module/b.tmp", "module/here.gfj"}
	if d := cmp.Diff(want, walked(t, in, in.Root)); d != "" {
		t.Errorf("a repository in another: %s", d)
	}
	r.git("add", ".gitignore")
	r.git("commit", "-q", "-m", "one")
	r.git("worktree", "add", "-q", filepath.Join(filepath.Dir(r.dir), "tree"))
	other := &repo{t, filepath.Join(filepath.Dir(r.dir), "tree")}
	other.write("w.tmp", "")
	in = mustOpen(t, other.dir, Options{})
	if got := walked(t, in, in.Root); !slices.Equal(got, []string{".git", ".gitignore"}) {
		t.Errorf("another work tree: %q", got)
	}
	in = mustOpen(t, dirs(t), Options{})
	if ignored, notes := in.Ignored(context.Background(), []string{in.Root}); ignored != nil || notes != nil {
		t.Errorf("outside of git: %v", notes)
	}
	in = mustOpen(t, r.dir, Options{Git: "no-such-git"})
	if _, notes := in.Ignored(context.Background(), []string{in.Root}); len(notes) != 1 || !strings.Contains(notes[0], "there is no no-such-git on the PATH") {
		t.Errorf("without git: %q", notes)
	}
	if err := os.WriteFile(filepath.Join(r.dir, ".git", "HEAD"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	in = mustOpen(t, r.dir, Options{})
	if _, notes := in.Ignored(context.Background(), []string{in.Root}); len(notes) != 1 {
		t.Errorf("a broken repository: %q", notes)
	}
}

// FuzzIgnored holds, of any bytes: no panic, and paths of a tree alone.
func FuzzIgnored(f *testing.F) {
	for _, seed := range []string{"", "a\x00", "dir/\x00b\x00", "/\x00", "../x\x00", "cut"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		err := ignoredPaths(bufio.NewReader(strings.NewReader(text)), func(name string) {
			if n++; !fs.ValidPath(name) || strings.Contains(name, "\x00") {
				t.Errorf("%q", name)
			}
		})
		if (err != nil) != (text != "" && !strings.HasSuffix(text, "\x00")) || n > strings.Count(text, "\x00") {
			t.Errorf("%d paths, %v", n, err)
		}
	})
}
