package compiled

import (
	"context"
	"encoding/hex"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	legacy "github.com/rpcctl/rpcctl/testdata/golden/legacy/legacy"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

type service struct {
	legacy.UnimplementedT
	legacy.UnimplementedFiles
}

func (service) Add(_ context.Context, a, b int32) (int32, error) { return a + b, nil }

func (service) Swap(_ context.Context, p *legacy.Pair) (*legacy.Pair, error) {
	p.A, p.B = p.B, p.A
	return p, nil
}

func (service) Ping(context.Context) error { return nil }

func (service) Lower(_ context.Context, n int64) (int64, error) { return -n, nil }

func (service) Join(_ context.Context, a, b *legacy.Pair) (*legacy.Line, error) {
	return &legacy.Line{From: a, To: b}, nil
}

func (service) Put(_ context.Context, name string, r io.Reader) (uint64, error) {
	b, err := io.ReadAll(r)
	return uint64(len(b)), err
}

// TestLegacy holds a server of a gfj contract to bytes that the original's peers
// send and expect.
func TestLegacy(t *testing.T) {
	s := wire.NewServer(wire.WithProtocols(rpch.Protocol()))
	if err := legacy.RegisterT(s, service{}); err != nil {
		t.Fatal(err)
	}
	if err := legacy.RegisterFiles(s, service{}); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	send := func(text string) {
		t.Helper()
		b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
		if err == nil {
			_, err = conn.Write(b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	expect := func(text string) {
		t.Helper()
		want := strings.ReplaceAll(text, " ", "")
		got := make([]byte, len(want)/2)
		if _, err := io.ReadFull(conn, got); err != nil || hex.EncodeToString(got) != want {
			t.Fatalf("%v: got %x, want %s", err, got, want)
		}
	}
	pair := func(text string) string { return hex.EncodeToString([]byte(text)) }
	send("6c6a6800")
	send("5420416464203220300d0a 0000050004000000696e743332 01000000 0000050004000000696e743332 02000000")
	expect("0000000000000000 0000050004000000696e743332 03000000")
	send("542050696e67203020310d0a")
	expect("0100000000000000 0400000000000000")
	const compact = `{"A":1,"B":-2}`
	send("542053776170203120320d0a 020004000e000000 50616972" + pair(compact))
	answer := `{"A":-2,"B":1,"note":"","_tag":"","Half_way":0}`
	expect("0200000000000000 02000400" + hex.EncodeToString([]byte{byte(len(answer)), 0, 0, 0}) + "50616972" + pair(answer))
	const pretty = "{\n\t\"A\":\t1,\n\t\"B\":\t-2\n}"
	send("542053776170203120330d0a 0200040015000000 50616972" + pair(pretty))
	expect("0300000000000000 02000400" + hex.EncodeToString([]byte{byte(len(answer)), 0, 0, 0}) + "50616972" + pair(answer))

	ctx, cc := dial(t, l.Addr().String(), rpch.Protocol())
	c := legacy.NewTClient(cc)
	line, err := c.Join(ctx, &legacy.Pair{A: 1, Note: "é", X_tag: "t", Half_way: 0.5}, nil)
	if err != nil || *line.From != (legacy.Pair{A: 1, Note: "é", X_tag: "t", Half_way: 0.5}) || *line.To != (legacy.Pair{}) {
		t.Errorf("join: %+v %v", line, err)
	}
	if n, err := c.Lower(ctx, 5); n != -5 || err != nil {
		t.Errorf("lower: %d %v", n, err)
	}
	if n, err := legacy.NewFilesClient(cc).Put(ctx, "x", strings.NewReader("12345")); n != 5 || err != nil {
		t.Errorf("put: %d %v", n, err)
	}
	if _, err := c.Hello(ctx, "", 1); err == nil || !strings.Contains(err.Error(), "legacy.T.Hello is not implemented") {
		t.Errorf("not implemented: %v", err)
	}
}
