package compat

import (
	"fmt"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/wire/jsonmap"
)

// readersOfJSON are the subjects of the proof of the json aspect. The contracts
// are those of the frame wire, which has all that there is.
func readersOfJSON() []subject {
	return []subject{{"json", jsonmap.Strict()}, {"json", jsonmap.Lenient()}}
}

// TestProofJSON holds every prediction of the json aspect against readers that are
// run, strict and lenient ones.
func TestProofJSON(t *testing.T) {
	for _, s := range readersOfJSON() {
		t.Run(s.peer.Name(), func(t *testing.T) {
			count := proveAll(t, s, 0, 2000)
			count.covers(t, tableOf(s.wire), 1)
		})
	}
}

// TestProveJSON is TestProofJSON with as many cases as are asked for.
func TestProveJSON(t *testing.T) {
	if *proveN == 0 {
		t.Skip("no cases asked for: -prove.n=1000000")
	}
	for _, s := range readersOfJSON() {
		t.Run(s.peer.Name(), func(t *testing.T) {
			start := time.Now()
			count := proveAll(t, s, *proveSeed, *proveN)
			fmt.Printf("json, %s readers: %d cases from seed %d in %v: %v\n", s.peer.Name(), *proveN, *proveSeed, time.Since(start).Round(time.Second), count)
			if *proveN >= 200000 {
				count.covers(t, tableOf(s.wire), 100)
			}
		})
	}
}

// TestMutationsJSON is TestMutations of the json aspect.
func TestMutationsJSON(t *testing.T) {
	for _, s := range readersOfJSON() {
		t.Run(s.peer.Name(), func(t *testing.T) { mutate(t, s, 99) })
	}
}
