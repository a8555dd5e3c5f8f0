package rpch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

const faultIDL = `service T{
    int32 Add(int32,int32)
    string Estring(string)
    int32 Fail(string)
    Pair Swap(Pair)
    void Ping()
    int8 Small(int32)
    int32 Slow(int32)
    istream RetI(string)
    ostream RetO(string)
    stream RetIO(string)
    int32 ArgI(istream,string)
    int32 ArgO(string,ostream)
    int32 ArgIO(stream)
}
message Pair{
    int32 A
    int32 B
}
`

// fault is something that one of the originals does wrong.
type fault struct {
	what string
	test func(t *testing.T)
}

// faults are the holes of rpch-go (G), rpch-c (C) and rpch-node (N), each with
// the test that shows that this runtime doesn't have it.
var faults = map[string]fault{
	"G1":  {"a request line of any length is kept in memory", longLine},
	"G2":  {"memory is taken by the length that a peer announces", announcedLength},
	"G3":  {"one deadline for the whole life of a connection, none for writes, none for clients", deadlines},
	"G4":  {"a read that ends with a chunk loses the stream", chunkBoundaries},
	"G5":  {"a chunk's length overflows", chunkOverflow},
	"G6":  {"a truncated stream looks complete", truncated},
	"G7":  {"streams of clients that are gone leave goroutines", streamLeaks},
	"G8":  {"a source that fails leaves the client waiting, a client that stops early breaks the connection", sourceFails},
	"G9":  {"a result stream is finished twice or never", finishedOnce},
	"G10": {"closing twice blocks", closeTwice},
	"G11": {"another result type panics, names and sequence are not checked", foreignResults},
	"G12": {"a panic in a call is taken for success, and leaves half a request behind", halfRequest},
	"G13": {"types that the peer chooses reach the handler's reflection", foreignArgs},
	"G14": {"messages are registered for the whole process", twoContracts},
	"G15": {"an error of the protocol isn't told to the peer", toldFaults},
	"G16": {"closing races with calling", closeRace},
	"G17": {"the handshake must come in one segment", slowHandshake},

	"C1":  {"two leading blanks overrun the heap", leadingBlanks},
	"C2":  {"empty names and wrapping lengths crash the server", wrappingLengths},
	"C3":  {"what can't be decoded reaches the handler uninitialised", undecodable},
	"C4":  {"writing to a client that is gone kills the process", goneClient},
	"C5":  {"a long error text overruns the client", longErrors},
	"C6":  {"no result where there should be one crashes client or server", missingResults},
	"C7":  {"a short response crashes the client", shortResponse},
	"C8":  {"error texts hold garbage", errorTexts},
	"C9":  {"4096 bytes are the most of anything", overFourK},
	"C10": {"a few clients that don't read stop the server", notReading},
	"C11": {"every request leaks", requestLeaks},
	"C12": {"an address overruns its buffer", addresses},
	"C13": {"a failing accept goes on with a descriptor that is none", failingAccept},
	"C14": {"an error sticks to the client", stickyErrors},

	"N1":  {"lengths count UTF-16 units", byteLengths},
	"N2":  {"what doesn't fit the buffer is lost", dribbled},
	"N3":  {"counts and lengths are not bounded, and reading is quadratic", hugeCounts},
	"N4":  {"calls never end when the connection does", pendingCalls},
	"N5":  {"bad JSON in a reply ends the process", badReply},
	"N6":  {"replies overtake one another", inOrder},
	"N7":  {"names of the language's own are found as methods", ownNames},
	"N8":  {"the text of an error is lost", errorTextArrives},
	"N9":  {"an empty error text is whatever is buffered", emptyText},
	"N10": {"a result out of range closes the connection", outOfRange},
}

