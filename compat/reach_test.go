package compat

import (
	"slices"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// TestReachability: what reaches a message decides which directions matter, and
// whether it is data. A value that is added to an enum hurts who reads what NEW
// writes.
func TestReachability(t *testing.T) {
	const m = "message \"M\" {\n%s  k = field(1, K)\n}\nenum \"K\" {\n  closed = true\n  A = 0\n  B = 1\n}\nmessage \"O\" { n = field(1, int32) }\n"
	with := func(stored, service string) string {
		text := m[:len("message \"M\" {\n")]
		return text + stored + m[len(text)+2:] + service
	}
	method := func(params, returns string) string {
		return "service \"S\" {\n  method \"Do\" {\n    params = { m = " + params + " }\n    returns = " + returns + "\n  }\n}\n"
	}
	for _, c := range []struct {
		name, text string
		call, data Pair // zero: no such finding
		reached    []string
	}{
		{"request", with("", method("M", "O")), Pair{Exact, Reject}, Pair{}, []string{"demo.S.Do request"}},
		{"response", with("", method("O", "M")), Pair{Reject, Exact}, Pair{}, []string{"demo.S.Do response"}},
		{"both", with("", method("M", "M")), Pair{Reject, Reject}, Pair{}, []string{"demo.S.Do request", "demo.S.Do response"}},
		{"nested", with("", "message \"In\" { m = field(1, list(M)) }\n"+method("In", "O")), Pair{Exact, Reject}, Pair{}, []string{"demo.S.Do request"}},
		{"error", with("", "error \"E\" {\n  code = 9\n  m = field(1, M)\n}\nservice \"S\" {\n  method \"Do\" {\n    returns = O\n    errors = [E]\n  }\n}\n"), Pair{Reject, Exact}, Pair{}, []string{"demo.S.Do error demo.E"}},
		{"stored", with("  stored = true\n", method("M", "O")), Pair{Exact, Reject}, Pair{Exact, Reject}, []string{"demo.S.Do request"}},
		{"unused", with("", method("O", "O")), Pair{}, Pair{Exact, Reject}, []string{"demo.M"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeHCL(t, "frame", c.text, addValue(c.text), Options{})
			held(t, r, c.call, c.data, c.reached)
		})
	}
	t.Run("unreached is ignored", func(t *testing.T) {
		text := with("", method("O", "O"))
		r := judgeHCL(t, "frame", text, addValue(text), Options{IgnoreData: true})
		held(t, r, Pair{Exact, Exact}, Pair{}, nil)
	})
}

func addValue(text string) string {
	const at = "  B = 1\n"
	i := 0
	for i = 0; text[i:i+len(at)] != at; i++ {
	}
	return text[:i+len(at)] + "  C = 2\n" + text[i+len(at):]
}

func held(t *testing.T, r *Report, call, data Pair, reached []string) {
	t.Helper()
	if len(r.Changes) != 1 {
		t.Fatalf("%d changes", len(r.Changes))
	}
	got := map[Use]Pair{}
	for _, f := range r.Changes[0].Findings {
		got[f.Use] = f.Outcomes
		if f.Use == Call && call != (Pair{}) && data == (Pair{}) && !slices.Equal(f.Reached, reached) {
			t.Errorf("reached by %v, want %v", f.Reached, reached)
		}
	}
	if got[Call] != call || got[Data] != data {
		t.Errorf("call %v, data %v; want %v, %v", got[Call], got[Data], call, data)
	}
}

// TestReachedThroughImporters: a message is no data where only another package's
// methods take it.
func TestReachedThroughImporters(t *testing.T) {
	link := func(values string) *schema.Schema {
		var pkgs []*schema.Package
		for name, text := range map[string]string{
			"common": "package \"common\" {\n  wires = [frame]\n}\nmessage \"M\" { k = field(1, K) }\nenum \"K\" {\n  closed = true\n  A = 0\n" + values + "}\n",
			"user":   "package \"user\" {\n  wires = [frame]\n}\nimport \"common\" {\n  source = \"./common\"\n}\nservice \"S\" {\n  method \"Do\" {\n    params = { m = common.M }\n    returns = int32\n  }\n}\n",
		} {
			got, errs := hclidl.Language().Read([]*diag.File{diag.NewFile(name+".rpc.hcl", []byte(text))})
			if errs.HasErrors() {
				t.Fatal(errs)
			}
			for _, i := range got[0].Imports {
				i.Package = "common"
			}
			pkgs = append(pkgs, got...)
		}
		slices.SortFunc(pkgs, func(a, b *schema.Package) int {
			if a.Name < b.Name {
				return -1
			}
			return 1
		})
		s, errs := schema.Link(pkgs, all.Infos())
		if errs.HasErrors() {
			t.Fatal(errs)
		}
		return s
	}
	old, new := link("  B = 1\n"), link("  B = 1\n  C = 2\n")
	r := Judge(old, new, diff.Schemas(old, new), Options{Wires: knownWires()})
	held(t, r, Pair{Exact, Reject}, Pair{}, []string{"user.S.Do request"})
}
