package frame_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// fake is a server of the test's own; serve is given each connection.
func fake(t *testing.T, serve func(p *peer, nth int)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for nth := 0; ; nth++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(&peer{T: t, conn: conn}, nth)
			}()
		}
	}()
	return l.Addr().String()
}

func dial(t *testing.T, addr string, p *wire.Protocol, opts ...wire.Option) *wire.ClientConn {
	t.Helper()
	client, err := wire.Dial(t.Context(), "tcp", addr, p, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func add(ctx context.Context, c wire.Conn, a, b int32) (int32, error) {
	call := &wire.Call{Method: math().Methods[0], Args: &pair{a, b}, Result: new(number)}
	err := c.Invoke(ctx, call)
	return call.Result.(*number).n, err
}

// version1 answers as a version 1 server does: adds, and nothing for the rest.
func version1(p *peer, _ int) {
	for {
		f, err := p.read()
		if err != nil || f.Version != 1 {
			return
		}
		var reply []byte
		if f.Method == 1 && len(f.Payload) == 8 {
			reply = binary.BigEndian.AppendUint32(nil, binary.BigEndian.Uint32(f.Payload)+binary.BigEndian.Uint32(f.Payload[4:]))
		}
		p.send(frame.Frame{Header: frame.Header{Version: 1, ID: f.ID, Method: f.Method}, Payload: reply})
	}
}

func TestNegotiation(t *testing.T) {
	silent := func(p *peer, nth int) {
		if nth == 0 {
			p.read()
			p.read() // says nothing
			return
		}
		version1(p, nth)
	}
	closing := func(p *peer, nth int) {
		if nth == 0 {
			p.read()
			return
		}
		version1(p, nth)
	}
	garbled := func(p *peer, nth int) {
		if nth == 0 {
			p.read()
			io.WriteString(p.conn, "HTTP/1.1 400 Bad Request\r\n\r\n")
			return
		}
		version1(p, nth)
	}
	for name, serve := range map[string]func(*peer, int){"version 1": version1, "silent": silent, "closing": closing, "garbled": garbled} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, fake(t, serve), frame.Protocol(frame.WithNegotiation()))
			if n, err := add(t.Context(), client, 3, 4); n != 7 || err != nil {
				t.Errorf("%d %v", n, err)
			}
			call := &wire.Call{Method: math().Methods[1], Args: &pair{}, Result: new(number)}
			if err := client.Invoke(t.Context(), call); wire.CodeOf(err) != wire.Unimplemented {
				t.Errorf("a stream in version 1: %v", err)
			}
			call.Method = math().Methods[3]
			if err := client.Invoke(t.Context(), call); wire.CodeOf(err) != wire.Unknown {
				t.Errorf("an empty answer: %v", err)
			}
		})
	}
	addr, _ := serveMath(t, frame.Protocol())
	client := dial(t, addr, frame.Protocol(frame.WithNegotiation()))
	if _, err := add(t.Context(), client, 0, 1); err != nil {
		t.Error(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	hold := fake(t, func(p *peer, _ int) { p.read(); p.read() })
	began := time.Now()
	if _, err := wire.Dial(ctx, "tcp", hold, frame.Protocol(frame.WithNegotiation())); wire.CodeOf(err) != wire.DeadlineExceeded || time.Since(began) > 800*time.Millisecond {
		t.Errorf("a deadline while negotiating: %v after %v", err, time.Since(began))
	}
}

// TestGoaway: calls that the server has not taken are made elsewhere, and nobody
// hears of it.
func TestGoaway(t *testing.T) {
	var connections atomic.Int32
	addr := fake(t, func(p *peer, nth int) {
		connections.Add(1)
		for {
			f, err := p.read()
			if err != nil {
				return
			}
			if nth == 0 && f.ID > 1 { // goes away with the first call taken
				p.send(frame.Frame{Header: frame.Header{Kind: frame.KindGoaway, Method: 0xFFFFFFFF}, Payload: binary.BigEndian.AppendUint64(nil, 1)})
				time.Sleep(20 * time.Millisecond)
				f.ID = 1
			} else if nth == 0 {
				continue
			}
			reply, _ := (&number{int32(nth)}).AppendBlock(nil)
			p.send(frame.Frame{Header: frame.Header{ID: f.ID, Method: 1, Kind: frame.KindResponse}, Payload: reply})
		}
	})
	client := dial(t, addr, frame.Protocol())
	first := make(chan int32, 1)
	go func() {
		n, err := add(t.Context(), client, 1, 1)
		if err != nil {
			t.Errorf("the call that was taken: %v", err)
		}
		first <- n
	}()
	time.Sleep(20 * time.Millisecond)
	if n, err := add(t.Context(), client, 2, 2); n != 1 || err != nil {
		t.Errorf("the call that was not: %d %v", n, err)
	}
	if n := <-first; n != 0 || connections.Load() != 2 {
		t.Errorf("the call that was taken was answered by connection %d of %d", n, connections.Load())
	}
}

// TestRestart: a server that shuts down in an orderly way loses no call.
func TestRestart(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	var current atomic.Pointer[wire.Server]
	listen := func(l net.Listener) {
		server := wire.NewServer(wire.WithProtocols(frame.Protocol()))
		if err := server.Register(math(), nil); err != nil {
			t.Error(err)
		}
		current.Store(server)
		go server.Serve(l)
	}
	listen(l)
	// The dialer waits while no server listens, as a balancer would.
	client := dial(t, addr, frame.Protocol(), wire.WithDialer(func(ctx context.Context, network, address string) (net.Conn, error) {
		for {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			if err == nil || ctx.Err() != nil {
				return conn, err
			}
			time.Sleep(time.Millisecond)
		}
	}))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	var made, failed atomic.Int32
	for range 8 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				made.Add(1)
				n, err := add(t.Context(), client, 3, 4)
				if err != nil && strings.Contains(err.Error(), "connection lost") {
					failed.Add(1) // it was connected, and not yet accepted when the listener closed
				} else if err != nil || n != 7 {
					t.Errorf("%d %v", n, err)
				}
			}
		})
	}
	for range 5 {
		time.Sleep(20 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if err := current.Load().Shutdown(ctx); err != nil {
			t.Error(err)
		}
		cancel()
		if l, err = net.Listen("tcp", addr); err != nil {
			t.Fatal(err)
		}
		listen(l)
	}
	close(stop)
	wg.Wait()
	current.Load().Close()
	if failed.Load()*100 > made.Load() {
		t.Errorf("%d of %d calls failed over 5 restarts", failed.Load(), made.Load())
	}
}

