package front_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/front"
)

// A file that can't be read is a problem at its place, beside those of the
// others, and never passed by; names that would stand in it are not reported.
func TestLoadUnreadable(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.rpc.hcl", "package \"a\" {}\nmessage \"M\" {\n  x = field(1, Elsewhere)\n  y = oops\n}\n")
	write("z.txt", "")
	for old, new := range map[string]string{"gone": "b.rpc.hcl", "c.rpc.hcl": "c.rpc.hcl", "a.rpc.hcl": "no-contract"} {
		if err := os.Symlink(old, filepath.Join(dir, new)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "d.rpc.hcl"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := load(t, front.Tree{FS: os.DirFS(dir)}, ".")
	const want = `a .
a.rpc.hcl:4:7: parse: field M.y has no number: it is not written as field(NUMBER, TYPE)
b.rpc.hcl:1:1: parse: the file is a link to what isn't there
c.rpc.hcl:1:1: parse: the file can't be read: too many levels of symbolic links
`
	if got := say(r); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if !r.Packages[0].Partial {
		t.Error("the package is not marked Partial")
	}
}

// refusing is a tree that won't open what is no regular file.
type refusing struct{ fstest.MapFS }

func (r refusing) Open(name string) (fs.File, error) {
	if f := r.MapFS[name]; f != nil && f.Mode.Type() == fs.ModeNamedPipe {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENXIO}
	}
	return r.MapFS.Open(name)
}

func TestLoadPipe(t *testing.T) {
	m := fstest.MapFS{"a.rpc.hcl": {Mode: fs.ModeNamedPipe}}
	if got, want := say(load(t, front.Tree{FS: refusing{m}}, ".")), "a.rpc.hcl:1:1: parse: the file can't be read: "+syscall.ENXIO.Error()+"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
