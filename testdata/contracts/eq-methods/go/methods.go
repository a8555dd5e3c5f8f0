// Shapes of methods.
//
//rpc:package eq.methods version=1.2.0
package methods

import (
	"context"
)

//rpc:message
type Point struct {
	X float64 `rpc:"1"`
	Y float64 `rpc:"2"`
}

// Shapes has one method of each.
//
//rpc:service
type Shapes interface {
	// Move moves a point.
	//
	//rpc:method timeout=1.5s idempotent
	Move(ctx context.Context, at *Point, dx float64, dy float64) (*Point, error)

	//rpc:method oneway
	Tell(ctx context.Context, text string) error

	Ping(ctx context.Context) error

	// Deprecated: use Move
	Names(ctx context.Context) ([]string, error)
}
