package frame

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

const (
	pendingSoft = 1 << 20  // bytes waiting to be written, from which on callers wait for room
	pendingHard = 16 << 20 // and at which a peer that asks without reading loses its connection
	keptBuffer  = 256 << 10
	patience    = 20 * time.Millisecond // how long a caller writes for all before another goroutine takes over
)

var errNotReading = errors.New("the peer doesn't read")

// writer gathers what many goroutines send: whoever finds no write under way
// writes, and takes along what gathered meanwhile. A write that takes long goes
// on in a goroutine of its own, so that no caller is held past its deadline and
// a reader that answers is never stuck behind a peer that doesn't read.
type writer struct {
	conn   *wire.TimedConn
	direct bool // callers may write: an interrupted write can be continued
	limit  time.Duration
	guard  *time.Timer

	mu      sync.Mutex
	buf     []byte
	spare   []byte
	writing bool
	err     error
	room    chan struct{} // closed when there is room again; nil where nobody waits
	fail    func(error)   // called once, without mu
}

func newWriter(conn *wire.TimedConn, limit time.Duration, fail func(error)) *writer {
	w := &writer{conn: conn, limit: limit, fail: fail}
	_, w.direct = conn.Conn.(syscall.Conn)
	w.guard = time.AfterFunc(time.Hour, conn.Kick)
	w.guard.Stop()
	return w
}

// send has add append a frame, in the order in which frames travel. It waits
// while too much is pending, unless ctx is nil, and never for the peer. An error
// means that add's bytes were not taken.
func (w *writer) send(ctx context.Context, add func(b []byte) []byte) error {
	w.mu.Lock()
	for w.err == nil && len(w.buf) > pendingSoft {
		if ctx == nil {
			if len(w.buf) < pendingHard {
				break
			}
			w.mu.Unlock()
			w.stop(errNotReading)
			return errNotReading
		}
		if err := w.wait(ctx); err != nil {
			w.mu.Unlock()
			return err
		}
	}
	if w.err != nil {
		defer w.mu.Unlock()
		return w.err
	}
	w.buf = add(w.buf)
	if w.writing || len(w.buf) == 0 {
		w.mu.Unlock()
		return nil
	}
	w.writing = true
	if !w.direct {
		w.mu.Unlock()
		go w.pump()
		return nil
	}
	w.mu.Unlock()
	w.write()
	return nil
}

// wait is called, and returns, with mu held.
func (w *writer) wait(ctx context.Context) error {
	if w.room == nil {
		w.room = make(chan struct{})
	}
	room := w.room
	w.mu.Unlock()
	defer w.mu.Lock()
	select {
	case <-room:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// next takes what is pending; where that is nothing, the role of writing ends.
func (w *writer) next(done []byte) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if cap(done) > 0 && cap(done) <= keptBuffer {
		w.spare = done[:0]
	}
	if w.err != nil || len(w.buf) == 0 {
		w.writing = false
		w.wakeAll()
		return nil
	}
	out := w.buf
	w.buf, w.spare = w.spare, nil
	w.wakeAll()
	return out
}

// wakeAll is called with mu held.
func (w *writer) wakeAll() {
	if w.room != nil {
		close(w.room)
		w.room = nil
	}
}

// write writes as long as that is quick.
func (w *writer) write() {
	runtime.Gosched() // others that are about to send go along
	w.guard.Reset(patience)
	defer w.guard.Stop()
	for out := w.next(nil); out != nil; out = w.next(out) {
		n, err := w.conn.Write(out)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			w.mu.Lock()
			w.buf = append(out[n:len(out):len(out)], w.buf...)
			w.mu.Unlock()
			go w.pump()
			return
		}
		if err != nil {
			w.stop(err)
		}
	}
}

// pump writes all there is, each part within the limit.
func (w *writer) pump() {
	for out := w.next(nil); out != nil; out = w.next(out) {
		for rest, began := out, time.Now(); len(rest) > 0; {
			n, err := w.conn.Write(rest)
			rest = rest[n:]
			if errors.Is(err, os.ErrDeadlineExceeded) && time.Since(began) < w.limit {
				continue // a guard that fired late
			}
			if err != nil {
				w.stop(err)
				break
			}
		}
	}
}

// stop makes all later sends fail with err.
func (w *writer) stop(err error) {
	w.mu.Lock()
	first := w.err == nil
	if first {
		w.err = err
		w.buf = nil
		w.wakeAll()
	}
	w.mu.Unlock()
	if first && w.fail != nil {
		w.fail(err)
	}
}

// flushed waits until all is written, at most for the limit.
func (w *writer) flushed() {
	ctx, cancel := context.WithTimeout(context.Background(), w.limit)
	defer cancel()
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.err == nil && (w.writing || len(w.buf) > 0) {
		if w.wait(ctx) != nil {
			return
		}
	}
}
