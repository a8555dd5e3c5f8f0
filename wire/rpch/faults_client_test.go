package rpch_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

func foreignResults(t *testing.T) {
	for name, v := range map[string]rpch.Value{
		"int64":        {Name: []byte("int64"), Data: []byte(two + two)},
		"a string":     {Name: []byte("string"), Data: []byte("four")},
		"a message":    {Kind: rpch.KindMessage, Name: []byte("Pair"), Data: []byte("{}")},
		"a short one":  {Name: []byte("int32"), Data: []byte("\x01")},
		"nothing":      {Kind: rpch.KindVoid},
		"a stream":     {Kind: rpch.KindStream, Name: []byte("istream")},
		"an odd kind":  {Kind: 9, Name: []byte("int32"), Data: []byte(two)},
		"without name": {Data: []byte(two)},
	} {
		f := fake(t, func(conn net.Conn, seq int) { conn.Write(reply(uint64(seq), v)) })
		client := f.dial(t)
		if _, _, err := call(t.Context(), client, f.methods["Add"], rec{1: int64(1), 2: int64(1)}); wire.CodeOf(err) != wire.Internal {
			t.Errorf("%s for an int32: %v", name, err)
		}
	}
	f := fake(t, func(conn net.Conn, _ int) { conn.Write(int32Reply(7, 1)) })
	if _, _, err := call(t.Context(), f.dial(t), f.methods["Add"], rec{1: int64(1), 2: int64(1)}); wire.CodeOf(err) != wire.Internal {
		t.Errorf("the answer to another call: %v", err)
	}
	f = fake(t, func(conn net.Conn, seq int) {
		conn.Write(reply(uint64(seq), rpch.Value{Kind: rpch.KindMessage, Name: []byte("Pear"), Data: []byte("{}")}))
	})
	if _, _, err := call(t.Context(), f.dial(t), f.methods["Swap"], rec{1: rec{}}); wire.CodeOf(err) != wire.Internal {
		t.Errorf("a message of another name: %v", err)
	}
	f = fake(t, func(conn net.Conn, seq int) { conn.Write(int32Reply(uint64(seq), 1)) })
	if _, _, err := call(t.Context(), f.dial(t), f.methods["RetI"], rec{1: "x"}); wire.CodeOf(err) != wire.Internal {
		t.Errorf("a value for a stream: %v", err)
	}
}

// bad is an argument whose own code goes wrong.
type bad struct{ panics bool }

func (bad) RPCHCount() int { return 1 }

func (b bad) AppendRPCH(buf []byte) ([]byte, error) {
	buf = append(buf, "half of it"...)
	if b.panics {
		panic("its own code")
	}
	return buf, errors.New("it has no form")
}

func (bad) ReadRPCH([]rpch.Value) error { return nil }

func halfRequest(t *testing.T) {
	s := start(t)
	client := s.dial(t, wire.WithMaxConns(1))
	m := s.methods["Estring"]
	err := client.Invoke(t.Context(), &wire.Call{Method: m, Args: bad{}, Result: m.NewResult()})
	if wire.CodeOf(err) != wire.InvalidArgument {
		t.Errorf("an argument that can't be written: %v", err)
	}
	s.works(t, client)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was taken for success")
			}
		}()
		client.Invoke(t.Context(), &wire.Call{Method: m, Args: bad{panics: true}, Result: m.NewResult()})
	}()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	if _, _, err := call(ctx, client, s.methods["Ping"], nil); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

func closeRace(t *testing.T) {
	s := start(t)
	for range 20 {
		client := s.dial(t)
		inTime(t, 4, func(i int) {
			if i == 0 {
				client.Close()
				return
			}
			for range 5 {
				call(t.Context(), client, s.methods["Ping"], nil)
			}
		})
	}
}

func longErrors(t *testing.T) {
	text := strings.Repeat("é", 50_000)
	f := fake(t, func(conn net.Conn, seq int) {
		conn.Write(reply(uint64(seq), rpch.Value{Kind: rpch.KindError, Data: []byte(text)}))
	})
	if _, _, err := call(t.Context(), f.dial(t), f.methods["Ping"], nil); wire.StatusOf(err).Message != text {
		t.Errorf("%.100v", err)
	}
	conn := start(t).raw(t) // ours stay short, for clients that can't
	for _, text := range []string{strings.Repeat("x", 500), strings.Repeat("é", 100), "x" + strings.Repeat("é", 100)} {
		io.WriteString(conn, "T Fail 1 0\r\n"+arg(0, "string", text))
		h, _, data := readReply(t, conn)
		if h.Kind != rpch.KindError || len(data) > 127 || len(data) < 126 || !strings.HasPrefix(text, string(data)) {
			t.Errorf("%d bytes: %q", len(data), data)
		}
	}
}

