//go:build unix

package input

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe holds that what would block a reader is refused.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.gfj"), 0o666); err != nil {
		t.Fatal(err)
	}
	in := mustOpen(t, ".", Options{Dir: dir})
	_, err := fs.ReadFile(in.FS, in.Root+"/pipe.gfj")
	if err == nil || !strings.HasSuffix(err.Error(), "pipe.gfj: is no regular file") {
		t.Error(err)
	}
}
