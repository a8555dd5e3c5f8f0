package wire

import (
	"context"
	"errors"
	"io"
	"iter"
	"sync/atomic"
)

// Receive makes a call whose result is a typed stream. The call is made anew by
// each loop over the sequence, and ends with it; its error is the last pair. I
// is an item as it travels, T what the sequence has.
func Receive[I, T any](ctx context.Context, conn Conn, call Call, get func(*I) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		c := call
		if err := conn.Invoke(ctx, &c); err != nil {
			var none T
			yield(none, err)
			return
		}
		receive(c.Stream, get, yield)
	}
}

// receive yields what arrives at a client and ends the call.
func receive[I, T any](s Stream, get func(*I) T, yield func(T, error) bool) {
	var none T
	for {
		item := new(I)
		err := s.Recv(item)
		if err == io.EOF {
			if err := s.Finish(nil); err != nil {
				yield(none, err)
			}
			return
		}
		if err != nil {
			s.Cancel()
			yield(none, err)
			return
		}
		if !yield(get(item), nil) {
			s.Cancel()
			return
		}
	}
}

// Send makes a call with a typed stream as a param; the result is the call's.
// An error of the sequence cancels the call and is returned.
func Send[I, T any](ctx context.Context, conn Conn, call *Call, in iter.Seq2[T, error], put func(T) *I) error {
	if err := conn.Invoke(ctx, call); err != nil {
		return err
	}
	if err := send(call.Stream, in, put); err != nil {
		return err
	}
	return call.Stream.Finish(call.Result)
}

// send feeds a client's stream. Its error is the sequence's: where sending
// fails, the call's end says why.
func send[I, T any](s Stream, in iter.Seq2[T, error], put func(T) *I) error {
	if in != nil {
		for v, err := range in {
			if err != nil {
				s.Cancel()
				return err
			}
			if s.Send(put(v)) != nil {
				return nil
			}
		}
	}
	_ = s.CloseSend()
	return nil
}

// Exchange makes a call with typed streams both ways. It takes from in while the
// loop over the result goes on; in must end when ctx does, and is taken from
// once, so the result can be looped over once.
func Exchange[I, O, T, U any](ctx context.Context, conn Conn, call Call, in iter.Seq2[T, error], put func(T) *I, get func(*O) U) iter.Seq2[U, error] {
	return func(yield func(U, error) bool) {
		var none U
		c := call
		if err := conn.Invoke(ctx, &c); err != nil {
			yield(none, err)
			return
		}
		failed := make(chan error, 1)
		go func() { failed <- send(c.Stream, in, put) }()
		receive(c.Stream, get, func(v U, err error) bool {
			if err != nil {
				select {
				case of := <-failed:
					if of != nil { // the sequence's error is why the call was cancelled
						err = of
					}
				default:
				}
			}
			return yield(v, err)
		})
	}
}

