package rawmux

import (
	"encoding/binary"
	"net"
	"runtime"
	"sync"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/peers/rawtcp"
)

// adaptive is a client connection that tries to meet both limits: a caller
// that is alone writes and reads for itself, as over a private connection,
// with no other goroutine woken; when calls overlap, frames are gathered into
// one write and a background goroutine reads for everybody.
//
// It is registered as rawmux-adapt. (A real runtime also has to notice a
// closed connection while nobody reads.)
type adaptive struct {
	net.Conn
	mu       sync.Mutex
	pend     []byte
	spare    []byte
	writing  bool // somebody owns the write side
	reading  bool // somebody owns the read side, buf, r and w
	inFlight int
	slots    []slot
	frees    []uint32

	buf  []byte
	r, w int

	readBG  chan struct{} // hands the read side to the background reader
	writeBG chan struct{} // hands the write side to the background writer
}

func dialAdaptive(addr string, shared bool) (load.Conn, error) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	n, size := 16, 4096
	if shared {
		n, size = maxInFlight, 64<<10
	}
	c := &adaptive{Conn: nc, buf: make([]byte, size), slots: make([]slot, n),
		readBG: make(chan struct{}, 1), writeBG: make(chan struct{}, 1)}
	for i := range c.slots {
		c.frees = append(c.frees, uint32(n-1-i))
	}
	go func() {
		for range c.readBG {
			c.read(-1)
		}
	}()
	go func() {
		for range c.writeBG {
			c.flush(true, 1<<30)
		}
	}()
	return c, nil
}

// flush writes what is pending until nothing is, at most turns times; then
// the background writer goes on, so that no caller serves others for long.
func (c *adaptive) flush(yield bool, turns int) {
	for ; ; turns-- {
		if turns == 0 {
			c.writeBG <- struct{}{}
			return
		}
		if yield {
			runtime.Gosched()
		}
		c.mu.Lock()
		out := c.pend
		if len(out) == 0 {
			c.writing = false
			c.mu.Unlock()
			return
		}
		c.pend, c.spare = c.spare[:0], nil
		c.mu.Unlock()
		if _, err := c.Write(out); err != nil {
			panic(err)
		}
		c.mu.Lock()
		c.spare = out
		c.mu.Unlock()
	}
}

// read delivers replies until the one for slot own is there (own >= 0) or
// until no call is in flight (own < 0).
func (c *adaptive) read(own int) {
	mine := false
	for {
		n := 0
		for c.w-c.r >= headLen {
			size := headLen + int(binary.BigEndian.Uint32(c.buf[c.r:]))
			if c.w-c.r < size {
				if size > len(c.buf) {
					b := make([]byte, 2*size)
					c.w = copy(b, c.buf[c.r:c.w])
					c.r, c.buf = 0, b
				}
				break
			}
			f := c.buf[c.r : c.r+size]
			c.r += size
			n++
			id := int(binary.BigEndian.Uint64(f[8:]))
			s := &c.slots[id]
			s.reply = append(s.reply[:0], f[headLen:]...)
			if id == own {
				mine = true
			} else {
				s.wake <- struct{}{}
			}
		}
		if c.r == c.w {
			c.r, c.w = 0, 0
		} else if c.r > len(c.buf)/2 {
			c.w = copy(c.buf, c.buf[c.r:c.w])
			c.r = 0
		}
		if n > 0 {
			c.mu.Lock()
			c.inFlight -= n
			idle := c.inFlight == 0
			if idle && (mine || own < 0) {
				c.reading = false
			}
			c.mu.Unlock()
			switch {
			case idle && (mine || own < 0):
				return
			case mine:
				c.readBG <- struct{}{}
				return
			}
		}
		k, err := c.Read(c.buf[c.w:])
		if err != nil {
			panic(err)
		}
		c.w += k
	}
}

func (c *adaptive) call(op uint16, n int, fill func(payload []byte)) ([]byte, error) {
	c.mu.Lock()
	if len(c.frees) == 0 {
		c.mu.Unlock()
		return nil, errFull
	}
	id := c.frees[len(c.frees)-1]
	c.frees = c.frees[:len(c.frees)-1]
	s := &c.slots[id]
	if s.wake == nil {
		s.wake = make(chan struct{}, 1)
	}
	at := len(c.pend)
	need := at + headLen + n
	if need > cap(c.pend) {
		b := make([]byte, at, 2*need)
		copy(b, c.pend)
		c.pend = b
	}
	c.pend = c.pend[:need]
	rawtcp.PutHead(c.pend[at:], n, op, uint64(id))
	fill(c.pend[at+headLen:])
	c.inFlight++
	write, read, alone := !c.writing, !c.reading, c.inFlight == 1
	c.writing, c.reading = true, true
	c.mu.Unlock()
	if write {
		c.flush(!alone, 2)
	}
	if read {
		c.read(int(id))
	} else {
		<-s.wake
	}
	reply := s.reply
	if op == rawtcp.OpEcho {
		s.reply = nil // the caller keeps it
	}
	c.mu.Lock()
	c.frees = append(c.frees, id)
	c.mu.Unlock()
	return reply, nil
}

func (c *adaptive) Add(a, b int32) (int32, error) {
	r, err := c.call(rawtcp.OpAdd, 8, func(p []byte) {
		binary.BigEndian.PutUint32(p, uint32(a))
		binary.BigEndian.PutUint32(p[4:], uint32(b))
	})
	if err != nil {
		return 0, err
	}
	return int32(binary.BigEndian.Uint32(r)), nil
}

func (c *adaptive) Echo(p []byte) ([]byte, error) {
	return c.call(rawtcp.OpEcho, len(p), func(b []byte) { copy(b, p) })
}
