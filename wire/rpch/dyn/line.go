package dyn

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/wire/rpch"
)

// request is what a line asks for.
type request struct {
	service, method string
	args            int
}

// line reads a request line as the peer's server does; rest is what follows it.
func (p Peer) line(b []byte) (r request, rest []byte, err error) {
	if p.profile == ourPeer {
		l, size, err := rpch.ParseLine(b)
		if err != nil {
			return r, nil, refuse(closed, "%v", err)
		}
		if size == 0 {
			return r, nil, refuse(closed, "the request line is cut")
		}
		return request{string(l.Service), string(l.Method), l.Args}, b[size:], nil
	}
	end := bytes.IndexByte(b, '\n')
	if end < 0 || p.profile == nodePeer && !bytes.HasSuffix(b[:end], []byte("\r")) {
		return r, nil, refuse(closed, "the peer waits for the end of the request line")
	}
	if end >= rpch.MaxLine {
		return r, nil, refuse(closed, "the request line is over %d bytes", rpch.MaxLine)
	}
	text := strings.TrimSuffix(string(b[:end]), "\r")
	words := strings.Split(text, " ")
	if p.profile == goPeer {
		words = strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
	}
	if len(words) < 4 || len(words) > 4 && p.profile != goPeer || strings.Contains(text, "\t") && p.profile != goPeer {
		return r, nil, refuse(closed, "the request line has %d words", len(words))
	}
	if p.profile != goPeer { // strconv takes a sign for ParseInt alone, as theirs do
		words[2], words[3] = strings.TrimPrefix(words[2], "+"), strings.TrimPrefix(words[3], "+")
	}
	n, err := strconv.ParseUint(words[2], 10, 32)
	if err != nil {
		return r, nil, refuse(closed, "%q is no count of arguments", words[2])
	}
	if p.profile == cPeer && n > cArgs {
		return r, nil, refuse(closed, "%d arguments, and the peer takes %d", n, cArgs)
	}
	if _, err := strconv.ParseUint(words[3], 10, 64); err != nil && p.profile == goPeer {
		return r, nil, refuse(closed, "%q is no sequence number", words[3])
	}
	return request{words[0], words[1], int(min(n, math.MaxInt32))}, b[end+1:], nil
}
