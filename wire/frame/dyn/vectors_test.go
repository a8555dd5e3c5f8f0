package dyn

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
)

type (
	rec  = schema.Record
	list = []any
	ent  = []schema.Entry
)

// written are the values whose bytes stand in the vectors.
var written = []struct {
	name, message string
	value         rec
}{
	{"the example of the page", "Page", rec{1: int64(7), 2: "hi", 3: int64(5)}},
	{"the other member", "Page", rec{1: int64(-1), 2: "", 4: "t", 6: int64(0)}},
	{"no member, zeros", "Page", rec{}},
	{"no fields", "Empty", rec{}},
	{"number order, not source order", "Point", rec{1: int64(1), 2: int64(2)}},
	{"scalars at zero", "Scalars", rec{}},
	{"scalars at their largest", "Scalars", rec{1: true, 2: int64(127), 3: int64(32767), 4: int64(math.MaxInt32), 5: int64(math.MaxInt64), 6: uint64(255), 7: uint64(65535), 8: uint64(math.MaxUint32), 9: uint64(math.MaxUint64), 10: float64(math.MaxFloat32), 11: math.MaxFloat64, 12: "é错😀", 13: []byte{0, 255}, 14: int64(2), 15: int64(5)}},
	{"scalars at their smallest", "Scalars", rec{1: false, 2: int64(-128), 3: int64(-32768), 4: int64(math.MinInt32), 5: int64(math.MinInt64), 10: math.SmallestNonzeroFloat32, 11: math.SmallestNonzeroFloat64, 12: "\x00", 14: int64(math.MinInt32), 15: int64(-3)}},
	{"floats without a number", "Scalars", rec{10: math.Inf(-1), 11: math.NaN()}},
	{"minus zero", "Scalars", rec{10: math.Copysign(0, -1), 11: math.Copysign(0, -1)}},
	{"an open enum's unknown number", "Scalars", rec{14: int64(77)}},
	{"optional, all absent", "Opt", rec{}},
	{"optional, all zero", "Opt", rec{1: int64(0), 2: "", 3: false, 4: rec{1: int64(0), 2: int64(0)}, 5: list{}, 6: int64(0), 7: []byte{}, 8: list{uint64(0), uint64(0)}, 9: ent{}}},
	{"optional, all set", "Opt", rec{1: int64(1), 2: "x", 3: true, 4: rec{1: int64(3), 2: int64(4)}, 5: list{int64(-2)}, 6: int64(1), 7: []byte{9}, 8: list{uint64(1), uint64(2)}, 9: ent{{Key: "k", Value: "v"}}}},
	{"optional, some", "Opt", rec{3: true, 7: []byte{1, 2}}},
	{"lists at zero", "Lists", rec{}},
	{"lists of fixed elements", "Lists", rec{1: list{int64(1), int64(-1)}, 5: list{uint64(1), uint64(2), uint64(3)}, 7: list{list{true, false}, list{false, true}}, 9: list{int64(2), int64(99)}, 10: list{list{uint64(1), uint64(2)}, list{uint64(3), uint64(4)}}}},
	{"lists of variable elements", "Lists", rec{2: list{"", "a", "bc"}, 3: list{rec{1: int64(1), 2: int64(2)}, rec{}}, 4: list{list{}, list{int64(1), int64(-1)}}, 6: list{"x", ""}, 8: list{ent{}, ent{{Key: uint64(1), Value: true}}}, 11: list{rec{}, rec{}}}},
	{"sets at zero", "Sets", rec{}},
	{"sets in the order of their bytes", "Sets", rec{1: list{int64(5), int64(-1), int64(0)}, 2: list{"b", "", "a", "aa"}, 3: list{true, false}, 4: list{int64(2), int64(1)}, 5: list{[]byte{2}, []byte{1, 9}}, 6: list{list{int64(1), int64(0)}, list{int64(0), int64(1)}}}},
	{"maps at zero", "Maps", rec{}},
	{"maps in the order of their keys", "Maps", rec{
		1: ent{{Key: int64(-1), Value: "minus"}, {Key: int64(1), Value: "one"}}, 2: ent{{Key: "b", Value: int64(2)}, {Key: "a", Value: int64(1)}},
		3: ent{{Key: true, Value: rec{1: int64(1)}}, {Key: false, Value: rec{}}}, 4: ent{{Key: int64(1), Value: list{int64(7)}}},
		5: ent{{Key: uint64(math.MaxUint64), Value: 0.5}}, 6: ent{{Key: "o", Value: ent{{Key: "i", Value: "x"}}}}, 7: ent{{Key: uint64(9), Value: list{int64(1), int64(2)}}}}},
	{"oneof: none", "Choice", rec{1: uint64(1), 7: "z"}},
	{"oneof: bool", "Choice", rec{1: uint64(1), 2: true, 7: "z"}},
	{"oneof: false is set", "Choice", rec{2: false}},
	{"oneof: list", "Choice", rec{3: list{int64(1), int64(2)}, 7: "z"}},
	{"oneof: empty list", "Choice", rec{3: list{}}},
	{"oneof: map", "Choice", rec{4: ent{{Key: "k", Value: int64(-5)}}}},
	{"oneof: message", "Choice", rec{5: rec{1: int64(1), 2: int64(2)}}},
	{"oneof: closed enum", "Choice", rec{6: int64(-3)}},
	{"oneof: fixed list", "Choice", rec{8: list{uint64(1), uint64(2)}}},
	{"oneof: bytes", "Choice", rec{9: []byte("x")}},
	{"oneof: empty message", "Choice", rec{10: rec{}, 7: "after"}},
	{"retired fields are zero whatever they are given", "Retired", rec{1: int64(5), 8: "x", 11: int64(3)}},
	{"what retired fields were", "Before", rec{1: int64(5), 2: int64(6), 3: "c", 4: rec{1: int64(1), 2: int64(2)}, 5: ent{{Key: "k", Value: int64(1)}}, 6: list{"f"}, 7: list{int64(7)}, 8: "h", 9: list{true}, 10: []byte{1}, 11: int64(3), 12: list{"a", "b"}}},
	{"a leaf", "Tree", rec{1: "leaf"}},
	{"a tree", "Tree", rec{1: "root", 2: rec{1: "l", 3: list{rec{1: "ll"}}}, 3: list{rec{1: "a"}, rec{1: "b", 2: rec{}}}}},
	{"a message within", "Holder", rec{1: rec{1: int64(1), 2: "s"}, 2: int64(2)}},
	{"a message within at zero", "Holder", rec{2: int64(2)}},
	{"before growth", "Small", rec{1: int64(1), 2: "s"}},
	{"after growth", "Big", rec{1: int64(1), 2: "s", 3: int64(3), 4: "t", 5: uint64(5), 7: "y", 8: rec{1: int64(8)}, 9: list{int64(9)}}},
}

