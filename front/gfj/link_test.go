package gfj

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

func link(text string) diag.List {
	packages, list := Read([]*diag.File{diag.NewFile("p.gfj", []byte(text))})
	_, linked := schema.Link(packages, all.Infos())
	return append(list, linked...)
}

// TestLink holds that what this package leaves to Link is told with the places
// of the file.
func TestLink(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"member named as a type", "message A {\nB B\nint32 int32\n}\nmessage B {\nint32 X\n}", ""},
		{"method named as a message", "message A {\nint32 X\n}\nservice S {\nA A(A)\n}", ""},
		{"argument named as a message", "message A {\nint32 X\n}\nservice S {\n// params: A\nA F(A)\n}", ""},
		{"message and service of one name", "message A {\nint32 F\n}\nservice A {\nA F(A)\n}", ""},
		{"message that holds itself", "message A {\nint32 X\nA Next\n}", "3:1"},
		{"message named as a scalar", "message int32 {\nint32 X\n}", ""},
		{"letters of two cases", "message A {\nint32 X\nint32 x\n}", ""},
		{"message twice", "message A {\nint32 X\n}\nmessage A {\nint32 Y\n}", "4:9"},
		{"service twice", "service A {\nvoid F()\n}\nservice A {\nvoid G()\n}", "4:9"},
		{"member twice", "message A {\nint32 X\nint32 X\n}", "3:7"},
		{"method twice", "service A {\nvoid F(void)\nvoid F(int32)\n}", "3:6"},
		{"argument twice", "service A {\n// params: a, a\nvoid F(int32, int32)\n}", "2:15"},
		{"unknown type", "message A {\nbool X\n}", "2:1"},
		{"unknown argument type after void", "service A {\nvoid F(void)\nvoid G(X)\n}", "3:8"},
		{"unknown result", "service A {\nX F()\n}", "2:1"},
		{"service as a type", "service A {\nA F()\n}", "2:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, d := range link(c.text) {
				if d.Severity == diag.Error {
					got = append(got, fmt.Sprintf("%d:%d", d.Span.Start().Line, d.Span.Start().Column))
					if d.Help == "" {
						t.Errorf("no help: %s", d.Message)
					}
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("errors at %q, want %q", s, c.want)
			}
		})
	}
}

// TestCases holds that the contracts of the public cases read and link.
func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/cases/gfj/*/*.gfj")
	if len(paths) != 18 {
		t.Errorf("%d contracts, want 18", len(paths))
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range link(string(text)) {
			if d.Severity == diag.Error {
				t.Errorf("%s: %s", path, d.Message)
			}
		}
	}
}
