package frame_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// pair is Add's params and its result: packed, it is the page's example.
type pair struct{ a, b int32 }

func (p *pair) AppendPacked(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(p.a)), uint32(p.b)), nil
}

func (p *pair) ReadPacked(b []byte) error {
	if len(b) != 8 {
		return frame.ErrLength
	}
	p.a, p.b = int32(binary.BigEndian.Uint32(b)), int32(binary.BigEndian.Uint32(b[4:]))
	return nil
}

func (p *pair) AppendBlock(b []byte) ([]byte, error) {
	return p.AppendPacked(append(b, 0, 0, 0, 10, 0, 8))
}

func (p *pair) ReadBlock(b []byte) error {
	if len(b) < 6 {
		return frame.ErrCut
	}
	return p.ReadPacked(b[6:])
}

type number struct{ n int32 }

func (n *number) AppendPacked(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint32(b, uint32(n.n)), nil
}

func (n *number) ReadPacked(b []byte) error {
	if len(b) != 4 {
		return frame.ErrLength
	}
	n.n = int32(binary.BigEndian.Uint32(b))
	return nil
}

func (n *number) AppendBlock(b []byte) ([]byte, error) {
	return n.AppendPacked(append(b, 0, 0, 0, 6, 0, 4))
}

func (n *number) ReadBlock(b []byte) error {
	if len(b) < 6 {
		return frame.ErrCut
	}
	return n.ReadPacked(b[6:])
}

func newNumber() any { return new(number) }

// math is a service with a method of each shape that matters here.
func math() *wire.Service {
	methods := []*wire.Method{
		{Name: "Add", ID: 1, Invoke: func(ctx context.Context, _ any, c *wire.Call) error {
			p := c.Args.(*pair)
			if p.a == -1 { // until its context ends
				<-ctx.Done()
				return ctx.Err()
			}
			c.Result = &number{p.a + p.b}
			return nil
		}},
		{Name: "Sum", ID: 2, In: wire.TypedStream, Invoke: func(_ context.Context, _ any, c *wire.Call) error {
			sum, n := &number{}, &number{}
			for {
				switch err := c.Stream.Recv(n); err {
				case nil:
					sum.n += n.n
				case io.EOF:
					c.Result = sum
					return nil
				default:
					return err
				}
			}
		}},
		{Name: "Upload", ID: 3, In: wire.RawIn, Invoke: func(ctx context.Context, _ any, c *wire.Call) error {
			if c.Args.(*pair).a == -1 {
				<-ctx.Done() // never reads
				return ctx.Err()
			}
			n, err := io.Copy(io.Discard, c.Stream)
			c.Result = &number{int32(n)}
			return err
		}},
		{Name: "Tell", ID: 4, Oneway: true, Invoke: func(_ context.Context, _ any, c *wire.Call) error {
			c.Result = &number{}
			return nil
		}},
	}
	for _, m := range methods {
		m.Service, m.NewArgs, m.NewResult, m.NewIn = "demo.Math", func() any { return new(pair) }, newNumber, newNumber
	}
	return &wire.Service{Name: "demo.Math", Methods: methods}
}

func serveMath(t testing.TB, p *wire.Protocol, opts ...wire.Option) (string, *wire.Server) {
	t.Helper()
	server := wire.NewServer(append(opts, wire.WithProtocols(p))...)
	if err := server.Register(math(), nil); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String(), server
}

// peer speaks frames without a session of ours.
type peer struct {
	*testing.T
	conn net.Conn
	buf  []byte
}

func connect(t *testing.T, opts ...wire.Option) *peer {
	t.Helper()
	addr, _ := serveMath(t, frame.Protocol(), opts...)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	return &peer{T: t, conn: conn}
}

func (p *peer) send(f frame.Frame) {
	p.Helper()
	if f.Version == 0 {
		f.Version = 2
	}
	b, err := frame.Append(nil, f)
	if err != nil {
		p.Fatal(err)
	}
	p.conn.Write(b)
}

