package golang

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// printDesc prints the description of a service: what the runtime knows of it.
func (k *pkg) printDesc(f *emit.GoFile, s *service) {
	own := make([]string, len(s.methods))
	for i, m := range s.methods {
		own[i] = m.desc
	}
	methods := "[]*" + f.Use(wire("Method")) + "{" + strings.Join(own, ", ") + "}"
	if s.s.Super != nil {
		super := f.Use(emit.Ident{Path: k.importPath(s.s.Super.Parent), Name: newServiceNames(s.s.Super).desc})
		methods = f.Use(emit.Ident{Path: "slices", Name: "Concat"}) + "(" + super + ".Methods, " + methods + ")"
	}
	f.P("// ", s.desc, " describes ", s.iface, " to the runtime.")
	f.P("var ", s.desc, " = &", wire("Service"), "{Name: ", strconv.Quote(s.s.FullName()), ", Methods: ", methods, "}")
	f.P()
	for _, m := range s.methods {
		k.printMethodDesc(f, s, m)
	}
}

func (k *pkg) printMethodDesc(f *emit.GoFile, s *service, m *serviceMethod) {
	id, _ := schema.MethodID(m.m)
	f.P("var ", m.desc, " = &", wire("Method"), "{")
	f.P("Service: ", strconv.Quote(s.s.FullName()), ",")
	f.P("Name: ", strconv.Quote(m.m.Name), ",")
	f.P("ID: ", id, ",")
	if names := wireNames(m.m); m.args.wires.rpch {
		f.P("Names: []", wire("Names"), "{{Wire: \"rpch\", Service: ", strconv.Quote(names[0]), ", Method: ", strconv.Quote(names[1]), "}},")
	}
	if m.m.Oneway {
		f.P("Oneway: true,")
	}
	if m.m.Idempotent {
		f.P("Idempotent: true,")
	}
	if t := m.m.Timeout; t != nil && *t > 0 {
		f.P("Timeout: ", duration(f, *t), ",")
	}
	if in := m.m.StreamIn(); in != nil {
		f.P("In: ", wire(shape(in)), ",")
	}
	if out := m.m.StreamOut(); out != nil {
		f.P("Out: ", wire(shape(out)), ",")
	}
	k.printDeclared(f, m)
	f.P("NewArgs: func() any { return new(", m.args.name, ") },")
	if m.m.StreamOut() == nil {
		f.P("NewResult: func() any { return new(", k.resultType(f, m), ") },")
	}
	if t := k.itemType(f, m.m.StreamIn(), m.in); t != "" {
		f.P("NewIn: func() any { return new(", t, ") },")
	}
	if t := k.itemType(f, m.m.StreamOut(), m.out); t != "" {
		f.P("NewOut: func() any { return new(", t, ") },")
	}
	f.P("Invoke: func(ctx ", emit.Ident{Path: "context", Name: "Context"}, ", impl any, c *", wire("Call"), ") error {")
	k.printInvoke(f, s, m)
	f.P("},")
	f.P("}")
	f.P()
}

// wireNames returns what rpch calls service and method: as the contract writes
// them, or as their wire blocks say.
func wireNames(m *schema.Method) [2]string {
	names := [2]string{m.Parent.Name, m.Name}
	if name := schema.OnWire(m.Parent.On, "rpch", "service"); name != "" {
		names[0] = name
	}
	if name := schema.OnWire(m.On, "rpch", "method"); name != "" {
		names[1] = name
	}
	return names
}

func (k *pkg) printDeclared(f *emit.GoFile, m *serviceMethod) {
	if len(m.m.Errors) == 0 {
		return
	}
	f.P("Errors: []", wire("DeclaredError"), "{")
	for _, e := range m.m.Errors {
		if e.Target == nil {
			continue
		}
		f.P("{Name: ", strconv.Quote(e.Target.Name), ", Code: ", e.Target.Code, ", Number: ", e.Number,
			", New: func() any { return new(", k.ident(e.Target), ") }},")
	}
	f.P("},")
}

func shape(f *schema.Field) string {
	switch f.Type.Kind {
	case schema.KindStream:
		return "TypedStream"
	case schema.KindRawIn:
		return "RawIn"
	case schema.KindRawOut:
		return "RawOut"
	case schema.KindRawStream:
		return "RawStream"
	}
	panic("golang: no stream: " + f.Type.String())
}

