package rpch_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// step is one call of a client, and what comes of it.
type step struct {
	method string
	args   rec
	up     []string // writes
	read   int      // bytes to be read between the writes and the end; -1: all
	got    string
	want   rec
	err    string // "": none, "-": empty text
}

func add(want any) []step {
	return []step{{method: "Add", args: rec{1: int64(1), 2: int64(2)}, want: rec{1: want}}}
}

func one(method string, arg, want any) []step {
	return []step{{method: method, args: rec{1: arg}, want: rec{1: want}}}
}

var plain5 = step{method: "Plain", args: rec{1: int64(5)}, want: rec{1: int64(5)}}

var wideEdges = rec{1: int64(-1), 2: uint64(255), 3: int64(-2), 4: uint64(65535), 5: int64(-3), 6: uint64(4294967295), 7: int64(-9007199254740993), 8: uint64(1<<64 - 1), 9: float64(float32(0.1)), 10: 0.1, 11: "a<b>&\"é"}
var saturated = rec{1: int64(-1), 2: uint64(255), 3: int64(-2), 4: uint64(65535), 5: int64(-3), 6: uint64(2147483647), 7: int64(-2147483648), 8: uint64(2147483647), 9: float64(float32(0.1)), 10: 0.1, 11: "a<b>&\"é"}
var wide = rec{1: int64(1), 2: uint64(2), 3: int64(3), 4: uint64(4), 5: int64(5), 6: uint64(6), 7: int64(7), 8: uint64(8), 9: 0.5, 10: 0.25, 11: "s"}

