package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

var (
	archiveForm = regexp.MustCompile(`(?i)^(.+?\.(?:tar|tgz|tar\.gz|tzst|tar\.zst|zip))(?://(.*)|#.*)?$`)
	otherForm   = regexp.MustCompile(`(?i)\.(tar\.(bz2|xz|lz4|lzma|Z)|tbz2?|txz|7z|rar|jar)(//.*)?$`)
)

// inArchive opens FILE or FILE//SUBDIR: the files of an archive, which are
// neither unpacked to disk nor kept where nobody asks for them. A folder that
// holds all others is a folder like any: SUBDIR begins with it.
func inArchive(ctx context.Context, text string, o Options) (Input, error) {
	m := archiveForm.FindStringSubmatch(text)
	file, sub := m[1], m[2]
	if strings.HasPrefix(text[len(file):], "#") {
		return Input{}, fmt.Errorf("a place in an archive is written %s//SUBDIR", file)
	}
	if strings.Contains(file, "://") {
		return Input{}, errors.New("only archives on this machine are read: download it first")
	}
	abs := inDir(o.Dir, file)
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err != nil && isNotDir(err):
		return Input{}, errors.New(missing(file, o).Error()) // no tree to look in
	case err != nil:
		return Input{}, plain(err)
	case info.IsDir():
		return Input{}, errors.New(missing(file+"/"+sub, o).Error())
	case !info.Mode().IsRegular():
		return Input{}, errors.New("is no regular file")
	}
	t, err := readArchive(ctx, file, func() (packed, error) { return openPacked(abs) }, o.Keep)
	if err != nil {
		return Input{}, err
	}
	return t.within(text, sub, shown(abs, file, o))
}

func readArchive(ctx context.Context, file string, open func() (packed, error), keep func(string) bool) (*tree, error) {
	if strings.EqualFold(path.Ext(file), ".zip") {
		return readZip(ctx, open, archiveLimits, keep)
	}
	return readTar(ctx, open, archiveLimits, keep)
}

// within returns the place sub in an archive, which people know as file.
func (t *tree) within(name, sub, file string) (Input, error) {
	root := path.Join(".", strings.TrimLeft(sub, "/"))
	if err := t.inside(root, sub); err != nil {
		return Input{}, errors.Join(err, t.store.close())
	}
	return Input{
		FS: t, Root: root, Name: name, Archive: true, close: t.store.close,
		Display: func(name string) string {
			if name == "." {
				return file
			}
			return file + "//" + name
		},
	}, nil
}

// packed is an archive as a file.
type packed interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Size() int64
}

type packedFile struct {
	*os.File
	size int64
}

func (p packedFile) Size() int64 { return p.size }

func openPacked(path string) (packed, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(plain(err), f.Close())
	}
	return packedFile{f, info.Size()}, nil
}

// inside returns an error where an archive has nothing to read at root, which
// people wrote as sub. It is no fs.ErrNotExist: who forgets the top folder didn't
// mean nothing.
func (t *tree) inside(root, sub string) error {
	if root == ".." || strings.HasPrefix(root, "../") {
		return fmt.Errorf("%s is outside the archive", sub)
	}
	if err := t.barred(root); err != nil {
		return errors.New(err.Error())
	}
	if t.has(root) {
		return nil
	}
	near := ""
	if top := t.dirs["."]; len(top) == 1 && t.has(path.Join(top[0], root)) {
		near = path.Join(top[0], root)
	} else if base := diag.Nearest(path.Base(root), t.dirs[path.Dir(root)]); base != "" {
		near = path.Join(path.Dir(root), base)
	}
	if near != "" {
		near = "; did you mean " + near + "?"
	}
	return fmt.Errorf("the archive has no %s%s", root, near)
}
