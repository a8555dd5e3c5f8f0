package golang

import (
	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// printPacked prints the codec of frame's version 1.
func (k *pkg) printPacked(f *emit.GoFile) {
	for _, r := range k.records() {
		if !r.wires.frameV1 {
			continue
		}
		c := &coder{pkg: k, f: f, element: r.full}
		c.packedMethods(r)
		c.appendPacked(r)
		c.readPacked(r)
	}
	k.printSkips(f)
}

func (c *coder) packedMethods(r *record) {
	c.P("// AppendPacked appends m in the packed codec.")
	c.P("func (m *", r.name, ") AppendPacked(b []byte) ([]byte, error) { return m.AppendPackedBody(b, 1) }")
	c.P()
	c.P("// ReadPacked replaces m by what b holds in the packed codec, all of it.")
	c.P("func (m *", r.name, ") ReadPacked(b []byte) error {")
	own := "b"
	if r.keepsBytes() {
		own = c.frame("Own") + "(b)"
	}
	c.P("r := ", c.frame("NewPackedReader"), "(", own, ")")
	c.P("if err := m.ReadPackedBody(&r, 1); err != nil { return err }")
	c.P("if err := r.End(); err != nil { ", c.fail("err"), " }")
	c.P("return nil")
	c.P("}")
	c.P()
}

func (c *coder) appendPacked(r *record) {
	c.P("// AppendPackedBody appends m, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") AppendPackedBody(b []byte, depth int) (_ []byte, err error) {")
	c.P("if depth > ", c.frame("MaxDepth"), " { return nil, ", c.frame("ErrDeep"), " }")
	c.P("if m == nil { m = new(", r.name, ") }")
	for _, p := range r.places() {
		c.appendPackedPlace(r, p)
	}
	c.P("return b, nil")
	c.P("}")
	c.P()
}

func (c *coder) appendPackedPlace(r *record, p place) {
	c.element = r.element(p.field)
	if p.oneof != nil {
		members := live(p.oneof)
		if len(members) == 0 {
			c.appendZeros(4)
			return
		}
		c.P("b = ", c.big("AppendUint32"), "(b, m.", whichName(p.oneof), "())")
		c.P("switch v := m.", oneOfName(p.oneof), ".(type) {")
		for _, f := range members {
			c.element = r.element(f)
			c.P("case *", wrapperName(f), ":")
			c.P("if v != nil {")
			c.appendPackedValue("v."+fieldName(f), f.Type, 0)
			c.P("}")
		}
		c.P("}")
		return
	}
	if p.retired() {
		if p.optional() {
			c.appendZeros(1)
		} else {
			c.appendZeros(packedZero(p.field.Type))
		}
		return
	}
	name := "m." + r.goName(p.field)
	if !p.optional() {
		c.appendPackedValue(name, p.field.Type, 0)
		return
	}
	c.P("if ", name, " == nil { b = append(b, 0) } else {")
	c.P("b = append(b, 1)")
	if pointer(p.field) {
		name = deref(name, p.field.Type)
	}
	c.appendPackedValue(name, p.field.Type, 0)
	c.P("}")
}

// packedZero returns how many bytes the zero of t takes: the least that any
// value of it does, all of them 0.
func packedZero(t schema.Type) int {
	if n, fixed := fixedSize(t); fixed {
		return n
	}
	switch t.Kind {
	case schema.KindMessage:
		n := 0
		for _, f := range t.Message().ByNumber() {
			switch o := f.InOneOf(); {
			case o != nil && o.Fields()[0] == f:
				n += 4
			case o != nil:
			case f.Presence == schema.Optional:
				n++
			default:
				n += packedZero(f.Type)
			}
		}
		return n
	case schema.KindList:
		if t.Len > 0 {
			return t.Len * packedZero(*t.Elem)
		}
	}
	return 4
}

// appendPackedValue prints appending a value.
func (c *coder) appendPackedValue(expr string, t schema.Type, level int) {
	if _, fixed := fixedSize(t); fixed {
		c.appendFixed(expr, t, level)
		return
	}
	switch t.Kind {
	case schema.KindString:
		c.P("if b, err = ", c.frame("AppendText"), "(b, ", expr, "); err != nil { ", c.failBytes("err"), " }")
	case schema.KindBytes:
		c.P("if b, err = ", c.frame("AppendData"), "(b, ", expr, "); err != nil { ", c.failBytes("err"), " }")
	case schema.KindMessage:
		c.P("if b, err = ", expr, ".AppendPackedBody(b, depth+1); err != nil { ", c.failBytes("err"), " }")
	case schema.KindList, schema.KindSet, schema.KindMap:
		c.appendPackedElements(expr, t, level)
	default:
		panic("golang: no packed type: " + t.String())
	}
}

// appendPackedElements prints appending a list, set or map.
func (c *coder) appendPackedElements(expr string, t schema.Type, level int) {
	k, v, keys, from := at("k", level), at("v", level), at("keys", level), at("from", level)
	if t.Len == 0 {
		c.P("if b, err = ", c.frame("AppendCount"), "(b, len(", expr, ")); err != nil { ", c.failBytes("err"), " }")
	}
	if t.Kind == schema.KindList {
		c.P("for _, ", v, " := range ", expr, " {")
		c.appendPackedValue(v, *t.Elem, level+1)
		c.P("}")
		return
	}
	c.P("{")
	c.P("var ", keys, " ", c.frame("Keys"))
	if t.Kind == schema.KindMap {
		c.P("for ", k, ", ", v, " := range ", expr, " {")
	} else {
		k = v
		c.P("for _, ", v, " := range ", expr, " {")
	}
	c.P(from, " := len(b)")
	key := t.Elem
	if t.Kind == schema.KindMap {
		key = t.Key
	}
	c.appendPackedValue(k, *key, level+1)
	c.P(keys, ".Add(", from, ", ", from, ", len(b))")
	if t.Kind == schema.KindMap {
		c.appendPackedValue(v, *t.Elem, level+1)
	}
	c.P("}")
	c.P("if b, err = ", keys, ".Sort(b); err != nil { ", c.failBytes("err"), " }")
	c.P("}")
}
