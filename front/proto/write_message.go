package proto

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// members returns what stands in a message.
func (w *writer) members(m *schema.Message) []schema.Node { return w.kids[m.Name] }

// message prints a message; at is what it belongs to.
func (w *writer) message(m *schema.Message, at schema.Node, name string, kids []schema.Node) {
	w.doc(m.Doc)
	w.open("message ", name)
	w.body(m, at, kids)
	w.close()
	w.line()
}

func (w *writer) body(m *schema.Message, at schema.Node, kids []schema.Node) {
	w.lossesOfMessage(m, at)
	w.options(at, m.Options, m.Deprecated)
	limit := int64(schema.MaxNumber)
	for _, o := range m.Options {
		if o.Name == "proto.message_set_wire_format" && o.Value.Text == "true" {
			limit = maxSetNumber
		}
	}
	var wrappers []func()
	done := map[string]bool{}
	var retired []*schema.Field
	for _, f := range m.Fields {
		switch {
		case f.Retired != "":
			w.lose(f, f.NameSpan, "is a reserved number here: nothing is retired")
			retired = append(retired, f)
		case f.OneOf == "":
			w.field(m, f, f.Presence, &wrappers)
		case !done[f.OneOf]:
			done[f.OneOf] = true
			w.oneof(m, f.InOneOf(), f.OneOf, &wrappers)
		}
	}
	for _, k := range kids {
		w.element(k, m.Name)
	}
	for _, print := range wrappers {
		print()
	}
	r := m.Reserved
	for _, f := range retired {
		r.Ranges = append(slices.Clip(r.Ranges), schema.NumberRange{From: int64(f.Number), To: int64(f.Number)})
		r.Names = append(slices.Clip(r.Names), schema.Ident{Name: f.Name})
	}
	w.reserved(r, limit)
	w.extensions(m, limit)
	w.extends(at, at.Base().Options, m.Name)
}

func (w *writer) oneof(m *schema.Message, o *schema.OneOf, name string, wrappers *[]func()) {
	if o != nil {
		w.lossesOfDecl(o)
		w.doc(o.Doc)
	}
	w.open("oneof ", name)
	if o != nil {
		w.options(o, o.Options, "")
	}
	for _, f := range m.Fields {
		if f.OneOf == name && f.Retired == "" {
			w.field(m, f, 0, wrappers)
		}
	}
	w.close()
}

// field prints a field; presence 0 is that of a member of a oneof.
func (w *writer) field(m *schema.Message, f *schema.Field, presence schema.Presence, wrappers *[]func()) {
	w.lossesOfField(f)
	if e := f.Type.Enum(); e != nil && e.Closed && presence == schema.Plain {
		w.lose(f, f.Type.Span, "tracks presence here: its enum is closed")
		presence = schema.Optional
	}
	text, repeats := w.fieldType(m, f, wrappers)
	label := w.label(f, presence, repeats, strings.HasPrefix(text, "map<"))
	list := w.fieldOptions(f, presence, repeats)
	w.doc(f.Doc)
	if g := w.groups[bareName(f)]; g != nil && isGroup(f.Options) && w.syntax != editions {
		w.open(label, "group ", g.Name[strings.LastIndexByte(g.Name, '.')+1:], " = ", strconv.Itoa(f.Number), brackets(list))
		w.body(g, g, w.members(g))
		w.close()
		return
	}
	w.line(label, text, " ", f.Name, " = ", strconv.Itoa(f.Number), brackets(list), ";")
}

func bareName(f *schema.Field) string { return bare(&f.Type).Name }

// label is repeated, optional, required or nothing, with a space behind it.
func (w *writer) label(f *schema.Field, presence schema.Presence, repeats, isMap bool) string {
	isMessage := f.Type.Kind == schema.KindMessage
	switch {
	case isMap || presence == 0:
		return ""
	case repeats:
		return "repeated "
	case w.syntax == proto2 && presence == schema.Required:
		return "required "
	case w.syntax == proto2, w.syntax == proto3 && presence == schema.Optional && !isMessage:
		return "optional "
	}
	return ""
}

// fieldOptions returns what stands in a field's brackets.
func (w *writer) fieldOptions(f *schema.Field, presence schema.Presence, repeats bool) []string {
	var list []string
	if f.Default != nil && (w.syntax == proto2 || presence != schema.Plain) {
		list = append(list, "default = "+w.presetText(f))
	}
	for _, o := range f.Options {
		if o.Name == "proto.default" {
			list = append(list, "default = "+valueText(o.Value, ""))
		}
	}
	elem := bare(&f.Type)
	packed := f.Packed == nil || *f.Packed
	if numbers := elem.Kind.Number() || elem.Kind == schema.KindBool || elem.Kind == schema.KindEnum; repeats && numbers && f.Type.Kind == schema.KindList {
		switch {
		case w.syntax == proto2 && packed:
			list = append(list, "packed = true")
		case w.syntax == proto3 && !packed:
			list = append(list, "packed = false")
		case w.syntax == editions && !packed:
			list = append(list, "features.repeated_field_encoding = EXPANDED")
		}
	}
	if w.syntax == editions {
		switch {
		case presence == schema.Required:
			list = append(list, "features.field_presence = LEGACY_REQUIRED")
		case repeats || f.Type.Kind == schema.KindMessage || f.Type.Kind == schema.KindMap:
		case presence == schema.Plain && !w.implicit:
			list = append(list, "features.field_presence = IMPLICIT")
		case presence == schema.Optional && w.implicit:
			list = append(list, "features.field_presence = EXPLICIT")
		}
		if isGroup(f.Options) {
			list = append(list, "features.message_encoding = DELIMITED")
		}
	}
	json := f.JSONName()
	if json != jsonName(f.Name) {
		list = append(list, "json_name = "+quoteText(json))
	}
	return append(list, w.compact(f, f.Options, f.Deprecated)...)
}