// TestBadServer: whatever a server sends, calls end, with an error that says why.
func TestBadServer(t *testing.T) {
	answer := func(h frame.Header, ext, payload []byte) func(*peer, int) {
		return func(p *peer, _ int) {
			for {
				f, err := p.read()
				if err != nil {
					return
				}
				h := h
				h.ID, h.Method = f.ID+h.ID, f.Method+h.Method
				p.send(frame.Frame{Header: h, Extensions: ext, Payload: payload})
			}
		}
	}
	resp := frame.KindResponse
	for name, c := range map[string]struct {
		serve func(*peer, int)
		code  wire.Code
	}{
		"another method":    {answer(frame.Header{Kind: resp, Method: 5}, nil, nil), wire.Internal},
		"another id":        {answer(frame.Header{Kind: resp, ID: 5}, nil, nil), wire.DeadlineExceeded},
		"unreadable result": {answer(frame.Header{Kind: resp}, nil, []byte{1, 2}), wire.Internal},
		"stream data":       {answer(frame.Header{Kind: frame.KindData}, nil, []byte{1, 2}), wire.Internal},
		"a request":         {answer(frame.Header{Kind: frame.KindRequest}, nil, nil), wire.Unavailable},
		"version 1":         {answer(frame.Header{Version: 1}, nil, []byte{0, 0, 0, 7}), wire.Unavailable},
		"unknown flags":     {answer(frame.Header{Kind: resp, Flags: 0x4000}, nil, nil), wire.Unimplemented},
		"unknown extension": {answer(frame.Header{Kind: resp}, frame.AppendExtension(nil, 77|frame.ExtMust, nil), nil), wire.Unimplemented},
		"a declared error":  {answer(frame.Header{Kind: resp, Status: 2}, frame.AppendExtension32(nil, frame.ExtErrorCode, 9), nil), wire.Unknown},
		"an odd status":     {answer(frame.Header{Kind: resp, Status: 4242}, nil, nil), 4242},
		"too much":          {answer(frame.Header{Kind: resp}, nil, make([]byte, 100_000)), wire.ResourceExhausted},
		"fragments for ever": {func(p *peer, _ int) {
			f, _ := p.read()
			for kind := resp; ; kind = frame.KindData {
				b, _ := frame.Append(nil, frame.Frame{Header: frame.Header{Version: 2, ID: f.ID, Method: f.Method, Kind: kind, Flags: frame.FlagFragment}, Payload: make([]byte, 999)})
				if _, err := p.conn.Write(b); err != nil {
					return
				}
			}
		}, wire.ResourceExhausted},
		"text":   {func(p *peer, _ int) { p.read(); io.WriteString(p.conn, "HTTP/1.1 400 Bad Request\r\n\r\n"); p.read() }, wire.Unavailable},
		"close":  {func(p *peer, _ int) { p.read() }, wire.Unavailable},
		"cut":    {func(p *peer, _ int) { p.read(); p.conn.Write([]byte{0xde, 0xad, 0xbe, 0xf2, 0, 0}) }, wire.Unavailable},
		"goaway": {answer(frame.Header{Kind: frame.KindGoaway}, nil, []byte{1}), wire.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, fake(t, c.serve), frame.Protocol(), wire.WithLimits(wire.Limits{Message: 10_000}))
			ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer stop()
			if _, err := add(ctx, client, 1, 1); wire.CodeOf(err) != c.code {
				t.Errorf("%v, want code %v", err, c.code)
			}
		})
	}
}

