package dyn

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// vector is one recording of the original implementations.
type vector struct {
	Name         string   `json:"name"`
	IDL          string   `json:"idl"`
	RequestHex   string   `json:"request_hex"`
	ResponseHex  string   `json:"response_hex"`
	RequestFrom  []string `json:"request_from"`
	ResponseFrom []string `json:"response_from"`
	ServerCloses bool     `json:"server_closes"`
}

// call is what a recording's first call means.
type call struct {
	method string
	args   list   // by place; a stream is nil
	result any    // nil: none
	fails  string // the handler's error text
	failed bool
	// what the server sees, and the client gets, where it isn't args and result
	served   map[string]string // profile → outcome
	received map[string]string
	more     bool // the recording goes on after the first call
}

var (
	wide      = rec{1: int64(1), 2: uint64(2), 3: int64(3), 4: uint64(4), 5: int64(5), 6: uint64(6), 7: int64(7), 8: uint64(8), 9: 0.5, 10: 0.25, 11: "s"}
	wideEdges = rec{1: int64(-1), 2: uint64(255), 3: int64(-2), 4: uint64(65535), 5: int64(-3), 6: uint64(4294967295), 7: int64(-9007199254740993), 8: uint64(1<<64 - 1), 9: float64(float32(0.1)), 10: 0.1, 11: "a<b>&\"é"}
	saturated = rec{1: int64(-1), 2: uint64(255), 3: int64(-2), 4: uint64(65535), 5: int64(-3), 6: uint64(2147483647), 7: int64(-2147483648), 8: uint64(2147483647), 9: float64(float32(0.1)), 10: 0.1, 11: "a<b>&\"é"}
)

// nodeEdges is what a Node program held: 0.1, and integers as doubles.
func nodeEdges() rec {
	r := rec{}
	for n, v := range wideEdges {
		r[n] = v
	}
	r[9] = 0.1
	return r
}

