package rules

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/front/thrift"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var languages = []*front.Language{hclidl.Language(), gfj.Language(), proto.Language(), thrift.Language()}

// link reads contracts and links them, with testdata/common beside them.
func link(t *testing.T, files ...*diag.File) *schema.Schema {
	t.Helper()
	var parts []*schema.Package
	for _, l := range languages {
		own := slices.DeleteFunc(slices.Clone(files), func(f *diag.File) bool { return !l.Match(f.Path) })
		if len(own) == 0 {
			continue
		}
		ps, list := l.Read(own)
		fail(t, list)
		parts = append(parts, ps...)
	}
	imports := false
	for _, p := range parts {
		for _, i := range p.Imports {
			if p.Language == "proto" {
				continue
			}
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
			t.Errorf("%s:%d:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message)
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
			if r.Example() == "proto" {
				path = "testdata/" + r.ID + ".txtar"
			}
			files := []*diag.File{file(t, path)}
			if r.Example() == "proto" {
				files = unpacked(files[0].Path, string(files[0].Text))
			}
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
	path := map[string]string{"hcl": "example.rpc.hcl", "gfj": "example.gfj", "proto": "example.proto"}[r.Example()]
	return lint.Run(link(t, unpacked(path, whole(r, text))...), []*lint.Rule{r}, lint.Options{})
}

// unpacked returns the files of a text that holds several, as txtar has them,
// else the one.
func unpacked(path, text string) []*diag.File {
	ar := txtar.Parse([]byte(text))
	if len(ar.Files) == 0 {
		return []*diag.File{diag.NewFile(path, []byte(text))}
	}
	var files []*diag.File
	for _, f := range ar.Files {
		files = append(files, diag.NewFile(f.Name, f.Data))
	}
	return files
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
