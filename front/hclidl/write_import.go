package hclidl

import (
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// imported returns the imports as this language says them. Others import files,
// several of a package maybe: here each package is one import, of a directory
// that stands beside this one and is called as the package.
func (w *writer) imported() []*schema.Import {
	if w.pkg.Language != "thrift" && w.pkg.Language != "proto" {
		return w.pkg.Imports
	}
	var list []*schema.Import
	seen, taken := map[string]bool{w.pkg.Name: true}, map[string]bool{}
	for _, i := range w.pkg.Imports {
		if i.Package == "" || seen[i.Package] {
			continue
		}
		seen[i.Package] = true
		local := strings.ReplaceAll(i.Package, ".", "_")
		if last := path.Ext(i.Package); last != "" && !taken[last[1:]] {
			local = last[1:]
		}
		for taken[local] {
			local += "_"
		}
		taken[local] = true
		list = append(list, &schema.Import{Local: local, Source: "../" + i.Package, Package: i.Package, Span: i.Span})
	}
	return list
}
