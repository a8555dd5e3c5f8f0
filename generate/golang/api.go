package golang

import (
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// API is what generated code offers to programs, element by element. Wires are
// no part of it: what codecs and servers call is nothing that programs write.
type API struct{ g *generator }

// NewAPI returns the API of code whose out folder has the import path module.
func NewAPI(module string) API {
	return API{&generator{opts: &Options{Module: module}}}
}

// spelled writes an identifier with its whole import path.
type spelled struct{}

func (spelled) Use(i emit.Ident) string {
	if i.Path == "" {
		return i.Name
	}
	return i.Path + "." + i.Name
}

// API returns what the code of n offers: by import path and name what it is,
// such as "type", "const T", "func() T", "field T" and "method func() T". What n
// holds is not among it.
func (a API) API(n schema.Node) map[string]string {
	out := map[string]string{}
	p := schema.PackageOf(n)
	if p == nil {
		return out
	}
	k := &pkg{generator: a.g, p: p, path: a.g.importPath(p)}
	switch n := n.(type) {
	case *schema.Package:
		out[k.path] = "package"
	case *schema.Service:
		names := newServiceNames(n)
		iface := k.path + "." + names.iface
		out[iface] = "type"
		out[k.path+"."+names.client], out[k.path+"."+names.unimplemented] = "type", "type"
		for _, m := range n.AllMethods() {
			out[iface+"."+exported(m.Parent.Parent, m.Name)] = "method " + k.function(m)
		}
	case *schema.Method:
		out[k.path+"."+newServiceNames(n.Parent).iface+"."+exported(p, n.Name)] = "method " + k.function(n)
	case *schema.Message:
		k.record(out, typeName(n))
	case *schema.Error:
		k.record(out, typeName(n))
		out[k.path+"."+typeName(n)+"Code"] = "const uint32"
	case *schema.Enum:
		out[k.path+"."+typeName(n)] = "type"
	case *schema.EnumValue:
		out[k.path+"."+valueName(n)] = "const " + k.path + "." + typeName(n.Parent)
	case *schema.Const:
		typ := k.goType(spelled{}, n.Type)
		if k.constant(n) {
			out[k.path+"."+typeName(n)] = "const " + typ
		} else {
			out[k.path+"."+typeName(n)] = "func() " + typ
		}
	case *schema.OneOf:
		if len(live(n)) > 0 {
			out[k.path+"."+typeName(n.Parent)+"."+oneOfName(n)] = "field"
		}
	case *schema.Field:
		k.fieldAPI(out, n)
	}
	return out
}

func (k *pkg) record(out map[string]string, name string) {
	out[k.path+"."+name] = "type"
	out[k.path+".New"+name] = "func() *" + k.path + "." + name
}

// fieldAPI adds what a message's field offers; params and results are part of
// their method's function.
func (k *pkg) fieldAPI(out map[string]string, f *schema.Field) {
	if _, param := f.Parent.(*schema.Method); param || f.Retired != "" {
		return
	}
	owner, typ := k.path+"."+typeName(f.Parent), k.goType(spelled{}, f.Type)
	getter := owner + ".Get" + fieldName(f)
	switch {
	case f.InOneOf() != nil:
		out[k.path+"."+wrapperName(f)] = "type"
		out[k.path+"."+wrapperName(f)+"."+fieldName(f)] = "field " + typ
		out[getter] = "method func() " + typ
	default:
		out[owner+"."+fieldName(f)] = "field " + k.fieldType(spelled{}, f)
		if f.Presence == schema.Optional {
			out[getter] = "method func() " + typ
		}
	}
}

// function is the type of a method's Go function, without the names of params.
func (k *pkg) function(m *schema.Method) string {
	var b strings.Builder
	b.WriteString("func(context.Context")
	for _, p := range m.Params {
		if p.Retired == "" {
			b.WriteString(", " + k.paramType(spelled{}, p))
		}
	}
	b.WriteString(") ")
	b.WriteString(k.results(spelled{}, m))
	return b.String()
}
