package gosrc

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// service turns an interface into a service.
func (r *reader) service(d *decl) *schema.Service {
	dir := d.says("service")
	face, ok := ast.Unparen(d.spec.Type).(*ast.InterfaceType)
	if !ok {
		r.notA(d, "service", "an interface")
		return nil
	}
	switch {
	case !ast.IsExported(d.name):
		r.errorf(d.src.span(d.spec.Name), "service %s is unexported", d.name).Help = "write it with a capital"
	case d.spec.TypeParams.NumFields() > 0:
		r.errorf(d.src.span(d.spec.Name), "service %s is generic", d.name).Help = "declare one interface for each type"
		return nil
	}
	s := &schema.Service{Decl: r.base(d, "service"), Wires: r.names(dir, "wires"), On: r.blocks(d.directives)}
	s.ID, s.IDSpan = r.id(dir, "id")
	for _, f := range fieldsOf(face.Methods) {
		if !r.count(d.src, f) {
			break
		}
		if len(f.Names) == 0 {
			r.extends(d, s, f)
			continue
		}
		ft, ok := f.Type.(*ast.FuncType)
		if ok && ast.IsExported(f.Names[0].Name) {
			s.Methods = append(s.Methods, r.methodOf(d, f, ft))
		}
	}
	return s
}

// extends reads an embedded interface.
func (r *reader) extends(d *decl, s *schema.Service, f *ast.Field) {
	at := d.src.span(f.Type)
	src, e := r.unalias(d.src, f.Type)
	name := ""
	switch x := e.(type) {
	case *ast.Ident:
		parent := r.decls[x.Name]
		if parent == nil || parent.says("service") == nil {
			e := r.errorf(at, "service %s embeds %s, which is no service of this package", d.name, d.src.text(f.Type))
			e.Help = "give " + x.Name + " a //rpc:service directive, or write its methods out"
			return
		}
		name = parent.contract
	case *ast.SelectorExpr:
		got := typing{reader: r, src: src, what: "service " + d.name}.parent(x)
		if name = got.t.Name; !got.ok || name == "" {
			return
		}
	default:
		r.errorf(at, "service %s embeds %s, which is no interface", d.name, d.src.text(f.Type)).Help = "a service has methods, and one interface that it extends"
		return
	}
	if s.Extends.Name != "" {
		x := r.errorf(at, "service %s embeds a second interface, %s", d.name, d.src.text(f.Type))
		x.Help = "a service extends one: write the methods of the other out"
		x.Related = []diag.Related{{Message: "the first is here", Span: s.Extends.Span}}
		return
	}
	s.Extends = schema.Ident{Name: name, Span: at}
}

func (r *reader) methodOf(d *decl, f *ast.Field, ft *ast.FuncType) *schema.Method {
	name := f.Names[0].Name
	said := r.at(f.Doc, "a method", "method", "param", "wire")
	dir := one(said, "method")
	m := &schema.Method{Oneway: r.flag(dir, "oneway"), Idempotent: r.flag(dir, "idempotent"), Timeout: r.timeout(dir), On: r.blocks(said)}
	m.Name, m.Span, m.NameSpan = name, d.src.span(f), d.src.span(f.Names[0])
	if w := r.text(dir, "name"); w != "" {
		m.Name = w
	}
	m.Doc, m.Deprecated = docOf(f.Doc)
	m.Was, m.Compress = r.names(dir, "was"), r.text(dir, "compress")
	m.ID, m.IDSpan = r.id(dir, "id")
	if w := dir.word("timeout"); w != nil {
		m.TimeoutSpan = w.at
	}
	r.errorsOf(m, dir)
	c := typing{reader: r, src: d.src, what: "method " + d.name + "." + name}
	c.params(m, ft)
	c.results(m, ft)
	c.paramTags(m, said)
	return m
}