func (p *peer) read() (frame.Frame, error) {
	chunk := make([]byte, 4096)
	for {
		f, rest, ok, err := frame.Parse(p.buf, frame.MaxRest)
		if err != nil {
			return f, err
		}
		if ok {
			p.buf = rest
			return f, nil
		}
		n, err := p.conn.Read(chunk)
		p.buf = append(p.buf[:len(p.buf):len(p.buf)], chunk[:n]...)
		if n == 0 && err != nil {
			return f, err
		}
	}
}

// want reads the answer to a request and checks its status.
func (p *peer) want(id uint64, status wire.Code, text string) frame.Frame {
	p.Helper()
	for {
		f, err := p.read()
		if err != nil {
			p.Fatalf("instead of the answer to %d: %v", id, err)
		}
		if f.Kind == frame.KindWindow || f.Kind == frame.KindPong {
			continue
		}
		said, _, _ := frame.FindExtension(f.Extensions, frame.ExtErrorText)
		if f.Kind != frame.KindResponse || f.ID != id || f.Status != uint16(status) || !strings.Contains(string(said), text) {
			p.Errorf("kind %d, id %d, status %d %q; want the answer to %d, status %d %q", f.Kind, f.ID, f.Status, said, id, status, text)
		}
		return f
	}
}

// works makes a call that must go well.
func (p *peer) works() {
	p.Helper()
	payload, _ := (&pair{3, 4}).AppendBlock(nil)
	p.send(frame.Frame{Header: frame.Header{ID: 999_999, Method: 1}, Payload: payload})
	if f := p.want(999_999, wire.OK, ""); !bytes.Equal(f.Payload, []byte{0, 0, 0, 6, 0, 4, 0, 0, 0, 7}) {
		p.Errorf("payload %x", f.Payload)
	}
}

func (p *peer) request(id uint64, method uint32, flags frame.Flags, ext []byte, args *pair) {
	p.Helper()
	payload, _ := args.AppendBlock(nil)
	p.send(frame.Frame{Header: frame.Header{ID: id, Method: method, Flags: flags}, Extensions: ext, Payload: payload})
}

// data sends an item, or bytes.
func (p *peer) data(id uint64, method uint32, flags frame.Flags, payload []byte) {
	p.Helper()
	p.send(frame.Frame{Header: frame.Header{ID: id, Method: method, Kind: frame.KindData, Flags: flags}, Payload: payload})
}

func TestExamples(t *testing.T) {
	p := connect(t)
	for request, reply := range map[string]string{
		"deadbeef0000000000000001000000010000000800000003" + "00000004": "deadbeef000000000000000100000001" + "00000004" + "00000007",
		// Extension 5 says packed, and a checksum answers a checksum.
		"deadbeef0000000000000000ffffffff00000008deadbef200020002": "deadbeef0000000000000000ffffffff0000000edeadbef2000204000000" + "00000400",
	} {
		b, err := hex.DecodeString(request)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := hex.DecodeString(reply)
		p.conn.Write(b)
		got := make([]byte, len(want))
		if n, err := io.ReadFull(p.conn, got); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s\ngot  %x (%v)\nwant %s", request, got[:n], err, reply)
		}
	}
	ext := frame.AppendExtension16(frame.AppendExtension32(nil, frame.ExtTimeout, 500), frame.ExtCodec, frame.CodecPacked)
	p.send(frame.Frame{Header: frame.Header{ID: 1, Method: 1, Flags: frame.FlagChecksum}, Extensions: ext, Payload: []byte{0, 0, 0, 3, 0, 0, 0, 4}})
	f := p.want(1, wire.OK, "")
	codec, ok, _ := frame.FindExtension(f.Extensions, frame.ExtCodec)
	if !ok || !bytes.Equal(codec, []byte{0, 0}) || !bytes.Equal(f.Payload, []byte{0, 0, 0, 7}) || f.Flags != frame.FlagChecksum {
		t.Errorf("%+v", f)
	}
	p.request(2, 99, frame.FlagChecksum, nil, &pair{})
	b, _ := frame.Append(nil, p.want(2, wire.Unimplemented, "no method 99"))
	if want := "deadbef200000000000000020000006300000020" + "02010004000c000423061a5a0002000c6e6f206d6574686f6420393940ce16a9"; hex.EncodeToString(b) != want {
		t.Errorf("%x\nwant %s", b, want)
	}
	p.works()
}

