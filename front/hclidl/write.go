package hclidl

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// Write says a linked package in the contract language. Reading and linking the
// text gives the same model; what can't be said is a warning each.
func Write(p *schema.Package) ([]byte, diag.List) {
	w := newWriter(p)
	w.file()
	return ended(hclwrite.Format(w.out.Bytes())), w.losses.Sort()
}

func newWriter(p *schema.Package) *writer {
	w := &writer{pkg: p, types: map[string]bool{}}
	for _, m := range p.Messages {
		w.types[m.Name] = true
	}
	for _, e := range p.Enums {
		w.types[e.Name] = true
	}
	w.imports = w.imported()
	for n, i := range w.imports {
		if n >= len(p.Imports) || i != p.Imports[n] { // a file elsewhere
			w.loss(p, "imports the package %s from the directory %s, where it must stand", i.Package, i.Source)
			w.losses[len(w.losses)-1].Span = i.Span
		}
	}
	return w
}

// writer prints elements; hclwrite indents and aligns afterwards.
type writer struct {
	pkg        *schema.Package
	imports    []*schema.Import
	types      map[string]bool // names of the package's own messages and enums
	noComments bool
	out        bytes.Buffer
	losses     diag.List
}

func (w *writer) loss(n schema.Node, format string, args ...any) {
	d := w.losses.Add("convert", n.Base().Span, n.FullName()+": "+fmt.Sprintf(format, args...))
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// block prints a block; an empty one stands on one line.
func (w *writer) block(kind, label string, body func()) {
	w.out.WriteString(kind)
	if label != "" || elements[kind].label != "" {
		w.out.WriteString(" " + quote(label))
	}
	w.out.WriteString(" {")
	mark := w.out.Len()
	w.out.WriteByte('\n')
	body()
	if w.out.Len() == mark+1 {
		w.out.Truncate(mark)
	} else {
		w.unblank()
	}
	w.out.WriteString("}\n")
}

// unblank takes an empty line off the end.
func (w *writer) unblank() {
	for bytes.HasSuffix(w.out.Bytes(), []byte("\n\n")) {
		w.out.Truncate(w.out.Len() - 1)
	}
}

// blank begins a paragraph, but not at the start of a block.
func (w *writer) blank() {
	if b := w.out.Bytes(); len(b) > 0 && !bytes.HasSuffix(b, []byte("{\n")) && !bytes.HasSuffix(b, []byte("\n\n")) {
		w.out.WriteByte('\n')
	}
}

// comment prints documentation above an element and reports whether it could:
// what would not be read back the same goes into a doc.
func (w *writer) comment(doc string) bool {
	if doc == "" {
		return true
	}
	if w.noComments {
		return false
	}
	text := "# " + strings.ReplaceAll(doc, "\n", "\n# ") + "\n"
	text = strings.ReplaceAll(text, "# \n", "#\n")
	if hclsrc.Doc(diag.NewFile("", []byte(text+"x")), len(text)) != doc {
		return false
	}
	w.out.WriteString(text)
	return true
}

// described prints what most elements have, once their own attributes stand.
func (w *writer) described(n schema.Node, commented bool) {
	d := n.Base()
	if s := was(d.Was); s != "" {
		w.line("was = %s", s)
	}
	if d.Deprecated != "" {
		w.line("deprecated = %s", reason(d.Deprecated))
	}
	if !commented {
		w.line("doc = %s", quote(d.Doc))
	}
}

func reason(s string) string {
	if s == "true" {
		return s
	}
	return quote(s)
}

func was(names []schema.Ident) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return quote(names[0].Name)
	}
	var list []string
	for _, n := range names {
		list = append(list, quote(n.Name))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func names(list []schema.Ident) string {
	var s []string
	for _, n := range list {
		s = append(s, n.Name)
	}
	return "[" + strings.Join(s, ", ") + "]"
}

// options prints free annotations as blocks.
func (w *writer) options(n schema.Node) {
	for _, o := range n.Base().Options {
		w.blank()
		v := o.Value
		flat := v.Kind == schema.ObjectValue && !(len(v.Fields) == 1 && v.Fields[0].Name == "value")
		seen := map[string]bool{}
		for _, f := range v.Fields {
			flat = flat && schema.Identifier(f.Name) && !seen[f.Name]
			seen[f.Name] = true
		}
		w.block("option", o.Name, func() {
			if !flat {
				w.line("value = %s", w.value(n, v))
				return
			}
			for _, f := range v.Fields {
				w.line("%s = %s", f.Name, w.value(n, f.Value))
			}
		})
	}
}

// value prints a literal on one line.
func (w *writer) value(at schema.Node, v schema.Value) string {
	switch v.Kind {
	case schema.NullValue:
		return "null"
	case schema.BoolValue, schema.NumberValue, schema.NameValue:
		return v.Text
	case schema.StringValue:
		return quote(v.Text)
	case schema.ListValue:
		var s []string
		for _, i := range v.Items {
			s = append(s, w.value(at, i))
		}
		return "[" + strings.Join(s, ", ") + "]"
	case schema.ObjectValue:
		var s []string
		seen := map[string]bool{}
		for _, f := range v.Fields {
			if seen[f.Name] {
				w.loss(at, "an object holds %s more than once: the first is kept", f.Name)
				continue
			}
			seen[f.Name] = true
			s = append(s, key(f.Name)+" = "+w.value(at, f.Value))
		}
		if s == nil {
			return "{}"
		}
		return "{ " + strings.Join(s, ", ") + " }"
	}
	panic(fmt.Sprintf("value of kind %d", v.Kind))
}

// key prints the key of an object.
func key(name string) string {
	switch name {
	case "for", "true", "false", "null":
		return quote(name)
	}
	if schema.Identifier(name) {
		return name
	}
	return quote(name)
}

func (w *writer) wireBlocks(blocks []schema.WireBlock) {
	for _, b := range blocks {
		w.blank()
		w.block("wire", b.Wire.Name, func() {
			for _, a := range b.Attrs {
				w.line("%s = %s", a.Name, quote(a.Value))
			}
		})
	}
}

func (w *writer) reserved(r schema.Reserved) {
	if len(r.Ranges) == 0 && len(r.Names) == 0 {
		return
	}
	w.blank()
	w.block("reserved", "", func() {
		var ids, names []string
		for _, n := range r.Ranges {
			id := fmt.Sprint(n.From)
			if n.To != n.From {
				id += fmt.Sprintf("-%d", n.To)
			}
			ids = append(ids, quote(id))
		}
		for _, n := range r.Names {
			names = append(names, quote(n.Name))
		}
		if ids != nil {
			w.line("ids = [%s]", strings.Join(ids, ", "))
		}
		if names != nil {
			w.line("names = [%s]", strings.Join(names, ", "))
		}
	})
}
