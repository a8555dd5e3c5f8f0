// Services that extend others.
//
//rpc:package eq.extends
package extends

import (
	"context"
)

//rpc:service id=1
type Base interface {
	//rpc:method id=1
	Ping(ctx context.Context) error
}

//rpc:service id=2
type Child interface {
	Base

	//rpc:method id=1
	Add(ctx context.Context, a int32, b int32) (int32, error)
}
