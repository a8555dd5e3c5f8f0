package wire_test

import (
	"context"
	"fmt"
	"net"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// A server speaks several wires on one port; a client chooses one. The service's
// description, and typed calls around Invoke, are what the generator writes.
func Example() {
	server := wire.NewServer(wire.WithProtocols(frame.Protocol(), rpch.Protocol()))
	if err := server.Register(echoService(), nil); err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go server.Serve(l)
	defer server.Shutdown(context.Background())

	for _, p := range []*wire.Protocol{frame.Protocol(), rpch.Protocol()} {
		client, err := wire.Dial(context.Background(), "tcp", l.Addr().String(), p)
		if err != nil {
			panic(err)
		}
		defer client.Close()
		call := &wire.Call{Method: echoService().Methods[0], Args: &text{"hello"}, Result: &result{}}
		err = client.Invoke(context.Background(), call)
		fmt.Println(p.Info.Name, call.Result.(*result).s, err)
	}
	// Output:
	// frame hello <nil>
	// rpch hello <nil>
}
