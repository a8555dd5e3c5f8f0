package compiled

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"strings"

	everything "github.com/rpcctl/rpcctl/testdata/golden/everything/demo/everything"
	"github.com/rpcctl/rpcctl/wire"
)

// all implements the service that every wire carries.
type all struct{ everything.UnimplementedAll }

func (all) Echo(_ context.Context, number int32, text string, s *everything.Scalars) (*everything.Scalars, error) {
	if number == -1 {
		return nil, nil
	}
	s.I32, s.Text = number, text
	return s, nil
}

func (all) Sum(_ context.Context, a, b int64) (int64, error) { return a + b, nil }

// rich implements what frame alone carries.
type rich struct {
	everything.UnimplementedRich
	told chan string
}

func (rich) Everything(_ context.Context, o *everything.Optionals, l *everything.Lists, f *everything.Fixed, s *everything.Sets,
	m *everything.Maps, out *everything.Outer, c *everything.Choice, r *everything.Retired, d *everything.Defaults, t *everything.Tree,
) (*everything.Choice, error) {
	c.After = fmt.Sprint(o.GetNumber(), len(l.Rows), f.Matrix[1][0], s.Texts, m.Nested["a"][1], out.Inner.URL, r.E, d.Big, t.Kids[1].Value)
	return c, nil
}

func (rich) Composite(_ context.Context, list []string, set []int32, m map[string]*everything.Tree, maybe *int32, color everything.Color, flag bool, data []byte) (map[string][]int32, error) {
	return map[string][]int32{strings.Join(list, "+"): set, string(data): {m["x"].Value, *maybe, int32(color)}, fmt.Sprint(flag): nil}, nil
}

func (rich) Maybe(_ context.Context, there bool) (*string, error) {
	if !there {
		return nil, nil
	}
	return new(string), nil
}

func (rich) Fail(_ context.Context, code uint32) error { return fail(code) }

func fail(code uint32) error {
	switch code {
	case everything.TooManyCode:
		return fmt.Errorf("wrapped: %w", &everything.TooMany{Limit: 7, What: "é", Color: everything.ColorRed})
	case everything.GoneCode:
		return &everything.Gone{}
	}
	return errors.New("an error that nobody declared")
}

func (r rich) Tell(_ context.Context, text string) error { r.told <- text; return nil }

func (rich) Count(_ context.Context, to int32) iter.Seq2[int32, error] {
	return func(yield func(int32, error) bool) {
		for i := range to {
			if !yield(i, nil) {
				return
			}
		}
		if to == 3 {
			yield(0, &wire.Status{Code: wire.Aborted, Message: "three"})
		}
	}
}

func (rich) Trees(_ context.Context, depth int32) iter.Seq2[*everything.Tree, error] {
	return func(yield func(*everything.Tree, error) bool) {
		t := &everything.Tree{}
		for i := range depth {
			if t = (&everything.Tree{Value: i, Next: t}); !yield(t, nil) {
				return
			}
		}
	}
}

func (rich) Total(_ context.Context, numbers iter.Seq2[int64, error], start int64) (int64, error) {
	for n, err := range numbers {
		if err != nil {
			return 0, err
		}
		start += n
	}
	return start, nil
}

func (rich) Collect(_ context.Context, trees iter.Seq2[*everything.Tree, error]) (*everything.Tree, error) {
	top := &everything.Tree{}
	for t, err := range trees {
		if err != nil {
			return nil, err
		}
		if top.Kids = append(top.Kids, t); len(top.Kids) > 3 {
			return nil, &everything.TooMany{Limit: 3}
		}
	}
	return top, nil
}

func (rich) Chat(_ context.Context, says iter.Seq2[string, error], name string) iter.Seq2[*everything.Choice, error] {
	return func(yield func(*everything.Choice, error) bool) {
		for s, err := range says {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&everything.Choice{Body: &everything.Choice_Body_Text{Text: name + ": " + s}}, nil) {
				return
			}
		}
	}
}

func (rich) Batches(_ context.Context, colors iter.Seq2[everything.Color, error]) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for c, err := range colors {
			if !yield([]string{c.String()}, err) {
				return
			}
		}
	}
}

// raw implements the byte streams.
type raw struct {
	everything.UnimplementedRaw
	told    chan string
	written chan string
}

func (raw) Upload(_ context.Context, name string, body io.Reader) (uint64, error) {
	b, err := io.ReadAll(body)
	return uint64(len(name) + len(b)), err
}

func (raw) Download(_ context.Context, body io.Writer, size int32) (*everything.Outer, error) {
	_, err := body.Write(bytes.Repeat([]byte("d"), int(size)))
	return &everything.Outer{Inner: &everything.Outer_Inner{UserId: int64(size)}}, err
}

func (raw) Both(_ context.Context, body io.ReadWriter) error {
	b, err := io.ReadAll(body)
	if err == nil {
		_, err = body.Write(bytes.ToUpper(b))
	}
	return err
}

func (raw) Read(_ context.Context, size int32) (io.ReadCloser, error) {
	if size < 0 {
		return nil, errors.New("negative")
	}
	return io.NopCloser(strings.NewReader(strings.Repeat("r", int(size)))), nil
}

func (r raw) Write(_ context.Context, name string) (io.WriteCloser, error) {
	return &sink{to: r.written, Buffer: *bytes.NewBufferString(name)}, nil
}

func (raw) Talk(context.Context) (io.ReadWriteCloser, error) {
	here, there := net.Pipe()
	go func() {
		b := make([]byte, 5)
		_, _ = io.ReadFull(there, b)
		_, _ = there.Write(bytes.ToUpper(b))
		_ = there.Close()
	}()
	return here, nil
}

func (raw) Fail(_ context.Context, text string) error {
	if text == "many" {
		return fail(everything.TooManyCode)
	}
	return fail(0)
}

func (r raw) Tell(_ context.Context, text string) error { r.told <- text; return nil }

// sink hands on what was written when it is closed.
type sink struct {
	bytes.Buffer
	to chan string
}

func (s *sink) Close() error { s.to <- s.String(); return nil }
