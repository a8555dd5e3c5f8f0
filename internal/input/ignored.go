package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Ignored asks git what it leaves out at and below some places of the tree: what
// .gitignore files and the like name, and nobody added all the same. It returns
// nil where no place is in a work tree, and notes on work trees of which git
// can't say it: there nothing is left out.
func (in Input) Ignored(ctx context.Context, places []string) (ignored func(path string, dir bool) bool, notes []string) {
	d, onDisk := in.FS.(disk)
	if !onDisk {
		return nil, nil
	}
	g := &ignores{ctx: ctx, git: in.git, disk: d, listed: map[string]bool{}, asked: map[string]bool{}}
	below := map[string][]string{}
	for _, p := range places {
		if info, err := d.Stat(p); err != nil || !info.IsDir() {
			continue // what is named is read
		}
		for top := p; ; top = path.Dir(top) {
			if g.isTop(top) {
				below[top] = append(below[top], p)
				break
			}
			if top == "." {
				break
			}
		}
	}
	for top, places := range below {
		if err := g.ask(top, places); err != nil {
			notes = append(notes, fmt.Sprintf("what git ignores in %s is read as well: %v", in.Display(top), err))
		}
	}
	if len(below) == 0 {
		return nil, nil
	}
	slices.Sort(notes)
	return g.has, notes
}

// ignores is what git leaves out, by path in the tree.
type ignores struct {
	ctx  context.Context
	git  string
	disk disk

	mu     sync.Mutex
	listed map[string]bool
	asked  map[string]bool // tops of work trees
}

// isTop reports whether a directory is the top of a work tree.
func (g *ignores) isTop(dir string) bool {
	_, err := os.Lstat(filepath.Join(g.disk.root, filepath.FromSlash(dir), ".git"))
	return err == nil
}

// has reports whether git leaves p out. A work tree within the one that was asked
// about, such as a submodule, is asked when it is met; one that can't tell leaves
// nothing out.
func (g *ignores) has(p string, dir bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.listed[p] {
		return true
	}
	if dir && !g.asked[p] && g.isTop(p) {
		_ = g.ask(p, []string{p})
	}
	return false
}

// ask lists what git leaves out at and below places of the work tree at top.
func (g *ignores) ask(top string, places []string) error {
	g.asked[top] = true
	r := repository{g.ctx, g.git, filepath.Join(g.disk.root, filepath.FromSlash(top))}
	if places = r.seen(top, places); len(places) == 0 {
		return nil
	}
	args := []string{"-c", "core.fsmonitor=false", // which a work tree could have run anything
		"--literal-pathspecs", "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", "--"}
	for _, p := range places {
		args = append(args, below(top, p))
	}
	cmd := r.command(args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return r.failure(err, "")
	}
	err = ignoredPaths(bufio.NewReader(out), func(name string) { g.listed[path.Join(top, name)] = true })
	if err != nil {
		out.Close() // git ends at its next write
	}
	if e := cmd.Wait(); err == nil && e != nil {
		err = r.failure(e, errs.String())
	}
	return err
}

// seen leaves out the places that lie in a directory that git ignores, of which
// ls-files can't be asked. They are named, so that all there is read.
func (r repository) seen(top string, places []string) []string {
	return slices.DeleteFunc(slices.Clone(places), func(p string) bool {
		return p != top && r.command("-c", "core.fsmonitor=false", "check-ignore", "--quiet", "--", below(top, p)).Run() == nil
	})
}

// below is a place as git knows it in the work tree at top.
func below(top, place string) string {
	return "./" + strings.TrimPrefix(strings.TrimPrefix(place, top), "/")
}

// ignoredPaths reads what ls-files -z prints: paths, a slash behind those of
// directories.
func ignoredPaths(r *bufio.Reader, fn func(string)) error {
	for n := 0; ; n++ {
		name, err := r.ReadString(0)
		switch {
		case err == io.EOF && name == "":
			return nil
		case err != nil:
			return fmt.Errorf("git ls-files answers %q", name)
		case n == maxEntries:
			return errors.New("it ignores too many files")
		}
		if name = strings.TrimSuffix(strings.TrimSuffix(name, "\x00"), "/"); fs.ValidPath(name) {
			fn(name)
		}
	}
}
