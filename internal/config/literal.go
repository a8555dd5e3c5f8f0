package config

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// literal turns an expression into a literal: nothing is evaluated.
func (r *reader) literal(e hclsyntax.Expression) (schema.Value, bool) {
	v := schema.Value{Span: r.span(e.Range())}
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		if v.Kind = schema.StringValue; r.text(&v, e) {
			return v, true
		}
	case *hclsyntax.LiteralValueExpr:
		if scalar(&v, e.Val) {
			return v, true
		}
	case *hclsyntax.UnaryOpExpr:
		if n, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate && scalar(&v, n.Val) && v.Kind == schema.NumberValue {
			v.Text = "-" + v.Text
			return v, true
		}
	case *hclsyntax.ScopeTraversalExpr:
		if len(e.Traversal) == 1 {
			v.Kind, v.Text = schema.NameValue, e.Traversal.RootName()
			return v, true
		}
	case *hclsyntax.TupleConsExpr:
		v.Kind = schema.ListValue
		ok := true
		for _, item := range e.Exprs {
			i, good := r.literal(item)
			v.Items, ok = append(v.Items, i), ok && good
		}
		return v, ok
	case *hclsyntax.ObjectConsExpr:
		v.Kind = schema.ObjectValue
		return v, r.object(&v, e)
	}
	r.errorf(v.Span, "expected a literal").Help = "nothing is evaluated here: write a string, a number, true, false, a name, a list or an object"
	return v, false
}

// text joins a string's parts where all are literal.
func (r *reader) text(v *schema.Value, e *hclsyntax.TemplateExpr) bool {
	for _, p := range e.Parts {
		l, ok := p.(*hclsyntax.LiteralValueExpr)
		if !ok || l.Val.Type() != cty.String {
			return false
		}
		v.Text += l.Val.AsString()
	}
	return true
}

func scalar(v *schema.Value, value cty.Value) bool {
	switch {
	case !value.IsKnown(): // of a number that HCL took and couldn't read
		return false
	case value.IsNull():
		v.Kind = schema.NullValue
	case value.Type() == cty.Bool:
		v.Kind, v.Text = schema.BoolValue, strconv.FormatBool(value.True())
	case value.Type() == cty.Number:
		v.Kind, v.Text = schema.NumberValue, number(value.AsBigFloat())
	default:
		return false
	}
	return true
}

// number prints a number; one that is out of all measure stays short and cheap.
func number(f *big.Float) string {
	switch exp := f.MantExp(nil); {
	case f.IsInt() && exp <= 1024:
		i, _ := f.Int(nil)
		return i.String()
	case exp > 1024 || exp < -1024 || f.IsInf():
		return f.Text('p', 20)
	}
	return f.Text('g', -1)
}

func (r *reader) object(v *schema.Value, e *hclsyntax.ObjectConsExpr) bool {
	ok, seen := true, labels{}
	for _, item := range e.Items {
		key := hcl.ExprAsKeyword(item.KeyExpr)
		if k, is := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); is && key == "" {
			text := schema.Value{}
			if t, is := k.Wrapped.(*hclsyntax.TemplateExpr); is && r.text(&text, t) {
				key = text.Text
			}
		}
		at := r.span(item.KeyExpr.Range())
		if key == "" {
			r.errorf(at, "expected a name").Help = "a key is a name, or a string in quotes"
			ok = false
			continue
		}
		seen.check(r, "key", schema.Ident{Name: key, Span: at})
		value, good := r.literal(item.ValueExpr)
		ok = ok && good
		v.Fields = append(v.Fields, schema.ValueField{Name: key, Value: value})
	}
	return ok
}

// expect reads a literal of one kind, called what.
func (r *reader) expect(e hclsyntax.Expression, kind schema.ValueKind, name, what string) (schema.Value, bool) {
	v, ok := r.literal(e)
	if ok && v.Kind != kind {
		r.errorf(v.Span, "%s is not %s", name, what)
		ok = false
		d := &r.list[len(r.list)-1]
		switch {
		case kind == schema.StringValue && v.Kind == schema.NameValue:
			d.Help = "write it in quotes: " + strconv.Quote(v.Text)
		case kind == schema.ListValue:
			d.Help = "write it in brackets: " + name + " = [ … ]"
		default:
			d.Help = "write " + name + " = …, with " + what
		}
	}
	return v, ok
}

