package hclidl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rpcctl/rpcctl/schema"
)

func (r *reader) message(b *hclsyntax.Block) {
	name, at := r.label(b, elements["message"])
	m := &schema.Message{Decl: r.decl(b, name, at)}
	r.messageBody(&place{nil, "message", name}, "message", m, b, nil)
	if len(b.Labels) > 0 {
		r.pkg.Messages = append(r.pkg.Messages, m)
	}
}

func (r *reader) error(b *hclsyntax.Block) {
	name, g := r.label(b, elements["error"])
	e := &schema.Error{Message: schema.Message{Decl: r.decl(b, name, g)}}
	at := &place{nil, "error", name}
	r.messageBody(at, "error", &e.Message, b, func(a *hclsyntax.Attribute) bool {
		if a.Name != "code" {
			return false
		}
		e.Code, e.CodeSpan = r.id(at, "code", a.Expr), r.span(exprRange(a.Expr))
		return true
	})
	if b.Body.Attributes["code"] == nil {
		r.errorf(g, "%s has no code", at).Help = "write code = 1, a number that no other error has"
	}
	if len(b.Labels) > 0 {
		r.pkg.Errors = append(r.pkg.Errors, e)
	}
}

// messageBody reads what messages and errors have in common. own reads an
// attribute that is an error's alone.
func (r *reader) messageBody(at *place, kind string, m *schema.Message, b *hclsyntax.Block, own func(*hclsyntax.Attribute) bool) {
	grouped := false // fields stand in blocks too, and must be put in order
	m.Fields = make([]*schema.Field, 0, len(b.Body.Attributes))
	slab := make([]schema.Field, len(b.Body.Attributes)) // one allocation for all, and one place
	here := &place{kind: "field"}
	add := func(a *hclsyntax.Attribute, up *place, kind, oneof string) {
		if len(slab) == 0 {
			slab = make([]schema.Field, 4)
		}
		f := &slab[0]
		here.up, here.name = up, a.Name
		if !r.field(here, kind, f, a) {
			*f = schema.Field{}
			return
		}
		f.OneOf = oneof
		m.Fields = append(m.Fields, f)
		slab = slab[1:]
	}
	fields := func(b *hclsyntax.Block, oneof string) {
		grouped = true
		r.label(b, elements["fields"])
		r.walk(&place{at, "fields of", ""}, "fields", b.Body, func(a *hclsyntax.Attribute) bool {
			add(a, at, "fields", oneof)
			return true
		}, noBlock)
	}
	r.walk(at, kind, b.Body, func(a *hclsyntax.Attribute) bool {
		if misplaced(kind, a) {
			r.misplaced(at, kind, a)
			return true
		}
		if own != nil && own(a) {
			return true
		}
		switch a.Name {
		case "stored":
			m.Stored = r.bool(at, "stored", a.Expr)
		default:
			if !r.described(at, &m.Decl, a) {
				add(a, at, kind, "")
			}
		}
		return true
	}, func(n *hclsyntax.Block) bool {
		switch n.Type {
		case "fields":
			fields(n, "")
		case "oneof":
			grouped = true
			r.oneof(at, m, n, add, fields)
		case "reserved":
			r.reserved(at, &m.Reserved, n)
		case "wire":
			r.wire(at, &m.On, n)
		case "option":
			r.option(at, &m.Decl, n)
		default:
			return false
		}
		return true
	})
	if grouped {
		slices.SortStableFunc(m.Fields, func(a, b *schema.Field) int { return a.NameSpan.Start().Offset - b.NameSpan.Start().Offset })
	}
}

func (r *reader) oneof(up *place, m *schema.Message, b *hclsyntax.Block,
	add func(a *hclsyntax.Attribute, up *place, kind, oneof string), fields func(*hclsyntax.Block, string)) {
	name, g := r.label(b, elements["oneof"])
	at := &place{up, "oneof", name}
	o := &schema.OneOf{Decl: r.decl(b, name, g)}
	m.OneOfs = append(m.OneOfs, o)
	r.walk(at, "oneof", b.Body, func(a *hclsyntax.Attribute) bool {
		if misplaced("oneof", a) {
			r.misplaced(at, "oneof", a)
			return true
		}
		if !r.described(at, &o.Decl, a) {
			add(a, up, "oneof", name)
		}
		return true
	}, func(n *hclsyntax.Block) bool {
		switch n.Type {
		case "fields":
			fields(n, name)
		case "option":
			r.option(at, &o.Decl, n)
		default:
			return false
		}
		return true
	})
}

