package gosrc

import (
	"go/ast"
	"go/constant"

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
	used *int             // how many types were looked at
}

const (
	maxDepth = 64
	maxTypes = 10_000 // in one type, with what its names are declared as
)

func (c typing) refuse(e ast.Expr, why, help string) found {
	d := c.errorf(c.src.span(e), "%s has the type %s, %s", c.what, c.src.text(e), why)
	d.Help = help
	return found{}
}

const leaveOut = `; to leave a field out, give it rpc:"-"`

// resolve reads a type.
func (c typing) resolve(e ast.Expr, depth int) found {
	if c.used == nil {
		c.used = new(int)
	}
	if *c.used++; depth > maxDepth || *c.used > maxTypes {
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
