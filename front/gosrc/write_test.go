package gosrc

import (
	"fmt"
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
					fmt.Fprintf(&out, "loses: %d: %s\n", d.Span.Start.Line, d.Message)
				}
				packages, list := Read([]*diag.File{diag.NewFile(p.Name+".go", text)})
				for _, d := range list {
					t.Errorf("%s:%d:%d: %s", d.Span.Path, d.Span.Start.Line, d.Span.Start.Column, d.Message)
				}
				for _, q := range packages {
					for _, i := range q.Imports {
						i.Package = strings.ReplaceAll(i.Source, "/", ".")
					}
				}
				again = append(again, packages...)
			}
			golden.Equal(t, "testdata/written/"+name+".txt", []byte(out.String()))
			linked, list := schema.Link(again, all.Infos())
			for _, d := range list {
				if d.Severity == diag.Error {
					t.Errorf("%s:%d:%d: %s", d.Span.Path, d.Span.Start.Line, d.Span.Start.Column, d.Message)
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
