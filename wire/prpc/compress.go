package prpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zlib"
)

// Compression is how data is compressed, as compress_type says it.
type Compression int32

// The compressions. Java and Go have the first three and pass on the bytes of any
// other as they are; zlib is C++'s alone, and LZ4 is a number that nobody serves.
const (
	Uncompressed Compression = 0
	Snappy       Compression = 1 // a raw block
	Gzip         Compression = 2
	Zlib         Compression = 3
	LZ4          Compression = 4
)

// What is wrong with compressed data.
var (
	ErrCompression = errors.New("no such compression")
	ErrExpanded    = errors.New("the data is over the limit after decompression")
)

// Compressor compresses and decompresses. Its zero value is ready, and may be used
// from several goroutines.
type Compressor struct {
	// Whole refuses gzip that stops after a flush, as Java does.
	Whole bool

	gzipWriters, zlibWriters, gzipReaders sync.Pool
}

// Compress appends src in compressed form to dst. Streams are complete, as Java
// refuses others.
func (c *Compressor) Compress(dst, src []byte, how Compression) ([]byte, error) {
	switch how {
	case Uncompressed:
		return append(dst, src...), nil
	case Snappy:
		return append(dst, snappy.Encode(nil, src)...), nil
	case Gzip:
		w, _ := c.gzipWriters.Get().(*gzip.Writer)
		if w == nil {
			w = gzip.NewWriter(nil)
		}
		defer c.gzipWriters.Put(w)
		return deflate(w, dst, src)
	case Zlib:
		w, _ := c.zlibWriters.Get().(*zlib.Writer)
		if w == nil {
			w = zlib.NewWriter(nil)
		}
		defer c.zlibWriters.Put(w)
		return deflate(w, dst, src)
	}
	return dst, fmt.Errorf("%w: %d", ErrCompression, how)
}

type resetter interface {
	io.WriteCloser
	Reset(io.Writer)
}

func deflate(w resetter, dst, src []byte) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	w.Reset(out)
	if _, err := w.Write(src); err != nil {
		return dst, err
	}
	err := w.Close()
	return out.Bytes(), err
}

// Decompress returns what src holds, at most limit bytes. Memory is taken as bytes
// come out. Uncompressed data is returned as it is. Gzip may stop after a flush
// without its end, which is how Go writes it.
func (c *Compressor) Decompress(src []byte, how Compression, limit int) ([]byte, error) {
	out, err := c.expand(src, how, limit)
	switch {
	case err != nil:
		return nil, err
	case len(out) > limit:
		return nil, fmt.Errorf("%w of %d bytes", ErrExpanded, limit)
	}
	return out, nil
}

func (c *Compressor) expand(src []byte, how Compression, limit int) ([]byte, error) {
	switch how {
	case Uncompressed:
		return src, nil
	case Snappy:
		n, err := snappy.DecodedLen(src)
		if err != nil {
			return nil, err
		}
		if n > limit || n/64 > len(src) { // no element of 2 bytes makes more than 64
			return nil, fmt.Errorf("%w of %d bytes: it is %d", ErrExpanded, limit, n)
		}
		return snappy.Decode(nil, src)
	case Gzip:
		r, _ := c.gzipReaders.Get().(*gzip.Reader)
		if r == nil {
			r = new(gzip.Reader)
		}
		defer c.gzipReaders.Put(r)
		if err := r.Reset(bytes.NewReader(src)); err != nil {
			return nil, err
		}
		out, err := readAll(r, limit)
		if errors.Is(err, io.ErrUnexpectedEOF) && !c.Whole && flushed(src) {
			return unended(src, limit)
		}
		return out, err
	case Zlib:
		r, err := zlib.NewReader(bytes.NewReader(src))
		if err != nil {
			return nil, err
		}
		return readAll(r, limit)
	}
	return nil, fmt.Errorf("%w: %d", ErrCompression, how)
}

func readAll(r io.Reader, limit int) ([]byte, error) {
	return io.ReadAll(io.LimitReader(r, int64(limit)+1))
}

const (
	gzipHead = 10                 // without a name, a comment or the like
	marker   = "\x00\x00\xff\xff" // what a flush leaves behind
	ending   = "\x01" + marker    // a last block, empty
)

// flushed reports whether a gzip stream may have stopped after a flush.
func flushed(src []byte) bool {
	return len(src) >= gzipHead+len(marker) && src[3] == 0 && bytes.HasSuffix(src, []byte(marker))
}

// unended reads a gzip stream that stopped after a flush: with a last block put
// behind it, it has to end there and nowhere else.
func unended(src []byte, limit int) ([]byte, error) {
	end := strings.NewReader(ending)
	r := flate.NewReader(&joined{bytes.NewReader(src[gzipHead:]), end})
	out, err := readAll(r, limit)
	if err == nil && len(out) <= limit && end.Len() > 0 {
		err = io.ErrUnexpectedEOF
	}
	return out, err
}

// joined is two readers one after the other, byte by byte, so that no byte is taken
// that isn't needed.
type joined struct{ first, second io.ByteReader }

func (j *joined) ReadByte() (byte, error) {
	b, err := j.first.ReadByte()
	if err == io.EOF {
		return j.second.ReadByte()
	}
	return b, err
}

func (j *joined) Read(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		if p[n], err = j.ReadByte(); err == nil {
			n++
		}
	}
	if n > 0 {
		err = nil
	}
	return n, err
}
