package hclidl

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func (r *reader) service(b *hclsyntax.Block) {
	name, g := r.label(b, elements["service"])
	at := &place{nil, "service", name}
	s := &schema.Service{Decl: r.decl(b, name, g)}
	s.Methods = make([]*schema.Method, 0, len(b.Body.Blocks))
	r.walk(at, "service", b.Body, func(a *hclsyntax.Attribute) bool {
		switch a.Name {
		case "id":
			s.ID, s.IDSpan = r.id(at, "id", a.Expr), r.span(exprRange(a.Expr))
		case "wires":
			s.Wires = r.wireNames(at, a.Expr)
		case "extends":
			s.Extends = r.reference(at, "extends", a.Expr)
		default:
			return r.described(at, &s.Decl, a)
		}
		return true
	}, func(n *hclsyntax.Block) bool {
		switch n.Type {
		case "method":
			if m := r.method(at, n); len(n.Labels) > 0 {
				s.Methods = append(s.Methods, m)
			}
		case "wire":
			r.wire(at, &s.On, n)
		case "option":
			r.option(at, &s.Decl, n)
		default:
			return false
		}
		return true
	})
	if len(b.Labels) > 0 {
		r.pkg.Services = append(r.pkg.Services, s)
	}
}

func (r *reader) method(up *place, b *hclsyntax.Block) *schema.Method {
	name, g := r.label(b, elements["method"])
	at := &place{up, "method", name}
	m := &schema.Method{Decl: r.decl(b, name, g)}
	r.walk(at, "method", b.Body, func(a *hclsyntax.Attribute) bool {
		switch a.Name {
		case "id":
			m.ID, m.IDSpan = r.id(at, "id", a.Expr), r.span(exprRange(a.Expr))
		case "params":
			r.params(at, m, a.Expr)
		case "returns":
			r.returns(at, m, a.Expr)
		case "errors":
			r.errors(at, m, a.Expr)
		case "oneway":
			m.Oneway = r.bool(at, "oneway", a.Expr)
		case "idempotent":
			m.Idempotent = r.bool(at, "idempotent", a.Expr)
		case "timeout":
			m.Timeout, m.TimeoutSpan = r.timeout(at, a.Expr), r.span(exprRange(a.Expr))
		case "compress":
			m.Compress, _ = r.string(at, "compress", a.Expr)
		default:
			return r.described(at, &m.Decl, a)
		}
		return true
	}, func(n *hclsyntax.Block) bool {
		switch n.Type {
		case "wire":
			r.wire(at, &m.On, n)
		case "option":
			r.option(at, &m.Decl, n)
		default:
			return false
		}
		return true
	})
	return m
}

// params reads { a = int32, b = field(3, string) }.
func (r *reader) params(up *place, m *schema.Method, e hclsyntax.Expression) {
	o, ok := bare(e).(*hclsyntax.ObjectConsExpr)
	if !ok {
		if !broken(e) {
			r.errorf(exprRange(e), "params of %s is no object", up).Help = "write params = { a = int32, b = string }"
		}
		return
	}
	pairs := r.pairs(up, "params", o)
	m.Params = make([]*schema.Field, 0, len(pairs))
	for i, p := range pairs {
		at := &place{up, "param", p.key}
		span := r.span(p.at).To(r.span(exprRange(p.value)))
		f := &schema.Field{Decl: schema.Decl{Name: p.key, NameSpan: r.span(p.at), Span: span, Doc: r.doc(r.quoted(p.at))}}
		if c := call(p.value, "field"); c != nil {
			ok = r.fieldCall(at, f, c)
		} else {
			f.Number, f.NumberSpan, f.Implicit = i+1, f.NameSpan, true
			f.Type, f.Presence, ok = r.fieldType(at, p.value)
		}
		if ok {
			m.Params = append(m.Params, f)
		}
	}
}

func (r *reader) returns(up *place, m *schema.Method, e hclsyntax.Expression) {
	t, presence, ok := r.fieldType(&place{nil, "the result of", up.String()}, e)
	if !ok {
		return
	}
	span := r.span(exprRange(e))
	m.Returns = &schema.Field{
		Decl:   schema.Decl{Span: span, NameSpan: span},
		Number: 1, NumberSpan: span, Implicit: true, Type: t, Presence: presence,
	}
}

