package gosrc

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func load(t *testing.T, pattern string) []*diag.File {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	var files []*diag.File
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, diag.NewFile(filepath.ToSlash(p), text))
	}
	return files
}

// link reads and links, and returns all problems.
func link(files ...*diag.File) (*schema.Schema, diag.List) {
	packages, list := Read(files)
	s, linked := schema.Link(packages, all.Infos())
	return s, append(list, linked...).Sort()
}

func text(s string) *diag.File { return diag.NewFile("p.go", []byte(s)) }

func encode(t *testing.T, s *schema.Schema) []byte {
	t.Helper()
	out, err := schema.Encode(s, schema.EncodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGood holds the model of contracts without errors to their JSON.
func TestGood(t *testing.T) {
	dirs, _ := filepath.Glob("testdata/good*")
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			s, list := link(load(t, dir+"/*.go")...)
			for _, d := range list {
				if d.Severity > diag.Note {
					t.Errorf("%s:%d:%d: %s (%s)", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message, d.Help)
				}
			}
			golden.Equal(t, dir+"/want.json", encode(t, s))
		})
	}
}

// TestBad holds every mistake to the comment beside it.
func TestBad(t *testing.T) {
	paths, _ := filepath.Glob("testdata/bad/*.go")
	if len(paths) == 0 {
		t.Fatal("no contracts")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			files := load(t, path)
			_, list := Read(files)
			if n := wanttest.Check(t, files, list); n == 0 {
				t.Error("no want comment")
			}
			for _, d := range list {
				if d.Help == "" {
					t.Errorf("%s has no help", d.Message)
				}
			}
		})
	}
}
