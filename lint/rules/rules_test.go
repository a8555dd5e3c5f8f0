package rules

import (
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var languages = []*front.Language{hclidl.Language(), gfj.Language()}

// link reads contracts and links them, with testdata/common beside them.
func link(t *testing.T, files ...*diag.File) *schema.Schema {
	t.Helper()
	var parts []*schema.Package
	for _, l := range languages {
		for _, f := range files {
			if l.Match(f.Path) {
				ps, list := l.Read([]*diag.File{f})
				fail(t, list)
				parts = append(parts, ps...)
			}
		}
	}
	imports := false
	for _, p := range parts {
		for _, i := range p.Imports {
			if i.Source != "../common" {
				t.Fatalf("the import of %s: tests have ../common alone", i.Source)
			}
			i.Package, imports = "demo.common", true
		}
	}
	if imports {
		common, list := hclidl.Language().Read([]*diag.File{file(t, "testdata/common/common.rpc.hcl")})
		fail(t, list)
		common[0].Imported = true
		parts = append(parts, common...)
	}
	s, list := schema.Link(parts, nil)
	fail(t, list)
	return s
}

func file(t *testing.T, path string) *diag.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(path, text)
}

func fail(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Severity == diag.Error {
			t.Errorf("%s:%d:%d: %s", d.Span.Path, d.Span.Start.Line, d.Span.Start.Column, d.Message)
		}
	}
}

// TestRules runs each rule alone over the contract of its name, which must show
// it firing (want) and quiet (ok).
func TestRules(t *testing.T) {
	for _, r := range All() {
		t.Run(r.ID, func(t *testing.T) {
			path := "testdata/" + r.ID + ".rpc.hcl"
			if r.Example() == "gfj" {
				path = "testdata/" + r.ID + ".gfj"
			}
			files := []*diag.File{file(t, path)}
			if extra := "testdata/" + r.ID + ".gfj"; extra != path {
				if _, err := os.Stat(extra); err == nil {
					files = append(files, file(t, extra))
				}
			}
			list := lint.Run(link(t, files...), []*lint.Rule{r}, lint.Options{})
			if wanttest.Check(t, files, list) == 0 {
				t.Error("no want comment: the rule is never seen to fire")
			}
			oks := 0
			for _, f := range files {
				oks += strings.Count(string(f.Text), "# ok") + strings.Count(string(f.Text), "// ok")
			}
			if oks == 0 {
				t.Error("no ok comment: the rule is never seen to be quiet")
			}
			for _, d := range list {
				if d.Help == "" || d.Subject == "" || !d.Span.Known() {
					t.Errorf("%s: %q lacks a place, a subject or help", r.ID, d.Message)
				}
			}
		})
	}
}

// TestExamples lints what the documentation shows.
func TestExamples(t *testing.T) {
	for _, r := range All() {
		t.Run(r.ID, func(t *testing.T) {
			if got := example(t, r, r.Bad); len(got) == 0 {
				t.Error("the bad example passes")
			}
			for _, d := range example(t, r, r.Good) {
				t.Errorf("the good example: %s", d.Message)
			}
		})
	}
}

func example(t *testing.T, r *lint.Rule, text string) diag.List {
	t.Helper()
	path := "example.gfj"
	if r.Example() == "hcl" {
		path = "example.rpc.hcl"
	}
	return lint.Run(link(t, diag.NewFile(path, []byte(whole(r, text)))), []*lint.Rule{r}, lint.Options{})
}

// whole puts a package before an example that has none.
func whole(r *lint.Rule, text string) string {
	if r.Example() != "hcl" || strings.Contains(text, "package \"") {
		return text
	}
	wires := ""
	if r.Wires != nil {
		wires = "wires = [" + r.Wires[0] + "]"
	}
	return "package \"demo.example\" {\n" + wires + "\n}\n" + text
}

func TestValid(t *testing.T) {
	if err := lint.Validate(All(), append(Known(), lint.Own...)); err != nil {
		t.Error(err)
	}
}

func TestDocIsCurrent(t *testing.T) {
	golden.Equal(t, "../../docs/rules.md", lint.Markdown(All(), Known()))
}
