package front

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// anyLanguage reads files of all.
const anyLanguage = ""

// named adds the units of a path that a person named.
func (l *loader) named(p, language string) error {
	clean := path.Clean(p)
	info, err := fs.Stat(l.tree.FS, clean)
	if err != nil {
		return fmt.Errorf("%s: %w", l.display(p), reason(err))
	}
	l.note(clean, info.IsDir())
	switch {
	case info.IsDir():
		return l.walk(clean, language)
	case l.language(clean) >= 0 && (language == anyLanguage || l.langs[l.language(clean)].Name == language):
		l.add(&unit{dir: path.Dir(clean), file: clean, lang: l.language(clean), files: []string{clean}})
	}
	return nil
}

// covers reports whether units of the directory, or below it, are there already.
func (l *loader) covers(dir string) bool {
	for _, u := range l.units {
		if dir == "." || u.dir == dir || strings.HasPrefix(u.dir, dir+"/") {
			return true
		}
	}
	return false
}

// note keeps the directory of a path that a person named.
func (l *loader) note(p string, dir bool) {
	if !dir {
		p = path.Dir(p)
	}
	l.namedDirs = append(l.namedDirs, p)
}

// walk adds the units of a directory, and of those below it that are not passed by.
func (l *loader) walk(root, language string) error {
	return fs.WalkDir(l.tree.FS, root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", l.display(p), reason(err))
		}
		if !d.IsDir() {
			return nil
		}
		if name := d.Name(); p != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor" || l.ignored(p, true)) {
			return fs.SkipDir
		}
		_, err = l.directory(p, func(file string, g *Language) bool {
			return (language == anyLanguage || g.Name == language) && !l.forImports(root, file, g) && !l.ignored(file, false)
		})
		return err
	})
}

func (l *loader) ignored(p string, dir bool) bool {
	return l.tree.Ignored != nil && l.tree.Ignored(p, dir)
}

// forImports reports whether a file that is met on a walk from root stands in a
// directory that is there for imports alone.
func (l *loader) forImports(root, file string, g *Language) bool {
	nearest, only := -1, false
	for _, r := range l.tree.Roots {
		if r.Language != g.Name {
			continue
		}
		for i, d := range slices.Concat(r.Imports, r.Dirs) {
			if within(d, file) && len(d) >= nearest {
				nearest, only = len(d), i < len(r.Imports) && !within(d, root)
			}
		}
	}
	return only
}

// directory adds the units of one directory, of those files that are wanted (nil:
// all), and returns those that are new.
func (l *loader) directory(dir string, wanted func(file string, g *Language) bool) ([]*unit, error) {
	entries, err := fs.ReadDir(l.tree.FS, dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.display(dir), reason(err))
	}
	byLang := make([]*unit, len(l.langs))
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		n := l.language(p)
		if n < 0 || l.langs[n].Alone || !l.isFile(p, e) || wanted != nil && !wanted(p, l.langs[n]) {
			continue
		}
		if byLang[n] == nil {
			byLang[n] = &unit{dir: dir, lang: n}
		}
		byLang[n].files = append(byLang[n].files, p)
	}
	var added []*unit
	for _, u := range byLang {
		if u != nil && l.add(u) {
			added = append(added, u)
		}
	}
	return added, nil
}

// isFile reports whether p, which is called as a contract is, is one. What is
// neither a file nor a directory is one that can't be read, and not passed by.
func (l *loader) isFile(p string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return !e.IsDir()
	}
	info, err := fs.Stat(l.tree.FS, p)
	return err != nil || !info.IsDir()
}
