package gosrc

import (
	"go/ast"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// predeclared returns the kind of a predeclared type.
func predeclared(name string) (schema.Kind, bool) {
	switch name {
	case "int":
		return schema.KindInt64, true
	case "uint":
		return schema.KindUint64, true
	case "byte":
		return schema.KindUint8, true
	case "rune":
		return schema.KindInt32, true
	case "bytes":
		return 0, false
	}
	return schema.ScalarKind(name)
}

// named reads a name without a package.
func (c typing) named(id *ast.Ident, depth int) found {
	at := c.src.span(id)
	if f, ok := c.env[id.Name]; ok {
		f.t.Span = at
		return f
	}
	d := c.decls[id.Name]
	if d == nil {
		if k, ok := predeclared(id.Name); ok {
			return found{t: schema.Type{Kind: k, Span: at}, ok: true}
		}
		return c.unknownName(id)
	}
	if d.spec.TypeParams.NumFields() > 0 {
		return c.refuse(id, "a generic type without arguments", "say for which types: "+id.Name+"[T]")
	}
	if d.says("error") != nil {
		return c.refuse(id, "which is a declared error", "use a struct with //rpc:message: errors stand in errors= of a method")
	}
	if _, isInterface := ast.Unparen(d.spec.Type).(*ast.InterfaceType); isInterface {
		return c.refuse(id, "an interface", "name the struct that is sent: a peer must know what it gets"+leaveOut)
	}
	inner := c
	inner.src, inner.env = d.src, nil
	switch {
	case d.spec.Assign.IsValid():
		f := inner.resolve(d.spec.Type, depth+1)
		f.t.Span = at
		return f
	case d.isEnum:
		c.reach(d)
		return found{t: schema.Type{Kind: schema.KindRef, Name: d.contract, Span: at}, enum: true, ok: true}
	case c.isStruct(d):
		c.reach(d)
		return found{t: schema.Type{Kind: schema.KindRef, Name: d.contract, Span: at}, message: true, ok: true}
	}
	f := inner.resolve(d.spec.Type, depth+1)
	if f.pointer {
		return c.refuse(id, "a type that is a pointer", "declare "+id.Name+" without the *, and write *"+id.Name)
	}
	f.t.Span = at
	return f
}

// isStruct reports whether a declared type is a struct in the end: type A B,
// where B is one, is one as well.
func (r *reader) isStruct(d *decl) bool {
	_, s := r.structOf(d)
	return s != nil
}

// structOf returns the struct that a declared type is, and where it stands.
func (r *reader) structOf(d *decl) (*source, *ast.StructType) {
	for range maxDepth {
		switch x := ast.Unparen(d.spec.Type).(type) {
		case *ast.StructType:
			return d.src, x
		case *ast.Ident:
			next := r.decls[x.Name]
			if next == nil || next.isEnum || next.spec.TypeParams.NumFields() > 0 {
				return nil, nil
			}
			d = next
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// maxSuggestions bounds the work for source in which every name is unknown.
const maxSuggestions = 50

func (c typing) unknownName(id *ast.Ident) found {
	switch id.Name {
	case "any", "error":
		return c.refuse(id, "which may hold anything", "name a type: a peer must know what it gets"+leaveOut)
	case "complex64", "complex128":
		return c.refuse(id, "which no wire carries", "use a struct of two floats"+leaveOut)
	case "uintptr":
		return c.refuse(id, "which means nothing elsewhere", "use uint64"+leaveOut)
	case "_":
		return found{}
	}
	var names []string
	if c.suggested++; c.suggested <= maxSuggestions {
		for _, d := range c.order {
			names = append(names, d.name)
		}
	}
	d := c.errorf(c.src.span(id), "%s has the unknown type %s", c.what, c.src.text(id))
	d.Help = "declare it in a file of this directory"
	if near := diag.Nearest(id.Name, names); near != "" {
		d.Help = "did you mean " + near + "?"
		d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: d.Span, Text: near}}}}
	}
	return found{}
}

// pathOf returns the import path that a selector's package has in this file.
func (s *source) pathOf(e ast.Expr) (path, name string, spec *ast.ImportSpec) {
	x, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", "", nil
	}
	pkg, ok := x.X.(*ast.Ident)
	if !ok || s.imports[pkg.Name] == nil {
		return "", "", nil
	}
	return importPath(s.imports[pkg.Name]), x.Sel.Name, s.imports[pkg.Name]
}

// selector reads a type of another package.
func (c typing) selector(x *ast.SelectorExpr, depth int) found {
	at := c.src.span(x)
	path, name, spec := c.src.pathOf(x)
	switch path + "." + name {
	case "time.Time":
		if c.saw != nil {
			*c.saw = true
		}
		if c.time == "timestamp" {
			c.timestamp = true
			return found{t: schema.Type{Kind: schema.KindRef, Name: "Timestamp", Span: at}, ok: true}
		}
		return found{t: schema.Type{Kind: schema.KindInt64, Span: at}, ok: true}
	case "time.Duration":
		return found{t: schema.Type{Kind: schema.KindInt64, Span: at}, ok: true}
	case "encoding/json.RawMessage":
		return found{t: schema.Type{Kind: schema.KindBytes, Span: at}, ok: true}
	case "context.Context":
		return c.refuse(x, "which is not sent", "it stands first among the params, and nowhere else")
	case "iter.Seq2", "iter.Seq":
		return c.refuse(x, "a stream", "write iter.Seq2[T, error] as a whole param or result")
	}
	switch {
	case spec == nil:
		d := c.errorf(at, "%s has the type %s, and the file imports no package of that name", c.what, c.src.text(x))
		d.Help = "import it; where the package is called otherwise than its path ends, write its name before the path"
		return found{}
	case path == "C" || path == "unsafe" || standard(path):
		return c.refuse(x, "which is not for contracts", "of the standard library time.Time, time.Duration and json.RawMessage can be said"+leaveOut)
	}
	if f, known := c.elsewhere(x, path, name, depth); known {
		return f
	}
	return found{t: schema.Type{Kind: schema.KindRef, Name: c.importOf(path, spec).Local + "." + name, Span: at}, message: true, ok: true}
}

// importOf returns the import of a package; spec is where the file says it.
func (c typing) importOf(path string, spec *ast.ImportSpec) *schema.Import {
	i := c.imported[path]
	if i == nil {
		i = &schema.Import{Local: c.local(spec, path), Source: path, Span: c.src.span(spec), SourceSpan: c.src.span(spec.Path)}
		c.imported[path] = i
		c.pkg.Imports = append(c.pkg.Imports, i)
	}
	return i
}

// local returns the name of an import in the contract: the file's, or another
// where that is another file's for another package.
func (r *reader) local(spec *ast.ImportSpec, path string) string {
	name := guessName(path)
	if spec.Name != nil && importPath(spec) == path {
		name = spec.Name.Name
	}
	for r.locals[name] || r.decls[name] != nil {
		name += "_"
	}
	r.locals[name] = true
	return name
}
