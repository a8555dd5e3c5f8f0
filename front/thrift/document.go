package thrift

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// document is one file: its package as it was written, and what has to be
// resolved before anybody else can read it.
type document struct {
	problems
	pkg      *schema.Package
	includes []*include

	names    map[string]declared // types, exceptions and services by their name in the file
	typedefs map[string]*typedef
	consts   map[string]*constant
	defaults []*defaulted
	fields   []*schema.Field // all with a type to resolve, in the order of the file
	values   []*constant     // all consts
	throws   []thrown
	written  map[*schema.Decl]string // the names in the file of those that have another in the model
}

// include is an include of a document; doc is nil where it was not found.
type include struct {
	imported *schema.Import
	doc      *document
}

// declared is a name that a file declares.
type declared struct {
	node schema.Node // nil for a typedef
	at   diag.Span
}

// typedef is a name for a type.
type typedef struct {
	typ   schema.Type
	state uint8 // 0 written, 1 being resolved, 2 resolved
	size  int   // how many types it has, one in the other
}

// thrown is an exception that a method throws.
type thrown struct {
	method *schema.Method
	ref    *schema.ErrorRef
}

// constant is a const with its value as written.
type constant struct {
	node  *schema.Const
	value literal
	busy  bool // its value is being worked out
	wrong bool // it has none, which is reported
}

// defaulted is a field with a default as written.
type defaulted struct {
	field *schema.Field
	value literal
}

// literal is a value as written.
type literal struct {
	kind  kind // number, double, text, word, '[' or '{'
	text  string
	items []literal
	keys  []literal // of a map: as many as items
	span  diag.Span
}

// include notes what an include brings.
func (d *document) include(i *include, doc *document) {
	i.doc = doc
	if doc != nil {
		i.imported.Package = doc.pkg.Name
		return
	}
	i.imported.Reported = true
	p := d.addAt("import-missing", i.imported.SourceSpan, "the include "+i.imported.Local+" was not found: "+i.imported.Source)
	p.Help = "a file is looked for beside the one that includes it, and then in the directories above"
}

// find looks a written name up: here, or in what an include brings. pick says
// whether a document has it under the name that is left.
func find[T any](d *document, name string, pick func(*document, string) (T, bool)) (found T, in *document, ok bool) {
	if v, ok := pick(d, name); ok {
		return v, d, true
	}
	for _, i := range d.includes {
		rest, ok := strings.CutPrefix(name, i.imported.Local+".")
		if !ok || i.doc == nil {
			continue
		}
		if v, ok := pick(i.doc, rest); ok {
			i.imported.Used = true
			return v, i.doc, true
		}
	}
	return found, nil, false
}

// fullName is what Link finds an element under, wherever it is named.
func (d *document) fullName(n schema.Node) string {
	if d.pkg.Name == "" {
		return "." + n.Base().Name
	}
	return "." + d.pkg.Name + "." + n.Base().Name
}

// spelling is the name that an element has in the file that declares it.
func (d *document) spelling(n *schema.Decl) string {
	if s, ok := d.written[n]; ok {
		return s
	}
	for _, i := range d.includes {
		if i.doc != nil {
			if s, ok := i.doc.written[n]; ok {
				return s
			}
		}
	}
	return n.Name
}
