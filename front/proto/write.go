package proto

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Write says a linked package as one .proto file: in the syntax that it was read
// from where that can say it, else in proto3, proto2 or edition 2023, the first
// that can. Each loss is a warning with its place. Params that are not one
// message, and results that are none, become messages named after the method.
func Write(p *schema.Package) (text []byte, losses diag.List) {
	w := newWriter(p)
	return w.file(whole(p)), w.losses.Sort()
}

func newWriter(p *schema.Package) *writer {
	w := &writer{pkg: p, kids: map[string][]schema.Node{}, groups: map[string]*schema.Message{}, taken: map[string]bool{}}
	w.gather()
	w.lossesOfPackage()
	return w
}

// file prints one file of the package.
func (w *writer) file(at portion) []byte {
	w.at, w.imports, w.out = at, nil, bytes.Buffer{}
	w.syntax = w.choose()
	w.importAll()
	for _, n := range at.own {
		w.element(n, "")
	}
	w.extends(w.pkg, at.options, "")
	body := w.out
	w.out = bytes.Buffer{}
	w.header()
	w.out.Write(body.Bytes())
	return w.out.Bytes()
}

// writer prints the files of one package, one after the other.
type writer struct {
	pkg     *schema.Package
	at      portion // what is printed
	syntax  syntax
	out     bytes.Buffer
	indent  string
	imports []fileImport
	kids    map[string][]schema.Node
	groups  map[string]*schema.Message // by full name: printed where their field is
	taken   map[string]bool            // names in the package
	methods map[string]bool            // those of the service that is written, which its types are looked up among
	losses  diag.List

	known    func(path string) bool // is it one of the files that are compiled at once; nil: none are
	implicit bool                   // in an edition: fields don't track presence unless they say so
	about    schema.Node            // what a made-up field is made for
	values   map[*schema.EnumValue]string
}

// gather finds what stands in what.
func (w *writer) gather() {
	outer := func(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }
	// Messages and enums are each in the order of the source: what a message has
	// before one that has enums as well is known by their order.
	first, waiting := map[string]int{}, map[string][]int{}
	for i, e := range w.pkg.Enums {
		for s := outer(e.Name); s != ""; s = outer(s) {
			if _, has := first[s]; !has {
				first[s] = i
			}
		}
		waiting[outer(e.Name)] = append(waiting[outer(e.Name)], i)
	}
	enumsBefore := func(scope string, end int) {
		for len(waiting[scope]) > 0 && waiting[scope][0] < end {
			w.kids[scope] = append(w.kids[scope], w.pkg.Enums[waiting[scope][0]])
			waiting[scope] = waiting[scope][1:]
		}
	}
	for _, m := range w.pkg.Messages {
		if at, has := first[m.Name]; has {
			enumsBefore(outer(m.Name), at)
		}
		w.kids[outer(m.Name)] = append(w.kids[outer(m.Name)], m)
		w.taken[m.Name] = true
		for _, f := range m.Fields {
			if t := bare(&f.Type).Message(); t != nil && isGroup(f.Options) && groupLike(m, f, t) {
				w.groups[t.FullName()] = t
			}
		}
		w.extensionGroups(m.Options)
	}
	for _, e := range w.pkg.Enums {
		enumsBefore(outer(e.Name), len(w.pkg.Enums))
		w.taken[e.Name] = true
	}
	for _, s := range w.pkg.Services {
		w.taken[s.Name] = true
	}
	for _, e := range w.pkg.Errors {
		w.taken[e.Name] = true
	}
	w.extensionGroups(w.pkg.Options)
	w.nameValues()
}

func (w *writer) extensionGroups(options []schema.Option) {
	for _, o := range options {
		if o.Name != "proto.extend" || textOf(o.Value, "group") != "true" {
			continue
		}
		for _, m := range w.pkg.Messages {
			if "."+w.real(m.FullName()) == textOf(o.Value, "type") {
				w.groups[m.FullName()] = m
			}
		}
	}
}

// groupLike reports whether a delimited field can be said as a group: its
// message stands beside it and has its name.
func groupLike(m *schema.Message, f *schema.Field, t *schema.Message) bool {
	short, inside := strings.CutPrefix(t.Name, m.Name+".")
	return inside && strings.ToLower(short) == f.Name && 'A' <= short[0] && short[0] <= 'Z'
}

func isGroup(options []schema.Option) bool {
	return slices.ContainsFunc(options, func(o schema.Option) bool { return o.Name == "proto.group" })
}

// bare is the type itself, or that of a list's elements.
func bare(t *schema.Type) *schema.Type {
	if t.Kind == schema.KindList {
		return t.Elem
	}
	return t
}

func textOf(v schema.Value, name string) string {
	for _, f := range v.Fields {
		if f.Name == name {
			return f.Value.Text
		}
	}
	return ""
}

// real is a full name as .proto has it: without the package of a file that has
// none.
func (w *writer) real(full string) string {
	if w.noPackage() {
		return strings.TrimPrefix(full, w.pkg.Name+".")
	}
	return full
}

