package compiled

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	everything "github.com/rpcctl/rpcctl/testdata/golden/everything/demo/everything"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// serve starts a server of all three services on loopback and returns its address.
func serve(t *testing.T, told, written chan string) string {
	t.Helper()
	s := wire.NewServer(wire.WithProtocols(frame.Protocol(), rpch.Protocol()))
	err := errors.Join(everything.RegisterAll(s, all{}), everything.RegisterRich(s, rich{told: told}),
		everything.RegisterRaw(s, raw{told: told, written: written}))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return l.Addr().String()
}

func dial(t *testing.T, addr string, p *wire.Protocol) (context.Context, *wire.ClientConn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	c, err := wire.Dial(ctx, "tcp", addr, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return ctx, c
}

func protocols() map[string]*wire.Protocol {
	return map[string]*wire.Protocol{
		"frame": frame.Protocol(), "packed": frame.Protocol(frame.WithCodec(frame.CodecPacked)), "frame-v1": frame.ProtocolV1(), "rpch": rpch.Protocol(),
	}
}

// equal fails t unless got is want.
func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAll(t *testing.T) {
	addr := serve(t, nil, nil)
	for name, p := range protocols() {
		t.Run(name, func(t *testing.T) {
			ctx, conn := dial(t, addr, p)
			c := everything.NewAllClient(conn)
			in := &everything.Scalars{Flag: true, I8: -8, U64: 1<<64 - 1, F32: 0.1, F64: -2.5, Data: []byte{0, 255}, Color: everything.ColorDarkRed, Level: everything.LevelHigh, Inner: &everything.Empty{}}
			out, err := c.Echo(ctx, 5, "é", in)
			if err != nil {
				t.Fatal(err)
			}
			want := *in
			want.I32, want.Text = 5, "é"
			equal(t, out, &want)
			sum, err := c.Sum(ctx, 1<<62, -5)
			equal(t, []any{sum, err}, []any{int64(1<<62 - 5), error(nil)})
			if _, err := c.Type(ctx, 1, 2, 3, "x"); err == nil || name != "frame-v1" && !strings.Contains(err.Error(), "not implemented") {
				t.Errorf("unimplemented: %v", err)
			}
			if _, err := c.Echo(ctx, -1, "", nil); err == nil {
				t.Error("no result, and no error either")
			}
			if _, err := c.Echo(ctx, 1, "\xff", in); err == nil {
				t.Error("text that is not UTF-8 was sent")
			}
		})
	}
}

func TestRich(t *testing.T) {
	told := make(chan string, 1)
	ctx, conn := dial(t, serve(t, told, nil), frame.Protocol())
	c := everything.NewRichClient(conn)
	three := int32(3)
	choice, err := c.Everything(ctx, &everything.Optionals{}, &everything.Lists{Rows: [][]int32{{1}, nil}},
		&everything.Fixed{Matrix: [2][2]float64{{}, {2.5, 0}}}, &everything.Sets{Texts: []string{"b", "a"}},
		&everything.Maps{Nested: map[string]map[int8][]byte{"a": {1: []byte("z")}}}, &everything.Outer{Inner: &everything.Outer_Inner{URL: "u"}},
		&everything.Choice{Before: 1, Body: &everything.Choice_Body_Color{Color: everything.LevelLow}}, &everything.Retired{E: "e"},
		everything.NewDefaults(), &everything.Tree{Kids: []*everything.Tree{nil, {Value: 9}}})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, choice, &everything.Choice{Before: 1, Body: &everything.Choice_Body_Color{Color: everything.LevelLow}, After: "7 2 2.5 [a b] [122]ue18446744073709551615 9"})
	got, err := c.Composite(ctx, []string{"a", "b"}, []int32{5, -1}, map[string]*everything.Tree{"x": {Value: 4}}, &three, everything.ColorBlue, true, []byte("d"))
	equal(t, []any{got, err}, []any{map[string][]int32{"a+b": {5, -1}, "d": {4, 3, 2}, "true": nil}, error(nil)})
	for _, there := range []bool{true, false} {
		s, err := c.Maybe(ctx, there)
		if err != nil || (s != nil) != there {
			t.Errorf("maybe: %v %v", s, err)
		}
	}
	declared(t, c.Fail(ctx, everything.TooManyCode))
	var gone *everything.Gone
	if err := c.Fail(ctx, everything.GoneCode); !errors.As(err, &gone) {
		t.Errorf("declared error: %v", err)
	}
	if err := c.Tell(ctx, "told"); err != nil || <-told != "told" {
		t.Errorf("oneway: %v", err)
	}
}

