package compiled

import (
	"os"
	"testing"

	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	wires "github.com/rpcctl/rpcctl/wire/all"
)

const contracts = "../../../testdata/contracts"

// load reads and links the contracts below dir.
func load(t testing.TB, dir string) *schema.Schema {
	t.Helper()
	res, err := front.Load(front.Tree{FS: os.DirFS(dir)}, []string{"."}, []*front.Language{hclidl.Language(), gfj.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, problems := schema.Link(res.Packages, wires.Infos())
	if problems = append(res.Problems, problems...); problems.HasErrors() {
		t.Fatal(problems)
	}
	return s
}
