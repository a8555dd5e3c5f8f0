package golang

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// printRPCH prints the codec of rpch: arguments and results with their heads,
// messages as JSON.
func (k *pkg) printRPCH(f *emit.GoFile) {
	for _, r := range k.records() {
		if !r.wires.rpch {
			continue
		}
		c := &coder{pkg: k, f: f, element: r.full}
		switch r.kind {
		case messageRecord, errorRecord:
			c.rpchMessage(r)
			c.appendJSON(r)
			c.readJSON(r)
		case argsRecord:
			c.rpchArgs(r)
		case resultRecord:
			c.rpchResult(r)
		case itemRecord: // rpch has no typed streams
		default:
			panic("golang: no record kind")
		}
	}
}

func (c *coder) rpch(name string) string {
	return c.f.Use(emit.Ident{Path: rpchPath, Name: name})
}

// rpchName is what rpch calls a message.
func rpchName(m *schema.Message) string {
	if name := schema.OnWire(m.On, "rpch", "name"); name != "" {
		return name
	}
	return m.Name
}

// rpchFail is fail with rpch's own wrapper.
func (c *coder) rpchFail(err string) string {
	return c.rpch("At") + "(" + strconv.Quote(c.element) + ", " + err + ")"
}

// rpchMessage prints what the runtime calls on a message: as a result, and as
// JSON.
func (c *coder) rpchMessage(r *record) {
	m := messageOf(r.node)
	name := strconv.Quote(rpchName(m))
	c.P("// AppendRPCHJSON appends m as the JSON that rpch has.")
	c.P("func (m *", r.name, ") AppendRPCHJSON(b []byte) ([]byte, error) { return m.AppendRPCHBody(b, 1) }")
	c.P()
	c.P("// ReadRPCHJSON replaces m by what b, JSON to its end, holds.")
	if r.keepsBytes() {
		c.P("// Its strings share a copy of b, except those with escapes.")
	}
	c.P("func (m *", r.name, ") ReadRPCHJSON(b []byte) error {")
	own := "b"
	if r.keepsBytes() {
		own = c.f.Use(emit.Ident{Path: "bytes", Name: "Clone"}) + "(b)"
	}
	c.P("r := ", c.rpch("NewReader"), "(", own, ")")
	c.P("m.ReadRPCHBody(&r)")
	c.P("if err := r.End(); err != nil { return ", c.rpchFail("err"), " }")
	c.P("return nil")
	c.P("}")
	c.P()
	c.P("// AppendRPCH appends m as an argument or result.")
	c.P("func (m *", r.name, ") AppendRPCH(b []byte) (_ []byte, err error) {")
	c.P("start := len(b)")
	c.P("if b, err = m.AppendRPCHBody(", c.rpch("BeginMessage"), "(b, ", name, "), 1); err != nil { return nil, err }")
	c.P("return ", c.rpch("EndMessage"), "(b, start, ", name, ")")
	c.P("}")
	c.P()
	c.P("// ReadRPCH replaces m by an argument or result.")
	c.P("func (m *", r.name, ") ReadRPCH(v ", c.rpch("Value"), ") error {")
	c.P("b, err := ", c.rpch("ReadMessage"), "(v, ", name, ")")
	c.P("if err != nil { return ", c.rpchFail("err"), " }")
	c.P("return m.ReadRPCHJSON(b)")
	c.P("}")
	c.P()
}

func messageOf(n schema.Node) *schema.Message {
	switch n := n.(type) {
	case *schema.Message:
		return n
	case *schema.Error:
		return &n.Message
	}
	panic("golang: no message: " + n.FullName())
}

// rpchArgs prints the arguments of a method, in source order, streams among
// them.
func (c *coder) rpchArgs(r *record) {
	params := r.method.Params
	c.P("// RPCHCount returns the number of arguments.")
	c.P("func (m *", r.name, ") RPCHCount() int { return ", len(params), " }")
	c.P()
	c.P("// AppendRPCH appends the arguments.")
	c.P("func (m *", r.name, ") AppendRPCH(b []byte) (_ []byte, err error) {")
	for _, p := range params {
		c.element = r.element(p)
		value := "m." + fieldName(p)
		if p.Retired != "" {
			value = ""
		}
		c.appendArg(value, p.Type)
	}
	c.P("return b, nil")
	c.P("}")
	c.P()
	c.P("// ReadRPCH reads the arguments.")
	c.P("func (m *", r.name, ") ReadRPCH(args []", c.rpch("Value"), ") error {")
	c.element = r.full
	c.P("*m = ", c.defaults(c.f, r))
	c.P("if err := ", c.rpch("CheckCount"), "(args, ", len(params), "); err != nil { return ", c.rpchFail("err"), " }")
	for i, p := range params {
		c.element = r.element(p)
		value := "m." + fieldName(p)
		if p.Retired != "" {
			value = ""
		}
		c.readArg(value, "args["+strconv.Itoa(i)+"]", p.Type)
	}
	c.P("return nil")
	c.P("}")
	c.P()
}

