package input

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func mustOpen(t *testing.T, text string, o Options) Input {
	t.Helper()
	in, err := Open(context.Background(), text, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if in.Name != text {
		t.Errorf("name %q of %q", in.Name, text)
	}
	return in
}

func read(t *testing.T, in Input, name string) string {
	t.Helper()
	text, err := fs.ReadFile(in.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func dirs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"work/contracts/a.gfj": "a", "common/c.gfj": "c", "work/x@y.gfj": "at", "work/old.zip/a.gfj": "z"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "work")
}

func TestPaths(t *testing.T) {
	dir := dirs(t)
	abs := filepath.ToSlash(filepath.Join(dir, "contracts"))
	for _, c := range []struct{ typed, below, shown, text string }{
		{"contracts", "/a.gfj", "contracts/a.gfj", "a"},
		{"contracts/", "/a.gfj", "contracts/a.gfj", "a"},
		{"./contracts/a.gfj", "", "contracts/a.gfj", "a"},
		{".", "/contracts/a.gfj", "contracts/a.gfj", "a"},
		{"..", "/common/c.gfj", "../common/c.gfj", "c"},
		{"../common", "/c.gfj", "../common/c.gfj", "c"},
		{"x@y.gfj", "", "x@y.gfj", "at"},
		{"old.zip", "/a.gfj", "old.zip/a.gfj", "z"},
		{abs, "/a.gfj", abs + "/a.gfj", "a"},
	} {
		in := mustOpen(t, c.typed, Options{Dir: dir})
		if got := read(t, in, in.Root+c.below); got != c.text {
			t.Errorf("%s: %q", c.typed, got)
		}
		if got := in.Display(in.Root + c.below); got != c.shown {
			t.Errorf("%s: shown as %s, want %s", c.typed, got, c.shown)
		}
	}
	// An import finds what stands beside the input.
	in := mustOpen(t, "contracts", Options{Dir: dir})
	beside := strings.TrimSuffix(in.Root, "work/contracts") + "common/c.gfj"
	if read(t, in, beside) != "c" || in.Display(beside) != "../common/c.gfj" {
		t.Errorf("%s is shown as %s", beside, in.Display(beside))
	}
}

func TestRefused(t *testing.T) {
	dir := dirs(t)
	for typed, want := range map[string]string{
		"":                             "an input is empty: write . for this directory",
		"contract":                     "contract: no such file or directory; did you mean contracts?",
		"contracts/b.gfj":              "contracts/b.gfj: no such file or directory; did you mean contracts/a.gfj?",
		"nowhere/b.gfj":                "nowhere/b.gfj: no such file or directory, and nowhere isn't there either",
		"contracts/a.gfj/x":            "contracts/a.gfj/x: no such file or directory, and contracts/a.gfj isn't there either",
		"gti:main":                     "gti:main: no such file or directory; did you mean git:main?",
		"a.tar.gz":                     "a.tar.gz: no such file or directory",
		"a.zip//sub":                   "a.zip//sub: no such file or directory",
		"old.zip//b.gfj":               "old.zip//b.gfj: no such file or directory; did you mean old.zip/a.gfj?",
		"a.tar.xz":                     "a.tar.xz: archives of this kind aren't read: make a .tar.gz, .tar.zst or .zip of it",
		"a.tgz#subdir=x":               "a.tgz#subdir=x: a place in an archive is written a.tgz//SUBDIR",
		"https://x/a.zip//b":           "https://x/a.zip//b: only archives on this machine are read: download it first",
		"registry:demo@1":              "registry:demo@1: registry inputs can't be read yet",
		"live:localhost:1":             "live:localhost:1: live inputs can't be read yet",
		".git#brunch=main":             ".git#brunch=main: unknown key brunch; did you mean branch?",
		".git#branch=":                 ".git#branch=: branch says nothing",
		".git#branch=a,tag=b":          ".git#branch=a,tag=b: more than one of branch, tag, ref and commit",
		".git#ref=a,tag=b":             ".git#ref=a,tag=b: more than one of branch, tag, ref and commit",
		".git#tag=b,tag=c":             ".git#tag=b,tag=c: tag is said twice",
		".git#format=zip":              ".git#format=zip: the format of a repository is git, not zip",
		".git#recurse_submodules=true": ".git#recurse_submodules=true: submodules aren't read at a revision: name a path in the checkout of one",
		"https://x/y.git#branch=main":  "https://x/y.git#branch=main: only repositories on this machine are read: clone it first",
		"x.git#branch=main":            "x.git#branch=main: there is no repository x.git",
		"git:":                         "git:: a revision is missing: write git:main, for example",
		"git:--output=x":               "git:--output=x: --output=x is no revision",
		"git:main:":                    "git:main:: a path is missing after the last colon",
		"git:merge-base(main":          "git:merge-base(main: write git:merge-base(REV) or git:merge-base(REV):path",
		"git:merge-base(main)a":        "git:merge-base(main)a: write git:merge-base(REV) or git:merge-base(REV):path",
		"-":                            "-: stdin needs its language: --from hcl|gfj|proto|thrift|go|json|descriptor-set",
	} {
		if strings.HasPrefix(typed, "git:") {
			r := newRepo(t)
			dir = r.dir
		} else {
			dir = dirs(t)
		}
		_, err := Open(context.Background(), typed, Options{Dir: dir})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", typed, err, want)
		}
		if there := strings.Contains(want, "no such file") && !archiveForm.MatchString(typed); errors.Is(err, fs.ErrNotExist) != there {
			t.Errorf("%q: is not exist: %v", typed, !there)
		}
	}
}

