package proto

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"
)

// bodyTags are the numbers that places in a body have in source info.
type bodyTags struct{ message, enum, extension int32 }

var (
	fileTags    = bodyTags{4, 5, 7}
	messageTags = bodyTags{3, 4, 6}
)

// body is what a file and a message have alike.
type body struct {
	name       string // full, with a dot before it; "" of a file without a package
	at         string // in source info
	tags       bodyTags
	messages   []*descriptorpb.DescriptorProto
	enums      []*descriptorpb.EnumDescriptorProto
	extensions []*descriptorpb.FieldDescriptorProto

	fields  []*descriptorpb.FieldDescriptorProto // of a message
	entries map[string]*descriptorpb.DescriptorProto
	groups  map[string]int  // by full name: which of the messages
	printed map[int]bool    // those of groups
	members map[int32][]int // by oneof: which of the fields
	done    int             // how many of the messages are printed
}

// sort finds the messages that are printed with a field: those of maps and groups.
func (b *body) sort(p *printer) {
	byName := map[string]int{}
	b.entries, b.groups, b.printed = map[string]*descriptorpb.DescriptorProto{}, map[string]int{}, map[int]bool{}
	for i, m := range b.messages {
		full := b.name + "." + m.GetName()
		if m.GetOptions().GetMapEntry() && len(m.GetField()) == 2 {
			b.entries[full] = m
		}
		byName[full] = i
	}
	for _, f := range append(b.fields[:len(b.fields):len(b.fields)], b.extensions...) {
		if i, ok := byName[f.GetTypeName()]; ok && p.isGroup(f) && b.entries[f.GetTypeName()] == nil {
			b.groups[f.GetTypeName()] = i
		}
	}
}

// isGroup reports whether a field is one that is written as a group.
func (p *printer) isGroup(f *descriptorpb.FieldDescriptorProto) bool {
	return f.GetType() == descriptorpb.FieldDescriptorProto_TYPE_GROUP && !p.editions()
}

// messages prints the messages of a body up to the one at end, so that those of
// groups, which stand where their field does, keep their place among them.
func (p *printer) messages(b *body, end int) {
	for ; b.done < end; b.done++ {
		m := b.messages[b.done]
		full := b.name + "." + m.GetName()
		if _, group := b.groups[full]; group || b.entries[full] != nil {
			continue
		}
		at := place(b.at, b.tags.message, int32(b.done))
		p.doc(at)
		p.open("message ", p.ident(m.GetName(), b.name))
		p.body(m, full, at)
		p.close()
	}
}

func (p *printer) body(m *descriptorpb.DescriptorProto, full, at string) {
	b := &body{name: full, at: at, tags: messageTags, messages: m.GetNestedType(), enums: m.GetEnumType(), extensions: m.GetExtension(), fields: m.GetField()}
	b.sort(p)
	p.statements(p.options("Message", m.GetOptions(), full))
	b.members = map[int32][]int{}
	for i, f := range b.fields {
		if inOneof(f) {
			b.members[f.GetOneofIndex()] = append(b.members[f.GetOneofIndex()], i)
		}
	}
	for i, f := range b.fields {
		switch n := f.GetOneofIndex(); {
		case !inOneof(f):
			p.field(b, f, place(at, 2, int32(i)))
		case n < 0 || int(n) >= len(m.GetOneofDecl()):
			p.problem(full+"."+f.GetName(), fmt.Sprintf("field %s.%s is in oneof %d, which is not there", orRoot(full), f.GetName(), n))
		case b.members[n][0] == i:
			p.oneof(b, m.GetOneofDecl()[n], n)
		}
	}
	for _, r := range m.GetExtensionRange() {
		list := p.options("ExtensionRange", r.GetOptions(), full)
		p.line("extensions ", rangeOf(r.GetStart(), int64(r.GetEnd())-1), brackets(list), ";")
	}
	for _, r := range m.GetReservedRange() {
		p.line("reserved ", rangeOf(r.GetStart(), int64(r.GetEnd())-1), ";")
	}
	p.reservedNames(m.GetReservedName(), full)
	p.extends(b)
	p.messages(b, len(b.messages))
	p.enums(b)
}

// inOneof reports whether a field is in a oneof that people wrote.
func inOneof(f *descriptorpb.FieldDescriptorProto) bool {
	return f.OneofIndex != nil && !f.GetProto3Optional()
}

// oneof prints a oneof where its first member stands.
func (p *printer) oneof(b *body, o *descriptorpb.OneofDescriptorProto, n int32) {
	for _, i := range b.members[n] {
		if m, group := b.groups[b.fields[i].GetTypeName()]; group {
			p.messages(b, m)
		}
	}
	at := place(b.at, 8, n)
	p.doc(at)
	name := p.ident(o.GetName(), b.name)
	p.open("oneof ", name)
	p.statements(p.options("Oneof", o.GetOptions(), b.name+"."+name))
	for _, i := range b.members[n] {
		p.field(b, b.fields[i], place(b.at, 2, int32(i)))
	}
	p.close()
}

