package gotag

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// protobuf reads golang/protobuf's tag: wire,number,label and further words.
func (p *parser) protobuf(v Word) {
	f := &p.f
	f.Proto = true
	text := v.Text
	var def *Word
	if i := strings.Index(text, ",def="); i >= 0 { // the last word, commas and all
		w := v.part(i+len(",def="), len(text))
		def, text = &w, text[:i]
	}
	parts, at := strings.Split(text, ","), 0
	if len(parts) < 2 {
		p.problem(v.At, "has a protobuf tag without a number", `write wire type, number and label: protobuf:"varint,1,opt,name=size"`)
		return
	}
	rep, packed := false, false
	for i, part := range parts {
		w := v.part(at, at+len(part))
		at += len(part) + 1
		key, value, _ := strings.Cut(part, "=")
		inner := func() Word { return w.part(len(key)+min(1, len(part)-len(key)), len(part)) }
		switch {
		case i == 0:
			p.wire(w)
		case i == 1:
			p.number(w, "protobuf")
		case key == "req" && f.Presence == 0:
			f.Presence = schema.Required
		case key == "rep":
			rep = true
		case key == "packed":
			packed = true
		case key == "name" && f.Name.Text == "" && value != "":
			f.Name = inner()
		case key == "json" && f.JSON.Text == "" && value != "":
			f.JSON = inner()
		}
	}
	if f.Default == nil {
		f.Default = def
	}
	f.List, f.Unpacked = rep, rep && !packed && f.Packed == nil
}

func (p *parser) wire(w Word) {
	switch w.Text {
	case "varint", "zigzag32", "zigzag64", "fixed32", "fixed64", "bytes":
		p.f.Wire = w
	case "group":
		p.problem(w.At, "is a group", "groups can't be said in a contract: make it a message")
	default:
		p.problem(w.At, "has the unknown wire type "+strconv.Quote(clip(w.Text))+" in its protobuf tag",
			"it is varint, zigzag32, zigzag64, fixed32, fixed64 or bytes")
	}
}

// thrift reads kitex's and thriftgo's tag: name,number[,required|optional|default].
func (p *parser) thrift(v Word) {
	f := &p.f
	f.Thrift = true
	parts := strings.Split(v.Text, ",")
	if len(parts) < 2 {
		if parts[0] != "-" {
			p.problem(v.At, "has a thrift tag without a number", `write name and number: thrift:"size,1,required"`)
		}
		return
	}
	if f.Name.Text == "" && parts[0] != "" {
		f.Name = v.part(0, len(parts[0]))
	}
	start := len(parts[0]) + 1
	p.number(v.part(start, start+len(parts[1])), "thrift")
	if len(parts) > 2 && f.Presence == 0 {
		switch parts[2] {
		case "required":
			f.Presence = schema.Required
		case "optional":
			f.Presence = schema.Optional
		}
	}
}

// Apply gives a field of the model what its tags say beside number, name and
// type, which f has already; pointer says that it is one in Go, enum that its
// type is an enum or a list of one. Problems have places in the tag.
func (t Field) Apply(f *schema.Field, pointer, enum bool) []Problem {
	p := &parser{}
	f.Presence = schema.Plain
	switch {
	case t.Presence != 0:
		f.Presence = t.Presence
	case pointer && t.OneOf.Text == "":
		f.Presence = schema.Optional
	}
	if t.JSON.Text != f.Name {
		f.JSON = t.JSON.Text
	}
	f.Encoding, f.Packed, f.OneOf, f.Retired = t.Encoding.Text, t.Packed, t.OneOf.Text, t.Retired
	if t.Deprecated != "" {
		f.Deprecated = t.Deprecated
	}
	elem := f.Type
	if elem.Kind == schema.KindList || elem.Kind == schema.KindSet {
		elem = *elem.Elem
	}
	scalar := elem.Kind.Number() || elem.Kind == schema.KindBool || enum
	if no := false; t.Unpacked && scalar && f.Type.Kind == schema.KindList {
		f.Packed = &no
	}
	p.wireType(t, f, elem)
	f.Default = literal(f.Type, t.Default)
	f.Min, f.Max = literal(f.Type, t.Min), literal(f.Type, t.Max)
	f.MaxLen = literal(schema.Type{Kind: schema.KindInt32}, t.MaxLen)
	f.Pattern = literal(schema.Type{Kind: schema.KindString}, t.Pattern)
	return p.problems
}

// wireType holds a protobuf tag's wire type against the type, and takes what it
// says of encoding.
func (p *parser) wireType(t Field, f *schema.Field, elem schema.Type) {
	if t.Wire.Text == "" || f.Type.Kind == schema.KindMap {
		return
	}
	word, bits, k := strings.TrimRight(t.Wire.Text, "3264"), 0, elem.Kind
	if word != t.Wire.Text {
		bits, _ = strconv.Atoi(t.Wire.Text[len(word):])
	}
	integer := k.Integer() || k == schema.KindBool || k == schema.KindEnum || k == schema.KindRef
	fits := false
	switch word {
	case "varint":
		fits = integer
	case "bytes":
		fits = !k.Number() && k != schema.KindBool && k != schema.KindEnum
	case "zigzag":
		fits = k.Signed() && max(k.Bits(), 32) == bits
	case "fixed":
		fits = k.Number() && max(k.Bits(), 32) == bits
	}
	if !fits {
		p.problem(t.Wire.At, "is "+f.Type.String()+" in Go and "+t.Wire.Text+" in its protobuf tag", "change one of them")
	} else if k.Integer() && word != "varint" && f.Encoding == "" {
		f.Encoding = word
	}
}
