package schema

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// nameLists holds the names that can be written in a package, for suggestions.
// They are made when the first error asks.
type nameLists struct {
	of    map[nameKey][]string
	asked int
}

type nameKey struct {
	p    *Package
	what byte // t, e or s
}

// maxSuggestions bounds the work for a contract in which every name is unknown.
const maxSuggestions = 50

// suggest adds the nearest name that could stand in the place of name.
func (l *linker) suggest(d *diag.Diagnostic, p *Package, scope, name string, wanted func(Node) bool) {
	d.Help = l.absentHelp(p, name, wanted)
	if l.names.asked++; l.names.asked > maxSuggestions {
		return
	}
	all := l.namesIn(p, wanted)
	near := ""
	if full, ok := strings.CutPrefix(name, "."); ok {
		if short, ok := strings.CutPrefix(full, p.full+"."); ok {
			near = diag.Nearest(short, all)
		}
	} else {
		for s := scope; s != "" && near == ""; s = s[:max(strings.LastIndexByte(s, '.'), 0)] {
			var inner []string
			for _, n := range all {
				if rest, ok := strings.CutPrefix(n, s+"."); ok {
					inner = append(inner, rest)
				}
			}
			near = diag.Nearest(name, inner)
		}
		if near == "" {
			near = diag.Nearest(name, all)
		}
	}
	if _, ok := foreign[name]; near != "" && !ok {
		d.Help = "did you mean " + near + "?"
	}
}

// foreign are types of other languages, and what is meant by them here.
var foreign = map[string]string{
	"int": "write int32 or int64", "integer": "write int32 or int64", "uint": "write uint32 or uint64", "long": "write int64",
	"short": "write int16", "float": "write float32", "double": "write float64", "boolean": "write bool", "byte": "write uint8, or bytes for many",
}

// absentHelp says what to do about a name that is near to no other.
func (l *linker) absentHelp(p *Package, name string, wanted func(Node) bool) string {
	if p.Language == "gfj" {
		return "a type is int8 … int64, uint8 … uint64, float32, float64, string, or a message of the same file"
	}
	if p.Language != "hcl" {
		return ""
	}
	kind := "service"
	switch {
	case wanted(&Message{}):
		kind = "message"
	case wanted(&Error{}):
		kind = "error"
	}
	switch first, _, dotted := strings.Cut(name, "."); {
	case kind == "message" && foreign[name] != "":
		return foreign[name]
	case kind == "message" && name == "void":
		return "leave returns out where there is no result"
	case dotted && isType(l.schema.byName[join(p.full, first)]): // a nested one is meant
	case dotted && !slices.ContainsFunc(p.Imports, func(i *Import) bool { return i.Local == first }):
		return "import the package that has it: import " + quote(first) + " { source = \"../" + first + "\" }"
	case dotted:
		return "see what the imported package has"
	}
	return "write " + kind + " " + quote(name) + " { … }, or see whether the name is right"
}

// namesIn returns the names of the wanted kind that can be written in p: its
// own, then those of its imports, then the scalars where types are wanted.
func (l *linker) namesIn(p *Package, wanted func(Node) bool) []string {
	key := nameKey{p, 's'}
	switch {
	case wanted(&Message{}):
		key.what = 't'
	case wanted(&Error{}):
		key.what = 'e'
	}
	if names, ok := l.names.of[key]; ok {
		return names
	}
	names := namesOf(nil, p, "", wanted)
	for _, i := range p.Imports {
		if q := l.imported(i); q != nil {
			names = namesOf(names, q, i.Local+".", wanted)
		}
	}
	if key.what == 't' {
		for _, k := range Scalars {
			names = append(names, k.String())
		}
	}
	if l.names.of == nil {
		l.names.of = map[nameKey][]string{}
	}
	l.names.of[key] = names
	return names
}

func namesOf(names []string, p *Package, prefix string, wanted func(Node) bool) []string {
	add := func(n Node) {
		if wanted(n) {
			names = append(names, prefix+n.Base().Name)
		}
	}
	for _, s := range p.Services {
		add(s)
	}
	for _, m := range p.Messages {
		add(m)
	}
	for _, e := range p.Enums {
		add(e)
	}
	for _, e := range p.Errors {
		add(e)
	}
	return names
}

// nearest adds the nearest of the known names to d, if one is near.
func nearest(d *diag.Diagnostic, name string, known []string) {
	if near := diag.Nearest(name, known); near != "" {
		d.Help = "did you mean " + near + "?"
	} else if len(known) > 0 {
		d.Help = "known are " + strings.Join(known, ", ")
	}
}
