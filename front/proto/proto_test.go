package proto_test

import (
	"os"
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
