package rpch_test

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// chunked cuts text into chunks of n bytes and an end chunk.
func chunked(text string, n int) []byte {
	var b []byte
	for len(text) > 0 {
		k := min(n, len(text))
		b = rpch.AppendChunk(b, []byte(text[:k]))
		text = text[k:]
	}
	return append(b, rpch.EndChunk...)
}

func retI(seq int, stream []byte) []byte {
	return append(reply(uint64(seq), rpch.Value{Kind: rpch.KindStream, Name: []byte("istream")}), stream...)
}

func chunkBoundaries(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 4096)
	for _, size := range []int{1, 2, 16, 1021, 1024, 4096, 32768, len(text)} {
		for _, buffer := range []int{1, 2, 7, 16, 1021, 1024, 4096, 32768, len(text)} {
			if size*buffer < 100 {
				continue // slow, and nothing new
			}
			f := fake(t, func(conn net.Conn, seq int) {
				if seq == 0 {
					conn.Write(retI(0, chunked(text, size)))
				} else {
					conn.Write(int32Reply(1, 5))
				}
			})
			client := f.dial(t, wire.WithMaxConns(1))
			_, c, err := call(t.Context(), client, f.methods["RetI"], rec{1: "x"})
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			n, err := io.CopyBuffer(struct{ io.Writer }{&got}, struct{ io.Reader }{c.Stream}, make([]byte, buffer))
			if err != nil || got.String() != text {
				t.Errorf("chunks of %d read by %d: %d bytes, %v", size, buffer, n, err)
			}
			client.Close()
		}
	}
}

