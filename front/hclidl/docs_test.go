package hclidl

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

var example = regexp.MustCompile("(?ms)^```(hcl|json)( [a-z]+)?\n(.*?)^```$")

// Every example of docs/language.md is read, linked, and already formatted. What
// is marked as a part is put into what it is a part of.
func TestDocs(t *testing.T) {
	doc := readFile(t, "../../docs/language.md")
	found := example.FindAllSubmatchIndex(doc.Text, -1)
	if len(found) < 10 {
		t.Fatalf("found %d examples", len(found))
	}
	for _, m := range found {
		text := doc.Text[m[6]:m[7]]
		line := doc.Pos(m[6]).Line
		part := ""
		if m[4] >= 0 {
			part = string(doc.Text[m[4]:m[5]])
		}
		t.Run(fmt.Sprintf("line %d", line), func(t *testing.T) {
			name := "docs.rpc.hcl"
			whole := text
			switch {
			case string(doc.Text[m[2]:m[3]]) == "json":
				name += ".json"
			case part == " top":
				whole = []byte("package \"docs\" {}\n\n" + string(text))
			case part == " message":
				whole = []byte("package \"docs\" {}\n\nmessage \"Node\" {\n" + string(text) + "}\n\nenum \"Color\" {\n  UNKNOWN = 0\n  RED     = 1\n}\n")
			case part != "":
				t.Fatalf("part of what: %s", part)
			}
			f := diag.NewFile(name, whole)
			packages, list := Read([]*diag.File{f})
			for _, i := range packages[0].Imports {
				packages = append(packages, &schema.Package{Decl: schema.Decl{Name: "imported"}, Language: "hcl", Imported: true})
				i.Package = "imported"
			}
			_, links := schema.Link(packages, all.Infos())
			for _, d := range append(list, links...) {
				if d.Severity > diag.Note {
					t.Errorf("docs/language.md:%d: %s: %s", line+d.Span.Start().Line-1, d.Message, d.Help)
				}
			}
			if name != "docs.rpc.hcl" || part == " message" {
				return
			}
			if formatted, _ := Format(diag.NewFile(name, whole)); string(formatted) != string(whole) {
				t.Errorf("docs/language.md:%d: rpcctl fmt would write\n%s", line, formatted)
			}
		})
	}
}