// presetText is a default as a field has it.
func (w *writer) presetText(f *schema.Field) string {
	v := *f.Default
	switch f.Type.Kind {
	case schema.KindBytes:
		raw, _ := base64.StdEncoding.DecodeString(v.Text) // Link checked it
		return quoteText(string(raw))
	case schema.KindFloat32, schema.KindFloat64:
		return v.Text // inf, -inf and nan are words here
	case schema.KindEnum:
		for _, x := range f.Type.Enum().Values {
			if name := w.values[x]; x.Name == v.Text && name != "" {
				return name
			}
		}
	}
	return valueText(v, "")
}

// reserved prints what must not be used again; limit is the highest number.
func (w *writer) reserved(r schema.Reserved, limit int64) {
	var list []string
	for _, g := range r.Ranges {
		list = append(list, rangeText(g, limit))
	}
	if len(list) > 0 {
		w.line("reserved ", strings.Join(list, ", "), ";")
	}
	list = nil
	for _, n := range r.Names {
		if w.syntax == editions {
			list = append(list, n.Name)
		} else {
			list = append(list, quoteText(n.Name))
		}
	}
	if len(list) > 0 {
		w.line("reserved ", strings.Join(list, ", "), ";")
	}
}

func rangeText(g schema.NumberRange, limit int64) string {
	switch {
	case g.From == g.To:
		return itoa(g.From)
	case g.To == limit:
		return itoa(g.From) + " to max"
	}
	return itoa(g.From) + " to " + itoa(g.To)
}

// extensions prints the numbers that a message gives to extensions.
func (w *writer) extensions(m *schema.Message, limit int64) {
	for _, o := range m.Options {
		if o.Name != "proto.extensions" {
			continue
		}
		g := schema.NumberRange{}
		g.From, _ = strconv.ParseInt(textOf(o.Value, "from"), 10, 64)
		g.To, _ = strconv.ParseInt(textOf(o.Value, "to"), 10, 64)
		w.line("extensions ", rangeText(g, limit), brackets(w.compactOf(m, o.Value)), ";")
	}
}

// extends prints the extensions among the options of an element; scope is its name.
func (w *writer) extends(d schema.Node, options []schema.Option, scope string) {
	last := ""
	for _, o := range options {
		if o.Name != "proto.extend" {
			continue
		}
		v := o.Value
		if to := textOf(v, "extends"); to != last {
			if last != "" {
				w.close()
			}
			w.open("extend ", w.name("."+to, scope))
			last = to
		}
		w.extension(d, v, scope)
	}
	if last != "" {
		w.close()
		w.line()
	}
}

func (w *writer) extension(d schema.Node, v schema.Value, scope string) {
	w.doc(textOf(v, "doc"))
	label := ""
	repeats := textOf(v, "repeated") != ""
	if repeats {
		label = "repeated "
	} else if w.syntax == proto2 {
		label = "optional "
	}
	var list []string
	if i := slices.IndexFunc(v.Fields, func(f schema.ValueField) bool { return f.Name == "default" }); i >= 0 {
		list = append(list, "default = "+presetOf(textOf(v, "type"), v.Fields[i].Value))
	}
	word := textOf(v, "type")
	_, numbers := scalars[word]
	if numbers = numbers && word != "string" && word != "bytes"; !numbers {
		numbers = slices.ContainsFunc(w.pkg.Enums, func(e *schema.Enum) bool { return "."+w.real(e.FullName()) == word })
	}
	unpacked := textOf(v, "packed") == "false"
	switch {
	case repeats && numbers && w.syntax == proto2 && !unpacked:
		list = append(list, "packed = true")
	case unpacked && w.syntax == proto3:
		list = append(list, "packed = false")
	case unpacked && w.syntax == editions:
		list = append(list, "features.repeated_field_encoding = EXPANDED")
	}
	if textOf(v, "deprecated") != "" {
		list = append(list, "deprecated = true")
	}
	list = append(list, w.compactOf(d, v)...)
	number := textOf(v, "number")
	if textOf(v, "group") != "" {
		for _, g := range w.groups {
			if "."+w.real(g.FullName()) == word && w.syntax == proto2 {
				w.open(label, "group ", g.Name[strings.LastIndexByte(g.Name, '.')+1:], " = ", number, brackets(list))
				w.body(g, g, w.members(g))
				w.close()
				return
			}
		}
		list = append(list, "features.message_encoding = DELIMITED")
	}
	w.line(label, w.name(word, scope), " ", textOf(v, "name"), " = ", number, brackets(list), ";")
}

// presetOf is the default of an extension.
func presetOf(word string, v schema.Value) string {
	if word == "bytes" {
		raw, _ := base64.StdEncoding.DecodeString(v.Text)
		return quoteText(string(raw))
	}
	if word == "float" || word == "double" {
		return v.Text
	}
	return valueText(v, "")
}
