package wiretest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

// open begins a streaming call.
func (b *bench) open(ctx context.Context, name string, in Record) *wire.Call {
	b.Helper()
	c := b.newCall(name, in)
	if err := b.client.Invoke(ctx, c); err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	if c.Stream == nil {
		b.Fatalf("%s: no stream", name)
	}
	return c
}

func (b *bench) item(c *wire.Call, r Record) any {
	item := b.sub.New(Item, c.Method)
	*rec(item) = r
	return item
}

func typed(b *bench) {
	for _, n := range []int{0, 1, 3, 2000} {
		b.within(20*time.Second, fmt.Sprint(n, " items"), func() {
			c := b.open(context.Background(), "Sum", Record{})
			for i := range n {
				if err := c.Stream.Send(b.item(c, Record{A: int32(i), S: text(300)})); err != nil {
					b.Fatal(err)
				}
			}
			if err := c.Stream.CloseSend(); err != nil {
				b.Error(err)
			}
			if err := c.Stream.Finish(c.Result); err != nil || rec(c.Result).A != int32(n*(n-1)/2) || rec(c.Result).B != int32(n) {
				b.Errorf("sum of %d: %+v %v", n, rec(c.Result), err)
			}
			if err := c.Stream.Finish(nil); err != nil {
				b.Errorf("Finish again: %v", err)
			}
		})
		for _, size := range []int{10, 100_000} { // one is larger than a fragment
			c := b.open(context.Background(), "Count", Record{A: int32(min(n, 100)), B: int32(size)})
			b.countItems(c, min(n, 100), size)
			if err := c.Stream.Finish(nil); err != nil {
				b.Error(err)
			}
		}
	}
	b.within(20*time.Second, "an item larger than the window", func() {
		c := b.open(context.Background(), "Both", Record{})
		in := Record{A: 1, S: text(3 << 20)}
		go func() {
			if err := c.Stream.Send(b.item(c, in)); err != nil {
				b.Error(err)
			}
			c.Stream.CloseSend()
		}()
		out := b.sub.New(Item, c.Method)
		if err := c.Stream.Recv(out); err != nil || rec(out).S != in.S || rec(out).B != 2 {
			b.Errorf("%d bytes, %v", len(rec(out).S), err)
		}
		if err := c.Stream.Recv(out); err != io.EOF {
			b.Errorf("after the last: %v", err)
		}
		if err := c.Stream.Finish(nil); err != nil {
			b.Error(err)
		}
	})
	b.works()
}

// countItems receives n items of a size, and the end.
func (b *bench) countItems(c *wire.Call, n, size int) {
	b.Helper()
	item := b.sub.New(Item, c.Method)
	for i := range n {
		if err := c.Stream.Recv(item); err != nil || rec(item).A != int32(i) || rec(item).S != text(size) {
			b.Fatalf("item %d of %d: %d, %v", i, n, rec(item).A, err)
		}
	}
	if err := c.Stream.Recv(item); err != io.EOF {
		b.Fatalf("after the last: %v", err)
	}
}

