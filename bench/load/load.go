package load

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Cell is one point of the matrix.
type Cell struct {
	Peer     string `json:"peer"`
	Workload string `json:"workload"` // add, echo44, echo1k, echo64k
	Mode     string `json:"mode"`     // perconn, shared
	N        int    `json:"n"`        // concurrent callers
}

// Result is what one measured window gave.
type Result struct {
	Cell
	Round   int     `json:"round"`
	Err     string  `json:"err,omitempty"`
	Calls   uint64  `json:"calls"`
	Seconds float64 `json:"seconds"`
	RPS     float64 `json:"rps"`
	P50us   float64 `json:"p50_us"`
	P99us   float64 `json:"p99_us"`
	// Cost per call over the window, client and server process apart.
	CPUClientUs float64 `json:"cpu_client_us"`
	CPUServerUs float64 `json:"cpu_server_us"`
	CtxSwClient float64 `json:"ctxsw_client"`
	CtxSwServer float64 `json:"ctxsw_server"`
	AllocClient float64 `json:"alloc_client"`
	AllocServer float64 `json:"alloc_server"`
	BytesClient float64 `json:"bytes_client"`
	BytesServer float64 `json:"bytes_server"`
	// SoftirqUs is the machine's softirq time per call; Other is the share of
	// the machine that processes other than these two used meanwhile.
	SoftirqUs   float64 `json:"softirq_us"`
	Other       float64 `json:"other"`
	RSSClientMB float64 `json:"rss_client_mb"`
	RSSServerMB float64 `json:"rss_server_mb"`
}

// PayloadSize maps a workload to its echo size; 0 means Add.
func PayloadSize(workload string) (int, error) {
	switch workload {
	case "add":
		return 0, nil
	case "echo44":
		return 44, nil
	case "echo1k":
		return 1 << 10, nil
	case "echo64k":
		return 64 << 10, nil
	}
	return 0, fmt.Errorf("unknown workload %q", workload)
}

