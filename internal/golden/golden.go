// Package golden compares what a test made with a file that stands in the
// repository. RPCCTL_UPDATE=1 rewrites the file, and that run fails all the
// same, so that nothing passes by being refreshed.
package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal fails t unless the file at path holds exactly got. A file that is not
// there holds nothing.
func Equal(t testing.TB, path string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	if os.Getenv("RPCCTL_UPDATE") == "" {
		t.Errorf("%s differs (-file +test); RPCCTL_UPDATE=1 rewrites it\n%s", path, cmp.Diff(string(want), string(got)))
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, got, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Errorf("%s was rewritten: read the difference, then run again without RPCCTL_UPDATE", path)
}
