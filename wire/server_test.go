package wire_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// text is a string as params and as a result, on each wire.
type text struct{ s string }

func (t *text) AppendBlock(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint32(b, uint32(6+len(t.s)))
	return frame.AppendText(append(b, 0, 0), t.s)
}

func (t *text) ReadBlock(b []byte) error {
	if len(b) < 10 {
		return frame.ErrCut
	}
	t.s = string(b[10:])
	return nil
}

func (t *text) AppendPacked(b []byte) ([]byte, error) { return frame.AppendText(b, t.s) }

func (t *text) ReadPacked(b []byte) error {
	if len(b) < 4 {
		return frame.ErrCut
	}
	t.s = string(b[4:])
	return nil
}

func (t *text) RPCHCount() int                      { return 1 }
func (t *text) AppendRPCH(b []byte) ([]byte, error) { return rpch.AppendText(b, t.s) }

func (t *text) ReadRPCH(vals []rpch.Value) error {
	t.s = string(vals[0].Data)
	return nil
}

// result is a text as rpch reads results, and the rest as text has it.
type result struct{ text }

func (r *result) ReadRPCH(v rpch.Value) error {
	if string(v.Name) != "string" {
		return errors.New("no string")
	}
	r.s = string(v.Data)
	return nil
}

func echoService() *wire.Service {
	m := &wire.Method{Service: "demo.Echo", Name: "Echo", ID: 7,
		NewArgs: func() any { return new(text) }, NewResult: func() any { return new(result) }}
	m.Invoke = func(ctx context.Context, _ any, c *wire.Call) error {
		s := c.Args.(*text).s
		if s == "wait" {
			<-ctx.Done()
			return ctx.Err()
		}
		c.Result = &result{text{s}}
		return nil
	}
	return &wire.Service{Name: "demo.Echo", Methods: []*wire.Method{m}}
}

func echo(ctx context.Context, c wire.Conn, s string) (string, error) {
	call := &wire.Call{Method: echoService().Methods[0], Args: &text{s}, Result: &result{}}
	err := c.Invoke(ctx, call)
	return call.Result.(*result).s, err
}

func serve(t *testing.T, opts ...wire.Option) (*wire.Server, string) {
	t.Helper()
	server := wire.NewServer(append([]wire.Option{wire.WithProtocols(frame.Protocol(), frame.ProtocolV1(), rpch.Protocol())}, opts...)...)
	if err := server.Register(echoService(), nil); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return server, l.Addr().String()
}

func TestAllWiresOnOnePort(t *testing.T) {
	_, addr := serve(t)
	var wg sync.WaitGroup
	for _, p := range []*wire.Protocol{frame.Protocol(), frame.ProtocolV1(), rpch.Protocol(), frame.Protocol(frame.WithNegotiation())} {
		client, err := wire.Dial(t.Context(), "tcp", addr, p)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		for range 4 {
			wg.Go(func() {
				for range 20 {
					if s, err := echo(t.Context(), client, "hello"); s != "hello" || err != nil {
						t.Errorf("%s: %q %v", p.Info.Name, s, err)
					}
				}
			})
		}
	}
	wg.Wait()
}

func TestSniff(t *testing.T) {
	var mu sync.Mutex
	var why []string
	_, addr := serve(t, wire.WithLimits(wire.Limits{FirstByte: 100 * time.Millisecond}),
		wire.WithConnErrorHook(func(peer net.Addr, err error) {
			mu.Lock()
			defer mu.Unlock()
			if peer != nil {
				why = append(why, err.Error())
			}
		}))
	for _, head := range []string{"", "GET / HTTP/1.1\r\n\r\n", "\xde\xad", "lj", "\xde\xad\xbe\xee", "\x16\x03\x01"} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		io.WriteString(conn, head)
		var ne net.Error
		if b, err := io.ReadAll(conn); len(b) > 0 || errors.As(err, &ne) && ne.Timeout() {
			t.Errorf("%q: answered %q, %v", head, b, err)
		}
		conn.Close()
	}
	mu.Lock()
	defer mu.Unlock()
	if len(why) != 6 || !strings.Contains(why[0], "no protocol recognises") {
		t.Errorf("%q", why)
	}
}

func TestConnectionLimit(t *testing.T) {
	_, addr := serve(t, wire.WithLimits(wire.Limits{Conns: 2}))
	for range 2 {
		client, err := wire.Dial(t.Context(), "tcp", addr, frame.Protocol())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if _, err := echo(t.Context(), client, "x"); err != nil {
			t.Error(err)
		}
	}
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a third connection: %v", err)
	}
}

