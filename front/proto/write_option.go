package proto

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// kept are options of the model that say what .proto says otherwise.
var kept = map[string]bool{
	"proto.syntax": true, "proto.edition": true, "proto.package": true, "proto.extend": true, "proto.extensions": true,
	"proto.group": true, "proto.map": true, "proto.default": true,
}

func hasOptions(list []schema.Option) bool {
	for _, o := range list {
		if !kept[o.Name] {
			return true
		}
	}
	return false
}

// sayable reports whether an option can be written: those of other languages are
// declared nowhere.
func (w *writer) sayable(at schema.Node, o schema.Option) bool {
	if kept[o.Name] {
		return false
	}
	if w.pkg.Language != "proto" && !strings.HasPrefix(o.Name, "proto.") {
		w.lose(at, o.Span, "loses the option "+o.Name+", which no extension declares")
		return false
	}
	return true
}

// optionName is the name of an option as .proto has it.
func optionName(name string) string {
	if plain, ok := strings.CutPrefix(name, "proto."); ok {
		return plain
	}
	return "(." + name + ")"
}

// options prints options as statements.
func (w *writer) options(at schema.Node, list []schema.Option, deprecated string) {
	if deprecated != "" {
		w.line("option deprecated = true;")
	}
	for _, o := range list {
		if w.sayable(at, o) {
			w.out.WriteString(w.statements(o))
		}
	}
}

// statements is an option as a statement, or several where it is repeated.
func (w *writer) statements(o schema.Option) string {
	var b strings.Builder
	w.each(o.Name, o.Value, func(name, value string) {
		b.WriteString(w.indent + "option " + name + " = " + value + ";\n")
	})
	return b.String()
}

// each calls do with every assignment that an option is.
func (w *writer) each(name string, v schema.Value, do func(name, value string)) {
	if name == "proto.features" {
		w.features(v, do)
		return
	}
	written := optionName(name)
	if v.Kind != schema.ListValue {
		do(written, valueText(v, w.indent))
		return
	}
	for _, item := range v.Items {
		do(written, valueText(item, w.indent))
	}
}

// features are said one by one, since others are added to them.
func (w *writer) features(v schema.Value, do func(name, value string)) {
	if w.syntax != editions {
		return
	}
	for _, f := range v.Fields {
		name := f.Name
		if inner, ok := strings.CutPrefix(name, "["); ok {
			name = "(." + strings.TrimSuffix(inner, "]") + ")"
		}
		do("features."+name, valueText(f.Value, w.indent))
	}
}

// compact returns options as they stand in brackets.
func (w *writer) compact(at schema.Node, list []schema.Option, deprecated string) []string {
	var texts []string
	if deprecated != "" {
		texts = append(texts, "deprecated = true")
	}
	for _, o := range list {
		if w.sayable(at, o) {
			w.each(o.Name, o.Value, func(name, value string) { texts = append(texts, name+" = "+value) })
		}
	}
	return texts
}

// compactOf is compact for the options that an object has.
func (w *writer) compactOf(at schema.Node, v schema.Value) []string {
	var list []schema.Option
	for _, f := range v.Fields {
		if f.Name == "options" {
			for _, o := range f.Value.Fields {
				list = append(list, schema.Option{Name: o.Name, Value: o.Value, Span: v.Span})
			}
		}
	}
	return w.compact(at, list, "")
}

func brackets(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " [" + strings.Join(list, ", ") + "]"
}

// valueText is a value in the text format.
func valueText(v schema.Value, indent string) string {
	switch v.Kind {
	case schema.StringValue:
		return quoteText(v.Text)
	case schema.ListValue:
		var items []string
		for _, i := range v.Items {
			items = append(items, valueText(i, indent))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case schema.ObjectValue:
		if len(v.Fields) == 0 {
			return "{}"
		}
		inner := indent + "  "
		var b strings.Builder
		b.WriteString("{\n")
		for _, f := range v.Fields {
			sep := ": "
			if f.Value.Kind == schema.ObjectValue {
				sep = " "
			}
			b.WriteString(inner + f.Name + sep + valueText(f.Value, inner) + "\n")
		}
		return b.String() + indent + "}"
	case schema.NullValue:
		return "{}"
	}
	return v.Text
}

// quoteText is a text in quotes, with escapes that .proto knows.
func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == utf8.RuneError && size == 1, c < ' ' && c != '\n' && c != '\t' && c != '\r', c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, s[i])
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(c))
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}
