// Package grpcgo measures google.golang.org/grpc with protobuf, default
// settings.
package grpcgo

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/pb"
)

type impl struct{ pb.UnimplementedBenchServer }

func (impl) Add(_ context.Context, in *pb.AddReq) (*pb.AddRsp, error) {
	return &pb.AddRsp{Sum: in.A + in.B}, nil
}

func (impl) Echo(_ context.Context, in *pb.Blob) (*pb.Blob, error) { return in, nil }

type conn struct {
	*grpc.ClientConn
	c pb.BenchClient
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
		Name: "grpc", PerConn: true, Shared: true,
		Serve: func(addr string, _ bool) error {
			ln, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			s := grpc.NewServer()
			pb.RegisterBenchServer(s, impl{})
			return s.Serve(ln)
		},
		Dial: func(addr string, _ bool) (load.Conn, error) {
			cc, err := grpc.NewClient("passthrough:///"+addr,
				grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				return nil, err
			}
			c := conn{cc, pb.NewBenchClient(cc)}
			_, err = c.Add(1, 2) // connects; the dialler is no part of the figures
			return c, err
		},
	}
}
