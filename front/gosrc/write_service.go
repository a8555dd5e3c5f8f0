package gosrc

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

func (w *writer) service(s *schema.Service) {
	w.doc(s, true, true)
	var d words
	d.id("id", s.ID)
	if w.names[s] != s.Name {
		d.add("name", s.Name)
	}
	d.idents("wires", s.Wires)
	d.idents("was", s.Was)
	d.print(w, "service")
	w.blocks(s.On)
	w.line("type %s interface {", w.names[s])
	if s.Super != nil {
		w.line("%s\n", w.reference(s, s.Super))
	}
	taken := map[string]bool{}
	for i, m := range s.Methods {
		if i > 0 {
			w.line("")
		}
		w.method(m, free(taken, exported(m.Name)))
	}
	w.line("}\n")
}

func (w *writer) method(m *schema.Method, name string) {
	var d words
	d.id("id", m.ID)
	if name != m.Name {
		d.add("name", m.Name)
	}
	if m.Timeout != nil {
		d.add("timeout", m.Timeout.String())
	}
	d.flag("idempotent", m.Idempotent)
	d.add("errors", w.errors(m))
	d.flag("oneway", m.Oneway)
	d.add("compress", m.Compress)
	d.idents("was", m.Was)
	taken := map[string]bool{"ctx": true}
	params := []string{"ctx " + w.use("context") + ".Context"}
	var said []words
	for i, p := range m.Params {
		name := paramName(taken, p.Name)
		t, more := w.paramType(p)
		params = append(params, name+" "+t)
		if gotag.Snake(name) != p.Name {
			more = append(more, "name="+gotag.Quote(p.Name))
		}
		if p.JSON != "" && p.JSON != p.Name {
			more = append(more, "json="+gotag.Quote(p.JSON))
		}
		if more = append(more, w.options(p)...); len(more) > 0 || p.Number != i+1 {
			said = append(said, words{name, strings.Join(append([]string{strconv.Itoa(p.Number)}, more...), ",")})
		}
		if p.Doc != "" {
			w.lose(p, diag.Span{}, "loses its documentation")
		}
		for _, o := range p.Options {
			w.lose(p, o.Span, "loses the option %s", o.Name)
		}
	}
	result := w.result(m)
	w.doc(m, true, len(d)+len(said)+len(m.On) > 0)
	if len(d) > 0 {
		d.print(w, "method")
	}
	for _, p := range said {
		if strings.ContainsAny(p[1], "\n\r") {
			w.lose(m, diag.Span{}, "loses what is said of the param %s: it has more than one line", p[0])
			continue
		}
		p.print(w, "param")
	}
	w.blocks(m.On)
	w.line("%s(%s) %s", name, strings.Join(params, ", "), result)
}

func (w *writer) errors(m *schema.Method) string {
	var list []string
	for i, e := range m.Errors {
		if e.Target == nil {
			continue
		}
		name := e.Target.Name
		if local := w.names[e.Target]; local == "" {
			name = w.foreign(m, schema.PackageOf(e.Target)) + "." + name
			w.lose(m, e.Span, "declares an error of another package, which can't be said")
			continue
		} else {
			name = local
		}
		if e.Number != i+1 {
			name += ":" + strconv.Itoa(e.Number)
		}
		list = append(list, name)
	}
	return strings.Join(list, ",")
}

// paramName returns a name for a param in Go.
func paramName(taken map[string]bool, name string) string {
	name = exported(name)
	name = strings.ToLower(name[:1]) + name[1:]
	if token.IsKeyword(name) || slices.Contains([]string{"context", "iter", "io", "error"}, name) {
		name += "_"
	}
	if _, known := predeclared(name); known {
		name += "_"
	}
	return free(taken, name)
}

// paramType is the type of a param, and what its tag must say for it.
func (w *writer) paramType(p *schema.Field) (t string, more []string) {
	if s := w.stream(p, p.Type, false); s != "" {
		return s, nil
	}
	t = w.typ(p, p.Type)
	switch {
	case p.Type.Kind == schema.KindMessage && p.Presence == schema.Optional:
		return "*" + t, []string{"optional"}
	case p.Type.Kind == schema.KindMessage || p.Presence == schema.Optional:
		return "*" + t, nil
	}
	return t, nil
}

// stream is the Go type of a stream, "" of other types.
func (w *writer) stream(n schema.Node, t schema.Type, result bool) string {
	name := ""
	switch t.Kind {
	case schema.KindStream:
		elem := w.typ(n, *t.Elem)
		if t.Elem.Kind == schema.KindMessage {
			elem = "*" + elem
		}
		return w.use("iter") + ".Seq2[" + elem + ", error]"
	case schema.KindRawIn:
		name = "Read"
	case schema.KindRawOut:
		name = "Write"
	case schema.KindRawStream:
		name = "ReadWrite"
	default:
		return ""
	}
	if result {
		return w.use("io") + "." + name + "Closer"
	}
	return w.use("io") + "." + map[string]string{"Read": "Reader", "Write": "Writer", "ReadWrite": "ReadWriter"}[name]
}

func (w *writer) result(m *schema.Method) string {
	r := m.Returns
	if r == nil {
		return "error"
	}
	if s := w.stream(m, r.Type, true); s != "" {
		if r.Type.Kind == schema.KindStream {
			return s
		}
		return "(" + s + ", error)"
	}
	t := w.typ(m, r.Type)
	switch {
	case r.Type.Kind == schema.KindMessage && r.Presence == schema.Optional:
		w.lose(m, r.Type.Span, "loses that its result is optional: a message is a pointer anyway")
		t = "*" + t
	case r.Type.Kind == schema.KindMessage || r.Presence == schema.Optional:
		t = "*" + t
	}
	if r.Presence == schema.Required {
		w.lose(m, r.Type.Span, "loses that its result is required")
	}
	return "(" + t + ", error)"
}