// resultType returns the struct that a result travels as.
func (k *pkg) resultType(f *emit.GoFile, m *serviceMethod) string {
	if m.result != nil {
		return m.result.name
	}
	return f.Use(k.ident(m.m.Returns.Type.Message()))
}

// itemType returns the struct that an item of a typed stream travels as, "" where
// the field is none.
func (k *pkg) itemType(f *emit.GoFile, field *schema.Field, item *record) string {
	switch {
	case item != nil:
		return item.name
	case field != nil && field.Type.Kind == schema.KindStream:
		return f.Use(k.ident(field.Type.Elem.Message()))
	}
	return ""
}

// duration writes a time in the largest unit that it is a whole number of.
func duration(f *emit.GoFile, d time.Duration) string {
	for _, unit := range []struct {
		name string
		d    time.Duration
	}{{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}, {"Microsecond", time.Microsecond}} {
		if d%unit.d == 0 {
			return fmt.Sprintf("%d * %s", d/unit.d, f.Use(emit.Ident{Path: "time", Name: unit.name}))
		}
	}
	return fmt.Sprintf("%d * %s", d, f.Use(emit.Ident{Path: "time", Name: "Nanosecond"}))
}

// printInvoke prints the server's side of a method: decoded args in, the
// handler called, its result out.
func (k *pkg) printInvoke(f *emit.GoFile, s *service, m *serviceMethod) {
	var values []string
	for _, p := range m.params {
		switch {
		case p.Type.Kind == schema.KindStream:
			values = append(values, f.Use(wire("Items"))+"(c, "+k.getter(f, p, m.in)+")")
		case p.Type.Kind.Raw():
			values = append(values, "c.Stream")
		default:
			values = append(values, "args."+fieldName(p))
		}
	}
	if usesArgs(m) {
		f.P("args := c.Args.(*", m.args.name, ")")
	}
	call := "impl.(" + s.iface + ")." + m.goName + "(ctx"
	for _, v := range values {
		call += ", " + v
	}
	call += ")"
	switch out := m.m.StreamOut(); {
	case m.m.Returns == nil:
		f.P("if err := ", call, "; err != nil { return err }")
		f.P(wire("ResultOf"), "[", m.result.name, "](c)")
		f.P("return nil")
	case out != nil && out.Type.Kind == schema.KindStream:
		f.P("return ", wire("Respond"), "(c, ", call, ", ", k.putter(f, out, m.out), ")")
	case out != nil:
		f.P("result, err := ", call)
		f.P("if err != nil { return err }")
		f.P("return ", wire(responder(out)), "(c, result)")
	case m.result == nil:
		f.P("result, err := ", call)
		f.P("if err != nil { return err }")
		f.P("if result == nil { return ", wire("NoResult"), "(c) }")
		f.P("c.Result = result")
		f.P("return nil")
	default:
		f.P("result, err := ", call)
		f.P("if err != nil { return err }")
		f.P(wire("ResultOf"), "[", m.result.name, "](c).Value = result")
		f.P("return nil")
	}
}

// responder is the runtime's function for a raw result.
func responder(out *schema.Field) string {
	switch out.Type.Kind {
	case schema.KindRawIn:
		return "RespondReader"
	case schema.KindRawOut:
		return "RespondWriter"
	case schema.KindRawStream:
		return "RespondReadWriter"
	}
	panic("golang: no raw stream: " + out.Type.String())
}

// usesArgs reports whether a param stands in the args.
func usesArgs(m *serviceMethod) bool {
	for _, p := range m.params {
		if !p.Type.Kind.Streams() {
			return true
		}
	}
	return false
}

// getter returns a function from an item as it travels to what the sequence
// has, putter the other way.
func (k *pkg) getter(f *emit.GoFile, field *schema.Field, item *record) string {
	t, v := k.itemType(f, field, item), k.goType(f, *field.Type.Elem)
	if item == nil {
		return "func(v *" + t + ") " + v + " { return v }"
	}
	return "func(v *" + t + ") " + v + " { return v.Value }"
}

func (k *pkg) putter(f *emit.GoFile, field *schema.Field, item *record) string {
	t, v := k.itemType(f, field, item), k.goType(f, *field.Type.Elem)
	if item == nil {
		return "func(v " + v + ") *" + t + " { return v }"
	}
	return "func(v " + v + ") *" + t + " { return &" + t + "{Value: v} }"
}
