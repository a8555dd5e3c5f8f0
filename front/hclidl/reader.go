package hclidl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// reader reads the text of one file into a package.
type reader struct {
	f       *diag.File
	places  *placeMap // where text that was made from JSON stood; nil in native syntax
	list    diag.List
	pkg     *schema.Package
	opened  *hclsyntax.Block // the package block of this file
	imports map[string]diag.Span
}

// place names an element in messages: "field Event.at". It costs nothing until
// a message is made of it.
type place struct {
	up         *place // nil, or the element whose name stands before
	kind, name string
}

func (p *place) String() string { return strings.TrimSpace(p.kind + " " + p.path()) }

func (p *place) path() string {
	switch {
	case p.up == nil:
		return p.name
	case p.name == "":
		return p.up.path()
	}
	return p.up.path() + "." + p.name
}

func (r *reader) span(g hcl.Range) diag.Span {
	if r.places != nil {
		return r.places.span(g.Start.Byte, g.End.Byte)
	}
	return r.f.Span(g.Start.Byte, g.End.Byte)
}

// text returns what stands in a range, "" where recovery left a range that is none.
func (r *reader) text(g hcl.Range) string {
	if g.Start.Byte < 0 || g.End.Byte > len(r.f.Text) || g.End.Byte < g.Start.Byte {
		return ""
	}
	return string(r.f.Text[g.Start.Byte:g.End.Byte])
}

func (r *reader) errorf(g hcl.Range, format string, args ...any) *diag.Diagnostic {
	return r.list.Add("parse", r.span(g), fmt.Sprintf(format, args...))
}

// twice reports the second of two that must be one.
func (r *reader) twice(second, first hcl.Range, format string, args ...any) {
	d := r.errorf(second, format, args...)
	d.Related = []diag.Related{{Message: "first here", Span: r.span(first)}}
	d.Help = "take one of them out"
}

// walk hands the attributes and then the blocks of a body to attr and block, in
// source order, and reports those that are refused.
func (r *reader) walk(at *place, kind string, b *hclsyntax.Body, attr func(*hclsyntax.Attribute) bool, block func(*hclsyntax.Block) bool) {
	if b == nil {
		return
	}
	for _, a := range hclsrc.Attributes(b) {
		if a.Expr != nil && !attr(a) {
			r.unknownAttr(at, kind, a)
		}
	}
	for _, n := range b.Blocks {
		if n.Body == nil {
			n.Body = &hclsyntax.Body{}
		}
		if !block(n) {
			r.unknownBlock(at, kind, n)
		}
	}
}

func noBlock(*hclsyntax.Block) bool { return false }

func (r *reader) unknownAttr(at *place, kind string, a *hclsyntax.Attribute) {
	e := elements[kind]
	d := r.errorf(a.NameRange, "%s has no attribute %s", at, a.Name)
	if slices.Contains(e.blocks, a.Name) {
		d.Help = fmt.Sprintf("%s is a block: %s", a.Name, blockForm(a.Name))
		return
	}
	r.suggest(d, a.Name, a.NameRange, e)
}

func (r *reader) unknownBlock(at *place, kind string, b *hclsyntax.Block) {
	e := elements[kind]
	d := r.errorf(b.TypeRange, "%s has no block %s", at, b.Type)
	if slices.Contains(e.attrs, b.Type) {
		d.Help = fmt.Sprintf("%s is an attribute: %s = …", b.Type, b.Type)
		return
	}
	r.suggest(d, b.Type, b.TypeRange, e)
}

// suggest names the nearest thing that may stand there, and the edit.
func (r *reader) suggest(d *diag.Diagnostic, name string, g hcl.Range, e element) {
	near := diag.Nearest(name, slices.Concat(e.attrs, e.blocks))
	if near == "" {
		d.Help = "it may have " + strings.Join(slices.Concat(e.attrs, e.blocks), ", ")
		if len(e.attrs)+len(e.blocks) == 0 {
			d.Help = "take it out"
		}
		return
	}
	d.Help = "did you mean " + near + "?"
	d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: r.span(g), Text: near}}}}
}

