package input

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// maxDirectory bounds the list of entries that a zip archive ends with.
const maxDirectory = 32 << 20

// zipped is a zip archive, whose list says where each entry is: one that nobody
// asks for costs nothing.
type zipped struct {
	file  packed
	files []*zip.File
}

// readZip reads the list of an archive. Two entries with one path are refused,
// for programs disagree on which counts.
func readZip(ctx context.Context, open func() (packed, error), l limits, keep func(string) bool) (*tree, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := open()
	if err != nil {
		return nil, err
	}
	t, err := listZip(file, l, keep)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func listZip(file packed, l limits, keep func(string) bool) (*tree, error) {
	list := &budget{r: file, left: maxDirectory}
	z, err := zip.NewReader(list, file.Size())
	switch {
	case list.left < 0:
		return nil, fmt.Errorf("has a list of entries of more than %s", bytesText(maxDirectory))
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, broken(err)
	}
	list.off = true
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow)))
	m := newMembers(file.Size(), l, keep)
	for n, f := range z.File {
		name, err := m.name(f.Name)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(f.Name, "/") || f.Mode().IsDir() {
			if err := m.dir(name); err != nil {
				return nil, err
			}
			continue
		}
		if _, twice := m.tree.files[name]; twice {
			return nil, fmt.Errorf("has two entries %q, of which programs read one or the other", name)
		}
		entry := zipNode(n, f)
		if entry.why == "" {
			if _, err := m.wanted(name, entry.size); err != nil {
				return nil, err
			}
		}
		if err := m.file(name, entry); err != nil {
			return nil, err
		}
	}
	t, err := m.done()
	if err != nil {
		return nil, err
	}
	t.store = &zipped{file, z.File}
	return t, nil
}

func zipNode(n int, f *zip.File) node {
	e := node{mode: 0o444, n: n, size: int64(min(f.UncompressedSize64, 1<<62))}
	switch mode := f.Mode(); {
	case mode&fs.ModeSymlink != 0:
		e.mode, e.why = e.mode|fs.ModeSymlink, "is a symbolic link, and links are not followed inside an archive: name the file that it stands for"
	case !mode.IsRegular():
		e.mode, e.why = e.mode|fs.ModeIrregular, "is no regular file"
	case f.Flags&1 != 0:
		e.why = "is encrypted, and no password is asked for: unpack the archive, and name the directory"
	}
	return e
}

func (z *zipped) size(n node) (int64, error) { return n.size, nil }

// read unpacks an entry, whatever size the list says it has.
func (z *zipped) read(n node) ([]byte, error) {
	r, err := z.files[n.n].Open()
	if errors.Is(err, fs.ErrClosed) {
		return nil, errClosed
	}
	if err != nil {
		return nil, broken(err)
	}
	defer r.Close()
	text, err := readEntry(r, n.size)
	switch {
	case errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("is damaged: it has not the size that the archive's list says")
	case err != nil:
		return nil, broken(err)
	}
	return text, nil
}

func (z *zipped) close() error { return z.file.Close() }

// budget is a file of which, until it is off, only so much can be read.
type budget struct {
	r    io.ReaderAt
	left int64
	off  bool
}

func (b *budget) ReadAt(p []byte, at int64) (int, error) {
	if b.off {
		return b.r.ReadAt(p, at)
	}
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errors.New("too much")
	}
	return b.r.ReadAt(p, at)
}
