package frame_test

import (
	"context"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// BenchmarkAdd is one caller, and many on one connection; client and server
// share the process.
func BenchmarkAdd(b *testing.B) {
	addr, _ := serveMath(b, frame.Protocol())
	client, err := wire.Dial(context.Background(), "tcp", addr, frame.Protocol())
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	m := math().Methods[0]
	run := func(b *testing.B, next func() bool) {
		call := &wire.Call{Method: m, Args: &pair{3, 4}, Result: new(number)}
		for next() {
			if err := client.Invoke(context.Background(), call); err != nil || call.Result.(*number).n != 7 {
				b.Error(err)
				return
			}
		}
	}
	b.Run("alone", func(b *testing.B) {
		b.ReportAllocs()
		run(b, b.Loop)
	})
	b.Run("shared", func(b *testing.B) {
		b.ReportAllocs()
		b.SetParallelism(50)
		b.RunParallel(func(pb *testing.PB) { run(b, pb.Next) })
	})
}
