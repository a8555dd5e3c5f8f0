package rules

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

// sound returns a contract that could be read and linked, nil where it couldn't.
func sound(common []*schema.Package, text []byte) (*schema.Schema, *diag.File) {
	f := diag.NewFile("a.rpc.hcl", text)
	parts, list := hclidl.Read([]*diag.File{f})
	for _, p := range parts {
		for _, i := range p.Imports {
			i.Package = common[0].Name
		}
	}
	s, more := schema.Link(append(parts, common...), nil)
	if append(list, more...).HasErrors() {
		return nil, nil
	}
	return s, f
}

// FuzzFixes holds fixes to any text: what they make of a sound contract is sound,
// and its calls have the same bytes.
func FuzzFixes(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.rpc.hcl")
	if err != nil || len(paths) == 0 {
		f.Fatal("no contracts", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("package \"p\" {\nwires = [frame]\n}\nimport \"c\" {\nsource = \"c\"\n}\nservice S {\nmethod F { params = { a = int32, \"b\" : optional(list(int8, 2)) } }\n}\n"))
	text, err := os.ReadFile("testdata/common/common.rpc.hcl")
	if err != nil {
		f.Fatal(err)
	}
	common := func() []*schema.Package {
		parts, _ := hclidl.Read([]*diag.File{diag.NewFile("common.rpc.hcl", text)})
		parts[0].Imported = true
		return parts
	}
	fixing := []*lint.Rule{importUnused, frameDerivedID, fieldNumberImplicit}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, file := sound(common(), text)
		if s == nil {
			return
		}
		for _, d := range lint.Run(s, fixing, lint.Options{Sources: diag.Sources{file.Path: file}}) {
			for _, fix := range d.Fixes {
				out := mended(file, fix.Edits)
				again, _ := sound(common(), out)
				if again == nil {
					t.Fatalf("%q breaks the contract:\n%s", fix.Message, out)
				}
				if a, b := called(s), called(again); a != b {
					t.Fatalf("%q makes of\n%s\n%s", fix.Message, a, b)
				}
			}
		}
	})
}
