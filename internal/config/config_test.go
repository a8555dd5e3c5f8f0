package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
)

type options struct {
	Module string            `hcl:"module"`
	Deep   bool              `hcl:"deep,optional"`
	Level  int               `hcl:"level,optional"`
	Tags   []string          `hcl:"tags,optional"`
	Names  map[string]string `hcl:"names,optional"`
}

func known() Known {
	return Known{
		Wires: []string{"frame", "rpch", "prpc"}, Rules: []string{"method-pascal-case", "field-snake-case"},
		Categories: []string{"WIRE", "STANDARD"},
		Targets:    []Target{{"go", func() any { return &options{Level: 7} }}, {"bare", nil}},
		Peers:      map[string][]string{"rpch": {"go", "node", "c"}, "prpc": {"java", "go"}},
	}
}

func file(t testing.TB, path string) *diag.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewFile(filepath.ToSlash(path), text)
}

// TestPage reads the workspace file that the language page shows, and more.
func TestPage(t *testing.T) {
	f := file(t, "testdata/page.hcl")
	c, list := Load(f, known())
	for _, d := range list {
		t.Errorf("%v: %s", d.Span.Start(), d.Message)
	}
	text := func(ids []schema.Ident) string {
		var words []string
		for _, id := range ids {
			words = append(words, id.Name)
			said := string(f.Text[id.Span.Start().Offset:id.Span.End().Offset])
			if strings.Trim(said, `"`) != id.Name {
				t.Errorf("the place of %s holds %s", id.Name, said)
			}
		}
		return strings.Join(words, ",")
	}
	one := func(id schema.Ident) string { return text([]schema.Ident{id}) }
	i, k := c.Lint.Ignores[0], c.Compat
	var got []string
	say := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	say("contracts %s", text(c.Contracts))
	say("lint %s less %s", text(c.Lint.Use), text(c.Lint.Except))
	say("ignore %s in %s: %s until %s", text(i.Rules), text(i.Paths), i.Reason, one(i.Until))
	say("compat %s %s %s %v %s", text(k.Against), one(k.Require), one(k.RequireData), k.Strict, text(k.Wires))
	for _, p := range k.Peers {
		say("peers %s: %s", one(p.Wire), text(p.Names))
	}
	say("aspects %s %s %s %s %s", one(k.Unreached), one(k.JSON), one(k.GRPC), one(k.Docs), one(k.Source))
	for _, a := range k.Accepts {
		say("accept %s: %s, %s until %q", one(a.ID), a.Outcome, a.Reason, a.Until.Name)
	}
	for _, g := range c.Generate {
		say("generate %s into %s on %s: %+v, %d written", one(g.Target), one(g.Out), text(g.Wires), g.Options, len(g.Values))
	}
	for _, p := range c.Proto {
		say("proto %s: %s, imports %s, at %d", one(p.Name), text(p.Paths), text(p.Imports), p.Span.Start().Line)
	}
	for _, n := range c.NotBuilt {
		say("not built %s %s at %d", n.Kind, n.Name, n.Span.Start().Line)
	}
	for _, o := range c.Options {
		say("option %s: %s", one(o.Name), one(o.OnChange))
	}
	want := []string{
		"contracts contracts/**",
		"lint STANDARD less method-pascal-case",
		"ignore field-snake-case in contracts/legacy/**: kept as the first release had them until 2027-06-30",
		"compat git:merge-base(main) servers-first readers-first false frame,rpch,prpc",
		"peers rpch: go,node",
		"peers prpc: java,go",
		"aspects data off off off warn",
		`accept field-type-changed:demo.M.a:int32>int64: corrupt, no client sends it until "2027-06-30"`,
		`accept field-removed:demo.M.b: reject, nobody reads it until ""`,
		"generate go into gen/go on frame,rpch: &{Module:example.com/demo/gen Deep:false Level:7 Tags:[] Names:map[]}, 1 written",
		"generate go into gen/other on : &{Module:example.com/demo/other Deep:true Level:-3 Tags:[a b] Names:map[w:two\nlines\n x.y:z]}, 5 written",
		"generate bare into gen/bare on : <nil>, 0 written",
		"proto api: proto, imports third_party, at 39",
		`not built generate "plugin" plugin at 67`, "not built registry default at 73",
		"not built rule no-bool-in-requests at 77",
		"option google.api.http: breaking",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestBad(t *testing.T) {
	f := file(t, "testdata/bad/words.hcl")
	_, list := Load(f, known())
	wanttest.Check(t, []*diag.File{f}, list)
	for _, d := range list {
		if d.Help == "" {
			t.Errorf("line %d: no help: %s", d.Span.Start().Line, d.Message)
		}
	}
}

func TestNearest(t *testing.T) {
	for text, want := range map[string]string{
		`contract = []`:                             "did you mean contracts?",
		`lnit {}`:                                   "did you mean lint?",
		`compat { require = "server-first" }`:       "did you mean servers-first?",
		`compat { wires = [rcph] }`:                 "did you mean rpch?",
		`compat { wires = ["rpch"] }`:               "write rpch without quotes",
		`lint { use = ["field-snake-csae"] }`:       "did you mean field-snake-case?",
		`lint { use = ["thing"] }`:                  "known are method-pascal-case, field-snake-case, WIRE, STANDARD",
		`compat { peers = { rpch = [nod] } }`:       "did you mean node?",
		"generate \"og\" {\nout = \"x\"\n}":         "did you mean go?",
		"compat {\naccept = 1\n}":                   `write accept "NAME" { … }, without =`,
		"contracts {\n}":                            "write contracts = …",
		`compat { json = off }`:                     `write it in quotes: "off"`,
		"rule \"x\" {\non=\"field\"\nwhen=1\n}\n":   "add message = …",
		`compat { wires = [frame, nothing-alike] }`: "known are frame, rpch, prpc",
	} {
		_, list := Load(diag.NewFile(FileName, []byte(text)), known())
		if len(list) != 1 || list[0].Help != want {
			t.Errorf("%s: %v, want the help %s", text, list, want)
		}
	}
}

func TestEmptyAndBroken(t *testing.T) {
	if c, list := Load(diag.NewFile(FileName, nil), Known{}); c == nil || list != nil {
		t.Error(list)
	}
	for _, text := range []string{"{", "lint {", "compat { accept \"", strings.Repeat("[", 1_000_000), "a = " + strings.Repeat("-", 100_000), "\xff"} {
		c, list := Load(diag.NewFile(FileName, []byte(text)), known())
		if c == nil || !list.HasErrors() {
			t.Errorf("%.20q: %v", text, list)
		}
	}
	if _, list := Load(diag.NewFile("rpcctl.hcl.json", []byte("{}")), known()); len(list) != 1 {
		t.Error(list)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(filepath.Join(below, FileName), 0o777); err != nil { // a directory is none
		t.Fatal(err)
	}
	if path, ok := Find(below); ok && strings.HasPrefix(path, dir) {
		t.Error(path)
	}
	want := filepath.Join(dir, FileName)
	if err := os.WriteFile(want, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if path, ok := Find(below); !ok || path != want {
		t.Error(path, ok)
	}
}

func TestExpand(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, p := range []string{
		"up/x.gfj", "w/contracts/a/a.gfj", "w/contracts/a/b.gfj", "w/contracts/b.gfj", "w/contracts/.git/c.gfj",
		"w/more/[x]/d.gfj", "w/.hidden/e.gfj", "w/contracts-old/f.gfj",
	} {
		fsys[p] = &fstest.MapFile{}
	}
	for _, c := range []struct{ dir, patterns, want, said string }{
		{"w", "contracts/**", "w/contracts", ""},
		{"w", "contracts", "w/contracts", ""},
		{"w", "contracts/", "w/contracts", ""},
		{"w", "contracts/b.gfj", "w/contracts/b.gfj", ""},
		{"w", "contracts/**/*.gfj", "w/contracts/a/a.gfj,w/contracts/a/b.gfj,w/contracts/b.gfj", ""},
		{"w", "contracts/*", "w/contracts/a,w/contracts/b.gfj", ""},
		{"w", "contracts*", "w/contracts,w/contracts-old", ""},
		{"w", "contracts,contracts/a/a.gfj,contracts-old", "w/contracts,w/contracts-old", ""},
		{"w", "*", "w/contracts,w/contracts-old,w/more", ""},
		{"w", ".hidden", "w/.hidden", ""},
		{"w", ".", "w", ""},
		{"w", "../up", "up", ""},
		{"w", "..", ".", ""},
		{"w/more/[x]", "*.gfj", "w/more/[x]/d.gfj", ""},
		{".", "up", "up", ""},
		{"w", "../../up", "", `"../../up" is outside of what can be read`},
		{"w", "nothing/**", "", `contracts "nothing/**" match nothing`},
		{"w", "{contracts,more}/**/*.gfj", "w/contracts/a/a.gfj,w/contracts/a/b.gfj,w/contracts/b.gfj,w/more/[x]/d.gfj", ""},
	} {
		config := &Config{}
		for p := range strings.SplitSeq(c.patterns, ",") {
			config.Contracts = append(config.Contracts, schema.Ident{Name: p})
			if strings.HasPrefix(c.patterns, "{") {
				config.Contracts = []schema.Ident{{Name: c.patterns}}
			}
		}
		found, list, err := config.Expand(Tree{FS: fsys, Dir: c.dir, Own: true})
		paths := found.Contracts
		said := ""
		if len(list) > 0 {
			said = list[0].Message
		}
		if got := strings.Join(paths, ","); err != nil || got != c.want || said != c.said {
			t.Errorf("%s in %s: %s %q %v, want %s %q", c.patterns, c.dir, got, said, err, c.want, c.said)
		}
	}
}

// FuzzLoad holds, of any bytes: no panic, places inside the file, text in each problem.
func FuzzLoad(f *testing.F) {
	for _, path := range []string{"testdata/page.hcl", "testdata/bad/words.hcl"} {
		f.Add(file(f, path).Text)
	}
	f.Add([]byte("rule \"a\" {\nwhen = <<E\n${x}\nE\n}\ngenerate \"go\" { level = 1e9999 }\ncontracts = [for a in b : a]"))
	f.Add([]byte("generate\"go\"{level=0..0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile(FileName, text)
		c, list := Load(file, known())
		if c == nil {
			t.Fatal("no config")
		}
		for _, d := range list {
			if d.Message == "" || d.Code == "" || d.Severity == 0 {
				t.Fatalf("%+v", d)
			}
			inside(t, file, d.Span)
			for _, r := range d.Related {
				inside(t, file, r.Span)
			}
		}
		for _, id := range c.Contracts {
			inside(t, file, id.Span)
		}
	})
}

func inside(t *testing.T, f *diag.File, s diag.Span) {
	t.Helper()
	if s.Path() != f.Path || !s.Known() || s.Start().Offset > s.End().Offset || s.End().Offset > len(f.Text) {
		t.Fatalf("span %+v of %d bytes", s, len(f.Text))
	}
}
