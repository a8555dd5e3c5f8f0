// Package netrpc measures the standard library's net/rpc with gob.
package netrpc

import (
	"net"
	"net/rpc"

	"github.com/rpcctl/rpcctl/bench/load"
)

// AddArgs are the operands.
type AddArgs struct{ A, B int32 }

// Bench is the service.
type Bench struct{}

// Add adds.
func (Bench) Add(in *AddArgs, out *int32) error { *out = in.A + in.B; return nil }

// Echo returns its argument.
func (Bench) Echo(in *[]byte, out *[]byte) error { *out = *in; return nil }

type conn struct{ *rpc.Client }

func (c conn) Add(a, b int32) (out int32, err error) {
	err = c.Call("Bench.Add", &AddArgs{a, b}, &out)
	return
}

func (c conn) Echo(p []byte) (out []byte, err error) {
	err = c.Call("Bench.Echo", &p, &out)
	return
}

// Peer is the entry of peers.All.
func Peer() *load.Peer {
	return &load.Peer{
		Name: "netrpc", PerConn: true, Shared: true,
		Serve: func(addr string, _ bool) error {
			ln, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			s := rpc.NewServer()
			if err := s.Register(Bench{}); err != nil {
				return err
			}
			s.Accept(ln)
			return nil
		},
		Dial: func(addr string, _ bool) (load.Conn, error) {
			c, err := rpc.Dial("tcp", addr)
			return conn{c}, err
		},
	}
}
