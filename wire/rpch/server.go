package rpch

import (
	"context"
	"errors"

	"github.com/rpcctl/rpcctl/wire"
)

func serve(ctx context.Context, c *wire.ServerConn) error { return errors.New("soon") }