var calls = map[string]call{
	"add_two_int32":  {method: "Add", args: list{int64(1), int64(2)}, result: int64(3)},
	"int8_min":       {method: "Eint8", args: list{int64(-128)}, result: int64(-128)},
	"int16_neg":      {method: "Eint16", args: list{int64(-2)}, result: int64(-2)},
	"int32_order":    {method: "Eint32", args: list{int64(0x01020304)}, result: int64(0x01020304)},
	"uint8_max":      {method: "Euint8", args: list{uint64(255)}, result: uint64(255)},
	"uint32":         {method: "Euint32", args: list{uint64(4294967294)}, result: uint64(4294967294)},
	"float64":        {method: "Efloat64", args: list{-2.5}, result: -2.5},
	"string":         {method: "Estring", args: list{"hello"}, result: "hello"},
	"string_empty":   {method: "Estring", args: list{""}, result: ""},
	"void_noarg":     {method: "Ping"},
	"noarg_int32":    {method: "NoArg", result: int64(7)},
	"void_onearg":    {method: "Sink", args: list{"x"}},
	"all_int_widths": {method: "AllInts", args: list{int64(-1), uint64(2), int64(-3), uint64(4), int64(-5), uint64(6), int64(-7), uint64(8)}, result: int64(8)},
	"error_return":   {method: "Fail", args: list{"bad thing"}, fails: "bad thing", failed: true},
	"uint64_go": {method: "Euint64", args: list{uint64(0x0102030405060708)}, result: uint64(0x0102030405060708),
		served: map[string]string{"node": "{1:72623859790382848}"}, received: map[string]string{"node": "{1:72623859790382848}"}},
	"uint64_node_server_rounds": {method: "Euint64", args: list{uint64(0x0102030405060708)}, result: uint64(0x0102030405060708),
		served: map[string]string{"node": "{1:72623859790382848}"}, received: all("{1:72623859790382848}")},
	"uint64_max_node_server_closes": {method: "Euint64", args: list{uint64(1<<64 - 1)}, result: float64(1 << 64),
		served: map[string]string{"node": "{1:1.8446744073709552e+19}"}},
	"int32_overflow_node_server_closes": {method: "Add", args: list{int64(-1), int64(-2147483648)}, result: int64(-2147483649)},
	"message_arg_go":                    {method: "Swap", args: list{rec{1: int64(1), 2: int64(-2)}}, result: rec{1: int64(-2), 2: int64(1)}},
	"message_arg_c":                     {method: "Swap", args: list{rec{1: int64(1), 2: int64(-2)}}, result: rec{1: int64(-2), 2: int64(1)}},
	"two_messages_go":                   {method: "Dot", args: list{rec{1: int64(1), 2: int64(2)}, rec{1: int64(3), 2: int64(4)}}, result: int64(11)},
	"nested_message_go": {method: "EchoOuter", args: list{rec{1: "n", 2: rec{1: int64(3), 2: int64(4)}}},
		result: rec{1: "n", 2: rec{1: int64(3), 2: int64(4)}}},
	"wide_message_go": {method: "EchoWide", args: list{wide}, result: wide},
	"wide_message_c_request_to_go_server": {method: "EchoWide", args: list{wideEdges}, result: wide,
		served: map[string]string{"go": "closed", "node": show(rec{1: cEdges()}), "c": show(rec{1: saturated}), "rpcctl": "error"}},
	"wide_message_c_server_saturates": {method: "EchoWide", args: list{wideEdges}, result: saturated,
		served: map[string]string{"c": show(rec{1: saturated}), "node": show(rec{1: nodeSees()})}, received: map[string]string{"node": show(nodeSaturated())}},
	"wide_message_node_to_node_nonascii": {method: "EchoWide", args: list{nodeEdges()}, result: wide,
		served: map[string]string{"node": "closed", "go": "closed", "rpcctl": "error", "c": show(rec{1: uninitialised(11)})}},
	"string_utf8_node_client_bug": {method: "Estring", args: list{"é错"}, result: "é", served: all(`{1:"é"}`)},
	"string_utf8_node_server_bug": {method: "Estring", args: list{"é错"}, result: "é错", received: all(`{1:"é"}`)},
	"string_with_nul_c_server": {method: "Estring", args: list{"a\x00b"}, result: "a\x00b",
		served: map[string]string{"c": `{1:"a"}`}, received: all(`{1:"a"}`)},
	"error_return_empty":            {method: "Fail", args: list{""}, failed: true},
	"error_return_utf8":             {method: "Fail", args: list{"utf8"}, fails: "é错误", failed: true},
	"error_return_utf8_node_bug":    {method: "Fail", args: list{"utf8"}, fails: "é错误", failed: true},
	"error_return_long_c_truncates": {method: "Fail", args: list{"long"}, fails: strings.Repeat("x", 500), failed: true},
	"handler_panic_go":              {method: "Fail", args: list{"panic"}},
	"three_calls_one_conn":          {method: "Add", args: list{int64(1), int64(2)}, result: int64(3), more: true},
	"stream_ret_istream":            {method: "RetI", args: list{"hello world"}, more: true},
	"stream_ret_istream_empty":      {method: "RetI", args: list{""}, more: true},
	"stream_ret_error":              {method: "RetI", args: list{"fail"}, fails: "no such", failed: true, more: true},
	"stream_ret_ostream":            {method: "RetO", args: list{"x"}, more: true},
	"stream_open_read_write_close":  {method: "RetIO", args: list{"data"}, more: true},
	"stream_arg_istream":            {method: "ArgI", args: list{nil, "read"}, result: int64(5), more: true},
	"stream_arg_istream_empty":      {method: "ArgI", args: list{nil, "read"}, result: int64(0), more: true},
	"stream_arg_ostream":            {method: "ArgO", args: list{"abc|de", nil}, result: int64(6), more: true},
	"stream_arg_ostream_error":      {method: "ArgO", args: list{"x|fail", nil}, fails: "argo failed", failed: true, more: true},
	"stream_arg_iostream":           {method: "ArgIO", args: list{nil}, result: int64(4), more: true},
}

// faults are recordings of requests that no client of the contract sends.
var faults = map[string]map[string]string{
	"unknown_method":       {"go": "closed", "node": "closed", "c": "closed", "rpcctl": "error"},
	"wrong_arg_count":      {"go": "closed", "node": "closed", "c": "error", "rpcctl": "error"},
	"wrong_arg_count_c":    {"go": "closed", "node": "closed", "c": "error", "rpcctl": "error"},
	"unknown_message_name": {"go": "closed", "node": "closed", "c": "error", "rpcctl": "error"},
}

func all(outcome string) map[string]string {
	return map[string]string{"go": outcome, "node": outcome, "c": outcome, "rpcctl": outcome}
}

