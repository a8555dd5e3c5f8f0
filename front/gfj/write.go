package gfj

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Write says a linked package in this language: each loss is a warning with the
// place, one for each thing that can't be said. What is left out keeps its
// numbers and names nowhere, so a contract that is served should be compared
// with what was written.
func Write(p *schema.Package) (text []byte, losses diag.List) {
	w := &writer{pkg: p, names: map[schema.Node]string{}}
	w.lossesOfPackage()
	w.choose()
	w.documentation(p, "", p.Doc, p.Was, nil)
	w.out.WriteString("// " + packageForm + " " + p.Name + "\n")
	for _, m := range p.Messages {
		if w.names[m] != "" {
			w.message(m)
		}
	}
	for _, s := range p.Services {
		w.service(s)
	}
	return w.out.Bytes(), w.losses.Sort()
}

// writer prints one package.
type writer struct {
	pkg    *schema.Package
	out    bytes.Buffer
	names  map[schema.Node]string // of the messages that are written
	losses diag.List
}

// choose finds the messages that can be written: those with a member that can.
// Without one member a message leaves the others.
func (w *writer) choose() {
	taken := map[string]bool{}
	for _, m := range w.pkg.Messages {
		w.names[m] = w.rename(m, taken)
	}
	for again := true; again; {
		again = false
		for _, m := range w.pkg.Messages {
			if w.names[m] == "" || slices.ContainsFunc(m.Fields, func(f *schema.Field) bool { return w.typ(f) != "" }) {
				continue
			}
			delete(w.names, m)
			w.lose(m, m.NameSpan, "has no member that can be said and is left out")
			again = true
		}
	}
}

// rename returns the name that a message is written under. A name that the
// language has no form for is changed, with a loss.
func (w *writer) rename(m *schema.Message, taken map[string]bool) string {
	name := strings.ReplaceAll(m.Name, ".", "_")
	if _, is := builtin(name); is && w.pkg.Language != "gfj" || name == "void" && w.pkg.Language != "gfj" || isKeyword(name) {
		name += "_"
	}
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	if name != m.Name {
		w.lose(m, m.NameSpan, "is called "+name+" here, which the rpch wire carries")
	}
	return name
}

// typ returns the word for a field's type, "" where there is none.
func (w *writer) typ(f *schema.Field) string {
	switch t := f.Type; t.Kind {
	case schema.KindMessage:
		if m := t.Message(); m != nil && !w.recursive(f) {
			return w.names[m]
		}
		return ""
	case schema.KindEnum:
		return "int32"
	case schema.KindRawIn, schema.KindRawOut, schema.KindRawStream:
		if _, param := f.Parent.(*schema.Method); !param {
			return ""
		}
		return t.Kind.String()
	default:
		word := t.Kind.String()
		if k, ok := builtin(word); ok && k == t.Kind && f.Presence != 0 {
			return word
		}
		return ""
	}
}

// recursive reports whether f, a member of a message, leads back to it: members
// are held by value here, so that such a message can't be built.
func (w *writer) recursive(f *schema.Field) bool {
	from, _ := f.Parent.(*schema.Message)
	seen := map[*schema.Message]bool{}
	var reaches func(m *schema.Message) bool
	reaches = func(m *schema.Message) bool {
		if m == nil || seen[m] {
			return false
		}
		seen[m] = true
		return m == from || slices.ContainsFunc(m.Fields, func(f *schema.Field) bool { return reaches(f.Type.Message()) })
	}
	return from != nil && reaches(f.Type.Message())
}

func (w *writer) message(m *schema.Message) {
	w.lossesOfMessage(m)
	w.out.WriteByte('\n')
	w.documentation(m, "", m.Doc, m.Was, nil)
	w.out.WriteString("message " + w.names[m] + " {\n")
	place := 0
	for _, f := range m.Fields {
		word := w.typ(f)
		if word == "" {
			w.lose(f, f.Type.Span, "is left out: "+f.TypeText()+" can't be said")
			continue
		}
		place++
		w.lossesOfField(f, place)
		w.documentation(f, indent, f.Doc, f.Was, nil)
		w.out.WriteString(indent + word + " " + w.identifier(f, f.Name) + "\n")
	}
	w.out.WriteString("}\n")
}

// identifier returns a name that is no keyword.
func (w *writer) identifier(n schema.Node, name string) string {
	if !isKeyword(name) {
		return name
	}
	w.lose(n, n.Base().NameSpan, "is called "+name+"_ here: "+name+" is a keyword")
	return name + "_"
}

func (w *writer) service(s *schema.Service) {
	var methods []*schema.Method
	for _, m := range s.Methods {
		if why := w.unsayable(m); why != "" {
			w.lose(m, m.NameSpan, "is left out: "+why)
			continue
		}
		methods = append(methods, m)
	}
	if len(methods) == 0 {
		w.lose(s, s.NameSpan, "has no method that can be said and is left out")
		return
	}
	w.lossesOfService(s)
	w.out.WriteByte('\n')
	w.documentation(s, "", s.Doc, s.Was, nil)
	w.out.WriteString("service " + w.identifier(s, s.Name) + " {\n")
	for _, m := range methods {
		w.lossesOfMethod(m)
		w.documentation(m, indent, m.Doc, m.Was, m)
		w.out.WriteString(indent + w.signature(m) + "\n")
	}
	w.out.WriteString("}\n")
}

func (w *writer) signature(m *schema.Method) string {
	words := make([]string, len(m.Params))
	for i, p := range m.Params {
		words[i] = w.typ(p)
	}
	result := "void"
	if m.Returns != nil {
		result = w.typ(m.Returns)
	}
	name := m.Name
	if isKeyword(name) {
		name += "_"
	}
	return result + " " + name + "(" + strings.Join(words, ", ") + ")"
}

// unsayable says why a method can't be written: without one argument it would
// be another method.
func (w *writer) unsayable(m *schema.Method) string {
	streams := 0
	for _, p := range m.Params {
		if w.typ(p) == "" {
			return "its argument " + p.Name + ", " + p.TypeText() + ", can't be said"
		}
		if p.Type.Kind.Streams() {
			streams++
		}
	}
	if r := m.Returns; r != nil {
		if w.typ(r) == "" {
			return "its result, " + r.TypeText() + ", can't be said"
		}
		if r.Type.Kind.Streams() {
			streams++
		}
	}
	switch {
	case streams > 1:
		return "it has more than one stream"
	case len(indent+w.signature(m)) >= maxLine:
		return "its line would be longer than the original compiler reads"
	}
	return ""
}
