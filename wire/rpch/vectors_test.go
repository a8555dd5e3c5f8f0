package rpch_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// vector is one recording of the original implementations.
type vector struct {
	Name         string      `json:"name"`
	IDL          string      `json:"idl"`
	RequestHex   string      `json:"request_hex"`
	ResponseHex  string      `json:"response_hex"`
	RequestFrom  []string    `json:"request_from"`
	ResponseFrom []string    `json:"response_from"`
	ServerCloses bool        `json:"server_closes"`
	Events       [][2]string `json:"events"`
}

func vectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type rec = schema.Record

// recorded is what the recordings' servers did.
var recorded = map[string]handler{
	"Add": func(_ context.Context, a rec, _ wire.Stream) (rec, error) {
		return rec{1: a[1].(int64) + a[2].(int64)}, nil
	},
	"NoArg":   func(context.Context, rec, wire.Stream) (rec, error) { return rec{1: int64(7)}, nil },
	"AllInts": func(_ context.Context, a rec, _ wire.Stream) (rec, error) { return rec{1: int64(len(a))}, nil },
	"Ping":    void, "Sink": void,
	"Eint8": echo, "Eint16": echo, "Eint32": echo, "Euint8": echo, "Euint32": echo, "Euint64": echo, "Efloat64": echo, "Estring": echo, "Plain": echo,
	"EchoWide": message, "EchoOuter": message,
	"Swap": func(_ context.Context, a rec, _ wire.Stream) (rec, error) {
		p := a[1].(rec)
		return rec{1: p[2], 2: p[1]}, nil
	},
	"Dot": func(_ context.Context, a rec, _ wire.Stream) (rec, error) {
		p, q := a[1].(rec), a[2].(rec)
		return rec{1: p[1].(int64)*q[1].(int64) + p[2].(int64)*q[2].(int64)}, nil
	},
	"Fail": func(_ context.Context, a rec, _ wire.Stream) (rec, error) {
		switch text := a[1].(string); text {
		case "panic":
			panic(text)
		case "utf8":
			return nil, errors.New("é错误")
		case "long":
			return nil, errors.New(strings.Repeat("x", 500))
		default:
			return nil, errors.New(text)
		}
	},
	"RetI": func(_ context.Context, a rec, s wire.Stream) (rec, error) {
		if a[1] == "fail" {
			return nil, errors.New("no such")
		}
		_, err := io.Copy(s, strings.NewReader(a[1].(string)))
		return nil, err
	},
	"RetO": func(_ context.Context, _ rec, s wire.Stream) (rec, error) {
		_, err := io.Copy(io.Discard, s)
		return nil, err
	},
	"RetIO": func(_ context.Context, a rec, s wire.Stream) (rec, error) {
		if _, err := io.ReadFull(s, make([]byte, 5)); err != nil {
			return nil, err
		}
		_, err := io.WriteString(s, a[1].(string))
		return nil, err
	},
	"ArgI": func(_ context.Context, _ rec, s wire.Stream) (rec, error) {
		n, err := io.Copy(io.Discard, s)
		return rec{1: n}, err
	},
	"ArgO": func(_ context.Context, a rec, s wire.Stream) (rec, error) {
		text := a[1].(string)
		for _, part := range strings.Split(text, "|") {
			if _, err := io.WriteString(s, part); err != nil {
				return nil, err
			}
		}
		if strings.HasSuffix(text, "fail") {
			return nil, errors.New("argo failed")
		}
		return rec{1: int64(len(text))}, nil
	},
	"ArgIO": func(_ context.Context, _ rec, s wire.Stream) (rec, error) {
		text, err := io.ReadAll(s)
		if err == nil {
			_, err = s.Write(append([]byte("got:"), text...))
		}
		return rec{1: int64(len(text))}, err
	},
}

func void(context.Context, rec, wire.Stream) (rec, error)          { return nil, nil }
func echo(_ context.Context, a rec, _ wire.Stream) (rec, error)    { return rec{1: a[1]}, nil }
func message(_ context.Context, a rec, _ wire.Stream) (rec, error) { return a[1].(rec), nil }

