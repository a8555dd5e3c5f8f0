package frame

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"

	"github.com/rpcctl/rpcctl/wire"
)

// Compression is how payloads are compressed, by the number that ExtCompression
// carries.
type Compression uint16

// The compressions.
const (
	Uncompressed Compression = 0
	Snappy       Compression = 1 // the block format
	Gzip         Compression = 2
	Zstd         Compression = 3
)

const compressFrom = 1 << 10 // smaller payloads travel as they are

// compressor keeps the state of gzip and zstd for reuse.
type compressor struct {
	gzipWriters, gzipReaders, zstdReaders sync.Pool

	once sync.Once
	zstd *zstd.Encoder
}

// compress appends src in compressed form to dst.
func (c *compressor) compress(dst, src []byte, how Compression) ([]byte, error) {
	switch how {
	case Snappy:
		return append(dst, snappy.Encode(nil, src)...), nil
	case Gzip:
		out := bytes.NewBuffer(dst)
		w, _ := c.gzipWriters.Get().(*gzip.Writer)
		if w == nil {
			w = gzip.NewWriter(out)
		}
		w.Reset(out)
		defer c.gzipWriters.Put(w)
		if _, err := w.Write(src); err != nil {
			return dst, err
		}
		err := w.Close()
		return out.Bytes(), err
	case Zstd:
		var err error
		c.once.Do(func() { c.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)) })
		if err != nil {
			return dst, err
		}
		return c.zstd.EncodeAll(src, dst), nil
	}
	return dst, wire.Errorf(wire.Unimplemented, "no compression %d", how)
}

// decompress returns what src holds, of which there may be limit bytes; full is
// what the sender says that it is, -1 where it says nothing. Memory is taken as
// bytes come out. The error is a *wire.Status.
func (c *compressor) decompress(src []byte, how Compression, full int64, limit int) ([]byte, error) {
	if full > int64(limit) {
		return nil, wire.Errorf(wire.ResourceExhausted, "a payload of %d bytes before compression is over the limit of %d", full, limit)
	}
	out, err := c.expand(src, how, limit)
	switch {
	case err != nil && wire.CodeOf(err) != wire.Unknown:
		return nil, err
	case err != nil:
		return nil, wire.Errorf(wire.InvalidArgument, "compressed payload: %w", err)
	case len(out) > limit:
		return nil, wire.Errorf(wire.ResourceExhausted, "a payload is over the limit of %d bytes after decompression", limit)
	case full >= 0 && full != int64(len(out)):
		return nil, wire.Errorf(wire.InvalidArgument, "a payload of %d bytes is announced as %d", len(out), full)
	}
	return out, nil
}

func (c *compressor) expand(src []byte, how Compression, limit int) ([]byte, error) {
	switch how {
	case Snappy:
		n, err := snappy.DecodedLen(src)
		if err != nil {
			return nil, err
		}
		if n > limit || n/64 > len(src) { // no element of 2 bytes makes more than 64
			return nil, wire.Errorf(wire.ResourceExhausted, "a payload of %d bytes after decompression is over the limit of %d", n, limit)
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
		return io.ReadAll(io.LimitReader(r, int64(limit)+1))
	case Zstd:
		r, _ := c.zstdReaders.Get().(*zstd.Decoder)
		if r == nil {
			var err error
			if r, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20)); err != nil {
				return nil, err
			}
		}
		defer c.zstdReaders.Put(r)
		if err := r.Reset(bytes.NewReader(src)); err != nil {
			return nil, err
		}
		return io.ReadAll(io.LimitReader(r, int64(limit)+1))
	}
	return nil, wire.Errorf(wire.Unimplemented, "no compression %d", how)
}
