package rpch

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// The limits of what comes before data. A reader refuses more before it keeps
// any of it.
const (
	MaxLine = 4096 // bytes of a request line with its end
	MaxArgs = 1024
)

// What can be wrong with the bytes of a request or response; found by errors.Is.
// The connection can't be read any further then: where the next one begins is
// unknown.
var (
	ErrLine     = errors.New("request line damaged")
	ErrChunk    = errors.New("chunk damaged")
	ErrTooLarge = errors.New("over the limit")
)

// Magic is what a client sends once, in one write, before its first request. The
// server doesn't answer it.
const Magic = "\x6c\x6a\x68\x00"

// Line is the first line of a request. The names point into the bytes it was
// parsed from.
type Line struct {
	Service, Method []byte
	Args            int
	Seq             uint64
}

// ParseLine reads a line from the front of b; size is how long it is, with its
// end. More bytes are needed where size is 0 and err is nil. It takes LF for CR LF,
// as the original does, and otherwise nothing that AppendLine doesn't write.
func ParseLine(b []byte) (l Line, size int, err error) {
	end := bytes.IndexByte(b[:min(len(b), MaxLine)], '\n')
	if end < 0 {
		if len(b) >= MaxLine {
			return l, 0, fmt.Errorf("request line %w of %d bytes", ErrTooLarge, MaxLine)
		}
		return l, 0, nil
	}
	line, _ := bytes.CutSuffix(b[:end], []byte("\r"))
	words := bytes.SplitN(line, []byte(" "), 5)
	if len(words) != 4 {
		return l, 0, fmt.Errorf("%w: %q isn't service, method, count and sequence, one blank between", ErrLine, clip(line))
	}
	l.Service, l.Method = words[0], words[1]
	if !isName(l.Service) || !isName(l.Method) {
		return l, 0, fmt.Errorf("%w: a name in %q is empty or has blanks or controls", ErrLine, clip(line))
	}
	args, ok := decimal(words[2])
	if !ok {
		return l, 0, fmt.Errorf("%w: %q is no count of arguments", ErrLine, clip(words[2]))
	}
	if args > MaxArgs {
		return l, 0, fmt.Errorf("%d arguments %w of %d", args, ErrTooLarge, MaxArgs)
	}
	l.Args = int(args)
	if l.Seq, ok = decimal(words[3]); !ok {
		return l, 0, fmt.Errorf("%w: %q is no sequence number", ErrLine, clip(words[3]))
	}
	return l, end + 1, nil
}

// AppendLine appends a line with its end. Names are identifiers, dots allowed:
// the caller's contract says so.
func AppendLine(b []byte, l Line) []byte {
	b = append(append(b, l.Service...), ' ')
	b = append(append(b, l.Method...), ' ')
	b = append(strconv.AppendUint(b, uint64(l.Args), 10), ' ')
	return append(strconv.AppendUint(b, l.Seq, 10), '\r', '\n')
}

// decimal reads digits alone: no sign, no padding, at most 2^64-1.
func decimal(b []byte) (uint64, bool) {
	if len(b) == 0 || len(b) > 1 && b[0] == '0' || b[0] < '0' || b[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b), 10, 64)
	return n, err == nil
}

func isName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c == 0x7f {
			return false
		}
	}
	return len(b) > 0
}

// clip keeps hostile text in messages short.
func clip(b []byte) []byte { return b[:min(len(b), 60)] }