func (w *writer) noPackage() bool {
	return unnamed(w.pkg)
}

// unnamed reports whether a package is called after its file, which names none.
func unnamed(p *schema.Package) bool {
	return p.Language == "proto" && slices.ContainsFunc(p.Options, func(o schema.Option) bool { return o.Name == "proto.package" })
}

func (w *writer) line(parts ...string) {
	if len(parts) > 0 {
		w.out.WriteString(w.indent)
	}
	for _, p := range parts {
		w.out.WriteString(p)
	}
	w.out.WriteByte('\n')
}

func (w *writer) open(parts ...string) {
	w.line(append(parts, " {")...)
	w.indent += "  "
}

func (w *writer) close() {
	w.indent = w.indent[2:]
	w.line("}")
}

func (w *writer) doc(text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.line(strings.TrimRight("// "+line, " "))
	}
}

func (w *writer) header() {
	switch {
	case w.syntax == editions:
		w.line(`edition = "2023";`)
	case w.syntax == proto3 || w.at.whole || !slices.ContainsFunc(w.at.options, saysNoSyntax):
		w.line(`syntax = "`, w.syntax.String(), `";`)
	}
	if !w.noPackage() {
		w.line()
		w.doc(w.at.Doc)
		w.line("package ", w.pkg.Name, ";")
	}
	if w.at.whole {
		slices.SortFunc(w.imports, func(a, b fileImport) int { return strings.Compare(a.path, b.path) })
	}
	if len(w.imports) > 0 {
		w.line()
	}
	for _, i := range w.imports {
		modifier := i.modifier
		if modifier != "" {
			modifier += " "
		}
		w.line("import ", modifier, quoteText(i.path), ";")
	}
	w.packageOptions()
	w.line()
}

func saysNoSyntax(o schema.Option) bool {
	return o.Name == "proto.syntax" && o.Value.Kind == schema.NullValue
}

// packageOptions prints the options of the file. Where it is written for several:
// what they say differently is lost, but for lists, which are joined.
func (w *writer) packageOptions() {
	first := map[string]string{}
	joined := map[string]bool{}
	var out strings.Builder
	if w.syntax == editions && w.implicit {
		out.WriteString("option features.field_presence = IMPLICIT;\n")
	}
	for _, o := range w.at.options {
		if !w.sayable(w.pkg, o) {
			continue
		}
		if o.Value.Kind == schema.ListValue {
			w.each(o.Name, o.Value, func(name, value string) {
				if line := "option " + name + " = " + value + ";\n"; !joined[line] || !w.at.whole {
					joined[line] = true
					out.WriteString(line)
				}
			})
			continue
		}
		text := w.statements(o)
		if old, ok := first[o.Name]; !ok {
			first[o.Name] = text
			out.WriteString(text)
		} else if old != text {
			w.lose(w.pkg, o.Span, "loses an option "+o.Name+" that differs from another file's")
		}
	}
	if out.Len() > 0 {
		w.line()
		w.out.WriteString(out.String())
	}
}

// element prints what stands in a file, or a message or enum in a message.
func (w *writer) element(n schema.Node, scope string) {
	short := func(name string) string { return strings.TrimPrefix(name, scope+".") }
	switch n := n.(type) {
	case *schema.Message:
		if w.groups[n.FullName()] == nil || w.syntax == editions {
			w.message(n, n, short(n.Name), w.members(n))
		}
	case *schema.Enum:
		w.enum(n, short(n.Name))
	case *schema.Service:
		w.service(n)
	case *schema.Error:
		w.lose(n, n.NameSpan, "is a message here: there are no declared errors")
		w.message(&n.Message, n, n.Name, w.members(&n.Message))
	case *schema.Const:
		w.lose(n, n.NameSpan, "is left out: there are no constants")
	default:
		panic("proto: no element of a package: " + n.FullName())
	}
}

func (w *writer) service(s *schema.Service) {
	w.lossesOfService(s)
	w.doc(s.Doc)
	w.open("service ", s.Name)
	w.options(s, s.Options, s.Deprecated)
	var wrappers []func()
	w.methods = map[string]bool{}
	for _, m := range s.AllMethods() {
		w.methods[m.Name] = true
	}
	for _, m := range s.AllMethods() {
		in, more := w.request(m)
		wrappers = append(wrappers, more)
		out, more := w.response(m)
		wrappers = append(wrappers, more)
		w.lossesOfMethod(m)
		w.doc(m.Doc)
		head := "rpc " + m.Name + "(" + in + ") returns (" + out + ")"
		if !hasOptions(m.Options) && m.Deprecated == "" && !m.Idempotent {
			w.line(head, ";")
			continue
		}
		w.open(head)
		if m.Idempotent && !slices.ContainsFunc(m.Options, func(o schema.Option) bool { return o.Name == "proto.idempotency_level" }) {
			w.line("option idempotency_level = IDEMPOTENT;")
		}
		w.options(m, m.Options, m.Deprecated)
		w.close()
	}
	w.close()
	w.line()
	w.methods = nil
	for _, print := range wrappers {
		if print != nil {
			print()
		}
	}
}
