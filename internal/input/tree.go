package input

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// tree is an fs.FS over files whose names are known and whose contents are read
// when asked for.
type tree struct {
	files map[string]node
	dirs  map[string][]string // sorted names of what a directory holds
	store store               // has what nodes don't hold themselves
	most  int64               // bytes of a file, where more than MaxFile
}

// node is one file of a tree.
type node struct {
	mode fs.FileMode
	n    int    // which one of the store's files it is
	id   string // its name in git's store
	text []byte // nil where the store has it
	size int64  // -1 where the store knows it
	why  string // it is not read: what it is, in words that follow its name
}

// store reads the files of a tree. It is safe for concurrent use.
type store interface {
	size(node) (int64, error)
	read(node) ([]byte, error) // errTooLarge, and little taken, where it has more than MaxFile bytes
	close() error
}

var (
	errTooLarge = errors.New("is larger than 10 MiB")
	errClosed   = errors.New("the input is closed")
)

func newTree() *tree {
	return &tree{files: map[string]node{}, dirs: map[string][]string{".": nil}}
}

// add enters a file and the directories that it stands in; one that was there
// is replaced. The caller calls sort after the last.
func (t *tree) add(name string, n node) {
	_, again := t.files[name]
	if t.files[name] = n; !again {
		t.link(name)
	}
}

// mkdir enters a directory, which may be empty.
func (t *tree) mkdir(name string) {
	if _, known := t.dirs[name]; !known {
		t.dirs[name] = nil
		t.link(name)
	}
}

func (t *tree) link(name string) {
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

// barred returns why what name names can't be read: the file, or one that stands
// where name has a directory, is of another kind.
func (t *tree) barred(name string) error {
	for p := name; p != "."; p = path.Dir(p) {
		switch n, file := t.files[p]; {
		case file && n.why != "":
			return errors.New(p + " " + n.why)
		case file && p != name:
			return &notThere{message: p + " is a file, and no directory"}
		}
	}
	return nil
}

func (t *tree) Stat(name string) (fs.FileInfo, error) {
	fail := func(err error) (fs.FileInfo, error) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	if n, ok := t.files[name]; ok {
		if n.size < 0 && n.why == "" {
			var err error
			if n.size, err = t.store.size(n); err != nil {
				return fail(err)
			}
		}
		return info{path.Base(name), n.mode, max(n.size, 0)}, nil
	}
	if _, ok := t.dirs[name]; ok {
		return info{path.Base(name), fs.ModeDir | 0o555, 0}, nil
	}
	return fail(fs.ErrNotExist)
}

// Open reads a file at once, without asking for its size before.
func (t *tree) Open(name string) (fs.File, error) {
	if _, dir := t.dirs[name]; dir {
		entries, err := t.ReadDir(name)
		return &dirFile{info: info{path.Base(name), fs.ModeDir | 0o555, 0}, entries: entries}, err
	}
	text, err := t.contents(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{Reader: bytes.NewReader(text), info: info{path.Base(name), t.files[name].mode, int64(len(text))}}, nil
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
	text, err := t.contents(name)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	if t.files[name].text != nil {
		text = slices.Clone(text)
	}
	return text, nil
}

// contents returns what a file holds. The caller may read it, not change it.
func (t *tree) contents(name string) ([]byte, error) {
	n, file := t.files[name]
	_, dir := t.dirs[name]
	switch {
	case !fs.ValidPath(name):
		return nil, fs.ErrInvalid
	case dir:
		return nil, errors.New("is a directory")
	case !file:
		return nil, fs.ErrNotExist
	case n.why != "":
		return nil, errors.New(n.why)
	case n.size > max(t.most, MaxFile):
		return nil, errTooLarge
	case n.text != nil:
		return n.text, nil
	}
	return t.store.read(n)
}
