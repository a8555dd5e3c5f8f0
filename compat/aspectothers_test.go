package compat

import (
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// TestAspectOthers has twins of what other tools were publicly found wrong about,
// where it concerns aspects.
func TestAspectOthers(t *testing.T) {
	service := func(params, returns string) string {
		return "service \"S\" {\n  method \"Do\" {\n    params = { m = " + params + " }\n    returns = " + returns + "\n  }\n}\nmessage \"O\" { n = field(1, int32) }\n"
	}
	enum := func(values string) string {
		return service("M", "O") + "message \"M\" { k = field(1, K) }\nenum \"K\" {\n  A = 0\n  B = 1\n" + values + "}\n"
	}
	oneof := func(members string) string {
		return service("O", "M") + "message \"M\" {\n  oneof \"s\" {\n    booked = field(1, string)\n" + members + "  }\n}\n"
	}
	field := func(f string) string { return "message \"M\" {\n  a = field(1, int32)\n" + f + "}\n" }
	cells := 0
	for _, c := range []struct {
		name, old, new string
		aspect         string
		strict         Pair
		lenient        Pair // of json alone
	}{
		{"a field added", field(""), field("  b = field(2, int32)\n"), "json", Pair{Exact, Reject}, Pair{Exact, Lossy}},
		{"an enum of a request loses a value", enum("  C = 2\n"), enum(""), "json", Pair{Reject, Exact}, Pair{Corrupt, Exact}},
		{"a oneof of a response gains a member", oneof(""), oneof("    paid = field(2, string)\n"), "json", Pair{Reject, Exact}, Pair{Doubt, Exact}},
		{"a value becomes one that may be absent", enum(""), service("M", "O") + "message \"M\" { k = field(1, optional(K)) }\nenum \"K\" {\n  A = 0\n  B = 1\n}\n", "json", Pair{Exact, Exact}, Pair{Exact, Exact}},
		{"a JSON name", field("  b = field(2, int32, { json = \"x\" })\n"), field("  b = field(2, int32, { json = \"y\" })\n"), "json", Pair{Reject, Reject}, Pair{Corrupt, Corrupt}},
		{"one of two messages goes", field("") + "message \"N\" { a = field(1, int32) }\n", field(""), "docs", Pair{Reject}, Pair{}},
		{"one of two messages goes, to programs", field("") + "message \"N\" { a = field(1, int32) }\n", field(""), "source/go", Pair{Reject}, Pair{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeAspects(t, c.old, c.new, Options{})
			findings := 0
			for _, x := range r.Changes {
				for _, f := range x.Findings {
					if f.Wire == c.aspect && f.Severity == diag.Error {
						findings++
					}
				}
			}
			breaks := !c.strict[OldNew].Safe(false) || c.aspect == "json" && c.strict[NewOld] >= Reject && c.strict == Pair{Reject, Reject}
			if breaks != (findings == 1) || findings > 1 {
				t.Errorf("reported %d times as an error", findings)
			}
			cells++
			if got := r.of(c.aspect); got != c.strict {
				t.Errorf("%v, want %v", got, c.strict)
			}
			if c.lenient == (Pair{}) {
				return
			}
			cells++
			r = judgeAspects(t, c.old, c.new, Options{Aspects: everyAspect(diag.Error)[:1], Peers: map[string][]string{"json": {"lenient"}}})
			if got := r.of("json"); got != c.lenient {
				t.Errorf("lenient: %v, want %v", got, c.lenient)
			}
		})
	}
	t.Logf("%d cells of other tools' cases", cells)
}

// importing links a package p that holds a message of an imported one.
func importing(t *testing.T, common string) *schema.Schema {
	t.Helper()
	var pkgs []*schema.Package
	for _, f := range []struct{ name, text string }{
		{"common.rpc.hcl", "package \"common\" {}\n" + common},
		{"p.rpc.hcl", "package \"p\" {}\nimport \"common\" {\n  source = \"./common\"\n}\nmessage \"M\" { b = field(1, common.B) }\n"},
	} {
		got, errs := hclidl.Language().Read([]*diag.File{diag.NewFile(f.name, []byte(f.text))})
		if errs.HasErrors() {
			t.Fatal(errs)
		}
		for _, i := range got[0].Imports {
			i.Package = "common"
		}
		got[0].Imported = f.name == "common.rpc.hcl"
		pkgs = append(pkgs, got...)
	}
	s, errs := schema.Link(pkgs, all.Infos())
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	return s
}

// TestAspectThroughImport: a file that is imported may be replaced by one that
// says the same name is something else, and aspects see it.
func TestAspectThroughImport(t *testing.T) {
	old, new := importing(t, "message \"B\" { a = field(1, string) }\n"), importing(t, "message \"B\" { a = field(1, int32) }\n")
	r := judgeLinked(t, old, new, Options{Aspects: everyAspect(diag.Error)})
	// Text that is a number is read as one.
	if got, want := r.of("json"), (Pair{Corrupt, Reject}); got != want {
		t.Errorf("json: %v, want %v", got, want)
	}
	if got := r.of("source/go"); got != (Pair{Reject}) {
		t.Errorf("source: %v", got)
	}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Wire == "json" && len(f.Reached) != 2 {
				t.Errorf("reached by %v, want p.M and common.B", f.Reached)
			}
		}
	}
}
