// Command rpcctl checks, compares and builds contracts of RPC services.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(200) // a run is short: a fifth less time on large contracts for a fifth more memory
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends the program at once
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.LookupEnv) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
	}
	select { // a file that is half written gets a moment
	case <-done:
	case <-time.After(time.Second):
	}
	os.Exit(exitInterrupted)
}
