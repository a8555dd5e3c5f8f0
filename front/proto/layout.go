package proto

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// keepLayout tells the model what the file holds, once all of it is there.
func (f *file) keepLayout() {
	f.part.Files = []schema.File{{
		Path: pathOf(f.name), Doc: f.part.Doc, Options: len(f.part.Options), Imports: len(f.part.Imports), Declares: slices.Clone(f.declares),
	}}
	for _, d := range f.imports {
		if d.target == nil {
			continue
		}
		if p := pathOf(d.target.name); p != d.path {
			d.entry.File = p
		}
	}
}

// importRoots returns the directories below which imports were found, deeper ones
// first.
func (s *session) importRoots() (roots []string) {
	for _, f := range s.files {
		root, ok := strings.CutSuffix("./"+f.path, "/"+f.name)
		if root = path.Clean(root); ok && f.name != "" && !f.known && !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	slices.SortFunc(roots, func(a, b string) int {
		return cmp.Or(strings.Count(b, "/")-strings.Count(a, "/"), strings.Compare(b, a))
	})
	return roots
}

// declare notes what a declaration brought that stands in no other: all behind
// what the part had before.
func (f *file) declare(before schema.Package) {
	p := *f.part
	p.Services, p.Messages, p.Enums = p.Services[len(before.Services):], p.Messages[len(before.Messages):], p.Enums[len(before.Enums):]
	for _, n := range p.Outer() {
		f.declares = append(f.declares, n.Base().Name)
	}
}

// pathOf is a file's name in the model. A file outside of all trees, such as one
// that is not on disk, has none but its own.
func pathOf(name string) string {
	if inner, ok := strings.CutPrefix(name, "\x00"); ok { // of another tree, hung into this one
		_, name, _ = strings.Cut(inner, "/")
	}
	if schema.ValidFile(name) {
		return name
	}
	return strings.ReplaceAll(path.Base(path.Clean("/"+strings.ReplaceAll(name, `\`, "/"))), "\x00", "")
}
