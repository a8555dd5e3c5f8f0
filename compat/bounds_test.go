package compat

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front/hclidl"
)

// A change of bounds is judged by a value that one side allows and the other
// refuses.
func TestBounds(t *testing.T) {
	const body = `
message "M" {
  f = field(1, TYPE, { ATTRS })
}
service "S" {
  id = 1
  method "Do" {
    id      = 1
    params  = { m = M }
    returns = int32
  }
}
`
	validate := func(rules string) string { return `options = { "buf.validate.field" = { ` + rules + ` } }` }
	for _, c := range []struct {
		typ, old, new string
		want          Pair
		value         string
	}{
		{"int32", "max = 100", "max = 50", Pair{Reject, Exact}, `{"f":51}`},
		{"int32", "max = 50", "max = 100", Pair{Exact, Reject}, `{"f":51}`},
		{"int32", "min = 1", "min = -1", Pair{Exact, Reject}, `{"f":0}`},
		{"int32", "min = 1, max = 5", "min = 3, max = 9", Pair{Reject, Reject}, `{"f":1}`},
		{"int32", "max = 2147483647", "min = -2147483648", both(Exact), ""},
		{"uint8", "max = 255", "min = 0", both(Exact), ""},
		{"uint64", "max = 18446744073709551615", "max = 18446744073709551614", Pair{Reject, Exact}, `{"f":"18446744073709551615"}`},
		{"int64", "min = -9223372036854775808", "min = -9223372036854775807", Pair{Reject, Exact}, `{"f":"-9223372036854775808"}`},
		{"float64", "max = 0.2", "max = 0.1", Pair{Reject, Exact}, ""},
		{"float32", "min = 0", "min = 0.5", Pair{Reject, Exact}, `{"f":0}`},
		{"string", "max_len = 3", "max_len = 2", Pair{Reject, Exact}, `{"f":"aaa"}`},
		{"bytes", "max_len = 1", "max_len = 2", Pair{Exact, Reject}, `{"f":"YWE="}`},
		{"list(int32)", "max_len = 2", "max_len = 1", Pair{Reject, Exact}, `{"f":[0,0]}`},
		{"set(int8)", "max_len = 2", "max_len = 1", Pair{Reject, Exact}, `{"f":[0,1]}`},
		{"map(string, bool)", "max_len = 2", "max_len = 1", Pair{Reject, Exact}, ""},
		{"string", "max_len = 2000000", "max_len = 1000000", both(Doubt), ""},
		{"string", `pattern = "^[a-z]+$"`, `pattern = "^[a-f]+$"`, Pair{Reject, Exact}, ""},
		{"string", `pattern = "^x[0-9]{3}$"`, `pattern = "^x[0-9]{3,4}$"`, Pair{Exact, Reject}, ""},
		{"string", `pattern = "a|b"`, `pattern = "b|a"`, both(Doubt), ""},
		{"string", `pattern = "("`, `pattern = "(("`, both(Doubt), ""},
		{"string", `pattern = "^(a*)*$", max_len = 5`, `pattern = "^(a*)*$", max_len = 6`, Pair{Exact, Reject}, `{"f":"aaaaaa"}`},
		{"int32", validate("int32 = { lte = 100 }"), validate("int32 = { lt = 100 }"), Pair{Reject, Exact}, `{"f":100}`},
		{"int32", validate("int32 = { gt = 0 }"), validate("int32 = { gte = 1 }"), both(Exact), ""},
		{"int32", validate("int32 = { gt = 5, lt = 1 }"), validate("int32 = { gt = 6, lt = 1 }"), both(Doubt), ""},
		{"string", validate("string = { len = 2 }"), validate("string = { max_len = 2 }"), Pair{Exact, Reject}, `{"f":""}`},
		{"string", validate("string = { email = true }"), validate("string = { email = false }"), both(Doubt), ""},
		{"string", validate("required = true"), validate("required = false"), both(Doubt), ""},
		{"list(string)", validate("repeated = { max_items = 3 }"), validate("repeated = { min_items = 1 }"), Pair{Reject, Reject}, `{"f":[]}`},
		{"string", strings.ReplaceAll(validate("string = { min_len = 1 }"), "buf.validate.field", "validate.rules"), `max_len = 9999`, Pair{Reject, Reject}, ""},
	} {
		t.Run(c.typ+" "+c.old+" to "+c.new, func(t *testing.T) {
			old, new := edited(body, "TYPE", c.typ, "ATTRS", c.old), edited(body, "TYPE", c.typ, "ATTRS", c.new)
			r := judgeHCL(t, "frame", old, new, Options{})
			got := both(Exact)
			var w *Witness
			for _, change := range r.Changes {
				for _, f := range change.Findings {
					if f.Wire == "bounds" {
						if got = got.max(f.Outcomes); w == nil {
							w = f.Witness
						}
						if len(f.Reached) != 1 || f.Reached[0] != "demo.S.Do request" {
							t.Errorf("reached by %v", f.Reached)
						}
					}
				}
			}
			if got != c.want {
				t.Fatalf("%v, want %v: %+v", got, c.want, r.Changes)
			}
			if c.value != "" && (w == nil || string(w.WroteJSON()) != c.value) {
				t.Errorf("witness %+v, want %s", w, c.value)
			}
			if r.Holds != (c.want[OldNew] < Reject) {
				t.Errorf("holds %v", r.Holds)
			}
		})
	}
}

