package wiretest

import (
	"fmt"
	"io"
	"strings"
)

// text returns n bytes of text.
func text(n int) string { return strings.Repeat("0123456789abcdef", n/16+1)[:n] }

// patternReader yields bytes of which each says where it stands.
type patternReader struct{ at, end int }

func pattern(n int) io.Reader { return &patternReader{end: n} }

func patternByte(i int) byte { return byte(i ^ i>>8 ^ i>>16) }

func (r *patternReader) Read(p []byte) (int, error) {
	if r.at == r.end {
		return 0, io.EOF
	}
	n := min(len(p), r.end-r.at)
	for i := range n {
		p[i] = patternByte(r.at + i)
	}
	r.at += n
	return n, nil
}

// checkPattern reads r to its end and returns how many bytes came.
func checkPattern(r io.Reader) (n int, err error) {
	buf := make([]byte, 4096) // a power of two, at which chunk readers have failed
	for {
		got, err := r.Read(buf)
		for i := range got {
			if buf[i] != patternByte(n+i) {
				return n, fmt.Errorf("byte %d is %02x, not %02x", n+i, buf[i], patternByte(n+i))
			}
		}
		n += got
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