// TestRefusals: frames that are wrong are answered, and the connection stays.
func TestRefusals(t *testing.T) {
	p := connect(t)
	mustFlag := frame.AppendExtension(nil, 99|frame.ExtMust, nil)
	id := uint64(0)
	next := func() uint64 { id++; return id }
	for _, c := range []struct {
		name string
		f    frame.Frame
		code wire.Code
		text string
	}{
		{"unknown flag that must be understood", frame.Frame{Header: frame.Header{ID: next(), Method: 1, Flags: 0x8000}}, wire.Unimplemented, "flags 8000"},
		{"unknown extension that must be", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: mustFlag}, wire.Unimplemented, "extension 99"},
		{"extensions cut", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: []byte{0, 2, 0, 9}}, wire.InvalidArgument, "extensions damaged"},
		{"a timeout of two bytes", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: frame.AppendExtension16(nil, frame.ExtTimeout, 5)}, wire.InvalidArgument, "extension 1 has 2 bytes"},
		{"metadata cut", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: frame.AppendExtension(nil, frame.ExtMetadata, []byte{0, 9, 'x'})}, wire.InvalidArgument, "extension 11"},
		{"unknown codec", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: frame.AppendExtension16(nil, frame.ExtCodec, 77)}, wire.Unimplemented, "no codec 77"},
		{"unknown compression", frame.Frame{Header: frame.Header{ID: next(), Method: 1, Flags: frame.FlagCompressed}, Extensions: frame.AppendExtension16(nil, frame.ExtCompression, 9)}, wire.Unimplemented, "no compression 9"},
		{"unreadable args", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Payload: []byte{1}}, wire.InvalidArgument, ""},
		{"request id 0", frame.Frame{Header: frame.Header{Method: 1}}, wire.InvalidArgument, "id 0"},
		{"unknown kind", frame.Frame{Header: frame.Header{ID: next(), Method: 1, Kind: 99}}, wire.Unimplemented, "kind 99"},
		{"a stream that the method doesn't take", frame.Frame{Header: frame.Header{ID: next(), Method: 1, Flags: frame.FlagMore}}, wire.InvalidArgument, "takes no stream"},
		{"describe without a description", frame.Frame{Header: frame.Header{ID: next(), Method: 0xFFFFFFFE}}, wire.Unimplemented, "describe"},
		{"unknown low flags are ignored", frame.Frame{Header: frame.Header{ID: next(), Method: 1, Flags: 0x00F0}, Payload: []byte{0, 0, 0, 10, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0}}, wire.OK, ""},
		{"unknown extension that may be skipped", frame.Frame{Header: frame.Header{ID: next(), Method: 1}, Extensions: frame.AppendExtension(nil, 99, []byte("x")), Payload: []byte{0, 0, 0, 10, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0}}, wire.OK, ""},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			p.T = t
			p.send(c.f)
			p.want(c.f.ID, c.code, c.text)
			p.works()
		})
	}
}

func TestChecksumAndSize(t *testing.T) {
	p := connect(t, wire.WithLimits(wire.Limits{Message: 1000}))
	payload, _ := (&pair{}).AppendBlock(nil)
	b, _ := frame.Append(nil, frame.Frame{Header: frame.Header{Version: 2, ID: 1, Method: 1, Flags: frame.FlagChecksum}, Payload: payload})
	b[len(b)-1] ^= 1
	p.conn.Write(b)
	p.want(1, wire.DataLoss, "checksum")
	p.works()
	p.send(frame.Frame{Header: frame.Header{ID: 2, Method: 1}, Payload: make([]byte, 100_000)})
	p.want(2, wire.ResourceExhausted, "over the limit")
	p.works()
	for i := range 3 {
		flags := frame.FlagFragment
		kind := frame.KindData
		if i == 0 {
			kind = frame.KindRequest
		}
		p.send(frame.Frame{Header: frame.Header{ID: 3, Method: 1, Kind: kind, Flags: flags}, Payload: make([]byte, 400)})
	}
	p.want(3, wire.ResourceExhausted, "in fragments")
	p.works()
}

