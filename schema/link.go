package schema

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// Link merges, names, resolves and checks packages as front ends read them, and
// is the only place that reports semantic errors. It changes the packages it is
// given and they belong to the schema afterwards. The schema is usable (for
// lint, editors, further errors) even where the list has errors, but whoever
// generates or judges must not: an error here ends a command with exit 2.
func Link(parts []*Package, wires []*WireInfo) (*Schema, diag.List) {
	l := &linker{schema: &Schema{byName: map[string]Node{}}, wires: wires}
	l.packages(parts)
	for _, p := range l.schema.Packages {
		l.declare(p)
	}
	for _, p := range l.schema.Packages {
		l.resolvePackage(p)
	}
	for _, p := range l.schema.Packages {
		l.check(p)
	}
	return l.schema, l.list.Sort()
}

type linker struct {
	schema *Schema
	wires  []*WireInfo
	list   diag.List
}

func (l *linker) errorf(code string, at Node, span diag.Span, message string) *diag.Diagnostic {
	d := l.list.Add(code, span, message)
	d.Subject = at.FullName()
	return d
}

// packages sorts the parts by name; a name taken twice is an error with both places.
func (l *linker) packages(parts []*Package) {
	all := slices.Clone(parts)
	slices.SortStableFunc(all, func(a, b *Package) int { return strings.Compare(a.Name, b.Name) })
	for i, p := range all {
		p.full = p.Name
		if i > 0 && all[i-1].Name == p.Name {
			d := l.errorf("link", p, p.NameSpan, "package "+p.Name+" is defined twice")
			d.Related = append(d.Related, diag.Related{Message: "the other is here", Span: all[i-1].NameSpan})
			d.Help = "give one of them another name"
			continue
		}
		l.schema.Packages = append(l.schema.Packages, p)
	}
}