func typedEarly(b *bench) {
	// The server fails while the client sends.
	c := b.open(context.Background(), "Sum", Record{})
	c.Stream.Send(b.item(c, Record{A: 5, S: "stop"}))
	b.within(10*time.Second, "sending to a call that is over", func() {
		for c.Stream.Send(b.item(c, Record{S: text(10_000)})) == nil {
		}
	})
	if err := c.Stream.Finish(c.Result); b.sub.Codes && wire.CodeOf(err) != wire.Aborted {
		b.Errorf("the call ended with %v", err)
	}
	// The server fails after some items: they come first.
	c = b.open(context.Background(), "Count", Record{A: 2, B: 5, S: "enough"})
	item := b.sub.New(Item, c.Method)
	for range 2 {
		if err := c.Stream.Recv(item); err != nil {
			b.Fatal(err)
		}
	}
	if err := c.Stream.Recv(item); b.sub.Codes && wire.CodeOf(err) != wire.Aborted {
		b.Errorf("Recv: %v", err)
	}
	if err := c.Stream.Finish(nil); b.sub.Codes && wire.CodeOf(err) != wire.Aborted {
		b.Errorf("Finish: %v", err)
	}
	// The client stops reading.
	c = b.open(context.Background(), "Count", Record{A: 1_000_000, B: 1000})
	if err := c.Stream.Recv(item); err != nil {
		b.Fatal(err)
	}
	c.Stream.Cancel()
	select {
	case <-b.service.ended:
	case <-time.After(5 * time.Second):
		b.Error("the server goes on sending")
	}
	if err := c.Stream.Finish(nil); wire.CodeOf(err) != wire.Canceled {
		b.Errorf("Finish after Cancel: %v", err)
	}
	// Its context ends.
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	c = b.open(ctx, "Sum", Record{})
	b.within(5*time.Second, "Finish", func() {
		time.Sleep(100 * time.Millisecond)
		if err := c.Stream.Send(b.item(c, Record{})); wire.CodeOf(err) != wire.DeadlineExceeded {
			b.Errorf("Send: %v", err)
		}
		if err := c.Stream.Finish(nil); wire.CodeOf(err) != wire.DeadlineExceeded {
			b.Errorf("Finish: %v", err)
		}
	})
	select {
	case err := <-b.service.ended:
		if err == io.EOF {
			b.Error("the server took a deadline for the end")
		}
	case <-time.After(5 * time.Second):
		b.Error("the server goes on waiting")
	}
	// Everybody waits for everybody: no item is read before the call is over.
	b.within(20*time.Second, "Finish with items unread", func() {
		c := b.open(context.Background(), "Count", Record{A: 1000, B: 2000})
		if err := c.Stream.Finish(nil); err != nil {
			b.Error(err)
		}
	})
	b.works()
}

func raw(b *bench) {
	for _, n := range []int{0, 1, 1021, 4096, 32768, 300_000, 3_000_000} {
		for _, name := range []string{"ArgIn", "ResOut"} {
			b.within(30*time.Second, fmt.Sprint(name, " of ", n), func() {
				c := b.open(context.Background(), name, Record{})
				if got, err := io.Copy(c.Stream, pattern(n)); err != nil || int(got) != n {
					b.Fatalf("%s: wrote %d of %d, %v", name, got, n, err)
				}
				b.finish(c, name, n)
				if got := <-b.service.noted; int(got.A) != n {
					b.Errorf("%s: %d of %d came", name, got.A, n)
				}
			})
		}
		for _, name := range []string{"ArgOut", "ResIn"} {
			b.within(30*time.Second, fmt.Sprint(name, " of ", n), func() {
				c := b.open(context.Background(), name, Record{A: int32(n)})
				if got, err := checkPattern(c.Stream); err != nil || got != n {
					b.Fatalf("%s: read %d of %d, %v", name, got, n, err)
				}
				b.finish(c, name, n)
			})
		}
		for _, name := range []string{"ArgBoth", "ResBoth"} {
			b.within(30*time.Second, fmt.Sprint(name, " of ", n), func() {
				c := b.open(context.Background(), name, Record{})
				go func() {
					if _, err := io.Copy(c.Stream, pattern(n)); err != nil {
						b.Errorf("%s: %v", name, err)
					}
					c.Stream.CloseSend()
				}()
				if got, err := checkPattern(c.Stream); err != nil || got != n {
					b.Fatalf("%s: read %d of %d, %v", name, got, n, err)
				}
				b.finish(c, name, n)
			})
		}
	}
	c := b.open(context.Background(), "ArgBoth", Record{})
	if n, err := c.Stream.Write(nil); n != 0 || err != nil {
		b.Errorf("writing nothing: %d %v", n, err)
	}
	if n, err := c.Stream.Write([]byte("ping")); n != 4 || err != nil {
		b.Errorf("%d %v", n, err)
	}
	reply := make([]byte, 4)
	if _, err := io.ReadFull(c.Stream, reply); err != nil || !bytes.Equal(reply, []byte("ping")) {
		b.Errorf("%q %v", reply, err)
	}
	b.finish(c, "ArgBoth", 4)
	b.works()
}

