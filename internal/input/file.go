package input

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"time"
)

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
