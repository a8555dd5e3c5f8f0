package rpch_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
	"github.com/rpcctl/rpcctl/wire/rpch/dyn"
)

// record is a value of a model's params or result, with the interfaces that
// generated code has; the schema-driven codec does the work.
type record struct {
	schema *schema.Schema
	method *schema.Method
	values schema.Record
}

func (r *record) RPCHCount() int { return len(r.method.Params) }

// liveArgs and liveResult are records as params and as results.
type liveArgs struct{ record }

type liveResult struct{ record }

func (r *liveArgs) AppendRPCH(b []byte) ([]byte, error) {
	request, err := dyn.Rpcctl().Request(r.method, r.values)
	if err != nil {
		return b, err
	}
	return append(b, request[bytes.IndexByte(request, '\n')+1:]...), nil
}

func (r *liveArgs) ReadRPCH(args []rpch.Value) (err error) {
	b := rpch.AppendLine(nil, rpch.Line{Service: []byte(r.method.Parent.Name), Method: []byte(r.method.Name), Args: len(args)})
	for _, v := range args {
		if b, err = rpch.AppendValue(b, v); err != nil {
			return err
		}
	}
	_, r.values, err = dyn.Rpcctl().Serve(r.schema, b)
	return err
}

func (r *liveResult) AppendRPCH(b []byte) ([]byte, error) {
	reply, err := dyn.Rpcctl().Reply(r.method, r.values)
	if err != nil {
		return b, err
	}
	return append(b, reply[8:]...), nil
}

func (r *liveResult) ReadRPCH(v rpch.Value) error {
	reply, err := rpch.AppendValue(make([]byte, 8), v)
	if err != nil {
		return err
	}
	r.values, _, err = dyn.Rpcctl().Receive(r.method, reply)
	return err
}

// handler is what a test's server does.
type handler func(ctx context.Context, args schema.Record, s wire.Stream) (schema.Record, error)

// live makes the services of an IDL, with one handler for each method.
func live(t testing.TB, idl string, handlers map[string]handler) (map[string]*wire.Method, []*wire.Service) {
	t.Helper()
	packages, problems := gfj.Read([]*diag.File{diag.NewFile("t.gfj", []byte(idl))})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", idl, problems)
	}
	s, problems := schema.Link(packages, nil)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", idl, problems)
	}
	methods := map[string]*wire.Method{}
	var services []*wire.Service
	for _, svc := range s.Packages[0].Services {
		desc := &wire.Service{Name: svc.Name}
		for _, m := range svc.Methods {
			w := liveMethod(s, m, handlers[m.Name])
			methods[m.Name] = w
			desc.Methods = append(desc.Methods, w)
		}
		services = append(services, desc)
	}
	return methods, services
}

func liveMethod(s *schema.Schema, m *schema.Method, h handler) *wire.Method {
	w := &wire.Method{Service: m.Parent.Name, Name: m.Name}
	for _, p := range m.Params {
		if p.Type.Kind.Raw() {
			w.In = rawShape(p.Type.Kind)
		}
	}
	if m.Returns != nil && m.Returns.Type.Kind.Raw() {
		w.Out = rawShape(m.Returns.Type.Kind)
	}
	w.NewArgs = func() any { return &liveArgs{record{schema: s, method: m}} }
	w.NewResult = func() any { return &liveResult{record{schema: s, method: m}} }
	w.Invoke = func(ctx context.Context, _ any, c *wire.Call) error {
		out, err := h(ctx, c.Args.(*liveArgs).values, c.Stream)
		r := w.NewResult().(*liveResult)
		r.values, c.Result = out, r
		return err
	}
	return w
}

func rawShape(k schema.Kind) wire.Shape {
	switch k {
	case schema.KindRawIn:
		return wire.RawIn
	case schema.KindRawOut:
		return wire.RawOut
	}
	return wire.RawStream
}
