package proto

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/rpcctl/rpcctl/diag"
)

// bufWorkspace is what a buf.yaml or buf.work.yaml says of roots. Other keys
// are buf's own matter.
type bufWorkspace struct {
	roots    []string
	excludes []string
}

// rootsFor returns the roots for a file in dir: its own first.
func (w *bufWorkspace) rootsFor(dir string) []string {
	var own, rest []string
	for _, r := range w.roots {
		if within(r, dir) {
			own = append(own, r)
		} else {
			rest = append(rest, r)
		}
	}
	return append(own, rest...)
}

// excluded reports whether buf leaves the directory out.
func (w *bufWorkspace) excluded(dir string) bool {
	for _, e := range w.excludes {
		if within(e, dir) {
			return true
		}
	}
	return false
}

// bufOf returns the workspace that a directory is in, nil where it is in none.
// A buf.work.yaml counts for the modules that it lists.
func (r *roots) bufOf(dir string) *bufWorkspace {
	var found *bufWorkspace
	for d := dir; ; d = path.Dir(d) {
		w := r.bufAt(d)
		if w != nil && (found == nil || w.lists(found)) {
			found = w
		}
		if d == "." || r.top(d) {
			return found
		}
	}
}

// lists reports whether w has the roots of a module among its own.
func (w *bufWorkspace) lists(module *bufWorkspace) bool {
	for _, r := range w.roots {
		for _, m := range module.roots {
			if within(r, m) {
				return true
			}
		}
	}
	return false
}

func (r *roots) bufAt(dir string) *bufWorkspace {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w, ok := r.bufs[dir]; ok {
		return w
	}
	var w *bufWorkspace
	for _, name := range []string{"buf.work.yaml", "buf.yaml"} {
		if w == nil {
			w = r.readBuf(dir, name)
		}
	}
	r.bufs[dir] = w
	return w
}

// maxBuf is how large a buf.yaml may be.
const maxBuf = 1 << 20

func (r *roots) readBuf(dir, name string) *bufWorkspace {
	if info, err := fs.Stat(r.source.FS, path.Join(dir, name)); err != nil || info.Size() > maxBuf || !info.Mode().IsRegular() {
		return nil
	}
	text, err := fs.ReadFile(r.source.FS, path.Join(dir, name))
	if err != nil {
		return nil
	}
	var doc struct {
		Version     string   `yaml:"version"`
		Directories []string `yaml:"directories"`
		Build       struct {
			Roots    []string `yaml:"roots"`
			Excludes []string `yaml:"excludes"`
		} `yaml:"build"`
		Modules []struct {
			Path     string   `yaml:"path"`
			Excludes []string `yaml:"excludes"`
		} `yaml:"modules"`
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		shown := path.Join(dir, name)
		if r.source.Display != nil {
			shown = r.source.Display(shown)
		}
		f := diag.NewFile(shown, text)
		d := r.problems.Add("parse", f.Span(0, 0), fmt.Sprintf("%s can't be read: %s", name, strings.TrimPrefix(err.Error(), "yaml: ")))
		d.Severity, d.Help = diag.Warning, "import roots are guessed as if it were not there"
		return nil
	}
	w := &bufWorkspace{}
	in := func(to *[]string, base string, list []string) {
		for _, p := range list {
			if p = path.Join(base, p); fs.ValidPath(p) {
				*to = append(*to, p)
			}
		}
	}
	switch {
	case name == "buf.work.yaml":
		in(&w.roots, dir, doc.Directories)
	case doc.Version == "v2":
		for _, m := range doc.Modules {
			in(&w.roots, dir, []string{m.Path})
			in(&w.excludes, dir, m.Excludes)
		}
	default:
		for _, root := range doc.Build.Roots {
			in(&w.roots, dir, []string{root})
			in(&w.excludes, path.Join(dir, root), doc.Build.Excludes)
		}
		if len(doc.Build.Roots) == 0 {
			in(&w.excludes, dir, doc.Build.Excludes)
		}
	}
	if len(w.roots) == 0 {
		w.roots = []string{dir}
	}
	return w
}
