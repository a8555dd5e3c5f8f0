package golang

import (
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

func (k *pkg) printClient(f *emit.GoFile, s *service) {
	f.P("// ", s.client, " calls a ", s.iface, " over a connection. Its methods may be called from any goroutine.")
	f.Comment(docOf(&schema.Decl{Deprecated: s.s.Deprecated}, ""))
	f.P("type ", s.client, " struct {")
	super := s.s.Super
	if super != nil {
		f.P("*", emit.Ident{Path: k.importPath(super.Parent), Name: newServiceNames(super).client})
	}
	f.P("conn ", wire("Conn"))
	f.P("}")
	f.P()
	f.P("var _ ", s.iface, " = (*", s.client, ")(nil)")
	f.P()
	f.P("// ", s.newClient, " returns a client that calls over conn.")
	f.P("func ", s.newClient, "(conn ", wire("Conn"), ") *", s.client, " {")
	if super != nil {
		n := newServiceNames(super)
		f.P("return &", s.client, "{", n.client, ": ", emit.Ident{Path: k.importPath(super.Parent), Name: n.newClient}, "(conn), conn: conn}")
	} else {
		f.P("return &", s.client, "{conn: conn}")
	}
	f.P("}")
	f.P()
	for _, m := range s.methods {
		k.printClientMethod(f, s, m)
	}
}

func (k *pkg) printClientMethod(f *emit.GoFile, s *service, m *serviceMethod) {
	in, out := m.m.StreamIn(), m.m.StreamOut()
	if in == nil && out == nil {
		f.P("var ", m.slots, " = ", wire("Slots"), "[", m.args.name, ", ", k.slotResult(m), "]{Method: ", m.desc, "}")
		f.P()
	}
	f.Comment(docOf(&m.m.Decl, ""))
	f.P("func (c *", s.client, ") ", m.goName, k.signature(f, m), " {")
	switch {
	case in == nil && out == nil:
		k.printUnary(f, m)
	case in != nil && in.Retired == "" && out == nil:
		k.printSending(f, m, in)
	case in != nil && in.Retired == "":
		f.P("call := ", k.call(f, m))
		f.P("return ", wire("Exchange"), "(ctx, c.conn, call, ", paramName(in), ", ", k.putter(f, in, m.in), ", ", k.getter(f, out, m.out), ")")
	case out != nil && out.Type.Kind == schema.KindStream:
		f.P("call := ", k.call(f, m))
		f.P("return ", wire("Receive"), "(ctx, c.conn, call, ", k.getter(f, out, m.out), ")")
	case out != nil:
		f.P("call := ", k.call(f, m))
		f.P("result, err := ", wire("Open"), "(ctx, c.conn, &call)")
		f.P("if err != nil { return nil, err }")
		f.P("return result, nil")
	default:
		panic("golang: a method with a retired stream: " + m.m.FullName())
	}
	f.P("}")
	f.P()
}

// slotResult is what a slot has room for besides the args: results that callers
// keep are made for each call.
func (k *pkg) slotResult(m *serviceMethod) string {
	if m.result == nil {
		return "struct{}"
	}
	return m.result.name
}

func (k *pkg) printUnary(f *emit.GoFile, m *serviceMethod) {
	f.P("s := ", m.slots, ".Get()")
	for _, p := range m.params {
		f.P("s.Args.", fieldName(p), " = ", paramName(p))
	}
	switch {
	case m.m.Returns == nil:
		f.P("err := ", m.slots, ".Invoke(ctx, c.conn, s, &s.Result)")
		f.P(m.slots, ".Put(s)")
		f.P("return err")
	case m.result == nil:
		f.P("result := new(", k.resultType(f, m), ")")
		f.P("err := ", m.slots, ".Invoke(ctx, c.conn, s, result)")
		f.P(m.slots, ".Put(s)")
		f.P("if err != nil { return nil, err }")
		f.P("return result, nil")
	default:
		f.P("err := ", m.slots, ".Invoke(ctx, c.conn, s, &s.Result)")
		f.P("result := s.Result.Value")
		f.P(m.slots, ".Put(s)")
		f.P("if err != nil { return ", k.zero(f, m.m.Returns), ", err }")
		f.P("return result, nil")
	}
}

// call returns a call with the method's args.
func (k *pkg) call(f *emit.GoFile, m *serviceMethod) string {
	var fields []string
	for _, p := range m.params {
		if !p.Type.Kind.Streams() {
			fields = append(fields, fieldName(p)+": "+paramName(p))
		}
	}
	return f.Use(wire("Call")) + "{Method: " + m.desc + ", Args: &" + m.args.name + "{" + strings.Join(fields, ", ") + "}}"
}

// printSending prints a call with a stream param and one result.
func (k *pkg) printSending(f *emit.GoFile, m *serviceMethod, in *schema.Field) {
	f.P("call := ", k.call(f, m))
	message := m.result == nil
	f.P("result := new(", k.resultType(f, m), ")")
	f.P("call.Result = result")
	var send string
	switch in.Type.Kind {
	case schema.KindStream:
		send = f.Use(wire("Send")) + "(ctx, c.conn, &call, " + paramName(in) + ", " + k.putter(f, in, m.in) + ")"
	case schema.KindRawIn:
		send = f.Use(wire("Upload")) + "(ctx, c.conn, &call, " + paramName(in) + ")"
	case schema.KindRawOut:
		send = f.Use(wire("Download")) + "(ctx, c.conn, &call, " + paramName(in) + ")"
	case schema.KindRawStream:
		send = f.Use(wire("Duplex")) + "(ctx, c.conn, &call, " + paramName(in) + ")"
	default:
		panic("golang: no stream: " + in.Type.String())
	}
	switch {
	case m.m.Returns == nil:
		f.P("return ", send)
	case message:
		f.P("if err := ", send, "; err != nil { return nil, err }")
		f.P("return result, nil")
	default:
		f.P("if err := ", send, "; err != nil { return ", k.zero(f, m.m.Returns), ", err }")
		f.P("return result.Value, nil")
	}
}

func (k *pkg) printUnimplemented(f *emit.GoFile, s *service) {
	f.P("// ", s.unimplemented, " may be embedded in an implementation of ", s.iface, ": methods that the contract gets later")
	f.P("// are answered with wire.Unimplemented then, instead of not compiling.")
	f.P("type ", s.unimplemented, " struct{", k.superUnimplemented(f, s), "}")
	f.P()
	for _, m := range s.methods {
		f.P("func (", s.unimplemented, ") ", m.goName, k.signature(f, m), " {")
		switch out := m.m.StreamOut(); {
		case m.m.Returns == nil:
			f.P("return ", wire("NotImplemented"), "(", m.desc, ")")
		case out != nil && out.Type.Kind == schema.KindStream:
			elem := k.goType(f, *out.Type.Elem)
			f.P("return func(yield func(", elem, ", error) bool) {")
			f.P("var none ", elem)
			f.P("yield(none, ", wire("NotImplemented"), "(", m.desc, "))")
			f.P("}")
		case out != nil:
			f.P("return nil, ", wire("NotImplemented"), "(", m.desc, ")")
		default:
			f.P("return ", k.zero(f, m.m.Returns), ", ", wire("NotImplemented"), "(", m.desc, ")")
		}
		f.P("}")
		f.P()
	}
}

func (k *pkg) superUnimplemented(f *emit.GoFile, s *service) string {
	if s.s.Super == nil {
		return ""
	}
	return " " + f.Use(emit.Ident{Path: k.importPath(s.s.Super.Parent), Name: newServiceNames(s.s.Super).unimplemented}) + " "
}
