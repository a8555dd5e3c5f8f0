package golang

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// composite returns the list, map or message that a constant is as Go text.
func (g *generator) composite(f *emit.GoFile, t schema.Type, v schema.Value) string {
	var parts []string
	switch m := t.Message(); {
	case m != nil:
		for _, x := range v.Fields {
			i := slices.IndexFunc(m.Fields, func(field *schema.Field) bool { return field.Name == x.Name })
			if m.Fields[i].Retired == "" { // Link knows them all
				parts = append(parts, g.member(f, m.Fields[i], x.Value))
			}
		}
		return "&" + f.Use(g.ident(m)) + "{" + strings.Join(parts, ", ") + "}"
	case t.Kind == schema.KindMap:
		for _, x := range v.Fields {
			key := schema.Value{Kind: schema.NumberValue, Text: x.Name}
			parts = append(parts, g.literal(f, *t.Key, key)+": "+g.literal(f, *t.Elem, x.Value))
		}
	default:
		for _, x := range v.Items {
			parts = append(parts, g.literal(f, *t.Elem, x))
		}
	}
	return g.goType(f, t) + "{" + strings.Join(parts, ", ") + "}"
}

// member returns NAME: VALUE for a field of a message that is a constant.
func (g *generator) member(f *emit.GoFile, field *schema.Field, v schema.Value) string {
	text := g.literal(f, field.Type, v)
	if o := field.InOneOf(); o != nil {
		wrapper := f.Use(emit.Ident{Path: g.importPath(schema.PackageOf(field)), Name: wrapperName(field)})
		return oneOfName(o) + ": &" + wrapper + "{" + fieldName(field) + ": " + text + "}"
	}
	if pointer(field) {
		typ := g.goType(f, field.Type)
		text = "func() *" + typ + " { v := " + typ + "(" + text + "); return &v }()"
	}
	return fieldName(field) + ": " + text
}
