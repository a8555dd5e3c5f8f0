package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestDamaged holds that an archive that was cut off or changed is an error in
// words, and never read as one that holds less.
func TestDamaged(t *testing.T) {
	noise := func(n int) string { // doesn't compress
		b := make([]byte, n)
		for i, x := 0, uint32(1); i < n; i++ {
			x = x*1664525 + 1013904223
			b[i] = byte(x >> 24)
		}
		return string(b)
	}
	files := kinds(t, item{name: "a.gfj", text: noise(700)}, item{name: "b/c.gfj", text: noise(3000)})
	for file, text := range files {
		for _, cut := range []int{0, 1, 5, 30, len(text) / 3, len(text) / 2, len(text) - 5} {
			if file == "a.tar" && cut == len(text)-5 {
				cut = len(text) - 1024
			}
			err := openBytes(t, file, text[:cut])
			if err == nil || !strings.Contains(err.Error(), "cut off") && !strings.Contains(err.Error(), "is no tar archive, or a damaged one") {
				t.Errorf("%s of %d bytes, of which %d are left: %v", file, len(text), cut, err)
			}
		}
	}
	for file, want := range map[string]string{
		"a.tar.gz": "is damaged", "a.tar.zst": "is damaged", "a.tar": "is no tar archive, or a damaged one",
	} {
		text := bytes.Clone(files[file])
		text[len(text)/2] ^= 0x55
		if file == "a.tar" {
			text = bytes.Clone(files[file])
			text[3] ^= 0x55
		}
		if err := openBytes(t, file, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
	changed := bytes.Clone(files["a.zip"])
	changed[bytes.Index(changed, []byte("a.gfj"))+300] ^= 0x55
	in := mustOpen(t, "a.zip", Options{Dir: placed(t, map[string][]byte{"a.zip": changed})})
	if _, err := in.FS.(*tree).ReadFile("a.gfj"); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Error(err)
	}
	for _, c := range []struct {
		file, want string
		text       []byte
	}{
		{"a.tar", "is a zip archive: call it .zip", files["a.zip"]},
		{"a.zip", "is no zip archive, or a damaged one, or cut off", files["a.tar"]},
		{"a.tar", "is no tar archive, or a damaged one", []byte(strings.Repeat("service Math {}\n", 99))},
		{"a.tar.gz", "is compressed in a way that isn't read: make a .tar.gz or .tar.zst of it", []byte("BZh91AY")},
		{"a.tar", `has "a" as a file and as a directory`, tarOf(t, item{name: "a/b"}, item{name: "a"})},
		{"a.zip", `has "a" as a file and as a directory`, zipOf(t, item{name: "a"}, item{name: "a/b"})},
		{"a.zip", `has two entries "a.gfj", of which programs read one or the other`, zipOf(t, item{name: "a.gfj"}, item{name: "./a.gfj"})},
	} {
		if err := openBytes(t, c.file, c.text); err == nil || err.Error() != c.file+": "+c.want {
			t.Errorf("%v, want %s: %s", err, c.file, c.want)
		}
	}
	// Bytes after the end of a compressed archive are nobody's.
	if err := openBytes(t, "a.tar.gz", append(bytes.Clone(files["a.tar.gz"]), "junk that follows"...)); err != nil {
		t.Error(err)
	}
}

func openBytes(t *testing.T, file string, text []byte) error {
	t.Helper()
	in, err := Open(context.Background(), file, Options{Dir: placed(t, map[string][]byte{file: text})})
	if err == nil {
		err = in.Close()
	}
	return err
}

// TestBombs holds that what unpacks to far more than it is takes little memory
// and time.
func TestBombs(t *testing.T) {
	zeros := tarOf(t, item{name: "large.txt", text: strings.Repeat("\x00", 60<<20)})
	var list []item
	for n := range 40 {
		list = append(list, item{name: fmt.Sprintf("%d.gfj", n), text: strings.Repeat("\x00", 1<<20)})
	}
	lies := zipOf(t, item{name: "a.gfj", text: strings.Repeat("\x00", 9<<20)})
	at := bytes.Index(lies, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(lies[at+24:], 5) // the list says 5 bytes
	ratios := map[string]int{"a.tar.gz": 200, "a.tar.zst": 1000, "b.tar.zst": 1000, "a.zip": 200}
	many := tarOf(t, list...)
	files := map[string][]byte{"a.tar.gz": gzipOf(t, many), "a.tar.zst": zstdOf(t, zeros), "b.tar.zst": zstdOf(t, many), "a.zip": zipOf(t, list...)}
	dir := placed(t, files)
	zeros, many, list = nil, nil, nil
	for file := range files {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := time.Now()
		_, err := Open(context.Background(), file, Options{Dir: dir})
		runtime.ReadMemStats(&after)
		if err == nil || err.Error() != fmt.Sprintf("%s: unpacks to more than %d times its size, as no contracts do, and is not read", file, ratios[file]) {
			t.Errorf("%s: %v", file, err)
		}
		taken := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%s of %d bytes: %d MiB, %v", file, len(files[file]), taken, time.Since(begin).Round(time.Millisecond))
		if taken > 96 {
			t.Errorf("%s: %d MiB were taken", file, taken)
		}
	}
	tr, err := readZip(context.Background(), packedBytes(lies), archiveLimits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := tr.ReadFile("a.gfj"); err == nil {
		t.Errorf("%d bytes of an entry of 5", len(text))
	} else {
		t.Log(err)
	}
}

func TestLimits(t *testing.T) {
	text := map[string][]byte{"a.tar": tarOf(t, item{name: "a/b/c", text: "123456"}, item{name: "d", text: "123456"}), "a.zip": zipOf(t, item{name: "a/b/c", text: "123456"}, item{name: "d", text: "123456"})}
	full := limits{entries: 3, names: 6, kept: bound{12, 12, 1}, stream: bound{1 << 20, 1 << 20, 1}}
	for file, read := range map[string]func(context.Context, func() (packed, error), limits, func(string) bool) (*tree, error){"a.tar": readTar, "a.zip": readZip} {
		try := func(change func(*limits)) string {
			l := full
			change(&l)
			if _, err := read(context.Background(), packedBytes(text[file]), l, nil); err != nil {
				return err.Error()
			}
			return ""
		}
		for want, change := range map[string]func(*limits){
			"":                               func(*limits) {},
			"has more than 2 directories":    func(l *limits) { l.entries = 2 },
			"has paths of more than 5 bytes": func(l *limits) { l.names = 5 },
			"unpacks to more than 11 bytes, and is not read: make an archive of the contracts alone": func(l *limits) { l.kept.most = 11 },
		} {
			if got := try(change); got != want {
				t.Errorf("%s: %q, want %q", file, got, want)
			}
		}
	}
	few := full
	few.entries = 1
	if _, err := readZip(context.Background(), packedBytes(zipOf(t, item{name: "a"}, item{name: "b"})), few, nil); err == nil || err.Error() != "has more than 1 entries" {
		t.Error(err)
	}
	if _, err := readTar(context.Background(), packedBytes(tarOf(t, item{name: "a"}, item{name: "b"})), few, nil); err == nil || err.Error() != "has more than 1 entries" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readTar(ctx, packedBytes(text["a.tar"]), full, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	small := full
	small.stream = bound{2000, 2000, 1}
	if _, err := readTar(context.Background(), packedBytes(gzipOf(t, text["a.tar"])), small, nil); err == nil ||
		err.Error() != "unpacks to more than 2000 bytes, and is not read: make an archive of the contracts alone" {
		t.Error(err)
	}
}
