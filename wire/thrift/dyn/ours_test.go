package dyn

import (
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/wire/thrift"
)

// TestRowsOfOurs says what our own runtime makes of the rows that the originals
// were given, where it isn't what all of them do.
func TestRowsOfOurs(t *testing.T) {
	idl, err := os.ReadFile("testdata/peers/peers.thrift")
	if err != nil {
		t.Fatal(err)
	}
	s := contract(t, string(idl))
	want := map[string]string{ // of both protocols, or binary | compact
		"an enum's number without a name":      "(6:7)",
		"the same in a list":                   "(7:[0 7 1])",
		"an element twice":                     "error",
		"a key twice":                          "error",
		"text of one bad byte":                 "error",
		"a list where a set is":                "(3:1)",
		"i64 elements for i32":                 "error | (12:[1 2])",
		"long i64 elements for i32":            "error",
		"i32 elements for i64":                 "error | (13:[1 -2])",
		"i32 elements for i16":                 "error",
		"i8 elements for bool":                 "error",
		"no elements of another type":          "(12:[])",
		"two members of a union":               "error",
		"no member of a union":                 "(3:9 10:())",
		"an unknown member of a union":         "(3:9 10:())",
		"required text is missing":             "error",
		"a required enum without a name":       "(1:s 2:0 3:7)",
		"a call":                               "Get(1:5)",
		"an argument of another type":          "Get(1:0)",
		"an unknown method":                    "error answered",
		"a service's name before the method's": "Get(1:5)",
		"a call of a oneway method":            "O(1:s6d) and no reply",
		"a oneway call":                        "O(1:s6d) and no reply",
		"a oneway call of another method":      "Get(1:5)",
		"a reply as a request":                 "closed unanswered",
		"arguments that lack what is required": "error answered",
		"an error that isn't declared":         "error 5",
		"a result and an error":                "error 7",
		"an application exception":             "error 6",
		"neither":                              "error 5",
		"no list":                              "error 5",
		"void, and a result":                   "ok",
		"the sequence id of another call":      "error 4",
		"the name of another method":           "error 3",
		"an optional field with its default":   "0800130000000500 | 05260a00",
		"required fields that nobody set":      "error",
		"a union that nobody set":              "00",
		"a oneway request":                     "80010004000000014f000000010b0001000000016d00 | 828101014f18016d00",
	}
	for _, r := range rows {
		text, listed := want[r.name]
		if !listed {
			continue
		}
		delete(want, r.name)
		in := strings.Split(text, " | ")
		for i, p := range protocols {
			if got := r.play(t, s, Rpcctl(p)); got != in[min(i, len(in)-1)] {
				t.Errorf("%s, %s: %s, want %s", r.name, p, got, in[min(i, len(in)-1)])
			}
		}
	}
	for name := range want {
		t.Errorf("no row %s", name)
	}
	get := method(t, s, "S.Get")
	for _, name := range []string{"S:Get", "Get"} { // some servers answer under the name that they were called by
		w := thrift.NewWriter(thrift.Binary, nil)
		call(thrift.Reply, name, func(w *thrift.Writer) { text(w, 0, "ok") })(&w)
		if r, _, err := Rpcctl(thrift.Binary).Receive(get, w.Bytes()); outcome(r, err) != `(1:"ok")` {
			t.Errorf("%s: %v", name, err)
		}
	}
}
