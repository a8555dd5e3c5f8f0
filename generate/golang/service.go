package golang

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// serviceNames are all names of a service, decided once.
type serviceNames struct {
	iface, client, newClient, desc, register, unimplemented string
}

func newServiceNames(s *schema.Service) serviceNames {
	n := typeName(s)
	return serviceNames{
		iface: n, client: n + "Client", newClient: "New" + n + "Client", desc: n + "Service",
		register: "Register" + n, unimplemented: "Unimplemented" + n,
	}
}

// methodIdents are all names that a method's printed code has at package level.
type methodIdents struct{ desc, args, result, in, out, slots string }

func method(m *schema.Method) methodIdents {
	n := typeName(m.Parent) + "_" + exported(m.Parent.Parent, m.Name)
	return methodIdents{"method_" + n, "args_" + n, "result_" + n, "in_" + n, "out_" + n, "slots_" + n}
}

// service is a service being printed.
type service struct {
	serviceNames
	s       *schema.Service
	methods []*serviceMethod
}

// serviceMethod is a method being printed.
type serviceMethod struct {
	methodIdents
	m      *schema.Method
	goName string
	params []*schema.Field // those of the Go signature: not retired
	args   *record
	result *record // nil where the result is a message itself, or a stream
	in     *record // of a typed stream param whose items are no messages, else nil
	out    *record
}

func (k *pkg) newService(s *schema.Service) *service {
	v := &service{serviceNames: newServiceNames(s), s: s}
	wires := k.serviceWires(s)
	if wires == (wireSet{}) {
		k.list = append(k.list, diag.Diagnostic{
			Severity: diag.Warning, Code: "go-wire", Subject: s.FullName(), Span: s.NameSpan,
			Message: s.FullName() + " promises none of the wires that code is generated for",
			Help:    "its clients and servers will carry no call; known are " + strings.Join(supported, ", "),
		})
	}
	for _, m := range s.Methods {
		n := &serviceMethod{methodIdents: method(m), m: m, goName: exported(k.p, m.Name)}
		for _, p := range m.Params {
			if p.Retired == "" {
				n.params = append(n.params, p)
			}
		}
		n.args = synthetic(argsRecord, n.methodIdents.args, m, m.Request().ByNumber(), wires)
		if m.StreamOut() == nil && (m.Returns == nil || m.WrapsResult()) {
			n.result = synthetic(resultRecord, n.methodIdents.result, m, m.Response().ByNumber(), wires)
		}
		n.in = itemRecordOf(n.methodIdents.in, m, m.StreamIn(), wires)
		n.out = itemRecordOf(n.methodIdents.out, m, m.StreamOut(), wires)
		k.checkStreams(n)
		v.methods = append(v.methods, n)
	}
	return v
}

// itemRecordOf returns the record of a stream's items, nil where they are
// messages or there are none.
func itemRecordOf(name string, m *schema.Method, f *schema.Field, wires wireSet) *record {
	if f == nil || f.Type.Kind != schema.KindStream || f.Type.Elem.Message() != nil {
		return nil
	}
	return synthetic(itemRecord, name, m, f.Item().ByNumber(), wires)
}

// checkStreams refuses pairs of streams that Go has no shape for here.
func (k *pkg) checkStreams(n *serviceMethod) {
	in, out, count := n.m.StreamIn(), n.m.StreamOut(), 0
	for _, p := range n.m.Params {
		if p.Type.Kind.Streams() {
			count++
		}
	}
	if count < 2 && (in == nil || out == nil || in.Type.Kind == schema.KindStream && out.Type.Kind == schema.KindStream) {
		return
	}
	d := k.list.Add("go-streams", n.m.NameSpan, n.m.FullName()+" has two streams for which there is no Go form")
	d.Subject = n.m.FullName()
	d.Help = "a method may have one stream, or a stream(T) param and a stream(T) result"
}

