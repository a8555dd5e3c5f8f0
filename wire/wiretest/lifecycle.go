package wiretest

import (
	"context"
	"net"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

func interceptors(b *bench) {
	var order []string
	mark := func(name string) wire.Interceptor {
		return func(ctx context.Context, c *wire.Call, next wire.Handler) error {
			order = append(order, name)
			if rec(c.Args).A == 42 {
				return wire.Errorf(wire.PermissionDenied, "not by %s", name)
			}
			err := next(ctx, c)
			order = append(order, "/"+name)
			return err
		}
	}
	server := wire.NewServer(wire.WithProtocols(b.sub.Protocol), wire.WithInterceptors(mark("s1"), mark("s2")))
	desc, _ := describe(b.sub)
	if err := server.Register(desc, b.service); err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go server.Serve(l)
	defer server.Close()
	client, err := wire.Dial(context.Background(), "tcp", l.Addr().String(), b.sub.Protocol, wire.WithInterceptors(mark("c1"), mark("c2")))
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	c := b.newCall("Echo", Record{A: 1})
	if err := client.Invoke(context.Background(), c); err != nil {
		b.Fatal(err)
	}
	want := []string{"c1", "c2", "s1", "s2", "/s2", "/s1", "/c2", "/c1"}
	if len(order) != len(want) {
		b.Fatalf("%v", order)
	}
	for i := range want {
		if order[i] != want[i] {
			b.Fatalf("%v, want %v", order, want)
		}
	}
	c = b.newCall("Echo", Record{A: 42})
	if err := client.Invoke(context.Background(), c); wire.CodeOf(err) != wire.PermissionDenied {
		b.Errorf("an interceptor's answer: %v", err)
	}
}

func shutdown(b *bench) {
	done := make(chan error, 1)
	go func() {
		out, err := b.call(context.Background(), "Hold", Record{A: 9})
		if err == nil && out.A != 9 {
			err = wire.Errorf(wire.Internal, "%+v", out)
		}
		done <- err
	}()
	<-b.service.holding
	down := make(chan error, 1)
	go func() {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		down <- b.server.Shutdown(ctx)
	}()
	eventually(b, "the port is closed", func() bool {
		conn, err := net.Dial("tcp", b.addr)
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	select {
	case err := <-down:
		b.Fatalf("Shutdown returned %v while a call was under way", err)
	case err := <-done:
		b.Fatalf("the call under way ended with %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	_, err := b.call(context.Background(), "Echo", Record{})
	if err == nil || b.sub.Codes && wire.CodeOf(err) != wire.Unavailable {
		b.Errorf("a call after Shutdown began: %v", err)
	}
	close(b.service.release)
	if err := <-done; err != nil {
		b.Errorf("the call under way: %v", err)
	}
	b.within(5*time.Second, "Shutdown", func() {
		if err := <-down; err != nil {
			b.Error(err)
		}
	})
}

func shutdownLate(b *bench) {
	done := make(chan error, 1)
	go func() {
		_, err := b.call(context.Background(), "Sleep", Record{B: 60_000})
		done <- err
	}()
	eventually(b, "the call reaches the server", func() bool { return b.service.sleeping.Load() == 1 })
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	b.within(5*time.Second, "Shutdown", func() {
		if err := b.server.Shutdown(ctx); err != context.DeadlineExceeded {
			b.Errorf("Shutdown: %v", err)
		}
	})
	b.within(5*time.Second, "the call", func() {
		if err := <-done; err == nil {
			b.Error("the call went well")
		}
	})
	eventually(b, "the handler's context ends", func() bool { return b.service.sleeping.Load() == 0 })
}

func closing(b *bench) {
	done := make(chan error, 1)
	go func() {
		_, err := b.call(context.Background(), "Sleep", Record{B: 60_000})
		done <- err
	}()
	eventually(b, "the call reaches the server", func() bool { return b.service.sleeping.Load() == 1 })
	b.server.Close()
	b.server.Close()
	b.within(5*time.Second, "the call", func() {
		if err := <-done; err == nil {
			b.Error("the call went well")
		}
	})
	eventually(b, "the handler's context ends", func() bool { return b.service.sleeping.Load() == 0 })
}

// back restarts the server: the client must not need to be told.
func back(b *bench) {
	b.works()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	if err := b.server.Shutdown(ctx); err != nil {
		b.Fatal(err)
	}
	if err := <-b.served; err != wire.ErrServerClosed {
		b.Errorf("Serve returned %v", err)
	}
	if _, err := b.call(ctx, "Echo", Record{}); wire.CodeOf(err) != wire.Unavailable {
		b.Errorf("while it is gone: %v", err)
	}
	l, err := net.Listen("tcp", b.addr)
	if err != nil {
		b.Fatal(err)
	}
	b.server = wire.NewServer(wire.WithProtocols(b.sub.Protocol))
	desc, _ := describe(b.sub)
	if err := b.server.Register(desc, b.service); err != nil {
		b.Fatal(err)
	}
	go func() { b.served <- b.server.Serve(l) }()
	b.works()
}

func clientClosed(b *bench) {
	done := make(chan error, 1)
	go func() {
		_, err := b.call(context.Background(), "Sleep", Record{B: 60_000})
		done <- err
	}()
	eventually(b, "the call reaches the server", func() bool { return b.service.sleeping.Load() == 1 })
	b.client.Close()
	b.client.Close()
	b.within(5*time.Second, "the call", func() {
		if err := <-done; err == nil {
			b.Error("the call went well")
		}
	})
	if _, err := b.call(context.Background(), "Echo", Record{}); err == nil {
		b.Error("a call on a closed client went well")
	}
	eventually(b, "the handler's context ends", func() bool { return b.service.sleeping.Load() == 0 })
}

func idle(b *bench) {
	out, err := b.call(context.Background(), "Sleep", Record{A: 3, B: 150})
	if err != nil || out.A != 3 {
		b.Errorf("a call that takes longer than a connection may be idle: %v", err)
	}
	time.Sleep(150 * time.Millisecond)
	b.works() // on a new connection
}
