// Package config reads the workspace file, rpcctl.hcl: strict, with the place
// of everything that a message may point at. It knows no rule, wire or target
// itself; the names that are valid are handed to it.
package config

import (
	"os"
	"path/filepath"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// FileName is what the workspace file is called.
const FileName = "rpcctl.hcl"

// Known are the names that a workspace file may use.
type Known struct {
	Wires      []string
	Rules      []string            // ids of lint rules
	Categories []string            // of rules, and the sets of categories: STANDARD, MINIMAL
	Targets    []Target            // of generate blocks
	Peers      map[string][]string // the profiles of each wire, and aspect, that has some
}

// Target is one target of generate blocks.
type Target struct {
	Name string
	// Options returns a pointer to a fresh struct, whose fields carry hcl tags as
	// gohcl has them: "name" for one that must be given, "name,optional". Fields
	// are string, bool, int, []string or map[string]string. Nil: no options.
	Options func() any
}

// Config is a workspace. A text, list or block that the file doesn't have is
// zero; what counts then is its user's.
type Config struct {
	Contracts []schema.Ident // globs with **, relative to the file's directory
	Proto     []Proto
	Lint      Lint
	Compat    Compat
	Options   []Option
	Generate  []Generate
	NotBuilt  []NotBuilt // in source order
}

// Chooses reports whether the workspace says what is read, which else is its
// directory.
func (c *Config) Chooses() bool { return len(c.Contracts)+len(c.Proto) > 0 }

// Proto is a set of .proto files that import each other by their paths below
// one of some directories.
type Proto struct {
	Name    schema.Ident
	Paths   []schema.Ident // globs with **, relative to the file's directory; at least one
	Imports []schema.Ident // directories, relative to it, of what is only imported
	Span    diag.Span
}

// Lint says which rules run.
type Lint struct {
	Use, Except []schema.Ident // rule ids and categories
	Ignores     []Ignore
	Span        diag.Span
}

// Ignore silences rules in some files.
type Ignore struct {
	Paths  []schema.Ident // globs with **
	Rules  []schema.Ident // rule ids and categories; at least one
	Reason string         // never empty
	Until  schema.Ident   // a date, 2006-01-02; "" for good
	Span   diag.Span
}

// Compat says how OLD and NEW are judged. Words are among those that the
// workspace file may have.
type Compat struct {
	Against     []schema.Ident // inputs
	Require     schema.Ident   // any-order, servers-first, clients-first
	RequireData schema.Ident   // any-order, readers-first
	Strict      bool
	Wires       []schema.Ident
	Peers       []Peers
	Unreached   schema.Ident // data, ignore
	JSON        schema.Ident // off, warn, error; as the next three
	GRPC        schema.Ident
	Docs        schema.Ident
	DocsGrace   int // days between a deprecation and a removal, 0 for any
	Source      schema.Ident
	Accepts     []Accept
	Span        diag.Span
}

// Peers names the profiles of one wire that verdicts count.
type Peers struct {
	Wire  schema.Ident
	Names []schema.Ident
}

// Accept lets one change pass.
type Accept struct {
	ID      schema.Ident // of the change
	Outcome string       // the worst that is accepted: exact, lossy, doubt, reject (the default), corrupt
	Reason  string       // never empty
	Until   schema.Ident // a date, 2006-01-02; "" for good
	Span    diag.Span
}

// Option says what a change of an option of contracts breaks.
type Option struct {
	Name     schema.Ident // such as google.api.http
	OnChange schema.Ident // breaking, request-tightened, note
	Span     diag.Span
}

// Generate asks for the files of one target.
type Generate struct {
	Target schema.Ident
	Out    schema.Ident   // a folder, relative to the file's directory
	Wires  []schema.Ident // nil: those that packages promise
	// Options is what the target's Options returned, filled in; nil where it has none.
	Options any
	// Values are the target's own options as they were written.
	Values []Value
	Span   diag.Span
}

// Value is one option as it was written.
type Value struct {
	Name  schema.Ident
	Value schema.Value
}

// NotBuilt is a block whose form is right and whose feature isn't there yet.
type NotBuilt struct {
	Kind string // registry, rule, generate "plugin"
	Name string // its label
	Span diag.Span
}

// Load reads a workspace file. The Config is never nil; where the list has
// errors it holds what was understood.
func Load(f *diag.File, known Known) (*Config, diag.List) {
	c := &Config{}
	file, list := hclsrc.Parse(f)
	r := &reader{file: f, known: known, list: list}
	body, ok := nativeBody(file)
	if !ok {
		r.list.Add("config", f.Span(0, 0), "the workspace file is in HCL's native syntax").Help = "call it " + FileName
		return c, r.list
	}
	r.workspace(body, c)
	return c, r.list.Sort()
}

// Find returns the workspace file of dir: in it, or in the nearest directory
// above that has one.
func Find(dir string) (path string, ok bool) {
	dir, err := filepath.Abs(dir)
	for err == nil {
		path := filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return "", false
}
