// Package rawmux is the floor of the shared-connection mode: the frames of
// package rawtcp, many calls in flight on one connection.
//
// It is registered in five variants, to price single design choices:
//
//	rawmux         coalescing writer, server handles inline
//	rawmux-go      the same, but one goroutine per request on the server
//	rawmux-nocoal  one write call per frame under a lock, server inline with
//	               a write per reply
//	rawmux-eager   coalescing writer without the yield before each flush
//	rawmux-adapt   rawmux server; client of adaptive.go
package rawmux

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/peers/rawtcp"
)

const headLen = rawtcp.HeadLen

// variant says which design choices a connection uses.
type variant struct {
	perRequest bool // goroutine per request on the server
	noCoalesce bool // a write call per frame
	eager      bool // flush at once, without yielding first
	adapt      bool // client: package comment
}

// writer collects frames in a buffer that one goroutine writes out. While a
// write is under way, new frames gather for the next one.
type writer struct {
	v     variant
	c     net.Conn
	mu    sync.Mutex
	pend  []byte
	spare []byte
	wake  chan struct{} // capacity 1
	idle  bool
	err   error
}

func newWriter(c net.Conn, v variant) *writer {
	w := &writer{v: v, c: c, wake: make(chan struct{}, 1), idle: true}
	if !v.noCoalesce {
		go w.loop()
	}
	return w
}

// put queues one frame; fill appends it to the buffer it is given.
func (w *writer) put(fill func([]byte) []byte) error {
	w.mu.Lock()
	if w.v.noCoalesce {
		w.pend = fill(w.pend[:0])
		_, err := w.c.Write(w.pend)
		w.mu.Unlock()
		return err
	}
	w.pend = fill(w.pend)
	wake := w.idle
	w.idle = false
	err := w.err
	w.mu.Unlock()
	if wake {
		w.wake <- struct{}{}
	}
	return err
}

func (w *writer) loop() {
	for range w.wake {
		for {
			if !w.v.eager {
				// Let every runnable caller add its frame first.
				runtime.Gosched()
			}
			w.mu.Lock()
			out := w.pend
			if len(out) == 0 {
				w.idle = true
				w.mu.Unlock()
				break
			}
			w.pend, w.spare = w.spare[:0], nil
			w.mu.Unlock()
			_, err := w.c.Write(out)
			w.mu.Lock()
			w.spare = out
			if err != nil {
				w.err = err
			}
			w.mu.Unlock()
		}
	}
}

// frames reads large chunks and calls each for every complete frame in them;
// drained is called when no complete frame is left in the buffer.
func frames(c net.Conn, each func(f []byte), drained func() error) error {
	buf := make([]byte, 64<<10)
	r, w := 0, 0
	for {
		for w-r >= headLen {
			n := headLen + int(binary.BigEndian.Uint32(buf[r:]))
			if w-r < n {
				if n > len(buf) {
					b := make([]byte, 2*n)
					w = copy(b, buf[r:w])
					r, buf = 0, b
				}
				break
			}
			each(buf[r : r+n])
			r += n
		}
		if err := drained(); err != nil {
			return err
		}
		if r == w {
			r, w = 0, 0
		} else if r > len(buf)/2 {
			w = copy(buf, buf[r:w])
			r = 0
		}
		n, err := c.Read(buf[w:])
		if err != nil {
			return err
		}
		w += n
	}
}

func serveConn(c net.Conn, v variant) {
	defer c.Close()
	switch {
	case v.perRequest:
		w := newWriter(c, v)
		pool := sync.Pool{New: func() any { return new([]byte) }}
		_ = frames(c, func(f []byte) {
			b := pool.Get().(*[]byte)
			*b = append((*b)[:0], f...)
			go func() {
				reply := rawtcp.Handle(*b)
				_ = w.put(func(out []byte) []byte { return append(out, reply...) })
				pool.Put(b)
			}()
		}, func() error { return nil })
	case v.noCoalesce:
		var err error
		_ = frames(c, func(f []byte) {
			if err == nil {
				_, err = c.Write(rawtcp.Handle(f))
			}
		}, func() error { return err })
	default:
		var out []byte
		_ = frames(c, func(f []byte) {
			out = append(out, rawtcp.Handle(f)...)
		}, func() error {
			if len(out) == 0 {
				return nil
			}
			_, err := c.Write(out)
			out = out[:0]
			return err
		})
	}
}

