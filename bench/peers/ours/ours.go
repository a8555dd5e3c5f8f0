// Package ours measures rpcctl's runtime with generated stubs, over frame and
// over rpch: a deadline on every call.
package ours

import (
	"context"
	"net"

	"github.com/rpcctl/rpcctl/bench/gen/bench"
	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

type impl struct{}

func (impl) Add(_ context.Context, a, b int32) (int32, error)    { return a + b, nil }
func (impl) Text(_ context.Context, text string) (string, error) { return text, nil }
func (impl) Echo(_ context.Context, data []byte) ([]byte, error) { return data, nil }

type conn struct {
	*wire.ClientConn
	calls *bench.CallsClient
	blobs *bench.BlobsClient // nil where the wire has no bytes
}

func (c conn) Add(a, b int32) (int32, error) { return c.calls.Add(context.Background(), a, b) }

func (c conn) Echo(p []byte) ([]byte, error) {
	if c.blobs != nil {
		return c.blobs.Echo(context.Background(), p)
	}
	text, err := c.calls.Text(context.Background(), string(p))
	return []byte(text), err
}

// Peers are the two wires.
func Peers() []*load.Peer {
	return []*load.Peer{peer("frame", frame.Protocol(), true), peer("rpch", rpch.Protocol(), false)}
}

func peer(name string, p *wire.Protocol, bytes bool) *load.Peer {
	return &load.Peer{
		Name: name, PerConn: true, Shared: true, // a rpch connection carries one call at a time: callers queue
		Serve: func(addr string, _ bool) error {
			s := wire.NewServer(wire.WithProtocols(frame.Protocol(), rpch.Protocol()))
			if err := bench.RegisterCalls(s, impl{}); err != nil {
				return err
			}
			if err := bench.RegisterBlobs(s, impl{}); err != nil {
				return err
			}
			l, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			return s.Serve(l)
		},
		Dial: func(addr string, _ bool) (load.Conn, error) {
			cc, err := wire.Dial(context.Background(), "tcp", addr, p, wire.WithMaxConns(1))
			if err != nil {
				return nil, err
			}
			c := conn{ClientConn: cc, calls: bench.NewCallsClient(cc)}
			if bytes {
				c.blobs = bench.NewBlobsClient(cc)
			}
			return c, nil
		},
	}
}
