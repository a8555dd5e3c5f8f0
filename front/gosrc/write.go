package gosrc

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Write says a linked package as annotated Go. Reading it gives the same model;
// what can't be said is a warning each.
func Write(p *schema.Package) ([]byte, diag.List) {
	w := &writer{pkg: p, names: map[schema.Node]string{}, imports: map[string]string{}}
	w.choose()
	var body bytes.Buffer
	w.out = &body
	w.consts()
	for _, e := range p.Enums {
		w.enum(e)
	}
	for _, m := range p.Messages {
		w.message(m)
	}
	for _, e := range p.Errors {
		w.declaredError(e)
	}
	for _, s := range p.Services {
		w.service(s)
	}
	var head bytes.Buffer
	w.out = &head
	w.header()
	text := append(head.Bytes(), body.Bytes()...)
	if tidy, err := format.Source(text); err == nil {
		text = tidy
	}
	w.compareDocs(text)
	return text, w.losses.Sort()
}

// writer prints one package.
type writer struct {
	pkg     *schema.Package
	out     *bytes.Buffer
	names   map[schema.Node]string // Go's, of types
	imports map[string]string      // path → name
	losses  diag.List
}

func (w *writer) lose(n schema.Node, at diag.Span, what string, args ...any) {
	if !at.Known() {
		at = n.Base().Span
	}
	d := w.losses.Add("convert", at, n.FullName()+" "+fmt.Sprintf(what, args...))
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w.out, format, args...)
	w.out.WriteByte('\n')
}

// exported turns a contract's name into an exported Go name: an underscore goes
// where a letter follows and makes it upper-case.
func exported(name string) string {
	var b strings.Builder
	up := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_' && i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z':
			up = true
		case up && 'a' <= c && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
			up = false
		default:
			b.WriteByte(c)
			up = false
		}
	}
	if s := b.String(); s != "" && 'A' <= s[0] && s[0] <= 'Z' {
		return s
	}
	return "X" + b.String()
}

func typeName(name string) string {
	parts := strings.Split(name, ".")
	for i := range parts {
		parts[i] = exported(parts[i])
	}
	return strings.Join(parts, "_")
}

