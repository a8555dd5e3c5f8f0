package lint

import (
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func sound(t *testing.T, text []byte, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Span.Start().Offset > d.Span.End().Offset || d.Span.End().Offset > len(text) || !d.Span.Known() || d.Severity == 0 || d.Message == "" || d.Help == "" {
			t.Fatalf("bad diagnostic %+v", d)
		}
	}
}

// FuzzIgnores reads ignores from any text.
func FuzzIgnores(f *testing.F) {
	for _, s := range []string{"# rpcctl:ignore a why\nx", "// rpcctl:ignore a", " * rpcctl:ignore\r\n", "/* rpcctl:ignore b c */", "rpcctl:ignore a b", "#rpcctl:ignore\ta\tb", "# rpcctl:ignore"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		k := &ignores{run: &run{schema: &schema.Schema{}, opts: &Options{}}, rules: []*Rule{{ID: "a"}}, above: map[place][]*mark{}}
		k.readFile(diag.NewFile("a", text))
		k.reportUnused()
		sound(t, text, k.list)
	})
}

// FuzzBaseline reads any text as a baseline; one that is sound is written back
// as it was read.
func FuzzBaseline(f *testing.F) {
	for _, s := range []string{"", "# x\na b\n", "a b 2\na b\n", "a", "a b c d", "a b -1", "\r\n a\tb \n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, list := ReadBaseline(diag.NewFile("a", text))
		sound(t, text, list)
		var ran []*Rule
		for _, e := range b.entries {
			ran = append(ran, &Rule{ID: e.rule})
		}
		unused := b.Unused(ran)
		if sound(t, text, unused); len(unused) != len(b.entries) {
			t.Fatalf("%d of %d lines are unused before any run", len(unused), len(b.entries))
		}
		for _, e := range b.entries {
			if !b.covers(&diag.Diagnostic{Code: e.rule, Subject: e.subject}) {
				t.Fatalf("%s %s is not covered", e.rule, e.subject)
			}
		}
	})
}
