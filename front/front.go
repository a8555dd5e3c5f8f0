// Package front reads contracts: each language turns files into packages of the
// model, and Load finds the files of an input and the packages they import.
package front

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Language is one way of writing contracts. A front end knows syntax; what
// names mean is schema.Link's alone.
type Language struct {
	Name  string // "hcl": stands in schema.Package.Language
	Doc   string // one line for a person
	Match func(path string) bool

	// Alone says that a file of the language is read only where it is named itself:
	// in a directory it is a copy of what stands beside it.
	Alone bool

	// Holds, where a language has it, reports whether a file that Matches may make
	// its directory a contract. It is asked before anything is kept or parsed: a
	// directory that holds no such file is none of the language's. Nil: each is.
	Holds func(text []byte) bool

	// ImportDir, where a language has it, returns the directory of the tree that
	// the Source of an import names, seen from the directory dir; the package of
	// the same language in it is the one that is meant. Where there is none, help
	// says what to do.
	ImportDir func(tree fs.FS, dir, source string) (found, help string)

	// Read turns the files of one directory that Match into packages, one for
	// all of them or one each, as the language has it. It reports every problem
	// of every file, keeps what it understood, and never panics.
	Read func(files []*diag.File) ([]*schema.Package, diag.List)

	// ReadIn, where a language has it, takes Read's place where the files stand in
	// a tree, so that it can look at what they refer to in other directories.
	ReadIn func(in Place, files []*diag.File) ([]*schema.Package, diag.List)

	// Load, where a language has it, takes Read's place: files of the language
	// import each other by paths below import roots, so all that were found are
	// read in one call, and it finds what they import itself. It returns a part
	// of a package for each file, the found ones first and in their order (nil: left
	// out), marks those that are only imported, and reports as Read does. The error
	// is not about contracts.
	Load func(src Source, files []Found) ([]*schema.Package, diag.List, error)

	// Format returns the file as fmt would write it: idempotent, comments kept.
	// Nil: the language can't be formatted.
	Format func(f *diag.File) ([]byte, diag.List)

	// Write says a linked package in this language, in a file called name. What
	// it can't say is listed, one diagnostic (a warning) each with the place.
	// Nil: the language can't be written.
	Write func(p *schema.Package) (text []byte, losses diag.List)

	// WriteFiles, where a language has it, does the same in the files that the package
	// was read from, where it knows them: what belongs to one file stays with it.
	WriteFiles func(p *schema.Package) (files []Written, losses diag.List)

	// Extension is what a written file is called: "math" + Extension.
	Extension string
}

// Written is a file that a package is written to.
type Written struct {
	Path string // below any directory: see schema.ValidFile
	Text []byte
}

// Place is the directory whose files are read.
type Place struct {
	FS  fs.FS
	Dir string

	// Open returns another file of the tree, and remembers it for messages. It
	// belongs to one call of ReadIn.
	Open func(path string) (*diag.File, error)
}

// Source is the tree that a language loads its files from.
type Source struct {
	FS      fs.FS
	Named   []string // directories that people named, or whose files they named
	Roots   []Roots  // of the language; a file that is in none has those that it finds
	Display func(path string) string

	Undocumented bool // documentation may be left out

	// Open returns a file of the tree, and remembers it for messages. It can be
	// called concurrently.
	Open func(path string) (*diag.File, error)

	// Done says that the text of a file, which Open returned for the path, is from
	// now on needed where a message quotes it and nowhere else. It can be called
	// concurrently; nil: no one asks for it.
	Done func(path string, f *diag.File)

	// Keep remembers a text for messages that stands in no file of the tree. It
	// can be called concurrently; nil: no one asks for it.
	Keep func(*diag.File)
}

// Roots are directories of one language whose files import each other by their
// paths below them, as a workspace says.
type Roots struct {
	Language string
	Dirs     []string // those of its own files: contracts
	Imports  []string // where imports are looked up after Dirs; what is there is no contract for that
	Read     []string // files and directories that are read beside what is named
}

// Of returns the directories that imports of a file are looked up in, the first
// to be asked first, and false where the roots are not the file's.
func (r Roots) Of(file string) ([]string, bool) {
	for _, d := range slices.Concat(r.Dirs, r.Imports) {
		if within(d, file) {
			return slices.Concat(r.Dirs, r.Imports), true
		}
	}
	return nil, false
}

// within reports whether p is dir, or below it.
func within(dir, p string) bool {
	return dir == "." || dir == p || strings.HasPrefix(p, dir+"/")
}

// Found is a file that an input holds.
type Found struct {
	Path     string
	Imported bool // by a contract of another language
}
