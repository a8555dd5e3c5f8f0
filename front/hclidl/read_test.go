package hclidl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// sameModel compares packages that are not linked, without places.
var sameModel = cmp.Options{
	cmpopts.IgnoreTypes(diag.Span{}),
	cmpopts.IgnoreUnexported(schema.Decl{}, schema.Method{}, schema.Message{}, schema.Field{}, schema.OneOf{}, schema.Error{}),
	cmpopts.IgnoreFields(schema.Package{}, "Path"),
	cmpopts.EquateEmpty(),
}

func readFile(t testing.TB, path string) *diag.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(filepath.ToSlash(path), text)
}

func mustRead(t testing.TB, f *diag.File) *schema.Package {
	t.Helper()
	packages, list := Read([]*diag.File{f})
	for _, d := range list {
		t.Errorf("%s:%d:%d: %s (%s)", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message, d.Help)
	}
	if t.Failed() {
		t.Fatalf("text:\n%s", f.Text)
	}
	return packages[0]
}

// Contracts in testdata/valid, and the shared ones, say the same when they are
// written and read again, in native and in JSON syntax, and when formatted.
func TestRoundTrip(t *testing.T) {
	paths, _ := filepath.Glob("testdata/valid/*.rpc.hcl")
	more, _ := filepath.Glob("../../testdata/contracts/*/common/*.rpc.hcl")
	for _, path := range append(paths, more...) {
		t.Run(path, func(t *testing.T) {
			f := readFile(t, path)
			want := mustRead(t, f)
			linked := mustRead(t, f)
			if _, list := schema.Link([]*schema.Package{linked}, all.Infos()); list.HasErrors() {
				t.Errorf("link: %v", list)
			}
			text, losses := Write(linked)
			if len(losses) > 0 {
				t.Errorf("losses: %v", losses)
			}
			got := mustRead(t, diag.NewFile("a.rpc.hcl", text))
			if d := cmp.Diff(want, got, sameModel); d != "" {
				t.Errorf("written and read again (-want +got)\n%s\n%s", d, text)
			}
			if again, _ := Format(diag.NewFile("a.rpc.hcl", text)); string(again) != string(text) {
				t.Errorf("fmt changes what was written: %s", cmp.Diff(string(text), string(again)))
			}
			formatted, list := Format(f)
			if list != nil {
				t.Error(list)
			}
			got = mustRead(t, diag.NewFile("a.rpc.hcl", formatted))
			if d := cmp.Diff(want, got, sameModel); d != "" {
				t.Errorf("formatted and read again (-want +got)\n%s\n%s", d, formatted)
			}
			asJSON, losses := WriteJSON(linked)
			if len(losses) > 0 {
				t.Errorf("losses: %v", losses)
			}
			got = mustRead(t, diag.NewFile("a.rpc.hcl.json", asJSON))
			asInJSON(want)
			asInJSON(got)
			if d := cmp.Diff(want, got, sameModel); d != "" {
				t.Errorf("written as JSON and read again (-want +got)\n%s\n%s", d, asJSON)
			}
		})
	}
}

// asInJSON takes off what JSON doesn't keep: the order of groups among fields,
// and that a documented param's number was not written.
func asInJSON(p *schema.Package) {
	for _, s := range p.Services {
		for _, m := range s.Methods {
			for _, f := range m.Params {
				f.Implicit = false
			}
		}
	}
	for _, m := range p.Messages {
		slices.SortStableFunc(m.Fields, func(a, b *schema.Field) int { return a.Number - b.Number })
	}
	for _, m := range p.Errors {
		slices.SortStableFunc(m.Fields, func(a, b *schema.Field) int { return a.Number - b.Number })
	}
	for _, e := range p.Enums {
		slices.SortStableFunc(e.Values, func(a, b *schema.EnumValue) int { return int(a.Number - b.Number) })
	}
}

func TestWants(t *testing.T) {
	paths, _ := filepath.Glob("testdata/invalid/*.rpc.hcl")
	if len(paths) < 5 {
		t.Fatalf("found %d contracts", len(paths))
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := readFile(t, path)
			_, list := Read([]*diag.File{f})
			if wanttest.Check(t, []*diag.File{f}, list) == 0 {
				t.Error("no want")
			}
			for _, d := range list {
				if d.Help == "" {
					t.Errorf("line %d: %s: no help", d.Span.Start().Line, d.Message)
				}
			}
		})
	}
}

// Each name of the table is known to the reader, and no other.
func TestTableIsRead(t *testing.T) {
	for kind, e := range elements {
		for _, name := range e.attrs {
			text := wrapped(kind, name+" = 1")
			_, list := Read([]*diag.File{diag.NewFile("a.rpc.hcl", []byte(text))})
			for _, d := range list {
				if strings.Contains(d.Message, "has no attribute") {
					t.Errorf("%s %s: %s", kind, name, d.Message)
				}
			}
		}
		for _, name := range e.blocks {
			label := ""
			if elements[name].label != "" {
				label = `"x"`
			}
			_, list := Read([]*diag.File{diag.NewFile("a.rpc.hcl", []byte(wrapped(kind, name+" "+label+" {\n}")))})
			for _, d := range list {
				if strings.Contains(d.Message, "has no block") {
					t.Errorf("%s %s: %s", kind, name, d.Message)
				}
			}
		}
		for _, text := range []string{"zzz = zzz", "zzz \"x\" {\n}", "zzz {\n}"} {
			if e.free != "" && strings.Contains(text, "=") {
				continue
			}
			if _, list := Read([]*diag.File{diag.NewFile("a.rpc.hcl", []byte(wrapped(kind, text)))}); !list.HasErrors() {
				t.Errorf("%s takes %s", kind, text)
			}
		}
	}
}

