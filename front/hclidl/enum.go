package hclidl

import (
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func (r *reader) enum(b *hclsyntax.Block) {
	name, g := r.label(b, elements["enum"])
	at := &place{nil, "enum", name}
	e := &schema.Enum{Decl: r.decl(b, name, g)}
	e.Values = make([]*schema.EnumValue, 0, len(b.Body.Attributes))
	grouped := false
	value := func(a *hclsyntax.Attribute) bool {
		if v := r.enumValue(at, a); v != nil {
			e.Values = append(e.Values, v)
		}
		return true
	}
	r.walk(at, "enum", b.Body, func(a *hclsyntax.Attribute) bool {
		if misplaced("enum", a) {
			r.misplaced(at, "enum", a)
			return true
		}
		switch a.Name {
		case "closed":
			e.Closed = r.bool(at, "closed", a.Expr)
			return true
		}
		return r.described(at, &e.Decl, a) || value(a)
	}, func(n *hclsyntax.Block) bool {
		switch n.Type {
		case "values":
			grouped = true
			r.label(n, elements["values"])
			r.walk(&place{at, "values of", ""}, "values", n.Body, value, noBlock)
		case "reserved":
			r.reserved(at, &e.Reserved, n)
		case "option":
			r.option(at, &e.Decl, n)
		default:
			return false
		}
		return true
	})
	if grouped {
		slices.SortStableFunc(e.Values, func(a, b *schema.EnumValue) int { return a.NameSpan.Start().Offset - b.NameSpan.Start().Offset })
	}
	if len(b.Labels) > 0 {
		r.pkg.Enums = append(r.pkg.Enums, e)
	}
}

// enumValue reads NAME = NUMBER or NAME = value(NUMBER, { OPTIONS }).
func (r *reader) enumValue(up *place, a *hclsyntax.Attribute) *schema.EnumValue {
	at := &place{up, "value", a.Name}
	v := &schema.EnumValue{Decl: schema.Decl{
		Name: a.Name, NameSpan: r.span(a.NameRange), Span: r.span(attrRange(a)), Doc: r.doc(a.NameRange),
	}}
	number := a.Expr
	if c := call(a.Expr, "value"); c != nil {
		if !r.arguments(at, c, 1, 2, "value(1, { deprecated = true })") {
			return nil
		}
		number = c.Args[0]
		if len(c.Args) == 2 {
			if o, ok := bare(c.Args[1]).(*hclsyntax.ObjectConsExpr); ok {
				for _, p := range r.pairs(at, "the options", o) {
					if !r.common(at, &v.Decl, p) {
						r.unknownOption(at, p, valueOptions)
					}
				}
			} else if !broken(c.Args[1]) {
				r.errorf(exprRange(c.Args[1]), "the options of %s are no object", at).Help = "write { deprecated = true }"
			}
		}
	}
	if _, ok := r.numberOf(number); !ok {
		if c, ok := bare(number).(*hclsyntax.FunctionCallExpr); ok && diag.Nearest(c.Name, []string{"value"}) != "" {
			r.wrongCall(at, c, "value")
		} else if !broken(number) {
			r.errorf(exprRange(number), "the number of %s is no number", at).Help = "write " + a.Name + " = 1, or " + a.Name + " = value(1, { … })"
		}
		return nil
	}
	n, ok := r.integer(at, "the number", number, math.MinInt32, math.MaxInt32)
	if !ok {
		return nil
	}
	v.Number, v.NumberSpan = n, r.span(exprRange(number))
	return v
}
