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

// wanted is an import of a directory.
type wanted struct {
	from *unit
	i    *schema.Import
	dir  string
}

// imports notes what the packages of units import, and returns the units that
// must be read for it. Languages other than the contract language and those
// with an ImportDir say themselves which package they mean.
func (l *loader) imports(units []*unit) ([]*unit, error) {
	var wave []*unit
	asked := map[string]bool{}
	for _, u := range l.units {
		asked[u.dir] = true
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
				l.wanted = append(l.wanted, wanted{u, i, dir})
				if asked[dir] || !l.isDir(dir) {
					continue
				}
				asked[dir] = true
				added, err := l.directory(dir, nil)
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
		if from.ImportDir != nil {
			found = slices.DeleteFunc(slices.Clone(found), func(p *schema.Package) bool { return p.Language != from.Name })
		}
		name, problem := l.importedName(from, w.i, w.dir, found)
		w.i.Package = name
		if problem != nil {
			w.from.problems = append(w.from.problems, *problem)
		}
	}
}

// importDir returns the directory that an import names.
func (l *loader) importDir(u *unit, i *schema.Import) (string, *diag.Diagnostic) {
	source := i.Source
	if find := l.langs[u.lang].ImportDir; find != nil {
		dir, help := find(l.tree.FS, u.dir, source)
		if dir == "" {
			return "", problem(i, fmt.Sprintf("import %s names %s, which is not in the tree that is read", i.Local, source), help)
		}
		return dir, nil
	}
	if kind, _, ok := strings.Cut(source, ":"); ok || strings.Contains(source, "@") || archive(source) {
		if !ok {
			kind = "archives and revisions"
		}
		return "", problem(i, fmt.Sprintf("import %s has a source that can't be read yet: %s", i.Local, kind),
			"name a directory, relative to this one: \"../common\"")
	}
	if strings.HasPrefix(source, "/") || strings.Contains(source, `\`) {
		return "", problem(i, fmt.Sprintf("import %s has a source that is no relative path", i.Local),
			"name a directory, relative to this one, with slashes: \"../common\"")
	}
	dir := path.Join(u.dir, source)
	if !fs.ValidPath(dir) {
		return "", problem(i, fmt.Sprintf("import %s leaves the tree that contracts are read from", i.Local),
			"read from a directory that holds both")
	}
	return dir, nil
}

func archive(source string) bool {
	for _, suffix := range []string{".zip", ".tar", ".tgz", ".tar.gz", ".binpb", ".git"} {
		if strings.HasSuffix(source, suffix) {
			return true
		}
	}
	return false
}

// importedName returns the name of the one package in a directory: the contract
// language's where there is one.
func (l *loader) importedName(from *Language, i *schema.Import, dir string, found []*schema.Package) (string, *diag.Diagnostic) {
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
		return "", problem(i, fmt.Sprintf("import %s finds %d packages in %s", i.Local, len(found), l.display(dir)), "name a directory that holds one")
	case l.isDir(dir):
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
