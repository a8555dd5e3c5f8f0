package all

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
	wires "github.com/rpcctl/rpcctl/wire/all"
)

// The languages that a case is written in: one folder each beside want.json.
var languages = []string{"hcl", "go", "thrift", "proto", "gfj"}

// languageNamed returns a language that contracts are read from.
func languageNamed(t *testing.T, name string) *front.Language {
	t.Helper()
	all := append(Languages(), proto.Language())
	i := slices.IndexFunc(all, func(l *front.Language) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("no language is called %s", name)
	}
	return all[i]
}

// skipped says why a case isn't written in a language. A reason for a folder
// that is there is a failure, and a folder that isn't without one too.
var skipped = map[string]map[string]string{
	"eq-scalars":  {"gfj": "it has no bytes, and its members are exported by the original only in upper case"},
	"eq-narrow":   {"proto": "it has no integers below 32 bits", "gfj": "its members are exported by the original only in upper case"},
	"eq-nested":   {"gfj": "it has no lists and no nested messages"},
	"eq-enums":    {"gfj": "it has no enums"},
	"eq-oneof":    {"gfj": "it has no oneofs"},
	"eq-maps":     {"gfj": "it has no maps"},
	"eq-lists":    {"proto": "it has no sets, no lists of lists and none of a fixed length", "gfj": "it has no lists"},
	"eq-defaults": {"proto": "a field with a default is one whose presence is tracked there", "gfj": "it has no defaults"},
	"eq-errors":   {"proto": "it has no declared errors", "gfj": "it has no declared errors"},
	"eq-methods":  {"proto": "a method has one message each way", "gfj": "it has no one-way methods, and no timeouts"},
	"eq-streams":  {"thrift": "it has no streams", "gfj": "it has streams of bytes alone"},
	"eq-reserved": {"gfj": "it has no reserved numbers: members are numbered by their place"},
	"eq-docs":     {"gfj": "its members are exported by the original only in upper case"},
	"eq-consts":   {"proto": "it has no constants", "gfj": "it has no constants"},
	"eq-literals": {"proto": "it has no constants", "gfj": "it has no constants", "go": "Go has no constants that are lists, maps or structs"},
	"eq-extends":  {"proto": "a service extends none", "gfj": "a service extends none"},
	"eq-imports":  {"gfj": "it has no imports"},
	"eq-rpch":     {"proto": "a method has one message each way"},
}

// TestEquivalence holds that one contract means the same in every language: its
// model is want.json, and there is no difference between any two.
func TestEquivalence(t *testing.T) {
	dirs, _ := filepath.Glob("../../testdata/contracts/*/want.json")
	if len(dirs) < 12 {
		t.Fatalf("%d contracts, want 12 and more", len(dirs))
	}
	for _, want := range dirs {
		dir := filepath.Dir(want)
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			var first *schema.Schema
			var firstText string
			for _, language := range languages {
				reason := skipped[name][language]
				if _, err := os.Stat(filepath.Join(dir, language)); err != nil {
					if reason == "" {
						t.Errorf("it isn't written in %s, and no reason is given", language)
					}
					continue
				} else if reason != "" {
					t.Errorf("it is written in %s, though a reason says why not: %s", language, reason)
				}
				s := loadCase(t, dir, language)
				text, err := schema.Encode(s, schema.EncodeOptions{Neutral: true})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					golden.Equal(t, want, text)
					first, firstText = s, string(text)
					continue
				}
				if string(text) != firstText {
					t.Errorf("%s says\n%s\nand %s\n%s", language, text, languages[0], firstText)
				}
				for _, c := range diff.Schemas(first, s).Changes {
					t.Errorf("%s: %s %s: %s → %s", language, c.Kind, c.Subject, c.From, c.To)
				}
			}
		})
	}
	for name := range skipped {
		if _, err := os.Stat("../../testdata/contracts/" + name + "/want.json"); err != nil {
			t.Errorf("reasons are given for %s, which is no case", name)
		}
	}
}

// loadCase reads a case in one language, and takes out of it what others have no
// word for.
func loadCase(t *testing.T, dir, language string) *schema.Schema {
	t.Helper()
	r, err := front.Load(front.Tree{FS: os.DirFS(dir)}, []string{language}, []*front.Language{languageNamed(t, language)})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, wires.Infos())
	for _, d := range append(r.Problems, list...) {
		if d.Severity == diag.Error {
			t.Errorf("%s:%d:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message)
		}
	}
	for _, p := range s.Packages {
		normalize(p)
	}
	return s
}

// normalize takes out of a package what some language that can say its contract
// has no word for:
//
//   - which wires it promises: .proto and .gfj promise theirs
//   - whether it was imported: whole folders are read here
//   - options that keep what a language alone has, such as its syntax
//   - why something is deprecated: .proto says that it is
func normalize(p *schema.Package) {
	p.Wires, p.Imported = []schema.Ident{{Name: "frame"}}, false
	schema.WalkPackage(p, func(n schema.Node) {
		d := n.Base()
		d.Options = slices.DeleteFunc(d.Options, func(o schema.Option) bool {
			return strings.HasPrefix(o.Name, "proto.") || strings.HasPrefix(o.Name, "thrift.") || strings.HasPrefix(o.Name, "go.")
		})
		if d.Options = slices.Clip(d.Options); len(d.Options) == 0 {
			d.Options = nil
		}
		if d.Deprecated != "" {
			d.Deprecated = "true"
		}
	})
}

// TestNoDifference holds that nothing at all has to be looked past between the
// .proto, the .thrift and the .rpc.hcl of a contract that promises one wire in
// each.
func TestNoDifference(t *testing.T) {
	read := func(language string) *schema.Schema {
		r, err := front.Load(front.Tree{FS: os.DirFS("../../testdata/contracts/eq-scalars")}, []string{language}, []*front.Language{languageNamed(t, language)})
		if err != nil {
			t.Fatal(err)
		}
		s, list := schema.Link(r.Packages, wires.Infos())
		if append(r.Problems, list...).HasErrors() {
			t.Fatal(list)
		}
		return s
	}
	for _, old := range []string{"proto", "hcl", "thrift"} {
		for _, new := range []string{"proto", "hcl", "thrift"} {
			for _, c := range diff.Schemas(read(old), read(new)).Changes {
				t.Errorf("%s and %s: %s %s: %s → %s", old, new, c.Kind, c.Subject, c.From, c.To)
			}
		}
	}
}
