package thrift

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Write says a linked package as Apache's compiler takes it. What Thrift has no
// word for is an annotation, so that reading the text gives the same model;
// what can't be said that way either is a warning each.
func Write(p *schema.Package) ([]byte, diag.List) {
	w := &writer{pkg: p, names: map[schema.Node]string{}, locals: map[string]string{}}
	w.choose()
	w.header()
	for _, e := range p.Enums {
		w.enum(e)
	}
	for _, m := range p.Messages {
		w.message(m)
	}
	for _, e := range p.Errors {
		w.record("exception", e, &e.Message, w.codeNote(e))
	}
	for _, c := range p.Consts {
		w.constant(c)
	}
	for _, s := range parentsFirst(p.Services) {
		w.service(s)
	}
	return w.out.Bytes(), w.losses.Sort()
}

// writer prints one package.
type writer struct {
	pkg     *schema.Package
	out     bytes.Buffer
	names   map[schema.Node]string // of what is declared at the top
	locals  map[string]string      // package → what stands before its names
	assumed string                 // what services promise that say nothing, "" where the package says it
	losses  diag.List
}

// lose reports that something of n can't be said.
func (w *writer) lose(n schema.Node, at diag.Span, what string, args ...any) {
	if !at.Known() {
		at = n.Base().Span
	}
	d := w.losses.Add("convert", at, n.FullName()+" "+fmt.Sprintf(what, args...))
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

// notes are the annotations of an element, in their order.
type notes []string

func (n *notes) add(name, value string) { *n = append(*n, name+" = "+quote(value)) }

func (n *notes) addIf(when bool, name, value string) {
	if when {
		n.add(ours+name, value)
	}
}

func (n *notes) flag(when bool, name string) {
	if when {
		*n = append(*n, name)
	}
}

func (n notes) String() string {
	if len(n) == 0 {
		return ""
	}
	return " (" + strings.Join(n, ", ") + ")"
}

// quote writes a string in the language's escapes.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// spelled is a name in the form that the language can say.
func spelled(name string) string {
	name = strings.ReplaceAll(name, ".", "_")
	if keyword(name) || reserved(name) {
		name += "_"
	}
	return name
}

// choose gives what is declared at the top its name in the file.
func (w *writer) choose() {
	taken := map[string]bool{}
	choose := func(n schema.Node) {
		name := spelled(n.Base().Name)
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		w.names[n] = name
	}
	for _, e := range w.pkg.Enums {
		choose(e)
	}
	for _, m := range w.pkg.Messages {
		choose(m)
	}
	for _, e := range w.pkg.Errors {
		choose(e)
	}
	for _, s := range w.pkg.Services {
		choose(s)
	}
}

// reference is how an element is named from here.
func (w *writer) reference(n schema.Node) string {
	home := schema.PackageOf(n)
	if home == w.pkg || home == nil {
		if name, ok := w.names[n]; ok {
			return name
		}
		return spelled(n.Base().Name)
	}
	local, ok := w.locals[home.Name]
	if !ok {
		local = home.Name // reported by Link
	}
	return local + "." + spelled(n.Base().Name)
}

// decl returns the annotations that every element may have. name is what it is
// called in the file.
func (w *writer) decl(n schema.Node, name string, documented bool) notes {
	var a notes
	d := n.Base()
	a.addIf(name != d.Name, "name", d.Name)
	a.addIf(len(d.Was) > 0, "was", idents(d.Was))
	if d.Deprecated == "true" {
		a.flag(true, "deprecated")
	} else if d.Deprecated != "" {
		a.add("deprecated", d.Deprecated)
	}
	a.addIf(!documented, "doc", d.Doc)
	for _, o := range d.Options {
		switch v := o.Value; {
		case strings.HasPrefix(o.Name, "thrift."):
			if _, isField := n.(*schema.Field); !isField {
				w.lose(n, o.Span, "loses the option %s", o.Name)
			}
		case !dotted(o.Name) || strings.HasPrefix(o.Name, ours) || o.Name == "deprecated" || keyword(o.Name):
			w.lose(n, o.Span, "loses the option %s: an annotation can't be called that", o.Name)
		case v.Kind == schema.BoolValue && v.Text == "true":
			a.flag(true, o.Name)
		case v.Kind == schema.StringValue:
			a.add(o.Name, v.Text)
		default:
			w.lose(n, o.Span, "loses the option %s: an annotation is a text", o.Name)
		}
	}
	return a
}

func idents(list []schema.Ident) string {
	var s []string
	for _, i := range list {
		s = append(s, i.Name)
	}
	return strings.Join(s, ", ")
}

// comment prints documentation above an element, and reports whether it could:
// what would not be read back the same goes into an annotation.
func (w *writer) comment(indent, doc string) bool {
	if doc == "" {
		return true
	}
	block := "/** " + doc + " */"
	if strings.Contains(doc, "\n") {
		block = strings.ReplaceAll("/**\n * "+strings.ReplaceAll(doc, "\n", "\n * ")+"\n */", " * \n", " *\n")
	}
	p := &parser{lexer: lexer{problems: problems{file: diag.NewFile("", []byte(block+"\nx"))}, text: []byte(block + "\nx")}}
	p.advance()
	if p.documentation() != doc || p.word() != "x" {
		return false
	}
	w.out.WriteString(indent + strings.ReplaceAll(block, "\n", "\n"+indent) + "\n")
	return true
}

// header prints includes and namespaces.
func (w *writer) header() {
	p := w.pkg
	documented := w.comment("", p.Doc)
	a := notes{}
	a.addIf(p.Version != "", "version", p.Version)
	if p.Wires != nil {
		a.add(ours+"wires", idents(p.Wires))
	} else if said := schema.DefaultWires(p.Language); !slices.Equal(said, schema.DefaultWires("thrift")) {
		// What the package promises without a word in its own language. Where a
		// service promises others, the package can't, and each says its own.
		w.assumed = strings.Join(said, ", ")
		if !slices.ContainsFunc(p.Services, func(s *schema.Service) bool { return s.Wires != nil }) {
			a.add(ours+"wires", w.assumed)
			w.assumed = ""
		} else {
			w.lose(p, p.NameSpan, "loses its promise of %s where no service has it", w.assumed)
		}
	}
	var spaces, heads []string
	bare := *p
	bare.Options = nil
	for _, o := range p.Options {
		scope, is := strings.CutPrefix(o.Name, "thrift.namespace.")
		switch {
		case is && o.Value.Kind == schema.StringValue && dotted(scope) && dotted(o.Value.Text):
			if scope == "all" {
				scope = "*"
			}
			spaces = append(spaces, "namespace "+scope+" "+o.Value.Text)
		case o.Name == "thrift.cpp_include" && o.Value.Kind == schema.StringValue:
			heads = append(heads, "cpp_include "+quote(o.Value.Text))
		default:
			bare.Options = append(bare.Options, o)
		}
	}
	a = append(w.decl(&bare, p.Name, documented), a...)
	if p.Name == "" {
		w.lose(p, p.NameSpan, "has no name, and is called after its file here")
	} else {
		fmt.Fprintf(&w.out, "namespace rpcctl %s%s\n", p.Name, a)
	}
	for _, s := range spaces {
		w.out.WriteString(s + "\n")
	}
	w.includes(heads)
}

func (w *writer) includes(heads []string) {
	for _, i := range w.pkg.Imports {
		if i.Modifier != "" {
			w.lose(w.pkg, i.Span, "loses that the import %s is %s", i.Local, i.Modifier)
		}
		if _, done := w.locals[i.Package]; done || i.Package == "" || i.Package == w.pkg.Name {
			continue
		}
		source, local := i.Package+extension, i.Package
		if strings.HasSuffix(i.Source, extension) {
			source = i.Source
			local = strings.TrimSuffix(source[strings.LastIndexByte(source, '/')+1:], extension)
		}
		w.locals[i.Package] = local
		heads = append(heads, "include "+quote(source))
	}
	if len(heads) > 0 {
		w.out.WriteString("\n" + strings.Join(heads, "\n") + "\n")
	}
}

func (w *writer) reservedNote(r schema.Reserved) string {
	var parts []string
	for _, g := range r.Ranges {
		parts = append(parts, g.String())
	}
	for _, n := range r.Names {
		parts = append(parts, n.Name)
	}
	return strings.Join(parts, ", ")
}

func (w *writer) onNotes(a *notes, blocks []schema.WireBlock) {
	for _, b := range blocks {
		for _, at := range b.Attrs {
			a.add(ours+"on."+strings.ReplaceAll(b.Wire.Name, "-", "_")+"."+at.Name, at.Value)
		}
	}
}

func (w *writer) enum(e *schema.Enum) {
	w.out.WriteByte('\n')
	documented := w.comment("", e.Doc)
	w.out.WriteString("enum " + w.names[e] + " {\n")
	for _, v := range e.Values {
		documented := w.comment("  ", v.Doc)
		name := spelled(v.Name)
		fmt.Fprintf(&w.out, "  %s = %d%s,\n", name, v.Number, w.decl(v, name, documented))
	}
	a := w.decl(e, w.names[e], documented)
	a.flag(e.Closed, ours+"closed")
	a.addIf(len(e.Reserved.Ranges)+len(e.Reserved.Names) > 0, "reserved", w.reservedNote(e.Reserved))
	w.out.WriteString("}" + a.String() + "\n")
}

func (w *writer) codeNote(e *schema.Error) notes {
	var a notes
	a.addIf(e.Code != 0, "code", strconv.FormatUint(uint64(e.Code), 10))
	return a
}

// parentsFirst brings services into the order that the compiler asks for: it
// knows no service before its definition.
func parentsFirst(list []*schema.Service) []*schema.Service {
	var out []*schema.Service
	var add func(s *schema.Service)
	add = func(s *schema.Service) {
		if slices.Contains(out, s) {
			return
		}
		if s.Super != nil && slices.Contains(list, s.Super) {
			add(s.Super) // Link has no circles
		}
		out = append(out, s)
	}
	for _, s := range list {
		add(s)
	}
	return out
}
