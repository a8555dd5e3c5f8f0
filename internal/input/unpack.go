package input

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a zstd stream may reach, which is memory: what
// zstd --long writes.
const maxWindow = 128 << 20

// flow is what an archive unpacks to, as it streams by. It fails where the
// context ends or the limit is reached, and remembers how many of the last bytes
// were zero, for an archive ends with such.
type flow struct {
	ctx     context.Context
	r       io.Reader
	left    int64
	tooMuch error
	zeros   int64
}

func (f *flow) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := f.r.Read(p)
	if f.left -= int64(n); f.left < 0 {
		return 0, f.tooMuch
	}
	text := bytes.TrimRight(p[:n], "\x00")
	if len(text) > 0 {
		f.zeros = 0
	}
	f.zeros += int64(n - len(text))
	return n, err
}

// unpack returns what a file unpacks to, going by how it begins, and what to
// call at the end.
func unpack(ctx context.Context, file io.Reader, size int64, l limits) (*flow, func(), error) {
	in := bufio.NewReaderSize(file, 64<<10)
	magic, _ := in.Peek(6)
	f := &flow{ctx: ctx, r: in, left: size, tooMuch: l.stream.exceeded(size)}
	done := func() {}
	begins := func(with string) bool { return bytes.HasPrefix(magic, []byte(with)) }
	switch {
	case begins("\x1f\x8b"):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, broken(err)
		}
		f.r, f.left = z, l.stream.of(size)
	case begins("\x28\xb5\x2f\xfd"):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, broken(err)
		}
		f.r, f.left, done = z, l.stream.of(size), z.Close
	case begins("BZh"), begins("\xfd7zXZ\x00"):
		return nil, nil, errors.New("is compressed in a way that isn't read: make a .tar.gz or .tar.zst of it")
	case begins("PK"):
		return nil, nil, errors.New("is a zip archive: call it .zip")
	}
	return f, done, nil
}

// broken says in words for people why an archive can't be unpacked.
func broken(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return errors.New("is cut off: its end is missing")
	case errors.Is(err, tar.ErrHeader):
		return errors.New("is no tar archive, or a damaged one")
	case errors.Is(err, zip.ErrFormat):
		return errors.New("is no zip archive, or a damaged one, or cut off")
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New("is compressed in a way that isn't read: only deflate and zstd are")
	case errors.Is(err, zip.ErrChecksum), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader),
		errors.Is(err, zstd.ErrCRCMismatch), errors.Is(err, zstd.ErrMagicMismatch), errors.As(err, &corrupt):
		return fmt.Errorf("is damaged: %w", err)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("needs more than %s of memory to unpack: compress it without a longer window", bytesText(maxWindow))
	}
	return err
}
