package input

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// item is an entry of an archive made for a test: a directory where the name
// ends with a slash.
type item struct {
	name, text string
	kind       byte // of tar; 0 is a file
	link       string
}

func tarOf(t testing.TB, items ...item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, i := range items {
		h := &tar.Header{Name: i.name, Typeflag: i.kind, Linkname: i.link, Size: int64(len(i.text)), Mode: 0o644}
		switch {
		case strings.HasSuffix(i.name, "/"):
			h.Typeflag = tar.TypeDir
		case i.kind == 0:
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, i.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(t testing.TB, items ...item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, i := range items {
		h := &zip.FileHeader{Name: i.name, Method: zip.Deflate}
		if i.kind == tar.TypeSymlink {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, i.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(t testing.TB, text []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(text, nil)
}

// kinds are the archives that hold the same items, by file name.
func kinds(t testing.TB, items ...item) map[string][]byte {
	plain := tarOf(t, items...)
	return map[string][]byte{
		"a.tar": plain, "a.tar.gz": gzipOf(t, plain), "a.tgz": gzipOf(t, plain), "a.tar.zst": zstdOf(t, plain), "a.zip": zipOf(t, items...),
	}
}

// placed writes files to a new directory.
func placed(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inMemory is an archive that is no file.
type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

func packedBytes(text []byte) func() (packed, error) {
	return func() (packed, error) { return inMemory{bytes.NewReader(text)}, nil }
}
