package rpch

import (
	"bufio"
	"errors"
	"io"

	"github.com/rpcctl/rpcctl/wire"
)

// input reads what the peer sends. While something has begun to arrive and isn't
// there yet the connection's limit for reads holds.
type input struct {
	*bufio.Reader
	conn *wire.TimedConn
}

func newInput(r io.Reader, conn *wire.TimedConn) input {
	return input{bufio.NewReaderSize(r, MaxLine), conn}
}

// more waits for more bytes than there are and returns all of them.
func (in input) more() ([]byte, error) {
	n := in.Buffered()
	if n > 0 {
		in.conn.Waiting(false)
	}
	if _, err := in.Peek(n + 1); err != nil {
		if n > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return in.Peek(in.Buffered())
}

// exactly waits for n bytes, at most MaxLine; they are still to be discarded.
func (in input) exactly(n int) ([]byte, error) {
	if in.Buffered() < n {
		in.conn.Waiting(false)
	}
	b, err := in.Peek(n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// append reads n bytes to the end of b. Memory is taken as they arrive.
func (in input) append(b []byte, n int) ([]byte, error) {
	for n > 0 {
		step := min(n, MaxLine)
		got, err := in.exactly(step)
		if err != nil {
			return b, err
		}
		b = append(b, got...)
		in.Reader.Discard(step)
		n -= step
	}
	return b, nil
}

// skip passes over n bytes.
func (in input) skip(n int64) error {
	for n > 0 {
		step := int(min(n, MaxLine))
		if _, err := in.exactly(step); err != nil {
			return err
		}
		in.Reader.Discard(step)
		n -= int64(step)
	}
	return nil
}