// scripts are the recordings' clients.
var scripts = map[string][]step{
	"add_two_int32": add(int64(3)),
	"int8_min":      one("Eint8", int64(-128), int64(-128)), "int16_neg": one("Eint16", int64(-2), int64(-2)),
	"int32_order": one("Eint32", int64(0x01020304), int64(0x01020304)), "uint8_max": one("Euint8", uint64(255), uint64(255)),
	"uint32": one("Euint32", uint64(4294967294), uint64(4294967294)), "float64": one("Efloat64", -2.5, -2.5),
	"string": one("Estring", "hello", "hello"), "string_empty": one("Estring", "", ""),
	"void_noarg": {{method: "Ping", want: rec{}}}, "noarg_int32": {{method: "NoArg", want: rec{1: int64(7)}}},
	"void_onearg":    {{method: "Sink", args: rec{1: "x"}, want: rec{}}},
	"all_int_widths": {{method: "AllInts", args: rec{1: int64(-1), 2: uint64(2), 3: int64(-3), 4: uint64(4), 5: int64(-5), 6: uint64(6), 7: int64(-7), 8: uint64(8)}, want: rec{1: int64(8)}}},
	"error_return":   {{method: "Fail", args: rec{1: "bad thing"}, err: "bad thing"}},
	"uint64_go":      one("Euint64", uint64(0x0102030405060708), uint64(0x0102030405060708)),
	// What Node and C damaged is damaged, and read as such.
	"uint64_node_server_rounds":         one("Euint64", uint64(0x0102030405060708), uint64(0x0102030405060700)),
	"uint64_max_node_server_closes":     {{method: "Euint64", args: rec{1: uint64(1<<64 - 1)}, err: "closed the connection"}},
	"int32_overflow_node_server_closes": {{method: "Add", args: rec{1: int64(-1), 2: int64(-2147483648)}, err: "closed the connection"}},
	"message_arg_go":                    {{method: "Swap", args: rec{1: rec{1: int64(1), 2: int64(-2)}}, want: rec{1: int64(-2), 2: int64(1)}}},
	"two_messages_go":                   {{method: "Dot", args: rec{1: rec{1: int64(1), 2: int64(2)}, 2: rec{1: int64(3), 2: int64(4)}}, want: rec{1: int64(11)}}},
	"nested_message_go":                 {{method: "EchoOuter", args: rec{1: rec{1: "n", 2: rec{1: int64(3), 2: int64(4)}}}, want: rec{1: "n", 2: rec{1: int64(3), 2: int64(4)}}}},
	"wide_message_go":                   {{method: "EchoWide", args: rec{1: wide}, want: wide}},
	"wide_message_c_server_saturates":   {{method: "EchoWide", args: rec{1: wideEdges}, want: saturated}},
	"string_utf8_node_server_bug":       one("Estring", "é错", "é"),
	"string_with_nul_c_server":          one("Estring", "a\x00b", "a"),
	"error_return_empty":                {{method: "Fail", args: rec{1: ""}, err: "-"}},
	"error_return_utf8":                 {{method: "Fail", args: rec{1: "utf8"}, err: "é错误"}},
	"error_return_utf8_node_bug":        {{method: "Fail", args: rec{1: "utf8"}, err: "é"}},
	"error_return_long_c_truncates":     {{method: "Fail", args: rec{1: "long"}, err: strings.Repeat("x", 127)}},
	"handler_panic_go":                  {{method: "Fail", args: rec{1: "panic"}, err: "closed the connection"}},
	"three_calls_one_conn":              {add(int64(3))[0], {method: "Fail", args: rec{1: "bad thing"}, err: "bad thing"}, add(int64(3))[0]},
	"stream_ret_istream":                {{method: "RetI", args: rec{1: "hello world"}, read: -1, got: "hello world"}, plain5},
	"stream_ret_istream_empty":          {{method: "RetI", args: rec{1: ""}, read: -1}, plain5},
	"stream_ret_error":                  {{method: "RetI", args: rec{1: "fail"}, err: "no such"}, plain5},
	"stream_ret_ostream":                {{method: "RetO", args: rec{1: "x"}, up: []string{"abc", "defgh"}}, plain5},
	"stream_open_read_write_close":      {{method: "RetIO", args: rec{1: "data"}, up: []string{"hello"}, read: 4, got: "data"}, plain5},
	"stream_arg_istream":                {{method: "ArgI", args: rec{2: "read"}, up: []string{"hello"}, want: rec{1: int64(5)}}, plain5},
	"stream_arg_istream_empty":          {{method: "ArgI", args: rec{2: "read"}, want: rec{1: int64(0)}}, plain5},
	"stream_arg_ostream":                {{method: "ArgO", args: rec{1: "abc|de"}, read: -1, got: "abcde", want: rec{1: int64(6)}}, plain5},
	"stream_arg_ostream_error":          {{method: "ArgO", args: rec{1: "x|fail"}, read: -1, got: "xfail", err: "argo failed"}, plain5},
	"stream_arg_iostream":               {{method: "ArgIO", up: []string{"ping"}, read: -2, got: "got:ping", want: rec{1: int64(4)}}, plain5},
}

// notOurs are recordings of requests that no client of the contract makes.
var notOurs = map[string]string{
	"unknown_method": "there is no such method", "wrong_arg_count": "generated code can't", "wrong_arg_count_c": "generated code can't", "unknown_message_name": "generated code can't",
}

