// Command service runs the generated server of the demo on loopback and calls it
// with the generated clients, over frame and over rpch on one port.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/rpcctl/rpcctl/testdata/demo/new/gen/go/demo/math"
	"github.com/rpcctl/rpcctl/testdata/demo/new/gen/go/greeter"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

type calculator struct{}

func (calculator) Add(_ context.Context, a, b int64) (int64, error) { return a + b, nil }

func (calculator) Divide(_ context.Context, dividend, divisor uint64) (*math.Quotient, error) {
	if divisor == 0 {
		return nil, &math.DivideByZero{Dividend: dividend}
	}
	return &math.Quotient{Quo: int64(dividend / divisor), Rem: int32(dividend % divisor)}, nil
}

type host struct{}

func (host) Greet(_ context.Context, p *greeter.Person) (string, error) {
	return fmt.Sprintf("hello %s, %d years old", p.Name, p.Years), nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "service:", err)
		os.Exit(1)
	}
}

func run() error {
	server := wire.NewServer(wire.WithProtocols(frame.Protocol(), rpch.Protocol()))
	if err := errors.Join(math.RegisterMath(server, calculator{}), greeter.RegisterGreeter(server, host{})); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	fmt.Println("serving Math and Greeter on loopback, frame and rpch on one port")

	for _, p := range []*wire.Protocol{frame.Protocol(), rpch.Protocol()} {
		if err := call(l.Addr().String(), p); err != nil {
			return fmt.Errorf("over %s: %w", p.Info.Name, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return err
	}
	<-served
	fmt.Println("shut down: every call was answered")
	return nil
}

// call makes the same calls over one wire.
func call(address string, p *wire.Protocol) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := wire.Dial(ctx, "tcp", address, p)
	if err != nil {
		return err
	}
	defer conn.Close()
	m := math.NewMathClient(conn)
	sum, err := m.Add(ctx, 1<<40, 2)
	if err != nil {
		return err
	}
	fmt.Printf("%-6s Math.Add(1<<40, 2)     = %d\n", p.Info.Name, sum)
	q, err := m.Divide(ctx, 17, 5)
	if err != nil {
		return err
	}
	fmt.Printf("%-6s Math.Divide(17, 5)     = %d, rest %d\n", p.Info.Name, q.Quo, q.Rem)
	_, err = m.Divide(ctx, 17, 0)
	if zero := (*math.DivideByZero)(nil); !errors.As(err, &zero) {
		return fmt.Errorf("Divide(17, 0) gave %v, want DivideByZero", err)
	}
	fmt.Printf("%-6s Math.Divide(17, 0)     : %v\n", p.Info.Name, err)
	if p.Info.Name != "rpch" {
		return nil // the Greeter contract promises rpch alone
	}
	text, err := greeter.NewGreeterClient(conn).Greet(ctx, &greeter.Person{Name: "Ada", Years: 36})
	if err != nil {
		return err
	}
	fmt.Printf("%-6s Greeter.Greet(Ada)     = %q\n", p.Info.Name, text)
	return nil
}
