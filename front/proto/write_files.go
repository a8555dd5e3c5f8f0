package proto

import (
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// WriteFiles says a linked package in the files that it was read from, each at
// its path with its options and imports, as [Write] would say it. A package that
// knows of none is one file, called after it.
func WriteFiles(p *schema.Package) (files []front.Written, losses diag.List) {
	w := newWriter(p)
	for _, at := range portions(p) {
		files = append(files, front.Written{Path: at.Path, Text: w.file(at)})
	}
	return files, w.losses.Sort()
}

// portion is what one written file holds of the package.
type portion struct {
	schema.File
	whole   bool // all of it
	options []schema.Option
	imports []*schema.Import
	own     []schema.Node // what stands in no other
}

// whole is a package in one file.
func whole(p *schema.Package) portion {
	return portion{File: schema.File{Path: p.Name + extension, Doc: p.Doc}, whole: true, options: p.Options, imports: p.Imports, own: p.Outer()}
}

// portions returns the files that a package is written to.
func portions(p *schema.Package) []portion {
	if len(p.Files) == 0 || p.Language != "proto" {
		return []portion{whole(p)}
	}
	byName := map[string]schema.Node{}
	for _, n := range p.Outer() {
		byName[n.Base().Name] = n
	}
	options, imports := p.Options, p.Imports
	list := make([]portion, len(p.Files))
	for i, f := range p.Files {
		list[i] = portion{File: f, options: options[:f.Options], imports: imports[:f.Imports]}
		options, imports = options[f.Options:], imports[f.Imports:]
		for _, name := range f.Declares {
			list[i].own = append(list[i].own, byName[name])
		}
	}
	return list
}

// home is the file that an element of another package is written to.
func home(p *schema.Package, n schema.Node) string {
	for _, f := range p.Files {
		if p.Language == "proto" && slices.Contains(f.Declares, schema.Outermost(n.Base().Name)) {
			return f.Path
		}
	}
	return p.Name + extension
}

// fileImport is an import as it is written.
type fileImport struct{ path, modifier string }

// importFile notes an import, once for each file.
func (w *writer) importFile(path, modifier string) {
	for i, x := range w.imports {
		if x.path == path {
			if x.modifier == "" {
				w.imports[i].modifier = modifier
			}
			return
		}
	}
	w.imports = append(w.imports, fileImport{path, modifier})
}

// importAll notes the imports that the file was read with. Between files that are
// compiled at once, other languages' are those of the names that are used.
func (w *writer) importAll() {
	for _, i := range w.at.imports {
		if isSource(i) && !(w.at.whole && i.Package == w.pkg.Name) && (w.known == nil || w.pkg.Language == "proto") {
			w.importFile(w.fileOf(i), i.Modifier)
		}
	}
}

// importOf notes the file that has an element of another package, where none of
// the imports that the package was read with is one.
func (w *writer) importOf(p *schema.Package, n schema.Node) {
	if w.known == nil || w.pkg.Language == "proto" {
		for _, i := range w.pkg.Imports {
			if isSource(i) && (i.Package == p.Name || w.pkg.Language == "proto") {
				return // importAll has it
			}
		}
	}
	w.importFile(home(p, n), "")
}

// fileOf is what an import is called. What is written as one file stays among the
// files that it imports; else they are called as they are written. Among files
// that are compiled at once, what is none of them is a package in one file.
func (w *writer) fileOf(i *schema.Import) string {
	name := i.Source
	if i.File != "" && (!w.at.whole || w.known != nil) {
		name = i.File
	}
	if w.known == nil || w.known(name) || wellKnown(name) != nil {
		return name
	}
	return i.Package + extension
}
