package gosrc

import (
	"go/ast"
	"go/constant"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// found is what a type expression means.
type found struct {
	t       schema.Type
	pointer bool
	message bool // a message, as far as is known
	enum    bool
	word    string // of an argument: what it is called in the name of an instance
	ok      bool   // else it was told
}

// typing reads type expressions of one place.
type typing struct {
	*reader
	src  *source
	env  map[string]found // what the type parameters of a generic stand for
	what string           // whose types they are: "field Quotient.Note"
	time string           // the form of moments: "" is unix_ms
	saw  *bool            // set where a moment was seen
}

const maxDepth = 64

func (c typing) refuse(e ast.Expr, why, help string) found {
	d := c.errorf(c.src.span(e), "%s has the type %s, %s", c.what, c.src.text(e), why)
	d.Help = help
	return found{}
}

const leaveOut = `; to leave a field out, give it rpc:"-"`

// resolve reads a type.
func (c typing) resolve(e ast.Expr, depth int) found {
	if depth > maxDepth {
		return c.refuse(e, "which is nested too deep or holds itself", "give a part of it a struct of its own")
	}
	done := func(t schema.Type) found {
		t.Span = c.src.span(e)
		return found{t: t, ok: true}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return c.resolve(x.X, depth+1)
	case *ast.Ident:
		return c.named(x, depth)
	case *ast.StarExpr:
		f := c.resolve(x.X, depth+1)
		if f.ok && f.pointer {
			return c.refuse(e, "a pointer to a pointer", "one * says that presence is tracked")
		}
		f.pointer = true
		return f
	case *ast.ArrayType:
		elem := c.elem(x.Elt, depth)
		switch {
		case !elem.ok:
			return found{}
		case x.Len == nil && elem.t.Kind == schema.KindUint8:
			return done(schema.Type{Kind: schema.KindBytes})
		case x.Len == nil:
			f := done(schema.Type{Kind: schema.KindList, Elem: &elem.t})
			f.enum = elem.enum
			return f
		}
		n, ok := c.length(x.Len)
		if !ok {
			return found{}
		}
		return done(schema.Type{Kind: schema.KindList, Elem: &elem.t, Len: n})
	case *ast.MapType:
		key := c.elem(x.Key, depth)
		if s, ok := ast.Unparen(x.Value).(*ast.StructType); ok && s.Fields.NumFields() == 0 && key.ok {
			return done(schema.Type{Kind: schema.KindSet, Elem: &key.t})
		}
		value := c.elem(x.Value, depth)
		if !key.ok || !value.ok {
			return found{}
		}
		return done(schema.Type{Kind: schema.KindMap, Key: &key.t, Elem: &value.t})
	case *ast.SelectorExpr:
		return c.selector(x, depth)
	case *ast.IndexExpr:
		return c.generic(e, x.X, []ast.Expr{x.Index}, depth)
	case *ast.IndexListExpr:
		return c.generic(e, x.X, x.Indices, depth)
	case *ast.InterfaceType:
		return c.refuse(e, "which may hold anything", "name a type: a peer must know what it gets"+leaveOut)
	case *ast.ChanType:
		return c.refuse(e, "which can't be sent", "a stream is iter.Seq2[T, error], as a param or result"+leaveOut)
	case *ast.FuncType:
		return c.refuse(e, "which can't be sent", "a contract holds data alone"+leaveOut)
	case *ast.StructType:
		return c.refuse(e, "a struct without a name", "declare it as a type of its own")
	case *ast.BadExpr:
		return found{} // Go's parser says so
	}
	return c.refuse(e, "which is no type of a contract", "use a struct, a scalar, a slice, an array or a map")
}

// elem reads the type inside a list, set or map. A pointer says nothing there.
func (c typing) elem(e ast.Expr, depth int) found {
	f := c.resolve(e, depth+1)
	f.pointer = false
	return f
}

// length evaluates the length of an array.
func (c typing) length(e ast.Expr) (int, bool) {
	v, _ := c.eval(e, nil, 0)
	if v != nil && v.Kind() == constant.Int {
		if n, exact := constant.Int64Val(v); exact && n > 0 && n <= 1<<16-1 {
			return int(n), true
		}
		c.errorf(c.src.span(e), "%s has an array whose length is not 1 to 65535", c.what).Help = "use a slice"
		return 0, false
	}
	c.errorf(c.src.span(e), "%s has an array whose length can't be told here", c.what).Help = "write a number, or a constant of this package"
	return 0, false
}

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
	for _, d := range c.order {
		names = append(names, d.name)
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

// generic reads an instance of a generic type.
func (c typing) generic(e, x ast.Expr, args []ast.Expr, depth int) found {
	if path, name, _ := c.src.pathOf(x); path == "iter" {
		return c.refuse(e, "a stream", "write iter."+name+" as a whole param or result; a list is []T")
	}
	id, ok := x.(*ast.Ident)
	if !ok || c.decls[id.Name] == nil {
		return c.refuse(e, "an instance of a generic type that isn't of this package", "declare a struct here that says what is sent"+leaveOut)
	}
	d := c.decls[id.Name]
	var names []*ast.Ident
	for _, f := range fieldsOf(d.spec.TypeParams) {
		names = append(names, f.Names...)
	}
	if len(names) != len(args) || len(args) == 0 {
		return c.refuse(e, "which has another number of arguments than the type", "give one for each of its parameters")
	}
	if depth > 16 {
		return c.refuse(e, "whose instances never end", "break the circle with a struct without parameters")
	}
	env := map[string]found{}
	var words []string
	for i, a := range args {
		f := c.resolve(a, depth+1)
		if !f.ok {
			return found{}
		}
		f.word = c.word(a, 0)
		words = append(words, f.word)
		env[names[i].Name] = f
	}
	return c.instantiate(e, d, env, words, depth)
}

// fieldsOf returns what a list holds, which broken source may not have.
func fieldsOf(l *ast.FieldList) []*ast.Field {
	if l == nil {
		return nil
	}
	return l.List
}

// unalias follows aliases without parameters to what they stand for.
func (r *reader) unalias(s *source, e ast.Expr) (*source, ast.Expr) {
	for range maxDepth {
		e = ast.Unparen(e)
		id, ok := e.(*ast.Ident)
		if !ok || r.decls[id.Name] == nil || !r.decls[id.Name].spec.Assign.IsValid() {
			break
		}
		s, e = r.decls[id.Name].src, r.decls[id.Name].spec.Type
	}
	return s, e
}
