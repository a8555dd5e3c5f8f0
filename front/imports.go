package front

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// wanted is an import of a directory, or of what one file of it says.
type wanted struct {
	from *unit
	i    *schema.Import
	dir  string
	file string // "": of the directory
}

// imports notes what the packages of units import, and returns the units that
// must be read for it. Languages other than the contract language and those
// with an ImportDir say themselves which package they mean.
func (l *loader) imports(units []*unit) ([]*unit, error) {
	var wave []*unit
	asked := map[string]bool{}
	alone := map[string]bool{} // files that were named, and are all that is read of their package
	for _, u := range l.units {
		if u.file != "" && !l.langs[u.lang].wholeDir() {
			alone[u.file] = true
		} else {
			asked[u.dir] = true
		}
	}
	for _, u := range units {
		for _, p := range u.packages {
			if p.Language != "hcl" && l.langs[u.lang].ImportDir == nil {
				continue
			}
			for _, i := range p.Imports {
				if i.Package != "" || i.Source == "" {
					continue
				}
				dir, problem := l.importDir(u, i)
				if problem != nil {
					u.problems = append(u.problems, *problem)
					continue
				}
				file := ""
				if l.langs[u.lang].ImportDir == nil && l.isContract(dir) {
					dir, file = path.Dir(dir), dir
				}
				l.wanted = append(l.wanted, wanted{u, i, dir, file})
				if asked[dir] || alone[file] || !l.isDir(dir) {
					continue
				}
				if n := l.language(file); file != "" && !l.langs[n].wholeDir() {
					alone[file] = true
					a := &unit{dir: dir, file: file, lang: n, files: []string{file}, imported: true}
					l.add(a)
					wave = append(wave, a)
					continue
				}
				asked[dir] = true
				added, err := l.directory(dir, func(file string, _ *Language) bool { return !alone[file] })
				if err != nil {
					return nil, err
				}
				added = l.sift(added)
				for _, a := range added {
					a.imported = true
				}
				wave = append(wave, added...)
			}
		}
	}
	return wave, nil
}

func (l *loader) isDir(p string) bool {
	info, err := fs.Stat(l.tree.FS, p)
	return err == nil && info.IsDir()
}

// nameImports gives each import the name of the package that it brings.
func (l *loader) nameImports() {
	inDir := map[string][]*schema.Package{}
	for _, u := range l.sorted() {
		for _, p := range u.packages {
			has := func(q *schema.Package) bool { return q.Name == p.Name } // another part of it
			if !slices.ContainsFunc(inDir[u.dir], has) {
				inDir[u.dir] = append(inDir[u.dir], p)
			}
		}
	}
	for _, w := range l.wanted {
		from, found := l.langs[w.from.lang], inDir[w.dir]
		if w.file != "" {
			found = l.inFile(w.file, w.dir)
		} else if from.ImportDir != nil {
			found = slices.DeleteFunc(slices.Clone(found), func(p *schema.Package) bool { return p.Language != from.Name })
		}
		name, problem := l.importedName(from, w, found)
		w.i.Package = name
		if name == "" {
			w.i.Reported = true // here, or where the package is broken
		}
		if problem != nil {
			w.from.problems = append(w.from.problems, *problem)
		}
	}
}

// wholeDir reports whether the files of a directory are one package.
func (g *Language) wholeDir() bool { return g.Name == "hcl" || g.ImportDir != nil }

// isContract reports whether p is a file that is called as a contract is.
func (l *loader) isContract(p string) bool {
	info, err := fs.Stat(l.tree.FS, p)
	return err == nil && !info.IsDir() && l.language(p) >= 0
}

// inFile returns the package that a file is of.
func (l *loader) inFile(file, dir string) []*schema.Package {
	var found []*schema.Package
	for _, u := range l.sorted() {
		if u.dir != dir || !slices.Contains(u.files, file) {
			continue
		}
		for _, p := range u.packages {
			if l.langs[u.lang].wholeDir() || p.Span.Path() == l.display(file) {
				found = append(found, p)
			}
		}
	}
	return found
}

// importDir returns the directory that an import names, or the file.
func (l *loader) importDir(u *unit, i *schema.Import) (string, *diag.Diagnostic) {
	source := i.Source
	if find := l.langs[u.lang].ImportDir; find != nil {
		dir, help := find(l.tree.FS, u.dir, source)
		if dir == "" {
			return "", problem(i, fmt.Sprintf("import %s names %s, which is not in the tree that is read", i.Local, source), help)
		}
		return dir, nil
	}
	if at := path.Join(u.dir, source); input(source) && !l.isDir(at) && !l.isContract(at) {
		return l.mount(u.dir, i)
	}
	if strings.HasPrefix(source, "/") || strings.Contains(source, `\`) {
		return "", problem(i, fmt.Sprintf("import %s has a source that is no relative path", i.Local),
			"name a directory, relative to this one, with slashes: \"../common\"")
	}
	dir := path.Join(u.dir, source)
	if !fs.ValidPath(dir) || mountOf(dir) != mountOf(u.dir) {
		return "", problem(i, fmt.Sprintf("import %s leaves the tree that contracts are read from", i.Local),
			"read from a directory that holds both")
	}
	return dir, nil
}

// importedName returns the name of the one package in a directory: the contract
// language's where there is one.
func (l *loader) importedName(from *Language, w wanted, found []*schema.Package) (string, *diag.Diagnostic) {
	i, dir := w.i, w.dir
	if w.file != "" {
		dir = w.file
	}
	for _, p := range found {
		if p.Language == "hcl" {
			return p.Name, nil
		}
	}
	help := "see whether the path is right: it is relative to this file's directory"
	if from.ImportDir != nil {
		help = "mark what is used of it as a contract there"
	}
	switch {
	case len(found) == 1:
		return found[0].Name, nil
	case len(found) > 1:
		return "", problem(i, fmt.Sprintf("import %s finds %d packages in %s", i.Local, len(found), l.display(dir)), "name a directory that holds one, or a file of it")
	case w.file != "" || l.isDir(dir):
		return "", problem(i, fmt.Sprintf("import %s finds no contract in %s", i.Local, l.display(dir)), help)
	}
	return "", problem(i, fmt.Sprintf("import %s names %s, which is no directory", i.Local, l.display(dir)), help)
}

func problem(i *schema.Import, message, help string) *diag.Diagnostic {
	i.Reported = true // Link need not say it again
	at := i.SourceSpan
	if !at.Known() {
		at = i.Span
	}
	return &diag.Diagnostic{Severity: diag.Error, Code: "import-missing", Span: at, Message: message, Help: help}
}
