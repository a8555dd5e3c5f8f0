package proto_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// linked loads and links what paths name in a directory.
func linked(t testing.TB, dir string, paths ...string) (*schema.Schema, diag.List) {
	t.Helper()
	r, err := front.Load(front.Tree{FS: os.DirFS(dir)}, paths, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, all.Infos())
	return s, append(r.Problems, list...).Sort()
}

func TestQuick(t *testing.T) {
	dir := os.Getenv("QUICK")
	s, list := linked(t, dir, ".")
	n := 0
	for _, d := range list {
		if d.Severity == diag.Error {
			if n++; n < 60 {
				t.Logf("%s:%d:%d: %s %s (%s)", d.Span.Path, d.Span.Start.Line, d.Span.Start.Column, d.Code, d.Message, d.Help)
			}
		}
	}
	m, me := 0, 0
	for _, p := range s.Packages {
		m += len(p.Messages)
		for _, x := range p.Services {
			me += len(x.Methods)
		}
	}
	t.Logf("%d packages %d messages %d methods, %d problems, %d errors", len(s.Packages), m, me, len(list), n)
	_ = filepath.Base
}
