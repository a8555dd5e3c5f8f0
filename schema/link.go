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
// Without wires nothing that depends on a wire is checked.
func Link(parts []*Package, wires []*WireInfo) (*Schema, diag.List) {
	l := &linker{schema: &Schema{byName: make(map[string]Node, count(parts))}, wires: wires}
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
	l.checkPackageWas()
	l.checkImportCycles()
	l.checkExtends()
	l.checkMessageCycles()
	l.checkMethodIDs()
	l.checkWires()
	return l.schema, l.list.Sort()
}

type linker struct {
	schema *Schema
	wires  []*WireInfo
	list   diag.List
	names  nameLists
	wireOf map[*Service][]*WireInfo
}

// errorf reports a problem of the element at. The code is "link" or the id of a
// rule that is Link's.
func (l *linker) errorf(code string, at Node, span diag.Span, message string) *diag.Diagnostic {
	d := l.list.Add(code, span, message)
	d.Subject = at.FullName()
	return d
}

func also(d *diag.Diagnostic, message string, at diag.Span) {
	d.Related = append(d.Related, diag.Related{Message: message, Span: at})
}

// packages sorts the parts by name, and merges those of one package where the
// language has a part in each file; elsewhere a name taken twice is an error
// with both places.
func (l *linker) packages(parts []*Package) {
	all := slices.Clone(parts)
	slices.SortStableFunc(all, func(a, b *Package) int { return strings.Compare(a.Name, b.Name) })
	for i, p := range all {
		p.full = p.Name
		if i > 0 && all[i-1].Name == p.Name {
			if into := l.schema.Packages[len(l.schema.Packages)-1]; p.Language == into.Language && (p.Language == "proto" || p.Language == "thrift") {
				into.merge(p)
				continue
			}
			d := l.errorf("link", p, p.NameSpan, "package "+p.Name+" is defined twice")
			also(d, "the other is here", all[i-1].NameSpan)
			if d.Help = "give one of them another name"; p.Language == "gfj" {
				d.Help += ": // package: NAME above its first declaration"
			}
			continue
		}
		l.schema.Packages = append(l.schema.Packages, p)
		p.makeRoom(all[i+1:])
	}
}

// makeRoom makes the lists of p as long as they will be with the parts of it
// that follow: a package may have hundreds.
func (p *Package) makeRoom(following []*Package) {
	var options, imports, messages, enums, files int
	for _, q := range following {
		if q.Name != p.Name {
			break
		}
		options, imports = options+len(q.Options), imports+len(q.Imports)
		messages, enums, files = messages+len(q.Messages), enums+len(q.Enums), files+len(q.Files)
	}
	p.Options, p.Imports = slices.Grow(p.Options, options), slices.Grow(p.Imports, imports)
	p.Messages, p.Enums = slices.Grow(p.Messages, messages), slices.Grow(p.Enums, enums)
	p.Files = slices.Grow(p.Files, files)
}

// merge adds another part of the package: in .proto and .thrift each file is one.
func (p *Package) merge(part *Package) {
	p.Imported = p.Imported && part.Imported
	if p.Doc == "" {
		p.Doc = part.Doc
	}
	if p.Version == "" {
		p.Version = part.Version
	}
	if p.Deprecated == "" {
		p.Deprecated = part.Deprecated
	}
	if p.Wires == nil {
		p.Wires = part.Wires
	}
	p.Partial = p.Partial || part.Partial
	p.mergeFiles(part)
	p.Was = append(p.Was, part.Was...)
	p.Options = append(p.Options, part.Options...)
	p.Imports = append(p.Imports, part.Imports...)
	p.Services = append(p.Services, part.Services...)
	p.Messages = append(p.Messages, part.Messages...)
	p.Enums = append(p.Enums, part.Enums...)
	p.Errors = append(p.Errors, part.Errors...)
	p.Consts = append(p.Consts, part.Consts...)
}

// count returns about how many elements the parts have that are in the index.
func count(parts []*Package) int {
	n := 0
	for _, p := range parts {
		n += 1 + len(p.Services) + len(p.Messages) + len(p.Enums) + len(p.Errors) + len(p.Consts)
		for _, s := range p.Services {
			n += len(s.Methods)
		}
	}
	return n
}
