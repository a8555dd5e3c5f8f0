package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

var protoOnly = []string{"proto"}

// protoFile is one file of a package, as the options of the package remember it.
type protoFile struct {
	path    string
	options map[string]schema.Option
}

// protoFiles returns the files of a package by path: each says its syntax in an
// option, or that it doesn't.
func protoFiles(pkg *schema.Package) []*protoFile {
	byPath := map[string]*protoFile{}
	var files []*protoFile
	for _, o := range pkg.Options {
		f := byPath[o.Span.Path()]
		if f == nil {
			f = &protoFile{path: o.Span.Path(), options: map[string]schema.Option{}}
			byPath[f.path] = f
			files = append(files, f)
		}
		f.options[o.Name] = o
	}
	slices.SortFunc(files, func(a, b *protoFile) int { return strings.Compare(a.path, b.path) })
	return files
}

// dir is the directory of the file, in an archive or set where it stands in one.
func (f *protoFile) dir() string {
	return path.Dir(f.path[strings.LastIndex(f.path, "//")+1:])
}

// packaged reports whether the file names its package: one that doesn't is a
// package of its own.
func (f *protoFile) packaged() bool {
	_, without := f.options["proto.package"]
	return !without
}

// place is where what concerns a whole file is reported: its package statement
// where the model knows that, else its first line.
func (f *protoFile) place(pkg *schema.Package) diag.Span {
	if pkg.NameSpan.Path() == f.path {
		return pkg.NameSpan
	}
	return firstLine(f.path)
}

func firstLine(file string) diag.Span {
	at := diag.Pos{Line: 1, Column: 1}
	return diag.At(file, at, at)
}

// protoDirs returns the directories of a package's files in order, with the
// first file of each.
func protoDirs(pkg *schema.Package) []*protoFile {
	var dirs []*protoFile
	seen := map[string]bool{}
	for _, f := range protoFiles(pkg) {
		if f.packaged() && !seen[f.dir()] {
			seen[f.dir()] = true
			dirs = append(dirs, f)
		}
	}
	return dirs
}
