package config

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rpcctl/rpcctl/diag"
)

// Expand finds what the contracts patterns match in fsys, where dir is the
// directory of the workspace file. Paths are those of fsys, sorted; what stands
// below a directory that is among them is left out, so each is a place to read
// from on, and directories whose name begins with a dot are passed by. A
// pattern that matches nothing is a warning. The error is one of reading.
func (c *Config) Expand(fsys fs.FS, dir string) ([]string, diag.List, error) {
	var list diag.List
	var found []string
	for _, p := range c.Contracts {
		base, pattern := path.Clean(dir), path.Clean(p.Name)
		for pattern == ".." || strings.HasPrefix(pattern, "../") {
			if base == "." {
				list.Add("config", p.Span, fmt.Sprintf("%q is outside of what can be read", p.Name)).Help = "name a directory below"
				pattern = ""
				break
			}
			base, pattern = path.Dir(base), path.Clean(strings.TrimPrefix(strings.TrimPrefix(pattern, ".."), "/"))
		}
		if pattern == "" {
			continue
		}
		below, err := fs.Sub(fsys, base)
		if err != nil {
			return nil, nil, err
		}
		matches, err := match(below, pattern)
		if err != nil {
			return nil, nil, fmt.Errorf("contracts %q: %w", p.Name, err)
		}
		if len(matches) == 0 {
			d := list.Add("config", p.Span, fmt.Sprintf("contracts %q match nothing", p.Name))
			d.Severity, d.Help = diag.Warning, "patterns begin at the directory of the workspace file"
		}
		for _, m := range matches {
			found = append(found, path.Join(base, m))
		}
	}
	return roots(found), list.Sort(), nil
}

// match returns what one pattern matches, without hidden directories unless
// the pattern names them.
func match(fsys fs.FS, pattern string) ([]string, error) {
	if pattern == "." {
		return []string{"."}, nil
	}
	return doublestar.Glob(fsys, pattern, doublestar.WithNoHidden(), doublestar.WithFailOnIOErrors(), doublestar.WithNoFollow())
}

// roots sorts paths and drops those that stand below another: the same, or
// within a directory that is matched as a whole.
func roots(paths []string) []string {
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
