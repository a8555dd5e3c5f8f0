package rpch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

func longLine(t *testing.T) {
	s := start(t)
	conn := s.raw(t)
	before := heap()
	io.Copy(conn, io.LimitReader(endless('x'), 10<<20)) // fails when the server closes
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("%d bytes were kept", grown)
	}
	closes(t, conn)
	s.works(t, s.dial(t))
}

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func announcedLength(t *testing.T) {
	s := start(t)
	before := heap()
	for range 40 {
		io.WriteString(s.raw(t), "T Estring 1 0\r\n\x00\x00\x06\x00\xff\xff\xff\xffstring")
		// within the limit, but not there
		io.WriteString(s.raw(t), "T Estring 1 0\r\n\x00\x00\x06\x00\x00\x00\x00\x03string")
	}
	time.Sleep(50 * time.Millisecond)
	if grown := heap() - before; grown > 8<<20 {
		t.Errorf("%d bytes were taken for what never came", grown)
	}
	f := fake(t, func(conn net.Conn, _ int) {
		conn.Write([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\xff\xff\xff\xffint32"))
	})
	_, _, err := call(t.Context(), f.dial(t), f.methods["Add"], rec{1: int64(1), 2: int64(1)})
	if wire.CodeOf(err) != wire.ResourceExhausted {
		t.Errorf("a response of 4 GiB: %v", err)
	}
	s.works(t, s.dial(t))
}

func deadlines(t *testing.T) {
	s := start(t, wire.WithLimits(wire.Limits{Idle: 200 * time.Millisecond, Read: 200 * time.Millisecond, Write: 200 * time.Millisecond}))
	conn := s.raw(t)
	for range 12 { // six times what any deadline is
		io.WriteString(conn, "T Ping 0 5\r\n")
		if h, _, _ := readReply(t, conn); h.Kind != rpch.KindVoid {
			t.Fatalf("kind %d", h.Kind)
		}
		time.Sleep(100 * time.Millisecond)
	}
	half := s.raw(t)
	io.WriteString(half, "T Ping 0")
	closes(t, half)
	deaf := s.raw(t)
	big := "T Estring 1 0\r\n" + arg(0, "string", strings.Repeat("x", 1<<20))
	deaf.SetWriteDeadline(time.Now().Add(4 * time.Second))
	for range 100 { // until no buffer takes more, and the server gives up
		if _, err := io.WriteString(deaf, big); err != nil {
			var ne net.Error
			if errors.As(err, &ne) && ne.Timeout() {
				t.Error("the server waits for ever until its answer is read")
			}
			break
		}
	}
	silent := fake(t, func(net.Conn, int) {})
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, _, err := call(ctx, silent.dial(t), silent.methods["Ping"], nil); wire.CodeOf(err) != wire.DeadlineExceeded {
		t.Errorf("a server that is silent: %v", err)
	}
	if _, err := wire.Dial(ctx, "tcp", s.addr, rpch.Protocol()); wire.CodeOf(err) != wire.DeadlineExceeded {
		t.Errorf("Dial after the deadline: %v", err)
	}
}

func foreignArgs(t *testing.T) {
	s := start(t)
	conn := s.raw(t)
	for _, args := range []string{
		arg(0, "int64", two+two) + arg(0, "int32", two), arg(0, "float32", two) + arg(0, "int32", two),
		arg(2, "int32", two) + arg(0, "int32", two), arg(2, "Pair", `{"A":1}`) + arg(0, "int32", two),
		arg(77, "int32", two) + arg(0, "int32", two), arg(0, "", two) + arg(0, "int32", two),
		arg(0, "int32", two+two) + arg(0, "int32", two), arg(0, "int32", "\x01") + arg(0, "int32", two),
		arg(4, "", "") + arg(3, "", "x"), arg(1, "nostream", "") + arg(0, "int32", two),
	} {
		io.WriteString(conn, "T Add 2 0\r\n"+args)
		answers(t, conn, "")
	}
	// Streams that the method doesn't have are passed over as the client means them.
	io.WriteString(conn, "T Add 2 0\r\n"+arg(1, "istream", "")+arg(0, "int32", two)+"5\r\nhello\r\n0\r\n\r\n")
	answers(t, conn, "")
	io.WriteString(conn, "T Nope 1 0\r\n"+arg(1, "istream", "")+"5\r\nhello\r\n0\r\n\r\n")
	answers(t, conn, "no method")
	io.WriteString(conn, "T Add 2 0\r\n"+arg(1, "ostream", "")+arg(0, "int32", two))
	expect(t, conn, []byte("0\r\n\r\n"))
	answers(t, conn, "")
	io.WriteString(conn, "T ArgI 2 0\r\n"+arg(0, "int32", two)+arg(0, "string", "read"))
	answers(t, conn, "")
	if n := s.ran.Load(); n != 0 {
		t.Errorf("a handler ran %d times", n)
	}
}

func twoContracts(t *testing.T) {
	first := start(t)
	idl := "service T{\n    Pair Swap(Pair)\n}\nmessage Pair{\n    string X\n}\n"
	methods, services := live(t, idl, map[string]handler{"Swap": message})
	second := server{serveLive(t, services), methods, nil}
	out, _, err := call(t.Context(), first.dial(t), first.methods["Swap"], rec{1: rec{1: int64(1), 2: int64(2)}})
	if err != nil || out[1] != int64(2) {
		t.Errorf("%v %v", out, err)
	}
	if out, _, err = call(t.Context(), second.dial(t), methods["Swap"], rec{1: rec{1: "x"}}); err != nil || out[1] != "x" {
		t.Errorf("%v %v", out, err)
	}
}

func toldFaults(t *testing.T) {
	s := start(t)
	conn := s.raw(t)
	for request, text := range map[string]string{
		"Q Add 0 0\r\n": "no method Q.Add", "T add 0 0\r\n": "no method T.add", "T Add 0 0\r\n": "takes 2 arguments, not 0",
		"T Ping 1 0\r\n" + arg(0, "int32", two): "takes 0 arguments, not 1", "T Swap 1 0\r\n" + arg(2, "Pair", "{"): "",
		"T Add 65 0\r\n" + strings.Repeat(arg(0, "int32", two), 65): "65 arguments are over the limit of 64",
	} {
		io.WriteString(conn, request)
		answers(t, conn, text)
	}
}

func slowHandshake(t *testing.T) {
	conn := connect(t, start(t).addr)
	for _, c := range []byte(rpch.Magic + add12) {
		conn.Write([]byte{c})
		time.Sleep(time.Millisecond)
	}
	expect(t, conn, int32Reply(0, 4))
}

func leadingBlanks(t *testing.T) {
	s := start(t)
	for _, line := range []string{"  T Add 2 0\r\n", " T Add 2 0\r\n", "\r\n", "T  Add 2 0\r\n", "T Add -2 0\r\n", "T Add 2 0 \r\n", "\x00\x00\r\n", "T Add 2 99999999999999999999\r\n"} {
		conn := s.raw(t)
		io.WriteString(conn, line)
		closes(t, conn)
	}
	s.works(t, s.dial(t))
}

func wrappingLengths(t *testing.T) {
	s := start(t, wire.WithLimits(wire.Limits{Read: 100 * time.Millisecond}))
	conn := s.raw(t)
	io.WriteString(conn, "T Estring 1 0\r\n"+arg(0, "", "hello"))
	answers(t, conn, "")
	for _, head := range []string{"\x00\x00\x06\x00\xff\xff\xff\xff", "\x00\x00\xff\xff\xff\xff\xff\xff", "\x00\x00\xff\xff\x01\x00\xff\xff"} {
		conn := s.raw(t)
		io.WriteString(conn, "T Estring 1 0\r\n"+head+"string")
		closes(t, conn) // what was announced doesn't come in time
	}
	s.works(t, s.dial(t))
}

func undecodable(t *testing.T) {
	s := start(t)
	conn := s.raw(t)
	for _, text := range []string{"", "{", "[]", "null", `{"A":"x"}`, `{"A":1.5}`, `{"A":2147483648}`, `{"A":1} x`, "\xff"} {
		io.WriteString(conn, "T Swap 1 0\r\n"+arg(2, "Pair", text))
		h, _, data := readReply(t, conn)
		if h.Kind != rpch.KindError && text != "null" {
			t.Errorf("%q is answered by kind %d %q", text, h.Kind, data)
		}
	}
	if n := s.ran.Load(); n > 1 {
		t.Errorf("the handler ran %d times", n)
	}
}

func goneClient(t *testing.T) {
	s := start(t)
	for range 20 {
		conn := s.raw(t)
		for range 200 {
			io.WriteString(conn, "T Estring 1 0\r\n"+arg(0, "string", strings.Repeat("x", 1000)))
		}
		conn.Close()
	}
	s.works(t, s.dial(t))
}

func errorTexts(t *testing.T) {
	conn := start(t).raw(t)
	io.WriteString(conn, "T Add 3 0\r\n"+strings.Repeat(arg(0, "int32", two), 3))
	answers(t, conn, "Add takes 2 arguments, not 3")
}

func overFourK(t *testing.T) {
	s := start(t)
	client := s.dial(t)
	for _, n := range []int{4095, 4096, 4097, 8192, 100_000} {
		text := strings.Repeat("x", n)
		out, _, err := call(t.Context(), client, s.methods["Estring"], rec{1: text})
		if err != nil || out[1] != text {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func notReading(t *testing.T) {
	s := start(t)
	for range 50 {
		conn := s.raw(t)
		go io.Copy(conn, repeat("T Estring 1 0\r\n"+arg(0, "string", strings.Repeat("x", 10_000))))
	}
	inTime(t, 5, func(int) { s.works(t, s.dial(t)) })
}

func repeat(text string) io.Reader {
	return io.MultiReader(strings.NewReader(strings.Repeat(text, 100)))
}

func requestLeaks(t *testing.T) {
	s := start(t)
	client := s.dial(t)
	run := func(n int) int64 {
		for range n {
			if _, _, err := call(t.Context(), client, s.methods["Estring"], rec{1: strings.Repeat("x", 1000)}); err != nil {
				t.Fatal(err)
			}
		}
		return heap()
	}
	before := run(200)
	if grown := run(5000) - before; grown > 1<<20 {
		t.Errorf("5000 calls of 1 KB left %d bytes", grown)
	}
}

func failingAccept(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, services := live(t, faultIDL, recorded)
	services[0].Methods = services[0].Methods[:1]
	srv := wire.NewServer(wire.WithProtocols(rpch.Protocol()))
	if err := srv.Register(services[0], nil); err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(&flaky{Listener: l}) }()
	conn := connect(t, l.Addr().String())
	io.WriteString(conn, rpch.Magic+add12)
	expect(t, conn, int32Reply(0, 4))
	srv.Close()
	if err := <-served; err != wire.ErrServerClosed {
		t.Errorf("Serve: %v", err)
	}
}

// flaky fails to accept three times.
type flaky struct {
	net.Listener
	n atomic.Int32
}

func (l *flaky) Accept() (net.Conn, error) {
	if l.n.Add(1) <= 3 {
		return nil, errors.New("too many open files")
	}
	return l.Listener.Accept()
}

func dribbled(t *testing.T) {
	s := start(t)
	conn := s.raw(t)
	text := strings.Repeat("0123456789", 2000)
	request := []byte(add12 + "T Estring 1 1\r\n" + arg(0, "string", text) + add12)
	go func() {
		for len(request) > 0 {
			n := min(137, len(request))
			conn.Write(request[:n])
			request = request[n:]
		}
	}()
	expect(t, conn, int32Reply(0, 4))
	expect(t, conn, reply(1, rpch.Value{Name: []byte("string"), Data: []byte(text)}))
	expect(t, conn, int32Reply(0, 4))
}

func hugeCounts(t *testing.T) {
	s := start(t)
	for _, line := range []string{"T Add NaN 0\r\n", "T Add 4294967295 0\r\n", "T Add 1e9 0\r\n", "T Add 1025 0\r\n"} {
		conn := s.raw(t)
		io.WriteString(conn, line)
		closes(t, conn)
	}
	conn := s.raw(t)
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	text := strings.Repeat("x", 27<<20)
	began := time.Now()
	go io.Copy(conn, &small{strings.NewReader("T Estring 1 0\r\n" + arg(0, "string", text))})
	if h, _, data := readReply(t, conn); h.Kind != rpch.KindBuiltin || len(data) != len(text) {
		t.Errorf("kind %d, %d bytes", h.Kind, len(data))
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("27 MiB took %v", took)
	}
}

// small hands out at most 16 KiB at a time.
type small struct{ r io.Reader }

func (s *small) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 16<<10)]) }

func inOrder(t *testing.T) {
	conn := start(t).raw(t)
	for i, ms := range []byte{50, 0, 20, 0} {
		io.WriteString(conn, fmt.Sprintf("T Slow 1 %d\r\n", i)+arg(0, "int32", string([]byte{ms, 0, 0, 0})))
		time.Sleep(time.Millisecond) // segments of their own
	}
	for i := range uint64(4) {
		if h, _, _ := readReply(t, conn); h.Seq != i {
			t.Errorf("reply %d came as number %d", h.Seq, i)
		}
	}
}

func ownNames(t *testing.T) {
	conn := start(t).raw(t)
	for _, name := range []string{"T toString", "T constructor", "T __proto__", "constructor Add", "T Invoke", "Object keys"} {
		io.WriteString(conn, name+" 0 0\r\n")
		answers(t, conn, "no method "+strings.Replace(name, " ", ".", 1))
	}
}

func outOfRange(t *testing.T) {
	conn := start(t).raw(t)
	io.WriteString(conn, "T Small 1 0\r\n"+arg(0, "int32", "\x00\x10\x00\x00"))
	answers(t, conn, "")
}
