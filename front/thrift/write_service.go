package thrift

import (
	"fmt"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func (w *writer) service(s *schema.Service) {
	w.out.WriteByte('\n')
	name := w.names[s]
	documented := w.comment("", s.Doc)
	extends := ""
	if s.Super != nil {
		extends = " extends " + w.reference(s.Super)
	}
	w.out.WriteString("service " + name + extends + " {\n")
	taken := map[string]bool{}
	for i, m := range s.Methods {
		w.method(m, taken, i > 0)
	}
	a := w.decl(s, name, documented)
	a.addIf(s.ID != 0, "id", strconv.FormatUint(uint64(s.ID), 10))
	a.addIf(s.Wires != nil, "wires", idents(s.Wires))
	a.addIf(s.Wires == nil && w.assumed != "", "wires", w.assumed)
	w.onNotes(&a, s.On)
	w.out.WriteString("}" + a.String() + "\n")
}

func (w *writer) method(m *schema.Method, taken map[string]bool, apart bool) {
	for _, f := range append(m.Params[:len(m.Params):len(m.Params)], m.Returns) {
		if f == nil {
			continue
		}
		if _, _, ok := w.typ(f.Type); !ok || f.Number > 32767 {
			w.lose(m, spanOf(f.Type.Span, m.NameSpan), "is left out: %s can't be said", f.TypeText())
			return
		}
	}
	if apart && m.Doc != "" {
		w.out.WriteByte('\n')
	}
	name := spelled(m.Name)
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	documented := w.comment("  ", m.Doc)
	a := w.decl(m, name, documented)
	a.addIf(m.ID != 0, "id", strconv.FormatUint(uint64(m.ID), 10))
	a.flag(m.Idempotent, ours+"idempotent")
	if m.Timeout != nil {
		a.add(ours+"timeout", m.Timeout.String())
	}
	a.addIf(m.Compress != "", "compress", m.Compress)
	w.onNotes(&a, m.On)
	w.out.WriteString("  ")
	if oneway := m.Oneway && m.Returns == nil && len(m.Errors) == 0; oneway {
		w.out.WriteString("oneway ")
	} else if m.Oneway {
		w.lose(m, m.NameSpan, "loses that it is oneway: it has a result or errors")
	}
	w.out.WriteString(w.result(m, &a) + " " + name + "(")
	w.params(m)
	w.out.WriteByte(')')
	for i, e := range m.Errors {
		if i == 0 {
			w.out.WriteString(" throws (")
		} else {
			w.out.WriteString(", ")
		}
		ref := e.Name
		if e.Target != nil {
			ref = w.reference(e.Target)
		}
		if e.Number > 32767 {
			w.lose(m, e.Span, "declares %s under the number %d, which is above 32767", e.Name, e.Number)
		}
		fmt.Fprintf(&w.out, "%d: %s e%d", e.Number, ref, e.Number)
		if i == len(m.Errors)-1 {
			w.out.WriteByte(')')
		}
	}
	w.out.WriteString(a.String() + ",\n")
}

// result prints the type of a result, and adds what the type doesn't say.
func (w *writer) result(m *schema.Method, a *notes) string {
	r := m.Returns
	if r == nil {
		return "void"
	}
	typ, same, _ := w.typ(r.Type)
	if !same || r.Presence == schema.Optional {
		a.add(ours+"returns", r.TypeText())
	}
	if r.Doc != "" || r.Deprecated != "" || r.Presence == schema.Required {
		w.lose(m, m.NameSpan, "loses what is said of its result")
	}
	for _, o := range r.Options {
		w.lose(m, o.Span, "loses the option %s of its result", o.Name)
	}
	return typ
}

// params prints the params on one line, or one each where one has a comment.
func (w *writer) params(m *schema.Method) {
	long := false
	for _, f := range m.Params {
		long = long || f.Doc != ""
	}
	taken := map[string]bool{}
	if long {
		w.out.WriteByte('\n')
	}
	for i, f := range m.Params {
		indent, ending := "", ""
		if long {
			indent, ending = "    ", ",\n"
		} else if i < len(m.Params)-1 {
			ending = ", "
		}
		w.field(f, indent, false, taken, ending)
	}
	if long {
		w.out.WriteString("  ")
	}
}

func spanOf(a, b diag.Span) diag.Span {
	if a.Known() {
		return a
	}
	return b
}
