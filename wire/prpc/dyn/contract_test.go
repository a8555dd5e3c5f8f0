package dyn

import (
	"fmt"
	"testing"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

var _ compat.Peer = Peer{}

type (
	rec  = schema.Record
	list = []any
	ent  = []schema.Entry
)

// contract links the text of a .proto file.
func contract(t testing.TB, text string) *schema.Schema {
	t.Helper()
	parts, bad := proto.Language().Read([]*diag.File{diag.NewFile("a.proto", []byte(text))})
	s, more := schema.Link(parts, []*schema.WireInfo{prpc.Info()})
	for _, d := range append(bad, more...) {
		if d.Severity == diag.Error {
			t.Fatalf("%s\n%s", d.Message, text)
		}
	}
	return s
}

func message(t testing.TB, s *schema.Schema, name string) *schema.Message {
	t.Helper()
	m, ok := s.Lookup(s.Packages[0].Name + "." + name).(*schema.Message)
	if !ok {
		t.Fatalf("no message %s", name)
	}
	return m
}

func method(t testing.TB, s *schema.Schema, name string) *schema.Method {
	t.Helper()
	for _, svc := range s.Packages[0].Services {
		for _, m := range svc.Methods {
			if m.Name == name {
				return m
			}
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

// asked is what a server to of the contract rd makes of a call of M that the client
// by of the contract w makes: its args as JSON, or how it refuses.
func asked(t testing.TB, by Peer, w *schema.Schema, v rec, to Peer, rd *schema.Schema) string {
	t.Helper()
	m := method(t, w, "M")
	args := rec{}
	if len(m.Params) > 0 {
		args[1] = v
	}
	b, err := by.Request(m, args)
	if err != nil {
		return "unwritten: " + err.Error()
	}
	return served(t, to, rd, b)
}

func served(t testing.TB, to Peer, rd *schema.Schema, b []byte) string {
	t.Helper()
	ran, got, err := to.Serve(rd, b)
	if err != nil {
		return refusedAs(t, err)
	}
	if f := carried(ran); f != nil {
		return string(schema.RecordJSON(f.Type.Message(), got[f.Number].(rec)))
	}
	return string(schema.RecordJSON(ran.Request(), got))
}

// answered is what a client to of rd makes of the result v of M that a server by of
// w sends.
func answered(t testing.TB, by Peer, w *schema.Schema, v rec, to Peer, rd *schema.Schema) string {
	t.Helper()
	b, err := by.Reply(method(t, w, "M"), v)
	if err != nil {
		return "unwritten: " + err.Error()
	}
	m := method(t, rd, "M")
	got, failed, err := to.Receive(m, b)
	switch {
	case err != nil:
		return refusedAs(t, err)
	case failed != nil:
		return "error " + failed.Target.Name + " " + string(schema.RecordJSON(&failed.Target.Message, got))
	}
	return string(schema.RecordJSON(m.Response(), got))
}

func refusedAs(t testing.TB, err error) string {
	t.Helper()
	r, ok := err.(*Refusal)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	if r.Mode() != forCall {
		return r.Mode()
	}
	return fmt.Sprintf("refused %d", r.Code)
}