// TestBrokenHeader: where the next frame begins is unknown; the reason is given
// and the connection closed.
func TestBrokenHeader(t *testing.T) {
	good, _ := frame.Append(nil, frame.Frame{Header: frame.Header{Version: 2, ID: 1, Method: 1}})
	for i := range good {
		p := connect(t)
		b := bytes.Clone(good)
		b[i] ^= 0x10
		p.conn.Write(b)
		p.conn.(*net.TCPConn).CloseWrite()
		for {
			f, err := p.read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("byte %d: %v", i, err)
				}
				break
			}
			if f.Kind != frame.KindGoaway {
				t.Errorf("byte %d: answered by kind %d, status %d", i, f.Kind, f.Status)
			}
		}
	}
}

func TestIDs(t *testing.T) {
	p := connect(t)
	// What names no call is passed over.
	p.data(50, 1, 0, []byte("late"))
	p.send(frame.Frame{Header: frame.Header{ID: 51, Method: 1, Kind: frame.KindCancel}})
	p.send(frame.Frame{Header: frame.Header{ID: 52, Method: 1, Kind: frame.KindWindow}, Payload: []byte{0, 0, 0, 1}})
	p.send(frame.Frame{Header: frame.Header{ID: 0, Method: 0xFFFFFFFF, Kind: frame.KindPong}})
	p.works()
	// A second request of an id ends the first.
	p.request(60, 1, 0, nil, &pair{a: -1})
	p.request(60, 1, 0, nil, &pair{})
	p.want(60, wire.InvalidArgument, "in use")
	p.works()
	// Stream data for a unary call.
	p.request(61, 1, 0, nil, &pair{a: -1})
	p.data(61, 1, 0, []byte("x"))
	p.want(61, wire.InvalidArgument, "takes no stream")
	p.works()
	// Cancel, and an answer all the same: the id is free again.
	p.request(62, 1, 0, nil, &pair{a: -1})
	p.send(frame.Frame{Header: frame.Header{ID: 62, Method: 1, Kind: frame.KindCancel}})
	p.want(62, wire.Canceled, "")
	// A deadline of the request.
	p.request(63, 1, 0, frame.AppendExtension32(nil, frame.ExtTimeout, 30), &pair{a: -1})
	p.want(63, wire.DeadlineExceeded, "")
	// Ping.
	p.send(frame.Frame{Header: frame.Header{ID: 64, Method: 0xFFFFFFFF, Kind: frame.KindPing}})
	if f, err := p.read(); err != nil || f.Kind != frame.KindPong || f.ID != 64 || f.Method != 0xFFFFFFFF {
		t.Errorf("pong: %+v %v", f, err)
	}
	// One-way: never answered; as a request always.
	p.send(frame.Frame{Header: frame.Header{ID: 65, Method: 4, Kind: frame.KindOneway}, Payload: []byte{0, 0, 0, 10, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0}})
	p.send(frame.Frame{Header: frame.Header{ID: 66, Method: 99, Kind: frame.KindOneway}})
	p.request(67, 4, 0, nil, &pair{})
	p.want(67, wire.OK, "")
	p.works()
	// A response from a client makes no sense.
	p.send(frame.Frame{Header: frame.Header{ID: 68, Method: 1, Kind: frame.KindResponse}})
	if f, err := p.read(); err != nil || f.Kind != frame.KindGoaway {
		t.Errorf("%+v %v", f, err)
	}
}

