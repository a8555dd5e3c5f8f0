package schema

import (
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// checkImports reports imports that bring nothing, and local names that are
// taken twice.
func (l *linker) checkImports(p *Package) {
	seen := make(map[string]*Import, len(p.Imports))
	for _, i := range p.Imports {
		if l.imported(i) == nil && !i.Reported {
			d := l.errorf("import-missing", p, spanOf(i.SourceSpan, i.Span), "the import "+i.Local+" of package "+p.full+" was not found: "+quote(i.Source))
			d.Help = "check the source, or fetch what it names"
		}
		first := seen[i.Local]
		seen[i.Local] = i
		if first == nil || p.Language == "thrift" || p.Language != "hcl" && first.Package == i.Package {
			continue // the files of a package each say what they import
		}
		d := l.errorf("link", p, i.Span, "package "+p.full+" has two imports called "+i.Local)
		also(d, "the first is here", first.Span)
		d.Help = "give one of them another name"
	}
}

// checkImportCycles reports packages that import each other in a circle, each
// circle once.
func (l *linker) checkImportCycles() {
	c := &importCycles{linker: l, state: map[*Package]int{}}
	for _, p := range l.schema.Packages {
		c.visit(p)
	}
}

type importCycles struct {
	*linker
	state map[*Package]int // 1: on the path, 2: done
	path  []*Package
	by    []*Import // the import that leads from path[i] on
}

func (c *importCycles) visit(p *Package) {
	c.state[p] = 1
	c.path = append(c.path, p)
	for _, i := range p.Imports {
		q := c.imported(i)
		if q == nil || q == p && p.Language != "hcl" {
			continue // other languages import file by file, and a package has several
		}
		c.by = append(c.by, i)
		switch c.state[q] {
		case 0:
			c.visit(q)
		case 1:
			c.report(slices.Index(c.path, q))
		}
		c.by = c.by[:len(c.by)-1]
	}
	c.path = c.path[:len(c.path)-1]
	c.state[p] = 2
}

func (c *importCycles) report(from int) {
	first, text := c.path[from], ""
	for _, p := range c.path[from:] {
		text += p.full + " → "
	}
	d := c.errorf("import-cycle", first, c.by[from].Span, "package "+first.full+" imports itself: "+text+first.full)
	d.Help = "move what they share into a package of its own"
	if first.Language == "proto" {
		d.Severity = diag.Warning // files import, and their circles are the front end's
	}
	for _, i := range c.by[from+1:] {
		also(d, "through this import", i.Span)
	}
}
