package gosrc

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

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

// instantiate returns the message that a generic struct becomes for these
// arguments. Other generic types are what they are declared as.
func (c typing) instantiate(e ast.Expr, d *decl, env map[string]found, words []string, depth int) found {
	at := c.src.span(e)
	if d.structure() == nil {
		inner := c
		inner.src, inner.env = d.src, env
		f := inner.resolve(d.spec.Type, depth+1)
		f.t.Span = at
		return f
	}
	name := gotag.InstanceName(d.contract, words)
	got := found{t: schema.Type{Kind: schema.KindRef, Name: name, Span: at}, message: true, ok: true}
	if c.instances[name] {
		return got
	}
	if len(name) > 200 {
		return c.refuse(e, "whose instances never end", "break the circle with a struct without parameters")
	}
	m := &schema.Message{Decl: c.base(d, "message"), On: c.blocks(d.directives), Reserved: c.reserved(d.directives)}
	m.Name = name
	c.instances[name] = true
	b := c.builtOf(d)
	b.instances = append(b.instances, m)
	if !ast.IsExported(d.name) {
		c.refuse(e, "which is unexported", "write "+d.name+" with a capital")
	}
	c.queue = append(c.queue, func() { c.body(m, d, d.src, d.structure(), env) })
	return got
}

// instancesOf returns the messages that a generic struct became, by name.
func (r *reader) instancesOf(d *decl) []*schema.Message {
	if r.built[d] == nil {
		return nil
	}
	list := r.built[d].instances
	slices.SortFunc(list, func(a, b *schema.Message) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// word is what a type is called in the name of an instance.
func (c typing) word(e ast.Expr, depth int) string {
	if depth > maxDepth {
		return ""
	}
	src, e := c.unalias(c.src, e)
	c.src = src
	switch x := e.(type) {
	case *ast.Ident:
		if f, ok := c.env[x.Name]; ok {
			return f.word
		}
		return gotag.TypeWord(x.Name)
	case *ast.SelectorExpr:
		return gotag.TypeWord(x.Sel.Name)
	case *ast.StarExpr:
		return "Ptr" + c.word(x.X, depth+1)
	case *ast.ArrayType:
		if x.Len == nil {
			return "List" + c.word(x.Elt, depth+1)
		}
		n, _ := c.length(x.Len)
		return "Array" + strconv.Itoa(n) + c.word(x.Elt, depth+1)
	case *ast.MapType:
		if s, ok := ast.Unparen(x.Value).(*ast.StructType); ok && s.Fields.NumFields() == 0 {
			return "Set" + c.word(x.Key, depth+1)
		}
		return "Map" + c.word(x.Key, depth+1) + c.word(x.Value, depth+1)
	case *ast.IndexExpr:
		return c.word(x.X, depth+1) + c.word(x.Index, depth+1)
	case *ast.IndexListExpr:
		word := c.word(x.X, depth+1)
		for _, i := range x.Indices {
			word += c.word(i, depth+1)
		}
		return word
	}
	return ""
}
