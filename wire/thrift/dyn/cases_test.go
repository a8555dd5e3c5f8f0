package dyn

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// cell is one run of a public case: what one side wrote, and what the other reads.
type cell struct {
	what  string // M, request, reply, or the number of an error that is thrown
	newer bool   // the new side wrote, and the old one reads
	wrote rec
	hex   string            // what the binary protocol's struct has; "" where the case doesn't say
	reads string            // by Apache's Go
	peers map[string]string // by others, where they differ
}

// cases are the public cases of Thrift, by their ids: contracts stand in
// testdata/cases/thrift, and what each says was executed once with code that
// Apache's compiler 0.17 generated for Go.
var cases = map[string][]cell{
	"T01": { // an optional field is removed
		{what: "M", wrote: rec{1: "x", 2: "y"}, hex: "0b0001000000017 80b000200000001 79 00", reads: `(1:"x")`},
		{what: "M", newer: true, wrote: rec{1: "x"}, reads: `(1:"x")`},
	},
	"T02": { // a required field is added
		{what: "M", wrote: rec{1: "x"}, reads: "error"},
		{what: "M", newer: true, wrote: rec{1: "x", 2: "y"}, reads: `(1:"x")`},
	},
	"T03": { // a required field becomes optional
		{what: "M", wrote: rec{1: "x"}, reads: `(1:"x")`},
		{what: "M", newer: true, wrote: rec{1: "x"}, reads: `(1:"x")`},
		{what: "M", newer: true, wrote: rec{}, hex: "00", reads: "error"},
	},
	"T05": { // a typedef is introduced: identical bytes
		{what: "M", wrote: rec{1: int64(7)}, hex: "0a0001 0000000000000007 00", reads: "(1:7)"},
		{what: "M", newer: true, wrote: rec{1: int64(7)}, hex: "0a0001 0000000000000007 00", reads: "(1:7)"},
	},
	"T06": { // i32 becomes i64: silent loss both ways
		{what: "M", wrote: rec{1: int64(7)}, hex: "080001 00000007 00", reads: "()"},
		{what: "M", newer: true, wrote: rec{1: int64(7)}, reads: "()"},
	},
	"T08": { // request and response are swapped: silent loss
		{what: "request", wrote: rec{1: rec{1: "bob"}}, hex: "0c0001 0b0001 00000003 626f62 00 00", reads: "(1:())"},
		{what: "request", newer: true, wrote: rec{1: rec{1: int64(5)}}, reads: "(1:())"},
		{what: "reply", wrote: rec{1: int64(5)}, reads: "()"},
		{what: "reply", newer: true, wrote: rec{1: "bob"}, reads: "()"},
	},
	"T09": { // a method throws one more: neither a result nor an error, or a missing result
		{what: "1", newer: true, wrote: rec{1: "no"}, reads: `E1(1:"no")`},
		{what: "2", newer: true, wrote: rec{1: "no"}, hex: "0c0002 0b0001 00000002 6e6f 00 00", reads: "()", peers: map[string]string{"java": "error", "cpp": "error", "rpcctl": "error"}},
		{what: "1", wrote: rec{1: "no"}, reads: `E1(1:"no")`},
	},
	"T11": { // an enum's value is added
		{what: "M", newer: true, wrote: rec{1: int64(1)}, reads: "(1:1)", peers: map[string]string{"java": "()"}},
		{what: "M", wrote: rec{1: int64(0)}, reads: "(1:0)"},
	},
	"T12": { // i32 becomes an enum: identical bytes both ways
		{what: "M", wrote: rec{1: int64(1)}, hex: "080001 00000001 00", reads: "(1:1)"},
		{what: "M", newer: true, wrote: rec{1: int64(1)}, hex: "080001 00000001 00", reads: "(1:1)"},
		{what: "M", wrote: rec{1: int64(7)}, reads: "(1:7)", peers: map[string]string{"java": "()"}},
	},
	"T14": { // a list becomes a set: skipped, silent loss
		{what: "M", wrote: rec{1: list{"a"}}, hex: "0f0001 0b 00000001 00000001 61 00", reads: "()"},
		{what: "M", newer: true, wrote: rec{1: list{"a"}}, hex: "0e0001 0b 00000001 00000001 61 00", reads: "()"},
	},
	"T15": { // string becomes binary: the same bytes
		{what: "M", wrote: rec{1: "hi"}, hex: "0b0001 00000002 6869 00", reads: "(1:x6869)"},
		{what: "M", newer: true, wrote: rec{1: []byte("hi")}, hex: "0b0001 00000002 6869 00", reads: `(1:"hi")`},
		{what: "M", newer: true, wrote: rec{1: []byte{0xFF}}, reads: `(1:"\xff")`, peers: map[string]string{"java": "(1:\"\uFFFD\")", "rpcctl": "error"}},
	},
	"T17": { // an argument's i32 becomes a string: silent loss
		{what: "request", wrote: rec{1: int64(7)}, hex: "080001 00000007 00", reads: "()"},
		{what: "request", newer: true, wrote: rec{1: "7"}, reads: "()"},
	},
	"T18": { // a method becomes oneway: its old client waits for a reply that never comes
		{what: "request", wrote: rec{1: "m"}, reads: `(1:"m")`},
		{what: "reply", newer: true, wrote: rec{}, reads: "closed"},
		{what: "request", newer: true, wrote: rec{1: "m"}, reads: `(1:"m")`},
		{what: "reply", wrote: rec{}, reads: "closed", peers: map[string]string{"rpcctl": "()"}},
	},
	"T20": { // a default changes: what is written is always there, and read as it is
		{what: "M", wrote: rec{1: int64(3)}, hex: "080001 00000003 00", reads: "(1:3)"},
		{what: "M", newer: true, wrote: rec{1: int64(5)}, hex: "080001 00000005 00", reads: "(1:5)"},
	},
}

