package hclidl

import (
	"math"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// field reads name = field(ID, TYPE, { OPTIONS }) of a message into f. It reports
// whether it could; if not, why is told.
func (r *reader) field(at *place, kind string, f *schema.Field, a *hclsyntax.Attribute) bool {
	c := call(a.Expr, "field")
	if c == nil {
		if !broken(a.Expr) {
			r.noField(at, kind, a)
		}
		return false
	}
	f.Name, f.NameSpan, f.Span, f.Doc = a.Name, r.span(a.NameRange), r.span(attrRange(a)), r.doc(a.NameRange)
	return r.fieldCall(at, f, c)
}

// noField reports an attribute of a message that is neither one of its own nor
// a field.
func (r *reader) noField(at *place, kind string, a *hclsyntax.Attribute) {
	near := diag.Nearest(a.Name, elements[kind].attrs)
	_, _, isType := (&reader{f: r.f}).fieldType(at, a.Expr)
	if near != "" && !isType {
		d := r.errorf(a.NameRange, "%s has no attribute %s", at.up, a.Name)
		d.Help = "did you mean " + near + "?"
		d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: r.span(a.NameRange), Text: near}}}}
		return
	}
	if c, ok := bare(a.Expr).(*hclsyntax.FunctionCallExpr); ok && diag.Nearest(c.Name, []string{"field"}) != "" {
		r.wrongCall(at, c, "field")
		return
	}
	d := r.errorf(exprRange(a.Expr), "%s has no number: it is not written as field(NUMBER, TYPE)", at)
	d.Help = "write " + a.Name + " = field(1, string), with the next free number"
	if isType {
		d.Help = "write " + a.Name + " = field(1, " + r.text(exprRange(a.Expr)) + "), with the next free number"
	}
}

// wrongCall reports a call whose name is not quite the one that it must have.
func (r *reader) wrongCall(at *place, c *hclsyntax.FunctionCallExpr, name string) {
	d := r.errorf(c.NameRange, "the call of %s is %s, not %s", at, c.Name, name)
	d.Help = "did you mean " + name + "?"
	d.Fixes = []diag.Fix{{Message: "write " + name, Edits: []diag.Edit{{Span: d.Span, Text: name}}}}
}

func attrRange(a *hclsyntax.Attribute) hcl.Range {
	end := a.SrcRange.End
	if end.Byte < a.NameRange.End.Byte {
		end = a.NameRange.End
	}
	return hcl.Range{Start: a.NameRange.Start, End: end}
}

// fieldCall reads the arguments of field into f.
func (r *reader) fieldCall(at *place, f *schema.Field, c *hclsyntax.FunctionCallExpr) bool {
	if !r.arguments(at, c, 2, 3, "field(1, string)") {
		return false
	}
	// Which numbers a field can have is Link's to say.
	n, numbered := r.integer(at, "the number", c.Args[0], math.MinInt64, math.MaxInt64)
	f.Number, f.NumberSpan = int(n), r.span(exprRange(c.Args[0]))
	var typed bool
	f.Type, f.Presence, typed = r.fieldType(at, c.Args[1])
	if len(c.Args) == 3 {
		o, ok := bare(c.Args[2]).(*hclsyntax.ObjectConsExpr)
		if ok {
			r.fieldOptions(at, f, o)
		} else if typed && !broken(c.Args[2]) { // map<K, V> looks like a third argument
			r.errorf(exprRange(c.Args[2]), "the options of %s are no object", at).Help = "write { default = 1 }"
		}
	}
	return numbered && typed
}

func (r *reader) fieldOptions(at *place, f *schema.Field, o *hclsyntax.ObjectConsExpr) {
	literal := func(what string, e hclsyntax.Expression) *schema.Value {
		v, ok := r.value(at, what, e)
		if !ok {
			return nil
		}
		return &v
	}
	var ok bool
	for _, p := range r.pairs(at, "the options", o) {
		switch p.key {
		case "default":
			f.Default = literal(p.key, p.value)
		case "min":
			f.Min = literal(p.key, p.value)
		case "max":
			f.Max = literal(p.key, p.value)
		case "max_len":
			f.MaxLen = literal(p.key, p.value)
		case "pattern":
			f.Pattern = literal(p.key, p.value)
		case "required":
			if r.bool(at, p.key, p.value) {
				if f.Presence == schema.Optional {
					r.errorf(p.at, "%s is optional and required", at).Help = "keep one of them"
					continue
				}
				f.Presence = schema.Required
			}
		case "retired":
			f.Retired = r.reason(at, p.key, p.value)
		case "json":
			if f.JSON, ok = r.string(at, p.key, p.value); ok && f.JSON == "" {
				r.errorf(exprRange(p.value), "json of %s is empty", at).Help = "write its name in JSON, or take json out"
			}
		case "encoding":
			f.Encoding = r.encoding(at, p.value)
		case "packed":
			packed := r.bool(at, p.key, p.value)
			f.Packed = &packed
		default:
			if !r.common(at, &f.Decl, p) {
				r.unknownOption(at, p, fieldOptions)
			}
		}
	}
}

// common reads the options that fields and enum values share.
func (r *reader) common(at *place, d *schema.Decl, p pair) bool {
	switch p.key {
	case "deprecated":
		d.Deprecated = r.reason(at, p.key, p.value)
	case "was":
		d.Was = r.was(at, p.value)
	case "doc":
		r.setDoc(at, d, p.value, p.at)
	case "options":
		o, ok := bare(p.value).(*hclsyntax.ObjectConsExpr)
		if !ok {
			if !broken(p.value) {
				r.errorf(exprRange(p.value), "options of %s is no object", at).Help = "write options = { \"some.name\" = 1 }"
			}
			return true
		}
		for _, free := range r.pairs(at, "options", o) {
			if v, ok := r.value(at, free.key, free.value); ok {
				span := r.span(hcl.Range{Start: free.at.Start, End: exprRange(free.value).End})
				d.Options = append(d.Options, schema.Option{Name: free.key, Value: v, Span: span})
			}
		}
	default:
		return false
	}
	return true
}

func (r *reader) unknownOption(at *place, p pair, known []string) {
	d := r.errorf(p.at, "%s has no option %s", at, p.key)
	if near := diag.Nearest(p.key, known); near != "" {
		d.Help = "did you mean " + near + "?"
		d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: d.Span, Text: near}}}}
		return
	}
	d.Help = "it may have " + strings.Join(known, ", ") + "; free ones stand in options = { … }"
}

var encodings = []string{"varint", "zigzag", "fixed"}

func (r *reader) encoding(at *place, e hclsyntax.Expression) string {
	word, ok := r.word(e)
	for _, known := range encodings {
		if ok && word == known {
			return word
		}
	}
	if !broken(e) {
		d := r.errorf(exprRange(e), "the encoding of %s is none of varint, zigzag, fixed", at)
		if near := diag.Nearest(word, encodings); near != "" {
			d.Help = "did you mean " + near + "?"
		}
	}
	return ""
}