// reserved reads ids = ["8", "10-19"] and names = ["old"].
func (r *reader) reserved(at *place, to *schema.Reserved, b *hclsyntax.Block) {
	r.label(b, elements["reserved"])
	r.walk(&place{at, "reserved of", ""}, "reserved", b.Body, func(a *hclsyntax.Attribute) bool {
		switch a.Name {
		case "ids":
			for _, e := range items(a.Expr) {
				if n, ok := r.numberRange(at, e); ok {
					to.Ranges = append(to.Ranges, n)
				}
			}
		case "names":
			for _, e := range items(a.Expr) {
				name, ok := r.word(e)
				if !ok || name == "" {
					if !broken(e) {
						r.errorf(exprRange(e), "a reserved name of %s is no name", at).Help = "write names = [\"old_name\"]"
					}
					continue
				}
				to.Names = append(to.Names, schema.Ident{Name: name, Span: r.span(exprRange(e))})
			}
		default:
			return false
		}
		return true
	}, noBlock)
}

// numberRange reads 8, "8" or "10-19"; numbers of enums may be negative.
func (r *reader) numberRange(at *place, e hclsyntax.Expression) (schema.NumberRange, bool) {
	n := schema.NumberRange{Span: r.span(exprRange(e))}
	text, ok := r.stringOf(e)
	if !ok {
		text, ok = r.numberOf(e)
	}
	if !ok {
		if !broken(e) {
			r.errorf(exprRange(e), "a reserved id of %s is neither a number nor a range", at).Help = "write ids = [\"8\", \"10-19\"]"
		}
		return n, false
	}
	from, to, isRange := strings.TrimSpace(text), "", false
	if len(from) > 1 {
		if i := strings.IndexByte(from[1:], '-'); i >= 0 {
			from, to, isRange = strings.TrimSpace(from[:i+1]), strings.TrimSpace(from[i+2:]), true
		}
	}
	var err, err2 error
	n.From, err = strconv.ParseInt(from, 10, 64)
	n.To = n.From
	if isRange {
		n.To, err2 = strconv.ParseInt(to, 10, 64)
	}
	if err != nil || err2 != nil || strings.HasPrefix(from, "+") || strings.HasPrefix(to, "+") {
		r.errorf(exprRange(e), "the reserved id %q of %s is neither a number nor a range", text, at).Help = "write \"8\", or \"10-19\" with both ends"
		return n, false
	}
	if n.To < n.From {
		r.errorf(exprRange(e), "the reserved range %s of %s ends before it starts", text, at).Help = "write \"" + to + "-" + from + "\""
		return n, false
	}
	return n, true
}

// misplaced reports whether an attribute is a field or value whose name is that
// of an attribute or block of its element: it must stand in fields or values.
func misplaced(kind string, a *hclsyntax.Attribute) bool {
	e := elements[kind]
	if e.free != "field" && e.free != "value" || len(e.attrs) == 0 || !reservedName(e, a.Name) {
		return false
	}
	if e.free == "field" {
		return call(a.Expr, "field") != nil
	}
	switch x := bare(a.Expr).(type) {
	case *hclsyntax.UnaryOpExpr:
		return true
	case *hclsyntax.LiteralValueExpr:
		return x.Val.Type() == cty.Number
	}
	return call(a.Expr, "value") != nil
}

func reservedName(e element, name string) bool {
	return slices.Contains(e.attrs, name) || slices.Contains(e.blocks, name)
}

func (r *reader) misplaced(at *place, kind string, a *hclsyntax.Attribute) {
	free, group := elements[kind].free, elements[kind].free+"s"
	d := r.errorf(a.NameRange, "the %s %s of %s has the name of what the element itself has", free, a.Name, at)
	d.Help = "put it into " + group + " { }, as rpcctl fmt does"
}