func blockForm(kind string) string {
	if elements[kind].label == "" {
		return kind + " { … }"
	}
	return kind + " \"…\" { … }"
}

// label returns the one label of a block and its place, without the quotes.
func (r *reader) label(b *hclsyntax.Block, e element) (string, hcl.Range) {
	n := min(len(b.Labels), len(b.LabelRanges))
	want := 1
	if e.label == "" {
		want = 0
	}
	if n > want {
		d := r.errorf(b.LabelRanges[want], "%s has a label too many", b.Type)
		d.Help = "write " + blockForm(b.Type)
	}
	if want == 0 {
		return "", b.TypeRange
	}
	if n == 0 {
		d := r.errorf(b.TypeRange, "%s has no label: it is %s", b.Type, e.label)
		d.Help = "write " + blockForm(b.Type)
		return "", b.TypeRange
	}
	return b.Labels[0], r.unquoted(b.LabelRanges[0])
}

// unquoted takes the quotes off the range of a string.
func (r *reader) unquoted(g hcl.Range) hcl.Range {
	if t := r.text(g); len(t) > 2 && t[0] == '"' && t[len(t)-1] == '"' {
		g.Start.Byte++
		g.End.Byte--
	}
	return g
}

// quoted puts the quote back in front of a range that has lost it.
func (r *reader) quoted(g hcl.Range) hcl.Range {
	if i := g.Start.Byte - 1; i >= 0 && i < len(r.f.Text) && r.f.Text[i] == '"' {
		g.Start.Byte = i
	}
	return g
}

// decl begins an element that is a block.
func (r *reader) decl(b *hclsyntax.Block, name string, at hcl.Range) schema.Decl {
	return schema.Decl{
		Name: name, NameSpan: r.span(at), Span: r.span(blockRange(b)), Doc: r.doc(b.TypeRange),
	}
}

func blockRange(b *hclsyntax.Block) hcl.Range {
	return hcl.Range{Start: b.TypeRange.Start, End: b.CloseBraceRange.End}
}

func (r *reader) doc(start hcl.Range) string {
	if r.places != nil || start.Start.Byte > len(r.f.Text) {
		return ""
	}
	return hclsrc.Doc(r.f, start.Start.Byte)
}

// described reads the attributes that most elements have.
func (r *reader) described(at *place, d *schema.Decl, a *hclsyntax.Attribute) bool {
	switch a.Name {
	case "doc":
		r.setDoc(at, d, a.Expr, a.NameRange)
	case "deprecated":
		d.Deprecated = r.reason(at, "deprecated", a.Expr)
	case "was":
		d.Was = r.was(at, a.Expr)
	default:
		return false
	}
	return true
}

func (r *reader) setDoc(at *place, d *schema.Decl, e hclsyntax.Expression, name hcl.Range) {
	text, ok := r.string(at, "doc", e)
	if !ok {
		return
	}
	if d.Doc != "" {
		r.errorf(name, "%s has a comment above it and a doc", at).Help = "keep one of them"
		return
	}
	d.Doc = text
}

// reason reads a text that says why, or true.
func (r *reader) reason(at *place, what string, e hclsyntax.Expression) string {
	if set, ok := boolOf(e); ok {
		if set {
			return "true"
		}
		return ""
	}
	text, ok := r.stringOf(e)
	if !ok || text == "" {
		d := r.errorf(exprRange(e), "%s of %s is neither a reason nor true", what, at)
		d.Help = what + " = \"use … instead\""
		return ""
	}
	return text
}

// was reads one old name or a list of them.
func (r *reader) was(at *place, e hclsyntax.Expression) []schema.Ident {
	var names []schema.Ident
	for _, item := range items(e) {
		text, ok := r.word(item)
		if !ok || text == "" {
			d := r.errorf(exprRange(item), "was of %s is no name", at)
			d.Help = "was = \"old_name\", or a list of names"
			continue
		}
		names = append(names, schema.Ident{Name: text, Span: r.span(exprRange(item))})
	}
	return names
}
