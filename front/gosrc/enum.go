package gosrc

import (
	"go/ast"
	"go/constant"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// enum turns a declared integer type into an enum: its values are the exported
// constants of that type.
func (r *reader) enum(d *decl) *schema.Enum {
	dir := d.says("enum")
	e := &schema.Enum{Decl: r.base(d, "enum"), Closed: r.flag(dir, "closed"), Reserved: r.reserved(d.directives)}
	if id, ok := ast.Unparen(d.spec.Type).(*ast.Ident); !ok || r.decls[id.Name] != nil || d.spec.Assign.IsValid() {
		r.notA(d, "enum", "type NAME int32")
		return e
	} else if k, ok := predeclared(id.Name); !ok || !k.Integer() {
		r.notA(d, "enum", "type NAME int32")
		return e
	}
	e.Values = r.valuesOf(d)
	for _, c := range r.byType[d.name] {
		if c.valueOf(d) {
			if v, _ := r.of(c, 0); v == nil || constant.ToInt(v).Kind() != constant.Int {
				r.errorf(c.src.span(c.name), "value %s of enum %s has a number that can't be told here", c.name.Name, d.name).Help = "write a number"
			} else if _, exact := constant.Int64Val(constant.ToInt(v)); !exact {
				r.errorf(c.src.span(c.name), "value %s of enum %s is out of range", c.name.Name, d.name).Help = "the number of an enum value is -2147483648 to 2147483647"
			}
		}
	}
	if len(e.Values) == 0 && dir != nil {
		x := r.errorf(d.src.span(d.spec.Name), "enum %s has no values", d.name)
		x.Help = "declare exported constants of its type: const " + d.name + "Unknown " + d.name + " = 0"
	}
	return e
}

// valueOf reports whether a constant is a value of an enum: an exported one of
// its type that isn't a constant of the contract itself.
func (c *constDecl) valueOf(d *decl) bool {
	return c.typeName() == d.name && ast.IsExported(c.name.Name) && one(c.said, "const") == nil
}

// valuesOf returns the values that can be told.
func (r *reader) valuesOf(d *decl) []*schema.EnumValue {
	var list []*schema.EnumValue
	for _, c := range r.byType[d.name] {
		if !c.valueOf(d) {
			continue
		}
		v, _ := r.of(c, 0)
		if v == nil {
			continue
		}
		n, exact := constant.Int64Val(constant.ToInt(v))
		if !exact {
			continue
		}
		c.src.matters = true
		at := c.src.span(c.name)
		out := &schema.EnumValue{Number: n, NumberSpan: at}
		out.Span, out.NameSpan = at, at
		if c.value != nil && c.value.Pos() > c.name.Pos() {
			out.NumberSpan = c.src.span(c.value)
			out.Span = c.src.between(c.name.Pos(), c.value.End())
		}
		out.Doc, out.Deprecated = docOf(c.doc)
		said := one(c.said, "value")
		out.Name = gotag.ValueName(d.name, c.name.Name)
		if w := said.word("name"); w != nil && w.value != "" {
			out.Name = w.value
		}
		if w := said.word("deprecated"); w != nil {
			if out.Deprecated = w.value; !w.given {
				out.Deprecated = "true"
			}
		}
		if said.word("was") != nil {
			out.Was = r.names(said, "was")
		}
		list = append(list, out)
	}
	return list
}

// valueNamed returns the name of the value with that number.
func (r *reader) valueNamed(d *decl, number int64) (name string, ok bool) {
	if d.numbers == nil {
		d.numbers = map[int64]string{}
		for _, v := range slices.Backward(r.valuesOf(d)) {
			d.numbers[v.Number] = v.Name
		}
	}
	name, ok = d.numbers[number]
	return name, ok
}