// Items is what arrives at a server. An error ends it; the loop may be left early.
func Items[I, T any](c *Call, get func(*I) T) iter.Seq2[T, error] {
	s := c.Stream
	return func(yield func(T, error) bool) {
		for {
			item := new(I)
			err := s.Recv(item)
			if err == io.EOF {
				return
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if !yield(get(item), nil) {
				return
			}
		}
	}
}

// Respond sends what a handler's sequence has; its error is the call's.
func Respond[I, T any](c *Call, out iter.Seq2[T, error], put func(T) *I) error {
	if out == nil {
		return NoResult(c)
	}
	for v, err := range out {
		if err != nil {
			return err
		}
		if err := c.Stream.Send(put(v)); err != nil {
			return err
		}
	}
	return nil
}

// Upload makes a call with an istream param: what r has goes to the server. An
// error of r cancels the call and is returned.
func Upload(ctx context.Context, conn Conn, call *Call, r io.Reader) error {
	if err := conn.Invoke(ctx, call); err != nil {
		return err
	}
	if err := feed(call.Stream, r); err != nil {
		return err
	}
	return call.Stream.Finish(call.Result)
}

// feed copies r into a client's stream and says that it is over. Its error is r's.
func feed(s Stream, r io.Reader) error {
	source := &source{r: r}
	if r != nil {
		if _, err := io.Copy(writerOnly{s}, source); err != nil {
			if source.err != nil {
				s.Cancel()
			}
			return source.err
		}
	}
	_ = s.CloseSend()
	return nil
}

// source remembers the error of its reader, so that it isn't taken for one of
// the writer.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// writerOnly hides everything else that a stream or a connection can do.
type writerOnly struct{ io.Writer }

type readerOnly struct{ io.Reader }

// Download makes a call with an ostream param: what the server sends goes to w.
// An error of w cancels the call and is returned.
func Download(ctx context.Context, conn Conn, call *Call, w io.Writer) error {
	if err := conn.Invoke(ctx, call); err != nil {
		return err
	}
	if err := drain(call.Stream, w); err != nil {
		return err
	}
	return call.Stream.Finish(call.Result)
}

// drain copies a client's stream into w. Its error is w's: where the stream
// fails, the call's end says why.
func drain(s Stream, w io.Writer) error {
	from := &source{r: s}
	if _, err := io.Copy(writerOnly{w}, from); err != nil && from.err == nil {
		s.Cancel()
		return err
	}
	return nil
}

// Duplex makes a call with a stream param: what rw has goes to the server and
// what the server sends goes to rw. Reading rw must end when the call does.
func Duplex(ctx context.Context, conn Conn, call *Call, rw io.ReadWriter) error {
	if err := conn.Invoke(ctx, call); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- feed(call.Stream, rw) }()
	if err := drain(call.Stream, rw); err != nil {
		return err
	}
	err := call.Stream.Finish(call.Result)
	if err != nil {
		select {
		case of := <-failed:
			err = errors.Join(of, err)
		default:
		}
	}
	return err
}

// Open makes a call whose result is a raw stream, which must be closed. Close
// before the end of an istream cancels the call; of an ostream or a stream it
// waits until the server is done, and its error is the call's.
func Open(ctx context.Context, conn Conn, call *Call) (*RawResult, error) {
	if err := conn.Invoke(ctx, call); err != nil {
		return nil, err
	}
	return &RawResult{s: call.Stream, shape: call.Method.Out}, nil
}

// RawResult is a raw stream at a client. Reading and writing may go on side by
// side.
type RawResult struct {
	s      Stream
	shape  Shape
	ended  atomic.Bool
	closed atomic.Bool
}

func (r *RawResult) Read(p []byte) (int, error) {
	if r.closed.Load() {
		return 0, io.ErrClosedPipe
	}
	n, err := r.s.Read(p)
	if err != nil {
		r.ended.Store(true)
	}
	return n, err
}

func (r *RawResult) Write(p []byte) (int, error) {
	if r.closed.Load() {
		return 0, io.ErrClosedPipe
	}
	return r.s.Write(p)
}

// CloseWrite says that no more comes; reading goes on.
func (r *RawResult) CloseWrite() error { return r.s.CloseSend() }

// Close ends the call. It may be called twice.
func (r *RawResult) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	if r.shape == RawIn && !r.ended.Load() {
		r.s.Cancel()
		return nil
	}
	if r.shape != RawIn {
		_ = r.s.CloseSend()
	}
	if r.shape == RawStream && !r.ended.Load() {
		_, _ = io.Copy(io.Discard, readerOnly{r.s})
	}
	return r.s.Finish(nil)
}

// RespondReader sends what a handler's istream result has, and closes it.
func RespondReader(c *Call, r io.ReadCloser) error {
	if r == nil {
		return NoResult(c)
	}
	_, err := io.Copy(writerOnly{c.Stream}, r)
	return errors.Join(err, r.Close())
}

// RespondWriter hands what the client sends to a handler's ostream result, and
// closes it.
func RespondWriter(c *Call, w io.WriteCloser) error {
	if w == nil {
		return NoResult(c)
	}
	_, err := io.Copy(w, readerOnly{c.Stream})
	return errors.Join(err, w.Close())
}

// RespondReadWriter does both for a stream result. The call ends when rw has no
// more to say; where rw has a CloseWrite, it is called when the client has ended
// its half.
func RespondReadWriter(c *Call, rw io.ReadWriteCloser) error {
	if rw == nil {
		return NoResult(c)
	}
	s := c.Stream
	go func() { // it ends with the call, if not before
		if _, err := io.Copy(writerOnly{rw}, readerOnly{s}); err != nil {
			return
		}
		if half, ok := rw.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}()
	_, err := io.Copy(writerOnly{s}, readerOnly{rw})
	return errors.Join(err, rw.Close())
}
