package compat

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/generate/golang"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/jsonmap"
)

// everyAspect turns all of them on.
func everyAspect(level diag.Severity) []Aspect {
	return []Aspect{
		{Name: "json", Level: level, Peers: []Peer{jsonmap.Strict(), jsonmap.Lenient()}}, {Name: "grpc", Level: level},
		{Name: "docs", Level: level}, {Name: "source/go", Level: level, Code: golang.NewAPI("")},
	}
}

// TestAspectTables: every aspect has one row for each kind, with a reason.
func TestAspectTables(t *testing.T) {
	for _, table := range AspectTables() {
		rows := map[diff.Kind]int{}
		for _, r := range table.Rows {
			rows[r.On]++
			if r.Doc == "" || r.Text() == "" || strings.HasPrefix(r.Text(), "–") {
				t.Errorf("%s on %s: says %q because %q", r.On, table.Wire, r.Text(), r.Doc)
			}
		}
		for _, k := range diff.Kinds {
			if rows[k] != 1 {
				t.Errorf("%s on %s: %d rows, want 1", k, table.Wire, rows[k])
			}
			delete(rows, k)
		}
		for k := range rows {
			t.Errorf("%s on %s: a stale row", k, table.Wire)
		}
	}
}

// judgeAspects judges two HCL packages p under every aspect and no wire.
func judgeAspects(t *testing.T, old, new string, o Options) *Report {
	t.Helper()
	head := "package \"p\" {\n  version = \"1.0.0\"\n}\n"
	if o.Aspects == nil {
		o.Aspects = everyAspect(diag.Error)
	}
	a, b := read(t, hclidl.Language(), "p.rpc.hcl", head+old), read(t, hclidl.Language(), "p.rpc.hcl", head+new)
	return judgeLinked(t, a, b, o)
}

func judgeLinked(t *testing.T, a, b *schema.Schema, o Options) *Report {
	t.Helper()
	r := Judge(a, b, diff.Schemas(a, b), o)
	for _, f := range r.Faults {
		t.Errorf("fault: %s", f)
	}
	for _, c := range r.Changes {
		met := map[string]bool{}
		for _, f := range c.Findings {
			met[f.Wire] = true
			switch {
			case f.Use != User && f.Outcomes.Worst() >= Reject && f.Witness == nil:
				t.Errorf("%s on %s: %v and no witness", c.ID(), f.Wire, f.Outcomes)
			case f.Rule != f.Wire+"/"+string(c.Kind):
				t.Errorf("rule %s", f.Rule)
			}
		}
		for _, a := range o.Aspects {
			if !met[a.Name] {
				t.Errorf("%s has no finding of %s", c.ID(), a.Name)
			}
		}
	}
	return r
}

// of returns the worst outcomes under one aspect.
func (r *Report) of(aspect string) Pair {
	p := Pair{}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Wire == aspect {
				p = p.max(f.Outcomes)
			}
		}
	}
	return p
}

