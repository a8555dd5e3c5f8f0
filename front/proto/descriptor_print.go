package proto

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
)

// printer prints one file of a descriptor set as a .proto file, for the reader:
// every word that is a name is checked to be one, what it means is not.
type printer struct {
	set  *descriptorSet
	file *described
	out  bytes.Buffer
	deep string            // the indentation
	docs map[string]string // leading comments, by path
}

// text returns the file as .proto source. It is called once, since problems are
// added to the file.
func (f *described) text(s *descriptorSet) []byte {
	p := &printer{set: s, file: f, docs: map[string]string{}}
	for _, l := range f.GetSourceCodeInfo().GetLocation() {
		if c := l.GetLeadingComments(); c != "" {
			p.docs[place("", l.GetPath()...)] = c
		}
	}
	p.header()
	b := &body{messages: f.GetMessageType(), enums: f.GetEnumType(), extensions: f.GetExtension(), tags: fileTags}
	if pkg := f.GetPackage(); pkg != "" {
		b.name = "." + pkg
	}
	b.sort(p)
	p.extends(b)
	p.messages(b, len(b.messages))
	p.enums(b)
	for i, x := range f.GetService() {
		p.service(x, place("", 6, int32(i)))
	}
	return p.out.Bytes()
}

// place makes a path of source info a key: inner below outer.
func place(outer string, inner ...int32) string {
	key := []byte(outer)
	for _, n := range inner {
		key = binary.AppendVarint(key, int64(n))
	}
	return string(key)
}

func (p *printer) problem(subject, message string) *diag.Diagnostic {
	d := p.set.problem(&p.file.list, strings.TrimPrefix(subject, "."), p.file.name+": "+message)
	d.Help = "write the set anew, from sources that compile"
	return d
}

// line prints a line, unless the text is longer than the reader reads already.
func (p *printer) line(parts ...string) {
	if p.out.Len() > maxFile {
		return
	}
	p.out.WriteString(p.deep)
	for _, s := range parts {
		p.out.WriteString(s)
	}
	p.out.WriteByte('\n')
}

func (p *printer) open(parts ...string) {
	p.line(append(parts, " {")...)
	p.deep += "  "
}

func (p *printer) close() {
	p.deep = p.deep[2:]
	p.line("}")
}

// doc prints the comment of what stands at a place.
func (p *printer) doc(at string) {
	text, ok := p.docs[at]
	if !ok {
		return
	}
	text = strings.TrimLeft(text, "*") // of /**, which the compiler leaves
	for line := range strings.SplitSeq(strings.TrimRight(text, " \n"), "\n") {
		p.line("//", strings.ReplaceAll(strings.TrimRight(line, " \t\r"), "\x00", ""))
	}
}

// ident returns a name that is one, and reports what is none.
func (p *printer) ident(name, scope string) string {
	if !isIdent(name) {
		p.problem(join(scope, name), fmt.Sprintf("%.100q in %s is no name", name, orRoot(scope)))
		return "_"
	}
	return name
}

// dotted is ident for names with dots.
func (p *printer) dotted(name, scope string) string {
	for part := range strings.SplitSeq(strings.TrimPrefix(name, "."), ".") {
		if !isIdent(part) {
			p.problem(scope, fmt.Sprintf("%.100q in %s is no name", name, orRoot(scope)))
			return "_"
		}
	}
	return name
}

func orRoot(scope string) string {
	if scope == "" {
		return "the file"
	}
	return strings.TrimPrefix(scope, ".")
}

func isIdent(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || 'z' < c|0x20) && (i == 0 || c < '0' || '9' < c) {
			return false
		}
	}
	return s != ""
}

func (p *printer) header() {
	switch word := p.file.GetSyntax(); {
	case word == "editions" || p.file.Edition != nil:
		edition := strings.TrimPrefix(p.file.GetEdition().String(), "EDITION_")
		p.line("edition = ", quoteText(edition), ";")
	case word != "":
		p.line("syntax = ", quoteText(word), ";")
	case !p.file.unsaid: // sets have no word for the oldest syntax
		p.line(`syntax = "proto2";`)
	}
	if pkg := p.file.GetPackage(); pkg != "" {
		p.doc(place("", 2))
		p.line("package ", p.dotted(pkg, ""), ";")
	}
	modifiers := map[int32]string{}
	for _, i := range p.file.GetWeakDependency() {
		modifiers[i] = "weak "
	}
	for _, i := range p.file.GetPublicDependency() {
		modifiers[i] = "public "
	}
	for i, name := range p.file.GetDependency() {
		p.line("import ", modifiers[int32(i)], quoteText(name), ";")
	}
	p.statements(p.options("File", p.file.GetOptions(), orRoot("")))
}

func (p *printer) editions() bool { return p.file.GetSyntax() == "editions" || p.file.Edition != nil }

func (p *printer) service(s *descriptorpb.ServiceDescriptorProto, at string) {
	name := p.ident(s.GetName(), p.file.GetPackage())
	full := join(p.file.GetPackage(), name)
	p.doc(at)
	p.open("service ", name)
	p.statements(p.options("Service", s.GetOptions(), full))
	for i, m := range s.GetMethod() {
		p.doc(place(at, 2, int32(i)))
		name := p.ident(m.GetName(), full)
		stream := map[bool]string{true: "stream "}
		head := "rpc " + name + "(" + stream[m.GetClientStreaming()] + p.dotted(m.GetInputType(), full) +
			") returns (" + stream[m.GetServerStreaming()] + p.dotted(m.GetOutputType(), full) + ")"
		options := p.options("Method", m.GetOptions(), join(full, name))
		if len(options) == 0 {
			p.line(head, ";")
			continue
		}
		p.open(head)
		p.statements(options)
		p.close()
	}
	p.close()
}

// enums prints the enums of a body.
func (p *printer) enums(b *body) {
	for i, e := range b.enums {
		at := place(b.at, b.tags.enum, int32(i))
		name := p.ident(e.GetName(), b.name)
		full := b.name + "." + name
		p.doc(at)
		p.open("enum ", name)
		p.statements(p.options("Enum", e.GetOptions(), full))
		for j, v := range e.GetValue() {
			p.doc(place(at, 2, int32(j)))
			value := p.ident(v.GetName(), full)
			p.line(value, " = ", strconv.Itoa(int(v.GetNumber())), brackets(p.options("EnumValue", v.GetOptions(), full+"."+value)), ";")
		}
		for _, r := range e.GetReservedRange() {
			p.line("reserved ", rangeOf(r.GetStart(), int64(r.GetEnd())), ";")
		}
		p.reservedNames(e.GetReservedName(), full)
		p.close()
	}
}

func rangeOf(from int32, to int64) string {
	if int64(from) == to {
		return itoa(to)
	}
	return itoa(int64(from)) + " to " + itoa(to)
}

func (p *printer) reservedNames(names []string, scope string) {
	for _, n := range names {
		if p.editions() {
			p.line("reserved ", p.ident(n, scope), ";")
		} else {
			p.line("reserved ", quoteText(n), ";")
		}
	}
}

// statements prints options, each as a statement.
func (p *printer) statements(options []string) {
	for _, o := range options {
		p.line("option ", o, ";")
	}
}
