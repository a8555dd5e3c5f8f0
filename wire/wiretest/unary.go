package wiretest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

func unary(b *bench) {
	for _, in := range []Record{{}, {A: 1, B: -1, S: "x"}, {A: 1<<31 - 1, B: -1 << 31, S: "é错误 <&> \n\x00"}, {S: text(5000)}} {
		out, err := b.call(context.Background(), "Echo", in)
		if err != nil || out != in {
			b.Errorf("%+v came back as %+v, %v", in, out, err)
		}
	}
}

func void(b *bench) {
	if _, err := b.call(context.Background(), "Nothing", Record{A: 5}); err != nil {
		b.Error(err)
	}
	b.works()
}

func oneway(b *bench) {
	if _, err := b.call(context.Background(), "Note", Record{S: "on its way"}); err != nil {
		b.Fatal(err)
	}
	select {
	case got := <-b.service.noted:
		if got.S != "on its way" {
			b.Errorf("%+v", got)
		}
	case <-time.After(5 * time.Second):
		b.Error("it never came")
	}
	b.works()
}

func failures(b *bench) {
	for _, code := range []wire.Code{wire.Unknown, wire.NotFound, wire.PermissionDenied, wire.Unauthenticated, 77} {
		_, err := b.call(context.Background(), "Fail", Record{A: int32(code), S: "bad thing"})
		switch {
		case err == nil:
			b.Fatal("no error")
		case b.sub.Codes && (wire.CodeOf(err) != code || !strings.Contains(err.Error(), "bad thing")):
			b.Errorf("%v: %v", code, err)
		}
	}
	_, err := b.call(context.Background(), "Fail", Record{S: "plain"})
	if wire.CodeOf(err) != wire.Unknown {
		b.Errorf("a plain error is %v", err)
	}
	b.works()
}

func declared(b *bench) {
	_, err := b.call(context.Background(), "Fail", Record{A: 101, S: "no entry"})
	var denied interface {
		error
		Rec() *Record
	}
	if !errors.As(err, &denied) || denied.Rec().S != "no entry" {
		b.Errorf("%T %v", err, err)
	}
	// A client whose contract lacks it has code and text.
	m := *b.methods["Fail"]
	m.Errors = nil
	c := b.newCall("Fail", Record{A: 101, S: "no entry"})
	c.Method = &m
	err = b.client.Invoke(context.Background(), c)
	var st *wire.Status
	if !errors.As(err, &st) || b.sub.Codes && (st.Declared != 7 || !strings.Contains(st.Message, "no entry")) {
		b.Errorf("unknown to the client: %#v", err)
	}
	b.works()
}

func panics(b *bench) {
	_, err := b.call(context.Background(), "Fail", Record{A: 100, S: "secret"})
	if err == nil || strings.Contains(err.Error(), "secret") || b.sub.Codes && wire.CodeOf(err) != wire.Internal {
		b.Errorf("a panic gives %v", err)
	}
	b.works()
}

func unknown(b *bench) {
	m := *b.methods["Echo"]
	m.Name, m.ID, m.Names = "Nope", 9999, nil
	c := b.newCall("Echo", Record{})
	c.Method = &m
	err := b.client.Invoke(context.Background(), c)
	if err == nil || b.sub.Codes && wire.CodeOf(err) != wire.Unimplemented {
		b.Errorf("no such method gives %v", err)
	}
	b.works()
}

