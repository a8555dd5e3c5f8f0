package golang

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// printBlock prints the codec of frame's version 2.
func (k *pkg) printBlock(f *emit.GoFile) {
	for _, r := range k.records() {
		if !r.wires.frame {
			continue
		}
		c := &coder{pkg: k, f: f, element: r.full}
		c.blockMethods(r)
		c.appendBlock(r)
		c.readBlock(r)
	}
}

// blockMethods prints what the runtime calls.
func (c *coder) blockMethods(r *record) {
	c.P("// AppendBlock appends m in the block codec, with its size.")
	c.P("func (m *", r.name, ") AppendBlock(b []byte) (_ []byte, err error) {")
	c.P("start := len(b)")
	c.P("if b, err = m.AppendBlockBody(", c.frame("BeginPart"), "(b), 1); err != nil { return nil, err }")
	c.P("return ", c.frame("EndPart"), "(b, start)")
	c.P("}")
	c.P()
	c.P("// ReadBlock replaces m by what b holds in the block codec.")
	if r.keepsBytes() {
		c.P("// All its strings and bytes are in one block of memory of their own.")
	}
	c.P("func (m *", r.name, ") ReadBlock(b []byte) error {")
	if r.keepsBytes() {
		c.P("return m.ReadBlockView(", c.frame("Own"), "(b))")
	} else {
		c.P("return m.ReadBlockView(b)")
	}
	c.P("}")
	c.P()
	c.P("// ReadBlockView is ReadBlock with strings and bytes that share b's memory: they")
	c.P("// are good as long as b isn't changed.")
	c.P("func (m *", r.name, ") ReadBlockView(b []byte) error {")
	c.P("b, err := ", c.frame("Payload"), "(b)")
	c.P("if err != nil { ", c.fail("err"), " }")
	c.P("return m.ReadBlockBody(b, 1)")
	c.P("}")
	c.P()
}

// keepsBytes reports whether a record holds strings or bytes, in itself or
// further in.
func (r *record) keepsBytes() bool {
	return keepsBytes(r.fields, map[*schema.Message]bool{})
}

func keepsBytes(fields []*schema.Field, seen map[*schema.Message]bool) bool {
	for _, f := range fields {
		if f.Retired == "" && typeKeepsBytes(f.Type, seen) {
			return true
		}
	}
	return false
}

func typeKeepsBytes(t schema.Type, seen map[*schema.Message]bool) bool {
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		return true
	case schema.KindList, schema.KindSet:
		return typeKeepsBytes(*t.Elem, seen)
	case schema.KindMap:
		return typeKeepsBytes(*t.Key, seen) || typeKeepsBytes(*t.Elem, seen)
	case schema.KindMessage:
		m := t.Message()
		if seen[m] {
			return false
		}
		seen[m] = true
		return keepsBytes(m.Fields, seen)
	}
	return false
}

// placeSize returns how many bytes a place takes in the fixed part.
func placeSize(p place) int {
	if p.oneof != nil {
		return 4
	}
	n, fixed := fixedSize(p.field.Type)
	if fixed && p.optional() {
		n++
	}
	return n
}

// varies reports whether a place has a part in the variable part.
func varies(p place) bool {
	_, fixed := fixedSize(p.field.Type)
	return p.oneof != nil || !fixed
}

