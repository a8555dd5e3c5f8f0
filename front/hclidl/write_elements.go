package hclidl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

func (w *writer) file() {
	p := w.pkg
	element := func(kind string, n schema.Node, body func(commented bool)) {
		w.blank()
		commented := w.comment(n.Base().Doc)
		w.block(kind, n.Base().Name, func() { body(commented) })
	}
	element("package", p, func(commented bool) {
		if p.Version != "" {
			w.line("version = %s", quote(p.Version))
		}
		if p.Wires != nil {
			w.line("wires = %s", names(p.Wires))
		} else if said := schema.DefaultWires(p.Language); !slices.Equal(said, schema.DefaultWires("hcl")) {
			w.line("wires = [%s]", strings.Join(said, ", ")) // what the package promises without a word in its own language
		}
		w.described(p, commented)
		w.options(p)
	})
	for _, i := range w.imports {
		w.blank()
		w.block("import", i.Local, func() { w.line("source = %s", quote(i.Source)) })
	}
	for _, s := range p.Services {
		element("service", s, func(commented bool) { w.service(s, commented) })
	}
	for _, m := range p.Messages {
		element("message", m, func(commented bool) { w.message("message", m, m, commented) })
	}
	for _, e := range p.Enums {
		element("enum", e, func(commented bool) { w.enum(e, commented) })
	}
	for _, e := range p.Errors {
		element("error", e, func(commented bool) {
			w.line("code = %d", e.Code)
			w.message("error", e, &e.Message, commented)
		})
	}
	for _, c := range p.Consts {
		element("const", c, func(commented bool) {
			w.line("type = %s", w.typeText(c, "", c.Type))
			w.line("value = %s", w.value(c, c.Value))
			w.described(c, commented)
			w.options(c)
		})
	}
}

func (w *writer) service(s *schema.Service, commented bool) {
	if s.ID != 0 {
		w.line("id = %d", s.ID)
	}
	if s.Wires != nil {
		w.line("wires = %s", names(s.Wires))
	}
	switch {
	case s.Super != nil:
		w.line("extends = %s", w.reference(s, "", s.Super))
	case s.Extends.Name != "":
		w.line("extends = %s", s.Extends.Name)
	}
	w.described(s, commented)
	w.wireBlocks(s.On)
	w.options(s)
	for _, m := range s.Methods {
		w.blank()
		commented := w.comment(m.Doc)
		w.block("method", m.Name, func() { w.method(m, commented) })
	}
}

func (w *writer) method(m *schema.Method, commented bool) {
	if m.ID != 0 {
		w.line("id = %d", m.ID)
	}
	if len(m.Params) > 0 {
		w.line("params = %s", w.params(m))
	}
	if m.Returns != nil {
		w.line("returns = %s", w.presentType(m, "", m.Returns))
		w.resultLosses(m)
	}
	if len(m.Errors) > 0 {
		var list []string
		for i, ref := range m.Errors {
			name := ref.Name
			if ref.Target != nil {
				name = w.reference(m, "", ref.Target)
			}
			if ref.Number != i+1 {
				name = fmt.Sprintf("thrown(%d, %s)", ref.Number, name)
			}
			list = append(list, name)
		}
		w.line("errors = [%s]", strings.Join(list, ", "))
	}
	if m.Oneway {
		w.line("oneway = true")
	}
	if m.Timeout != nil {
		w.line("timeout = %s", quote(m.Timeout.String()))
	}
	if m.Idempotent {
		w.line("idempotent = true")
	}
	if m.Compress != "" {
		w.line("compress = %s", quote(m.Compress))
	}
	w.described(m, commented)
	w.wireBlocks(m.On)
	w.options(m)
}

// resultLosses lists what a result may have in other languages and not here.
func (w *writer) resultLosses(m *schema.Method) {
	r := m.Returns
	if r.Doc != "" || len(r.Options) > 0 || r.Deprecated != "" {
		w.loss(m, "a result has no documentation, deprecation or options of its own")
	}
	if r.Number != 1 || r.Presence == schema.Required {
		w.loss(m, "a result has no number, and is not marked required")
	}
}