// str reads a string that is not empty.
func (r *reader) str(name string, into *schema.Ident) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		if v, ok := r.expect(a.Expr, schema.StringValue, name, "a string"); ok {
			if strings.TrimSpace(v.Text) == "" {
				r.errorf(v.Span, "%s is empty", name).Help = "write something, or take " + name + " out"
				return
			}
			*into = schema.Ident{Name: v.Text, Span: v.Span}
		}
	}
}

// oneOf reads a string that is one of some words.
func (r *reader) oneOf(name string, into *schema.Ident, words ...string) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		var id schema.Ident
		if r.str(name, &id)(a); id.Name == "" {
			return
		}
		if !slices.Contains(words, id.Name) {
			r.unknown(id.Span, name, strconv.Quote(id.Name), words)
			r.nearest(id.Name, words)
			return
		}
		*into = id
	}
}

// date reads a day.
func (r *reader) date(name string, into *schema.Ident) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		var id schema.Ident
		if r.str(name, &id)(a); id.Name == "" {
			return
		}
		if _, err := time.Parse(time.DateOnly, id.Name); err != nil {
			r.errorf(id.Span, "%s is no date: %q", name, id.Name).Help = `write year, month and day: "2027-06-30"`
			return
		}
		*into = id
	}
}

func (r *reader) boolean(name string, into *bool) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		if v, ok := r.expect(a.Expr, schema.BoolValue, name, "true or false"); ok {
			*into = v.Text == "true"
		}
	}
}

// days reads a number of days.
func (r *reader) days(name string, into *int) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		v, ok := r.expect(a.Expr, schema.NumberValue, name, "a number of days")
		if !ok {
			return
		}
		n, err := strconv.Atoi(v.Text)
		if err != nil || n < 0 || n > 36500 {
			r.errorf(v.Span, "%s is no number of days: %s", name, v.Text).Help = "write a whole number of at most 36500"
			return
		}
		*into = n
	}
}

// words reads a list of strings, or of names where kind is NameValue. check, where it is
// there, reports what is wrong with one of them and says whether to keep it.
func (r *reader) words(name string, kind schema.ValueKind, into *[]schema.Ident, check func(schema.Ident) bool) func(*hclsyntax.Attribute) {
	return func(a *hclsyntax.Attribute) {
		if v, ok := r.expect(a.Expr, schema.ListValue, name, "a list"); ok {
			*into = r.items(name, v, kind, check)
		}
	}
}

func (r *reader) items(name string, v schema.Value, kind schema.ValueKind, check func(schema.Ident) bool) []schema.Ident {
	ids := []schema.Ident{}
	seen := labels{}
	for _, i := range v.Items {
		switch {
		case i.Kind == kind:
		case i.Kind == schema.StringValue && kind == schema.NameValue:
			r.unquote(i)
		case kind == schema.NameValue:
			r.errorf(i.Span, "an element of %s is no name", name).Help = "write names alone: " + name + " = [frame]"
			continue
		default:
			d := r.errorf(i.Span, "an element of %s is no string", name)
			d.Help = "write it in quotes"
			continue
		}
		id := schema.Ident{Name: i.Text, Span: i.Span}
		if strings.TrimSpace(id.Name) == "" {
			r.errorf(i.Span, "an element of %s is empty", name).Help = "take it out"
			continue
		}
		seen.check(r, "in "+name+",", id)
		if check == nil || check(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// unquote reports a name that stands in quotes.
func (r *reader) unquote(v schema.Value) {
	d := r.errorf(v.Span, "%s is a name, not a string", v.Text)
	d.Help = "write " + v.Text + " without quotes"
	if hclsyntax.ValidIdentifier(v.Text) {
		d.Fixes = []diag.Fix{{Message: "take the quotes off", Edits: []diag.Edit{{Span: v.Span, Text: v.Text}}}}
	}
}

// glob reports a pattern that can match nothing.
func (r *reader) glob(id schema.Ident) bool {
	switch {
	case !doublestar.ValidatePattern(id.Name):
		r.errorf(id.Span, "%q is no pattern", id.Name).Help = "* stands for a name, ** for any directories, [ and { are closed by ] and }"
		return false
	case strings.HasPrefix(id.Name, "/"):
		r.errorf(id.Span, "%q begins at the root of the file system", id.Name).Help = "write it relative to the directory of the workspace file"
		return false
	case strings.Contains(id.Name, `\`):
		r.errorf(id.Span, "%q has a backslash", id.Name).Help = "write / between directories"
		return false
	}
	return true
}
