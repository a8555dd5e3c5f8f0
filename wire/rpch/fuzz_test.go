package rpch_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// pipes is a listener of connections that the test makes itself, and tells when
// one of them ends.
type pipes struct {
	conns chan net.Conn
	ended chan struct{}
}

type pipe struct {
	net.Conn
	ended chan struct{}
}

func (p *pipe) Close() error {
	select {
	case p.ended <- struct{}{}:
	default:
	}
	return p.Conn.Close()
}

func (l *pipes) Accept() (net.Conn, error) { return &pipe{<-l.conns, l.ended}, nil }
func (l *pipes) Close() error              { return nil }
func (l *pipes) Addr() net.Addr            { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// FuzzServer: whatever bytes a client sends, in two parts, the session ends when
// the client does and nothing panics.
func FuzzServer(f *testing.F) {
	for _, s := range []string{
		add12, add12 + add12, "T Ping 0 5\r\n", "T Swap 1 0\r\n" + arg(2, "Pair", `{"A":1,"B":2}`),
		"T ArgI 2 0\r\n" + arg(1, "istream", "") + arg(0, "string", "read") + "5\r\nhello\r\n0\r\n\r\n",
		"T ArgO 2 0\r\n" + arg(0, "string", "a|b") + arg(1, "ostream", ""), "T RetI 1 0\r\n" + arg(0, "string", "x") + "0\r\n\r\n",
		"T RetIO 1 0\r\n" + arg(0, "string", "x") + "5\r\nhello\r\n0\r\n\r\n", "T Nope 1 0\r\n" + arg(1, "stream", "") + "0\r\n\r\n", "T Fail 1 0\r\n" + arg(0, "string", "x"),
	} {
		f.Add([]byte(rpch.Magic+s), uint16(len(s)/2))
	}
	l := &pipes{make(chan net.Conn), make(chan struct{}, 1)}
	// A panic of the recordings' Fail is wanted, one of the session is not.
	server := wire.NewServer(wire.WithProtocols(rpch.Protocol()),
		wire.WithLimits(wire.Limits{Message: 1 << 16, Idle: time.Second, Read: time.Second}),
		wire.WithPanicHook(func(c *wire.Call, _ any, stack []byte) {
			if c == nil {
				panic(string(stack))
			}
		}))
	_, services := live(f, faultIDL, map[string]handler{
		"Add": recorded["Add"], "Estring": echo, "Fail": recorded["Fail"], "Swap": recorded["Swap"], "Ping": void, "Small": echo, "Slow": echo,
		"RetI": recorded["RetI"], "RetO": recorded["RetO"], "RetIO": recorded["RetIO"], "ArgI": recorded["ArgI"], "ArgO": recorded["ArgO"], "ArgIO": recorded["ArgIO"],
	})
	if err := server.Register(services[0], nil); err != nil {
		f.Fatal(err)
	}
	go server.Serve(l)
	f.Fuzz(func(t *testing.T, b []byte, cut uint16) {
		select {
		case <-l.ended:
		default:
		}
		ours, theirs := net.Pipe()
		l.conns <- theirs
		go io.Copy(io.Discard, ours)
		at := min(int(cut), len(b))
		ours.SetWriteDeadline(time.Now().Add(5 * time.Second))
		ours.Write(b[:at])
		ours.Write(b[at:])
		ours.Close()
		select {
		case <-l.ended:
		case <-time.After(10 * time.Second):
			t.Fatal("the session goes on without its client")
		}
	})
}

// FuzzClient: whatever bytes a server sends, a call ends.
func FuzzClient(f *testing.F) {
	f.Add(int32Reply(0, 5), false)
	f.Add(retI(0, chunked("hello", 2)), true)
	f.Add(reply(0, rpch.Value{Kind: rpch.KindError, Data: []byte("x")}), true)
	methods, _ := live(f, faultIDL, nil)
	f.Fuzz(func(t *testing.T, b []byte, stream bool) {
		ours, theirs := net.Pipe()
		client, err := wire.Dial(t.Context(), "pipe", "", rpch.Protocol(), wire.WithDialer(func(context.Context, string, string) (net.Conn, error) { return ours, nil }))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		go func() {
			theirs.SetDeadline(time.Now().Add(time.Second))
			theirs.Read(make([]byte, 4096))
			go io.Copy(io.Discard, theirs)
			theirs.Write(b)
			theirs.Close()
		}()
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		name, args := "Add", rec{1: int64(1), 2: int64(2)}
		if stream {
			name, args = "RetI", rec{1: "x"}
		}
		if _, c, err := call(ctx, client, methods[name], args); err == nil && stream {
			io.Copy(io.Discard, c.Stream)
			c.Stream.Finish(nil)
		}
		if ctx.Err() != nil {
			t.Fatal("the call went on")
		}
	})
}
