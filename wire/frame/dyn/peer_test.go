package dyn

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
)

var _ compat.Peer = Peer{}

func method(name string, id uint32, result string, params ...string) *schema.Method {
	m := &schema.Method{Decl: schema.Decl{Name: name}, ID: id}
	for i, p := range params {
		f := field(i+1, string(rune('a'+i)), p)
		m.Params = append(m.Params, f)
	}
	if result != "" {
		m.Returns = field(1, "", result)
	}
	return m
}

// calls is a package with a service that extends another.
func calls(t testing.TB) *schema.Schema {
	divide := method("Divide", 2, "int32", "int32")
	divide.Errors = []*schema.ErrorRef{{Name: "Other", Number: 1}, {Name: "ByZero", Number: 2}}
	oneway := method("Tell", 5, "", "string")
	oneway.Oneway = true
	return linkPackage(t, &schema.Package{
		Decl: schema.Decl{Name: "v"},
		Services: []*schema.Service{
			{Decl: schema.Decl{Name: "Base"}, Methods: []*schema.Method{method("Inherited", 40, "Point", "Point")}},
			{Decl: schema.Decl{Name: "Math"}, Extends: schema.Ident{Name: "Base"}, Methods: []*schema.Method{
				method("Add", 1, "int32", "int32", "int32"), divide, method("Ping", 3, ""), method("Derived", 0, "optional(string)", "optional(int32)"), oneway,
				method("Up", 6, "int32", "stream(int32)", "string"), method("Down", 7, "stream(int32)", "string"), method("RawUp", 8, "", "istream"),
				method("RawDown", 9, "", "ostream"), method("ResultUp", 10, "ostream"), method("Empty", 11, "Nothing"),
			}},
		},
		Messages: []*schema.Message{
			{Decl: schema.Decl{Name: "Point"}, Fields: []*schema.Field{field(1, "x", "int32"), field(2, "y", "int32")}},
			{Decl: schema.Decl{Name: "Nothing"}},
		},
		Errors: []*schema.Error{
			{Message: schema.Message{Decl: schema.Decl{Name: "ByZero"}, Fields: []*schema.Field{field(1, "dividend", "int32")}}, Code: 1001},
			{Message: schema.Message{Decl: schema.Decl{Name: "Other"}}, Code: 7},
		},
	})
}