func TestRegisterClashes(t *testing.T) {
	server, _ := serve(t)
	again := echoService()
	again.Methods[0].Service, again.Methods[0].Name = "demo.Other", "Say"
	more := *again.Methods[0]
	more.ID, more.Service, more.Name = 8, "demo.Other", "Shout"
	more.Names = []wire.Names{{Wire: "rpch", Service: "demo.Echo", Method: "Echo"}}
	again.Methods = append(again.Methods, &more)
	err := server.Register(again, nil)
	for _, want := range []string{"demo.Echo.Echo and demo.Other.Say have the same method id 7", "demo.Echo.Echo and demo.Other.Shout are both called demo.Echo.Echo on rpch"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nlacks %s", err, want)
		}
	}
	again.Methods = []*wire.Method{&more, &more}
	more.Names = nil
	if err := server.Register(again, nil); err == nil || !strings.Contains(err.Error(), "demo.Other.Shout and demo.Other.Shout") {
		t.Errorf("twice in one service: %v", err)
	}
	again.Methods = again.Methods[:1]
	if err := server.Register(again, nil); err != nil { // nothing was added by what failed
		t.Error(err)
	}
}

func TestMisplacedOptions(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := wire.NewServer(wire.WithMaxConns(3)).Serve(l); err == nil || !strings.Contains(err.Error(), "WithMaxConns is an option of clients") {
		t.Errorf("%v", err)
	}
	if _, err := wire.Dial(t.Context(), "tcp", "127.0.0.1:1", frame.Protocol(), wire.WithProtocols()); err == nil || !strings.Contains(err.Error(), "WithProtocols is an option of servers") {
		t.Errorf("%v", err)
	}
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if err := wire.NewServer().Serve(l); err == nil || !strings.Contains(err.Error(), "no protocol") {
		t.Errorf("%v", err)
	}
}

// TestPool: an exclusive wire has as many connections as calls at once, up to a
// bound, and a call that waits for one gives up with its context.
func TestPool(t *testing.T) {
	_, addr := serve(t)
	client, err := wire.Dial(t.Context(), "tcp", addr, rpch.Protocol(), wire.WithMaxConns(2))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { echo(ctx, client, "wait") })
	}
	time.Sleep(50 * time.Millisecond)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := echo(short, client, "x"); wire.CodeOf(err) != wire.DeadlineExceeded || !strings.Contains(err.Error(), "waiting for a free connection") {
		t.Errorf("%v", err)
	}
	stop()
	wg.Wait()
	if s, err := echo(t.Context(), client, "x"); s != "x" || err != nil {
		t.Errorf("%q %v", s, err)
	}
}

// TestMaxAge: connections of an rpch client are renewed before an original server
// ends them, and one that was ended meanwhile is not used.
func TestMaxAge(t *testing.T) {
	if age := rpch.Protocol().MaxAge; age <= 0 || age >= 10*time.Second {
		t.Errorf("connections are kept for %v", age)
	}
	p := rpch.Protocol()
	p.MaxAge = 30 * time.Millisecond
	_, addr := serve(t, wire.WithLimits(wire.Limits{Idle: 100 * time.Millisecond}))
	dials := 0
	client, err := wire.Dial(t.Context(), "tcp", addr, p, wire.WithDialer(func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 3 {
		if _, err := echo(t.Context(), client, "x"); err != nil {
			t.Error(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if dials != 3 {
		t.Errorf("%d connections for 3 calls, each after the age", dials)
	}
	p.MaxAge = 0
	for range 2 {
		if _, err := echo(t.Context(), client, "x"); err != nil {
			t.Errorf("after the server has closed: %v", err)
		}
		time.Sleep(250 * time.Millisecond)
	}
}

// TestIdleConnections: what an idle connection holds is little.
func TestIdleConnections(t *testing.T) {
	_, addr := serve(t)
	const n = 500
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	var conns []net.Conn
	for range n {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.Write(frame.AppendHello(nil, frame.Hello{Lowest: 1, Highest: 2}))
		io.ReadFull(conn, make([]byte, 34))
		conns = append(conns, conn)
	}
	if each := (heap() - before) / n; each > 12<<10 {
		t.Errorf("an idle connection holds %d bytes", each)
	} else {
		t.Logf("%d bytes for both ends of an idle connection", each)
	}
	runtime.KeepAlive(conns)
}
