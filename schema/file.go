package schema

import (
	"io/fs"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// File is one of the files that a package was read from, in a language that has
// options and imports for each. It says where things stand, which is no part of
// the contract: two that differ in their files alone are the same. The files of a
// package share out its options, its imports and its declarations.
type File struct {
	Path     string   // below the root that imports name it from: see ValidFile
	Doc      string   // of the file: the package has the first that there is
	Options  int      // how many of the package's are the file's, behind those of the files before it
	Imports  int      // the same of its imports
	Declares []string // services, messages that stand in no other, enums, errors and constants, in the order of the source
}

// ValidFile reports whether a path can be that of a File: it has slashes between
// its parts, and leads nowhere but down.
func ValidFile(path string) bool {
	return fs.ValidPath(path) && path != "." && !strings.ContainsAny(path, "\\\x00")
}

// Outermost returns the name of what an element of a package stands in, its own
// where it stands in none.
func Outermost(name string) string {
	first, _, _ := strings.Cut(name, ".")
	return first
}

// Outer returns the declarations of p that stand in no other, by kind.
func (p *Package) Outer() []Node {
	var list []Node
	for _, s := range p.Services {
		list = append(list, s)
	}
	for _, m := range p.Messages {
		if Outermost(m.Name) == m.Name {
			list = append(list, m)
		}
	}
	for _, e := range p.Enums {
		if Outermost(e.Name) == e.Name {
			list = append(list, e)
		}
	}
	for _, e := range p.Errors {
		list = append(list, e)
	}
	for _, c := range p.Consts {
		list = append(list, c)
	}
	return list
}

// mergeFiles adds the files of another part. Where one of the two doesn't know
// its own, those of the whole are not known.
func (p *Package) mergeFiles(part *Package) {
	if len(p.Files) == 0 || len(part.Files) == 0 {
		p.Files = nil
		return
	}
	p.Files = append(p.Files, part.Files...)
}

// layout reads the files of p, which is read but for them: they must share out
// what the package has, so that all of it is in one of them.
func (d *decoder) layout(p *Package, files []jsonFile) {
	before := len(d.list)
	problem := func(at diag.Span, message string) *diag.Diagnostic {
		e := d.problem(at, message)
		e.Help = "mend it, or take files out: they only say what stands where"
		return e
	}
	in := map[string]bool{}
	for _, n := range p.Outer() {
		in[n.Base().Name] = false
	}
	options, imports, paths := 0, 0, map[string]bool{}
	for _, f := range files {
		if !ValidFile(f.Path) {
			problem(f.of("path"), quote(f.Path)+" is no path of a file below another directory")
		} else if paths[f.Path] {
			problem(f.of("path"), "package "+p.Name+" has the file "+quote(f.Path)+" twice")
		}
		paths[f.Path] = true
		for _, name := range f.Declares {
			if declared, known := in[name]; !known {
				problem(f.of("declares"), "file "+quote(f.Path)+" declares "+name+", which package "+p.Name+" doesn't have")
			} else if declared {
				problem(f.of("declares"), "file "+quote(f.Path)+" declares "+name+", which is declared already")
			}
			in[name] = true
		}
		if f.Options < 0 || f.Imports < 0 || f.Options > len(p.Options) || f.Imports > len(p.Imports) {
			problem(f.self(), "file "+quote(f.Path)+" has more options or imports than package "+p.Name)
			return
		}
		options, imports = options+f.Options, imports+f.Imports
	}
	if len(files) == 0 {
		return
	}
	for _, n := range p.Outer() {
		if name := n.Base().Name; !in[name] {
			problem(n.Base().NameSpan, name+" is declared in none of the files of package "+p.Name)
		}
	}
	if options != len(p.Options) || imports != len(p.Imports) {
		problem(files[0].self(), "the files of package "+p.Name+" have "+strconv.Itoa(options)+" options and "+strconv.Itoa(imports)+
			" imports, and the package "+strconv.Itoa(len(p.Options))+" and "+strconv.Itoa(len(p.Imports)))
	}
	if len(d.list) == before {
		p.Files = each(files, func(f jsonFile) File {
			return File{Path: f.Path, Doc: f.Doc, Options: f.Options, Imports: f.Imports, Declares: f.Declares}
		})
	}
}

func file(f File) jsonFile {
	return jsonFile{Path: f.Path, Doc: f.Doc, Options: f.Options, Imports: f.Imports, Declares: f.Declares}
}
