package frame_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// pipeListener accepts the ends of pipes.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { close(l.done); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

func seeds() [][]byte {
	var all [][]byte
	add := func(fs ...frame.Frame) {
		var b []byte
		for _, f := range fs {
			if f.Version == 0 {
				f.Version = 2
			}
			b, _ = frame.Append(b, f)
		}
		all = append(all, b)
	}
	args, _ := (&pair{3, 4}).AppendBlock(nil)
	item, _ := (&number{5}).AppendBlock(nil)
	req := frame.Frame{Header: frame.Header{ID: 1, Method: 1}, Payload: args}
	add(req)
	add(frame.Frame{Header: frame.Header{Version: 1, ID: 1, Method: 1}, Payload: args[6:]}, req)
	add(frame.Frame{Header: frame.Header{ID: 2, Method: 2, Flags: frame.FlagMore}, Payload: args},
		frame.Frame{Header: frame.Header{ID: 2, Method: 2, Kind: frame.KindData, Flags: frame.FlagMore | frame.FlagFragment}, Payload: item[:3]},
		frame.Frame{Header: frame.Header{ID: 2, Method: 2, Kind: frame.KindData, Flags: frame.FlagMore}, Payload: item[3:]},
		frame.Frame{Header: frame.Header{ID: 2, Method: 2, Kind: frame.KindWindow}, Payload: []byte{0, 0, 1, 0}},
		frame.Frame{Header: frame.Header{ID: 2, Method: 2, Kind: frame.KindData}})
	add(frame.Frame{Header: frame.Header{ID: 3, Method: 1, Flags: frame.FlagFragment | frame.FlagChecksum}, Payload: args[:5]},
		frame.Frame{Header: frame.Header{ID: 3, Method: 1, Kind: frame.KindData}, Payload: args[5:]},
		frame.Frame{Header: frame.Header{ID: 3, Method: 1, Kind: frame.KindCancel}},
		frame.Frame{Header: frame.Header{ID: 4, Method: 0xFFFFFFFF, Kind: frame.KindPing}})
	ext := frame.AppendExtension32(frame.AppendExtension16(nil, frame.ExtCompression, 3), frame.ExtFullSize, 14)
	add(frame.Frame{Header: frame.Header{ID: 5, Method: 1, Flags: frame.FlagCompressed}, Extensions: ext, Payload: []byte{0x28, 0xb5, 0x2f, 0xfd, 4, 0, 0x71, 0, 0}})
	return append(all, frame.AppendHello(nil, frame.Hello{Lowest: 1, Highest: 2}), []byte("\xde\xad\xbe\xf2"), nil)
}

// FuzzServer: whatever bytes a client sends, in two parts, the session ends when
// the client does, nothing panics, and what is answered are whole frames.
func FuzzServer(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s, uint16(len(s)/2))
	}
	l := &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
	ended := make(chan struct{}, 1)
	server := wire.NewServer(wire.WithProtocols(frame.Protocol()),
		wire.WithLimits(wire.Limits{Message: 1 << 16, Idle: time.Second, Read: time.Second}),
		wire.WithPanicHook(func(_ *wire.Call, v any, stack []byte) { panic(string(stack)) }))
	if err := server.Register(math(), nil); err != nil {
		f.Fatal(err)
	}
	go server.Serve(&watched{l, ended})
	f.Fuzz(func(t *testing.T, b []byte, cut uint16) {
		ours, theirs := net.Pipe()
		l.conns <- theirs
		answered := make(chan []byte, 1)
		go func() {
			out, _ := io.ReadAll(ours)
			answered <- out
		}()
		at := min(int(cut), len(b))
		ours.SetWriteDeadline(time.Now().Add(5 * time.Second))
		ours.Write(b[:at])
		ours.Write(b[at:])
		time.Sleep(100 * time.Microsecond)
		ours.Close()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatal("the session goes on without its client")
		}
		out := <-answered
		for len(out) > 0 {
			_, rest, ok, err := frame.Parse(out, frame.MaxRest)
			if err != nil {
				t.Fatalf("it answered %x: %v", out, err)
			}
			if !ok {
				break // cut by our close
			}
			out = rest
		}
	})
}

// watched tells when a connection is closed.
type watched struct {
	net.Listener
	ended chan struct{}
}

func (l *watched) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: c, ended: l.ended}, nil
}

type watchedConn struct {
	net.Conn
	ended  chan struct{}
	closed bool
}

func (c *watchedConn) Close() error {
	if !c.closed { // by one goroutine: nobody shuts this server down
		c.closed = true
		c.ended <- struct{}{}
	}
	return c.Conn.Close()
}

// FuzzClient: whatever bytes a server sends, a call ends.
func FuzzClient(f *testing.F) {
	reply, _ := (&number{5}).AppendBlock(nil)
	for _, h := range []frame.Header{{Kind: frame.KindResponse}, {Kind: frame.KindData}, {Kind: frame.KindGoaway}, {Kind: frame.KindResponse, Status: 2}, {Kind: frame.KindPing}} {
		h.Version, h.ID, h.Method = 2, 1, 2
		b, _ := frame.Append(nil, frame.Frame{Header: h, Payload: reply})
		f.Add(b)
		f.Add(append(b, b...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		ours, theirs := net.Pipe()
		client, err := wire.Dial(t.Context(), "pipe", "", frame.Protocol(), wire.WithDialer(func(context.Context, string, string) (net.Conn, error) { return ours, nil }))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		go func() {
			theirs.SetDeadline(time.Now().Add(time.Second))
			theirs.Read(make([]byte, 4096))
			go io.Copy(io.Discard, theirs)
			theirs.Write(b)
			time.Sleep(100 * time.Microsecond)
			theirs.Close()
		}()
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		call := &wire.Call{Method: math().Methods[1], Args: &pair{}, Result: new(number)}
		if err := client.Invoke(ctx, call); err == nil {
			call.Stream.Recv(new(number))
			call.Stream.Finish(call.Result)
		}
		if ctx.Err() != nil {
			t.Fatal("the call went on")
		}
	})
}
