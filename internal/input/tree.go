package input

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// tree is an fs.FS over files whose names are known and whose contents are read
// when asked for.
type tree struct {
	files map[string]node
	dirs  map[string][]string // sorted names of what a directory holds
	blobs *blobs              // reads nodes that hold no text
}

// node is one file of a tree: a blob, or a text.
type node struct {
	mode fs.FileMode
	id   string
	text []byte
}

func newTree() *tree {
	return &tree{files: map[string]node{}, dirs: map[string][]string{".": nil}}
}

// add enters a file and the directories that it stands in. The caller calls
// sort after the last.
func (t *tree) add(name string, n node) {
	t.files[name] = n
	for {
		dir, base := path.Split(name)
		dir = orElse(strings.TrimSuffix(dir, "/"), ".")
		_, known := t.dirs[dir]
		t.dirs[dir] = append(t.dirs[dir], base)
		if known {
			return
		}
		name = dir
	}
}

func (t *tree) sort() {
	for _, names := range t.dirs {
		slices.Sort(names)
	}
}

func (t *tree) has(name string) bool {
	_, file := t.files[name]
	_, dir := t.dirs[name]
	return file || dir
}

func (t *tree) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	if n, ok := t.files[name]; ok {
		size := int64(len(n.text))
		if t.blobs != nil && n.mode.IsRegular() {
			var err error
			if size, err = t.blobs.size(n.id); err != nil {
				return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
			}
		}
		return info{path.Base(name), n.mode, size}, nil
	}
	if _, ok := t.dirs[name]; ok {
		return info{path.Base(name), fs.ModeDir | 0o555, 0}, nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

func (t *tree) Open(name string) (fs.File, error) {
	i, err := t.Stat(name)
	if err != nil {
		err.(*fs.PathError).Op = "open"
		return nil, err
	}
	if i.IsDir() {
		entries, err := t.ReadDir(name)
		return &dirFile{info: i, entries: entries}, err
	}
	text, err := t.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &openFile{Reader: bytes.NewReader(text), info: i}, nil
}

func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	names, ok := t.dirs[name]
	if !ok {
		err := fs.ErrNotExist
		if _, file := t.files[name]; file {
			err = errors.New("not a directory")
		}
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	entries := make([]fs.DirEntry, len(names))
	for i, n := range names {
		entries[i] = entry{t, path.Join(name, n)}
	}
	return entries, nil
}

func (t *tree) ReadFile(name string) ([]byte, error) {
	i, err := t.Stat(name)
	if err != nil {
		return nil, err
	}
	fail := func(err error) ([]byte, error) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	n := t.files[name]
	switch {
	case i.IsDir():
		return fail(errors.New("is a directory"))
	case n.mode&fs.ModeSymlink != 0:
		return fail(errors.New("is a symbolic link, and links are not followed inside a revision: name the file that it stands for"))
	case n.mode&fs.ModeIrregular != 0:
		return fail(errors.New("is a submodule, which is a repository of its own: name a path in its checkout"))
	case i.Size() > MaxFile:
		return nil, tooLarge(name)
	case t.blobs == nil:
		return slices.Clone(n.text), nil
	}
	text, err := t.blobs.read(n.id)
	if err != nil {
		return fail(err)
	}
	return text, nil
}

// entry is what a directory holds; its size is asked for when it is wanted.
type entry struct {
	tree *tree
	path string
}

func (e entry) Name() string               { return path.Base(e.path) }
func (e entry) IsDir() bool                { return e.Type().IsDir() }
func (e entry) Info() (fs.FileInfo, error) { return e.tree.Stat(e.path) }
func (e entry) String() string             { return fs.FormatDirEntry(e) }

func (e entry) Type() fs.FileMode {
	if n, ok := e.tree.files[e.path]; ok {
		return n.mode.Type()
	}
	return fs.ModeDir
}

type info struct {
	name string
	mode fs.FileMode
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }

type openFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type dirFile struct {
	info    fs.FileInfo
	entries []fs.DirEntry
}

func (d *dirFile) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *dirFile) Close() error               { return nil }
func (d *dirFile) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.info.Name(), Err: errors.New("is a directory")}
}

func (d *dirFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		all := d.entries
		d.entries = nil
		return all, nil
	}
	if len(d.entries) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(d.entries))
	some := d.entries[:n]
	d.entries = d.entries[n:]
	return some, nil
}
