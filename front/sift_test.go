package front_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// TestSift: of a language that says which files hold contracts, directories
// without one are passed by: nothing of them is kept, and they count as empty.
func TestSift(t *testing.T) {
	var read []string
	lang := &front.Language{
		Name: "txt", Match: func(p string) bool { return strings.HasSuffix(p, ".txt") },
		Holds: func(text []byte) bool { return bytes.HasPrefix(text, []byte("contract")) },
		Read: func(files []*diag.File) ([]*schema.Package, diag.List) {
			for _, f := range files {
				read = append(read, f.Path)
			}
			return nil, nil
		},
	}
	tree := fstest.MapFS{
		"a/one.txt": {Data: []byte("nothing")}, "a/two.txt": {Data: []byte("contract")},
		"b/three.txt": {Data: []byte("nothing")}, "c/four.txt": {Data: bytes.Repeat([]byte("contract"), 1<<20)},
		"c/five.txt": {Data: nil},
	}
	r, err := front.Load(front.Tree{FS: tree}, []string{"a", "b", "b/three.txt", "c/four.txt", "a/two.txt"}, []*front.Language{lang})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(read)
	if want := []string{"a/one.txt", "a/two.txt", "c/four.txt"}; !slices.Equal(read, want) {
		t.Errorf("read %v, want %v", read, want)
	}
	if want := []string{"b", "b/three.txt"}; !slices.Equal(r.Empty, want) {
		t.Errorf("empty %v, want %v", r.Empty, want)
	}
	if len(r.Files) != len(read) {
		t.Errorf("kept %d files", len(r.Files))
	}
}