// free returns a name that isn't taken, and takes it.
func free(taken map[string]bool, name string) string {
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// choose gives each type its Go name.
func (w *writer) choose() {
	taken := map[string]bool{}
	give := func(n schema.Node) { w.names[n] = free(taken, typeName(n.Base().Name)) }
	for _, m := range w.pkg.Messages {
		give(m)
	}
	for _, e := range w.pkg.Enums {
		give(e)
	}
	for _, e := range w.pkg.Errors {
		give(e)
	}
	for _, s := range w.pkg.Services {
		give(s)
	}
	for _, c := range w.pkg.Consts {
		give(c)
	}
	for _, e := range w.pkg.Enums {
		for _, v := range e.Values {
			name := v.Name
			if name == strings.ToUpper(name) {
				name = strings.ToLower(name)
			}
			w.names[v] = free(taken, w.names[e]+exported(name))
		}
	}
}

// words are the words of a directive.
type words []string

func (d *words) add(key, value string) {
	if value == "" {
		return
	}
	if strings.ContainsAny(value, " \t\n\r\"`\\") {
		value = strconv.Quote(value)
	}
	*d = append(*d, key+"="+value)
}

func (d *words) flag(key string, set bool) {
	if set {
		*d = append(*d, key)
	}
}

func (d *words) id(key string, n uint32) {
	if n != 0 {
		d.add(key, strconv.FormatUint(uint64(n), 10))
	}
}

func (d *words) idents(key string, list []schema.Ident) {
	var names []string
	for _, i := range list {
		names = append(names, i.Name)
	}
	d.add(key, strings.Join(names, ","))
}

func (d words) print(w *writer, kind string) {
	w.line("//rpc:%s", strings.Join(append([]string{kind}, d...), " "))
}

// doc prints the documentation of an element. An empty line that ends it is
// there where directives follow.
func (w *writer) doc(n schema.Node, deprecated, directives bool) {
	d := n.Base()
	text := strings.ReplaceAll(d.Doc, "\r", "")
	if deprecated && d.Deprecated != "" {
		why := strings.Join(strings.Fields(d.Deprecated), " ")
		if why != d.Deprecated {
			w.lose(n, diag.Span{}, "has a reason why it is deprecated that is one line here")
		}
		text = strings.TrimPrefix(text+"\n\nDeprecated: "+why, "\n\n")
	}
	if text != "" {
		for line := range strings.SplitSeq(text, "\n") {
			w.line("%s", strings.TrimRight("// "+line, " "))
		}
		if directives {
			w.line("//")
		}
	}
	for _, o := range d.Options {
		w.lose(n, o.Span, "loses the option %s", o.Name)
	}
}

// header prints the package clause and the imports.
func (w *writer) header() {
	p := w.pkg
	w.doc(p, true, true)
	d := words{p.Name}
	d.add("version", p.Version)
	wires := p.Wires
	if assumed := schema.DefaultWires(p.Language); wires == nil && !slices.Equal(assumed, schema.DefaultWires("go")) {
		for _, name := range assumed {
			wires = append(wires, schema.Ident{Name: name})
		}
	}
	d.idents("wires", wires)
	d.idents("was", p.Was)
	if p.Name == "" {
		d = d[1:]
		w.lose(p, diag.Span{}, "has no name, and is called contract here")
	}
	d.print(w, "package")
	w.line("package %s\n", goPackage(p.Name))
	if len(w.imports) == 0 {
		return
	}
	w.line("import (")
	for _, std := range []bool{true, false} {
		var paths []string
		for path := range w.imports {
			if standard(path) == std {
				paths = append(paths, path)
			}
		}
		slices.Sort(paths)
		for _, path := range paths {
			if name := w.imports[path]; name != guessName(path) {
				w.line("%s %q", name, path)
			} else {
				w.line("%q", path)
			}
		}
		w.line("")
	}
	w.line(")\n")
}

// goPackage is what Go calls a package: the last part of its name.
func goPackage(name string) string {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	if !schema.Identifier(name) {
		return "contract"
	}
	if token.IsKeyword(name) || name == "_" {
		return name + "_"
	}
	return name
}

// use imports a package and returns what it is called here.
func (w *writer) use(path string) string {
	w.imports[path] = guessName(path)
	return w.imports[path]
}

// foreign returns what a package of the contract is called here.
func (w *writer) foreign(n schema.Node, p *schema.Package) string {
	for _, i := range w.pkg.Imports {
		if i.Package != p.Name {
			continue
		}
		path, known := i.Source, p.Language == "go" && w.pkg.Language == "go"
		if !known {
			path = strings.ReplaceAll(p.Name, ".", "/")
		}
		if _, seen := w.imports[path]; !seen && !known {
			w.lose(w.pkg, i.Span, "imports %s as %q: write where its Go package is", p.Name, path)
		}
		w.imports[path] = i.Local
		return i.Local
	}
	path := strings.ReplaceAll(p.Name, ".", "/")
	w.lose(n, diag.Span{}, "uses package %s as %q: write where its Go package is", p.Name, path)
	return w.use(path)
}

// compareDocs reports documentation that gofmt writes otherwise, or that would
// be read as more than documentation.
func (w *writer) compareDocs(text []byte) {
	packages, _ := Read([]*diag.File{diag.NewFile("written.go", text)})
	if len(packages) != 1 {
		return
	}
	docs := map[string]string{}
	each(packages[0], func(path string, n schema.Node) { docs[path] = n.Base().Doc })
	each(w.pkg, func(path string, n schema.Node) {
		if got, ok := docs[path]; ok && got != n.Base().Doc {
			w.lose(n, diag.Span{}, "has documentation that Go lays out otherwise")
		}
	})
}

// each visits what can have documentation, by a path that both models have.
func each(p *schema.Package, f func(path string, n schema.Node)) {
	f("", p)
	for _, e := range p.Enums {
		f(e.Name, e)
		for _, v := range e.Values {
			f(e.Name+"/"+v.Name, v)
		}
	}
	fields := func(name string, m *schema.Message) {
		for _, x := range m.Fields {
			f(name+"/"+x.Name, x)
		}
	}
	for _, m := range p.Messages {
		f(m.Name, m)
		fields(m.Name, m)
	}
	for _, e := range p.Errors {
		f(e.Name, e)
		fields(e.Name, &e.Message)
	}
	for _, c := range p.Consts {
		f(c.Name, c)
	}
	for _, s := range p.Services {
		f(s.Name, s)
		for _, m := range s.Methods {
			f(s.Name+"/"+m.Name, m)
		}
	}
}