// errorsOf reads errors=A,B:5.
func (r *reader) errorsOf(m *schema.Method, dir *directive) {
	for i, id := range r.names(dir, "errors") {
		ref := &schema.ErrorRef{Name: id.Name, Number: i + 1, Span: id.Span}
		if name, number, ok := strings.Cut(id.Name, ":"); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				r.errorf(id.Span, "the error %s has the number %s", name, strconv.Quote(number)).Help = "write NAME:NUMBER, or NAME alone"
			}
			ref.Name, ref.Number = name, n
		}
		if d := r.decls[ref.Name]; d != nil && d.says("error") == nil {
			r.errorf(id.Span, "method %s declares the error %s, which has no code", m.Name, ref.Name).Help = "put //rpc:error code=NUMBER above type " + ref.Name
			continue
		} else if d != nil {
			ref.Name = d.contract
		}
		m.Errors = append(m.Errors, ref)
	}
}

func (c typing) params(m *schema.Method, ft *ast.FuncType) {
	place, first := 0, true
	for _, f := range fieldsOf(ft.Params) {
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, id := range names {
			_, e := c.unalias(c.src, f.Type)
			if path, name, _ := c.src.pathOf(e); path == "context" && name == "Context" {
				if !first {
					c.errorf(c.src.span(f.Type), "%s has a context.Context that isn't the first param", c.what).Help = "put it first"
				}
				first = false
				continue
			}
			first = false
			place++
			at := c.src.span(f.Type)
			p := &schema.Field{Number: place, Implicit: true, Presence: schema.Plain}
			p.Name, p.Span, p.NameSpan = "arg"+strconv.Itoa(place), at, at
			if id != nil {
				p.NameSpan = c.src.span(id)
				p.Span = c.src.between(id.Pos(), f.Type.End())
				if id.Name != "_" {
					p.Name = gotag.Snake(id.Name)
				}
			}
			t, ok := c.shape(p, f.Type)
			if !ok {
				continue
			}
			p.Type = t
			m.Params = append(m.Params, p)
		}
	}
}

// shape reads the type of a param or result, which may be a stream.
func (c typing) shape(p *schema.Field, e ast.Expr) (schema.Type, bool) {
	inner := c
	if p.Name != "" {
		inner.what = "param " + p.Name + " of " + c.what
	} else {
		inner.what = "the result of " + c.what
	}
	if dots, ok := e.(*ast.Ellipsis); ok {
		t := inner.elem(dots.Elt, 0)
		return schema.Type{Kind: schema.KindList, Elem: &t.t, Span: c.src.span(e)}, t.ok
	}
	src, real := c.unalias(c.src, e)
	if k := raw(src, real); k != 0 {
		return schema.Type{Kind: k, Span: c.src.span(e)}, true
	}
	if x, ok := real.(*ast.IndexListExpr); ok {
		if path, name, _ := src.pathOf(x.X); path == "iter" && name == "Seq2" && len(x.Indices) == 2 {
			if id, ok := x.Indices[1].(*ast.Ident); !ok || id.Name != "error" {
				c.errorf(c.src.span(e), "%s is a sequence of pairs whose second isn't error", inner.what).Help = "write iter.Seq2[T, error]"
				return schema.Type{}, false
			}
			inner.src = src
			t := inner.elem(x.Indices[0], 0)
			return schema.Type{Kind: schema.KindStream, Elem: &t.t, Span: c.src.span(e)}, t.ok
		}
	}
	t := inner.resolve(e, 0)
	if t.ok && t.pointer && !t.message {
		p.Presence = schema.Optional
	}
	return t.t, t.ok
}

// raw returns the kind of a raw stream that a type of package io stands for.
func raw(s *source, e ast.Expr) schema.Kind {
	path, name, _ := s.pathOf(e)
	if path != "io" {
		return 0
	}
	switch name {
	case "Reader", "ReadCloser":
		return schema.KindRawIn
	case "Writer", "WriteCloser":
		return schema.KindRawOut
	case "ReadWriter", "ReadWriteCloser":
		return schema.KindRawStream
	}
	return 0
}

