package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// readPacked prints reading a message. Fixed fields that follow each other are
// taken at once.
func (c *coder) readPacked(r *record) {
	c.P("// ReadPackedBody reads m, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") ReadPackedBody(r *", c.frame("PackedReader"), ", depth int) (err error) {")
	c.P("*m = ", r.name, "{}")
	c.element = r.full
	c.P("if depth > ", c.frame("MaxDepth"), " { return ", c.frame("ErrDeep"), " }")
	places, least := r.places(), 0
	for _, p := range places {
		least += packedLeast(p)
	}
	if least == 0 {
		c.P("left := r.Left()")
	}
	if slices.ContainsFunc(places, fixedPlace) {
		c.P("var fixed []byte")
	}
	for len(places) > 0 {
		run := 0
		for run < len(places) && fixedPlace(places[run]) {
			run++
		}
		if run > 0 {
			c.takeFixed(r, places[:run])
			places = places[run:]
			continue
		}
		c.readPackedPlace(r, places[0])
		places = places[1:]
	}
	if least == 0 {
		c.element = r.full
		c.P("if err = r.Taken(left); err != nil { ", c.fail("err"), " }")
	}
	c.P("return nil")
	c.P("}")
	c.P()
}

func packedLeast(p place) int {
	switch {
	case p.oneof != nil:
		return 4
	case p.optional():
		return 1
	}
	return packedZero(p.field.Type)
}

// fixedPlace reports whether a place takes the same bytes whatever it holds.
func fixedPlace(p place) bool {
	_, fixed := fixedSize(p.field.Type)
	return p.oneof == nil && fixed && !p.optional()
}

func (c *coder) takeFixed(r *record, run []place) {
	size, kept := 0, false
	for _, p := range run {
		n, _ := fixedSize(p.field.Type)
		size += n
		kept = kept || !p.retired()
	}
	c.element = r.element(run[0].field)
	c.P("if fixed, err = r.Take(", size, "); err != nil { ", c.fail("err"), " }")
	offset := 0
	for _, p := range run {
		if !p.retired() {
			c.element = r.element(p.field)
			c.readFixed("m."+r.goName(p.field), "fixed", offset, p.field.Type, 0)
		}
		n, _ := fixedSize(p.field.Type)
		offset += n
	}
	if !kept {
		c.P("_ = fixed")
	}
}

func (c *coder) readPackedPlace(r *record, p place) {
	c.element = r.element(p.field)
	if p.oneof != nil {
		c.readPackedMembers(r, p.oneof)
		return
	}
	if !p.optional() {
		if p.retired() {
			c.skipPacked(p.field.Type, 0)
		} else {
			c.readPackedValue("m."+r.goName(p.field), p.field.Type, 0, false)
		}
		return
	}
	c.P("if there, err := r.Bool(); err != nil { ", c.fail("err"), " } else if there {")
	name := "m." + r.goName(p.field)
	switch {
	case p.retired():
		c.skipPacked(p.field.Type, 0)
	case pointer(p.field):
		c.P("v := new(", c.goType(c.f, p.field.Type), ")")
		c.readPackedValue(deref("v", p.field.Type), p.field.Type, 0, true)
		c.P(name, " = v")
	default:
		c.readPackedValue(name, p.field.Type, 0, true)
	}
	c.P("}")
}

func (c *coder) readPackedMembers(r *record, o *schema.OneOf) {
	c.element = r.full + "." + o.Name
	c.P("switch n, err := r.Uint32(); {")
	c.P("case err != nil: ", c.fail("err"))
	c.P("case n == 0:")
	for _, f := range o.Fields() {
		c.element = r.element(f)
		c.P("case n == ", f.Number, ":")
		if f.Retired != "" {
			c.skipPacked(f.Type, 0)
			continue
		}
		c.P("v := new(", wrapperName(f), ")")
		c.readPackedValue("v."+fieldName(f), f.Type, 0, false)
		c.P("m.", oneOfName(o), " = v")
	}
	c.element = r.full + "." + o.Name
	c.P("default: ", c.fail(c.frame("ErrMember")))
	c.P("}")
}

// readPackedValue prints reading a value into dst. keep says that an empty value
// must not become nil.
func (c *coder) readPackedValue(dst string, t schema.Type, level int, keep bool) {
	if n, fixed := fixedSize(t); fixed {
		e := at("e", level)
		c.P("{")
		c.P(e, ", err := r.Take(", n, ")")
		c.P("if err != nil { ", c.fail("err"), " }")
		c.readFixed(dst, e, 0, t, level)
		c.P("}")
		return
	}
	switch t.Kind {
	case schema.KindString:
		c.P("if ", dst, ", err = r.Text(); err != nil { ", c.fail("err"), " }")
	case schema.KindBytes:
		e := at("e", level)
		data := c.frame("Data") + "(" + e + ")"
		if keep {
			data = e + "[:len(" + e + "):len(" + e + ")]"
		}
		c.P("if ", e, ", err := r.Part(); err != nil { ", c.fail("err"), " } else { ", dst, " = ", data, " }")
	case schema.KindMessage:
		c.P(dst, " = new(", strings.TrimPrefix(c.goType(c.f, t), "*"), ")")
		c.P("if err = ", dst, ".ReadPackedBody(r, depth+1); err != nil { ", c.fail("err"), " }")
	case schema.KindList, schema.KindSet:
		c.readPackedElements(dst, t, level, keep)
	case schema.KindMap:
		c.readPackedMap(dst, t, level, keep)
	default:
		panic("golang: no packed type: " + t.String())
	}
}

func (c *coder) readPackedElements(dst string, t schema.Type, level int, keep bool) {
	i, n, left, keys, v := at("i", level), at("n", level), at("left", level), at("keys", level), at("v", level)
	least := packedZero(*t.Elem)
	c.P("{")
	set, slab := t.Kind == schema.KindSet, false
	if set {
		c.P("var ", keys, " ", c.frame("Keys"))
	}
	elem := dst + "[" + i + "]"
	if t.Len > 0 {
		c.P("for ", i, " := range ", dst, " {")
	} else {
		c.P(n, ", err := r.Count(", least, ")")
		c.P("if err != nil { ", c.fail("err"), " }")
		if set {
			c.P("all", level, " := *r")
		}
		if least > 0 {
			c.makeSlice(dst, t, n, n, keep)
			if slab = t.Elem.Kind == schema.KindMessage; slab {
				c.P("var slab", level, " []", strings.TrimPrefix(c.goType(c.f, *t.Elem), "*"))
			}
			c.P("for ", i, " := range ", dst, " {")
		} else {
			if keep {
				c.P(dst, " = ", c.goType(c.f, t), "{}")
			}
			c.P("for range ", n, " {")
			c.P("var ", v, " ", c.goType(c.f, *t.Elem))
			elem = v
		}
	}
	if least == 0 || set {
		c.P(left, " := r.Left()")
	}
	if slab {
		c.fromSlab(at("slab", level), i, n, dst, t)
		c.P("if err = ", elem, ".ReadPackedBody(r, depth+1); err != nil { ", c.fail("err"), " }")
	} else {
		c.readPackedValue(elem, *t.Elem, level+1, false)
	}
	if least == 0 {
		c.P("if err = r.Taken(", left, "); err != nil { ", c.fail("err"), " }")
		if t.Len == 0 {
			c.P(dst, " = append(", dst, ", ", v, ")")
		}
	}
	if set {
		start := fmt.Sprintf("all%d.Left()-%s", level, left)
		c.P(keys, ".Add(0, ", start, ", ", fmt.Sprintf("all%d.Left()-r.Left()", level), ")")
	}
	c.P("}")
	if set {
		c.P("if err = ", keys, ".Distinct(all", level, ".Rest()); err != nil { ", c.fail("err"), " }")
	}
	c.P("}")
}

func (c *coder) readPackedMap(dst string, t schema.Type, level int, keep bool) {
	n, k, v := at("n", level), at("k", level), at("v", level)
	c.P("{")
	c.P(n, ", err := r.Count(", packedZero(*t.Key)+packedZero(*t.Elem), ")")
	c.P("if err != nil { ", c.fail("err"), " }")
	c.makeSlice(dst, t, n, n, keep)
	c.P("for range ", n, " {")
	c.P("var ", k, " ", c.goType(c.f, *t.Key))
	c.readPackedValue(k, *t.Key, level+1, false)
	c.P("if _, twice := ", dst, "[", k, "]; twice { ", c.fail(c.frame("ErrTwice")), " }")
	c.P("var ", v, " ", c.goType(c.f, *t.Elem))
	c.readPackedValue(v, *t.Elem, level+1, false)
	c.P(dst, "[", k, "] = ", v)
	c.P("}")
	c.P("}")
}

// skipPacked prints going over a retired value whatever it holds.
func (c *coder) skipPacked(t schema.Type, level int) {
	if n, fixed := fixedSize(t); fixed {
		c.P("if _, err = r.Take(", n, "); err != nil { ", c.fail("err"), " }")
		return
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		c.P("if _, err = r.Part(); err != nil { ", c.fail("err"), " }")
	case schema.KindMessage:
		c.P("if err = ", skipName(t.Message()), "(r, depth+1); err != nil { ", c.fail("err"), " }")
	case schema.KindList, schema.KindSet, schema.KindMap:
		c.skipPackedElements(t, level)
	default:
		panic("golang: no packed type: " + t.String())
	}
}

func (c *coder) skipPackedElements(t schema.Type, level int) {
	n, left := at("n", level), at("left", level)
	least := packedZero(*t.Elem)
	if t.Kind == schema.KindMap {
		least += packedZero(*t.Key)
	}
	c.P("{")
	if t.Len > 0 {
		c.P("for range ", t.Len, " {")
	} else {
		c.P(n, ", err := r.Count(", least, ")")
		c.P("if err != nil { ", c.fail("err"), " }")
		c.P("for range ", n, " {")
	}
	if least == 0 {
		c.P(left, " := r.Left()")
	}
	if t.Kind == schema.KindMap {
		c.skipPacked(*t.Key, level+1)
	}
	c.skipPacked(*t.Elem, level+1)
	if least == 0 {
		c.P("if err = r.Taken(", left, "); err != nil { ", c.fail("err"), " }")
	}
	c.P("}")
	c.P("}")
}

func skipName(m *schema.Message) string {
	return "skip_" + strings.NewReplacer("_", "__", ".", "_").Replace(m.FullName())
}

// printSkips prints a function for each message that retired fields hold, and
// for those in them.
func (k *pkg) printSkips(f *emit.GoFile) {
	var need []*schema.Message
	seen := map[*schema.Message]bool{}
	var find func(t schema.Type)
	find = func(t schema.Type) {
		if t.Key != nil {
			find(*t.Key)
		}
		if t.Elem != nil {
			find(*t.Elem)
		}
		if m := t.Message(); m != nil && !seen[m] {
			seen[m] = true
			need = append(need, m)
		}
	}
	for _, r := range k.records() {
		for _, field := range r.fields {
			if r.wires.frameV1 && field.Retired != "" {
				find(field.Type)
			}
		}
	}
	for i := 0; i < len(need); i++ {
		k.printSkip(f, need[i])
		for _, field := range need[i].Fields {
			find(field.Type)
		}
	}
}

func (k *pkg) printSkip(f *emit.GoFile, m *schema.Message) {
	c := &coder{pkg: k, f: f, element: m.FullName()}
	r := k.message(m)
	c.P("// ", skipName(m), " goes over a ", m.Name, " whatever it holds.")
	c.P("func ", skipName(m), "(r *", c.frame("PackedReader"), ", depth int) (err error) {")
	c.P("if depth > ", c.frame("MaxDepth"), " { return ", c.frame("ErrDeep"), " }")
	least := 0
	for _, p := range r.places() {
		least += packedLeast(p)
	}
	if least == 0 {
		c.P("left := r.Left()")
	}
	for _, p := range r.places() {
		c.element = r.element(p.field)
		switch {
		case p.oneof != nil:
			c.P("switch n, err := r.Uint32(); {")
			c.P("case err != nil: ", c.fail("err"))
			c.P("case n == 0:")
			for _, member := range p.oneof.Fields() {
				c.P("case n == ", member.Number, ":")
				c.skipPacked(member.Type, 0)
			}
			c.P("default: ", c.fail(c.frame("ErrMember")))
			c.P("}")
		case p.optional():
			c.P("if there, err := r.Bool(); err != nil { ", c.fail("err"), " } else if there {")
			c.skipPacked(p.field.Type, 0)
			c.P("}")
		default:
			c.skipPacked(p.field.Type, 0)
		}
	}
	if least == 0 {
		c.element = m.FullName()
		c.P("if err = r.Taken(left); err != nil { ", c.fail("err"), " }")
	}
	c.P("return nil")
	c.P("}")
	c.P()
}