func declared(t *testing.T, err error) {
	t.Helper()
	var many *everything.TooMany
	if !errors.As(err, &many) {
		t.Fatalf("declared error: %v", err)
	}
	equal(t, many, &everything.TooMany{Limit: 7, What: "é", Color: everything.ColorRed})
	equal(t, many.Error(), `TooMany: limit 7, what "é", color RED`)
}

// collect takes what a sequence has, and its error.
func collect[T any](s iter.Seq2[T, error]) (all []T, err error) {
	for v, e := range s {
		if e != nil {
			return all, e
		}
		all = append(all, v)
	}
	return all, nil
}

// sequence yields its values, then the error where there is one.
func sequence[T any](err error, values ...T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range values {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

func TestTypedStreams(t *testing.T) {
	ctx, conn := dial(t, serve(t, nil, nil), frame.Protocol())
	c := everything.NewRichClient(conn)
	counted, err := collect(c.Count(ctx, 4))
	equal(t, []any{counted, err}, []any{[]int32{0, 1, 2, 3}, error(nil)})
	counted, err = collect(c.Count(ctx, 3))
	if len(counted) != 3 || wire.CodeOf(err) != wire.Aborted {
		t.Errorf("three items, then an error: %v %v", counted, err)
	}
	for n := range c.Count(ctx, 1<<30) { // left early: the call is cancelled
		if n == 100 {
			break
		}
	}
	trees, err := collect(c.Trees(ctx, 3))
	if err != nil || len(trees) != 3 || trees[2].Next.Next.Value != 0 || trees[2].Value != 2 {
		t.Errorf("trees: %v %v", trees, err)
	}
	if _, err := collect(c.Trees(ctx, 200)); err == nil {
		t.Error("items nested too deep came")
	}
	total, err := c.Total(ctx, sequence[int64](nil, 1, 2, 3), 10)
	equal(t, []any{total, err}, []any{int64(16), error(nil)})
	mine := errors.New("mine")
	if _, err := c.Total(ctx, sequence[int64](mine, 1), 10); !errors.Is(err, mine) {
		t.Errorf("error of the sequence: %v", err)
	}
	if total, err := c.Total(ctx, nil, 10); total != 10 || err != nil {
		t.Errorf("no sequence: %v %v", total, err)
	}
	tree := &everything.Tree{Value: 1}
	top, err := c.Collect(ctx, sequence(nil, tree, tree))
	equal(t, []any{top, err}, []any{&everything.Tree{Kids: []*everything.Tree{tree, tree}}, error(nil)})
	var many *everything.TooMany
	if _, err := c.Collect(ctx, sequence(nil, tree, tree, tree, tree, tree)); !errors.As(err, &many) {
		t.Errorf("declared error of a stream: %v", err)
	}
	said, err := collect(c.Chat(ctx, sequence(nil, "a", "b"), "me"))
	if err != nil || len(said) != 2 || said[1].GetText() != "me: b" {
		t.Errorf("chat: %v %v", said, err)
	}
	batches, err := collect(c.Batches(ctx, sequence(nil, everything.ColorRed, everything.ColorDarkRed)))
	equal(t, []any{batches, err}, []any{[][]string{{"RED"}, {"DARK_RED"}}, error(nil)})
	if _, err := collect(c.Chat(ctx, sequence(mine, "a"), "me")); !errors.Is(err, mine) {
		t.Errorf("error of a chat's sequence: %v", err)
	}
}

func TestRawStreams(t *testing.T) {
	told, written := make(chan string, 1), make(chan string, 1)
	addr := serve(t, told, written)
	for _, p := range []*wire.Protocol{frame.Protocol(), rpch.Protocol()} {
		t.Run(p.Info.Name, func(t *testing.T) {
			ctx, conn := dial(t, addr, p)
			c := everything.NewRawClient(conn)
			const size = 300_000
			n, err := c.Upload(ctx, "abc", strings.NewReader(strings.Repeat("u", size)))
			equal(t, []any{n, err}, []any{uint64(size + 3), error(nil)})
			var down bytes.Buffer
			outer, err := c.Download(ctx, &down, size)
			if err != nil || outer.Inner.UserId != size || down.Len() != size {
				t.Errorf("download: %v %v %d", outer, err, down.Len())
			}
			both := &pair{Reader: strings.NewReader("both")}
			if err := c.Both(ctx, both); err != nil || both.String() != "BOTH" {
				t.Errorf("both: %v %q", err, both.String())
			}
			r, err := c.Read(ctx, size)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(r)
			if err = errors.Join(err, r.Close(), r.Close()); err != nil || len(b) != size {
				t.Errorf("read: %d %v", len(b), err)
			}
			if r, err := c.Read(ctx, -1); err == nil {
				_, err = io.ReadAll(r)
				if err = errors.Join(err, r.Close()); err == nil || !strings.Contains(err.Error(), "negative") {
					t.Errorf("a stream that fails at once: %v", err)
				}
			}
			w, err := c.Write(ctx, "name:")
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.WriteString(w, "text")
			if err = errors.Join(err, w.Close()); err != nil || <-written != "name:text" {
				t.Errorf("write: %v", err)
			}
			talk, err := c.Talk(ctx)
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.WriteString(talk, "hello")
			b, readErr := io.ReadAll(talk)
			if err = errors.Join(err, readErr, talk.Close()); err != nil || string(b) != "HELLO" {
				t.Errorf("talk: %q %v", b, err)
			}
			declared(t, c.Fail(ctx, "many"))
			if err := c.Fail(ctx, ""); err == nil || !strings.Contains(err.Error(), "nobody declared") {
				t.Errorf("undeclared error: %v", err)
			}
			if err := c.Tell(ctx, "told"); err != nil || <-told != "told" {
				t.Errorf("oneway: %v", err)
			}
			broken := errors.New("broken")
			if _, err := c.Upload(ctx, "", io.MultiReader(strings.NewReader("x"), failing{broken})); !errors.Is(err, broken) {
				t.Errorf("error of the reader: %v", err)
			}
		})
	}
}

// pair is what a client hands to a stream param.
type pair struct {
	io.Reader
	bytes.Buffer
}

func (p *pair) Read(b []byte) (int, error) { return p.Reader.Read(b) }

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestLeftEarly holds raw results to ending their call when they are closed.
func TestLeftEarly(t *testing.T) {
	ctx, conn := dial(t, serve(t, nil, make(chan string, 1)), frame.Protocol())
	c := everything.NewRawClient(conn)
	r, err := c.Read(ctx, 1<<28)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("closing early: %v", err)
	}
	if n, err := r.Read(make([]byte, 1)); err == nil {
		t.Errorf("%d bytes of a closed stream", n)
	}
	if _, err := c.Upload(ctx, "still there", strings.NewReader("")); err != nil {
		t.Errorf("the connection went with the stream: %v", err)
	}
}

// answering is a connection that answers at once.
type answering struct{}

func (answering) Invoke(_ context.Context, c *wire.Call) error {
	return c.Method.Invoke(context.Background(), all{}, c)
}

// TestCallAllocations holds the generated part of a call to allocating nothing,
// at the client and at the server.
func TestCallAllocations(t *testing.T) {
	c, ctx := everything.NewAllClient(answering{}), context.Background()
	n := testing.AllocsPerRun(1000, func() {
		if sum, err := c.Sum(ctx, 1, 2); sum != 3 || err != nil {
			t.Fatal(sum, err)
		}
	})
	if n != 0 {
		t.Errorf("a call allocates %v times", n)
	}
}
