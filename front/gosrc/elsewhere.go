package gosrc

import (
	"go/ast"
	"io/fs"
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// maxOther bounds what is read of another package, in bytes.
const maxOther = 4 * maxFile

// other reads the declarations of another package, nil where it isn't in the
// tree. What is wrong in it is told when it is read itself.
func (r *reader) other(importPath string) *reader {
	if r.in.FS == nil {
		return nil
	}
	dir, _ := ImportDir(r.in.FS, r.in.Dir, importPath)
	if dir == "" {
		return nil
	}
	if o, known := r.others[dir]; known {
		return o
	}
	r.others[dir] = nil
	entries, err := fs.ReadDir(r.in.FS, dir)
	if err != nil {
		return nil
	}
	in := r.in
	in.Dir = dir
	o := newReader(in, r.others)
	size := 0
	for _, e := range entries {
		if e.IsDir() || !Match(e.Name()) {
			continue
		}
		f, err := r.in.Open(path.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if size += len(f.Text); size > maxOther {
			break
		}
		o.parse(f)
	}
	o.settle()
	r.others[dir] = o
	return o
}

// settle finds the declarations of a package that may be no contract.
func (r *reader) settle() {
	r.pkg = &schema.Package{}
	name := ""
	for _, s := range r.sources {
		if said := r.directives(s); name == "" || len(said) > 0 && said[0].kind == "package" {
			name = s.ast.Name.Name
		}
	}
	kept := r.sources[:0]
	for _, s := range r.sources {
		if s.ast.Name.Name == name {
			kept = append(kept, s)
		}
	}
	r.sources = kept
	r.collect()
	r.list = nil
}

// elsewhere reads a type of another package that can be looked at.
func (c typing) elsewhere(x *ast.SelectorExpr, path, name string, depth int) (f found, known bool) {
	o := c.other(path)
	if o == nil || o.decls[name] == nil || !ast.IsExported(name) {
		return found{}, false
	}
	d := o.decls[name]
	before := len(o.list)
	inner := typing{reader: o, src: d.src, what: c.what, time: c.time, saw: c.saw, used: c.used}
	f = inner.named(&ast.Ident{NamePos: d.spec.Name.Pos(), Name: name}, depth+1)
	if !f.ok {
		why := "which can't be sent"
		if len(o.list) > before {
			_, why, _ = strings.Cut(o.list[before].Message, " has the type ")
			why = "which is " + why
			if i := strings.LastIndex(why, ", which is "); i >= 0 {
				why = why[i+2:] // the end of the line
			}
		}
		o.list = o.list[:before]
		return c.refuse(x, why, "use another type"+leaveOut), true
	}
	o.list = o.list[:before]
	c.localise(&f.t, o, x, path)
	f.t.Span = c.src.span(x)
	return f, true
}

// localise turns the names of another package into what they are here.
func (c typing) localise(t *schema.Type, o *reader, x ast.Expr, path string) {
	if t.Key != nil {
		c.localise(t.Key, o, x, path)
	}
	if t.Elem != nil {
		c.localise(t.Elem, o, x, path)
	}
	t.Span = c.src.span(x)
	if t.Kind != schema.KindRef {
		return
	}
	if t.Name == "Timestamp" && o.timestamp && c.saw != nil && *c.saw {
		c.timestamp = true
		return
	}
	_, _, spec := c.src.pathOf(x)
	name := t.Name
	if local, rest, ok := strings.Cut(t.Name, "."); ok && o.locals[local] {
		for third, i := range o.imported {
			if i.Local == local {
				path, name = third, rest
			}
		}
	}
	if spec != nil {
		t.Name = c.importOf(path, spec).Local + "." + name
	}
}

// parent reads the service of another package that one extends.
func (c typing) parent(x *ast.SelectorExpr) found {
	path, name, spec := c.src.pathOf(x)
	if spec == nil || standard(path) {
		return c.selector(x, 0) // says what is wrong
	}
	if o := c.other(path); o != nil && o.decls[name] != nil {
		name = o.decls[name].contract
	}
	return found{t: schema.Type{Kind: schema.KindRef, Name: c.importOf(path, spec).Local + "." + name}, ok: true}
}

// embeddedElsewhere returns the fields of an embedded struct of another package
// that can be looked at.
func (r *reader) embeddedElsewhere(d *decl, src *source, e ast.Expr, name string, depth int) (list []member, known bool) {
	path, typ, _ := src.pathOf(e)
	if path == "" || standard(path) || !ast.IsExported(typ) {
		return nil, false
	}
	o := r.other(path)
	if o == nil || o.decls[typ] == nil {
		return nil, false
	}
	inner := o.decls[typ]
	at, s := o.structOf(inner)
	if s == nil || inner.embedding || depth > maxDepth || inner.spec.TypeParams.NumFields() > 0 {
		return nil, false
	}
	inner.embedding = true
	defer func() { inner.embedding = false }()
	before := len(o.list)
	list = o.members(inner, at, s, nil, depth+1)
	r.list = append(r.list, o.list[before:]...)
	o.list = o.list[:before]
	moment := o.timestamp
	c := typing{reader: r, src: src, saw: &moment}
	for i := range list {
		list[i].path = name + "." + list[i].path
		span := list[i].field.Type.Span
		c.localise(&list[i].field.Type, o, e, path)
		list[i].field.Type.Span = span
	}
	return list, true
}
