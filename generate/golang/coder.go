package golang

import (
	"fmt"
	"strconv"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// coder prints the body of one codec function. Loops in loops get variables of
// their own by level.
type coder struct {
	*pkg
	f       *emit.GoFile
	element string // of the contract, that errors name
}

func (c *coder) P(args ...any) { c.f.P(args...) }

func (c *coder) frame(name string) string {
	return c.f.Use(emit.Ident{Path: framePath, Name: name})
}

func (c *coder) big(name string) string {
	return c.f.Use(emit.Ident{Path: "encoding/binary", Name: "BigEndian"}) + "." + name
}

func (c *coder) math(name string) string { return c.f.Use(emit.Ident{Path: "math", Name: name}) }

// fail is the statement that returns an error about the element; what is all
// but the error itself of what the function returns.
func (c *coder) fail(err string) string {
	return "return " + c.frame("At") + "(" + strconv.Quote(c.element) + ", " + err + ")"
}

// failBytes is fail in a function that returns bytes too.
func (c *coder) failBytes(err string) string {
	return "return nil, " + c.frame("At") + "(" + strconv.Quote(c.element) + ", " + err + ")"
}

func at(name string, level int) string { return name + strconv.Itoa(level) }

// fixedSize returns how many bytes a value of t takes on the frame wire where
// that is always the same.
func fixedSize(t schema.Type) (n int, fixed bool) {
	switch {
	case t.Kind == schema.KindEnum:
		return 4, true
	case t.Kind == schema.KindBool || t.Kind.Number():
		return t.Kind.Bits() / 8, true
	case t.Kind == schema.KindList && t.Len > 0:
		n, fixed = fixedSize(*t.Elem)
		return n * t.Len, fixed
	}
	return 0, false
}

// live returns the members of a oneof that aren't retired.
func live(o *schema.OneOf) []*schema.Field {
	var fields []*schema.Field
	for _, f := range o.Fields() {
		if f.Retired == "" {
			fields = append(fields, f)
		}
	}
	return fields
}

// appendFixed prints appending the value of a fixed type to b.
func (c *coder) appendFixed(expr string, t schema.Type, level int) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		c.P("b = ", c.frame("AppendBool"), "(b, ", expr, ")")
	case k == schema.KindEnum:
		if t.Enum().Closed {
			c.P("if v := ", expr, "; v != 0 && !v.Known() { ", c.failBytes(c.frame("ErrEnum")), " }")
		}
		c.P("b = ", c.big("AppendUint32"), "(b, uint32(", expr, "))")
	case k == schema.KindInt8, k == schema.KindUint8:
		c.P("b = append(b, byte(", expr, "))")
	case k == schema.KindFloat32:
		c.P("b = ", c.big("AppendUint32"), "(b, ", c.math("Float32bits"), "(", expr, "))")
	case k == schema.KindFloat64:
		c.P("b = ", c.big("AppendUint64"), "(b, ", c.math("Float64bits"), "(", expr, "))")
	case k.Integer():
		c.P("b = ", c.big("AppendUint"+strconv.Itoa(k.Bits())), "(b, uint", k.Bits(), "(", expr, "))")
	case k == schema.KindList:
		c.P("for ", at("i", level), " := range ", expr, " {")
		c.appendFixed(expr+"["+at("i", level)+"]", *t.Elem, level+1)
		c.P("}")
	default:
		panic("golang: no fixed type: " + t.String())
	}
}

// appendZeros prints appending n zero bytes.
func (c *coder) appendZeros(n int) {
	switch {
	case n == 0:
	case n <= 8:
		text := "b = append(b"
		for range n {
			text += ", 0"
		}
		c.P(text + ")")
	default:
		c.P("b = append(b, make([]byte, ", n, ")...)")
	}
}

// readFixed prints reading a fixed type from src, a slice that is long enough,
// at a constant offset, into dst.
func (c *coder) readFixed(dst, src string, offset int, t schema.Type, level int) {
	from := src
	if offset > 0 {
		from = fmt.Sprintf("%s[%d:]", src, offset)
	}
	switch k := t.Kind; {
	case k == schema.KindBool:
		c.P("if ", dst, ", err = ", c.frame("Bool"), "(", src, "[", offset, "]); err != nil { ", c.fail("err"), " }")
	case k == schema.KindEnum:
		c.P(dst, " = ", c.goType(c.f, t), "(", c.big("Uint32"), "(", from, "))")
		if t.Enum().Closed {
			c.P("if v := ", dst, "; v != 0 && !v.Known() { ", c.fail(c.frame("ErrEnum")), " }")
		}
	case k == schema.KindInt8, k == schema.KindUint8:
		c.P(dst, " = ", k, "(", src, "[", offset, "])")
	case k == schema.KindFloat32:
		c.P(dst, " = ", c.math("Float32frombits"), "(", c.big("Uint32"), "(", from, "))")
	case k == schema.KindFloat64:
		c.P(dst, " = ", c.math("Float64frombits"), "(", c.big("Uint64"), "(", from, "))")
	case k.Unsigned():
		c.P(dst, " = ", c.big("Uint"+strconv.Itoa(k.Bits())), "(", from, ")")
	case k.Signed():
		c.P(dst, " = ", k, "(", c.big("Uint"+strconv.Itoa(k.Bits())), "(", from, "))")
	case k == schema.KindList:
		i, e := at("i", level), at("e", level)
		n, _ := fixedSize(*t.Elem)
		c.P("for ", i, " := range ", dst, " {")
		c.P(e, " := ", src, "[", offset, "+", i, "*", n, ":]")
		c.readFixed(dst+"["+i+"]", e, 0, *t.Elem, level+1)
		c.P("}")
	default:
		panic("golang: no fixed type: " + t.String())
	}
}
