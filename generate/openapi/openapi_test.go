package openapi_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
	"github.com/rpcctl/rpcctl/generate/openapi"
	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
)

func loaded(t *testing.T, dir string, l ...*front.Language) []*schema.Package {
	t.Helper()
	r, err := front.Load(front.Tree{FS: os.DirFS("../../testdata/contracts")}, []string{dir}, l)
	if err != nil {
		t.Fatal(err)
	}
	s, problems := schema.Link(r.Packages, nil)
	if append(r.Problems, problems...).HasErrors() {
		return nil
	}
	return s.Packages
}

// valid has a library judge a document, and returns what it read.
func valid(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return doc
}

// TestJudge holds that the library refuses what is wrong, so that its silence
// means something.
func TestJudge(t *testing.T) {
	for _, p := range loaded(t, "eq-errors/hcl", all.Languages()...) {
		text, _ := openapi.Write(p)
		for from, to := range map[string]string{
			`"#/components/schemas/eq.errors.TooMany"`: `"#/components/schemas/eq.errors.Gone2"`,
			`"responses"`:                           `"response"`,
			`"description": "The result.",`:         ``,
			`"/eq.errors.Store/Put"`:                `"eq.errors.Store/Put"`,
			`"operationId": "eq.errors.Store.Drop"`: `"operationId": "eq.errors.Store.Put"`,
		} {
			broken := strings.ReplaceAll(string(text), from, to)
			if broken == string(text) {
				t.Errorf("%s is not there", from)
			}
			doc, err := openapi3.NewLoader().LoadFromData([]byte(broken))
			if err == nil {
				err = doc.Validate(context.Background())
			}
			if err == nil {
				t.Errorf("%s instead of %s is taken for right", to, from)
			}
		}
	}
}

// TestValid holds that every contract is a right document, that each method is
// in it or a loss, and that every loss has a place.
func TestValid(t *testing.T) {
	var packages []*schema.Package
	dirs, _ := os.ReadDir("../../testdata/contracts")
	for _, d := range dirs {
		for _, l := range all.Languages() {
			packages = append(packages, loaded(t, d.Name(), l)...)
		}
	}
	for seed := range uint64(40) {
		s, list := schema.Link([]*schema.Package{drawn.Contract(seed, drawn.Shape{Scalars: true, Optional: true, Void: true, Errors: true, Oneway: true, Items: true, Streams: true})}, nil)
		if !list.HasErrors() { // a drawn contract may hold an error in a message
			packages = append(packages, s.Packages...)
		}
	}
	operations, left := 0, 0
	for _, p := range packages {
		text, losses := openapi.Write(p)
		doc := valid(t, text)
		for _, l := range losses {
			if l.Subject == "" || l.Severity != diag.Warning || p.Name != "drawn" && !l.Span.Known() {
				t.Errorf("%s: %+v", p.Name, l)
			}
		}
		for _, s := range p.Services {
			for _, m := range s.AllMethods() {
				lost := slices.ContainsFunc(losses, func(d diag.Diagnostic) bool {
					return d.Subject == m.FullName() && strings.Contains(d.Message, "has no streams")
				})
				item := doc.Paths.Value("/" + s.FullName() + "/" + m.Name)
				if (item != nil && item.Post != nil) == lost {
					t.Errorf("%s is in the document: %v, and is lost: %v", m.FullName(), item != nil, lost)
				}
				if lost {
					left++
				} else {
					operations++
				}
			}
		}
	}
	t.Logf("%d packages, %d methods in documents, %d left out", len(packages), operations, left)
	if operations < 50 || left == 0 {
		t.Error("too few methods")
	}
}

// TestDocument holds one document to the byte.
func TestDocument(t *testing.T) {
	for _, p := range loaded(t, "eq-errors/hcl", all.Languages()...) {
		text, losses := openapi.Write(p)
		valid(t, text)
		golden.Equal(t, "testdata/errors.openapi.json", text)
		var doc map[string]any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for _, l := range losses {
			t.Log(l.Message)
		}
		again, _ := openapi.Write(p)
		if string(again) != string(text) {
			t.Error("the same contract gives other bytes")
		}
	}
}