// appendBlock prints writing a message without its size.
func (c *coder) appendBlock(r *record) {
	c.P("// AppendBlockBody appends m without its size, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") AppendBlockBody(b []byte, depth int) (_ []byte, err error) {")
	c.P("if m == nil { return append(b, 0, 0), nil }")
	c.P("if depth > ", c.frame("MaxDepth"), " { return nil, ", c.frame("ErrDeep"), " }")
	size := 0
	for _, p := range r.places() {
		size += placeSize(p)
	}
	c.P("b = append(b, ", size>>8, ", ", size&0xff, ")")
	for _, p := range r.places() {
		c.appendPlace(r, p)
	}
	for _, p := range r.places() {
		if varies(p) {
			c.appendVariable(r, p)
		}
	}
	c.P("return b, nil")
	c.P("}")
	c.P()
}

// appendPlace prints the fixed part of a field or oneof.
func (c *coder) appendPlace(r *record, p place) {
	if p.oneof != nil {
		if len(live(p.oneof)) == 0 {
			c.appendZeros(4)
		} else {
			c.P("b = ", c.big("AppendUint32"), "(b, m.", whichName(p.oneof), "())")
		}
		return
	}
	n := placeSize(p)
	c.element = r.element(p.field)
	name := ""
	if !p.retired() {
		name = "m." + r.goName(p.field)
	}
	switch {
	case n == 0:
	case p.retired():
		c.appendZeros(n)
	case p.optional():
		c.P("if ", name, " == nil {")
		c.appendZeros(n)
		c.P("} else {")
		c.P("b = append(b, 1)")
		c.appendFixed(deref(name, p.field.Type), p.field.Type, 0)
		c.P("}")
	default:
		c.appendFixed(name, p.field.Type, 0)
	}
}

// deref is the value behind a pointer; in parentheses where it is indexed.
func deref(name string, t schema.Type) string {
	if t.Kind == schema.KindList {
		return "(*" + name + ")"
	}
	return "*" + name
}

// appendVariable prints the variable part of a field or oneof.
func (c *coder) appendVariable(r *record, p place) {
	c.element = r.element(p.field)
	switch {
	case p.oneof != nil:
		members := live(p.oneof)
		if len(members) == 0 {
			c.appendZeros(4)
			return
		}
		c.P("switch v := m.", oneOfName(p.oneof), "; m.", whichName(p.oneof), "() {")
		for _, f := range members {
			c.element = r.element(f)
			c.P("case ", f.Number, ":")
			c.appendPart("v.(*"+wrapperName(f)+")."+fieldName(f), f.Type, 0)
		}
		c.P("default:")
		c.appendZeros(4)
		c.P("}")
	case p.retired() && p.optional():
		c.P("b = append(b, 0xff, 0xff, 0xff, 0xff)")
	case p.retired():
		zero := zeroBlock(p.field.Type)
		if len(zero) <= 16 {
			c.P("b = append(b, ", byteList(sized(zero)), ")")
		} else {
			c.P("b = append(b, ", binaryText(sized(zero)), "...)")
		}
	case pointer(p.field):
		name := "m." + r.goName(p.field)
		c.P("if ", name, " == nil { b = append(b, 0xff, 0xff, 0xff, 0xff) } else {")
		c.appendPart(deref(name, p.field.Type), p.field.Type, 0)
		c.P("}")
	case p.optional():
		name := "m." + r.goName(p.field)
		c.P("if ", name, " == nil { b = append(b, 0xff, 0xff, 0xff, 0xff) } else {")
		c.appendPart(name, p.field.Type, 0)
		c.P("}")
	default:
		c.scoped(p.field.Type, func() { c.appendPart("m."+r.goName(p.field), p.field.Type, 0) })
	}
}

// scoped prints braces around what declares variables for a type.
func (c *coder) scoped(t schema.Type, print func()) {
	_, fixed := fixedSize(t)
	braces := !fixed && t.Kind != schema.KindString && t.Kind != schema.KindBytes
	if braces {
		c.P("{")
	}
	print()
	if braces {
		c.P("}")
	}
}

// zeroBlock returns the zero of a variable type, without its length.
func zeroBlock(t schema.Type) []byte {
	switch {
	case t.Kind == schema.KindMessage:
		return []byte{0, 0}
	case t.Kind == schema.KindMap:
		return make([]byte, 4)
	case t.Kind == schema.KindList || t.Kind == schema.KindSet:
		if _, fixed := fixedSize(*t.Elem); fixed {
			return nil
		}
		b := []byte{0, 0, byte(t.Len >> 8), byte(t.Len)}
		for range t.Len {
			b = append(b, sized(zeroBlock(*t.Elem))...)
		}
		return b
	}
	return nil
}

func sized(b []byte) []byte {
	n := len(b)
	return append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, b...)
}

