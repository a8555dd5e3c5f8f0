package schema

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

func TestFilesProblems(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{`[{"path": "a", "options": 1, "declares": ["M"]}, {"path": "b/c", "options": 1, "declares": ["E"]}]`, ""},
		{`[{"path": "../a", "options": 2, "declares": ["M", "E"]}]`, `"../a" is no path of a file below another directory`},
		{`[{"path": "/a", "options": 2, "declares": ["M", "E"]}]`, `"/a" is no path of a file below another directory`},
		{`[{"path": "a", "options": 2, "declares": ["M"]}, {"path": "a", "declares": ["E"]}]`, `package p has the file "a" twice`},
		{`[{"path": "a", "options": 2, "declares": ["M", "N", "E"]}]`, `file "a" declares N, which package p doesn't have`},
		{`[{"path": "a", "options": 2, "declares": ["M", "M.I", "E"]}]`, `file "a" declares M.I, which package p doesn't have`},
		{`[{"path": "a", "options": 2, "declares": ["M", "E", "M"]}]`, `file "a" declares M, which is declared already`},
		{`[{"path": "a", "options": 2, "declares": ["M"]}]`, "E is declared in none of the files of package p"},
		{`[{"path": "a", "options": 1, "declares": ["M", "E"]}]`, "the files of package p have 1 options and 0 imports, and the package 2 and 0"},
		{`[{"path": "a", "options": -1, "declares": ["M", "E"]}]`, `file "a" has more options or imports than package p`},
		{`[{"path": "a", "options": 2, "imports": 9007199254740991, "declares": ["M", "E"]}]`, `file "a" has more options or imports than package p`},
		{`[{"options": 2, "declares": ["M", "E"]}]`, `an item of files has no path`},
	} {
		text := `{"version": 1, "packages": [{"name": "p", "options": [{"name": "x", "value": {"kind": "null"}}, {"name": "x", "value": {"kind": "null"}}],
			"messages": [{"name": "M"}, {"name": "M.I"}], "enums": [{"name": "E"}], "files": ` + c.files + `}]}`
		parts, list := Decode(diag.NewFile("p.rpc.json", []byte(text)))
		got := problems(list)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" || (len(parts[0].Files) > 0) != (c.want == "") {
			t.Errorf("%s: got %q, want %q; %d files", c.files, got, c.want, len(parts[0].Files))
		}
	}
}

// TestMergeFiles: the files of the whole are those of the parts where all of them
// know theirs, and where they stand counts nowhere.
func TestMergeFiles(t *testing.T) {
	part := func(name string, files ...File) *Package {
		return &Package{Decl: Decl{Name: "p"}, Language: "proto", Files: files, Services: []*Service{{Decl: Decl{Name: name}}}}
	}
	one := func(name string) File { return File{Path: name + ".proto", Declares: []string{name}} }
	s := linked(t, []*Package{part("A", one("A")), part("B", one("B")), part("C", one("C"))})
	p := s.Packages[0]
	if len(p.Files) != 3 || p.Files[2].Path != "C.proto" {
		t.Errorf("%+v", p.Files)
	}
	for _, parts := range [][]*Package{{part("A"), part("B", one("B")), part("C", one("C"))}, {part("A", one("A")), part("B"), part("C", one("C"))}} {
		q := linked(t, parts).Packages[0]
		if q.Files != nil {
			t.Errorf("%+v", q.Files)
		}
		a, _ := EncodePackage(p, EncodeOptions{Neutral: true})
		b, _ := EncodePackage(q, EncodeOptions{Neutral: true})
		if string(a) != string(b) || Fingerprint(p.Services[0]) != Fingerprint(q.Services[0]) {
			t.Errorf("%s\n%s", a, b)
		}
	}
}