// params prints the params on one line, or one each where the line would be
// long or one has a comment.
func (w *writer) params(m *schema.Method) string {
	var items []string
	length, long := 0, false
	for i, p := range m.Params {
		text := w.typeOnly(m, p, i)
		if text == "" {
			text = w.field(p, "")
		}
		text = key(p.Name) + " = " + text
		if doc := (&writer{noComments: w.noComments}); doc.comment(p.Doc) {
			text = doc.out.String() + text
		}
		long = long || strings.Contains(text, "\n")
		length += len(text) + 2
		items = append(items, text)
	}
	if long || length > 90 {
		return "{\n" + strings.Join(items, "\n") + "\n}"
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// typeOnly returns the type of a param that needs no more said, else "".
func (w *writer) typeOnly(m *schema.Method, p *schema.Field, i int) string {
	if !p.Implicit || p.Number != i+1 || len(w.fieldOptions(p)) > 0 {
		return ""
	}
	return w.presentType(m, "", p)
}

// message prints the body of a message or error. A group of fields stands where
// its first member does, so that reading keeps their order.
func (w *writer) message(kind string, n schema.Node, m *schema.Message, commented bool) {
	if m.Stored {
		w.line("stored = true")
	}
	w.described(n, commented)
	scope := m.Name
	if kind == "error" {
		scope = ""
	}
	done := map[string]bool{}
	var loose []*schema.Field
	flush := func() {
		w.fields(kind, scope, loose)
		loose = nil
	}
	for _, f := range m.Fields {
		o := f.InOneOf()
		if o == nil {
			loose = append(loose, f)
			continue
		}
		flush()
		if !done[o.Name] {
			done[o.Name] = true
			w.oneof(scope, o, m)
		}
	}
	flush()
	for _, o := range m.OneOfs {
		if !done[o.Name] {
			w.oneof(scope, o, m)
		}
	}
	w.reserved(m.Reserved)
	w.wireBlocks(m.On)
	w.options(n)
}

func (w *writer) oneof(scope string, o *schema.OneOf, m *schema.Message) {
	w.blank()
	commented := w.comment(o.Doc)
	w.block("oneof", o.Name, func() {
		w.described(o, commented)
		var members []*schema.Field
		for _, f := range m.Fields {
			if f.InOneOf() == o {
				members = append(members, f)
			}
		}
		w.fields("oneof", scope, members)
		w.options(o)
	})
	w.out.WriteByte('\n')
}

// fields prints fields; those whose name means something in the element stand
// in groups.
func (w *writer) fields(kind, scope string, list []*schema.Field) {
	for i := 0; i < len(list); {
		if !reservedName(elements[kind], list[i].Name) {
			w.fieldLine(scope, list[i])
			i++
			continue
		}
		w.blank()
		w.block("fields", "", func() {
			for ; i < len(list) && reservedName(elements[kind], list[i].Name); i++ {
				w.fieldLine(scope, list[i])
			}
		})
		w.out.WriteByte('\n')
	}
}

func (w *writer) fieldLine(scope string, f *schema.Field) {
	w.comment(f.Doc)
	w.line("%s = %s", f.Name, w.field(f, scope))
}

func (w *writer) enum(e *schema.Enum, commented bool) {
	if e.Closed {
		w.line("closed = true")
	}
	w.described(e, commented)
	for i := 0; i < len(e.Values); {
		if !reservedName(elements["enum"], e.Values[i].Name) {
			w.enumValue(e.Values[i])
			i++
			continue
		}
		w.blank()
		w.block("values", "", func() {
			for ; i < len(e.Values) && reservedName(elements["enum"], e.Values[i].Name); i++ {
				w.enumValue(e.Values[i])
			}
		})
		w.out.WriteByte('\n')
	}
	w.reserved(e.Reserved)
	w.options(e)
}

func (w *writer) enumValue(v *schema.EnumValue) {
	o := w.declOptions(v, w.comment(v.Doc))
	if len(o) == 0 {
		w.line("%s = %d", v.Name, v.Number)
		return
	}
	w.line("%s = value(%d, { %s })", v.Name, v.Number, strings.Join(o, ", "))
}