func TestCases(t *testing.T) {
	dirs, _ := filepath.Glob("../../../testdata/cases/thrift/T*")
	seen := map[string]bool{}
	run := 0
	for _, dir := range dirs {
		id, _, _ := strings.Cut(filepath.Base(dir), "-")
		seen[id] = true
		if len(cases[id]) == 0 {
			t.Errorf("nothing is run for %s", id)
		}
		t.Run(id, func(t *testing.T) {
			older, newer := caseContract(t, dir, "old"), caseContract(t, dir, "new")
			for _, c := range cases[id] {
				for _, p := range protocols {
					for _, peer := range Peers(p) {
						w, r := older, newer
						if c.newer {
							w, r = newer, older
						}
						c.run(t, peer, w, r)
						run++
					}
				}
			}
		})
	}
	for id := range cases {
		if !seen[id] {
			t.Errorf("no contracts of %s", id)
		}
	}
	t.Logf("%d cases, %d runs", len(seen), run)
}

func caseContract(t *testing.T, dir, side string) *schema.Schema {
	text, err := os.ReadFile(filepath.Join(dir, side+".thrift"))
	if err != nil {
		t.Fatal(err)
	}
	return contract(t, string(text))
}

func (c cell) run(t *testing.T, peer Peer, w, r *schema.Schema) {
	t.Helper()
	want := c.reads
	if other, differs := c.peers[peer.Name()]; differs {
		want = other
	}
	b, got := c.carry(t, peer, w, r)
	if got != want {
		t.Errorf("%s %s, newer %v: %s is read from %x as %s, want %s", peer.protocol, peer.Name(), c.newer, show(c.wrote), b, got, want)
	}
	if text := strings.ReplaceAll(c.hex, " ", ""); text != "" && peer.protocol == thrift.Binary && !strings.HasSuffix(hex.EncodeToString(b), text) {
		t.Errorf("%s wrote %x, want %s", peer.Name(), b, text)
	}
}

func (c cell) carry(t *testing.T, peer Peer, w, r *schema.Schema) (b []byte, got string) {
	t.Helper()
	wrote := func(bytes []byte, err error) {
		if b = bytes; err != nil {
			t.Fatalf("%s %s: %v", peer.Name(), show(c.wrote), err)
		}
	}
	if c.what == "M" {
		wrote(peer.Write(message(t, w, "M"), c.wrote))
		return b, outcome(peer.Read(message(t, r, "M"), b))
	}
	from, to := w.Packages[0].Services[0].Methods[0], r.Packages[0].Services[0].Methods[0]
	if c.what == "request" {
		wrote(peer.Request(from, c.wrote))
		ran, args, err := peer.Serve(r, b)
		if err == nil && ran != to {
			t.Fatalf("%s runs", ran.FullName())
		}
		return b, outcome(args, err)
	}
	if c.what == "reply" {
		wrote(peer.Reply(from, c.wrote))
	}
	for _, e := range from.Errors {
		if c.what == string(rune('0'+e.Number)) {
			wrote(peer.ReplyError(from, e, c.wrote))
		}
	}
	result, e, err := peer.Receive(to, b)
	if e != nil {
		return b, e.Target.Name + show(result)
	}
	return b, outcome(result, err)
}
