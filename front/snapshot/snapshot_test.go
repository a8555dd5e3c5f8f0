package snapshot

import (
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

const contract = `{
  "version": 1,
  "packages": [
    {
      "name": "demo",
      "language": "proto",
      "messages": [
        {
          "name": "M",
          "fields": [
            {"name": "next", "doc": "the next ones", "number": 1, "type": "list(demo.M)"},
            {"name": "note", "number": 2, "type": "string", "presence": "optional"}
          ]
        }
      ]
    }
  ]
}
`

func TestReadWrite(t *testing.T) {
	l := Language()
	if !l.Match("a/b"+l.Extension) || l.Match("a.json") || l.Match("a.rpc.hcl.json") {
		t.Error("matches the wrong files")
	}
	parts, list := l.Read([]*diag.File{diag.NewFile("a.rpc.json", []byte(contract))})
	if len(list) > 0 {
		t.Fatal(list)
	}
	s, list := schema.Link(parts, nil)
	if len(list) > 0 || len(s.Packages) != 1 || s.Packages[0].Language != "proto" || s.Packages[0].Path != "a.rpc.json" {
		t.Fatalf("%+v %v", s.Packages, list)
	}
	text, losses := l.Write(s.Packages[0])
	if len(losses) > 0 || string(text) != contract {
		t.Errorf("wrote %s (%v)", text, losses)
	}
}

// TestProblemsOfAllFiles: a problem in one file hides neither the rest of it nor
// the next file.
func TestProblemsOfAllFiles(t *testing.T) {
	parts, list := Language().Read([]*diag.File{
		diag.NewFile("a.rpc.json", []byte("{\"version\": 1,\n \"packages\": [{\"name\": 1}, {\"nam\": \"p\"}]}")),
		diag.NewFile("b.rpc.json", []byte("{")),
		diag.NewFile("c.rpc.json", []byte(`{"version": 1, "packages": [{"name": "q"}]}`)),
	})
	want := []struct {
		path         string
		line, column int
		message      string
	}{
		{"a.rpc.json", 2, 24, "name is a number, want a string"},
		{"a.rpc.json", 2, 29, `an item of packages has the unknown member "nam"`},
		{"b.rpc.json", 1, 2, "the text ends too early"},
	}
	if len(list) != len(want) {
		t.Fatal(list)
	}
	for i, w := range want {
		d := list[i]
		if d.Span.Path() != w.path || d.Span.Start().Line != w.line || d.Span.Start().Column != w.column || d.Message != w.message || d.Severity != diag.Error {
			t.Errorf("%+v, want %+v", d, w)
		}
	}
	if len(parts) != 3 || parts[2].Name != "q" {
		t.Errorf("%d packages", len(parts))
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(contract))
	f.Add([]byte(`{"version": 1, "packages": [{"name": "p", "wires": [], "consts": [{"name": "A", "type": "bool", "value": {"kind": "bool", "text": "true"}}]}]}`))
	l := Language()
	f.Fuzz(func(t *testing.T, text []byte) {
		parts, list := l.Read([]*diag.File{diag.NewFile("f", text)})
		for _, d := range list {
			if d.Severity == 0 || d.Message == "" || d.Span.Path() != "f" || d.Span.End().Offset > len(text) {
				t.Fatalf("bad problem %+v", d)
			}
		}
		s, linked := schema.Link(parts, nil)
		if list.HasErrors() || linked.HasErrors() {
			return
		}
		for _, p := range s.Packages {
			if out, losses := l.Write(p); len(losses) > 0 {
				t.Fatalf("%v of %s", losses, out)
			}
		}
	})
}
