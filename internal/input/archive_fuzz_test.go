package input

import (
	"archive/tar"
	"context"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"time"
)

// fuzzLimits are low, so that an input that passes one of them is soon found.
var fuzzLimits = limits{entries: 200, names: 64 << 10, kept: bound{4 << 20, 1 << 20, 20}, stream: bound{4 << 20, 1 << 20, 20}}

// walkArchive holds what is true of any archive: an error has words, a tree can
// be walked and read, no path leads out, and neither much memory nor time is taken.
func walkArchive(t *testing.T, read func(context.Context, func() (packed, error), limits, func(string) bool) (*tree, error), text []byte) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	tr, err := read(context.Background(), packedBytes(text), fuzzLimits, nil)
	runtime.ReadMemStats(&after)
	// A zstd stream may ask for the window it wants, and the window twice.
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20+2*maxWindow {
		t.Errorf("%d MiB for %d bytes", taken>>20, len(text))
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("%v for %d bytes", d, len(text))
	}
	if err != nil {
		if strings.TrimSpace(err.Error()) == "" {
			t.Error("an error without words")
		}
		return
	}
	err = fs.WalkDir(tr, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, e := tr.Stat(p)
		if e != nil || info.IsDir() != d.IsDir() || !fs.ValidPath(p) {
			t.Errorf("%q: %v", p, e)
		}
		if text, e := tr.ReadFile(p); e == nil && len(text) > MaxFile {
			t.Errorf("%q has %d bytes", p, len(text))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := tr.store.close(); err != nil {
		t.Error(err)
	}
}

func FuzzTar(f *testing.F) {
	plain := tarOf(f, item{name: "p/"}, item{name: "p/a.gfj", text: "service A {}"}, item{name: "l", kind: tar.TypeSymlink, link: "../x"},
		item{name: strings.Repeat("long/", 60) + "ü.gfj", text: "pax"}, item{name: "p/a.gfj", text: "again"})
	f.Add(plain)
	f.Add(gzipOf(f, plain))
	f.Add(zstdOf(f, plain))
	f.Add(plain[:700])
	f.Add(tarOf(f, item{name: "../x", text: "slip"}))
	f.Add(gzipOf(f, make([]byte, 2<<20)))
	f.Fuzz(func(t *testing.T, text []byte) { walkArchive(t, readTar, text) })
}

func FuzzZip(f *testing.F) {
	f.Add(zipOf(f, item{name: "p/"}, item{name: "p/a.gfj", text: "service A {}"}, item{name: "l", kind: tar.TypeSymlink, text: "../x"}))
	f.Add(zipOf(f, item{name: "a", text: strings.Repeat("a", 1<<20)}))
	f.Add(zipOf(f, item{name: "../x"}))
	f.Add(zipOf(f, item{name: "a"}, item{name: "a"}))
	f.Add(zipOf(f)[:20])
	f.Fuzz(func(t *testing.T, text []byte) { walkArchive(t, readZip, text) })
}
