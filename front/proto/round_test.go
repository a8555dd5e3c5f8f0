package proto_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/front/snapshot"
	"github.com/rpcctl/rpcctl/schema"
)

// overlay is a tree with some files hidden and one added.
type overlay struct {
	fs.FS
	hidden map[string]bool
	name   string
	text   []byte
}

func (o overlay) Open(name string) (fs.File, error) {
	if o.hidden[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if name == o.name {
		return fstest.MapFS{name: {Data: o.text}}.Open(name)
	}
	return o.FS.Open(name)
}

// essence is a package as text, less what one file can't say of several: the
// options of files, their order, and imports.
func essence(t testing.TB, p *schema.Package) string {
	t.Helper()
	text, err := schema.EncodePackage(p, schema.EncodeOptions{Neutral: true})
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Packages []map[string]any }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	one := doc.Packages[0]
	for _, key := range []string{"imports", "imported", "options", "doc"} {
		delete(one, key)
	}
	for _, key := range []string{"services", "messages", "enums"} {
		list, _ := one[key].([]any)
		slices.SortFunc(list, func(a, b any) int {
			return strings.Compare(a.(map[string]any)["name"].(string), b.(map[string]any)["name"].(string))
		})
	}
	out, err := json.MarshalIndent(one, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// trip writes a package, by way of JSON, and reads it back among the other
// files of its tree. Where judged, the compiler must accept what is written.
func trip(t testing.TB, tree fs.FS, p *schema.Package, judged bool) (back *schema.Package, text []byte, losses diag.List, problems diag.List) {
	t.Helper()
	viaJSON, lost := snapshot.Language().Write(p)
	if len(lost) > 0 {
		t.Fatal(lost)
	}
	parts, list := snapshot.Language().Read([]*diag.File{diag.NewFile("p.rpc.json", viaJSON)})
	if list.HasErrors() {
		t.Fatalf("%s: %v", p.Name, list)
	}
	own := map[string]bool{}
	schema.WalkPackage(p, func(n schema.Node) { own[n.Base().Span.Path()] = true })
	for _, o := range p.Options {
		own[o.Span.Path()] = true
	}
	// What it imports must be there for its names to have a meaning.
	r, err := front.Load(front.Tree{FS: tree}, slices.Sorted(maps.Keys(own)), []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	others := slices.DeleteFunc(r.Packages, func(q *schema.Package) bool { return q.Name == p.Name })
	s, _ := schema.Link(append(others, parts...), nil)
	again, _ := s.Lookup(p.Name).(*schema.Package)
	text, losses = proto.Write(again)
	name := "written.proto"
	if p.FullName() != "" && len(p.Options) > 1 && p.Options[1].Name == "proto.package" {
		name = p.Name + ".proto"
	}
	r, err = front.Load(front.Tree{FS: overlay{tree, own, "zz/" + name, text}}, []string{"zz/" + name}, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	if judged {
		theirs, _ := judge(overlay{tree, own, "zz/" + name, text}, []string{"zz/" + name})
		if list := theirs["zz/"+name]; len(list) > 0 {
			t.Errorf("the compiler says %.600v of\n%s", list, text)
		}
	}
	s, problems = schema.Link(r.Packages, nil)
	back, _ = s.Lookup(p.Name).(*schema.Package)
	return back, text, losses, append(r.Problems, problems...)
}

func TestRoundTrip(t *testing.T) {
	tree := inMemory(t, "testdata/valid")
	s, _ := errorsOf(t, tree)
	for _, p := range s.Packages {
		if p.Imported {
			continue
		}
		back, text, losses, problems := trip(t, tree, p, true)
		if problems.HasErrors() {
			t.Errorf("%s: %v\n%s", p.Name, problems, text)
			continue
		}
		if d := cmp.Diff(essence(t, p), essence(t, back)); d != "" {
			t.Errorf("%s: %s\n%s", p.Name, d, text)
		}
		for _, l := range losses {
			t.Logf("%s", l.Message)
		}
	}
}

// TestFromOthers: what is written of contracts in other languages is right to
// the compiler and to us, and every loss has a place and a subject.
func TestFromOthers(t *testing.T) {
	tree := os.DirFS("../../testdata/contracts")
	r, err := front.Load(front.Tree{FS: tree}, []string{"dns", "everything", "legacy", "math", "names"}, []*front.Language{hclidl.Language(), gfj.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	if list.HasErrors() {
		t.Fatal(list)
	}
	written := fstest.MapFS{}
	for _, p := range s.Packages {
		text, losses := proto.Write(p)
		written[p.Name+".proto"] = &fstest.MapFile{Data: text}
		for _, l := range losses {
			if !l.Span.Known() || l.Subject == "" || strings.HasPrefix(l.Message, " ") {
				t.Errorf("%+v", l)
			}
		}
	}
	theirs, _ := judge(written, protoFiles(written))
	_, ours := errorsOf(t, written)
	if len(theirs) > 0 || len(ours) > 0 {
		t.Errorf("the compiler says %v\nwe say %q", theirs, ours)
		for name := range theirs {
			if f := written[name]; f != nil {
				for i, line := range strings.Split(string(f.Data), "\n") {
					t.Logf("%s:%d: %s", name, i+1, line)
				}
			}
		}
	}
}

// TestCorpusRoundTrip writes every package of the corpus and reads it back.
func TestCorpusRoundTrip(t *testing.T) {
	dir := corpus(t)
	tree := os.DirFS(dir)
	s, list := linked(t, dir, ".")
	broken := map[string]bool{}
	for _, d := range list {
		if d.Severity == diag.Error {
			broken[d.Span.Path()] = true
			if n, ok := s.Lookup(d.Subject).(schema.Node); ok && schema.PackageOf(n) != nil {
				broken[schema.PackageOf(n).Name] = true
			}
		}
	}
	kinds := map[string]int{}
	same, skipped, circular, differ := 0, 0, 0, 0
	for _, p := range s.Packages {
		bad := broken[p.Name] || p.Imported
		schema.WalkPackage(p, func(n schema.Node) { bad = bad || broken[n.Base().Span.Path()] })
		if bad {
			skipped++
			continue
		}
		back, text, losses, problems := trip(t, tree, p, same%10 == 0)
		for _, l := range losses {
			kinds[lossKind(l)]++
		}
		if problems.HasErrors() {
			missing := slices.ContainsFunc(problems, func(d diag.Diagnostic) bool { return d.Code == "import-missing" })
			if missing {
				circular++ // a file that it imports imports one of its own
				continue
			}
			if differ++; differ < 6 {
				t.Errorf("%s: %.800v", p.Name, problems)
			}
			continue
		}
		if d := cmp.Diff(essence(t, p), essence(t, back)); d != "" {
			if differ++; differ < 6 {
				t.Errorf("%s: %.3000s", p.Name, d)
			}
			continue
		}
		_ = text
		same++
	}
	t.Logf("%d packages come back the same, %d differ, %d are in a circle of packages, %d do not link", same, differ, circular, skipped)
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%6d %s", kinds[k], k)
	}
}

// lossKind is a loss without what it is of.
func lossKind(d diag.Diagnostic) string {
	_, what, _ := strings.Cut(d.Message, " ")
	words := strings.Fields(what)
	return fmt.Sprint(strings.Join(words[:min(len(words), 4)], " "))
}
