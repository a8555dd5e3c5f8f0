package gosrc

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// constDecl is one name of a constant declaration, with what it inherits from
// the line above it.
type constDecl struct {
	name  *ast.Ident
	src   *source
	doc   commentGroup
	typ   ast.Expr
	value ast.Expr
	iota  int64
	busy  bool // is being evaluated
	done  bool
	val   constant.Value // nil: can't be told
	as    string         // the name of its type, "" where it has none
	said  []*directive
}

// constants reads a const block.
func (r *reader) constants(s *source, g *ast.GenDecl) {
	var last *ast.ValueSpec
	for n, spec := range g.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(spec.Values) > 0 || spec.Type != nil || last == nil {
			last = spec
		}
		doc := spec.Doc
		if !g.Lparen.IsValid() && doc == nil {
			doc = g.Doc
		}
		said := r.at(doc, "a constant", "value", "const")
		for i, name := range spec.Names {
			c := &constDecl{name: name, src: s, doc: doc, typ: last.Type, iota: int64(n), said: said}
			if i < len(last.Values) {
				c.value = last.Values[i]
			}
			r.values = append(r.values, c)
			if r.consts[name.Name] == nil {
				r.consts[name.Name] = c
			}
		}
	}
}

// typeName is the type that a constant is declared to have, or converted to.
func (c *constDecl) typeName() string {
	e := c.typ
	if e == nil {
		if call, ok := ast.Unparen(c.value).(*ast.CallExpr); ok && c.value != nil {
			e = call.Fun
		}
	}
	if e == nil {
		return ""
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// maxBits bounds the numbers that are calculated with, as Go's compiler does.
const maxBits = 512

// of evaluates a constant, nil where that can't be done here.
func (r *reader) of(c *constDecl, depth int) (constant.Value, string) {
	if c.busy || c.value == nil {
		return nil, ""
	}
	if !c.done {
		c.busy = true
		t := typing{reader: r, src: c.src}
		c.val, c.as = t.eval(c.value, c, depth)
		if c.typ != nil {
			c.as = c.typeName()
		}
		c.busy, c.done = false, true
	}
	return c.val, c.as
}

// eval evaluates an expression of numbers, bools and single texts. in is the
// constant that it belongs to, nil for other places.
func (c typing) eval(e ast.Expr, in *constDecl, depth int) (constant.Value, string) {
	if depth > maxDepth {
		return nil, ""
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return c.eval(x.X, in, depth+1)
	case *ast.BasicLit:
		if len(x.Value) > 4096 && x.Kind != token.STRING {
			return nil, ""
		}
		return usable(constant.MakeFromLiteral(x.Value, x.Kind, 0)), ""
	case *ast.Ident:
		switch {
		case c.consts[x.Name] != nil:
			return c.of(c.consts[x.Name], depth+1)
		case x.Name == "iota" && in != nil:
			return constant.MakeInt64(in.iota), ""
		case x.Name == "true" || x.Name == "false":
			return constant.MakeBool(x.Name == "true"), ""
		}
	case *ast.CallExpr: // a conversion
		if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && len(x.Args) == 1 {
			_, known := predeclared(id.Name)
			if known || c.decls[id.Name] != nil {
				v, _ := c.eval(x.Args[0], in, depth+1)
				return v, id.Name
			}
		}
	case *ast.UnaryExpr:
		v, t := c.eval(x.X, in, depth+1)
		if v == nil || v.Kind() != constant.Int && !(v.Kind() == constant.Float && x.Op != token.XOR) ||
			x.Op != token.SUB && x.Op != token.ADD && x.Op != token.XOR {
			return nil, ""
		}
		return usable(constant.UnaryOp(x.Op, v, 0)), t
	case *ast.BinaryExpr:
		a, t := c.eval(x.X, in, depth+1)
		b, u := c.eval(x.Y, in, depth+1)
		if t == "" {
			t = u
		}
		return binary(a, x.Op, b), t
	}
	return nil, ""
}

func binary(a constant.Value, op token.Token, b constant.Value) constant.Value {
	if a == nil || b == nil || a.Kind() != constant.Int || b.Kind() != constant.Int {
		return nil
	}
	switch op {
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(b)
		if !ok || n > maxBits {
			return nil
		}
		return usable(constant.Shift(a, op, uint(n)))
	case token.QUO, token.REM:
		if constant.Sign(b) == 0 {
			return nil
		}
		if op == token.QUO {
			op = token.QUO_ASSIGN // whole numbers
		}
		return usable(constant.BinaryOp(a, op, b))
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
		return usable(constant.BinaryOp(a, op, b))
	}
	return nil
}

func usable(v constant.Value) constant.Value {
	switch v.Kind() {
	case constant.Unknown, constant.Complex:
		return nil
	case constant.Int:
		if constant.BitLen(v) > maxBits {
			return nil
		}
	}
	return v
}

// declaredConsts puts constants with //rpc:const into the contract.
func (r *reader) declaredConsts() {
	for _, c := range r.values {
		d := one(c.said, "const")
		if d == nil {
			continue
		}
		at := c.src.span(c.name)
		c.src.matters = true
		v, as := r.of(c, 0)
		if v == nil {
			r.errorf(at, "constant %s has a value that can't be told here", c.name.Name).Help = "write a literal"
			continue
		}
		t := found{ok: true}
		what := "constant " + c.name.Name
		switch typ := (typing{reader: r, src: c.src, what: what}); {
		case c.typ != nil:
			t = typ.resolve(c.typ, 0)
		case as != "":
			t = typ.resolve(&ast.Ident{NamePos: c.name.Pos(), Name: as}, 0)
		case v.Kind() == constant.Bool:
			t.t.Kind = schema.KindBool
		case v.Kind() == constant.String:
			t.t.Kind = schema.KindString
		case v.Kind() == constant.Float:
			t.t.Kind = schema.KindFloat64
		default:
			t.t.Kind = schema.KindInt64
		}
		if !t.ok {
			continue
		}
		out := &schema.Const{Type: t.t}
		out.Name, out.Span, out.NameSpan = c.name.Name, at, at
		if name := r.text(d, "name"); name != "" {
			out.Name = name
		}
		out.Doc, out.Deprecated = docOf(c.doc)
		out.Was = r.names(d, "was")
		out.Value = r.constValue(c, t.t, v)
		r.pkg.Consts = append(r.pkg.Consts, out)
	}
}

func (r *reader) constValue(c *constDecl, t schema.Type, v constant.Value) schema.Value {
	text := v.ExactString()
	switch {
	case v.Kind() == constant.String:
		text = constant.StringVal(v)
	case v.Kind() == constant.Float || t.Kind.Float():
		text = constant.ToFloat(v).String()
		if lit, ok := ast.Unparen(c.value).(*ast.BasicLit); ok {
			text = lit.Value
		}
	}
	if d := r.enums[t.Name]; t.Kind == schema.KindRef && d != nil {
		if n, exact := constant.Int64Val(constant.ToInt(v)); exact {
			if name, ok := r.valueNamed(d, n); ok {
				text = name
			}
		}
	}
	out := gotag.Literal(t, text)
	out.Span = c.src.span(c.name)
	if c.value != nil {
		out.Span = c.src.span(c.value)
	}
	return out
}
