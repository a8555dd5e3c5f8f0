package proto_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
)

// told is a package as text, less how it names what it imports.
func told(t testing.TB, p *schema.Package) string {
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
	delete(one, "imports")
	delete(one, "imported")
	if p.Wires == nil {
		one["wires"] = schema.DefaultWires(p.Language) // which the contract language has to say
	}
	out, err := json.MarshalIndent(one, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// movedImport is no loss: a package of the contract language is imported from
// its directory, and where that is has to be said.
const movedImport = "imports the package"

// quotedNames are what losses of one kind differ by.
var quotedNames = regexp.MustCompile(`^\S+: |\S*[._\[]\S*`)

// hclTrip writes packages in the contract language, reads all of it back, and
// returns what was lost, by kind, beside the packages that came back.
func hclTrip(t testing.TB, packages []*schema.Package) (back *schema.Schema, problems diag.List, lost map[string]int) {
	t.Helper()
	tree, lost := fstest.MapFS{}, map[string]int{}
	for _, p := range packages {
		text, losses := hclidl.Write(p)
		tree[p.Name+"/"+p.Name+".rpc.hcl"] = &fstest.MapFile{Data: text}
		for _, l := range losses {
			if !strings.Contains(l.Message, movedImport) {
				lost[strings.TrimSpace(quotedNames.ReplaceAllString(l.Message, "…"))]++
			}
		}
	}
	r, err := front.Load(front.Tree{FS: tree}, []string{"."}, []*front.Language{hclidl.Language()})
	if err != nil {
		t.Fatal(err)
	}
	back, problems = schema.Link(r.Packages, nil)
	return back, append(r.Problems, problems...), lost
}

// sameInHCL holds that packages come back from the contract language as they were.
func sameInHCL(t *testing.T, packages []*schema.Package) {
	t.Helper()
	back, problems, lost := hclTrip(t, packages)
	circular, shown, same := map[string]bool{}, 0, 0
	for _, d := range problems {
		switch {
		case d.Severity != diag.Error:
		case d.Code == "import-cycle":
			circular[d.Subject] = true // packages that import each other, which files of .proto may
		default:
			if shown++; shown < 10 {
				t.Errorf("%s:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Message)
			}
		}
	}
	for _, p := range packages {
		q, _ := back.Lookup(p.Name).(*schema.Package)
		if q == nil {
			t.Errorf("%s is not there", p.Name)
			continue
		}
		if d := cmp.Diff(told(t, p), told(t, q)); d != "" {
			if shown++; shown < 10 {
				t.Errorf("%s: %.2000s", p.Name, d)
			}
			continue
		}
		same++
	}
	t.Logf("%d of %d packages come back the same; in circles of packages: %q", same, len(packages), slices.Sorted(maps.Keys(circular)))
	for _, k := range slices.Sorted(maps.Keys(lost)) {
		t.Logf("%6d %s", lost[k], k)
		t.Errorf("lost: %s", k)
	}
}

// readable returns the packages that are read without an error.
func readable(s *schema.Schema, list diag.List) []*schema.Package {
	bad := map[*schema.Package]bool{}
	broken := map[string]bool{}
	for _, d := range list {
		if d.Severity == diag.Error {
			broken[d.Span.Path()] = true
		}
	}
	for _, p := range s.Packages {
		schema.WalkPackage(p, func(n schema.Node) { bad[p] = bad[p] || broken[n.Base().Span.Path()] })
	}
	return slices.DeleteFunc(slices.Clone(s.Packages), func(p *schema.Package) bool { return bad[p] })
}

func TestRoundTripHCL(t *testing.T) {
	s, errors := errorsOf(t, inMemory(t, "testdata/valid"))
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	sameInHCL(t, s.Packages)
}

// TestContractsRoundTripHCL does the same with the .proto among the contracts
// that are written in every language.
func TestContractsRoundTripHCL(t *testing.T) {
	dirs, _ := os.ReadDir("../../testdata/contracts")
	n := 0
	for _, d := range dirs {
		dir := "../../testdata/contracts/" + d.Name() + "/proto"
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		n++
		t.Run(d.Name(), func(t *testing.T) {
			s, list := linked(t, dir, ".")
			sameInHCL(t, readable(s, list))
		})
	}
	if n == 0 {
		t.Error("there is none")
	}
}

func TestCorpusRoundTripHCL(t *testing.T) {
	corpus(t)
	s, list := linked(t, "../../build/corpus/clean", ".")
	for i, d := range list {
		if d.Severity == diag.Error {
			list[i].Severity = diag.Warning
			if d.Code != "wire-type-unsupported" {
				t.Errorf("%s:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Message)
			}
		}
	}
	sameInHCL(t, readable(s, list))
}