// results reads what comes back: nothing, a value or a stream, and an error.
func (c typing) results(m *schema.Method, ft *ast.FuncType) {
	var types []ast.Expr
	for _, f := range fieldsOf(ft.Results) {
		types = append(types, slices.Repeat([]ast.Expr{f.Type}, max(1, len(f.Names)))...)
	}
	last := len(types) - 1
	isError := false
	if last >= 0 {
		id, ok := types[last].(*ast.Ident)
		isError = ok && id.Name == "error" && c.decls["error"] == nil
	}
	result := &schema.Field{Number: 1, Presence: schema.Plain}
	switch {
	case isError:
		types = types[:last]
	case len(types) == 1:
		_, e := c.unalias(c.src, types[0])
		if x, ok := e.(*ast.IndexListExpr); ok {
			if path, name, _ := c.src.pathOf(x.X); path == "iter" && name == "Seq2" {
				break // its errors come with its items
			}
		}
		fallthrough
	default:
		at := m.NameSpan
		if last >= 0 {
			at = c.src.span(types[last])
		}
		c.errorf(at, "%s does not return an error last", c.what).Help = "the last result is error: a call can always fail"
		return
	}
	if len(types) == 0 {
		return
	}
	result.Span, result.NameSpan = c.src.span(types[0]), c.src.span(types[0])
	if len(types) > 1 {
		c.errorf(c.src.span(types[1]), "%s has %d results beside the error", c.what, len(types)).Help = "put them into a struct"
		return
	}
	if t, ok := c.shape(result, types[0]); ok {
		result.Type = t
		m.Returns = result
	}
}

// paramTags gives params what //rpc:param lines say.
func (c typing) paramTags(m *schema.Method, said []*directive) {
	for _, d := range said {
		if d.kind != "param" {
			continue
		}
		name, w := c.text(d, "name"), d.word("tag")
		i := slices.IndexFunc(m.Params, func(p *schema.Field) bool { return p.Name == name || name != "" && p.Name == gotag.Snake(name) })
		if i < 0 {
			var names []string
			for _, p := range m.Params {
				names = append(names, p.Name)
			}
			at := d.span
			if w := d.word("name"); w != nil {
				at = w.at
			}
			c.unknown(at, c.what+" has no param "+strconv.Quote(name), name, names)
			continue
		}
		p := m.Params[i]
		if w == nil {
			c.errorf(d.span, "//rpc:param says nothing of %s", name).Help = "write what a tag would: //rpc:param " + name + " 3,default=0"
			continue
		}
		f, problems := gotag.Rpc(w.value)
		pointer := p.Presence == schema.Optional
		problems = append(problems, f.Apply(p, pointer, false)...)
		c.tagProblems(problems, "param "+name+" of "+c.what, func(at gotag.Range) diag.Span {
			if w.at.End().Offset-w.at.Start().Offset != len(w.value) {
				return w.at
			}
			return c.src.file.Span(w.at.Start().Offset+at.Start, w.at.Start().Offset+at.End)
		})
		if f.Skip || f.Time != "" || f.OneOf.Text != "" {
			c.errorf(w.at, "//rpc:param says what only a field of a struct can have").Help = "take it out"
			p.OneOf = ""
		}
		if f.Number != 0 {
			p.Number, p.NumberSpan, p.Implicit = f.Number, w.at, false
		}
		if f.Name.Text != "" {
			p.Name = f.Name.Text
		}
		for _, was := range f.Was {
			p.Was = append(p.Was, schema.Ident{Name: was.Text, Span: w.at})
		}
		for _, v := range []*schema.Value{p.Default, p.Min, p.Max, p.MaxLen, p.Pattern} {
			if v != nil {
				v.Span = w.at
			}
		}
	}
}
