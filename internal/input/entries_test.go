package input

import (
	"bufio"
	"bytes"
	"io/fs"
	"testing"
)

// blank is a store of empty files.
type blank struct{}

func (blank) size(node) (int64, error)  { return 0, nil }
func (blank) read(node) ([]byte, error) { return []byte{}, nil }
func (blank) close() error              { return nil }

// FuzzEntries holds that any listing gives an error or a tree that can be walked.
func FuzzEntries(f *testing.F) {
	f.Add([]byte("100644 blob 0123abcd\ta/b.gfj\x00120000 blob 0123abcd\tl\x00160000 commit 0123abcd\tm\x00"))
	f.Add([]byte("100644 blob x\ta\x00100644 blob x\ta/b\x00"))
	f.Add([]byte("100644 blob x\t../a\x00\x00"))
	f.Fuzz(func(t *testing.T, listing []byte) {
		tree := newTree()
		if entries(bufio.NewReader(bytes.NewReader(listing)), tree) != nil {
			return
		}
		tree.sort()
		tree.store = blank{}
		err := fs.WalkDir(tree, ".", func(p string, _ fs.DirEntry, err error) error {
			if _, e := tree.Stat(p); e != nil {
				t.Errorf("%q: %v", p, e)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