// TestVectorsClient holds our client to the bytes of the original's in Go, and to
// reading what the originals answer.
func TestVectorsClient(t *testing.T) {
	for _, v := range vectors(t) {
		if v.IDL == "" || v.RequestHex == "" || !slices.Contains(v.RequestFrom, "go") {
			continue
		}
		script, ok := scripts[v.Name]
		if _, isnt := notOurs[v.Name]; isnt == ok {
			t.Errorf("%s: neither a script nor a reason", v.Name)
			continue
		}
		if !ok {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			methods, _ := live(t, v.IDL, nil)
			client, done := replay(t, v)
			for _, s := range script {
				s.run(t, client, methods[s.method])
			}
			client.Close()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// replay plays the recorded server: it wants the recorded bytes before it answers.
func replay(t *testing.T, v vector) (*wire.ClientConn, chan error) {
	t.Helper()
	events := v.Events
	if events == nil {
		events = [][2]string{{"C", v.RequestHex}, {"S", v.ResponseHex}}
	}
	switch v.Name {
	case "three_calls_one_conn":
		events = threeCalls(t, v)
	case "wide_message_c_server_saturates":
		// Go's JSON escapes < > &, which no peer needs; ours is 15 bytes shorter.
		b := unhex(t, v.RequestHex)
		for long, short := range map[string]string{`\u003c`: "<", `\u003e`: ">", `\u0026`: "&"} {
			b = bytes.Replace(b, []byte(long), []byte(short), 1)
		}
		b = bytes.Replace(b, []byte("\x02\x00\x04\x00\xa7"), []byte("\x02\x00\x04\x00\x98"), 1)
		events[0][1] = hex.EncodeToString(b)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		defer l.Close()
		conn, err := l.Accept()
		if err != nil {
			done <- err
			return
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		want := []byte(rpch.Magic)
		for _, e := range events {
			b, _ := hex.DecodeString(e[1])
			if e[0] == "S" {
				conn.Write(b)
				continue
			}
			want = append(want, b...)
			got := make([]byte, len(want))
			if n, err := io.ReadFull(conn, got); err != nil || !bytes.Equal(got, want) {
				done <- fmt.Errorf("sent %q (%v)\nwant %q", got[:n], err, want)
				return
			}
			want = nil
		}
		if !v.ServerCloses {
			if n, err := conn.Read(make([]byte, 1)); n != 0 || err != io.EOF {
				done <- fmt.Errorf("then it sent more: %v", err)
				return
			}
		}
		done <- nil
	}()
	client, err := wire.Dial(t.Context(), "tcp", l.Addr().String(), rpch.Protocol())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client, done
}

// threeCalls cuts the recording of three calls in a row into turns.
func threeCalls(t *testing.T, v vector) [][2]string {
	t.Helper()
	req, resp := unhex(t, v.RequestHex), unhex(t, v.ResponseHex)
	cut1, cut2 := bytes.Index(req, []byte("T Fail")), bytes.LastIndex(req, []byte("T Add"))
	a := 16 + 5 + 4
	b := a + 16 + len("bad thing")
	h := hex.EncodeToString
	return [][2]string{{"C", h(req[:cut1])}, {"S", h(resp[:a])}, {"C", h(req[cut1:cut2])}, {"S", h(resp[a:b])}, {"C", h(req[cut2:])}, {"S", h(resp[b:])}}
}

func (s step) run(t *testing.T, client wire.Conn, m *wire.Method) {
	t.Helper()
	c := &wire.Call{Method: m, Args: m.NewArgs(), Result: m.NewResult()}
	c.Args.(*liveArgs).values = s.args
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	err := client.Invoke(ctx, c)
	if err == nil && c.Stream != nil {
		for _, text := range s.up {
			if n, err := io.WriteString(c.Stream, text); n != len(text) || err != nil {
				t.Errorf("%s: wrote %d, %v", s.method, n, err)
			}
		}
		var got []byte
		switch {
		case s.read == -2: // the server answers when the client has ended
			c.Stream.CloseSend()
			got, _ = io.ReadAll(c.Stream)
		case s.read == -1:
			got, _ = io.ReadAll(c.Stream)
		default:
			got = make([]byte, s.read)
			io.ReadFull(c.Stream, got)
		}
		if string(got) != s.got {
			t.Errorf("%s: read %q, want %q", s.method, got, s.got)
		}
		var result any
		if s.want != nil {
			result = c.Result
		}
		err = c.Stream.Finish(result)
	}
	switch {
	case s.err == "-":
		if st := wire.StatusOf(err); err == nil || st.Code != wire.Unknown || st.Message != "" {
			t.Errorf("%s: %v", s.method, err)
		}
	case s.err != "":
		if err == nil || !strings.Contains(err.Error(), s.err) {
			t.Errorf("%s: %v, want %q", s.method, err, s.err)
		}
	case err != nil:
		t.Errorf("%s: %v", s.method, err)
	case s.want != nil:
		if got := c.Result.(*liveResult).values; !reflect.DeepEqual(got, s.want) {
			t.Errorf("%s: %v, want %v", s.method, got, s.want)
		}
	}
}
