package gosrc

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func contracts(t *testing.T, dir string) *schema.Schema {
	t.Helper()
	read, err := front.Load(front.Tree{FS: os.DirFS("../../testdata/contracts")}, []string{dir}, []*front.Language{hclidl.Language(), gfj.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(read.Packages, all.Infos())
	if list = append(read.Problems, list...); list.HasErrors() {
		t.Fatal(list)
	}
	return s
}

// neutral is the model without what says how it was written.
func neutral(t *testing.T, s *schema.Schema) string {
	t.Helper()
	text, err := schema.Encode(s, schema.EncodeOptions{Neutral: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWrite writes the contracts of the other languages as Go, reads them back
// and holds what differs to what was listed as lost.
func TestWrite(t *testing.T) {
	for _, name := range []string{"dns", "everything", "legacy", "math"} {
		t.Run(name, func(t *testing.T) {
			s := contracts(t, name)
			before := neutral(t, s)
			var again []*schema.Package
			var out strings.Builder
			for _, p := range s.Packages {
				text, losses := Write(p)
				fmt.Fprintf(&out, "-- %s --\n%s", p.Name, text)
				for _, d := range losses {
					fmt.Fprintf(&out, "loses: %d: %s\n", d.Span.Start().Line, d.Message)
				}
				packages, list := Read([]*diag.File{diag.NewFile(p.Name+".go", text)})
				for _, d := range list {
					t.Errorf("%s:%d:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message)
				}
				for _, q := range packages {
					for _, i := range q.Imports {
						i.Package = strings.ReplaceAll(i.Source, "/", ".")
					}
				}
				again = append(again, packages...)
			}
			compiles(t, s, out.String())
			golden.Equal(t, "testdata/written/"+name+".txt", []byte(out.String()))
			linked, list := schema.Link(again, all.Infos())
			for _, d := range list {
				if d.Severity == diag.Error {
					t.Errorf("%s:%d:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Span.Start().Column, d.Message)
				}
			}
			golden.Equal(t, "testdata/written/"+name+".diff", []byte(difference(before, neutral(t, linked))))
		})
	}
}

// difference lists lines that only one of two texts has.
func difference(a, b string) string {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[line]++
	}
	var out strings.Builder
	for line := range strings.Lines(b) {
		if count[line]--; count[line] < 0 {
			out.WriteString("+" + line)
		}
	}
	for line := range strings.Lines(a) {
		if count[line] > 0 {
			count[line]--
			out.WriteString("-" + line)
		}
	}
	return out.String()
}

// TestWriteGo: what was read from Go is written without a loss and means the same.
func TestWriteGo(t *testing.T) {
	for _, dir := range []string{"testdata/good", "testdata/good-protobuf", "testdata/good-thrift"} {
		t.Run(dir, func(t *testing.T) {
			s, _ := link(load(t, dir+"/*.go")...)
			before := neutral(t, s)
			text, losses := Write(s.Packages[0])
			for _, d := range losses {
				t.Errorf("lost: %s", d.Message)
			}
			again, list := link(diag.NewFile("again.go", text))
			if list.HasErrors() {
				t.Errorf("%v", list)
			}
			if got := difference(before, neutral(t, again)); got != "" {
				t.Errorf("differs:\n%s\n%s", got, text)
			}
		})
	}
}

// TestThroughHCL: contract language → Go → contract language is the same text,
// where nothing is lost.
func TestThroughHCL(t *testing.T) {
	s := contracts(t, "math")
	for _, p := range s.Packages {
		if len(p.Imports) > 0 {
			continue // its import has another source in each language
		}
		want, _ := hclidl.Write(p)
		text, losses := Write(p)
		again, list := link(diag.NewFile("again.go", text))
		if list.HasErrors() || len(losses) > 0 {
			t.Fatalf("%v %v", list, losses)
		}
		if got, _ := hclidl.Write(again.Packages[0]); string(got) != string(want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// compiles type-checks written packages, which import each other by path.
func compiles(t *testing.T, s *schema.Schema, archive string) {
	t.Helper()
	fset := token.NewFileSet()
	done := map[string]*types.Package{}
	resolve := importerFunc(func(path string) (*types.Package, error) {
		if p := done[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("no package %s", path)
	})
	check := func(path string, text []byte) {
		f, err := parser.ParseFile(fset, path+".go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if checked, err := (&types.Config{Importer: resolve}).Check(path, fset, []*ast.File{f}, nil); err == nil {
			done[path] = checked
		}
	}
	// As much of the standard library as contracts use.
	check("context", []byte("package context\ntype Context interface{ Err() error }"))
	check("iter", []byte("package iter\ntype Seq2[K, V any] func(yield func(K, V) bool)"))
	check("io", []byte(`package io
type Reader interface{ Read(p []byte) (n int, err error) }
type Writer interface{ Write(p []byte) (n int, err error) }
type Closer interface{ Close() error }
type ReadWriter interface { Reader; Writer }
type ReadCloser interface { Reader; Closer }
type WriteCloser interface { Writer; Closer }
type ReadWriteCloser interface { Reader; Writer; Closer }
`))
	for range s.Packages { // those that import others come last, whatever their order
		for _, p := range s.Packages {
			text, _ := Write(p)
			check(strings.ReplaceAll(p.Name, ".", "/"), text)
		}
	}
	for _, p := range s.Packages {
		if done[strings.ReplaceAll(p.Name, ".", "/")] == nil {
			t.Errorf("package %s doesn't compile:\n%s", p.Name, archive)
		}
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