func byteList(b []byte) string {
	parts := make([]string, len(b))
	for i, v := range b {
		parts[i] = strconv.Itoa(int(v))
	}
	return strings.Join(parts, ", ")
}

// appendPart prints a length and the value after it.
func (c *coder) appendPart(expr string, t schema.Type, level int) {
	n, fixed := fixedSize(t)
	switch {
	case fixed:
		c.P("b = append(b, ", byteList(sized(make([]byte, n))[:4]), ")")
		c.appendFixed(expr, t, level)
	case t.Kind == schema.KindString:
		c.P("if b, err = ", c.frame("AppendText"), "(b, ", expr, "); err != nil { ", c.failBytes("err"), " }")
	case t.Kind == schema.KindBytes:
		c.P("if b, err = ", c.frame("AppendData"), "(b, ", expr, "); err != nil { ", c.failBytes("err"), " }")
	default:
		start := at("start", level)
		c.P(start, " := len(b)")
		c.P("b = ", c.frame("BeginPart"), "(b)")
		c.appendContent(expr, t, level)
		c.P("if b, err = ", c.frame("EndPart"), "(b, ", start, "); err != nil { ", c.failBytes("err"), " }")
	}
}

// appendContent prints a value of a variable type without its length.
func (c *coder) appendContent(expr string, t schema.Type, level int) {
	switch t.Kind {
	case schema.KindMessage:
		c.P("if b, err = ", expr, ".AppendBlockBody(b, depth+1); err != nil { ", c.failBytes("err"), " }")
	case schema.KindList:
		c.appendList(expr, t, level)
	case schema.KindSet:
		c.appendSet(expr, t, level)
	case schema.KindMap:
		c.appendMap(expr, t, level)
	default:
		panic("golang: no variable type: " + t.String())
	}
}

func (c *coder) appendList(expr string, t schema.Type, level int) {
	_, fixed := fixedSize(*t.Elem)
	if !fixed {
		c.P("if b, err = ", c.frame("AppendCount"), "(b, len(", expr, ")); err != nil { ", c.failBytes("err"), " }")
	}
	v := at("v", level)
	c.P("for _, ", v, " := range ", expr, " {")
	if fixed {
		c.appendFixed(v, *t.Elem, level+1)
	} else {
		c.appendPart(v, *t.Elem, level+1)
	}
	c.P("}")
}

func (c *coder) appendSet(expr string, t schema.Type, level int) {
	_, fixed := fixedSize(*t.Elem)
	if !fixed {
		c.P("if b, err = ", c.frame("AppendCount"), "(b, len(", expr, ")); err != nil { ", c.failBytes("err"), " }")
	}
	v, keys, from := at("v", level), at("keys", level), at("from", level)
	c.P("var ", keys, " ", c.frame("Keys"))
	c.P("for _, ", v, " := range ", expr, " {")
	c.P(from, " := len(b)")
	if fixed {
		c.appendFixed(v, *t.Elem, level+1)
		c.P(keys, ".Add(", from, ", ", from, ", len(b))")
	} else {
		c.appendPart(v, *t.Elem, level+1)
		c.P(keys, ".Add(", from, ", ", from, "+4, len(b))")
	}
	c.P("}")
	c.P("if b, err = ", keys, ".Sort(b); err != nil { ", c.failBytes("err"), " }")
}

func (c *coder) appendMap(expr string, t schema.Type, level int) {
	c.P("if b, err = ", c.frame("AppendCount"), "(b, len(", expr, ")); err != nil { ", c.failBytes("err"), " }")
	k, v, keys, from := at("k", level), at("v", level), at("keys", level), at("from", level)
	c.P("var ", keys, " ", c.frame("Keys"))
	c.P("for ", k, ", ", v, " := range ", expr, " {")
	c.P(from, " := len(b)")
	c.appendPart(k, *t.Key, level+1)
	c.P(keys, ".Add(", from, ", ", from, "+4, len(b))")
	c.appendPart(v, *t.Elem, level+1)
	c.P("}")
	c.P("if b, err = ", keys, ".Sort(b); err != nil { ", c.failBytes("err"), " }")
}