func methodOf(t testing.TB, s *schema.Schema, name string) *schema.Method {
	t.Helper()
	for _, svc := range []string{"Math", "Base"} {
		if m, ok := s.Lookup("v." + svc + "." + name).(*schema.Method); ok {
			return m
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

// The calls that the wire's page spells out.
func TestPageCalls(t *testing.T) {
	s := calls(t)
	add := methodOf(t, s, "Add")
	req, err := FrameV1().Request(add, rec{1: int64(3), 2: int64(4)})
	if want := "deadbeef000000000000000100000001000000080000000300000004"; err != nil || hex.EncodeToString(req) != want {
		t.Errorf("request %x (%v), want %s", req, err, want)
	}
	if m, args, err := FrameV1().Serve(s, req); err != nil || m != add || jsonOf(args) != `{"1":3,"2":4}` {
		t.Errorf("served %v %v %v", m, args, err)
	}
	reply, err := FrameV1().Reply(add, rec{1: int64(7)})
	if want := "deadbeef0000000000000001000000010000000400000007"; err != nil || hex.EncodeToString(reply) != want {
		t.Errorf("reply %x (%v), want %s", reply, err, want)
	}
	if r, e, err := FrameV1().Receive(add, reply); err != nil || e != nil || jsonOf(r) != `{"1":7}` {
		t.Errorf("received %v %v %v", r, e, err)
	}

	// The page's version 2 request is for a peer configured to packed.
	page := unhex(t, "deadbef200000000000000010000000100000020020000040000000240d0100400010004000001f4000000030000000494309005")
	args, err := AppendPacked(nil, add.Request(), rec{1: int64(3), 2: int64(4)})
	if err != nil {
		t.Fatal(err)
	}
	h := frame.Header{Version: 2, ID: 1, Method: 1, Flags: frame.FlagChecksum}
	got, err := frame.Append(nil, frame.Frame{Header: h, Extensions: frame.AppendExtension32(nil, frame.ExtTimeout, 500), Payload: args})
	if err != nil || !bytes.Equal(got, page) {
		t.Errorf("packed request %x (%v), want %x", got, err, page)
	}
	ext := frame.AppendExtension16(frame.AppendExtension32(nil, frame.ExtTimeout, 500), frame.ExtCodec, frame.CodecPacked)
	got, _ = frame.Append(nil, frame.Frame{Header: h, Extensions: ext, Payload: args})
	if m, r, err := Frame().Serve(s, got); err != nil || m != add || jsonOf(r) != `{"1":3,"2":4}` {
		t.Errorf("packed, told by the extension: %v %v %v", m, r, err)
	}
	_, _, err = Frame().Serve(s, page)
	wantRefusal(t, "packed, read as block", err, 3, "error")

	noMethod := unhex(t, "deadbef20000000000000002000000630000002002010004000c000423061a5a0002000c6e6f206d6574686f6420393940ce16a9")
	_, _, err = Frame().Receive(add, noMethod)
	wantRefusal(t, "no such method", err, 12, "error")
	if err.Error() != "status 12: no method 99" {
		t.Errorf("error %q", err)
	}
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func wantRefusal(t *testing.T, what string, err error, status uint16, mode string) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || r.Status != status || r.Mode() != mode {
		t.Errorf("%s: %v, want status %d, mode %s", what, err, status, mode)
	}
}

func TestCalls(t *testing.T) {
	s := calls(t)
	p := Frame()
	for _, c := range []struct {
		method       string
		args, result rec
		kind         frame.Kind
		flags        frame.Flags
		empty        bool // the reply has no payload
	}{
		{"Add", rec{1: int64(-1), 2: int64(2)}, rec{1: int64(1)}, frame.KindRequest, 0, false},
		{"Ping", rec{}, rec{}, frame.KindRequest, 0, false},
		{"Inherited", rec{1: rec{1: int64(1), 2: int64(2)}}, rec{1: int64(3), 2: int64(4)}, frame.KindRequest, 0, false},
		{"Derived", rec{}, rec{}, frame.KindRequest, 0, false},
		{"Derived", rec{1: int64(0)}, rec{1: ""}, frame.KindRequest, 0, false},
		{"Tell", rec{1: "x"}, rec{}, frame.KindOneway, 0, false},
		{"Up", rec{2: "x"}, rec{1: int64(1)}, frame.KindRequest, frame.FlagMore, false},
		{"Down", rec{1: "x"}, rec{}, frame.KindRequest, 0, true},
		{"RawUp", rec{}, rec{}, frame.KindRequest, frame.FlagMore, false},
		{"RawDown", rec{}, rec{}, frame.KindRequest, 0, false},
		{"ResultUp", rec{}, rec{}, frame.KindRequest, frame.FlagMore, true},
		{"Empty", rec{}, rec{}, frame.KindRequest, 0, false},
	} {
		t.Run(c.method, func(t *testing.T) {
			m := methodOf(t, s, c.method)
			req, err := p.Request(m, c.args)
			if err != nil {
				t.Fatal(err)
			}
			f, _, _, err := frame.Parse(req, frame.DefaultLimit)
			id, _ := schema.MethodID(m)
			if err != nil || f.ID != 1 || f.Method != id || f.Kind != c.kind || f.Flags != c.flags || len(f.Extensions) > 0 {
				t.Errorf("request %+v (%v)", f, err)
			}
			served, args, err := p.Serve(s, req)
			if err != nil || served != m || jsonOf(args) != jsonOf(c.args) {
				t.Errorf("served %v %v (%v)", served, args, err)
			}
			reply, err := p.Reply(m, c.result)
			if err != nil {
				t.Fatal(err)
			}
			f, _, _, err = frame.Parse(reply, frame.DefaultLimit)
			if err != nil || f.Kind != frame.KindResponse || f.Status != 0 || (len(f.Payload) == 0) != c.empty {
				t.Errorf("reply %+v (%v)", f, err)
			}
			r, e, err := p.Receive(m, reply)
			if err != nil || e != nil || jsonOf(r) != jsonOf(c.result) {
				t.Errorf("received %v %v (%v)", r, e, err)
			}
		})
	}
}

func TestDeclaredErrors(t *testing.T) {
	s := calls(t)
	p, divide := Frame(), methodOf(t, s, "Divide")
	byZero := divide.Errors[1]
	b, err := p.ReplyError(divide, byZero, rec{1: int64(8)})
	if err != nil {
		t.Fatal(err)
	}
	r, e, err := p.Receive(divide, b)
	if err != nil || e != byZero || jsonOf(r) != `{"1":8}` {
		t.Errorf("received %v %v (%v)", r, e, err)
	}
	_, _, err = p.Receive(methodOf(t, s, "Add"), b)
	wantRefusal(t, "a code that the client doesn't know", err, 2, "error")
	var refusal *Refusal
	if errors.As(err, &refusal); refusal.Code != 1001 || refusal.Text != "ByZero" {
		t.Errorf("code %d, text %q", refusal.Code, refusal.Text)
	}
	f, _, _, _ := frame.Parse(b, frame.DefaultLimit)
	f.Payload = []byte{0}
	cut, _ := frame.Append(nil, f)
	_, _, err = p.Receive(divide, cut)
	wantRefusal(t, "fields that are cut", err, 3, "error")
	if _, err := p.ReplyError(divide, &schema.ErrorRef{Name: "Gone"}, nil); err == nil {
		t.Error("an unknown error was written")
	}
	if _, err := FrameV1().ReplyError(divide, byZero, nil); err == nil {
		t.Error("version 1 wrote a declared error")
	}
}

func TestServeRefuses(t *testing.T) {
	s := calls(t)
	p := Frame()
	good, err := p.Request(methodOf(t, s, "Add"), rec{})
	if err != nil {
		t.Fatal(err)
	}
	edit := func(change func(*frame.Frame)) []byte {
		f, _, _, err := frame.Parse(good, frame.DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		change(&f)
		b, err := frame.Append(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	sum := edit(func(f *frame.Frame) { f.Flags |= frame.FlagChecksum })
	sum[len(sum)-1] ^= 1
	for _, c := range []struct {
		name   string
		bytes  []byte
		status uint16
		mode   string
	}{
		{"nothing", nil, 3, "closed"},
		{"another protocol", []byte("GET / HTTP/1.1\r\n\r\n   "), 3, "closed"},
		{"cut", good[:len(good)-1], 3, "closed"},
		{"more than a frame", append(bytes.Clone(good), 0), 3, "closed"},
		{"checksum", sum, 15, "error"},
		{"request id 0", edit(func(f *frame.Frame) { f.ID = 0 }), 3, "error"},
		{"a stream of a one-way call", edit(func(f *frame.Frame) { f.Method, f.Kind = 8, frame.KindOneway }), 3, "error"},
		{"a timeout of two bytes", edit(func(f *frame.Frame) { f.Extensions = frame.AppendExtension16(nil, frame.ExtTimeout, 1) }), 3, "error"},
		{"a trace that must be understood", edit(func(f *frame.Frame) { f.Extensions = frame.AppendExtension(nil, frame.ExtMust|frame.ExtTrace, nil) }), 12, "error"},
		{"unknown method", edit(func(f *frame.Frame) { f.Method = 99 }), 12, "error"},
		{"a flag that must be understood", edit(func(f *frame.Frame) { f.Flags |= 0x0100 }), 12, "error"},
		{"compressed", edit(func(f *frame.Frame) { f.Flags |= frame.FlagCompressed }), 12, "error"},
		{"a fragment", edit(func(f *frame.Frame) { f.Flags |= frame.FlagFragment }), 12, "error"},
		{"a response", edit(func(f *frame.Frame) { f.Kind = frame.KindResponse }), 3, "error"},
		{"a stream that the method has not", edit(func(f *frame.Frame) { f.Flags |= frame.FlagMore }), 3, "error"},
		{"an extension that must be understood", edit(func(f *frame.Frame) { f.Extensions = frame.AppendExtension(nil, frame.ExtMust|99, nil) }), 12, "error"},
		{"a codec that is unknown", edit(func(f *frame.Frame) {
			f.Extensions = frame.AppendExtension16(nil, frame.ExtCodec, frame.CodecProtobuf)
		}), 12, "error"},
		{"extensions that are damaged", edit(func(f *frame.Frame) { f.Extensions = []byte{0, 1, 0, 4} }), 3, "error"},
		{"args that are cut", edit(func(f *frame.Frame) { f.Payload = f.Payload[:len(f.Payload)-1] }), 3, "error"},
	} {
		_, _, err := p.Serve(s, c.bytes)
		wantRefusal(t, c.name, err, c.status, c.mode)
	}
	for name, change := range map[string]func(*frame.Frame){
		"an extension that may be skipped": func(f *frame.Frame) { f.Extensions = frame.AppendExtension(nil, 99, []byte("x")) },
		"a flag that may be ignored":       func(f *frame.Frame) { f.Flags |= 0x0080 },
		"one-way for a method that isn't":  func(f *frame.Frame) { f.Kind = frame.KindOneway },
	} {
		if _, _, err := p.Serve(s, edit(change)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err = p.Receive(methodOf(t, s, "Add"), good)
	wantRefusal(t, "a request for a response", err, 3, "error")
}

func TestVersionOne(t *testing.T) {
	s := calls(t)
	p := FrameV1()
	add := methodOf(t, s, "Add")
	empty := unhex(t, "deadbeef00000000000000010000000100000000")
	_, _, err := p.Receive(add, empty)
	wantRefusal(t, "an empty reply", err, 13, "error")
	if r, _, err := p.Receive(methodOf(t, s, "Empty"), empty); err != nil || len(r) > 0 {
		t.Errorf("an empty reply where the result has no bytes: %v %v", r, err)
	}
	_, _, err = p.Receive(add, unhex(t, "deadbeef000000000000000100000001000000050000000700"))
	wantRefusal(t, "a reply too long", err, 3, "error")
	_, _, err = p.Serve(s, unhex(t, "deadbeef000000000000000100000063000000080000000300000004"))
	wantRefusal(t, "an unknown method", err, 12, "error")
	_, _, err = p.Serve(s, unhex(t, "deadbeef0000000000000001000000010000000400000003"))
	wantRefusal(t, "args too short", err, 3, "error")
	for _, name := range []string{"Ping", "Divide", "Tell", "Up", "Down", "RawUp"} {
		m := methodOf(t, s, name)
		if _, err := p.Request(m, rec{}); err == nil {
			t.Errorf("%s: version 1 has no form for it", name)
		}
		if _, err := p.Reply(m, rec{}); err == nil {
			t.Errorf("%s: version 1 has no form for its reply", name)
		}
		if _, _, err := p.Receive(m, empty); err == nil {
			t.Errorf("%s: version 1 read a reply", name)
		}
	}
	if m, args, err := Frame().Serve(s, unhex(t, "deadbeef000000000000000100000001000000080000000300000004")); err != nil || m != add || len(args) != 2 {
		t.Errorf("a version 2 server reads version 1: %v %v %v", m, args, err)
	}
	point := s.Lookup("v.Point").(*schema.Message)
	b, err := p.Write(point, rec{1: int64(1)})
	if err != nil || hex.EncodeToString(b) != "0000000100000000" {
		t.Errorf("wrote %x (%v)", b, err)
	}
	if r, err := p.Read(point, b); err != nil || jsonOf(r) != `{"1":1,"2":0}` {
		t.Errorf("read %v (%v)", r, err)
	}
}

func FuzzServe(f *testing.F) {
	s := calls(f)
	for _, p := range []Peer{Frame(), FrameV1()} {
		if b, err := p.Request(methodOf(f, s, "Add"), rec{}); err == nil {
			f.Add(b)
		}
		if b, err := p.Reply(methodOf(f, s, "Add"), rec{}); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, args, err := Frame().Serve(s, b); err == nil && (m == nil || args == nil) {
			t.Fatal("nothing was served")
		}
		for _, name := range []string{"Add", "Divide", "Down"} {
			Frame().Receive(methodOf(t, s, name), b)
		}
	})
}