// wrapped puts text into an element of that kind.
func wrapped(kind, text string) string {
	open := map[string]string{"method": "service \"s\" {\n", "oneof": "message \"m\" {\n", "fields": "message \"m\" {\n",
		"values": "enum \"e\" {\n", "reserved": "message \"m\" {\n", "wire": "service \"s\" {\n", "option": "service \"s\" {\n"}[kind]
	close := strings.Repeat("}\n", strings.Count(open, "{"))
	if kind == file {
		return text + "\n"
	}
	label := ""
	if elements[kind].label != "" {
		label = ` "x"`
	}
	return open + kind + label + " {\n" + text + "\n}\n" + close
}

func TestOnePackageBlock(t *testing.T) {
	read := func(texts ...string) diag.List {
		var files []*diag.File
		for i, text := range texts {
			files = append(files, diag.NewFile("d/"+string(rune('a'+i))+".rpc.hcl", []byte(text)))
		}
		packages, list := Read(files)
		if len(packages) != min(1, len(files)) {
			t.Errorf("%d packages", len(packages))
		}
		return list
	}
	if list := read(); list != nil {
		t.Errorf("no files: %v", list)
	}
	if list := read("package \"a\" {}\n", "message \"M\" {}\n"); list != nil {
		t.Errorf("two files: %v", list)
	}
	list := read("message \"A\" {}\n", "message \"M\" {}\n")
	if len(list) != 1 || list[0].Message != "no file of d says package" || list[0].Span.Path() != "d/a.rpc.hcl" {
		t.Errorf("none: %v", list)
	}
	for _, texts := range [][]string{{"package \"a\" {}\n", "package \"b\" {}\n"}, {"package \"a\" {}\n\n\npackage \"b\" {}\n"}} {
		list = read(texts...)
		if len(list) != 1 || list[0].Message != "the directory has two package blocks" || len(list[0].Related) != 1 ||
			list[0].Related[0].Span.Path() != "d/a.rpc.hcl" || list[0].Related[0].Span.Start().Column != 10 || list[0].Span == list[0].Related[0].Span {
			t.Errorf("two: %+v", list)
		}
	}
}

// Problems in JSON are placed in the JSON: in an expression exactly, in one with
// escapes at the whole string.
func TestJSONPlaces(t *testing.T) {
	cases := []struct{ text, at, message string }{
		{`{"package": {"a": {}}, "message": {"M": {"x": "field(1, lst(int32))"}}}`, "lst", "lst is no type that takes others"},
		{`{"package": {"a": {}}, "message": {"M": {"x": "field(1,\u0020lst(int32))"}}}`, `"field(1,\u0020lst(int32))"`, "lst is no type that takes others"},
		{`{"package": {"a": {}}, "message": {"M": {"x": "field(1, int32"}}}`, `field(`, "the brackets of the call are not closed"},
		{`{"package": {"a": {}}, "message": {"M": {"x": "a) }\nservice \"S\" {\n}\n(b"}}}`, `"a) }\nservice \"S\" {\n}\n(b"`, "extra characters after expression"},
		{`{"package": {"a": {}}, "message": {"M": {"x": "field(1, bool)", "x": "field(2, bool)"}}}`, `"x"`, "x is set twice"},
		{`{"package": {"a": {}}, "message": {"M": {"x": 5}}}`, `5`, "field M.x has no number"},
		{`{"package": {"a": {"version": 5}}}`, `5`, "version of package a is no string"},
		{`{"package": {"a": {"version": "${f()}"}}}`, `"${f()}"`, "the string holds a template"},
		{`{"package": {"a": {}}, "mesage": {"M": {}}}`, `"mesage"`, "the file has no attribute mesage"},
		{`{"package": {"a": {}}, "service": 1}`, `1`, "service has no label"},
		{`{"package": {"a": {}}, "service": {"S": 1}}`, `1`, "service is no object"},
		{`{"package": {"a": {}}, "service": {"S": {"method": {"A": {"timeout": "5"}}}}}`, `"5"`, "timeout of method S.A is no duration"},
		{`{"package": {"a": {}}, "service": {"S": {"method": {"A": {"params": {"a": "int32", "a": "bool"}}}}}}`, `"a"`, "a stands twice in params of method S.A"},
		{`{"package": {"a": {}}, "enum": {"E": {"A": 1.5}}}`, `1.5`, "the number of value E.A is no whole number"},
		{`[]`, ``, "the file is not understood as JSON: the top is no object"},
		{`{"package": {"a": {}}`, `{`, "unclosed object"},
		{"\xef\xbb\xbf" + `{"package": {"a": {"vers": 1}}}`, `"vers"`, "package a has no attribute vers"},
		{`{"message": {"M": {}}}`, ``, "no file of a.rpc.hcl.json says package"},
	}
	for _, c := range cases {
		_, list := Read([]*diag.File{diag.NewFile("a.rpc.hcl.json", []byte(c.text))})
		if len(list) != 1 {
			t.Errorf("%s: %d problems: %+v", c.text, len(list), list)
			continue
		}
		d := list[0]
		if at := c.text[d.Span.Start().Offset:d.Span.End().Offset]; at != c.at || !strings.HasPrefix(d.Message, c.message) {
			t.Errorf("%s: got %q at %q, want %q at %q", c.text, d.Message, at, c.message, c.at)
		}
	}
}
