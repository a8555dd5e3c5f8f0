package rpch

import (
	"errors"
	"io"
	"math"
)

// chunks reads one direction of a stream: io.EOF is its end chunk and nothing
// else; a connection that ends before is io.ErrUnexpectedEOF.
type chunks struct {
	in   input
	left uint64 // bytes of the chunk that weren't read
	tail bool   // the end of a chunk's data is still to come
	done error
	idle bool // nobody waits for data: the limit for idle connections holds
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.done != nil {
		return 0, c.done
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := c.read(p)
	switch {
	case err == nil || isTimeout(err):
		return n, err
	case err == errEnd:
		err = io.EOF
	case errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF
	}
	c.done = err
	return n, err
}

// errEnd is the end chunk.
var errEnd = errors.New("end chunk")

func (c *chunks) read(p []byte) (int, error) {
	if c.left == 0 {
		if err := c.head(); err != nil {
			return 0, err
		}
	}
	if c.in.Buffered() == 0 {
		c.in.conn.Waiting(false)
	}
	n, err := c.in.Reader.Read(p[:min(uint64(len(p)), c.left)])
	c.left -= uint64(n)
	c.tail = c.left == 0
	return n, err
}

// head reads what stands between the data of two chunks.
func (c *chunks) head() error {
	if c.tail {
		if err := c.end(); err != nil {
			return err
		}
		c.tail = false
	}
	if c.idle {
		c.in.conn.Waiting(true)
	} else {
		c.in.conn.Forever() // whoever sends may take their time from chunk to chunk
	}
	for b, err := c.in.Peek(c.in.Buffered()); ; b, err = c.in.more() {
		if err != nil {
			return err
		}
		n, size, err := ParseChunkHead(b, math.MaxInt64)
		if err != nil {
			return err
		}
		if size == 0 {
			continue
		}
		if n == 0 {
			if b, err = c.in.exactly(size + len(ChunkEnd)); err != nil {
				return err
			}
			if string(b[size:]) != ChunkEnd {
				return ErrChunk
			}
			c.in.Reader.Discard(size + len(ChunkEnd))
			return errEnd
		}
		c.in.Reader.Discard(size)
		c.left = n
		return nil
	}
}

func (c *chunks) end() error {
	b, err := c.in.exactly(len(ChunkEnd))
	if err != nil {
		return err
	}
	if string(b) != ChunkEnd {
		return ErrChunk
	}
	c.in.Reader.Discard(len(ChunkEnd))
	return nil
}

// drain reads to the end chunk; over limit bytes are an error.
func (c *chunks) drain(limit int) error {
	c.idle = true
	n, err := io.CopyBuffer(io.Discard, io.LimitReader(struct{ io.Reader }{c}, int64(limit)+1), make([]byte, 4096))
	switch {
	case err != nil:
		return err
	case n > int64(limit):
		return errUnread
	}
	return nil
}

var errUnread = errors.New("the peer goes on sending what nobody reads")

// chunkWriter writes one direction of a stream, each chunk in one write.
type chunkWriter struct {
	conn io.Writer
	buf  []byte
}

func (w *chunkWriter) Write(p []byte) (int, error) {
	for done := 0; done < len(p); {
		n := min(len(p)-done, MaxChunk)
		w.buf = AppendChunk(w.buf[:0], p[done:done+n])
		if _, err := w.conn.Write(w.buf); err != nil {
			return done, err
		}
		done += n
	}
	return len(p), nil
}

func (w *chunkWriter) end() error {
	_, err := io.WriteString(w.conn, EndChunk)
	return err
}
