package rpch

import (
	"context"
	"errors"

	"github.com/rpcctl/rpcctl/wire"
)

func dial(ctx context.Context, t *wire.Target) (wire.Session, error) { return nil, errors.New("soon") }