// cEdges is what Node reads of C's doubles; nodeSees what it reads of exact numbers.
func cEdges() rec {
	r := nodeSees()
	r[7] = int64(-9007199254740990)
	r[9] = 0.10000000149011612
	return r
}

func nodeSees() rec {
	r := nodeEdges()
	r[7], r[8] = int64(-9007199254740992), float64(1<<64)
	return r
}

func nodeSaturated() rec {
	r := rec{}
	for n, v := range saturated {
		r[n] = v
	}
	r[9] = 0.10000000149011612
	return r
}

func uninitialised(n int) rec {
	r := rec{}
	for i := range n {
		r[i+1] = schema.Undefined{}
	}
	return r
}

func TestVectors(t *testing.T) {
	b, err := os.ReadFile("../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != 51 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			c, isCall := calls[v.Name]
			want, isFault := faults[v.Name]
			switch {
			case v.Name == "handshake":
				if hex.EncodeToString([]byte(rpch.Magic)) != v.RequestHex {
					t.Errorf("%x", rpch.Magic)
				}
			case v.Name == "stream_arg_istream_100000_chunking":
				if v.RequestHex != "" {
					t.Error("it has bytes now: hold the codec to them")
				}
			case isFault:
				s := contract(t, v.IDL)
				for _, p := range Peers() {
					_, args, err := p.Serve(s, unhex(t, v.RequestHex))
					if got := outcome(args, err); got != want[p.Name()] {
						t.Errorf("%s: %s, want %s", p.Name(), got, want[p.Name()])
					}
				}
			case isCall:
				checkCall(t, v, c)
			default:
				t.Error("nothing is held to this recording")
			}
		})
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

func checkCall(t *testing.T, v vector, c call) {
	s := contract(t, v.IDL)
	m := method(t, s, c.method)
	request, response := unhex(t, v.RequestHex), unhex(t, v.ResponseHex)
	args, streams := rec{}, false
	for i, a := range c.args {
		if a == nil {
			streams = true
			continue
		}
		args[i+1] = a
	}
	streams = streams || m.StreamOut() != nil
	result := rec{}
	if r, ok := c.result.(rec); ok {
		result = r
	} else if c.result != nil {
		result = rec{1: c.result}
	}
	same := func(what string, p Peer, got, want []byte, err error) {
		t.Helper()
		if err != nil || string(got) != string(want) && !(c.more && strings.Contains(string(want), string(got))) {
			t.Errorf("%s: %s wrote\n%x (%v), recorded\n%x", what, p.Name(), got, err, want)
		}
	}
	for _, p := range Peers() {
		if streams && !p.streams() {
			continue
		}
		recorded := p.Name()
		if recorded == "rpcctl" && !strings.Contains(v.Name, "wide_message_c") { // we write what Go writes, but for HTML
			recorded = "go"
		}
		if slices.Contains(v.RequestFrom, recorded) {
			got, err := p.Request(m, args)
			same("request", p, got, request, err)
		}
		served, got, err := p.Serve(s, request)
		want := or(c.served[p.Name()], show(args))
		if o := outcome(got, err); o != want && !sameFloat(o, want) || err == nil && served != m {
			t.Errorf("served by %s: %s (%v), want %s", p.Name(), o, err, want)
		}
		if v.Name == "handler_panic_go" {
			continue
		}
		if slices.Contains(v.ResponseFrom, recorded) {
			switch {
			case v.ServerCloses && c.served[p.Name()] == "closed": // it never came so far
			case v.ServerCloses && p.Modelled():
				if got, err := p.Reply(m, result); outcome(nil, err) != "closed" {
					t.Errorf("reply of %s: %x (%v)", p.Name(), got, err)
				}
			case c.failed:
				got, err := p.replyText([]byte(c.fails))
				same("error", p, got, response, err)
			default:
				got, err := p.Reply(m, result)
				same("reply", p, got, response, err)
			}
		}
		if len(response) > 0 && m.StreamIn() == nil {
			got, _, err := p.Receive(m, response)
			want := or(c.received[p.Name()], show(result))
			if c.failed {
				want = "error"
			}
			if o := outcome(got, err); o != want {
				t.Errorf("received by %s: %s (%v), want %s", p.Name(), o, err, want)
			}
		}
	}
}

// sameFloat is for Node, which reads a float32 as the double that was written.
func sameFloat(a, b string) bool {
	return strings.ReplaceAll(a, "0.10000000149011612", "0.1") == strings.ReplaceAll(b, "0.10000000149011612", "0.1")
}
