package front

import (
	"fmt"
	"sync"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// loadWhole has the languages that load their files at once do so, and gives
// each unit the packages of its directory.
func (l *loader) loadWhole() error {
	for n, g := range l.langs {
		if g.Load == nil {
			continue
		}
		var units []*unit
		var files []Found
		src := Source{FS: l.tree.FS, Display: l.display, Named: l.namedDirs, Undocumented: l.tree.Undocumented}
		for _, r := range l.tree.Roots {
			if r.Language == g.Name {
				src.Roots = append(src.Roots, r)
			}
		}
		for _, u := range l.sorted() {
			if u.lang != n {
				continue
			}
			units = append(units, u)
			for _, p := range u.files {
				files = append(files, Found{Path: p, Imported: u.imported})
			}
		}
		if len(files) == 0 {
			continue
		}
		var mu sync.Mutex
		src.Keep = func(f *diag.File) {
			mu.Lock()
			l.result.Files[f.Path] = f
			mu.Unlock()
		}
		if l.tree.Lasting {
			src.Done = func(p string, f *diag.File) {
				if mountOf(p) != "" {
					return // another tree, which may end
				}
				f.LetGo(func() ([]byte, error) {
					in, err := l.tree.FS.Open(p)
					if err != nil {
						return nil, err
					}
					return readAll(in)
				})
			}
		}
		src.Open = func(p string) (*diag.File, error) {
			f, err := l.open(p)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.display(p), reason(err))
			}
			src.Keep(f)
			return f, nil
		}
		packages, problems, err := g.Load(src, files)
		if err != nil {
			return err
		}
		l.result.Problems = append(l.result.Problems, problems...)
		l.place(units, packages)
	}
	return nil
}

// place gives the packages to the units whose files they were read from, which
// come first and in that order; the others stand apart.
func (l *loader) place(units []*unit, packages []*schema.Package) {
	for _, u := range units {
		for range u.files {
			if packages[0] != nil {
				u.packages = append(u.packages, packages[0])
			}
			packages = packages[1:]
		}
	}
	l.apart = append(l.apart, packages...)
}