// printServices prints what a package's services are: interface, client,
// description.
func (k *pkg) printServices(f *emit.GoFile) {
	if len(k.services) == 0 {
		return
	}
	f.P("// This code needs a wire package that is new enough: where the next line")
	f.P("// doesn't compile, update github.com/rpcctl/rpcctl.")
	f.P("const _ = ", wire("GeneratedCode1"))
	f.P()
	for _, s := range k.services {
		k.printInterface(f, s)
		k.printDesc(f, s)
		k.printClient(f, s)
		k.printUnimplemented(f, s)
		for _, m := range s.methods {
			for _, r := range []*record{m.args, m.result, m.in, m.out} {
				if r != nil {
					k.printStruct(f, r)
				}
			}
		}
	}
}

func wire(name string) emit.Ident { return emit.Ident{Path: wirePath, Name: name} }

func (k *pkg) printInterface(f *emit.GoFile, s *service) {
	f.Comment(docOf(&s.s.Decl, s.iface+" is the service "+s.s.FullName()+"."))
	f.Comment("\nServers implement it, and [" + s.client + "] does.")
	f.P("type ", s.iface, " interface {")
	if s.s.Super != nil {
		f.P(k.ident(s.s.Super))
	}
	for _, m := range s.methods {
		f.Comment(docOf(&m.m.Decl, ""))
		f.P(m.goName, k.signature(f, m))
	}
	f.P("}")
	f.P()
	f.P("// ", s.register, " makes s serve impl. The error is for a name or method id that is taken.")
	f.P("func ", s.register, "(s *", wire("Server"), ", impl ", s.iface, ") error { return s.Register(", s.desc, ", impl) }")
	f.P()
}

// signature returns params and results of a method, the same for servers and
// clients.
func (k *pkg) signature(f *emit.GoFile, m *serviceMethod) string {
	var b strings.Builder
	b.WriteString("(ctx " + f.Use(emit.Ident{Path: "context", Name: "Context"}))
	for i, p := range m.params {
		b.WriteString(", " + paramName(p))
		if t := k.paramType(f, p); i+1 == len(m.params) || k.paramType(f, m.params[i+1]) != t {
			b.WriteString(" " + t)
		}
	}
	b.WriteString(") ")
	b.WriteString(k.results(f, m.m))
	return b.String()
}

// results returns what a method's Go function returns.
func (k *pkg) results(f user, m *schema.Method) string {
	switch out := m.StreamOut(); {
	case m.Returns == nil:
		return "error"
	case out != nil && out.Type.Kind == schema.KindStream:
		return k.sequence(f, out)
	case out != nil:
		return "(" + rawType(f, out, true) + ", error)"
	default:
		return "(" + k.fieldType(f, m.Returns) + ", error)"
	}
}

func (k *pkg) paramType(f user, p *schema.Field) string {
	switch {
	case p.Type.Kind == schema.KindStream:
		return k.sequence(f, p)
	case p.Type.Kind.Raw():
		return rawType(f, p, false)
	}
	return k.fieldType(f, p)
}

func (k *pkg) sequence(f user, field *schema.Field) string {
	return f.Use(emit.Ident{Path: "iter", Name: "Seq2"}) + "[" + k.goType(f, *field.Type.Elem) + ", error]"
}

// rawType returns the io interface of a raw stream. A result has to be closed.
func rawType(f user, field *schema.Field, result bool) string {
	kind, name := field.Type.Kind, ""
	switch {
	case kind == schema.KindRawIn && result:
		name = "ReadCloser"
	case kind == schema.KindRawIn:
		name = "Reader"
	case kind == schema.KindRawOut && result:
		name = "WriteCloser"
	case kind == schema.KindRawOut:
		name = "Writer"
	case kind == schema.KindRawStream && result:
		name = "ReadWriteCloser"
	case kind == schema.KindRawStream:
		name = "ReadWriter"
	default:
		panic("golang: no raw stream: " + kind.String())
	}
	return f.Use(emit.Ident{Path: "io", Name: name})
}
