package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rpcctl/rpcctl/diag"
)

// local is an input in the file system. FS begins at the root of the volume,
// so that imports reach what stands beside the input.
func local(text string, o Options) Input {
	abs := inDir(o.Dir, text)
	volume := filepath.VolumeName(abs) + string(filepath.Separator)
	in := Input{FS: disk{root: volume, most: o.most}, OnDisk: true, git: o.Git, Root: inTree(strings.TrimPrefix(abs, volume))}
	in.Display = func(p string) string {
		return shown(filepath.Join(volume, filepath.FromSlash(p)), text, o)
	}
	return in
}

// inTree turns the rest of a path into one of an fs.FS.
func inTree(rest string) string { return orElse(filepath.ToSlash(rest), ".") }

// shown is how people write a path: relative, unless they wrote it otherwise.
func shown(abs, typed string, o Options) string {
	if rel, err := filepath.Rel(o.Dir, abs); err == nil && !filepath.IsAbs(filepath.FromSlash(typed)) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// disk is the file system from a root on, less what is no regular file or too
// large to be read.
type disk struct {
	root string
	most func(path string) int64
}

func (d disk) path(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(d.root, filepath.FromSlash(name)), nil
}

func (d disk) Open(name string) (fs.File, error) {
	info, err := d.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := d.readable(name, info); err != nil {
		return nil, err
	}
	p, _ := d.path("open", name)
	f, err := os.Open(p)
	return f, renamed(err, name)
}

func (d disk) Stat(name string) (fs.FileInfo, error) {
	p, err := d.path("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(p)
	return info, renamed(err, name)
}

func (d disk) ReadDir(name string) ([]fs.DirEntry, error) {
	p, err := d.path("readdir", name)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(p)
	return entries, renamed(err, name)
}

func (d disk) ReadFile(name string) ([]byte, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	most := d.most(name)
	text, err := io.ReadAll(io.LimitReader(f, most+1)) // it may grow while it is read
	if err == nil && int64(len(text)) > most {
		err = tooLarge(name, most)
	}
	return text, renamed(err, name)
}

// readable refuses what would block or flood a reader.
func (d disk) readable(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return nil
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("is no regular file")}
	case info.Size() > d.most(name):
		return tooLarge(name, d.most(name))
	}
	return nil
}

func tooLarge(name string, most int64) error {
	err := errTooLarge
	if most != MaxFile {
		err = fmt.Errorf("is larger than %d MiB", most>>20)
	}
	return &fs.PathError{Op: "open", Path: name, Err: err}
}

// renamed gives an error the path that the reader of the tree knows.
func renamed(err error, name string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// forms are the languages that stdin may be in, with the file name that each
// is read under.
var forms = []struct{ from, file string }{
	{"hcl", "stdin.rpc.hcl"}, {"gfj", "stdin.gfj"}, {"proto", "stdin.proto"},
	{"thrift", "stdin.thrift"}, {"go", "stdin.go"}, {"json", "stdin.rpc.json"},
	{"descriptor-set", "stdin.binpb"},
}

// stdin is a tree of one file.
func stdin(o Options) (Input, error) {
	var names []string
	file := ""
	for _, f := range forms {
		names = append(names, f.from)
		if f.from == o.From {
			file = f.file
		}
	}
	switch {
	case o.From == "":
		return Input{}, fmt.Errorf("stdin needs its language: --from %s", strings.Join(names, "|"))
	case file == "":
		err := fmt.Errorf("unknown language %s; known are %s", o.From, strings.Join(names, ", "))
		if near := diag.Nearest(o.From, names); near != "" {
			err = fmt.Errorf("unknown language %s; did you mean %s?", o.From, near)
		}
		return Input{}, err
	case o.Stdin == nil:
		return Input{}, errors.New("there is no stdin here")
	}
	most := o.most(file)
	text, err := io.ReadAll(io.LimitReader(o.Stdin, most+1))
	if err != nil {
		return Input{}, err
	}
	if int64(len(text)) > most {
		return Input{}, fmt.Errorf("stdin is larger than %d MiB", most>>20)
	}
	t := newTree()
	t.most = most
	t.add(file, node{mode: 0o444, text: text, size: int64(len(text))})
	t.sort()
	return Input{FS: t, Root: file, Display: func(p string) string { return p }}, nil
}
