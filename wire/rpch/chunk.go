package rpch

import (
	"bytes"
	"fmt"
	"strconv"
)

const (
	// MaxChunk is the most bytes of data in a chunk that we send: readers of the
	// original lose the end of chunks that are longer, or a power of two.
	MaxChunk = 1021
	// ChunkEnd follows the data of a chunk, that of the last (empty) one too.
	ChunkEnd = "\r\n"
	// EndChunk ends one direction of a stream.
	EndChunk = "0\r\n\r\n"

	maxChunkDigits = 16
)

// ParseChunkHead reads the line before a chunk's data from the front of b: how
// many bytes of data follow, before ChunkEnd. 0 is the end of the direction. size
// is how long the line is; more bytes are needed where it is 0 and err is nil. It
// takes capitals, leading zeros up to 16 digits, and LF for CR LF, as the original
// does; an empty line, which the original takes for the end, is an error.
func ParseChunkHead(b []byte, limit uint64) (n uint64, size int, err error) {
	most := maxChunkDigits + len(ChunkEnd)
	end := bytes.IndexByte(b[:min(len(b), most)], '\n')
	if end < 0 {
		if digits := hexDigits(b); len(b) >= most || digits < len(b) && b[digits] != '\r' {
			return 0, 0, fmt.Errorf("%w: %q is no length", ErrChunk, clip(b[:min(len(b), most)]))
		}
		return 0, 0, nil
	}
	line, _ := bytes.CutSuffix(b[:end], []byte("\r"))
	if len(line) == 0 || len(line) > maxChunkDigits || hexDigits(line) < len(line) {
		return 0, 0, fmt.Errorf("%w: %q is no length", ErrChunk, clip(line))
	}
	n, err = strconv.ParseUint(string(line), 16, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %q is no length", ErrChunk, line)
	}
	if n > limit {
		return 0, 0, fmt.Errorf("a chunk of %d bytes %w of %d", n, ErrTooLarge, limit)
	}
	return n, end + 1, nil
}

// AppendChunk appends one chunk of data. It must not be empty: an empty chunk is
// the end of the direction.
func AppendChunk(b, data []byte) []byte {
	if len(data) == 0 {
		panic("rpch: an empty chunk would end the stream")
	}
	b = append(strconv.AppendUint(b, uint64(len(data)), 16), ChunkEnd...)
	return append(append(b, data...), ChunkEnd...)
}

// hexDigits returns how many bytes at the front are hex digits.
func hexDigits(b []byte) int {
	for i, c := range b {
		if ('0' > c || c > '9') && ('a' > c || c > 'f') && ('A' > c || c > 'F') {
			return i
		}
	}
	return len(b)
}
