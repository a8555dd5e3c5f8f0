package gosrc

import (
	"cmp"
	"go/ast"
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func embeddedName(e ast.Expr) string {
	for range maxDepth {
		switch x := ast.Unparen(e).(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SelectorExpr:
			return x.Sel.Name
		case *ast.Ident:
			return x.Name
		default:
			return "_"
		}
	}
	return "_"
}

// embedded returns the fields of an embedded struct.
func (r *reader) embedded(d *decl, src *source, f *ast.Field, depth int) []member {
	e := ast.Unparen(f.Type)
	if star, ok := e.(*ast.StarExpr); ok {
		e = ast.Unparen(star.X)
	}
	src2, e2 := r.unalias(src, e)
	id, ok := e2.(*ast.Ident)
	name := embeddedName(f.Type)
	if list, known := r.embeddedElsewhere(d, src2, e2, name, depth); known {
		return list
	}
	if !ok || r.decls[id.Name] == nil {
		if !ast.IsExported(name) && name != "_" {
			return nil
		}
		x := r.errorf(src.span(f.Type), "%s embeds %s, which is no struct that can be read", d.name, src.text(f.Type))
		x.Help = "write its fields out, give it a name and a number, or leave it out with rpc:\"-\""
		return nil
	}
	inner := r.decls[id.Name]
	at, s := r.structOf(inner)
	switch {
	case s == nil || inner.spec.TypeParams.NumFields() > 0:
		if !ast.IsExported(name) {
			return nil
		}
		x := r.errorf(src.span(f.Type), "%s embeds %s, which is no struct", d.name, src.text(f.Type))
		x.Help = "give it a name and a number, or leave it out with rpc:\"-\""
		return nil
	case inner.embedding || depth > maxDepth:
		x := r.errorf(src.span(f.Type), "%s embeds itself through %s", d.name, name)
		x.Help = "give it a name, a number and a *"
		return nil
	}
	inner.embedding = true
	defer func() { inner.embedding = false }()
	list := r.members(inner, at, s, nil, depth+1)
	for i := range list {
		list[i].path = name + "." + list[i].path
	}
	return list
}

// promoted reports fields of embedded structs that clash with others, and keeps
// the first of them.
func (r *reader) promoted(m *schema.Message, list []member) []member {
	if !slices.ContainsFunc(list, func(f member) bool { return f.depth > 0 }) {
		return list
	}
	byDepth := slices.Clone(list)
	slices.SortStableFunc(byDepth, func(a, b member) int { return cmp.Compare(a.depth, b.depth) })
	names, numbers, dropped := map[string]member{}, map[int]member{}, map[*schema.Field]bool{}
	for _, f := range byDepth {
		what, first := "name "+f.field.Name, names[f.field.Name]
		if first.field == nil && f.field.Number != 0 {
			what, first = "number "+strconv.Itoa(f.field.Number), numbers[f.field.Number]
		}
		if first.field != nil && f.depth > 0 {
			x := r.errorf(f.field.NameSpan, "%s has the %s twice: as %s and as %s, which is embedded", m.Name, what, first.path, f.path)
			x.Related = []diag.Related{{Message: "the first is here", Span: first.field.NameSpan}}
			x.Help = "rename or renumber one of them"
			dropped[f.field] = true
			continue
		}
		names[f.field.Name] = f
		if f.field.Number != 0 {
			numbers[f.field.Number] = f
		}
	}
	return slices.DeleteFunc(list, func(f member) bool { return dropped[f.field] })
}

// wrapped returns the members of a oneof as protoc-gen-go has them: structs of
// one field each, which a method ties to the interface.
func (r *reader) wrapped(f *ast.Field, oneof string, depth int) []member {
	id, ok := ast.Unparen(f.Type).(*ast.Ident)
	if !ok || depth > maxDepth {
		return nil
	}
	var list []member
	for _, name := range r.wrappers[id.Name] {
		d := r.decls[name]
		if d == nil || d.structure() == nil {
			continue
		}
		for _, m := range r.members(d, d.src, d.structure(), nil, depth+1) {
			m.field.OneOf, m.field.Presence, m.depth = oneof, schema.Plain, depth
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b member) int { return cmp.Compare(a.field.Number, b.field.Number) })
	return list
}
