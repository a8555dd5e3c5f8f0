package input

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var project = []item{
	{name: "p-1.0/"}, {name: "p-1.0/empty/"},
	{name: "p-1.0/contracts/a.gfj", text: "one"},
	{name: "./p-1.0/contracts//new/ü b.gfj", text: "new"},
	{name: "p-1.0/notes.txt", text: "notes"},
}

func TestArchives(t *testing.T) {
	files := kinds(t, project...)
	dir := placed(t, files)
	for file := range files {
		for _, c := range []struct{ typed, root, shown string }{
			{file, ".", file},
			{file + "//", ".", file},
			{"./" + file + "//p-1.0", "p-1.0", file + "//p-1.0"},
			{file + "///p-1.0/empty/../contracts/", "p-1.0/contracts", file + "//p-1.0/contracts"},
			{dir + "/" + file + "//p-1.0/contracts/a.gfj", "p-1.0/contracts/a.gfj", dir + "/" + file + "//p-1.0/contracts/a.gfj"},
		} {
			in := mustOpen(t, c.typed, Options{Dir: dir})
			if in.Root != c.root || in.Display(in.Root) != c.shown {
				t.Errorf("%s: root %s, shown as %s", c.typed, in.Root, in.Display(in.Root))
			}
			if err := fstest.TestFS(in.FS, "p-1.0/contracts/a.gfj", "p-1.0/contracts/new/ü b.gfj", "p-1.0/notes.txt", "p-1.0/empty"); err != nil {
				t.Error(err)
			}
		}
		// What isn't kept can be read as well.
		in := mustOpen(t, file, Options{Dir: dir, Keep: func(p string) bool { return strings.HasSuffix(p, ".gfj") }})
		for name, want := range map[string]string{"p-1.0/contracts/a.gfj": "one", "p-1.0/contracts/new/ü b.gfj": "new", "p-1.0/notes.txt": "notes"} {
			if got := read(t, in, name); got != want {
				t.Errorf("%s: %s: %q", file, name, got)
			}
		}
		if n := in.FS.(*tree).files["p-1.0/notes.txt"]; n.text != nil {
			t.Errorf("%s: what nobody asks for was kept", file)
		}
		for typed, want := range map[string]string{
			"//p-1.0/contract":     "the archive has no p-1.0/contract; did you mean p-1.0/contracts?",
			"//contracts":          "the archive has no contracts; did you mean p-1.0/contracts?",
			"//../x":               "../x is outside the archive",
			"//p-1.0/notes.txt/x":  "p-1.0/notes.txt is a file, and no directory",
			"//p-1.0/other/things": "the archive has no p-1.0/other/things",
		} {
			_, err := Open(context.Background(), file+typed, Options{Dir: dir})
			if err == nil || err.Error() != file+typed+": "+want {
				t.Errorf("%s%s: %v", file, typed, err)
			}
			if errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s%s counts as an empty place", file, typed)
			}
		}
	}
	closed, err := Open(context.Background(), "a.zip", Options{Dir: dir})
	if err != nil || closed.Close() != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(closed.FS, "p-1.0/notes.txt"); err == nil || !strings.HasSuffix(err.Error(), "the input is closed") {
		t.Error(err)
	}
	// The name counts for zip alone; how a tar archive is compressed shows.
	dir = placed(t, map[string][]byte{"b.tar": files["a.tar.zst"], "b.tar.gz": files["a.tar"], "B.ZIP": files["a.zip"]})
	for _, file := range []string{"b.tar", "b.tar.gz", "B.ZIP"} {
		if read(t, mustOpen(t, file, Options{Dir: dir}), "p-1.0/notes.txt") != "notes" {
			t.Error(file)
		}
	}
}

// TestHostileNames holds that an archive with a path that leads out of it is
// refused as a whole, with the path.
func TestHostileNames(t *testing.T) {
	for name, want := range map[string]string{
		"/etc/passwd":             `has the entry "/etc/passwd" with an absolute path, and is not read`,
		"C:/x":                    `has the entry "C:/x" with an absolute path, and is not read`,
		"../../x":                 `has the entry "../../x" with a path that climbs out with .., and is not read`,
		"a/../../x":               `has the entry "a/../../x" with a path that climbs out with .., and is not read`,
		`..\x`:                    `has the entry "..\\x" with a backslash in its path, and is not read`,
		strings.Repeat("a/", 9e3): `has an entry whose path is longer than 4096 bytes: "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/"…`,
	} {
		for file, text := range kinds(t, item{name: "a.gfj", text: "a"}, item{name: name}) {
			_, err := Open(context.Background(), file, Options{Dir: placed(t, map[string][]byte{file: text})})
			if err == nil || err.Error() != file+": "+want {
				t.Errorf("%v, want %s: %s", err, file, want)
			}
		}
	}
	// A NUL can be written into a zip archive alone.
	text := bytes.ReplaceAll(zipOf(t, item{name: "a.gfj_x"}), []byte("a.gfj_x"), []byte("a.gfj\x00x"))
	_, err := Open(context.Background(), "a.zip", Options{Dir: placed(t, map[string][]byte{"a.zip": text})})
	if err == nil || err.Error() != `a.zip: has the entry "a.gfj\x00x" with a NUL in its path, and is not read` {
		t.Error(err)
	}
}