func TestFaults(t *testing.T) {
	for prefix, n := range map[string]int{"G": 17, "C": 14, "N": 10} {
		for i := range n {
			if _, ok := faults[fmt.Sprint(prefix, i+1)]; !ok {
				t.Errorf("no test for %s%d", prefix, i+1)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(faults)) {
		t.Run(id, func(t *testing.T) {
			t.Logf("%s: %s", id, faults[id].what)
			faults[id].test(t)
		})
	}
}

// calls counts how often a handler ran.
type server struct {
	addr    string
	methods map[string]*wire.Method
	ran     *atomic.Int32
}

func start(t *testing.T, opts ...wire.Option) server {
	t.Helper()
	ran := new(atomic.Int32)
	handlers := map[string]handler{}
	for name, h := range recorded {
		handlers[name] = func(ctx context.Context, a rec, s wire.Stream) (rec, error) {
			ran.Add(1)
			return h(ctx, a, s)
		}
	}
	handlers["Small"] = echo
	handlers["Slow"] = func(ctx context.Context, a rec, _ wire.Stream) (rec, error) {
		select {
		case <-time.After(time.Duration(a[1].(int64)) * time.Millisecond):
		case <-ctx.Done():
		}
		return rec{1: a[1]}, ctx.Err()
	}
	methods, services := live(t, faultIDL, handlers)
	return server{serveLive(t, services, opts...), methods, ran}
}

// raw connects without our client.
func (s server) raw(t *testing.T) net.Conn {
	t.Helper()
	conn := connect(t, s.addr)
	io.WriteString(conn, rpch.Magic)
	return conn
}

func (s server) dial(t *testing.T, opts ...wire.Option) *wire.ClientConn {
	t.Helper()
	client, err := wire.Dial(t.Context(), "tcp", s.addr, rpch.Protocol(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func call(ctx context.Context, conn wire.Conn, m *wire.Method, args rec) (schema.Record, *wire.Call, error) {
	c := &wire.Call{Method: m, Args: m.NewArgs(), Result: m.NewResult()}
	c.Args.(*liveArgs).values = args
	err := conn.Invoke(ctx, c)
	return c.Result.(*liveResult).values, c, err
}

// works makes a call that must go well.
func (s server) works(t *testing.T, conn wire.Conn) {
	t.Helper()
	out, _, err := call(t.Context(), conn, s.methods["Add"], rec{1: int64(2), 2: int64(3)})
	if err != nil || out[1] != int64(5) {
		t.Errorf("Add: %v %v", out, err)
	}
}

// closes wants the server to close the connection without an answer.
func closes(t *testing.T, conn net.Conn) {
	t.Helper()
	var ne net.Error
	b, err := io.ReadAll(conn)
	if len(b) > 0 || errors.As(err, &ne) && ne.Timeout() {
		t.Errorf("it answered %q, %v", b, err)
	}
}

// answers wants a kind 3 answer, and the connection alive.
func answers(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	h, name, data := readReply(t, conn)
	if h.Kind != rpch.KindError || len(name) > 0 || !strings.Contains(string(data), text) {
		t.Errorf("kind %d %q, want an error with %q", h.Kind, data, text)
	}
	stillServes(t, conn, nil)
}

// fake is a server of the test's own: it is given each connection after the
// handshake and the first request line.
func fake(t *testing.T, serve func(conn net.Conn, seq int)) server {
	t.Helper()
	methods, _ := live(t, faultIDL, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				buf := make([]byte, 4096)
				for seq := 0; ; seq++ {
					if _, err := conn.Read(buf); err != nil {
						return
					}
					serve(conn, seq)
				}
			}()
		}
	}()
	return server{l.Addr().String(), methods, nil}
}

func reply(seq uint64, v rpch.Value) []byte {
	b := rpch.AppendResponseHead(nil, rpch.ResponseHead{Seq: seq})[:8]
	b, err := rpch.AppendValue(b, v)
	if err != nil {
		panic(err)
	}
	return b
}

func int32Reply(seq uint64, n byte) []byte {
	return reply(seq, rpch.Value{Name: []byte("int32"), Data: []byte{n, 0, 0, 0}})
}

// heap is how much is in use after a collection.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// arg is an argument on the wire.
func arg(kind uint16, name, data string) string {
	b, err := rpch.AppendValue(nil, rpch.Value{Kind: kind, Name: []byte(name), Data: []byte(data)})
	if err != nil {
		panic(err)
	}
	return string(b)
}

const two = "\x02\x00\x00\x00"

var add12 = "T Add 2 0\r\n" + arg(0, "int32", two) + arg(0, "int32", two)

func settles(t *testing.T, before int) {
	t.Helper()
	for range 500 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<20)
	t.Errorf("%d goroutines left:\n%s", runtime.NumGoroutine()-before, buf[:runtime.Stack(buf, true)])
}

// inTime runs f for every client at once.
func inTime(t *testing.T, n int, f func(i int)) {
	t.Helper()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it hangs")
	}
}
