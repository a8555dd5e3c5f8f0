package schema

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/wanttest"
)

// TestCheck links the contracts in testdata/check: canonical JSON, with comments
// that say which problems a line has.
func TestCheck(t *testing.T) {
	paths, err := filepath.Glob("testdata/check/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no contracts", err)
	}
	comment := regexp.MustCompile(`// (want|ok).*`)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			plain := comment.ReplaceAllFunc(text, func(c []byte) []byte { return bytes.Repeat([]byte(" "), len(c)) })
			parts, list := Decode(diag.NewFile(path, plain))
			if len(parts) == 0 {
				t.Fatal(list)
			}
			_, linked := Link(parts, testWires())
			if n := wanttest.Check(t, []*diag.File{diag.NewFile(path, text)}, append(list, linked...)); n == 0 {
				t.Error("no want comment")
			}
			for _, d := range linked {
				if d.Subject == "" && d.Span.Start().Line > 2 {
					t.Errorf("no subject: %s", d.Message)
				}
			}
		})
	}
}