// TestMembers holds what is said of entries that are no plain files.
func TestMembers(t *testing.T) {
	plain := tarOf(t,
		item{name: "a.gfj", text: "old"},
		item{name: "link.gfj", kind: tar.TypeSymlink, link: "/etc/passwd"},
		item{name: "hard.gfj", kind: tar.TypeLink, link: "a.gfj"},
		item{name: "pipe.gfj", kind: tar.TypeFifo},
		item{name: "dev.gfj", kind: tar.TypeBlock},
		item{name: "large.gfj", text: strings.Repeat("x", MaxFile+1)},
		item{name: "gr\xfcn.gfj", text: "latin"},
		item{name: "a.gfj", text: "appended"})
	secret := zipOf(t, item{name: "open.gfj", text: "a"}, item{name: "secret.gfj", text: "b"}, item{name: "link.gfj", text: "/etc/passwd", kind: tar.TypeSymlink},
		item{name: "large.gfj", text: strings.Repeat("x", MaxFile+1)}, item{name: "coded.gfj", text: "c"})
	for at := 0; ; { // mark entries as encrypted, and as compressed in another way
		n := bytes.Index(secret[at:], []byte("PK\x01\x02"))
		if n < 0 {
			break
		}
		at += n + 46
		switch {
		case bytes.HasPrefix(secret[at:], []byte("secret.gfj")):
			secret[at-46+8] |= 1
		case bytes.HasPrefix(secret[at:], []byte("coded.gfj")):
			binary.LittleEndian.PutUint16(secret[at-46+10:], 14)
		}
	}
	dir := placed(t, map[string][]byte{"a.tar.gz": gzipOf(t, plain), "a.zip": secret})
	for _, c := range []struct{ file, name, want string }{
		{"a.tar.gz", "link.gfj", "is a symbolic link, and links are not followed inside an archive: name /etc/passwd"},
		{"a.tar.gz", "hard.gfj", "is a hard link, and links are not followed inside an archive: name a.gfj"},
		{"a.tar.gz", "pipe.gfj", "is no regular file"},
		{"a.tar.gz", "dev.gfj", "is no regular file"},
		{"a.tar.gz", "large.gfj", "is larger than 10 MiB"},
		{"a.tar.gz", "gone.gfj", "file does not exist"},
		{"a.zip", "secret.gfj", "is encrypted, and no password is asked for: unpack the archive, and name the directory"},
		{"a.zip", "link.gfj", "is a symbolic link, and links are not followed inside an archive: name the file that it stands for"},
		{"a.zip", "large.gfj", "is larger than 10 MiB"},
		{"a.zip", "coded.gfj", "is compressed in a way that isn't read: only deflate and zstd are"},
	} {
		in := mustOpen(t, c.file, Options{Dir: dir})
		if _, err := fs.ReadFile(in.FS, c.name); err == nil || !strings.HasSuffix(err.Error(), c.name+": "+c.want) {
			t.Errorf("%s: %v, want %s", c.file, err, c.want)
		}
		if _, err := in.FS.Open(c.name); err == nil || !strings.HasSuffix(err.Error(), c.name+": "+c.want) {
			t.Errorf("%s: opening says %v, want %s", c.file, err, c.want)
		}
	}
	in := mustOpen(t, "a.tar.gz", Options{Dir: dir})
	if got := read(t, in, "a.gfj"); got != "appended" {
		t.Errorf("of two entries %q counts", got)
	}
	if got := read(t, in, "gr\uFFFDn.gfj"); got != "latin" {
		t.Error(got)
	}
	if _, err := Open(context.Background(), "a.tar.gz//link.gfj", Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "link.gfj is a symbolic link") {
		t.Error(err)
	}
	if names, err := fs.Glob(in.FS, "*.gfj"); err != nil || len(names) != 7 || !slices.IsSorted(names) {
		t.Error(names, err)
	}
}
