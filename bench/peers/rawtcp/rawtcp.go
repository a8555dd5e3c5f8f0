// Package rawtcp is the floor of the connection-per-caller mode: 20-byte
// headers and raw payloads over blocking net.Conn, one write and (nearly
// always) one successful read per message, no allocation, the reply read by
// the caller itself, the request handled by the goroutine that read it.
package rawtcp

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"

	"github.com/rpcctl/rpcctl/bench/load"
)

// Header layout, big endian: payload length 4, operation 2, flags 2, id 8,
// reserved 4.
const (
	HeadLen = 20
	OpAdd   = 1
	OpEcho  = 2
)

// PutHead writes a header to b.
func PutHead(b []byte, n int, op uint16, id uint64) {
	binary.BigEndian.PutUint32(b, uint32(n))
	binary.BigEndian.PutUint16(b[4:], op)
	binary.BigEndian.PutUint16(b[6:], 0)
	binary.BigEndian.PutUint64(b[8:], id)
	binary.BigEndian.PutUint32(b[16:], 0)
}

// ReadFrame reads one frame into buf (grown when needed) with as few reads as
// the kernel allows; there is never more than one frame under way.
func ReadFrame(c net.Conn, buf []byte) (frame, grown []byte, err error) {
	n, err := io.ReadAtLeast(c, buf, HeadLen)
	if err != nil {
		return nil, buf, err
	}
	want := HeadLen + int(binary.BigEndian.Uint32(buf))
	if want > len(buf) {
		b := make([]byte, want)
		copy(b, buf[:n])
		buf = b
	}
	if n < want {
		if _, err := io.ReadFull(c, buf[n:want]); err != nil {
			return nil, buf, err
		}
	}
	return buf[:want], buf, nil
}

// Handle answers the request frame in place and returns the reply frame.
func Handle(f []byte) []byte {
	if binary.BigEndian.Uint16(f[4:]) == OpAdd {
		sum := binary.BigEndian.Uint32(f[HeadLen:]) + binary.BigEndian.Uint32(f[HeadLen+4:])
		binary.BigEndian.PutUint32(f, 4)
		binary.BigEndian.PutUint32(f[HeadLen:], sum)
		return f[:HeadLen+4]
	}
	return f
}

func serve(addr string, _ bool) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	for {
		c, err := ln.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer c.Close()
			buf := make([]byte, 4096)
			var f []byte
			var err error
			for {
				if f, buf, err = ReadFrame(c, buf); err != nil {
					return
				}
				if _, err = c.Write(Handle(f)); err != nil {
					return
				}
			}
		}()
	}
}

type conn struct {
	net.Conn
	id       uint64
	out, buf []byte
}

func (c *conn) call(op uint16, n int) ([]byte, error) {
	c.id++
	PutHead(c.out, n, op, c.id)
	if _, err := c.Write(c.out[:HeadLen+n]); err != nil {
		return nil, err
	}
	f, buf, err := ReadFrame(c.Conn, c.buf)
	c.buf = buf
	if err != nil {
		return nil, err
	}
	if binary.BigEndian.Uint64(f[8:]) != c.id {
		return nil, fmt.Errorf("reply for another call")
	}
	return f[HeadLen:], nil
}

func (c *conn) Add(a, b int32) (int32, error) {
	binary.BigEndian.PutUint32(c.out[HeadLen:], uint32(a))
	binary.BigEndian.PutUint32(c.out[HeadLen+4:], uint32(b))
	r, err := c.call(OpAdd, 8)
	if err != nil {
		return 0, err
	}
	return int32(binary.BigEndian.Uint32(r)), nil
}

func (c *conn) Echo(p []byte) ([]byte, error) {
	if HeadLen+len(p) > len(c.out) {
		c.out = make([]byte, HeadLen+len(p))
	}
	copy(c.out[HeadLen:], p)
	return c.call(OpEcho, len(p))
}

// Peer is the entry of peers.All.
func Peer() *load.Peer {
	return &load.Peer{
		Name: "rawtcp", PerConn: true,
		Note:  "limit, connection per caller",
		Serve: serve,
		Dial: func(addr string, _ bool) (load.Conn, error) {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				return nil, err
			}
			return &conn{Conn: c, out: make([]byte, 4096), buf: make([]byte, 4096)}, nil
		},
	}
}
