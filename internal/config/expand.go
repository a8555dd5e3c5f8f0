package config

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Tree is where the patterns of a workspace are looked up.
type Tree struct {
	FS  fs.FS
	Dir string // of the workspace file, in FS
	Own bool   // the file stands there; else it is another state of what the file is about

	// Ignored reports whether a file or directory that no pattern names by itself
	// is passed by. Nil: none is.
	Ignored func(path string, dir bool) bool
}

// Found is what the patterns of a workspace match: paths of a tree, sorted. What
// stands below a directory that is among them is left out, so each is a place to
// read from on.
type Found struct {
	Contracts []string
	Proto     []ProtoRoots // one for each block
}

// Expand finds what the patterns match in a tree. What begins with a dot,
// node_modules, vendor and what is ignored is passed by, unless a pattern names
// it. A contracts pattern that matches nothing is a warning; a proto path that
// isn't there is an error in the file's own tree. The error is one of reading.
func (c *Config) Expand(t Tree) (Found, diag.List, error) {
	e := &expander{tree: t, fsys: walkable{t.FS, t.Ignored}}
	var f Found
	for _, p := range c.Contracts {
		m, err := e.match("contracts", p)
		if err != nil {
			return Found{}, nil, err
		}
		if m.found == nil && m.inside {
			d := e.list.Add("config", p.Span, fmt.Sprintf("contracts %q match nothing", p.Name))
			d.Severity, d.Help = diag.Warning, "patterns begin at the directory of the workspace file"
		}
		f.Contracts = append(f.Contracts, m.found...)
	}
	f.Contracts = topmost(f.Contracts)
	for _, p := range c.Proto {
		r, err := e.proto(p)
		if err != nil {
			return Found{}, nil, err
		}
		f.Proto = append(f.Proto, r)
	}
	return f, e.list.Sort(), nil
}

// Places returns the directories and files at and below which the patterns match,
// for a workspace file in the directory dir.
func (c *Config) Places(dir string) []string {
	var list []string
	patterns := slices.Clone(c.Contracts)
	for _, p := range c.Proto {
		patterns = append(patterns, p.Paths...)
	}
	for _, p := range patterns {
		if place := path.Join(dir, base(path.Clean(p.Name))); fs.ValidPath(place) {
			list = append(list, place)
		}
	}
	return topmost(list)
}

type expander struct {
	tree  Tree
	fsys  fs.FS
	taken []taken
	list  diag.List
}

// matched is what one pattern matches.
type matched struct {
	inside bool   // the pattern begins in the tree
	base   string // what of it stands before the first * and the like: a path of the tree
	found  []string
}

// match looks a pattern up.
func (e *expander) match(what string, p schema.Ident) (matched, error) {
	from, pattern := path.Clean(e.tree.Dir), path.Clean(p.Name)
	for pattern == ".." || strings.HasPrefix(pattern, "../") {
		if from == "." {
			e.list.Add("config", p.Span, fmt.Sprintf("%q is outside of what can be read", p.Name)).Help = "name a directory below"
			return matched{}, nil
		}
		from, pattern = path.Dir(from), path.Clean(strings.TrimPrefix(strings.TrimPrefix(pattern, ".."), "/"))
	}
	m := matched{inside: true, base: path.Join(from, base(pattern))}
	if pattern == "." {
		m.found = []string{from}
		return m, nil
	}
	below, err := fs.Sub(e.fsys, from)
	if err != nil {
		return m, err
	}
	names, err := doublestar.Glob(below, pattern, doublestar.WithNoHidden(), doublestar.WithFailOnIOErrors(), doublestar.WithNoFollow())
	if err != nil {
		return m, fmt.Errorf("%s %q: %w", what, p.Name, err)
	}
	for _, n := range names {
		m.found = append(m.found, path.Join(from, n))
	}
	return m, nil
}

// base returns what of a pattern stands before the first name that is one.
func base(pattern string) string {
	if !hasPattern(pattern) {
		return pattern
	}
	b, _ := doublestar.SplitPattern(pattern)
	return b
}

func hasPattern(p string) bool { return strings.ContainsAny(p, `*?[{`) }

// topmost sorts paths and drops those that stand below another: the same, or
// within a directory that is matched as a whole.
func topmost(paths []string) []string {
	slices.Sort(paths)
	paths = slices.Compact(paths)
	matched := make(map[string]bool, len(paths))
	for _, p := range paths {
		matched[p] = true
	}
	return slices.DeleteFunc(paths, func(p string) bool {
		for p != "." {
			if p = path.Dir(p); matched[p] {
				return true
			}
		}
		return false
	})
}

// walkable is a tree whose directories list only what is not passed by.
type walkable struct {
	fs.FS
	ignored func(path string, dir bool) bool
}

func (w walkable) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(w.FS, dir)
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool {
		if e.IsDir() && (e.Name() == "node_modules" || e.Name() == "vendor") {
			return true
		}
		return w.ignored != nil && w.ignored(path.Join(dir, e.Name()), e.IsDir())
	}), err
}

func (w walkable) Stat(name string) (fs.FileInfo, error) { return fs.Stat(w.FS, name) }
