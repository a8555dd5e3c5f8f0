package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
)

// repository runs git in one directory.
type repository struct {
	ctx context.Context
	git string
	dir string
}

// command prepares a run that asks nobody, takes no locks and says its errors
// in English. What a git hook has in its environment about another place of the
// repository is left out.
func (r repository) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(r.ctx, r.git, append([]string{"-C", r.dir}, args...)...)
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"}, name)
	})
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	return cmd
}

// run returns the output of git without its last line end.
func (r repository) run(args ...string) (string, error) {
	cmd := r.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", r.failure(err, errs.String())
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// says reports whether git answers a question with yes, and what.
func (r repository) says(args ...string) (string, bool) {
	out, err := r.run(args...)
	return out, err == nil && out != ""
}

// failure explains why git failed.
func (r repository) failure(err error, said string) error {
	said = strings.TrimSpace(strings.TrimPrefix(said, "fatal: "))
	switch {
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no %s on the PATH, and revisions are read through it", r.git)
	case strings.HasPrefix(said, "not a git repository"):
		return fmt.Errorf("%s is in no git repository", r.dir)
	case said == "":
		return fmt.Errorf("git: %w", err)
	}
	return fmt.Errorf("git: %s", said)
}

// maxEntries bounds the files of a revision.
const maxEntries = 2_000_000

// tree lists the files of a commit.
func (r repository) tree(commit string) (*tree, error) {
	cmd := r.command("ls-tree", "-r", "-z", "--full-tree", commit)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, r.failure(err, "")
	}
	t := newTree()
	err = entries(bufio.NewReader(out), t)
	if err != nil {
		out.Close() // git ends at its next write
	}
	if e := cmd.Wait(); err == nil && e != nil {
		err = r.failure(e, errs.String())
	}
	if err != nil {
		return nil, err
	}
	t.sort()
	t.store = &blobs{
		sizes:    batch{start: func() *exec.Cmd { return r.command("cat-file", "--batch-check") }},
		contents: batch{start: func() *exec.Cmd { return r.command("cat-file", "--batch") }},
	}
	return t, nil
}

const (
	whyLink   = "is a symbolic link, and links are not followed inside a revision: name the file that it stands for"
	whyModule = "is a submodule, which is a repository of its own: name a path in its checkout"
)

// entries reads what ls-tree -z prints: mode, type and id, a tab, the path, a
// NUL. Bytes of a path that are no UTF-8 are replaced.
func entries(r *bufio.Reader, t *tree) error {
	for n := 0; ; n++ {
		line, err := r.ReadString(0)
		if err == io.EOF && line == "" {
			return nil
		}
		head, name, ok := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t")
		words := strings.Fields(head)
		if err != nil || !ok || len(words) != 3 {
			return fmt.Errorf("git ls-tree answers %q", line)
		}
		if n == maxEntries {
			return fmt.Errorf("the revision has more than %d files", maxEntries)
		}
		f := node{mode: 0o444, id: words[2], size: -1}
		switch words[0] {
		case "120000":
			f.mode, f.why = f.mode|fs.ModeSymlink, whyLink
		case "160000":
			f.mode, f.why = f.mode|fs.ModeIrregular, whyModule
		}
		if name = strings.ToValidUTF8(name, "\uFFFD"); fs.ValidPath(name) {
			t.add(name, f)
		}
	}
}