func TestStdin(t *testing.T) {
	in := mustOpen(t, "-", Options{Stdin: strings.NewReader("text"), From: "gfj"})
	if read(t, in, in.Root) != "text" || in.Display(in.Root) != "stdin.gfj" {
		t.Error(in.Root)
	}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{From: "gjf", Stdin: strings.NewReader("")}, "-: unknown language gjf; did you mean gfj?"},
		{Options{From: "cobol", Stdin: strings.NewReader("")}, "-: unknown language cobol; known are hcl, gfj, proto, thrift, go, json, descriptor-set"},
		{Options{From: "gfj"}, "-: there is no stdin here"},
		{Options{From: "gfj", Stdin: strings.NewReader(strings.Repeat("x", MaxFile+1))}, "-: stdin is larger than 10 MiB"},
		{Options{From: "gfj", Large: isSet, Stdin: strings.NewReader(strings.Repeat("x", MaxFile+1))}, "-: stdin is larger than 10 MiB"},
	} {
		if _, err := Open(context.Background(), "-", c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func isSet(p string) bool { return strings.HasSuffix(p, ".binpb") }

// TestLarge holds that what would flood a reader is refused.
func TestLarge(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"large.gfj": MaxFile + 1, "a.binpb": MaxFile + 1, "larger.binpb": MaxLarge + 1} {
		large, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := large.Truncate(size); err != nil {
			t.Fatal(err)
		}
		large.Close()
	}
	in := mustOpen(t, ".", Options{Dir: dir, Large: isSet})
	if _, err := fs.ReadFile(in.FS, in.Root+"/a.binpb"); err != nil {
		t.Error(err)
	}
	big := strings.NewReader(strings.Repeat("x", MaxFile+1))
	if got := read(t, mustOpen(t, "-", Options{From: "descriptor-set", Large: isSet, Stdin: big}), "stdin.binpb"); len(got) != MaxFile+1 {
		t.Error(len(got))
	}
	for name, want := range map[string]string{"large.gfj": "is larger than 10 MiB", "larger.binpb": "is larger than 128 MiB"} {
		_, err := fs.ReadFile(in.FS, in.Root+"/"+name)
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), in.Root+"/"+name) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := in.FS.Open(in.Root + "/" + name); err == nil {
			t.Errorf("%s opens", name)
		}
	}
	if _, err := in.FS.Open("../x"); !errors.Is(err, fs.ErrInvalid) {
		t.Error(err)
	}
}