// slot is one call in flight. Slots are made once and reused, so the reader
// finds them without a lock: it touches a slot only after the peer's reply,
// and the caller only before its request and after the wake-up.
type slot struct {
	reply []byte
	wake  chan struct{}
}

const maxInFlight = 1 << 14

type conn struct {
	net.Conn
	w     *writer
	slots []slot
	fmu   sync.Mutex
	frees []uint32
}

var errFull = errors.New("too many calls in flight")

func dial(addr string, shared bool, v variant) (load.Conn, error) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: nc, w: newWriter(nc, v)}
	n := 16 // one caller: keep 5000 connections small
	if shared {
		n = maxInFlight
	}
	c.slots = make([]slot, n)
	for i := range c.slots {
		c.frees = append(c.frees, uint32(n-1-i))
	}
	go c.read()
	return c, nil
}

func (c *conn) read() {
	err := frames(c.Conn, func(f []byte) {
		s := &c.slots[binary.BigEndian.Uint64(f[8:])]
		s.reply = append(s.reply[:0], f[headLen:]...)
		s.wake <- struct{}{}
	}, func() error { return nil })
	if !errors.Is(err, net.ErrClosed) && err != io.EOF {
		panic(err)
	}
}

func (c *conn) get() (uint32, *slot, error) {
	c.fmu.Lock()
	defer c.fmu.Unlock()
	if len(c.frees) == 0 {
		return 0, nil, errFull
	}
	id := c.frees[len(c.frees)-1]
	c.frees = c.frees[:len(c.frees)-1]
	s := &c.slots[id]
	if s.wake == nil {
		s.wake = make(chan struct{}, 1)
	}
	return id, s, nil
}

func (c *conn) put(id uint32) {
	c.fmu.Lock()
	c.frees = append(c.frees, id)
	c.fmu.Unlock()
}

func (c *conn) Add(a, b int32) (int32, error) {
	id, s, err := c.get()
	if err != nil {
		return 0, err
	}
	err = c.w.put(func(out []byte) []byte {
		n := len(out)
		out = append(out, make([]byte, headLen+8)...)
		rawtcp.PutHead(out[n:], 8, rawtcp.OpAdd, uint64(id))
		binary.BigEndian.PutUint32(out[n+headLen:], uint32(a))
		binary.BigEndian.PutUint32(out[n+headLen+4:], uint32(b))
		return out
	})
	if err != nil {
		return 0, err
	}
	<-s.wake
	sum := int32(binary.BigEndian.Uint32(s.reply))
	c.put(id)
	return sum, nil
}

func (c *conn) Echo(p []byte) ([]byte, error) {
	id, s, err := c.get()
	if err != nil {
		return nil, err
	}
	err = c.w.put(func(out []byte) []byte {
		n := len(out)
		out = append(out, make([]byte, headLen)...)
		rawtcp.PutHead(out[n:], len(p), rawtcp.OpEcho, uint64(id))
		return append(out, p...)
	})
	if err != nil {
		return nil, err
	}
	<-s.wake
	r := s.reply // handed to the caller: the next call on this slot gets a new buffer
	s.reply = nil
	c.put(id)
	return r, nil
}

// Peers are the limit and its design variants.
func Peers() []*load.Peer {
	var all []*load.Peer
	for _, d := range []struct {
		name string
		variant
	}{
		{"rawmux", variant{}},
		{"rawmux-go", variant{perRequest: true}},
		{"rawmux-nocoal", variant{noCoalesce: true}},
		{"rawmux-eager", variant{eager: true}},
		{"rawmux-adapt", variant{adapt: true}},
	} {
		v := d.variant
		all = append(all, &load.Peer{
			Name: d.name, PerConn: true, Shared: true,
			Note: "limit, shared connection (design variants)",
			Serve: func(addr string, _ bool) error {
				ln, err := net.Listen("tcp", addr)
				if err != nil {
					return err
				}
				for {
					c, err := ln.Accept()
					if err != nil {
						return err
					}
					go serveConn(c, v)
				}
			},
			Dial: func(addr string, shared bool) (load.Conn, error) {
				if v.adapt {
					return dialAdaptive(addr, shared)
				}
				return dial(addr, shared, v)
			},
		})
	}
	return all
}
