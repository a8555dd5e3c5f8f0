package dyn

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// vector is one recorded exchange: see the tests of wire/prpc.
type vector struct {
	Name        string `json:"name"`
	RequestHex  string `json:"request_hex"`
	ResponseHex string `json:"response_hex"`
	Compare     string `json:"compare"`
	ClientError string `json:"client_error"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// recorded is the contract of the recordings: echoService with methods that take
// and return {1: string}.
func recorded(t testing.TB) *schema.Schema {
	t.Helper()
	msg := schema.Type{Kind: schema.KindRef, Name: "Msg"}
	svc := &schema.Service{Decl: schema.Decl{Name: "echoService"}}
	for _, name := range []string{"echo", "echoNoAttach", "echoAttach", "echoAuth", "emptyRet", "void", "noArg", "fail", "panic", "async"} {
		m := &schema.Method{Decl: schema.Decl{Name: name}}
		if name != "noArg" {
			m.Params = []*schema.Field{{Decl: schema.Decl{Name: "in"}, Number: 1, Presence: schema.Plain, Type: msg}}
		}
		if name != "void" {
			m.Returns = &schema.Field{Number: 1, Presence: schema.Plain, Type: msg}
		}
		svc.Methods = append(svc.Methods, m)
	}
	p := &schema.Package{
		Decl: schema.Decl{Name: "pkg"}, Language: "proto", Services: []*schema.Service{svc},
		Messages: []*schema.Message{{Decl: schema.Decl{Name: "Msg"}, Fields: []*schema.Field{{Decl: schema.Decl{Name: "text"}, Number: 1, Presence: schema.Plain, Type: schema.Type{Kind: schema.KindString}}}}},
	}
	s, errs := schema.Link([]*schema.Package{p}, nil)
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	return s
}

// sides says who was the server and who the client of a vector.
func sides(name string) (client, server Peer, ok bool) {
	prefix, _, _ := strings.Cut(name, "_")
	switch prefix {
	case "go":
		return Go(), Go(), true
	case "java":
		return Java(), Java(), true
	case "go2java":
		return Go(), Java(), true
	case "java2go":
		return Java(), Go(), true
	}
	return Peer{}, Peer{}, false // the Go of 2018 has no profile
}

// What the models of servers do with the requests is what was recorded: the method
// and its args, or the code of the refusal.
func TestServersAsRecorded(t *testing.T) {
	s := recorded(t)
	ran, refused := 0, 0
	for _, v := range vectors(t) {
		_, server, ok := sides(v.Name)
		request := unhex(t, v.RequestHex)
		if f, rest, whole, err := prpc.Parse(request, prpc.DefaultLimit); !ok || !whole || err != nil || len(rest) > 0 || len(request) == prpc.HeaderSize ||
			strings.HasPrefix(string(f.Meta.Request.Service), "__") {
			continue // pieces, hostile frames, the servers' own services
		}
		if slices.Contains([]string{"go_auth_fail", "java_auth_bad", "java2go_async", "java2go_auth_ok", "java2go_auth_bad"}, v.Name) {
			continue // they had no such method there, or looked at a credential
		}
		m, args, err := server.Serve(s, request)
		if v.ResponseHex == "" {
			if r, ok := err.(*Refusal); !ok || r.Code != 0 {
				t.Errorf("%s: %v, and no answer was recorded", v.Name, err)
			}
			refused++
			continue
		}
		f, _, _, bad := prpc.Parse(unhex(t, v.ResponseHex), prpc.DefaultLimit)
		if bad != nil {
			t.Fatalf("%s: %v", v.Name, bad)
		}
		code := f.Meta.Response.Code
		if m != nil && (m.Name == "fail" || m.Name == "panic") {
			code = 0 // the handler ran
		}
		if code != 0 {
			if r, ok := err.(*Refusal); !ok || r.Code != code {
				t.Errorf("%s: %v, recorded %d", v.Name, err, code)
			}
			refused++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		ran++
		if !strings.HasPrefix(m.Name, "echo") || f.Meta.HasChunk {
			continue
		}
		data, err := server.expand(f.Meta.Compression, f.Data)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		said := "null" // what Java's handler makes of an absent text
		if x, ok := args[1].(rec)[1].(string); ok || server.Name() == goPeer {
			said = x
		}
		want, _ := server.Write(m.Response(), rec{1: "hello:" + said})
		if string(data) != string(want) {
			t.Errorf("%s: handed %v to the handler, and %q was recorded", v.Name, args, data)
		}
	}
	if ran < 50 || refused < 15 {
		t.Errorf("%d ran and %d were refused", ran, refused)
	}
}

// Requests and replies without ids of a log, a credential or an attachment are
// written as they were recorded.
func TestWrittenAsRecorded(t *testing.T) {
	s := recorded(t)
	requests, replies := 0, 0
	for _, v := range vectors(t) {
		client, server, ok := sides(v.Name)
		if !ok || v.Compare != "bytes" || strings.Contains(v.Name, "_raw_") {
			continue
		}
		f, _, _, err := prpc.Parse(unhex(t, v.RequestHex), prpc.DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		q := &f.Meta.Request
		m, err := client.find(s, string(q.Service), string(q.Method))
		if err != nil || q.LogID != 0 || q.TraceID != 0 || f.Meta.Authentication != nil || len(f.Attachment) > 0 || f.Meta.Compression != 0 {
			continue
		}
		if args, err := client.readArgs(m, f.Data); err == nil && (len(m.Params) > 0 || len(f.Data) == 0) {
			if len(m.Params) == 0 {
				args = rec{}
			}
			b, err := client.Request(m, args)
			if requests++; err != nil || hex.EncodeToString(b) != v.RequestHex {
				t.Errorf("%s: %v\n%x\n%s", v.Name, err, b, v.RequestHex)
			}
		}
		g, _, _, err := prpc.Parse(unhex(t, v.ResponseHex), prpc.DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		if g.Meta.Response.Code != 0 || len(g.Attachment) > 0 {
			continue
		}
		result, err := server.read(m.Response(), g.Data)
		if err != nil {
			t.Fatal(err)
		}
		b, err := server.Reply(m, result)
		if replies++; err != nil || hex.EncodeToString(b) != v.ResponseHex {
			t.Errorf("%s: %v\n%x\n%s", v.Name, err, b, v.ResponseHex)
		}
	}
	if requests < 10 || replies < 8 {
		t.Errorf("%d requests and %d replies", requests, replies)
	}
}

// What clients made of the replies is what was recorded, and ours reads all that
// are good: without a code, with the request in them, with gzip that has no end.
func TestClientsAsRecorded(t *testing.T) {
	s := recorded(t)
	good, failed := 0, 0
	for _, v := range vectors(t) {
		client, _, ok := sides(v.Name)
		f, rest, whole, err := prpc.Parse(unhex(t, v.ResponseHex), prpc.DefaultLimit)
		if !ok || err != nil || !whole || len(rest) > 0 || strings.Contains(v.Name, "_raw_") {
			continue
		}
		m, err := client.find(s, string(f.Meta.Request.Service), string(f.Meta.Request.Method))
		if err != nil {
			m = method(t, s, "echo")
		}
		if strings.Contains(v.Name, "meta") || strings.Contains(v.Name, "status") {
			continue
		}
		_, _, err = client.Receive(m, unhex(t, v.ResponseHex))
		if (err != nil) != (v.ClientError != "") {
			t.Errorf("%s: %v, recorded %q", v.Name, err, v.ClientError)
		}
		got, _, ours := Rpcctl().Receive(m, unhex(t, v.ResponseHex))
		if f.Meta.Response.Code != 0 {
			failed++
			if r, ok := ours.(*Refusal); !ok || r.Code != f.Meta.Response.Code {
				t.Errorf("%s: ours says %v, the code is %d", v.Name, ours, f.Meta.Response.Code)
			}
			continue
		}
		if good++; f.Meta.Compression == prpc.Zlib && m.Name == "echoNoAttach" {
			if ours == nil {
				t.Errorf("%s: bytes that aren't zlib are taken", v.Name)
			}
			continue
		}
		if ours != nil {
			t.Errorf("%s: ours says %v", v.Name, ours)
		}
		if len(f.Data) > 0 && !strings.HasPrefix(got[1].(string), "hello:") && m.Name != "noArg" {
			t.Errorf("%s: %v", v.Name, got)
		}
	}
	if good < 40 || failed < 25 {
		t.Errorf("%d good and %d failed replies", good, failed)
	}
}
