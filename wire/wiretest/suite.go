package wiretest

import (
	"context"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// bench is a server, a client and what stands between them.
type bench struct {
	*testing.T
	sub     Subject
	service *service
	methods map[string]*wire.Method
	server  *wire.Server
	addr    string
	client  *wire.ClientConn
	served  chan error
}

// Run holds a wire to the suite.
func Run(t *testing.T, sub Subject) {
	tests := []struct {
		name   string
		needs  func(Subject) bool
		server []wire.Option
		client []wire.Option
		run    func(*bench)
	}{
		{name: "unary", run: unary},
		{name: "void", run: void, needs: func(s Subject) bool { return s.Protocol.Info.Void }},
		{name: "one-way", run: oneway, needs: func(s Subject) bool { return s.Protocol.Info.Oneway }},
		{name: "errors", run: failures},
		{name: "declared errors", run: declared, needs: func(s Subject) bool { return s.Protocol.Info.Errors }},
		{name: "panic", run: panics},
		{name: "unknown method", run: unknown},
		{name: "deadline", run: deadline},
		{name: "cancel", run: cancel},
		{name: "metadata", run: metadata, needs: func(s Subject) bool { return s.Metadata }},
		{name: "concurrency", run: concurrency},
		{name: "big messages", run: big},
		{name: "limits at the server", run: serverLimit, server: []wire.Option{wire.WithLimits(wire.Limits{Message: 10_000})}},
		{name: "limits at the client", run: clientLimit, client: []wire.Option{wire.WithLimits(wire.Limits{Message: 10_000})}},
		{name: "calls at once", run: atOnce, server: []wire.Option{wire.WithLimits(wire.Limits{Calls: 2})}, needs: func(s Subject) bool { return s.Codes && !s.Protocol.Exclusive }},
		{name: "interceptors", run: interceptors},
		{name: "graceful shutdown", run: shutdown},
		{name: "shutdown that takes too long", run: shutdownLate},
		{name: "close", run: closing},
		{name: "server gone and back", run: back},
		{name: "client closed", run: clientClosed},
		{name: "idle connections are closed", run: idle, server: []wire.Option{wire.WithLimits(wire.Limits{Idle: 50 * time.Millisecond})}},
		{name: "typed streams", run: typed, needs: func(s Subject) bool { return s.Typed }},
		{name: "typed streams that end early", run: typedEarly, needs: func(s Subject) bool { return s.Typed }},
		{name: "raw streams", run: raw, needs: func(s Subject) bool { return s.Raw }},
		{name: "raw streams that end early", run: rawEarly, needs: func(s Subject) bool { return s.Raw }},
		{name: "raw streams that are lost", run: rawLost, needs: func(s Subject) bool { return s.Raw }},
	}
	for _, c := range tests {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			if c.needs != nil && !c.needs(sub) {
				t.Skipf("the wire %s has no %s", sub.Protocol.Info.Name, c.name)
			}
			before := runtime.NumGoroutine()
			b := start(t, sub, c.server, c.client)
			c.run(b)
			b.stop()
			settle(t, before)
		})
	}
}

func start(t *testing.T, sub Subject, server, client []wire.Option) *bench {
	t.Helper()
	b := &bench{T: t, sub: sub, service: newService(sub), served: make(chan error, 1)}
	var desc *wire.Service
	desc, b.methods = describe(sub)
	b.server = wire.NewServer(append(server, wire.WithProtocols(sub.Protocol))...)
	if err := b.server.Register(desc, b.service); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.addr = l.Addr().String()
	go func() { b.served <- b.server.Serve(l) }()
	b.client, err = wire.Dial(context.Background(), "tcp", b.addr, sub.Protocol, client...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) stop() {
	b.client.Close()
	b.server.Close()
	if err := <-b.served; err != wire.ErrServerClosed {
		b.Errorf("Serve returned %v", err)
	}
}

// settle waits until as many goroutines are left as there were.
func settle(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; wait < 4*time.Second; wait *= 2 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(wait)
	}
	buf := make([]byte, 1<<20)
	t.Errorf("%d goroutines were left over:\n%s", runtime.NumGoroutine()-before, buf[:runtime.Stack(buf, true)])
}

// call makes a unary call and returns its result.
func (b *bench) call(ctx context.Context, name string, in Record) (Record, error) {
	c := b.newCall(name, in)
	err := b.client.Invoke(ctx, c)
	if err != nil || c.Result == nil {
		return Record{}, err
	}
	return *rec(c.Result), nil
}

func (b *bench) newCall(name string, in Record) *wire.Call {
	m := b.methods[name]
	if m == nil {
		b.Fatalf("no method %s", name)
	}
	c := &wire.Call{Method: m, Args: m.NewArgs()}
	*rec(c.Args) = in
	if m.NewResult != nil {
		c.Result = m.NewResult()
	}
	return c
}

func (b *bench) works() {
	b.Helper()
	in := Record{A: 1, B: -2, S: "still here"}
	if out, err := b.call(context.Background(), "Echo", in); err != nil || out != in {
		b.Errorf("the next call: %+v %v", out, err)
	}
}

// within fails where f takes longer than it may.
func (b *bench) within(limit time.Duration, what string, f func()) {
	b.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(limit):
		buf := make([]byte, 1<<20)
		b.Fatalf("%s took over %v:\n%s", what, limit, buf[:runtime.Stack(buf, true)])
	}
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for range 400 {
		if ok() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("never: %s", what)
}