func missingResults(t *testing.T) {
	f := fake(t, func(conn net.Conn, seq int) { conn.Write(reply(uint64(seq), rpch.Value{Kind: rpch.KindVoid})) })
	client := f.dial(t)
	for _, name := range []string{"Add", "Estring", "Swap"} {
		if _, _, err := call(t.Context(), client, f.methods[name], rec{1: int64(1), 2: int64(1)}); err == nil {
			t.Errorf("%s: no result went well", name)
		}
	}
	if _, _, err := call(t.Context(), client, f.methods["Ping"], nil); err != nil {
		t.Errorf("void: %v", err)
	}
	// A handler that sets no result, as generated code would report it.
	methods, services := live(t, faultIDL, recorded)
	methods["Swap"].Invoke = func(_ context.Context, _ any, c *wire.Call) error { return wire.NoResult(c) }
	s := server{serveLive(t, services), methods, nil}
	if _, _, err := call(t.Context(), s.dial(t), methods["Swap"], rec{1: rec{}}); err == nil || !strings.Contains(err.Error(), "no result") {
		t.Errorf("nil from a handler: %v", err)
	}
}

func shortResponse(t *testing.T) {
	whole := int32Reply(0, 5)
	for n := range len(whole) {
		f := fake(t, func(conn net.Conn, _ int) { conn.Write(whole[:n]); conn.Close() })
		_, _, err := call(t.Context(), f.dial(t), f.methods["Add"], rec{1: int64(1), 2: int64(1)})
		if wire.CodeOf(err) != wire.Unavailable {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func addresses(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	for _, addr := range []string{strings.Repeat("1", 500) + ":1", "127.0.0.1:" + strings.Repeat("9", 100), "127.0.0.1", "", "127.0.0.1:1"} {
		if c, err := wire.Dial(ctx, "tcp", addr, rpch.Protocol()); err == nil {
			c.Close()
			t.Errorf("%.30q was dialled", addr)
		} else if code := wire.CodeOf(err); code != wire.Unavailable && code != wire.DeadlineExceeded {
			t.Errorf("%.30q: %v", addr, err)
		}
	}
	s := start(t)
	_, port, _ := net.SplitHostPort(s.addr)
	client, err := wire.Dial(ctx, "tcp", ":"+port, rpch.Protocol())
	if err != nil {
		t.Fatalf(":port: %v", err)
	}
	defer client.Close()
	s.works(t, client)
}

func stickyErrors(t *testing.T) {
	s := start(t)
	client := s.dial(t, wire.WithMaxConns(1))
	for range 3 {
		if _, _, err := call(t.Context(), client, s.methods["Fail"], rec{1: "bad thing"}); err == nil || !strings.Contains(err.Error(), "bad thing") {
			t.Errorf("%v", err)
		}
		s.works(t, client)
	}
	inTime(t, 8, func(i int) {
		if i%2 == 0 {
			s.works(t, client)
		} else {
			call(t.Context(), client, s.methods["Fail"], rec{1: "bad thing"})
		}
	})
}

func byteLengths(t *testing.T) {
	s := start(t)
	client := s.dial(t, wire.WithMaxConns(1))
	for _, text := range []string{"é错", "🙂", "a\x00b", "\u2028"} {
		out, _, err := call(t.Context(), client, s.methods["Estring"], rec{1: text})
		if err != nil || out[1] != text {
			t.Errorf("%q: %q %v", text, out[1], err)
		}
		if _, _, err := call(t.Context(), client, s.methods["Fail"], rec{1: text}); wire.StatusOf(err).Message != text {
			t.Errorf("%q as an error: %v", text, err)
		}
	}
	s.works(t, client)
}

func pendingCalls(t *testing.T) {
	gone := fake(t, func(conn net.Conn, _ int) { time.Sleep(20 * time.Millisecond); conn.Close() })
	client := gone.dial(t)
	inTime(t, 20, func(int) {
		if _, _, err := call(t.Context(), client, gone.methods["Ping"], nil); wire.CodeOf(err) != wire.Unavailable {
			t.Errorf("%v", err)
		}
	})
}

func badReply(t *testing.T) {
	f := fake(t, func(conn net.Conn, seq int) {
		text := `{"A":1,"B":2}`
		if seq == 0 {
			text = `{"A":`
		}
		conn.Write(reply(uint64(seq), rpch.Value{Kind: rpch.KindMessage, Name: []byte("Pair"), Data: []byte(text)}))
	})
	client := f.dial(t, wire.WithMaxConns(1))
	if _, _, err := call(t.Context(), client, f.methods["Swap"], rec{1: rec{}}); wire.CodeOf(err) != wire.Internal {
		t.Errorf("bad JSON: %v", err)
	}
	if out, _, err := call(t.Context(), client, f.methods["Swap"], rec{1: rec{}}); err != nil || out[2] != int64(2) {
		t.Errorf("the next call: %v %v", out, err)
	}
}

func errorTextArrives(t *testing.T) {
	s := start(t)
	if _, _, err := call(t.Context(), s.dial(t), s.methods["Fail"], rec{1: "No implementation"}); wire.StatusOf(err).Message != "No implementation" {
		t.Errorf("%v", err)
	}
}

func emptyText(t *testing.T) {
	f := fake(t, func(conn net.Conn, seq int) {
		conn.Write(append(reply(uint64(seq), rpch.Value{Kind: rpch.KindError}), "whatever"...))
	})
	_, _, err := call(t.Context(), f.dial(t), f.methods["Ping"], nil)
	if st := wire.StatusOf(err); st == nil || st.Message != "" {
		t.Errorf("%v", err)
	}
}
