package thrift

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// types puts types in the place of typedefs, and full names in the place of
// those that are known. Names that aren't known stay as they are written: Link
// reports them.
func (d *document) types() {
	for _, name := range slices.Sorted(maps.Keys(d.typedefs)) {
		if t := d.typedef(name); t != nil {
			d.known(&t.typ, name)
		}
	}
	for _, f := range d.fields {
		d.typ(&f.Type)
	}
	for _, c := range d.values {
		d.typ(&c.node.Type)
	}
	for _, t := range d.throws {
		d.throw(t)
	}
	for _, s := range d.pkg.Services {
		if n, in, ok := find(d, s.Extends.Name, (*document).declared); ok && n.node != nil {
			s.Extends.Name = in.fullName(n.node)
		}
	}
}

// known reports a name in a typedef that nobody declares: Link sees no typedefs.
func (d *document) known(t *schema.Type, name string) {
	for _, part := range []*schema.Type{t.Key, t.Elem} {
		if part != nil {
			d.known(part, name)
		}
	}
	if t.Kind != schema.KindRef || t.Target != nil || strings.HasPrefix(t.Name, ".") || t.Span.Path() != d.file.Path {
		return
	}
	if !d.pkg.Partial && !d.missing(t.Name) {
		p := d.addAt("link", t.Span, "the typedef "+name+" is of the unknown type "+t.Name)
		p.Help = "it must be in this file, or in an included one with that file's name before it"
		if near := diag.Nearest(t.Name, slices.Sorted(maps.Keys(d.names))); near != "" {
			p.Help = "did you mean " + near + "?"
		}
	}
	*t = schema.Type{Kind: schema.KindBool, Span: t.Span}
}

// missing reports whether a name would stand in an include that was not found.
func (d *document) missing(name string) bool {
	return slices.ContainsFunc(d.includes, func(i *include) bool {
		return strings.HasPrefix(name, i.imported.Local+".") && (i.doc == nil || i.doc.pkg.Partial)
	})
}

func (d *document) declared(name string) (declared, bool) { n, ok := d.names[name]; return n, ok }

// typ resolves the names in a type of this document, once.
func (d *document) typ(t *schema.Type) {
	if t.Key != nil {
		d.typ(t.Key)
		d.key(t)
	}
	if t.Elem != nil {
		d.typ(t.Elem)
	}
	if t.Kind != schema.KindRef || t.Target != nil || strings.HasPrefix(t.Name, ".") {
		return
	}
	n, in, ok := find(d, t.Name, (*document).declared)
	switch {
	case !ok:
	case n.node != nil:
		t.Name, t.Target = in.fullName(n.node), n.node
	default:
		name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
		if def := in.typedef(name); def != nil {
			at := t.Span
			*t = def.typ
			t.Span = at
		} else { // a circle, and reported
			*t = schema.Type{Kind: schema.KindBool, Span: t.Span}
		}
	}
}

// maxTypedef is how many types a typedef may have in it: one that doubles
// another, over and over, would fill the memory.
const maxTypedef = 64

// typedef returns a typedef of this document with its type resolved, nil where
// it leads back to itself.
func (d *document) typedef(name string) *typedef {
	t := d.typedefs[name]
	switch {
	case t == nil || t.state == 1:
		return nil
	case t.state == 2:
		return t
	}
	t.state = 1
	at := t.typ.Span
	if !d.chain(&t.typ) {
		d.addAt("link", at, "the typedef "+name+" leads back to itself").Help = "name a type in one of them"
		t.typ = schema.Type{Kind: schema.KindBool, Span: at}
	} else if count(&t.typ) > maxTypedef {
		d.addAt("link", at, "the typedef "+name+" has more than "+strconv.Itoa(maxTypedef)+" types in it").Help = "put a part of it into a struct"
		t.typ = schema.Type{Kind: schema.KindBool, Span: at}
	}
	t.state = 2
	return t
}

// chain resolves the type of a typedef, and reports whether it ends.
func (d *document) chain(t *schema.Type) bool {
	if t.Key != nil && !d.chain(t.Key) || t.Elem != nil && !d.chain(t.Elem) {
		return false
	}
	if t.Kind == schema.KindRef {
		if n, in, ok := find(d, t.Name, (*document).declared); ok && n.node == nil {
			if in.typedef(t.Name[strings.LastIndexByte(t.Name, '.')+1:]) == nil {
				return false
			}
		}
	}
	d.typ(t)
	return true
}

// count returns how many types stand in t, up to a few more than maxTypedef.
func count(t *schema.Type) int {
	n := 1
	for _, part := range []*schema.Type{t.Key, t.Elem} {
		if part != nil && n <= maxTypedef {
			n += count(part)
		}
	}
	return n
}

// key makes the key of a map the number of the enum that it is: the model has
// no enums for keys, and the number is what travels.
func (d *document) key(t *schema.Type) {
	e, ok := t.Key.Target.(*schema.Enum)
	if !ok {
		return
	}
	p := d.addAt("link", t.Key.Span, "the keys of this map are of the enum "+e.Name+", and are read as int32")
	p.Severity, p.Help = diag.Warning, "they travel as such; that they are of an enum is not kept"
	*t.Key = schema.Type{Kind: schema.KindInt32, Span: t.Key.Span}
}

// throw resolves an exception that is thrown. What is no exception is taken out.
func (d *document) throw(t thrown) {
	typ := schema.Type{Kind: schema.KindRef, Name: t.ref.Name, Span: t.ref.Span}
	d.typ(&typ)
	if typ.Target == nil && typ.Kind == schema.KindRef {
		return // unknown
	}
	if _, ok := typ.Target.(*schema.Error); ok {
		t.ref.Name = typ.Name
		return
	}
	p := d.addAt("link", t.ref.Span, t.method.Name+" throws "+t.ref.Name+", which is no exception")
	p.Help = "name an exception"
	t.method.Errors = slices.DeleteFunc(t.method.Errors, func(r *schema.ErrorRef) bool { return r == t.ref })
}
