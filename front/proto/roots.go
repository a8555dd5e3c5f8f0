package proto

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
)

// roots says below which directories imports are looked up: those that the
// workspace names for the file, else the roots that a buf.yaml above it names, then the directories from the named one down
// to the file's, then those above the named one up to the workspace's.
type roots struct {
	source   front.Source
	named    []string
	problems diag.List

	mu    sync.Mutex
	files map[string]bool     // is there such a file
	dirs  map[string][]string // the roots of a directory's files
	bufs  map[string]*bufWorkspace
	tops  map[string]bool
}

func newRoots(src front.Source) *roots {
	r := &roots{source: src, files: map[string]bool{}, dirs: map[string][]string{}, bufs: map[string]*bufWorkspace{}, tops: map[string]bool{}}
	for _, n := range src.Named {
		r.named = append(r.named, path.Clean(n))
	}
	return r
}

func (r *roots) isFile(p string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.files[p]; ok {
		return known, nil
	}
	info, err := fs.Stat(r.source.FS, p)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		var at *fs.PathError
		if !errors.As(err, &at) {
			return false, err
		}
	}
	is := err == nil && info.Mode().IsRegular()
	r.files[p] = is
	return is, nil
}

// of returns the roots for the imports of a file, the first to be asked first.
func (r *roots) of(file string) []string {
	dir := path.Dir(file)
	r.mu.Lock()
	list, ok := r.dirs[dir]
	r.mu.Unlock()
	if ok {
		return list
	}
	add := func(d string) {
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	for _, d := range r.said(file) {
		add(d)
	}
	if len(list) > 0 {
		return r.keep(dir, list)
	}
	if ws := r.bufOf(dir); ws != nil {
		for _, d := range ws.rootsFor(dir) {
			add(d)
		}
	}
	base := r.namedFor(dir)
	for _, d := range between(base, dir) {
		add(d)
	}
	for _, n := range r.named {
		add(n)
	}
	for d := base; !r.top(d) && d != "."; {
		d = path.Dir(d)
		add(d)
	}
	return r.keep(dir, list)
}

func (r *roots) keep(dir string, list []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dirs[dir] = list
	return list
}

// said returns the roots that the workspace names for a file.
func (r *roots) said(file string) []string {
	var list []string
	for _, s := range r.source.Roots {
		if dirs, ok := s.Of(file); ok {
			list = append(list, dirs...)
		}
	}
	return list
}

// leavesOut reports whether a buf.yaml excludes a file, and no one named the
// directory that it excludes.
func (r *roots) leavesOut(file string) bool {
	if r.source.FS == nil || len(r.said(file)) > 0 {
		return false
	}
	dir := path.Dir(file)
	ws := r.bufOf(dir)
	return ws != nil && ws.excluded(dir) && !ws.excluded(r.namedFor(dir))
}

// namedFor returns the named directory that dir is in, dir where it is in none.
func (r *roots) namedFor(dir string) string {
	best := ""
	for _, n := range r.named {
		if within(n, dir) && (best == "" || len(n) > len(best)) {
			best = n
		}
	}
	if best == "" {
		return dir
	}
	return best
}

func within(outer, dir string) bool {
	return outer == "." || outer == dir || strings.HasPrefix(dir, outer+"/")
}

// between returns the directories from outer down to dir.
func between(outer, dir string) []string {
	var list []string
	for d := dir; ; d = path.Dir(d) {
		list = append(list, d)
		if d == outer || d == "." {
			break
		}
	}
	slices.Reverse(list)
	return list
}

// relative is what importers could call a file: its path below a root that is
// named for it, else below one where imports were found.
func (r *roots) relative(file string, imported []string) string {
	roots := r.said(file)
	if len(roots) == 0 && r.source.FS != nil {
		if ws := r.bufOf(path.Dir(file)); ws != nil {
			roots = ws.rootsFor(path.Dir(file))
		}
	}
	for _, d := range append(slices.Clip(roots), imported...) {
		if within(d, file) {
			return strings.TrimPrefix(file, d+"/")
		}
	}
	if base := r.namedFor(path.Dir(file)); base != "." && within(base, path.Dir(file)) {
		return strings.TrimPrefix(file, base+"/")
	}
	return file
}

// top reports whether a directory is where a workspace ends: it holds what only
// the root of one holds.
func (r *roots) top(dir string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if is, ok := r.tops[dir]; ok {
		return is
	}
	r.tops[dir] = r.isTop(dir)
	return r.tops[dir]
}

func (r *roots) isTop(dir string) bool {
	for _, name := range []string{"rpcctl.hcl", ".git", "buf.work.yaml"} {
		if _, err := fs.Stat(r.source.FS, path.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// say lists the roots for a person.
func (r *roots) say(file string) string {
	if r.source.FS == nil {
		return "the files that are read"
	}
	list := r.of(file)
	shown := make([]string, 0, len(list))
	for _, d := range list[:min(len(list), 6)] {
		if r.source.Display != nil {
			d = r.source.Display(d)
		}
		shown = append(shown, d)
	}
	if len(list) > 6 {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
}