// read are bytes that the codec doesn't write and must read, or refuse where value
// is "".
var read = []struct{ name, message, hex, value string }{
	{"short: fields of the growth are missing", "Big", "0000000b 0004 00000001 00000001 73", `{"1":1,"2":"s"}`},
	{"short: nothing at all", "Big", "00000002 0000", `{}`},
	{"short: fixed part alone", "Big", "00000006 0004 00000001", `{"1":1}`},
	{"short: variable part alone", "Small", "00000007 0000 00000001 73", `{"2":"s"}`},
	{"short: a oneof without its value's place", "Page", "0000000a 0008 00000007 00000003", `{"1":7}`},
	{"long: fields that Small doesn't know", "Small", "00000015 0008 00000001 00000002 00000001 73 00000002 0102", `{"1":1,"2":"s"}`},
	{"long: what is unknown isn't looked at", "Small", "0000000e 0004 00000001 00000001 73 ffffff", `{"1":1,"2":"s"}`},
	{"long: within", "Holder", "00000018 0004 00000002 0000000e 0004 00000001 00000001 73 ffffff", `{"1":{"1":1,"2":"s"},"2":2}`},
	{"sets in any order", "Sets", "0000000e 0000 00000008 00000002 00000001", `{"1":[2,1]}`},
	{"maps in any order", "Maps", "00000024 0000 0000001e 00000002 00000004 00000002 00000001 62 00000004 00000001 00000001 61", `{"1":[[2,"b"],[1,"a"]]}`},
	{"a member that is unknown is skipped", "Page", "00000018 000d 00000007 00000009 00 00000000 00000000 00000001 ff", `{"1":7,"2":""}`},
	{"a retired member reads as none", "Choice", "00000011 0005 01 0000000b 00000001 78 00000001 61", `{"1":1,"7":"a"}`},
	{"member 0 with bytes", "Choice", "00000011 0005 01 00000000 00000001 78 00000001 61", `{"1":1,"7":"a"}`},
	{"a zero that a closed enum doesn't name", "Choice", "0000000f 0005 00 00000006 00000004 00000000", `{"1":0,"6":0}`},
	{"retired fields hold what isn't right", "Retired", "00000019 000d ffffffff 77 ffffffff 00000003 00000001 ff 00000001 00", `{"11":3}`},
	{"a single byte in the variable part", "Opt", "00000012 000f 000000000000000000000000000000 ff", ""},
	{"no size", "Empty", "", ""},
	{"half a size", "Empty", "0000", ""},
	{"size 0", "Empty", "00000000", ""},
	{"size 1", "Empty", "00000001 00", ""},
	{"size over the end", "Empty", "00000003 0000", ""},
	{"bytes after the top message", "Empty", "00000002 0000 00", ""},
	{"fixed part over the end", "Empty", "00000002 0001", ""},
	{"a fixed field cut", "Small", "00000005 0003 000000", ""},
	{"an optional fixed field cut", "Opt", "00000006 0004 01000000", ""},
	{"a presence byte 2", "Opt", "00000007 0005 0200000000", ""},
	{"a bool 2", "Scalars", "00000003 0001 02", ""},
	{"a length cut", "Small", "00000009 0004 00000001 000000", ""},
	{"text cut", "Small", "0000000b 0004 00000001 00000002 73", ""},
	{"text that is not UTF-8", "Small", "0000000b 0004 00000001 00000001 ff", ""},
	{"half a surrogate", "Small", "0000000d 0004 00000001 00000003 eda080", ""},
	{"absent where nothing is optional", "Small", "0000000a 0004 00000001 ffffffff", ""},
	{"a closed enum's unknown number", "Choice", "0000000f 0005 00 00000006 00000004 00000002", ""},
	{"a oneof's value too short", "Choice", "0000000b 0005 00 00000002 00000000", ""},
	{"a oneof's value too long", "Choice", "0000000d 0005 00 00000002 00000002 0000", ""},
	{"a message within of one byte", "Holder", "0000000b 0004 00000002 00000001 00", ""},
	{"a message within of no bytes", "Holder", "0000000a 0004 00000002 00000000", ""},
	{"elements that don't divide", "Lists", "0000000f 0006 000100020003 00000003 000000", ""},
	{"a list without its count", "Lists", "00000013 0006 000100020003 00000000 00000003 000000", ""},
	{"a count that is too large", "Lists", "00000014 0006 000100020003 00000000 00000004 00000001", ""},
	{"a hostile count", "Lists", "00000014 0006 000100020003 00000000 00000004 ffffffff", ""},
	{"bytes after the last element", "Lists", "00000015 0006 000100020003 00000000 00000005 00000000 00", ""},
	{"an element cut", "Lists", "0000001a 0006 000100020003 00000000 0000000a 00000001 00000004 6162", ""},
	{"an element twice in a set", "Sets", "0000000e 0000 00000008 00000002 00000002", ""},
	{"a text twice in a set", "Sets", "00000018 0000 00000000 0000000e 00000002 00000001 61 00000001 61", ""},
	{"a key twice", "Maps", "00000022 0000 0000001c 00000002 00000004 00000002 00000000 00000004 00000002 00000000", ""},
	{"a key of another length", "Maps", "00000013 0000 0000000d 00000001 00000001 02 00000000", ""},
	{"bytes after the last entry", "Maps", "0000000b 0000 00000005 00000000 00", ""},
	{"a value cut", "Maps", "00000012 0000 0000000c 00000001 00000004 00000002", ""},
	{"a fixed list of another count", "Lists", "0000003c 000a 00010002000300000000 00000000 00000004 00000000 00000004 00000000 00000004 00000000 00000010 00000003 00000000 00000000 00000000", ""},
}