// WaitUp waits until something accepts on addr.
func WaitUp(addr string, limit time.Duration) error {
	for end := time.Now().Add(limit); ; {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			return c.Close()
		}
		if time.Now().After(end) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Run drives one cell against a server that is up at addr. debug is the
// server's own statistics address.
func Run(p *Peer, c Cell, addr, debug string, warm, window time.Duration) (Result, error) {
	res := Result{Cell: c}
	size, err := PayloadSize(c.Workload)
	if err != nil {
		return res, err
	}
	if err := WaitUp(addr, 10*time.Second); err != nil {
		return res, fmt.Errorf("server not up: %w", err)
	}

	// Connections first, so that dialling is no part of any figure.
	conns := make([]Conn, c.N)
	if c.Mode == "shared" {
		one, err := p.Dial(addr, true)
		if err != nil {
			return res, err
		}
		for i := range conns {
			conns[i] = one
		}
	} else {
		var wg sync.WaitGroup
		errs := make([]error, c.N)
		sem := make(chan struct{}, 64)
		for i := range conns {
			wg.Add(1)
			sem <- struct{}{}
			go func() {
				defer func() { <-sem; wg.Done() }()
				conns[i], errs[i] = p.Dial(addr, false)
			}()
		}
		wg.Wait()
		for _, e := range errs {
			if e != nil {
				return res, fmt.Errorf("dial: %w", e)
			}
		}
	}

	// phase: 0 warm-up, 1 measured, 2 stop.
	var phase atomic.Int32
	var firstErr atomic.Pointer[error]
	hist := new(Hist)
	var wg sync.WaitGroup
	warmed := make([]uint32, c.N) // calls each caller finished before the window
	for i := range c.N {
		wg.Add(1)
		go func() {
			defer wg.Done()
			call := caller(conns[i], i, size)
			last := time.Now()
			for seq := uint32(1); ; seq++ {
				if err := call(seq); err != nil {
					e := err // only a failing call pays for the heap copy
					firstErr.CompareAndSwap(nil, &e)
					return
				}
				now := time.Now()
				switch phase.Load() {
				case 0:
					atomic.StoreUint32(&warmed[i], seq)
				case 1:
					hist.Add(i, now.Sub(last))
				default:
					return
				}
				last = now
			}
		}()
	}
	// The window opens after the warm-up and after every caller finished a
	// call (at most 8 s later): slow stacks still build up state until then.
	deadline := time.Now().Add(warm + 8*time.Second)
	time.Sleep(warm)
	for i := range warmed {
		for atomic.LoadUint32(&warmed[i]) == 0 && time.Now().Before(deadline) && firstErr.Load() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	s0, err := FetchStats(debug)
	if err != nil {
		return res, err
	}
	c0 := SelfStats()
	m0, q0 := machine()
	t0 := time.Now()
	phase.Store(1)
	time.Sleep(window)
	phase.Store(2)
	elapsed := time.Since(t0)
	m1, q1 := machine()
	c1 := SelfStats()
	s1, err := FetchStats(debug)
	if err != nil {
		return res, err
	}
	// Callers stop after their present call; do not wait for ever.
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		return res, fmt.Errorf("callers hung after the window")
	}
	if e := firstErr.Load(); e != nil {
		return res, *e
	}
	n := float64(hist.Total())
	if n == 0 {
		return res, fmt.Errorf("no call finished in the window")
	}
	res.Calls = uint64(n)
	res.Seconds = elapsed.Seconds()
	res.RPS = n / elapsed.Seconds()
	res.P50us = float64(hist.Quantile(.5)) / 1e3
	res.P99us = float64(hist.Quantile(.99)) / 1e3
	res.CPUClientUs = (c1.CPU - c0.CPU) * 1e6 / n
	res.CPUServerUs = (s1.CPU - s0.CPU) * 1e6 / n
	res.SoftirqUs = (q1 - q0) * 1e6 / n
	own := c1.CPU - c0.CPU + s1.CPU - s0.CPU
	res.Other = max(0, (m1-m0-own)/(elapsed.Seconds()*float64(runtime.NumCPU())))
	res.CtxSwClient = float64(c1.CtxSw-c0.CtxSw) / n
	res.CtxSwServer = float64(s1.CtxSw-s0.CtxSw) / n
	res.AllocClient = float64(c1.Mallocs-c0.Mallocs) / n
	res.AllocServer = float64(s1.Mallocs-s0.Mallocs) / n
	res.BytesClient = float64(c1.AllocBytes-c0.AllocBytes) / n
	res.BytesServer = float64(s1.AllocBytes-s0.AllocBytes) / n
	res.RSSClientMB = c1.MaxRSSMB
	res.RSSServerMB = s1.MaxRSSMB
	return res, nil
}

// caller returns the function that does one verified call. Each call's
// arguments differ, and differ between callers, so that an answer that went
// to the wrong caller or a stale buffer is seen.
func caller(conn Conn, id, size int) func(seq uint32) error {
	if size == 0 {
		return func(seq uint32) error {
			a, b := int32(id)*7919, int32(seq)
			sum, err := conn.Add(a, b)
			if err != nil {
				return err
			}
			if sum != a+b {
				return fmt.Errorf("wrong sum: %d+%d gave %d", a, b, sum)
			}
			return nil
		}
	}
	// Printable bytes: rpch has no bytes type and carries a string.
	p := make([]byte, size)
	for i := range p {
		p[i] = 'a' + byte((i+id)%26)
	}
	return func(seq uint32) error {
		binary.BigEndian.PutUint32(p, uint32(id)&0x00ffffff|0x20<<24)
		for i := range 4 { // hex-like text, kept below 0x80
			p[i] &= 0x7f
			p[4+i] = byte(seq>>(7*i)) & 0x7f
		}
		got, err := conn.Echo(p)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, p) {
			return fmt.Errorf("wrong echo: caller %d call %d: got %d bytes", id, seq, len(got))
		}
		return nil
	}
}