// TestSlowHandler: one that takes its time delays nobody on its connection.
func TestSlowHandler(t *testing.T) {
	addr, _ := serveMath(t, frame.Protocol())
	client := dial(t, addr, frame.Protocol())
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := add(ctx, client, -1, 0); done <- err }()
	time.Sleep(10 * time.Millisecond)
	for i := range int32(200) {
		if n, err := add(t.Context(), client, i, 1); n != i+1 || err != nil {
			t.Fatalf("%d %v", n, err)
		}
	}
	stop()
	if err := <-done; wire.CodeOf(err) != wire.Canceled {
		t.Error(err)
	}
}

// TestDeafPeer: a peer that doesn't read holds no caller past its deadline.
func TestDeafPeer(t *testing.T) {
	release := make(chan struct{})
	addr := fake(t, func(*peer, int) { <-release })
	defer close(release)
	client := dial(t, addr, frame.Protocol(), wire.WithLimits(wire.Limits{Write: time.Minute}))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer stop()
			began := time.Now()
			call := &wire.Call{Method: math().Methods[2], Args: &pair{}, Result: new(number)}
			err := client.Invoke(ctx, call)
			if err == nil {
				_, err = io.Copy(call.Stream, zeros{})
				call.Stream.Cancel()
			}
			if took := time.Since(began); err == nil || took > 3*time.Second {
				t.Errorf("%v after %v", err, took)
			}
		})
	}
	wg.Wait()
	// Requests as large as the buffers of the kernel hold nobody either.
	began := time.Now()
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	call := &wire.Call{Method: math().Methods[0], Args: large{}, Result: new(number)}
	if err := client.Invoke(ctx, call); wire.CodeOf(err) != wire.DeadlineExceeded || time.Since(began) > 3*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// zeros has no end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// large is a message of 40 MB.
type large struct{}

func (large) AppendBlock(b []byte) ([]byte, error) { return append(b, make([]byte, 40<<20)...), nil }
func (large) ReadBlock([]byte) error               { return nil }
