package config

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// proto reads one block of import roots. seen holds the names of those before.
func (r *reader) proto(b *hclsyntax.Block, c *Config, seen labels) {
	p := Proto{Name: r.label(b), Span: r.span(b.TypeRange)}
	what := "proto " + strconv.Quote(p.Name.Name)
	seen.check(r, "proto", p.Name)
	r.body(b.Body, what, p.Span, []attr{
		{name: "paths", required: true, read: r.words("paths", schema.StringValue, &p.Paths, r.glob)},
		{name: "imports", read: r.words("imports", schema.StringValue, &p.Imports, r.directory)},
	}, nil)
	if a := b.Body.Attributes["paths"]; a != nil {
		if list, ok := a.Expr.(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) == 0 {
			r.errorf(r.span(list.Range()), "%s has no path", what).Help = "name the directory that imports begin at, or take the block out"
		}
	}
	c.Proto = append(c.Proto, p)
}

// directory reports a pattern where one directory is meant.
func (r *reader) directory(id schema.Ident) bool {
	if !r.glob(id) {
		return false
	}
	if hasPattern(id.Name) {
		r.errorf(id.Span, "%q is a pattern, where a directory is meant", id.Name).Help = "name the directory that imports begin at"
		return false
	}
	return true
}

// ProtoRoots is where the files of a proto block stand: paths of a tree.
type ProtoRoots struct {
	Read    []string // files and directories: its contracts
	Dirs    []string // directories that imports are looked up in; each of Read stands in one
	Imports []string // directories that they are looked up in after that
}

// taken is a directory that imports begin at, and the pattern that says so.
type taken struct {
	dir string
	by  schema.Ident
}

// proto finds what a block names.
func (e *expander) proto(p Proto) (ProtoRoots, error) {
	var r ProtoRoots
	for _, id := range p.Paths {
		m, err := e.match("paths", id)
		if err != nil {
			return r, err
		}
		found := topmost(m.found)
		dirs := e.roots(m.base, found)
		for _, d := range dirs {
			e.overlap(taken{d, id})
		}
		if r.Read, r.Dirs = append(r.Read, found...), append(r.Dirs, dirs...); found == nil && m.inside {
			e.absent(id)
		}
	}
	for _, id := range p.Imports {
		m, err := e.match("imports", id)
		if err != nil {
			return r, err
		}
		if r.Imports = append(r.Imports, m.found...); m.found == nil && m.inside {
			e.absent(id)
		}
		for _, d := range m.found {
			if info, err := fs.Stat(e.tree.FS, d); err == nil && !info.IsDir() {
				e.list.Add("config", id.Span, fmt.Sprintf("%q is a file, where a directory is meant", id.Name)).Help = "name the directory that imports begin at"
			}
		}
	}
	return r, nil
}

// roots returns the directories that imports of what was found begin at: those
// that were matched, or what the pattern begins with where it matches files.
func (e *expander) roots(base string, found []string) []string {
	for _, p := range found {
		if info, err := fs.Stat(e.tree.FS, p); err == nil && !info.IsDir() {
			if p == base {
				base = path.Dir(base) // one file alone
			}
			return []string{base}
		}
	}
	return found
}

// overlap reports a root in another, for a file of both had two names.
func (e *expander) overlap(t taken) {
	for _, other := range e.taken {
		if !within(t.dir, other.dir) && !within(other.dir, t.dir) || other.by == t.by {
			continue
		}
		d := e.list.Add("config", t.by.Span, fmt.Sprintf("%q and %q are roots within each other", other.by.Name, t.by.Name))
		d.Help = "take one of them out, or move it to imports: what stands in both would have two names"
		d.Related = []diag.Related{{Message: "the other is here", Span: other.by.Span}}
		break
	}
	e.taken = append(e.taken, t)
}

func within(dir, p string) bool { return dir == "." || dir == p || strings.HasPrefix(p, dir+"/") }

// absent reports a pattern that finds nothing. In another tree than the file's
// own it may well be so.
func (e *expander) absent(id schema.Ident) {
	d := e.list.Add("config", id.Span, fmt.Sprintf("%q is not there", id.Name))
	d.Help = "paths begin at the directory of the workspace file"
	if hasPattern(id.Name) {
		d.Message = fmt.Sprintf("%q matches nothing", id.Name)
	} else if near := e.nearest(id.Name); near != "" {
		d.Help = fmt.Sprintf("did you mean %q?", near)
	}
	if !e.tree.Own || hasPattern(id.Name) {
		d.Severity = diag.Warning
	}
}

// nearest returns a path that is there and differs in its last name.
func (e *expander) nearest(p string) string {
	p = path.Clean(p)
	dir := path.Join(e.tree.Dir, path.Dir(p))
	if !fs.ValidPath(dir) {
		return ""
	}
	entries, _ := fs.ReadDir(e.tree.FS, dir)
	var names []string
	for _, n := range entries {
		names = append(names, n.Name())
	}
	if near := diag.Nearest(path.Base(p), names); near != "" {
		return path.Join(path.Dir(p), near)
	}
	return ""
}
