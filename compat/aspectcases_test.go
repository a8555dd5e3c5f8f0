package compat

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/front/thrift"
	"github.com/rpcctl/rpcctl/schema"
)

// TestAspectCases judges what the public cases say of JSON, of source and of
// gRPC: what each deserves was established by running both sides.
func TestAspectCases(t *testing.T) {
	none, same := Pair{}, Pair{Exact, Exact}
	cells, contracts := 0, 0
	for _, c := range []struct {
		name, around  string // a message to carry what the case has alone
		json, lenient Pair
		source        Outcome // 0 where the case says nothing
		grpc          Pair
	}{
		{name: "P01-nested-enum-to-top", json: same, lenient: same, source: Reject},
		{name: "P02-message-type-renamed-same-body", json: same, lenient: same, source: Reject},
		{name: "P04-proto3-add-optional", json: same, lenient: same, source: Reject},
		{name: "P05-rename-optional-field", json: Pair{Reject, Reject}, lenient: Pair{Corrupt, Corrupt}},
		{name: "P06-grow-reserved-range", around: "\nmessage Holder { V v = 1; }\n", json: Pair{Reject, Reject}, lenient: Pair{Corrupt, Corrupt}},
		{name: "P07-add-enum-alias", around: "\nmessage Holder { W w = 1; }\n", json: same, lenient: same},
		{name: "P10-int32-to-int64", json: Pair{Exact, Reject}, lenient: Pair{Exact, Reject}},
		{name: "P11-int32-to-uint32", json: Pair{Reject, Reject}, lenient: Pair{Reject, Reject}},
		{name: "P13-string-to-bytes", json: Pair{Corrupt, Corrupt}, lenient: Pair{Corrupt, Corrupt}},
		{name: "P14-two-fields-into-new-oneof", json: Pair{Reject, Exact}, lenient: Pair{Reject, Exact}},
		{name: "P16-add-member-to-existing-oneof", json: Pair{Exact, Reject}, lenient: Pair{Exact, Doubt}},
		{name: "P17-delete-service", grpc: Pair{Reject, Exact}, json: same, lenient: same},
		{name: "P19-enum-value-rename", json: Pair{Reject, Reject}, lenient: Pair{Corrupt, Corrupt}},
		{name: "P20-field-number-reused-same-type", json: Pair{Reject, Reject}, lenient: Pair{Corrupt, Corrupt}},
		{name: "P22-singular-int-to-repeated-packed", json: Pair{Reject, Reject}, lenient: Pair{Reject, Reject}},
		{name: "P24-int32-to-sint32", json: same, lenient: same},
		{name: "P26-nested-same-names-no-change", json: none, lenient: none},
		{name: "P27-qualified-vs-relative-type", json: none, lenient: none},
		{name: "P28-required-added-proto2", json: Pair{Reject, Reject}, lenient: Pair{Reject, Lossy}},
		{name: "P30-unary-to-server-stream", json: same, lenient: same, source: Reject, grpc: Pair{Reject, Exact}},
		{name: "P31-fixed32-to-float", json: Pair{Corrupt, Reject}, lenient: Pair{Corrupt, Reject}},
		{name: "P33-field-deleted-not-reserved", json: Pair{Reject, Doubt}, lenient: Pair{Lossy, Doubt}},
		{name: "P34-request-message-renamed-same-fields", json: same, lenient: same, source: Reject, grpc: same},
		{name: "P36-default-changed-proto2", json: Pair{Doubt, Doubt}, lenient: Pair{Doubt, Doubt}},
		{name: "P37-reserve-removed-then-added", json: Pair{Exact, Reject}, lenient: Pair{Exact, Lossy}},
		{name: "T15-string-to-binary", json: Pair{Corrupt, Corrupt}, lenient: Pair{Corrupt, Corrupt}},
	} {
		t.Run(c.name, func(t *testing.T) {
			side := func(name string) *schema.Schema {
				if c.name[0] == 'T' {
					return readFile(t, thrift.Language().Name, filepath.Join("../testdata/cases/thrift", c.name, name+".thrift"), "")
				}
				return readFile(t, proto.Language().Name, filepath.Join("../testdata/cases/proto", c.name, name, "a.proto"), c.around)
			}
			old, new := side("old"), side("new")
			r := judgeLinked(t, old, new, Options{Aspects: everyAspect(diag.Error)})
			lenient := Options{Aspects: everyAspect(diag.Error)[:1], Peers: map[string][]string{"json": {"lenient"}}}
			contracts++
			check := func(what string, got, want Pair) {
				cells++
				if got != want {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			check("json", r.of("json"), c.json)
			check("json, lenient", judgeLinked(t, old, new, lenient).of("json"), c.lenient)
			if c.source > 0 {
				check("source", r.of("source/go"), Pair{c.source})
			}
			if c.grpc != none {
				check("grpc", r.of("grpc"), c.grpc)
			}
		})
	}
	t.Logf("%d cells of %d cases", cells, contracts)
}

func readFile(t *testing.T, language, path, around string) *schema.Schema {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if language == thrift.Language().Name {
		return read(t, thrift.Language(), filepath.Base(path), string(b))
	}
	return read(t, proto.Language(), filepath.Base(path), string(b)+around)
}
