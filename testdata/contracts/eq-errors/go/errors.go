// Declared errors with codes and numbers.
//
//rpc:package eq.errors
package errors

import (
	"context"
)

// TooMany says how many are allowed.
//
//rpc:error code=2001
type TooMany struct {
	Limit int32   `rpc:"1"`
	What  *string `rpc:"2"`
}

func (e *TooMany) Error() string { return "TooMany" }

//rpc:error code=2002
type Gone struct {
}

func (e *Gone) Error() string { return "Gone" }

//rpc:service id=3
type Store interface {
	//rpc:method id=1 errors=TooMany,Gone:5
	Put(ctx context.Context, key string, value []byte) (int64, error)

	//rpc:method id=2 errors=Gone
	Drop(ctx context.Context, key string) error
}