// errors reads [A, thrown(3, B)].
func (r *reader) errors(at *place, m *schema.Method, e hclsyntax.Expression) {
	for i, item := range items(e) {
		ref := &schema.ErrorRef{Number: i + 1, Span: r.span(exprRange(item))}
		name := item
		if c := call(item, "thrown"); c != nil {
			if !r.arguments(at, c, 2, 2, "thrown(3, SomeError)") {
				continue
			}
			n, ok := r.integer(at, "the number of an error", c.Args[0], 1, math.MaxInt32)
			if !ok {
				continue
			}
			ref.Number, name = int(n), c.Args[1]
		}
		text, ok := nameOf(name)
		if !ok {
			if !broken(name) {
				r.errorf(exprRange(name), "errors of %s holds what is no name of an error", at).Help = "write errors = [SomeError], or thrown(3, SomeError) to give it a number"
			}
			continue
		}
		ref.Name = text
		m.Errors = append(m.Errors, ref)
	}
}

func (r *reader) timeout(at *place, e hclsyntax.Expression) *time.Duration {
	text, ok := r.stringOf(e)
	d, err := time.ParseDuration(text)
	if ok && err == nil {
		return &d
	}
	if !broken(e) {
		p := r.errorf(exprRange(e), "timeout of %s is no duration", at)
		p.Help = "write a number with its unit in quotes: \"200ms\", \"1.5s\", \"2m\""
		if n, isNumber := r.numberOf(e); isNumber {
			p.Help = "write its unit, in quotes: \"" + n + "ms\" or \"" + n + "s\""
		}
	}
	return nil
}

// wireNames reads [frame, thrift]. It is not nil: an empty list says that no
// wire is promised.
func (r *reader) wireNames(at *place, e hclsyntax.Expression) []schema.Ident {
	names := []schema.Ident{}
	if _, ok := bare(e).(*hclsyntax.TupleConsExpr); !ok {
		if !broken(e) {
			r.errorf(exprRange(e), "wires of %s is no list", at).Help = "write wires = [frame, rpch]"
		}
		return nil
	}
	for _, item := range items(e) {
		i := r.reference(at, "wires", item)
		if i.Name == "" {
			continue
		}
		if n := slices.IndexFunc(names, func(o schema.Ident) bool { return o.Name == i.Name }); n >= 0 {
			d := r.errorf(exprRange(item), "%s stands twice in wires of %s", i.Name, at)
			d.Related = []diag.Related{{Message: "first here", Span: names[n].Span}}
			d.Help = "take one of them out"
			continue
		}
		names = append(names, i)
	}
	return names
}

// reference reads a bare name.
func (r *reader) reference(at *place, what string, e hclsyntax.Expression) schema.Ident {
	name, ok := nameOf(e)
	if ok {
		return schema.Ident{Name: name, Span: r.span(exprRange(e))}
	}
	if !broken(e) {
		d := r.errorf(exprRange(e), "%s of %s is no name", what, at)
		if text, isString := r.stringOf(e); isString && text != "" {
			d.Help = "write " + text + " without quotes"
			d.Fixes = []diag.Fix{{Message: "take the quotes off", Edits: []diag.Edit{{Span: d.Span, Text: text}}}}
		} else {
			d.Help = "write a bare name"
		}
	}
	return schema.Ident{}
}

// wire reads how a wire names or carries an element.
func (r *reader) wire(at *place, on *[]schema.WireBlock, b *hclsyntax.Block) {
	name, g := r.label(b, elements["wire"])
	if name == "" {
		return
	}
	w := schema.WireBlock{Wire: schema.Ident{Name: name, Span: r.span(g)}}
	for _, o := range *on {
		if o.Wire.Name == name {
			d := r.errorf(g, "%s says wire %s twice", at, strconv.Quote(name))
			d.Related = []diag.Related{{Message: "first here", Span: o.Wire.Span}}
			d.Help = "write one block"
			return
		}
	}
	r.walk(&place{at, "wire of", name}, "wire", b.Body, func(a *hclsyntax.Attribute) bool {
		if text, ok := r.string(at, a.Name, a.Expr); ok {
			w.Attrs = append(w.Attrs, schema.WireAttr{Name: a.Name, Value: text, Span: r.span(attrRange(a))})
		}
		return true
	}, noBlock)
	*on = append(*on, w)
}