// finish ends a raw call, and checks the result where there is one.
func (b *bench) finish(c *wire.Call, name string, n int) {
	b.Helper()
	if err := c.Stream.Finish(c.Result); err != nil {
		b.Errorf("%s of %d: %v", name, n, err)
	}
	if c.Result != nil && int(rec(c.Result).A) != n {
		b.Errorf("%s of %d: the result says %d", name, n, rec(c.Result).A)
	}
	if err := c.Stream.Finish(nil); err != nil {
		b.Errorf("%s: Finish again: %v", name, err)
	}
}

func rawEarly(b *bench) {
	b.within(20*time.Second, "a server that reads a part", func() {
		c := b.open(context.Background(), "ArgIn", Record{A: 10})
		io.Copy(c.Stream, pattern(200_000)) // may fail, since the call may be over
		b.finish(c, "ArgIn", 10)
		<-b.service.noted
	})
	b.works()
	b.within(20*time.Second, "a client that reads a part", func() {
		c := b.open(context.Background(), "ResIn", Record{A: 200_000})
		if _, err := io.ReadFull(c.Stream, make([]byte, 10)); err != nil {
			b.Error(err)
		}
		if err := c.Stream.Finish(nil); err != nil {
			b.Error(err)
		}
	})
	b.works()
	b.within(20*time.Second, "failures", func() {
		for _, name := range []string{"ArgIn", "ArgOut", "ArgBoth", "ResIn", "ResOut"} {
			if name == "ArgBoth" || name == "ResOut" && !b.sub.Codes {
				continue // it has no way to fail, or none to say so
			}
			c := b.newCall(name, Record{S: "no such file"})
			err := b.client.Invoke(context.Background(), c)
			if err == nil {
				err = c.Stream.Finish(c.Result)
			}
			if err == nil {
				b.Errorf("%s: a failure went well", name)
			}
			b.works()
		}
	})
	b.within(20*time.Second, "a failure after a part", func() {
		c := b.open(context.Background(), "ResIn", Record{A: 5000, S: "disk broken"})
		n, err := checkPattern(c.Stream)
		if err == nil {
			err = c.Stream.Finish(nil)
		}
		if err == nil {
			b.Errorf("%d bytes and a good end", n)
		}
		c.Stream.Finish(nil)
	})
	b.works()
	b.within(20*time.Second, "cancel", func() {
		c := b.open(context.Background(), "ResIn", Record{A: 1 << 30})
		if _, err := io.ReadFull(c.Stream, make([]byte, 10)); err != nil {
			b.Error(err)
		}
		c.Stream.Cancel()
		if err := <-b.service.ended; err == nil {
			b.Error("the server didn't notice")
		}
		if err := c.Stream.Finish(nil); wire.CodeOf(err) != wire.Canceled {
			b.Errorf("Finish after Cancel: %v", err)
		}
	})
	b.works()
	b.within(20*time.Second, "deadline", func() {
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer stop()
		c := b.open(ctx, "ArgIn", Record{})
		c.Stream.Write([]byte{0})
		time.Sleep(150 * time.Millisecond)
		if err := c.Stream.Finish(c.Result); wire.CodeOf(err) != wire.DeadlineExceeded {
			b.Errorf("Finish: %v", err)
		}
		if err := <-b.service.ended; err == io.EOF {
			b.Error("the server took a deadline for the end")
		}
	})
	b.works()
}

func rawLost(b *bench) {
	c := b.open(context.Background(), "ResIn", Record{A: 1 << 30})
	if _, err := io.ReadFull(c.Stream, make([]byte, 10)); err != nil {
		b.Fatal(err)
	}
	b.server.Close()
	b.within(10*time.Second, "reading from a lost connection", func() {
		if _, err := checkPattern(&patternSkip{c.Stream, 10}); err == nil || errors.Is(err, io.EOF) {
			b.Errorf("a lost connection ends the stream with %v", err)
		}
	})
	if err := c.Stream.Finish(nil); err == nil {
		b.Error("Finish went well")
	}
}

// patternSkip puts bytes before r, so that it fits the pattern from its start.
type patternSkip struct {
	r    io.Reader
	have int
}

func (s *patternSkip) Read(p []byte) (int, error) {
	if s.have > 0 {
		n, err := io.ReadFull(pattern(s.have), p[:min(len(p), s.have)])
		s.have -= n
		return n, err
	}
	return s.r.Read(p)
}