type vector struct {
	Name    string          `json:"name"`
	Message string          `json:"message"`
	Hex     string          `json:"hex"`
	Value   json.RawMessage `json:"value,omitempty"`
	Refused bool            `json:"refused,omitempty"`
	Written bool            `json:"written,omitempty"` // a writer makes these bytes of that value
}

type vectorFile struct {
	Contract contract `json:"contract"`
	Vectors  []vector `json:"vectors"`
}

const vectorPath = "testdata/block_vectors.json"

// TestVectorsAreCurrent makes the file: what the codec writes, and what foreign
// writers may send.
func TestVectorsAreCurrent(t *testing.T) {
	s := rich.link(t)
	var all []vector
	for _, w := range written {
		m := message(t, s, w.message)
		b, err := AppendBlock(nil, m, w.value)
		if err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		r, err := ReadBlock(m, b)
		if err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		again, err := AppendBlock(nil, m, r) // other bytes where the zero of a message within was written
		if err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		all = append(all, vector{Name: w.name, Message: w.message, Hex: hex.EncodeToString(b), Value: json.RawMessage(jsonOf(r)), Written: bytes.Equal(again, b)})
	}
	for _, r := range read {
		v := vector{Name: r.name, Message: r.message, Hex: strings.ReplaceAll(r.hex, " ", ""), Refused: r.value == ""}
		if !v.Refused {
			v.Value = json.RawMessage(r.value)
		}
		all = append(all, v)
	}
	golden.Equal(t, vectorPath, printVectors(t, all))
}