// insteads is where our server doesn't answer what was recorded, and why. The
// text is part of what comes instead, in a kind 3 answer.
var insteads = map[string]struct{ text, why string }{
	"handler_panic_go":                    {"internal error", "a panic is answered, and the connection kept"},
	"unknown_method":                      {"no method T.Nope", "so is a method that isn't there"},
	"wrong_arg_count":                     {"takes 2 arguments, not 1", "so is a wrong number of arguments"},
	"wrong_arg_count_c":                   {"takes 2 arguments, not 1", "the original's text is garbage"},
	"unknown_message_name":                {"Pear", "so is a message of another name"},
	"wide_message_c_request_to_go_server": {"", "C's doubles are read, but 2^64 is no uint64: it is answered"},
	"wide_message_node_to_node_nonascii":  {"", "Node's length cuts the JSON: it is answered"},
	"uint64_max_node_server_closes":       {"=", "what a Node server can't do ours can"},
	"uint64_node_server_rounds":           {"=", "what a Node server can't do ours can"},
	"int32_overflow_node_server_closes":   {"", "a sum that is no int32 can't be sent: it is answered"},
	"wide_message_c_server_saturates":     {"=", "what a C server can't do ours can"},
	"string_with_nul_c_server":            {"=", "what a C server can't do ours can"},
	"string_utf8_node_server_bug":         {"=", "lengths are counted in bytes"},
	"error_return_utf8_node_bug":          {"=", "lengths are counted in bytes"},
	"message_arg_c":                       {"=", "JSON is compact, as Go's"},
}

// TestVectorsServer holds our server to the bytes of the original's.
func TestVectorsServer(t *testing.T) {
	for _, v := range vectors(t) {
		if v.IDL == "" || v.RequestHex == "" {
			continue // the handshake stands before every other; the chunking of 100,000 bytes is ours
		}
		t.Run(v.Name, func(t *testing.T) {
			_, services := live(t, v.IDL, recorded)
			conn := connect(t, serveLive(t, services))
			conn.Write([]byte(rpch.Magic))
			instead, other := insteads[v.Name]
			switch {
			case other:
				conn.Write(unhex(t, v.RequestHex))
				h, name, data := readReply(t, conn)
				if instead.text == "=" {
					if h.Kind == rpch.KindError && v.Name != "error_return_utf8_node_bug" {
						t.Errorf("answered %q; but %s", data, instead.why)
					}
				} else if h.Kind != rpch.KindError || len(name) > 0 || len(data) > 127 || !strings.Contains(string(data), instead.text) {
					t.Errorf("kind %d, %q; but %s", h.Kind, data, instead.why)
				}
			case len(v.Events) > 0:
				for _, e := range v.Events {
					if b := unhex(t, e[1]); e[0] == "C" {
						conn.Write(b)
					} else {
						expect(t, conn, b)
					}
				}
			default:
				conn.Write(unhex(t, v.RequestHex))
				expect(t, conn, unhex(t, v.ResponseHex))
			}
			if v.Name == "string_utf8_node_client_bug" || v.Name == "wide_message_node_to_node_nonascii" {
				return // what is left over is no request line
			}
			stillServes(t, conn, services)
		})
	}
}

// stillServes makes an unknown call, which every server of ours answers.
func stillServes(t *testing.T, conn net.Conn, _ []*wire.Service) {
	t.Helper()
	conn.Write([]byte("X Y 0 77\r\n"))
	for {
		h, _, data := readReply(t, conn)
		if h.Seq == 77 {
			if h.Kind != rpch.KindError || string(data) != "no method X.Y" {
				t.Errorf("kind %d, %q", h.Kind, data)
			}
			return
		}
	}
}

func connect(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	return conn
}

func serveLive(t *testing.T, services []*wire.Service, opts ...wire.Option) string {
	t.Helper()
	server := wire.NewServer(append(opts, wire.WithProtocols(rpch.Protocol()))...)
	for _, s := range services {
		if err := server.Register(s, nil); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

func expect(t *testing.T, r io.Reader, want []byte) {
	t.Helper()
	got := make([]byte, len(want))
	if n, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("got  %x (%v)\nwant %x", got[:n], err, want)
	}
}

func readReply(t *testing.T, r io.Reader) (h rpch.ResponseHead, name, data []byte) {
	t.Helper()
	b := make([]byte, rpch.ResponseHeadSize)
	if _, err := io.ReadFull(r, b); err != nil {
		t.Fatalf("no answer: %v", err)
	}
	h, _, _ = rpch.ParseResponseHead(b, 1<<32-1)
	body := make([]byte, int(h.NameLen)+int(h.DataLen))
	if _, err := io.ReadFull(r, body); err != nil {
		t.Fatal(err)
	}
	return h, body[:h.NameLen], body[h.NameLen:]
}