func chunkOverflow(t *testing.T) {
	for _, head := range []string{"ffffffffffffffff", "10000000000000000", "fffffffffffffffff", "8000000000000000", "-1", "+5", "0x5", "5;ext", " 5", "", "g"} {
		f := fake(t, func(conn net.Conn, seq int) { conn.Write(retI(seq, []byte(head+"\r\nhello\r\n"))) })
		_, c, err := call(t.Context(), f.dial(t), f.methods["RetI"], rec{1: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(c.Stream); err == nil || len(b) > 5 {
			t.Errorf("length %q: %q %v", head, b, err)
		}
		if err := c.Stream.Finish(nil); err == nil {
			t.Errorf("length %q went well", head)
		}
		s := start(t)
		conn := s.raw(t)
		io.WriteString(conn, "T ArgI 2 0\r\n"+arg(1, "istream", "")+arg(0, "string", "read")+head+"\r\nhello\r\n")
		conn.(*net.TCPConn).CloseWrite()
		if b, _ := io.ReadAll(conn); len(b) > 0 {
			t.Errorf("length %q: the server answers %q", head, b)
		}
	}
}

func truncated(t *testing.T) {
	whole := chunked("hello world", 5)
	for n := range len(whole) {
		f := fake(t, func(conn net.Conn, seq int) { conn.Write(retI(seq, whole[:n])); conn.Close() })
		_, c, err := call(t.Context(), f.dial(t), f.methods["RetI"], rec{1: "x"})
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(c.Stream); err != io.ErrUnexpectedEOF {
			t.Errorf("a download of %d of %d bytes ends with %q, %v", n, len(whole), b, err)
		}
		if err := c.Stream.Finish(nil); wire.CodeOf(err) != wire.Unavailable {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	seen := make(chan error, 1)
	_, services := live(t, faultIDL, map[string]handler{"ArgI": func(_ context.Context, _ rec, s wire.Stream) (rec, error) {
		_, err := io.ReadAll(s)
		seen <- err
		return rec{1: int64(0)}, err
	}})
	addr := serveLive(t, services)
	for n := range len(whole) {
		conn := connect(t, addr)
		io.WriteString(conn, rpch.Magic+"T ArgI 2 0\r\n"+arg(1, "istream", "")+arg(0, "string", "read"))
		conn.Write(whole[:n])
		conn.Close()
		if err := <-seen; err != io.ErrUnexpectedEOF {
			t.Errorf("an upload of %d of %d bytes ends with %v", n, len(whole), err)
		}
	}
}

func streamLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	blocked := func(ctx context.Context, _ rec, s wire.Stream) (rec, error) {
		io.WriteString(s, "a part")
		<-ctx.Done() // a source that has no more to say
		return nil, ctx.Err()
	}
	_, services := live(t, faultIDL, map[string]handler{
		"RetI": blocked, "ArgO": blocked, "RetIO": recorded["RetO"], "RetO": recorded["RetO"], "ArgIO": recorded["RetO"],
		"ArgI": func(context.Context, rec, wire.Stream) (rec, error) { panic("in the user's reader") },
	})
	func() {
		srv := wire.NewServer(wire.WithProtocols(rpch.Protocol()))
		if err := srv.Register(services[0], nil); err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go srv.Serve(l)
		defer srv.Close()
		base := runtime.NumGoroutine()
		for _, request := range []string{
			"RetI 1 0\r\n" + arg(0, "string", "x"), "RetO 1 0\r\n" + arg(0, "string", "x"), "RetIO 1 0\r\n" + arg(0, "string", "x"),
			"ArgO 2 0\r\n" + arg(0, "string", "x") + arg(1, "ostream", ""), "ArgIO 1 0\r\n" + arg(1, "stream", ""),
			"ArgI 2 0\r\n" + arg(1, "istream", "") + arg(0, "string", "x"),
		} {
			for range 20 {
				conn := connect(t, l.Addr().String())
				io.WriteString(conn, rpch.Magic+"T "+request)
				if strings.HasPrefix(request, "R") || strings.HasPrefix(request, "ArgO") {
					if _, err := io.ReadFull(conn, make([]byte, 8)); err != nil {
						t.Fatalf("%s: %v", request, err)
					}
				}
				conn.Close()
			}
		}
		settles(t, base) // while the server goes on
	}()
	settles(t, before)
}

func sourceFails(t *testing.T) {
	_, services := live(t, faultIDL, map[string]handler{
		"RetI": func(_ context.Context, a rec, s wire.Stream) (rec, error) {
			if a[1] == "big" {
				_, err := io.Copy(s, io.LimitReader(endless('x'), 30<<20))
				return nil, err
			}
			io.WriteString(s, "a part")
			return nil, errors.New("disk broken")
		},
		"Add": recorded["Add"],
	})
	methods, _ := live(t, faultIDL, nil)
	s := server{serveLive(t, services), methods, nil}
	client := s.dial(t)
	inTime(t, 1, func(int) {
		_, c, err := call(t.Context(), client, methods["RetI"], rec{1: "x"})
		if err != nil {
			t.Error(err)
			return
		}
		b, err := io.ReadAll(c.Stream)
		if err == nil {
			t.Errorf("%q, and a good end", b)
		}
		c.Stream.Finish(nil)
		s.works(t, client)
		// 30 MB, of which ten bytes are read.
		if _, c, err = call(t.Context(), client, methods["RetI"], rec{1: "big"}); err != nil {
			t.Error(err)
			return
		}
		io.ReadFull(c.Stream, make([]byte, 10))
		if err := c.Stream.Finish(nil); wire.CodeOf(err) != wire.Canceled {
			t.Errorf("Finish: %v", err)
		}
		s.works(t, client)
	})
}

// closer counts how often it is closed.
type closer struct {
	io.Reader
	io.Writer
	n *atomic.Int32
}

func (c closer) Close() error { c.n.Add(1); return nil }

func finishedOnce(t *testing.T) {
	methods, services := live(t, faultIDL, recorded)
	var closed atomic.Int32
	methods["RetI"].Invoke = func(_ context.Context, _ any, c *wire.Call) error {
		return wire.RespondReader(c, closer{Reader: strings.NewReader("hello"), n: &closed})
	}
	methods["RetO"].Invoke = func(_ context.Context, _ any, c *wire.Call) error {
		return wire.RespondWriter(c, closer{Writer: io.Discard, n: &closed})
	}
	methods["RetIO"].Invoke = func(_ context.Context, _ any, c *wire.Call) error {
		return wire.RespondReadWriter(c, closer{Reader: strings.NewReader("hello"), Writer: io.Discard, n: &closed})
	}
	s := server{serveLive(t, services), methods, nil}
	client := s.dial(t)
	for _, name := range []string{"RetI", "RetO", "RetIO"} {
		closed.Store(0)
		_, c, err := call(t.Context(), client, methods[name], rec{1: "x"})
		if err == nil {
			err = c.Stream.Finish(nil)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		s.works(t, client)
		if n := closed.Load(); n != 1 {
			t.Errorf("%s was closed %d times", name, n)
		}
	}
}

func closeTwice(t *testing.T) {
	s := start(t)
	var dials atomic.Int32
	client := s.dial(t, wire.WithMaxConns(1), wire.WithDialer(func(ctx context.Context, network, addr string) (net.Conn, error) {
		dials.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}))
	inTime(t, 1, func(int) {
		for _, name := range []string{"RetI", "RetO", "RetI"} {
			_, c, err := call(t.Context(), client, s.methods[name], rec{1: "x"})
			if err != nil {
				t.Error(err)
				return
			}
			for range 3 {
				c.Stream.CloseSend()
				if err := c.Stream.Finish(nil); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			s.works(t, client)
		}
		if n := dials.Load(); n != 1 { // a second end chunk would be taken for a request line
			t.Errorf("it took %d connections", n)
		}
		if _, c, err := call(t.Context(), client, s.methods["RetI"], rec{1: "x"}); err == nil {
			c.Stream.Cancel()
			c.Stream.Cancel()
		}
		s.works(t, client)
		for range 3 {
			client.Close()
		}
	})
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	if _, _, err := call(ctx, client, s.methods["Ping"], nil); err == nil || ctx.Err() != nil {
		t.Errorf("a call on a closed client: %v", err)
	}
}