// rpchResult prints a result that is no message.
func (c *coder) rpchResult(r *record) {
	c.P("// AppendRPCH appends the result.")
	c.P("func (m *", r.name, ") AppendRPCH(b []byte) (_ []byte, err error) {")
	if len(r.fields) == 0 {
		c.P("return ", c.rpch("AppendVoid"), "(b), nil")
	} else {
		c.element = r.full
		c.appendArg("m.Value", r.fields[0].Type)
		c.P("return b, nil")
	}
	c.P("}")
	c.P()
	c.P("// ReadRPCH reads the result.")
	c.P("func (m *", r.name, ") ReadRPCH(v ", c.rpch("Value"), ") error {")
	c.P("*m = ", r.name, "{}")
	if len(r.fields) == 0 {
		c.P("if err := ", c.rpch("ReadVoid"), "(v); err != nil { return ", c.rpchFail("err"), " }")
	} else {
		c.readArg("m.Value", "v", r.fields[0].Type)
	}
	c.P("return nil")
	c.P("}")
	c.P()
}

// appendArg prints appending one argument or result; expr is "" for a retired
// one, which travels as its zero.
func (c *coder) appendArg(expr string, t schema.Type) {
	switch k := t.Kind; {
	case k.Raw():
		c.P("b = ", c.rpch("AppendStream"), "(b, ", strconv.Quote(k.String()), ")")
	case k == schema.KindString:
		if expr == "" {
			expr = `""`
		}
		c.P("if b, err = ", c.rpch("AppendText"), "(b, ", expr, "); err != nil { return nil, ", c.rpchFail("err"), " }")
	case k.Number():
		bits := "0"
		switch {
		case expr == "":
		case k.Float():
			bits = "uint64(" + c.math("Float"+strconv.Itoa(k.Bits())+"bits") + "(" + expr + "))"
		default:
			bits = "uint64(" + expr + ")"
		}
		c.P("b = ", c.rpch("AppendNumber"), "(b, ", strconv.Quote(k.String()), ", ", k.Bits()/8, ", ", bits, ")")
	case k == schema.KindMessage:
		if expr == "" {
			expr = "(" + c.goType(c.f, t) + ")(nil)"
		}
		c.P("if b, err = ", expr, ".AppendRPCH(b); err != nil { return nil, ", c.rpchFail("err"), " }")
	default:
		c.refuseRPCH(t)
	}
}

// readArg prints reading one argument or result.
func (c *coder) readArg(dst, src string, t schema.Type) {
	switch k := t.Kind; {
	case k.Raw():
		c.P("if err := ", c.rpch("ReadStream"), "(", src, ", ", strconv.Quote(k.String()), "); err != nil { return ", c.rpchFail("err"), " }")
	case k == schema.KindString:
		c.P("{")
		c.P("x, err := ", c.rpch("ReadText"), "(", src, ")")
		c.endArg(dst, "x")
	case k.Number():
		c.P("{")
		c.P("x, err := ", c.rpch("ReadNumber"), "(", src, ", ", strconv.Quote(k.String()), ", ", k.Bits()/8, ")")
		value := k.String() + "(x)"
		if k == schema.KindFloat32 {
			value = c.math("Float32frombits") + "(uint32(x))"
		} else if k == schema.KindFloat64 {
			value = c.math("Float64frombits") + "(x)"
		}
		c.endArg(dst, value)
	case k == schema.KindMessage:
		element := strings.TrimPrefix(c.goType(c.f, t), "*")
		if dst == "" {
			c.P("if err := new(", element, ").ReadRPCH(", src, "); err != nil { return ", c.rpchFail("err"), " }")
			return
		}
		c.P(dst, " = new(", element, ")")
		c.P("if err := ", dst, ".ReadRPCH(", src, "); err != nil { return ", c.rpchFail("err"), " }")
	default:
		c.refuseRPCH(t)
	}
}

func (c *coder) endArg(dst, value string) {
	c.P("if err != nil { return ", c.rpchFail("err"), " }")
	if dst != "" {
		c.P(dst, " = ", value)
	} else {
		c.P("_ = x")
	}
	c.P("}")
}

// refuseRPCH is for what Link refuses on this wire.
func (c *coder) refuseRPCH(t schema.Type) {
	panic("golang: " + c.element + ": rpch has no argument of type " + t.String())
}
