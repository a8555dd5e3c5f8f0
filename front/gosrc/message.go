package gosrc

import (
	"go/ast"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// message turns a declared struct into a message.
func (r *reader) message(d *decl) *schema.Message {
	m := &schema.Message{Decl: r.base(d, "message"), Stored: r.flag(d.says("message"), "stored")}
	m.On, m.Reserved = r.blocks(d.directives), r.reserved(d.directives)
	src, s := r.structOf(d)
	if s == nil {
		r.notA(d, "message", "a struct")
		return m
	}
	r.body(m, d, src, s, nil)
	return m
}

// errorDecl turns a struct with //rpc:error into a declared error.
func (r *reader) errorDecl(d *decl) *schema.Error {
	dir := d.says("error")
	src, s := r.structOf(d)
	if s == nil {
		r.notA(d, "error", "a struct")
		return nil
	}
	if !ast.IsExported(d.name) {
		r.errorf(d.src.span(d.spec.Name), "error %s is unexported", d.name).Help = "write it with a capital"
	}
	e := &schema.Error{Message: schema.Message{Decl: r.base(d, "error")}}
	e.Code, e.CodeSpan = r.id(dir, "code")
	if dir.word("code") == nil {
		r.errorf(dir.span, "error %s has no code", d.name).Help = "write //rpc:error code=NUMBER"
	}
	if !r.methods[d.name]["Error"] {
		x := r.errorf(d.src.span(d.spec.Name), "error %s has no method Error", d.name)
		x.Help = "write func (e *" + d.name + ") Error() string"
	}
	e.On, e.Reserved = r.blocks(d.directives), r.reserved(d.directives)
	r.body(&e.Message, d, src, s, nil)
	return e
}

// member is a field on its way into a message.
type member struct {
	field *schema.Field
	src   *source
	node  *ast.Field
	path  string // Base.Name where it is an embedded struct's
	depth int
	tag   gotag.Field
	alone bool // its line declares it alone
}

// body reads the fields of a struct into m.
func (r *reader) body(m *schema.Message, d *decl, src *source, s *ast.StructType, env map[string]found) {
	members := r.members(d, src, s, env, 0)
	members = r.promoted(m, members)
	r.number(m, members)
	oneofs := map[string]bool{}
	for _, f := range members {
		m.Fields = append(m.Fields, f.field)
		if o := f.field.OneOf; o != "" && !oneofs[o] {
			oneofs[o] = true
			at := src.span(f.node)
			m.OneOfs = append(m.OneOfs, &schema.OneOf{Decl: schema.Decl{Name: o, Span: at, NameSpan: at}})
		}
	}
}

// members lists the fields of a struct, those of embedded structs among them.
func (r *reader) members(d *decl, src *source, s *ast.StructType, env map[string]found, depth int) []member {
	var list []member
	src.matters = true
	for _, f := range fieldsOf(s.Fields) {
		r.at(f.Doc, "a field")
		if !r.count(src, f) {
			return list
		}
		tag := r.tag(d, src, f)
		if tag.Skip {
			continue
		}
		if tag.Wrapped != "" && tag.Number == 0 {
			list = append(list, r.wrapped(f, tag.Wrapped, depth)...)
			continue
		}
		if len(f.Names) == 0 {
			if tag.Number == 0 {
				list = append(list, r.embedded(d, src, f, depth)...)
				continue
			}
			if name := embeddedName(f.Type); ast.IsExported(name) {
				list = append(list, r.member(d, src, f, name, src.span(f.Type), tag, env, depth)...)
			}
			continue
		}
		for _, name := range f.Names {
			if !ast.IsExported(name.Name) || strings.HasPrefix(name.Name, "XXX_") {
				if tag.Number != 0 && name.Name != "_" && !strings.HasPrefix(name.Name, "XXX_") {
					x := r.errorf(src.span(name), "field %s.%s has a number and is unexported", d.name, name.Name)
					x.Help = "write it with a capital, or take the tag out"
				}
				continue
			}
			got := r.member(d, src, f, name.Name, src.span(name), tag, env, depth)
			for i := range got {
				got[i].alone = len(f.Names) == 1
			}
			list = append(list, got...)
		}
	}
	return list
}

// tag reads a field's tags and reports what is wrong with them.
func (r *reader) tag(d *decl, src *source, f *ast.Field) gotag.Field {
	if f.Tag == nil {
		return gotag.Field{}
	}
	text, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return gotag.Field{} // Go's parser says so
	}
	tag, problems := gotag.Parse(text)
	r.tagProblems(problems, "field "+d.name+"."+fieldText(f), func(at gotag.Range) diag.Span { return src.inTag(f.Tag, at) })
	return tag
}

