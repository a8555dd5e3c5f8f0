package compat

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func readProto(t *testing.T, text string) *schema.Schema {
	t.Helper()
	pkgs, errs := proto.Language().Read([]*diag.File{diag.NewFile("a.proto", []byte(text))})
	if errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, text)
	}
	s, errs := schema.Link(pkgs, all.Infos())
	for _, d := range errs {
		if d.Severity == diag.Error && d.Code != "wire-type-unsupported" {
			t.Fatalf("%v\n%s", errs, text)
		}
	}
	return s
}

// judgeProto judges two texts in .proto, whose wire is prpc.
func judgeProto(t *testing.T, old, new string, o Options) *Report {
	t.Helper()
	return judgeBoth(t, readProto(t, old), readProto(t, new), o)
}

// TestProtoCases judges the public cases: what each deserves was established by
// protobuf's own library. A message that no method carries is data.
func TestProtoCases(t *testing.T) {
	none := Pair{}
	same := both(Exact)
	cells := 0
	for _, c := range []struct {
		name       string
		call, data Pair // none: nothing of the kind is judged
	}{
		{"P01-nested-enum-to-top", none, same},
		{"P02-message-type-renamed-same-body", none, same},
		{"P04-proto3-add-optional", none, same},
		{"P05-rename-optional-field", none, both(Doubt)}, // binary OK; without a word of it, it may be another field
		{"P06-grow-reserved-range", none, none},          // no message has the enum
		{"P07-add-enum-alias", none, same},
		{"P10-int32-to-int64", none, Pair{Exact, Corrupt}},
		{"P11-int32-to-uint32", none, both(Corrupt)},
		{"P13-string-to-bytes", none, Pair{Exact, Reject}},
		{"P14-two-fields-into-new-oneof", none, Pair{Corrupt, Exact}},
		{"P16-add-member-to-existing-oneof", none, Pair{Exact, Doubt}},
		{"P17-delete-service", Pair{Reject, Exact}, none},
		{"P19-enum-value-rename", none, both(Doubt)},
		{"P20-field-number-reused-same-type", none, both(Doubt)},
		{"P22-singular-int-to-repeated-packed", none, Pair{Exact, Corrupt}},
		{"P24-int32-to-sint32", none, both(Corrupt)},
		{"P26-nested-same-names-no-change", none, none},
		{"P27-qualified-vs-relative-type", none, none},
		{"P28-required-added-proto2", none, Pair{Reject, Lossy}},
		{"P30-unary-to-server-stream", both(Reject), none},
		{"P31-fixed32-to-float", none, both(Corrupt)},
		{"P33-field-deleted-not-reserved", none, Pair{Lossy, Doubt}},
		{"P34-request-message-renamed-same-fields", same, none},
		{"P36-default-changed-proto2", none, both(Doubt)},
		{"P37-reserve-removed-then-added", none, Pair{Doubt, Lossy}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(side string) string {
				b, err := os.ReadFile(filepath.Join("../testdata/cases/proto", c.name, side, "a.proto"))
				if err != nil {
					t.Fatal(err)
				}
				return string(b)
			}
			r := judgeProto(t, text("old"), text("new"), Options{})
			for use, want := range map[Use]Pair{Call: c.call, Data: c.data} {
				got := worstOf(r, use)
				if want == none {
					want = same
				}
				if got != want {
					t.Errorf("%s: %v, want %v", use, got, want)
				}
			}
			cells += 2
		})
	}
	fmt.Printf("%d cells of public cases in .proto\n", cells)
}

// TestEntries: a map and a list of its entries have the same bytes, and only of two
// entries with one key a map has the last one alone.
func TestEntries(t *testing.T) {
	text := func(field, rest string) string {
		return "syntax = \"proto3\";\npackage p;\nmessage M { " + field + " }\nenum E { A = 0; B = 1; }\n" + rest
	}
	entry := func(fields string) string { return text("repeated X m = 1;", "message X { "+fields+" }\n") }
	for _, c := range []struct {
		old, new string
		want     Pair
	}{
		{text("map<int32, string> m = 1;", ""), entry("int32 key = 1; string value = 2;"), Pair{Exact, Corrupt}},
		{text("map<int32, E> m = 1;", ""), entry("optional int32 key = 1; E value = 2;"), Pair{Exact, Corrupt}},
		{text("map<string, N> m = 1;", "message N { int32 a = 1; }\n"), entry("string key = 1; N value = 2;") + "message N { int32 a = 1; }\n", Pair{Exact, Corrupt}},
		{text("map<sint32, string> m = 1;", ""), entry("sint32 key = 1; string value = 2;"), Pair{Exact, Corrupt}},
		{text("map<sint32, string> m = 1;", ""), entry("int32 key = 1; string value = 2;"), both(Corrupt)},
		{text("map<int32, string> m = 1;", ""), entry("string key = 1; string value = 2;"), both(Corrupt)},
		{text("map<int32, string> m = 1;", ""), entry("int32 key = 1; string value = 3;"), both(Corrupt)},
		{text("map<int32, string> m = 1;", ""), entry("int32 key = 1; string value = 2; bool more = 3;"), both(Corrupt)},
		{text("map<int32, string> m = 1;", ""), text("X m = 1;", "message X { int32 key = 1; string value = 2; }\n"), both(Corrupt)},
	} {
		r := judgeProto(t, c.old, c.new, Options{})
		if got := worstOf(r, Data); got != c.want {
			t.Errorf("%v, want %v\n%s\n%s", got, c.want, c.old, c.new)
		}
		if r.Unwitnessed > 0 {
			t.Errorf("%d verdicts without a witness\n%s\n%s", r.Unwitnessed, c.old, c.new)
		}
	}
}