func TestStreamFrames(t *testing.T) {
	p := connect(t)
	item := func(n int32) []byte { b, _ := (&number{n}).AppendBlock(nil); return b }
	p.request(1, 2, frame.FlagMore, nil, &pair{})
	p.data(1, 2, frame.FlagMore, item(5))
	p.data(1, 2, frame.FlagMore|frame.FlagFragment, item(6)[:3])
	p.works() // others between the fragments
	p.data(1, 2, frame.FlagMore|frame.FlagFragment, item(6)[3:4])
	p.data(1, 2, frame.FlagMore, item(6)[4:])
	p.data(1, 2, 0, nil)
	if f := p.want(1, wire.OK, ""); !bytes.Equal(f.Payload, item(11)) {
		t.Errorf("%x", f.Payload)
	}
	p.request(2, 2, 0, nil, &pair{}) // nothing follows
	if f := p.want(2, wire.OK, ""); !bytes.Equal(f.Payload, item(0)) {
		t.Errorf("%x", f.Payload)
	}
	p.request(3, 2, frame.FlagMore, nil, &pair{})
	p.data(3, 2, 0, item(7)) // the last item ends the half as well
	if f := p.want(3, wire.OK, ""); !bytes.Equal(f.Payload, item(7)) {
		t.Errorf("%x", f.Payload)
	}
	p.request(4, 2, frame.FlagMore, nil, &pair{})
	p.data(4, 2, frame.FlagMore, []byte("no item"))
	p.want(4, wire.InvalidArgument, "")
	p.works()
	// The window is 256 KiB and may be overdrawn by one fragment.
	p.request(5, 3, frame.FlagMore, nil, &pair{a: -1})
	for range 4 {
		p.data(5, 3, frame.FlagMore, make([]byte, 64<<10))
	}
	p.data(5, 3, frame.FlagMore, make([]byte, 1))
	p.want(5, wire.ResourceExhausted, "window")
	p.works()
	p.request(6, 3, frame.FlagMore, nil, &pair{a: -1})
	p.send(frame.Frame{Header: frame.Header{ID: 6, Method: 3, Kind: frame.KindWindow}, Payload: []byte{0xff, 0xff, 0xff, 0xff}})
	p.want(6, wire.InvalidArgument, "window")
	p.request(7, 3, frame.FlagMore, nil, &pair{a: -1})
	p.send(frame.Frame{Header: frame.Header{ID: 7, Method: 3, Kind: frame.KindWindow}, Payload: []byte{1}})
	p.want(7, wire.InvalidArgument, "window")
	p.works()
}

// TestWindowGrows: a reader that reads grants more.
func TestWindowGrows(t *testing.T) {
	p := connect(t)
	p.request(1, 3, frame.FlagMore, nil, &pair{})
	credit, sent := 256<<10, 0
	for sent < 2<<20 {
		for credit <= 0 {
			f, err := p.read()
			if err != nil || f.Kind != frame.KindWindow || f.ID != 1 || len(f.Payload) != 4 {
				t.Fatalf("after %d bytes: %+v %v", sent, f, err)
			}
			credit += int(binary.BigEndian.Uint32(f.Payload))
		}
		p.data(1, 3, frame.FlagMore, make([]byte, 50_000))
		sent, credit = sent+50_000, credit-50_000
	}
	p.data(1, 3, 0, nil)
	if f := p.want(1, wire.OK, ""); int(binary.BigEndian.Uint32(f.Payload[6:])) != sent {
		t.Errorf("%x bytes came, %x were sent", f.Payload, sent)
	}
}

func TestDescribe(t *testing.T) {
	p := connect(t, wire.WithDescribe(func(context.Context) ([]byte, error) { return []byte("{}"), nil }))
	p.send(frame.Frame{Header: frame.Header{ID: 1, Method: 0xFFFFFFFE}})
	if f := p.want(1, wire.OK, ""); string(f.Payload) != "{}" {
		t.Errorf("%q", f.Payload)
	}
}

func TestBothVersionsOnOneConnection(t *testing.T) {
	p := connect(t)
	for range 3 {
		p.works()
		p.send(frame.Frame{Header: frame.Header{Version: 1, ID: 5, Method: 1}, Payload: []byte{0, 0, 0, 3, 0, 0, 0, 4}})
		if f, err := p.read(); err != nil || f.Version != 1 || f.ID != 5 || f.Method != 1 || !bytes.Equal(f.Payload, []byte{0, 0, 0, 7}) {
			t.Errorf("%+v %v", f, err)
		}
		for _, bad := range []frame.Frame{{Header: frame.Header{ID: 6, Method: 99}}, {Header: frame.Header{ID: 6, Method: 1}, Payload: []byte{1}}, {Header: frame.Header{ID: 6, Method: 2}}} {
			bad.Version = 1
			p.send(bad)
			if f, err := p.read(); err != nil || f.Version != 1 || f.ID != 6 || len(f.Payload) != 0 {
				t.Errorf("%+v: %+v %v", bad, f, err)
			}
		}
	}
}