func TestGRPC(t *testing.T) {
	const q = "message \"Q\" { a = field(1, int32) }\n"
	s := func(body string) string { return q + "service \"S\" {\n" + body + "\n}\n" }
	get := `method "Get" {
  params = { q = Q }
  returns = Q
}`
	stream := func(in, out bool) string {
		p, r := "Q", "Q"
		if in {
			p = "stream(Q)"
		}
		if out {
			r = "stream(Q)"
		}
		return "method \"Get\" {\n  params = { q = " + p + " }\n  returns = " + r + "\n}"
	}
	for _, c := range []struct {
		name, old, new string
		want           Pair
	}{
		{"method removed", s(get), s(""), Pair{Reject, Exact}},
		{"service removed", s(get), q, Pair{Reject, Exact}},
		{"method added", s(""), s(get), Pair{Exact, Reject}},
		{"service added", q, s(get), Pair{Exact, Reject}},
		{"method renamed", s(get), s(strings.Replace(get, "Get\" {", "Fetch\" {\n  was = \"Get\"", 1)), Pair{Reject, Reject}},
		{"service renamed", s(get), strings.Replace(s(get), "\"S\" {", "\"T\" {\n  was = \"S\"", 1), Pair{Reject, Reject}},
		{"unary to server stream", s(stream(false, false)), s(stream(false, true)), Pair{Reject, Exact}},
		{"unary to client stream", s(stream(false, false)), s(stream(true, false)), Pair{Exact, Reject}},
		{"client stream to unary", s(stream(true, false)), s(stream(false, false)), Pair{Reject, Exact}},
		{"server stream to unary", s(stream(false, true)), s(stream(false, false)), Pair{Exact, Reject}},
		{"a field", s(get), strings.Replace(s(get), "int32", "int64", 1), Pair{Exact, Exact}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeAspects(t, c.old, c.new, Options{})
			if got := r.of("grpc"); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestDocs(t *testing.T) {
	m := func(body string) string { return "message \"M\" {\n  a = field(1, int32)\n" + body + "\n}\n" }
	for _, c := range []struct {
		name, old, new string
		grace          int
		want           Outcome
	}{
		{"removed", m("  b = field(2, int32)"), m(""), 0, Reject},
		{"deprecated first", m("  b = field(2, int32, { deprecated = \"use a\" })"), m(""), 0, Exact},
		{"what it stands in was", m("  deprecated = \"use N\"\n  b = field(2, int32)"), m("  deprecated = \"use N\""), 0, Exact},
		{"retired", m("  b = field(2, int32)"), m("  b = field(2, int32, { retired = \"no\" })"), 0, Reject},
		{"added", m(""), m("  b = field(2, int32)"), 0, Exact},
		{"no date", m("  b = field(2, int32, { deprecated = \"use a\" })"), m(""), 30, Reject},
		{"too early", m("  b = field(2, int32, { deprecated = \"since 2026-05-02: use a\" })"), m(""), 30, Reject},
		{"in time", m("  b = field(2, int32, { deprecated = \"since 2026-05-01: use a\" })"), m(""), 30, Exact},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeAspects(t, c.old, c.new, Options{Today: "2026-05-31", Aspects: []Aspect{{Name: "docs", Level: diag.Warning, Grace: c.grace}}})
			if got := r.of("docs"); got != (Pair{c.want}) {
				t.Errorf("%v, want %v", got, c.want)
			}
			if !r.Holds {
				t.Error("a warning breaks what is required")
			}
		})
	}
}

// TestAspectLevels: an aspect counts by its own level, whatever is required.
func TestAspectLevels(t *testing.T) {
	old := "message \"M\" {\n  stored = true\n  a = field(1, int32)\n}\n"
	new := strings.Replace(old, "int32", "string", 1)
	for _, level := range []diag.Severity{diag.Warning, diag.Error} {
		r := judgeAspects(t, old, new, Options{Aspects: everyAspect(level)})
		for _, c := range r.Changes {
			for _, f := range c.Findings {
				if want := f.Wire == "json" || f.Wire == "source/go"; want != (f.Severity == level) {
					t.Errorf("%s is of severity %v under %v", f.Rule, f.Severity, level)
				}
			}
		}
		if r.Holds != (level == diag.Warning) {
			t.Errorf("holds: %v under %v", r.Holds, level)
		}
		if r.Bump != "major" {
			t.Errorf("bump %q, want major, since source breaks", r.Bump)
		}
	}
	id := "field-type-changed:p.M.a:int32>string"
	r := judgeAspects(t, old, new, Options{Accept: []Accept{{ID: id, Reason: "nobody reads it", Worst: Corrupt}}})
	if !r.Holds || len(r.Diagnostics) > 0 || r.ByAspect[0].Breaks > 0 {
		t.Errorf("an accepted change breaks: %v %v", r.ByAspect, r.Diagnostics)
	}
}