// extends prints the extensions of a body, those of one message in one block.
func (p *printer) extends(b *body) {
	last := ""
	for i, f := range b.extensions {
		if n, group := b.groups[f.GetTypeName()]; group && n > b.done {
			if last != "" {
				p.close()
				last = ""
			}
			p.messages(b, n)
		}
		if to := f.GetExtendee(); to != last || last == "" {
			if last != "" {
				p.close()
			}
			p.open("extend ", p.dotted(to, b.name))
			last = to
		}
		p.field(b, f, place(b.at, b.tags.extension, int32(i)))
	}
	if last != "" {
		p.close()
	}
}

// field prints a field or an extension.
func (p *printer) field(b *body, f *descriptorpb.FieldDescriptorProto, at string) {
	full := b.name + "." + f.GetName()
	number := strconv.Itoa(int(f.GetNumber()))
	list := append(p.pseudoOptions(f, full), p.options("Field", f.GetOptions(), full)...)
	if e := b.entries[f.GetTypeName()]; e != nil {
		key, value := e.GetField()[0], e.GetField()[1]
		p.doc(at)
		p.line("map<", p.typeName(key, full), ", ", p.typeName(value, full), "> ", p.ident(f.GetName(), b.name), " = ", number, brackets(list), ";")
		return
	}
	if n, group := b.groups[f.GetTypeName()]; group && p.isGroup(f) {
		if !inOneof(f) {
			p.messages(b, n)
		}
		if b.printed[n] {
			p.problem(full, "group "+orRoot(full)+" has the message of another group")
			return
		}
		b.printed[n] = true
		m := b.messages[n]
		inner := place(b.at, b.tags.message, int32(n))
		if p.docs[at] == "" {
			at = inner
		}
		p.doc(at)
		p.open(p.label(f), "group ", p.ident(m.GetName(), b.name), " = ", number, brackets(list))
		p.body(m, b.name+"."+m.GetName(), inner)
		p.close()
		return
	}
	if p.isGroup(f) {
		p.problem(full, "group "+orRoot(full)+" has a message that stands elsewhere")
	}
	p.doc(at)
	p.line(p.label(f), p.typeName(f, full), " ", p.ident(f.GetName(), b.name), " = ", number, brackets(list), ";")
}

// label is what stands before a field's type, with a space behind it.
func (p *printer) label(f *descriptorpb.FieldDescriptorProto) string {
	switch {
	case inOneof(f):
		return ""
	case f.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REPEATED:
		return "repeated "
	case p.editions():
		return ""
	case f.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REQUIRED:
		return "required "
	case f.GetProto3Optional() || p.file.GetSyntax() != "proto3":
		return "optional "
	}
	return ""
}

// typeName is a field's type as it is written.
func (p *printer) typeName(f *descriptorpb.FieldDescriptorProto, full string) string {
	if f.GetTypeName() != "" {
		return p.dotted(f.GetTypeName(), full)
	}
	word := strings.ToLower(strings.TrimPrefix(f.GetType().String(), "TYPE_"))
	if _, scalar := scalars[word]; !scalar || f.Type == nil {
		p.problem(full, "field "+orRoot(full)+" has no type")
		return "bool"
	}
	return word
}

// pseudoOptions are the default and the JSON name, which descriptors keep apart
// from options.
func (p *printer) pseudoOptions(f *descriptorpb.FieldDescriptorProto, full string) []string {
	var list []string
	if f.DefaultValue != nil {
		list = append(list, "default = "+p.defaultText(f, full))
	}
	if f.JsonName != nil && f.Extendee == nil && f.GetJsonName() != jsonName(f.GetName()) {
		list = append(list, "json_name = "+quoteText(f.GetJsonName()))
	}
	return list
}

func (p *printer) defaultText(f *descriptorpb.FieldDescriptorProto, full string) string {
	text := f.GetDefaultValue()
	switch f.GetType() {
	case descriptorpb.FieldDescriptorProto_TYPE_STRING:
		return quoteText(text)
	case descriptorpb.FieldDescriptorProto_TYPE_BYTES:
		if raw, ok := unescape(text); ok {
			return quoteText(raw)
		}
	case descriptorpb.FieldDescriptorProto_TYPE_FLOAT, descriptorpb.FieldDescriptorProto_TYPE_DOUBLE:
		if x, err := strconv.ParseFloat(text, 64); err == nil || math.IsInf(x, 0) {
			return numberText(x, 64)
		}
	default:
		if _, ok := strconv.ParseUint(strings.TrimPrefix(text, "-"), 10, 64); ok == nil || isIdent(text) {
			return text
		}
	}
	p.problem(full, fmt.Sprintf("the default of %s, %.100q, is no literal", orRoot(full), text))
	return "0"
}

// unescape reads the escapes in which descriptors keep bytes.
func unescape(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		digits := func(most int, base int) bool {
			end := i
			for end < len(s) && end-i < most {
				if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
					break
				}
				end++
			}
			n, err := strconv.ParseUint(s[i:end], base, 8)
			b.WriteByte(byte(n))
			i = end - 1
			return err == nil
		}
		ok := true
		switch c := s[i]; c {
		case 'n', 't', 'r', 'a', 'b', 'f', 'v':
			b.WriteByte(map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v'}[c])
		case '\\', '"', '\'', '?':
			b.WriteByte(c)
		case 'x', 'X':
			i++
			ok = digits(2, 16)
		default:
			ok = digits(3, 8)
		}
		if !ok {
			return "", false
		}
	}
	return b.String(), true
}
