package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// readBlock prints reading a message without its size. A field whose place the
// bytes don't reach keeps its default.
func (c *coder) readBlock(r *record) {
	c.P("// ReadBlockBody reads a message without its size, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") ReadBlockBody(b []byte, depth int) (err error) {")
	c.P("*m = ", c.defaults(c.f, r))
	c.element = r.full
	c.P("if depth > ", c.frame("MaxDepth"), " { return ", c.frame("ErrDeep"), " }")
	variable := false
	for _, p := range r.places() {
		variable = variable || varies(p)
	}
	bounds := c.bounds(r)
	size := bounds[len(bounds)-1]
	switch {
	case size == 0 && !variable:
		c.P("_, _, err = ", c.frame("FixedPart"), "(b)")
		c.P("if err != nil { ", c.fail("err"), " }")
		c.P("return nil")
		c.P("}")
		c.P()
		return
	case size == 0:
		c.P("_, b, err = ", c.frame("FixedPart"), "(b)")
	case !variable:
		c.P("fixed, _, err := ", c.frame("FixedPart"), "(b)")
	default:
		c.P("fixed, b, err := ", c.frame("FixedPart"), "(b)")
	}
	c.P("if err != nil { ", c.fail("err"), " }")
	if size > 0 {
		c.P("if len(fixed) < ", size, " {")
		c.P("switch len(fixed) {")
		c.P("case ", intList(bounds[:len(bounds)-1]), ":")
		c.P("default: ", c.fail(c.frame("ErrCut")))
		c.P("}")
		c.P("}")
	}
	c.readPlaces(r)
	if variable {
		if slices.ContainsFunc(r.places(), func(p place) bool { return varies(p) && kept(p) }) {
			c.P("var part []byte")
		}
		for _, p := range r.places() {
			if varies(p) {
				c.readVariable(r, p)
			}
		}
	}
	c.P("return nil")
	c.P("}")
	c.P()
}

// bounds returns where fields end in the fixed part: the sizes that a writer
// with fewer fields may have. The last is the whole.
func (c *coder) bounds(r *record) []int {
	bounds := []int{0}
	for _, p := range r.places() {
		if n := placeSize(p); n > 0 {
			bounds = append(bounds, bounds[len(bounds)-1]+n)
		}
	}
	return bounds
}

func intList(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}

func (c *coder) readPlaces(r *record) {
	offset := 0
	for _, p := range r.places() {
		n := placeSize(p)
		if p.oneof != nil && len(live(p.oneof)) > 0 {
			c.P("var ", whichName(p.oneof), " uint32")
			c.P("if len(fixed) >= ", offset+n, " { ", whichName(p.oneof), " = ", c.big("Uint32"), "(fixed[", offset, ":]) }")
		}
		if p.oneof == nil && n > 0 && !p.retired() {
			c.element = r.element(p.field)
			c.P("if len(fixed) >= ", offset+n, " {")
			if p.optional() {
				c.readOptionalFixed(r, p.field, offset)
			} else {
				c.readFixed("m."+r.goName(p.field), "fixed", offset, p.field.Type, 0)
			}
			c.P("}")
		}
		offset += n
	}
}

func (c *coder) readOptionalFixed(r *record, f *schema.Field, offset int) {
	c.P("there, err := ", c.frame("Bool"), "(fixed[", offset, "])")
	c.P("if err != nil { ", c.fail("err"), " }")
	c.P("if there {")
	c.P("v := new(", c.goType(c.f, f.Type), ")")
	c.readFixed(deref("v", f.Type), "fixed", offset+1, f.Type, 0)
	c.P("m.", r.goName(f), " = v")
	c.P("}")
}

// readVariable prints reading one part of the variable part.
func (c *coder) readVariable(r *record, p place) {
	c.element = r.element(p.field)
	if p.oneof != nil {
		c.element = r.full + "." + p.oneof.Name
	}
	c.P("if len(b) == 0 { return nil }")
	cut := "Part"
	if p.optional() {
		cut = "OptionalPart"
	}
	target := "part"
	if !kept(p) {
		target = "_"
	}
	c.P("if ", target, ", b, err = ", c.frame(cut), "(b); err != nil { ", c.fail("err"), " }")
	if target == "_" {
		return
	}
	if p.oneof != nil {
		c.readMembers(r, p.oneof)
		return
	}
	name := "m." + r.goName(p.field)
	if !p.optional() {
		if p.field.Type.Kind == schema.KindMessage {
			c.readContent(name, "part", p.field.Type, 0, false)
		} else {
			c.scoped(p.field.Type, func() { c.readContent(name, "part", p.field.Type, 0, false) })
		}
		return
	}
	c.P("if part != nil {")
	if pointer(p.field) {
		c.P("v := new(", c.goType(c.f, p.field.Type), ")")
		c.readContent(deref("v", p.field.Type), "part", p.field.Type, 0, true)
		c.P(name, " = v")
	} else {
		c.readContent(name, "part", p.field.Type, 0, true)
	}
	c.P("}")
}

// kept reports whether the Go struct has a field for a place.
func kept(p place) bool {
	if p.oneof != nil {
		return len(live(p.oneof)) > 0
	}
	return !p.retired()
}

func (c *coder) readMembers(r *record, o *schema.OneOf) {
	c.P("switch ", whichName(o), " {")
	for _, f := range live(o) {
		c.element = r.element(f)
		c.P("case ", f.Number, ":")
		c.P("v := new(", wrapperName(f), ")")
		c.readContent("v."+fieldName(f), "part", f.Type, 0, false)
		c.P("m.", oneOfName(o), " = v")
	}
	c.P("}")
}

// readContent prints reading all of src, a part, into dst. keep says that an
// empty value must not become nil, which would say absent.
func (c *coder) readContent(dst, src string, t schema.Type, level int, keep bool) {
	n, fixed := fixedSize(t)
	switch {
	case fixed:
		c.P("if len(", src, ") != ", n, " { ", c.fail(c.frame("ErrLength")), " }")
		c.readFixed(dst, src, 0, t, level)
	case t.Kind == schema.KindString:
		c.P("if ", dst, ", err = ", c.frame("Text"), "(", src, "); err != nil { ", c.fail("err"), " }")
	case t.Kind == schema.KindBytes && keep:
		c.P(dst, " = ", src, "[:len(", src, "):len(", src, ")]")
	case t.Kind == schema.KindBytes:
		c.P(dst, " = ", c.frame("Data"), "(", src, ")")
	case t.Kind == schema.KindMessage:
		c.P(dst, " = new(", strings.TrimPrefix(c.goType(c.f, t), "*"), ")")
		c.P("if err = ", dst, ".ReadBlockBody(", src, ", depth+1); err != nil { ", c.fail("err"), " }")
	case t.Kind == schema.KindList || t.Kind == schema.KindSet:
		c.readElements(dst, src, t, level, keep)
	case t.Kind == schema.KindMap:
		c.readMap(dst, src, t, level, keep)
	default:
		panic("golang: no variable type: " + t.String())
	}
}

// readElements prints reading a list or set.
func (c *coder) readElements(dst, src string, t schema.Type, level int, keep bool) {
	size, fixed := fixedSize(*t.Elem)
	i, e := at("i", level), at("e", level)
	if fixed {
		if size > 1 {
			c.P("if len(", src, ")%", size, " != 0 { ", c.fail(c.frame("ErrLength")), " }")
		}
		if t.Kind == schema.KindSet {
			c.P("if err = ", c.frame("DistinctFixed"), "(", src, ", ", size, "); err != nil { ", c.fail("err"), " }")
		}
		c.makeSlice(dst, t, fmt.Sprintf("len(%s)/%d", src, size), fmt.Sprintf("len(%s)", src), keep)
		c.P("for ", i, " := range ", dst, " {")
		c.P(e, " := ", src, "[", i, "*", size, ":][:", size, "]")
		c.readFixed(dst+"["+i+"]", e, 0, *t.Elem, level+1)
		c.P("}")
		return
	}
	n, rest, keys := at("n", level), at("rest", level), at("keys", level)
	c.P(n, ", ", rest, ", err := ", c.frame("Count"), "(", src, ", ", 4+blockLeast(*t.Elem), ")")
	c.P("if err != nil { ", c.fail("err"), " }")
	if t.Len > 0 {
		c.P("if ", n, " != ", t.Len, " { ", c.fail(c.frame("ErrCount")), " }")
	} else {
		c.makeSlice(dst, t, n, n, keep)
	}
	slab := ""
	if t.Elem.Kind == schema.KindMessage {
		slab = at("slab", level)
		c.P("var ", slab, " []", strings.TrimPrefix(c.goType(c.f, *t.Elem), "*"))
	}
	if t.Kind == schema.KindSet {
		c.P("var ", keys, " ", c.frame("Keys"))
	}
	c.P("for ", i, " := range ", dst, " {")
	c.P("var ", e, " []byte")
	c.P("if ", e, ", ", rest, ", err = ", c.frame("Part"), "(", rest, "); err != nil { ", c.fail("err"), " }")
	if t.Kind == schema.KindSet {
		c.P(keys, ".Add(0, len(", src, ")-len(", rest, ")-len(", e, "), len(", src, ")-len(", rest, "))")
	}
	if slab != "" {
		c.fromSlab(slab, i, n, dst, t)
		c.P("if err = ", dst, "[", i, "].ReadBlockBody(", e, ", depth+1); err != nil { ", c.fail("err"), " }")
	} else {
		c.readContent(dst+"["+i+"]", e, *t.Elem, level+1, false)
	}
	c.P("}")
	c.P("if len(", rest, ") > 0 { ", c.fail(c.frame("ErrLeft")), " }")
	if t.Kind == schema.KindSet {
		c.P("if err = ", keys, ".Distinct(", src, "); err != nil { ", c.fail("err"), " }")
	}
}

// slabSize is how many messages get memory at once: a count alone must not take
// much of it, whatever the message's Go type is.
const slabSize = 256

// fromSlab prints pointing element i of n to a message in the slab.
func (c *coder) fromSlab(slab, i, n, dst string, t schema.Type) {
	c.P("if len(", slab, ") == 0 { ", slab, " = make([]", strings.TrimPrefix(c.goType(c.f, *t.Elem), "*"), ", min(", n, "-", i, ", ", slabSize, ")) }")
	c.P(dst, "[", i, "], ", slab, " = &", slab, "[0], ", slab, "[1:]")
}

// blockLeast returns the least bytes that a value takes, without its length.
func blockLeast(t schema.Type) int {
	if n, fixed := fixedSize(t); fixed {
		return n
	}
	switch t.Kind {
	case schema.KindMessage:
		return 2
	case schema.KindMap:
		return 4
	case schema.KindList, schema.KindSet:
		if _, fixed := fixedSize(*t.Elem); !fixed {
			return 4 + t.Len*(4+blockLeast(*t.Elem))
		}
	}
	return 0
}

// makeSlice prints making room for n elements; an empty value stays nil unless
// it is to be kept apart from an absent one.
func (c *coder) makeSlice(dst string, t schema.Type, n, some string, keep bool) {
	if keep {
		c.P(dst, " = make(", c.goType(c.f, t), ", ", n, ")")
	} else {
		c.P("if ", some, " > 0 { ", dst, " = make(", c.goType(c.f, t), ", ", n, ") }")
	}
}

func (c *coder) readMap(dst, src string, t schema.Type, level int, keep bool) {
	n, rest, e, key, v := at("n", level), at("rest", level), at("e", level), at("k", level), at("v", level)
	c.P(n, ", ", rest, ", err := ", c.frame("Count"), "(", src, ", ", 8+blockLeast(*t.Key)+blockLeast(*t.Elem), ")")
	c.P("if err != nil { ", c.fail("err"), " }")
	c.makeSlice(dst, t, n, n, keep)
	c.P("for range ", n, " {")
	c.P("var ", e, " []byte")
	c.P("if ", e, ", ", rest, ", err = ", c.frame("Part"), "(", rest, "); err != nil { ", c.fail("err"), " }")
	c.P("var ", key, " ", c.goType(c.f, *t.Key))
	c.readContent(key, e, *t.Key, level+1, false)
	c.P("if _, twice := ", dst, "[", key, "]; twice { ", c.fail(c.frame("ErrTwice")), " }")
	c.P("if ", e, ", ", rest, ", err = ", c.frame("Part"), "(", rest, "); err != nil { ", c.fail("err"), " }")
	c.P("var ", v, " ", c.goType(c.f, *t.Elem))
	c.readContent(v, e, *t.Elem, level+1, false)
	c.P(dst, "[", key, "] = ", v)
	c.P("}")
	c.P("if len(", rest, ") > 0 { ", c.fail(c.frame("ErrLeft")), " }")
}
