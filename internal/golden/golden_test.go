package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// recorder is a test that may fail without failing this one.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatal(args ...any)     { r.TB.Fatal(args...) }

func TestEqual(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "x.txt")
	fails := func(update, got string) bool {
		t.Setenv("RPCCTL_UPDATE", update)
		r := &recorder{TB: t}
		Equal(r, path, []byte(got))
		return r.failed
	}
	if !fails("", "a") {
		t.Error("a missing file passed")
	}
	if !fails("1", "a") {
		t.Error("a refreshing run passed")
	}
	if text, _ := os.ReadFile(path); string(text) != "a" {
		t.Errorf("the file holds %q", text)
	}
	if fails("", "a") {
		t.Error("an equal file failed")
	}
	if !fails("", "b") {
		t.Error("another text passed")
	}
}
