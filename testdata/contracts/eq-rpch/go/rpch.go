// What the oldest language can say.
//
//rpc:package eq.rpch wires=rpch
package rpch

import (
	"context"
)

//rpc:message
type Pair struct {
	A    int32   `rpc:"1,name=A"`
	B    string  `rpc:"2,name=B"`
	Half float64 `rpc:"3,name=Half"`
}

// Pairs swaps.
//
//rpc:service
type Pairs interface {
	Swap(ctx context.Context, pair *Pair, times int32) (*Pair, error)

	Count(ctx context.Context, name string) (uint64, error)
}
