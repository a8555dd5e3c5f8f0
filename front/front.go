// Package front reads contracts: each language turns files into packages of the
// model, and Load finds the files of an input and the packages they import.
package front

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Language is one way of writing contracts. A front end knows syntax; what
// names mean is schema.Link's alone.
type Language struct {
	Name  string // "hcl": stands in schema.Package.Language
	Doc   string // one line for a person
	Match func(path string) bool

	// Read turns the files of one directory that Match into packages, one for
	// all of them or one each, as the language has it. It reports every problem
	// of every file, keeps what it understood, and never panics.
	Read func(files []*diag.File) ([]*schema.Package, diag.List)

	// Format returns the file as fmt would write it: idempotent, comments kept.
	// Nil: the language can't be formatted.
	Format func(f *diag.File) ([]byte, diag.List)

	// Write says a linked package in this language, in a file called name. What
	// it can't say is listed, one diagnostic (a warning) each with the place.
	// Nil: the language can't be written.
	Write func(p *schema.Package) (text []byte, losses diag.List)

	// Extension is what a written file is called: "math" + Extension.
	Extension string
}