func printVectors(t *testing.T, all []vector) []byte {
	var b bytes.Buffer
	b.WriteString("{\n \"contract\": {\n  \"enums\": {\n")
	for i, name := range sortedKeys(rich.Enums) {
		fmt.Fprintf(&b, "   %q: %s%s\n", name, compact(t, rich.Enums[name]), comma(i, len(rich.Enums)))
	}
	b.WriteString("  },\n  \"messages\": {\n")
	for i, name := range sortedKeys(rich.Messages) {
		fmt.Fprintf(&b, "   %q: %s%s\n", name, compact(t, rich.Messages[name]), comma(i, len(rich.Messages)))
	}
	b.WriteString("  }\n },\n \"vectors\": [\n")
	for i, v := range all {
		fmt.Fprintf(&b, "  %s%s\n", compact(t, v), comma(i, len(all)))
	}
	b.WriteString(" ]\n}\n")
	return b.Bytes()
}

func compact(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

func TestVectors(t *testing.T) {
	b, err := os.ReadFile(vectorPath)
	if err != nil {
		t.Fatal(err)
	}
	var file vectorFile
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	s, second := file.Contract.link(t), oracle{file.Contract}
	if len(file.Vectors) < 80 {
		t.Fatalf("%d vectors", len(file.Vectors))
	}
	for _, v := range file.Vectors {
		t.Run(v.Name, func(t *testing.T) {
			m := message(t, s, v.Message)
			b, err := hex.DecodeString(v.Hex)
			if err != nil {
				t.Fatal(err)
			}
			r, err := ReadBlock(m, b)
			text, err2 := second.top(v.Message, b)
			if v.Refused {
				var e *Error
				if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(b) || e.Path == "" || err2 == nil {
					t.Fatalf("read as %v (%v); the second reader: %s (%v)", r, err, text, err2)
				}
				t.Log(err)
				return
			}
			if err != nil || err2 != nil {
				t.Fatalf("refused: %v; by the second reader: %v", err, err2)
			}
			if got := jsonOf(r); got != string(v.Value) || text != string(v.Value) {
				t.Fatalf("read\n%s\nby the second reader\n%s\nwant\n%s", got, text, v.Value)
			}
			if got, err := AppendBlock(nil, m, r); v.Written && (err != nil || !bytes.Equal(got, b)) {
				t.Fatalf("wrote %x (%v), want %x", got, err, b)
			}
		})
	}
}