func deadline(b *bench) {
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	b.within(2*time.Second, "a call with a deadline", func() {
		_, err := b.call(ctx, "Sleep", Record{B: 10_000})
		if wire.CodeOf(err) != wire.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
			b.Errorf("deadline: %v", err)
		}
	})
	if b.sub.Deadline {
		select {
		case err := <-b.service.ended:
			if !errors.Is(err, context.DeadlineExceeded) {
				b.Logf("the server's context ended by %v", err) // a cancel may overtake it
			}
		case <-time.After(2 * time.Second):
			b.Error("the server's context didn't end")
		}
	}
	b.within(2*time.Second, "a call with the method's timeout", func() {
		if _, err := b.call(context.Background(), "Slow", Record{B: 10_000}); wire.CodeOf(err) != wire.DeadlineExceeded {
			b.Errorf("timeout of the method: %v", err)
		}
	})
	gone, stop := context.WithCancel(context.Background())
	stop()
	if _, err := b.call(gone, "Echo", Record{}); wire.CodeOf(err) != wire.Canceled {
		b.Errorf("a context that has ended: %v", err)
	}
	b.works()
}

func cancel(b *bench) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := b.call(ctx, "Sleep", Record{B: 10_000})
		done <- err
	}()
	eventually(b, "the call reaches the server", func() bool { return b.service.sleeping.Load() == 1 })
	stop()
	select {
	case err := <-done:
		if wire.CodeOf(err) != wire.Canceled || !errors.Is(err, context.Canceled) {
			b.Errorf("cancel: %v", err)
		}
	case <-time.After(2 * time.Second):
		b.Fatal("the call didn't end")
	}
	if b.sub.Cancel {
		eventually(b, "the server's context ends", func() bool { return b.service.sleeping.Load() == 0 })
	}
	b.works()
}

func metadata(b *bench) {
	c := b.newCall("Meta", Record{})
	c.Metadata = []wire.Pair{{Key: "user", Value: "x"}, {Key: "", Value: "é"}, {Key: "user", Value: ""}}
	if err := b.client.Invoke(context.Background(), c); err != nil {
		b.Fatal(err)
	}
	if out := rec(c.Result); out.A != 3 || out.S != "user=x;=é;user=;" {
		b.Errorf("%+v", out)
	}
	c.Metadata = []wire.Pair{{Key: "user", Value: text(1 << 20)}}
	if err := b.client.Invoke(context.Background(), c); wire.CodeOf(err) != wire.InvalidArgument {
		b.Errorf("too much: %v", err)
	}
	b.works()
}

func concurrency(b *bench) {
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			for j := range 20 {
				in := Record{A: int32(i), B: int32(j), S: fmt.Sprint(i, "/", j, text(i*j))}
				out, err := b.call(context.Background(), "Echo", in)
				if err != nil || out != in {
					b.Errorf("%d/%d came back as %+v, %v", i, j, out, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func big(b *bench) {
	for _, n := range []int{1 << 12, 1<<16 - 20, 1 << 16, 1<<16 + 1, 1 << 20, 5 << 20} {
		in := Record{A: int32(n), S: text(n)}
		b.within(20*time.Second, fmt.Sprint("a message of ", n), func() {
			if out, err := b.call(context.Background(), "Echo", in); err != nil || out != in {
				b.Errorf("%d bytes: %d came back, %v", n, len(out.S), err)
			}
		})
	}
	b.works()
}

func serverLimit(b *bench) {
	_, err := b.call(context.Background(), "Echo", Record{S: text(200_000)})
	if err == nil || b.sub.Codes && wire.CodeOf(err) != wire.ResourceExhausted {
		b.Errorf("over the server's limit: %v", err)
	}
	b.works()
}

func clientLimit(b *bench) {
	_, err := b.call(context.Background(), "Echo", Record{S: text(200_000)})
	if wire.CodeOf(err) != wire.ResourceExhausted {
		b.Errorf("a request over the client's limit: %v", err)
	}
	b.works()
}

func atOnce(b *bench) {
	done := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := b.call(context.Background(), "Hold", Record{})
			done <- err
		}()
	}
	<-b.service.holding
	<-b.service.holding
	if _, err := b.call(context.Background(), "Echo", Record{}); wire.CodeOf(err) != wire.ResourceExhausted {
		b.Errorf("a third call: %v", err)
	}
	close(b.service.release)
	for range 2 {
		if err := <-done; err != nil {
			b.Error(err)
		}
	}
	b.works()
}