func fieldText(f *ast.Field) string {
	if len(f.Names) > 0 {
		return f.Names[0].Name
	}
	return embeddedName(f.Type)
}

func (r *reader) tagProblems(problems []gotag.Problem, what string, span func(gotag.Range) diag.Span) {
	for _, p := range problems {
		x := r.errorf(span(p.At), "%s %s", what, p.Message)
		x.Help = p.Help
		if near := diag.Nearest(p.Near, gotag.Options()); p.Near != "" && near != "" {
			x.Help = "did you mean " + near + "?"
			x.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: x.Span, Text: near}}}}
		}
	}
}

// inTag returns the place of a part of a tag: exact where it is written in
// backquotes, else the whole.
func (s *source) inTag(tag *ast.BasicLit, at gotag.Range) diag.Span {
	if tag == nil || tag.Value[0] != '`' || at == (gotag.Range{}) {
		return s.span(tag)
	}
	from := s.offset(tag.Pos()) + 1
	return s.file.Span(from+at.Start, from+at.End)
}

// member reads one field; the list is empty where its type can't be said.
func (r *reader) member(d *decl, src *source, f *ast.Field, name string, at diag.Span, tag gotag.Field, env map[string]found, depth int) []member {
	what, saw := "field "+d.name+"."+name, false
	c := typing{reader: r, src: src, env: env, what: what, time: tag.Time, saw: &saw}
	t := c.resolve(f.Type, 0)
	if !t.ok {
		return nil
	}
	if tag.Time != "" && !saw {
		x := r.errorf(src.inTag(f.Tag, tag.Value), "%s says %s, and is no time.Time", what, tag.Time)
		x.Help = "take it out: it says how a moment is sent"
	}
	out := &schema.Field{Number: tag.Number, Type: t.t}
	out.Name, out.Span, out.NameSpan = gotag.Snake(name), src.span(f), at
	if tag.Name.Text != "" {
		out.Name, out.NameSpan = tag.Name.Text, src.inTag(f.Tag, tag.Name.At)
	}
	if tag.Number != 0 {
		out.NumberSpan = src.inTag(f.Tag, tag.NumberAt)
	}
	out.Doc, out.Deprecated = docOf(f.Doc)
	for _, w := range tag.Was {
		out.Was = append(out.Was, schema.Ident{Name: w.Text, Span: src.inTag(f.Tag, w.At)})
	}
	r.tagProblems(tag.Apply(out, t.pointer, t.enum), what, func(at gotag.Range) diag.Span { return src.inTag(f.Tag, at) })
	for _, v := range []struct {
		v *schema.Value
		w *gotag.Word
	}{{out.Default, tag.Default}, {out.Min, tag.Min}, {out.Max, tag.Max}, {out.MaxLen, tag.MaxLen}, {out.Pattern, tag.Pattern}} {
		if v.v != nil {
			v.v.Span = src.inTag(f.Tag, v.w.At)
		}
	}
	r.enumDefault(out)
	return []member{{field: out, src: src, node: f, path: name, depth: depth, tag: tag}}
}

// enumDefault turns the number of a protobuf default into the value's name.
func (r *reader) enumDefault(f *schema.Field) {
	if f.Default == nil || f.Default.Kind != schema.NameValue {
		return
	}
	n, err := strconv.ParseInt(f.Default.Text, 10, 64)
	if err != nil {
		return
	}
	if d := r.enums[f.Type.Name]; d != nil {
		if name, ok := r.valueNamed(d, n); ok {
			f.Default.Text = name
		}
	}
}
