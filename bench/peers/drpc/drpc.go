// Package drpc measures storj.io/drpc with protobuf.
package drpc

import (
	"context"
	"net"

	"storj.io/drpc/drpcconn"
	"storj.io/drpc/drpcmux"
	"storj.io/drpc/drpcserver"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/pb"
)

type impl struct {
	pb.DRPCBenchUnimplementedServer
}

func (impl) Add(_ context.Context, in *pb.AddReq) (*pb.AddRsp, error) {
	return &pb.AddRsp{Sum: in.A + in.B}, nil
}

func (impl) Echo(_ context.Context, in *pb.Blob) (*pb.Blob, error) { return in, nil }

type conn struct {
	*drpcconn.Conn
	c pb.DRPCBenchClient
}

func (c conn) Add(a, b int32) (int32, error) {
	r, err := c.c.Add(context.Background(), &pb.AddReq{A: a, B: b})
	if err != nil {
		return 0, err
	}
	return r.Sum, nil
}

func (c conn) Echo(p []byte) ([]byte, error) {
	r, err := c.c.Echo(context.Background(), &pb.Blob{Data: p})
	if err != nil {
		return nil, err
	}
	return r.Data, nil
}

// Peer is the entry of peers.All.
func Peer() *load.Peer {
	return &load.Peer{
		Name: "drpc", PerConn: true, Shared: true,
		Note: "no multiplexing: callers of one connection take turns",
		Serve: func(addr string, _ bool) error {
			ln, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			m := drpcmux.New()
			if err := pb.DRPCRegisterBench(m, impl{}); err != nil {
				return err
			}
			return drpcserver.New(m).Serve(context.Background(), ln)
		},
		Dial: func(addr string, _ bool) (load.Conn, error) {
			nc, err := net.Dial("tcp", addr)
			if err != nil {
				return nil, err
			}
			dc := drpcconn.New(nc)
			return conn{dc, pb.NewDRPCBenchClient(dc)}, nil
		},
	}
}
