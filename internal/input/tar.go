package input

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/klauspost/compress/gzip"
)

// tarball is a tar archive, whose entries can only be had by going through all
// that stand before.
type tarball struct {
	ctx    context.Context
	open   func() (packed, error)
	limits limits
}

// readTar goes through an archive once, and keeps the files that are wanted.
// What is asked for beside them is found by going through it again. Of entries
// with one path the last counts, as when tar appends to an archive.
func readTar(ctx context.Context, open func() (packed, error), l limits, keep func(string) bool) (*tree, error) {
	b := &tarball{ctx, open, l}
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m := newMembers(file.Size(), l, keep)
	err = b.each(file, func(n int, h *tar.Header, r io.Reader) error {
		if h.Typeflag == tar.TypeXGlobalHeader {
			return nil
		}
		name, err := m.name(h.Name)
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeDir {
			return m.dir(name)
		}
		f := tarNode(n, h)
		if f.why == "" {
			wanted, err := m.wanted(name, h.Size)
			if err != nil {
				return err
			}
			if wanted {
				if f.text, err = readEntry(r, h.Size); err != nil {
					return err
				}
			}
		}
		return m.file(name, f)
	})
	if err != nil {
		return nil, err
	}
	t, err := m.done()
	if err != nil {
		return nil, err
	}
	t.store = b
	return t, nil
}

func tarNode(n int, h *tar.Header) node {
	f := node{mode: 0o444, n: n, size: h.Size}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeGNUSparse, tar.TypeCont:
	case tar.TypeSymlink:
		f.mode, f.why = f.mode|fs.ModeSymlink, "is a symbolic link, and links are not followed inside an archive: name "+h.Linkname
	case tar.TypeLink:
		f.mode, f.why = f.mode|fs.ModeIrregular, "is a hard link, and links are not followed inside an archive: name "+h.Linkname
	default:
		f.mode, f.why = f.mode|fs.ModeIrregular, "is no regular file"
	}
	return f
}

// readEntry returns the contents of an entry that should have size bytes, and has
// at most MaxFile.
func readEntry(r io.Reader, size int64) ([]byte, error) {
	if size > MaxFile {
		return nil, errTooLarge
	}
	text := make([]byte, 0, size+1)
	for {
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == io.EOF:
			return text, nil
		case err != nil:
			return nil, err
		case len(text) > MaxFile:
			return nil, errTooLarge
		case len(text) == cap(text):
			text = append(text, 0)[:len(text)]
		}
	}
}

// errFound ends a walk over the entries.
var errFound = errors.New("found")

// each calls fn with every entry, and errors of reading in words for people.
func (b *tarball) each(file packed, fn func(n int, h *tar.Header, r io.Reader) error) error {
	f, done, err := unpack(b.ctx, file, file.Size(), b.limits)
	if err != nil {
		return err
	}
	defer done()
	r := tar.NewReader(f)
	for n := 0; ; n++ {
		h, err := r.Next()
		switch {
		case n == 0 && f.zeros < 512 && (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)):
			return errors.New("is no tar archive, or is cut off")
		case err == io.EOF:
			if f.zeros < 512 { // a block of them ends an archive
				return errors.New("is cut off: the mark at its end is missing")
			}
			return b.rest(f)
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return broken(err)
		}
		if err := fn(n, h, r); err != nil {
			return broken(err)
		}
	}
}

// rest reads what follows the end mark, for there stands the checksum of a
// compressed archive. Other bytes after that are nobody's.
func (b *tarball) rest(f *flow) error {
	if _, err := io.Copy(io.Discard, f); err != nil && !errors.Is(err, gzip.ErrHeader) {
		return broken(err)
	}
	return nil
}

func (b *tarball) size(n node) (int64, error) { return n.size, nil }

func (b *tarball) read(want node) (text []byte, err error) {
	file, err := b.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	err = b.each(file, func(n int, h *tar.Header, r io.Reader) (err error) {
		if n != want.n {
			return nil
		}
		if text, err = readEntry(r, h.Size); err == nil {
			err = errFound
		}
		return err
	})
	if err == errFound {
		return text, nil
	}
	if err == nil {
		err = errors.New("is gone: the archive was changed while it was read")
	}
	return nil, err
}

func (b *tarball) close() error { return nil }
