package proto_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
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

// overlay is a tree in which other files take the places of some.
type overlay struct {
	fs.FS
	files fstest.MapFS
}

func (o overlay) Open(name string) (fs.File, error) {
	if o.files[name] != nil {
		return o.files.Open(name)
	}
	return o.FS.Open(name)
}

// lossy are what .proto has no words of its own for, so that it may be written in
// another way than it was read: declarations of extensions, groups, and features
// of an edition.
var lossy = map[string]bool{"proto.extend": true, "proto.extensions": true, "proto.group": true, "proto.features": true}

// saysLossy reports whether an element of a JSON text has one of the lossy.
func saysLossy(v any, kinds map[string]bool) bool {
	found := false
	switch v := v.(type) {
	case map[string]any:
		if name, _ := v["name"].(string); lossy[name] {
			kinds[name], found = true, true
		}
		for _, x := range v {
			found = saysLossy(x, kinds) || found
		}
	case []any:
		for _, x := range v {
			found = saysLossy(x, kinds) || found
		}
	}
	return found
}

// compare counts in kinds what of a package is another when it comes back: by the
// options that differ, or by the member of the JSON. It reports whether it is the same.
func compare(t testing.TB, p, q *schema.Package, kinds map[string]int) bool {
	t.Helper()
	one := func(p *schema.Package) map[string]any {
		text, err := schema.EncodePackage(p, schema.EncodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ Packages []map[string]any }
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		delete(doc.Packages[0], "imported")
		for _, f := range doc.Packages[0]["files"].([]any) {
			f := f.(map[string]any)
			f["path"] = path.Base(f["path"].(string)) // it depends on what is named when they are read
		}
		return doc.Packages[0]
	}
	a, b := one(p), one(q)
	same := true
	for _, key := range slices.Sorted(maps.Keys(a)) {
		x, _ := a[key].([]any)
		y, _ := b[key].([]any)
		if cmp.Equal(a[key], b[key]) {
			continue
		}
		same = false
		for i := range x {
			if i < len(y) && cmp.Equal(x[i], y[i]) {
				continue
			}
			found := map[string]bool{}
			switch saysLossy(x[i], found); {
			case len(found) > 0:
				for k := range found {
					kinds[key+" with "+k]++
				}
			case key == "options":
				kinds["option "+x[i].(map[string]any)["name"].(string)]++
			default:
				kinds[key]++
			}
		}
		if x == nil || len(x) != len(y) {
			kinds["number of "+key]++
		}
	}
	return same
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

// trip writes the files of a package, by way of JSON, and reads them back in their
// places among the other files of the tree. Where judged, the compiler must accept
// what is written.
func trip(t testing.TB, tree fs.FS, p *schema.Package, judged bool) (back *schema.Package, text string, losses, problems diag.List) {
	t.Helper()
	viaJSON, lost := snapshot.Language().Write(p)
	if len(lost) > 0 {
		t.Fatal(lost)
	}
	parts, list := snapshot.Language().Read([]*diag.File{diag.NewFile("p.rpc.json", viaJSON)})
	if list.HasErrors() {
		t.Fatalf("%s: %v", p.Name, list)
	}
	var own []string
	for _, f := range p.Files {
		own = append(own, f.Path)
	}
	// What it imports must be there for its names to have a meaning.
	r, err := front.Load(front.Tree{FS: tree}, own, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	others := slices.DeleteFunc(r.Packages, func(q *schema.Package) bool { return q.Name == p.Name })
	s, _ := schema.Link(append(others, parts...), nil)
	again, _ := s.Lookup(p.Name).(*schema.Package)
	files, losses := proto.WriteFiles(again)
	written := overlay{tree, fstest.MapFS{}}
	for _, f := range files {
		written.files[f.Path] = &fstest.MapFile{Data: f.Text}
		text += "// " + f.Path + "\n" + string(f.Text)
	}
	if d := cmp.Diff(slices.Sorted(slices.Values(own)), slices.Sorted(maps.Keys(written.files))); d != "" {
		t.Fatalf("%s: %s", p.Name, d)
	}
	r, err = front.Load(front.Tree{FS: written}, own, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	if judged {
		theirs, _ := judge(written, own)
		for _, name := range own {
			if list := theirs[name]; len(list) > 0 {
				t.Errorf("the compiler says %.600v of\n%s", list, text)
			}
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
		kinds := map[string]int{}
		if !compare(t, p, back, kinds) || back.Doc != p.Doc {
			t.Errorf("%s: %v %s\n%s", p.Name, kinds, cmp.Diff(essence(t, p), essence(t, back)), text)
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

// TestCorpusRoundTrip writes every package of the corpus and reads it back: it is
// the same, but for what .proto has no words of its own for.
func TestCorpusRoundTrip(t *testing.T) {
	corpus(t)
	const dir = "../../build/corpus/clean"
	tree := os.DirFS(dir)
	s, list := linked(t, dir, ".")
	for _, d := range list {
		if d.Severity == diag.Error && d.Code != "wire-type-unsupported" {
			t.Errorf("%s:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Message)
		}
	}
	kinds, lost := map[string]int{}, map[string]int{}
	same, differ, files, options := 0, 0, 0, 0
	for _, p := range s.Packages {
		if p.Imported {
			continue
		}
		files, options = files+len(p.Files), options+len(p.Options)
		back, text, losses, problems := trip(t, tree, p, (same+differ)%10 == 0)
		for _, l := range losses {
			lost[lossKind(l)]++
		}
		if problems.HasErrors() || back == nil {
			t.Errorf("%s: %.800v\n%.2000s", p.Name, problems, text)
			continue
		}
		if compare(t, p, back, kinds) {
			same++
		} else {
			differ++
		}
	}
	t.Logf("of %d packages of %d files with %d options of files %d come back the same", same+differ, files, options, same)
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%6d differ: %s", kinds[k], k)
		if _, what, _ := strings.Cut(k, " with "); !lossy[what] {
			t.Errorf("%d are lost: %s", kinds[k], k)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(lost)) {
		t.Errorf("%6d %s", lost[k], k)
	}
}

// lossKind is a loss without what it is of.
func lossKind(d diag.Diagnostic) string {
	_, what, _ := strings.Cut(d.Message, " ")
	words := strings.Fields(what)
	return fmt.Sprint(strings.Join(words[:min(len(words), 4)], " "))
}