// What only results have, or no call at all, is a doubt at worst.
func TestBoundsOfResults(t *testing.T) {
	result := "message \"M\" {\n  f = field(1, int32, { max = 5 })\n}\nservice \"S\" {\n  id = 1\n  method \"Do\" {\n    id      = 1\n    returns = M\n  }\n}\n"
	r := judgeHCL(t, "frame", result, edited(result, "max = 5", "max = 6"), Options{})
	if f := r.Changes[0].Findings[1]; f.Wire != "bounds" || f.Outcomes != (Pair{Doubt, Exact}) || !r.Holds {
		t.Errorf("%+v", f)
	}
	data := "message \"M\" {\n  f = field(1, int32, { max = 5 })\n}\n"
	r = judgeHCL(t, "frame", data, edited(data, "max = 5", "max = 6"), Options{})
	if f := r.Changes[0].Findings[len(r.Changes[0].Findings)-1]; f.Wire != "bounds" || f.Use != Data || f.Outcomes != (Pair{Exact, Doubt}) {
		t.Errorf("%+v", f)
	}
}

// What a workspace says of an option counts, and is marked as said by it.
func TestDeclaredOptions(t *testing.T) {
	old := edited(point, "  method \"Do\" {", "  method \"Do\" {\n    option \"my.http\" {\n      value = \"/v1\"\n    }")
	new := edited(old, "/v1", "/v2")
	for _, c := range []struct {
		on       OnChange
		want     Pair
		severity diag.Severity
	}{{BreaksAll, both(Reject), diag.Error}, {TightensRequests, Pair{Reject, Exact}, diag.Error}, {NotesOnly, both(Exact), diag.Note}} {
		r := judgeSaid(t, old, new, Options{Declared: []DeclaredOption{{Name: "other", OnChange: BreaksAll}, {Name: "my.http", OnChange: c.on}}})
		f := r.Changes[0].Findings[len(r.Changes[0].Findings)-1]
		if f.Wire != "options" || f.Outcomes != c.want || f.Severity != c.severity || !f.Declared || f.Reason == "" {
			t.Errorf("%s: %+v", c.on, f)
		}
		valid(t, "../cmd/rpcctl/schemas/diff.json", JSON(r))
	}
	r := judgeSaid(t, old, new, Options{})
	for _, f := range r.Changes[0].Findings {
		if f.Wire == "options" || f.Outcomes.Worst() > Exact {
			t.Errorf("nobody said anything: %+v", f)
		}
	}
}

// judgeSaid judges what has verdicts that no run shows.
func judgeSaid(t *testing.T, old, new string, o Options) *Report {
	t.Helper()
	head := "package \"demo\" {\n  wires = [frame]\n}\n"
	o.Wires = knownWires()
	a, b := read(t, hclidl.Language(), "demo.rpc.hcl", head+old), read(t, hclidl.Language(), "demo.rpc.hcl", head+new)
	return Judge(a, b, diff.Schemas(a, b), o)
}
